"""Every field of every route, filled with what does not belong there: a clear refusal or a clear answer, never a fault."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from unittest import mock
from urllib.parse import quote

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test.utils import override_settings

from memoryhub import feedback
from memoryhub.api import docs, urls
from tests.callers import Api, api_with_key
from tests.flows import marked
from tests.flows.asking import WAYS, Way
from tests.flows.marked import PEOPLE
from tests.flows.test_isolation import fingerprints

pytestmark = pytest.mark.django_db
SLUG, PERSON = "alpha", "anna"
CODE = re.compile(r"[a-z][a-z_]+")
SCHEMA = docs.generated()
ROUTES = {pattern.name: "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)) for pattern in urls.urlpatterns}
OPERATIONS = {route: SCHEMA["paths"][ROUTES[route[0]]][route[1].lower()] for route in sorted(WAYS)}
# Read in one place for all routes, so that a few values tell whether a route reads them there.
SHARED = {"user_id", "end_user_id", "end_sub_user_id", "scope_id", "cursor", "limit", "owner"}
UNSTORABLE = ('"a\\u0000b"', '"\\ud800"')
DEEP = "[" * 200 + "]" * 200
LARGE = str(10**400)
WORDS = ('""', '" "', '"😀"', '"\\u202e,/\\\\..%00"', json.dumps("x" * 10_000), json.dumps("茶" * 70))
NUMBERS = ("0", "-1", "1000000000000", LARGE, "9" * 5_000, "1.5", "1e3", "-0.0", "1e400", "NaN")
OTHERS = ("null", "true", "[]", "{}", '[[{"a": 1}]]', '{"a": {"b": []}}', DEEP)
EVERYTHING = (*UNSTORABLE, *WORDS, *NUMBERS, *OTHERS)
SOME = (*UNSTORABLE, '""', "1", LARGE, "null", "[]", DEEP)
COSTLY = {"/api/extract", "/api/admin/dream", "/api/profile/erase"}  # they do much when they are done
# JSON that is of another type than a field; a refusal is the only right answer.
STRANGE = {
    "string": ("1", "1.5", "true", "[]", "{}", "[1]"),
    "integer": ('"1"', "true", "1.5", "[]", "{}"),
    "number": ('"1"', '"x"', "true", "[]", "{}", "NaN", "1e400"),
    "boolean": ('"true"', "1", "0", "[]", "{}"),
    "array": ('"x"', "1", "{}", "true"),
    "object": ('"x"', "1", "[]", "true"),
}


@dataclass(frozen=True)
class World:
    api: Api
    ids: Mapping[str, Any]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    patience = {"MEMORYHUB_REQUESTS_PER_MINUTE": 1_000_000, "MEMORYHUB_CONTEXT_MILLISECONDS": 60_000}
    at_once = mock.patch.object(feedback, "WAITS", ())
    with at_once, override_settings(**patience), django_db_blocker.unblock(), transaction.atomic():
        store = marked.fill((SLUG,))
        api = api_with_key(store.tenants[SLUG], acts_for_employees=True)
        yield World(api, store.things[SLUG, PERSON, "plain", "aone"].ids)
        transaction.set_rollback(True)


# --- bodies ----------------------------------------------------------------------------------------------------------

Place = tuple[str | int, ...]


def shape_of(operation: Mapping[str, Any]) -> dict[str, Any] | None:
    content = operation.get("requestBody", {}).get("content", {})
    return resolved(content["application/json"]["schema"]) if content else None


def resolved(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to, and the kinds of `allOf` and `oneOf` taken in."""
    if "$ref" in schema:
        return resolved(SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    merged: dict[str, Any] = {}
    for part in schema.get("allOf", ()):
        merged |= resolved(part)
    return merged | {name: value for name, value in schema.items() if name != "allOf"}


def fields_of(schema: Mapping[str, Any], at: Place = ()) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Every field of a body, those of inner objects and of the first item of lists too."""
    for name, inner in schema.get("properties", {}).items():
        yield from _inside((*at, name), resolved(inner))


def _inside(at: Place, field: dict[str, Any]) -> Iterator[tuple[Place, dict[str, Any]]]:
    yield at, field
    if field.get("type") == "object":
        yield from fields_of(field, at)
    if field.get("type") == "array":
        yield from _inside((*at, 0), resolved(field["items"]))


def filled(body: Any, at: Place, value: Any) -> Any:
    """The body with another value at a place; what leads there is made if it is missing."""
    if not at:
        return value
    first, rest = at[0], at[1:]
    if isinstance(first, int):
        items = body if isinstance(body, list) and body else [{}]
        return [filled(items[0], rest, value), *items[1:]]
    known = body if isinstance(body, dict) else {}
    return known | {first: filled(known.get(first), rest, value)}


class _Raw(str):
    """JSON as it is, also where no value of Python would be written so."""


def written(body: Any) -> str:
    if isinstance(body, _Raw):
        return body
    if isinstance(body, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {written(value)}" for name, value in body.items()) + "}"
    if isinstance(body, list):
        return "[" + ", ".join(map(written, body)) + "]"
    return json.dumps(body)


WITH_BODY = [route for route in OPERATIONS if shape_of(OPERATIONS[route])]


@pytest.mark.parametrize("route", WITH_BODY, ids="-".join)
def test_no_value_of_a_field_is_a_fault(route, world):
    way, shape = WAYS[route][0], shape_of(OPERATIONS[route])
    good = way.data(PEOPLE[PERSON], "__default__", world.ids)
    before = fingerprints(0)
    for at, field in fields_of(shape):
        for value in EVERYTHING if way.path not in COSTLY and at[0] not in SHARED else SOME:
            answer = sent(world, way, written(filled(good, at, _Raw(value))))
            about = (route, at, value[:40], answer.status_code, answer.content[:200])

            assert is_clear(answer), about
            if value in UNSTORABLE or value == "NaN" or value == DEEP:
                assert answer.status_code == 400, about
            if value in STRANGE.get(str(field.get("type")), ()) and not takes_several(field):
                assert 400 <= answer.status_code < 500, about
    assert fingerprints(0) == before


def takes_several(field: Mapping[str, Any]) -> bool:
    return "oneOf" in field or "anyOf" in field


def sent(world: World, way: Way, raw: str) -> HttpResponse:
    """The answer; what was done is undone, what was refused is looked at later."""
    with transaction.atomic():
        answer = world.api.send(way.method, way.path.format(**world.ids), raw)
        if answer.status_code < 400:
            transaction.set_rollback(True)
    return answer


def is_clear(answer: HttpResponse) -> bool:
    """Done, or refused with a stable code and a sentence."""
    if answer.status_code < 400:
        return True
    problem = answer.json()
    return (
        answer.status_code < 500
        and answer["Content-Type"] == "application/problem+json"
        and bool(CODE.fullmatch(problem["code"]))
        and problem["status"] == answer.status_code
        and problem["detail"].strip().endswith((".", "。"))
    )


@pytest.mark.parametrize("route", WITH_BODY, ids="-".join)
def test_no_body_as_a_whole_is_a_fault(route, world):
    way = WAYS[route][0]
    path = way.path.format(**world.ids)
    bodies: dict[str, tuple[int, ...]] = {
        "{": (400,), "[]": (400,), "null": (400,), "3": (400,), '"x"': (400,), DEEP: (400,),
        '{"a": ' * 200 + "1" + "}" * 200: (400,), '{"a": NaN}': (400,), '{"a": "\\u0000"}': (400,),
        '{"pad": "' + "x" * 1_048_576 + '"}': (413,),
    }  # fmt: skip
    before = fingerprints(0)
    for raw, statuses in bodies.items():
        answer = world.api.send(way.method, path, raw)

        about = (route, raw[:40], answer.status_code, answer.content[:200])
        assert is_clear(answer), about
        assert answer.status_code in statuses, about
    assert fingerprints(0) == before


# --- addresses --------------------------------------------------------------------------------------------------------

QUERIES = (
    "", "%00", "%ED%A0%80", "9" * 5_000, "OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "%FF", quote("😀"), "x" * 5_000, "-1", "0", "1e3",
    "NaN", "1.5", quote("٣"), quote("²"), "9" * 30, "true", "null", "none", "[]", "%20", "'%3B--", "Imxvbmci",
)  # fmt: skip
WITH_QUERY = [
    route
    for route, operation in OPERATIONS.items()
    if any(one["in"] == "query" for one in operation.get("parameters", ()))
]


@pytest.mark.parametrize("route", WITH_QUERY, ids="-".join)
def test_no_value_in_a_query_is_a_fault(route, world):
    way = WAYS[route][0]
    good = way.data(PEOPLE[PERSON], "__default__", world.ids)
    names = [one["name"] for one in OPERATIONS[route]["parameters"] if one["in"] == "query"]
    for name in (*names, "an_unknown_filter"):
        others = "&".join(f"{key}={quote(str(value))}" for key, value in good.items() if key != name)
        for value in QUERIES if name not in SHARED else QUERIES[:6]:
            answer = asked(world, way, f"?{others}&{name}={value}")
            assert is_clear(answer), (route, name, value[:40], answer.status_code)
        twice = asked(world, way, f"?{others}&{name}=1&{name}=2")
        assert twice.status_code == 400, (route, name)


def asked(world: World, way: Way, query: str) -> HttpResponse:
    with transaction.atomic():
        answer = world.api.send(way.method, way.path.format(**world.ids) + query)
        if answer.streaming:
            b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    return answer


NAMES = (
    "%00",
    "%ED%A0%80",
    "%FF",
    quote("😀"),
    "x" * 3_000,
    "..%2F..%2Fadmin",
    "%20",
    "0",
    "-1",
    "9" * 30,
    "9" * 3_000,
    "'%3B--",
)
WITH_NAME = [route for route in OPERATIONS if "{" in ROUTES[route[0]]]


@pytest.mark.parametrize("route", WITH_NAME, ids="-".join)
def test_no_name_in_an_address_is_a_fault(route, world):
    way = WAYS[route][0]
    good = way.data(PEOPLE[PERSON], "__default__", world.ids)
    query = "?" + "&".join(f"{key}={quote(str(value))}" for key, value in good.items())
    is_read = way.method in {"GET", "DELETE"}
    for value in NAMES:
        path = re.sub(r"\{\w+\}", value, ROUTES[route[0]])
        with transaction.atomic():
            answer = world.api.send(way.method, path + (query if is_read else ""), "" if is_read else json.dumps(good))
            transaction.set_rollback(True)
        assert is_clear(answer), (route, value[:40], answer.status_code, answer.content[:200])
