"""The cases of the API and of identities, asked through the door."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jwt
import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from extraction.models import DreamRun
from observability.models import WorkLogEntry
from profiles import keys
from profiles.models import Fact, Profile, RateCounter
from tests.accounts import make_member
from tests.builders import NOON, make_end_user, make_fact, make_profile, make_tenant
from tests.callers import AUDIENCE, ISSUER, Api, api_with_key, api_with_token, make_issuer, make_key, make_token

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent
CASES = [
    json.loads(line) for name in ("auth", "api") for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()
]
ME = "1"
MINE, THEIRS = "of user 1", "of somebody else"


def cases(*kinds: str) -> list[Any]:
    chosen = [case for case in CASES if case["input"]["kind"] in kinds]
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in chosen]


def test_every_case_is_run():
    run = {param.id for param in cases("api_request", "page")}

    assert run == {case["id"] for case in CASES}


# --- requests --------------------------------------------------------------------------------------------------------


@dataclass
class World:
    """What there is before a request: user 1 with a fact, user 2, a customer, and namesakes in another tenant."""

    fact: Fact
    neighbour: Fact
    foreign: Fact
    answers: list[HttpResponse] = field(default_factory=list)
    old_tag: str = ""

    @property
    def answer(self) -> HttpResponse:
        return self.answers[-1]

    def contents(self, status: str) -> set[str]:
        found = Fact.objects.filter(profile=self.fact.profile, status=status)
        return set(found.values_list("content", flat=True))


@pytest.fixture
def world() -> World:
    make_issuer()
    make_fact(make_end_user("cust_a", "op1"), "of the sub-account")
    make_fact(make_end_user("cust_a"), "of the main account")
    stranger = make_profile(ME, tenant=make_tenant("other"))
    return World(make_fact(make_profile(ME), MINE), make_fact(make_profile("2"), THEIRS), make_fact(stranger, THEIRS))


def forged_tokens() -> list[Api]:
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": ME, "exp": int(time.time()) + 60}
    unsigned = jwt.encode(claims, None, algorithm="none")
    public_key = "a text that everybody knows and that is long enough to sign with"
    tokens = [unsigned, make_token(ME, aud="elsewhere"), make_token(ME, exp=1), make_token(ME, key=public_key)]
    return [Api(f"Bearer {token}") for token in tokens]


def revoked_key() -> list[Api]:
    key, text = make_key()
    keys.revoke(key, actor="account:1", now=NOON)
    return [Api(f"Api-Key {text}")]


def session_without_token() -> list[Api]:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_member(profile=Profile.objects.get(user__user_id=ME, tenant__slug="default")).account)
    return [Api(client=client)]


def key_beside_a_namesake() -> list[Api]:
    """Of one of two tenants that have a customer of the same name."""
    make_fact(make_end_user("cust_b"), f"x {MINE}")
    make_fact(make_end_user("cust_b", tenant=make_tenant("other")), f"x {THEIRS}")
    return [api_with_key()]


CALLERS: dict[str, Callable[[], list[Api]]] = {
    "": lambda: [api_with_token(ME)],
    "user 1": lambda: [api_with_token(ME)],
    "ordinary user": lambda: [api_with_token(ME)],
    "API key": lambda: [api_with_key()],
    "API key without the admin scope": lambda: [api_with_key(scopes=["ingest", "read", "write"])],
    "API key with the read scope only": lambda: [api_with_key(scopes=["read"])],
    "API key with the write scope, naming an end user, without CSRF token": lambda: [api_with_key(scopes=["write"])],
    "revoked key": revoked_key,
    "API key of tenant T1; both T1 and T2 have a cust_b": key_beside_a_namesake,
    "session cookie without CSRF token": session_without_token,
    "JWT with alg none / wrong audience / expired / signed with the public key as shared secret": forged_tokens,
}
ANONYMOUS = {"aut-001", "aut-008"}


def at_the_cap(world: World) -> None:
    api_with_token(ME).delete(f"/api/profile/memory/{world.fact.fact_id}")
    for number in range(100):
        make_fact(world.fact.profile, f"number {number} of a hundred")


def replaced_since(world: World) -> None:
    world.old_tag = api_with_token(ME).get("/api/profile")["ETag"]
    make_fact(world.fact.profile, "learned since")


STATES: dict[str, Callable[[World], Any]] = {
    "the fact is deprecated and 100 facts are active": at_the_cap,
    "an extraction has added a fact since": replaced_since,
    "active facts 甲 and 乙": lambda world: [make_fact(world.fact.profile, content) for content in "甲乙"],
    "user has 5 facts; store holds 10,000 of others": lambda world: [
        make_fact(world.fact.profile, f"one of five: {number}") for number in range(5)
    ],
}
# Two cases speak of somebody who is to be found under an id that is hard to write into an address.
NAMED = {
    "profile of end_user_id cust/acme, sub-user 'op 1'": ("cust/acme", "op 1"),
    "/api/profile?end_user_id=a.b%40c": ("a.b@c", ""),
}


def path_of(given: dict[str, Any], world: World) -> str:
    ids = {"another user's": world.neighbour, "another tenant": world.foreign}
    path = given["path"]
    if path in NAMED:
        company, sub = NAMED[path]
        make_fact(make_end_user(company, sub), MINE)
        return f"/api/profile?end_user_id={company.replace('/', '%2F')}&end_sub_user_id={sub.replace(' ', '%20')}"
    for words in re.findall(r"\{[^}]*\}", path):
        fact = next((fact for kind, fact in ids.items() if kind in words), world.fact)
        path = path.replace(words, fact.fact_id)
    return re.sub(r" \(.*\)$", "", path)


def raw_body(given: dict[str, Any]) -> str:
    if "raw_body" in given:
        return str(given["raw_body"])
    if isinstance(given.get("body"), str):
        return json.dumps({"content": "x" * 1_258_291})  # the 1.2 MiB that the case speaks of
    body = given.get("body", {})
    return json.dumps({"end_user_id": "cust_a"} | body if "naming an end user" in given.get("caller", "") else body)


@pytest.mark.parametrize(("given", "expected"), cases("api_request"))
def test_a_request(given, expected, world, request, settings):
    if "allowed_about" in expected:
        check_limit(given, expected, settings)
        return
    STATES.get(given.get("state", ""), lambda _world: None)(world)
    is_anonymous = request.node.callspec.id in ANONYMOUS
    needs_key = given["path"] in NAMED or "/admin/" in given["path"]
    callers = [Api()] if is_anonymous else CALLERS[given.get("caller", "API key" if needs_key else "")]()
    path = path_of(given, world)
    if "150 facts" in path_and_note(given):
        check_pages(callers[0], world)
        return

    headers = dict.fromkeys(given.get("headers", {}), world.old_tag)
    headers |= {"Accept": given["accept"]} if "accept" in given else {}
    separator = "&" if "?" in path else "?"
    path += "".join(f"{separator}{name}={value}" for name, value in given.get("query", {}).items())
    for _ in range(2 if given.get("repeat") or expected.get("again") else 1):
        world.answers += [
            caller.send(
                given["method"], path, raw_body(given), given.get("content_type", "application/json"), **headers
            )
            for caller in callers
        ]

    assert agrees(expected, world), [answer.content for answer in world.answers]
    assert all(answer.status_code != 500 for answer in world.answers)
    assert unchanged(world.neighbour)
    assert unchanged(world.foreign)


def path_and_note(given: dict[str, Any]) -> str:
    return f"{given['path']} {given.get('note', '')}"


def unchanged(fact: Fact) -> bool:
    return Fact.objects.filter(pk=fact.pk, status="active", content=THEIRS).exists()


def check_pages(api: Api, world: World) -> None:
    """`all pages, 150 facts with the same timestamp`: each once."""
    for number in range(149):
        make_fact(world.fact.profile, f"knows number {number}", type="semantic_memory")
    found, cursor = [], {}
    while cursor is not None:
        page = api.get("/api/facts", limit="40", **cursor).json()
        found += [fact["factId"] for fact in page["items"]]
        cursor = {"cursor": page["next_cursor"]} if page["next_cursor"] else None
    assert (len(found), len(set(found))) == (150, 150)


def check_limit(given: dict[str, Any], expected: dict[str, Any], settings: Any) -> None:
    """One counter for the key, in the database, from whatever address it is said to come."""
    settings.MEMORYHUB_REQUESTS_PER_MINUTE = expected["allowed_about"]
    key, text = make_key()
    api, body = Api(f"Api-Key {text}"), {"end_user_id": "cust_a", "query": "x"}

    answers = [api.post(given["path"], body, X_Forwarded_For=f"10.0.0.{number}") for number in range(50)]

    counters = RateCounter.objects.filter(caller=f"key:{key.pk}")
    minutes = counters.count()  # two, if one ended meanwhile
    assert sum(answer.status_code == 200 for answer in answers) <= minutes * expected["allowed_about"]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert sum(counter.count for counter in counters) == 50


def agrees(expected: Any, world: World) -> bool:
    """Whether all that is expected holds."""
    if isinstance(expected, str):
        return "user 1's own" in expected and MINE in world.answer.content.decode()
    return all(EXPECTATIONS[name](wanted, world) for name, wanted in expected.items() if name not in PROSE)


# Said in words: that nothing of others changes or is seen, and that nothing breaks, is checked for every request alike.
PROSE = {"never", "if_supported", "on", "effective", "each_once"}


def problem(answer: HttpResponse) -> bool:
    return answer["Content-Type"] == "application/problem+json" and bool(answer.json()["code"])


def status_of(world: World, fact: Fact) -> str:
    fact.refresh_from_db()
    return str(fact.status)


EXPECTATIONS: dict[str, Callable[[Any, World], bool]] = {
    "status": lambda wanted, world: {answer.status_code for answer in world.answers} == {wanted},
    "status_any_of": lambda wanted, world: world.answer.status_code in wanted,
    "any_of": lambda wanted, world: any(agrees(one, world) for one in wanted),
    "items_max": lambda wanted, world: len(world.answer.json()["items"]) <= wanted,
    "body": lambda _, world: problem(world.answer),
    "body_same_as": lambda _, world: (
        world.answer.content == api_with_token(ME).delete("/api/profile/memory/f_00000000").content
    ),
    "again": lambda _, world: world.answers[0].content == world.answers[1].content,
    "idempotent": lambda _, world: world.answers[0].content == world.answers[1].content,
    "work_log_entry": lambda _, __: WorkLogEntry.objects.filter(message="A fact was deleted.").count() == 1,
    "fact_status": lambda wanted, world: status_of(world, world.fact) == wanted,
    "other_users_fact": lambda _, world: unchanged(world.neighbour),
    "returns": lambda _, world: MINE in (told := world.answer.content.decode()) and THEIRS not in told,
    "user_2": lambda _, world: unchanged(world.neighbour),
    "is_staff": lambda _, __: not User.objects.filter(is_staff=True).exists(),
    "profile": lambda wanted, world: (
        [world.answer.json()[name] for name in ("end_user_id", "end_sub_user_id")] == wanted
    ),
    "found": lambda _, world: MINE in world.answer.content.decode(),
    "active": lambda wanted, world: world.contents("active") == set(wanted),
    "deprecated": lambda wanted, world: world.contents("deprecated") == {*wanted, MINE},
    "stored_version": lambda wanted, world: world.answer.json()["memory"]["version"] == wanted,
    "source": lambda wanted, world: {fact["source"] for fact in world.answer.json()["memory"]["facts"]} == {wanted},
    "facts": lambda _, world: MINE in world.contents("active"),
    "recent_agents": lambda wanted, world: world.answer.json()["recent_agents"] == wanted,
    "active_count": lambda wanted, world: len(world.contents("active")) == wanted,
    "evicted": lambda wanted, world: len(world.contents("superseded")) == wanted,
    "restored": lambda wanted, world: status_of(world, world.fact) == wanted,
    "runs": lambda wanted, _: DreamRun.objects.count() == wanted,
    "second": lambda _, world: (
        len({answer.json()["run_id"] for answer in world.answers}) == 1
        and [answer.json()["is_new"] for answer in world.answers] == [True, False]
    ),
}


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "expected"), cases("page"))
def test_a_look_at_somebody_elses_facts(given, expected):
    fact = make_fact(make_end_user("acme"), "collects invisible stamps", type="user_preference")
    client = Client()
    client.force_login(make_member(role=given["caller"]).account)

    page = client.get(f"/admin/profiles/fact/{fact.pk}/change/", headers={"Accept-Language": "en"}).content.decode()

    assert fact.fact_id in page
    assert ("invisible stamps" in page) == (expected["shows"] == "contents")
    assert ("Length of content" in page) == ("lengths" in expected["shows"])
    looks = WorkLogEntry.objects.filter(module="Admin", profile_id=fact.profile_id)
    assert looks.count() == ("work_log" in expected)
