"""Every route of the API has a method in both clients, and every method leads to a route."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import memoryhub_client
import pytest
from django.urls import resolve
from memoryhub_client import AsyncMemoryHub, MemoryHub
from memoryhub_client.call import Call
from memoryhub_client.ways import Way

from memoryhub.api.scopes import TABLE

# About the API itself, for people and for makers of clients.
WITHOUT_METHOD = {("schema", "GET"), ("docs", "GET")}


def ways_of(client: type) -> dict[str, Callable[..., Call[Any]]]:
    return {name: way.build for name, way in vars(client).items() if isinstance(way, Way)}


def example(parameter: inspect.Parameter) -> Any:
    """A value for a parameter that must be given."""
    if parameter.annotation is int:
        return 7
    origin = str(parameter.annotation)
    if "Sequence" in origin:
        return [{"role": "user", "content": "hello"}]
    if "Mapping" in origin:
        return {}
    return (
        "id" if parameter.name in {"fact_id", "observation_id"} else "a/ü b"
    )  # the other ids are opaque and may hold anything


def described(build: Callable[..., Call[Any]]) -> Call[Any]:
    wanted = {
        name: example(parameter)
        for name, parameter in inspect.signature(build).parameters.items()
        if parameter.default is parameter.empty
    }
    return build(**wanted)


def route_of(call: Call[Any]) -> tuple[str, str]:
    return resolve(call.path.replace("%2F", "/").replace("%C3%BC", "ü").replace("%20", " ")).url_name or "", call.method


WAYS = ways_of(MemoryHub)


def test_every_route_has_a_method():
    routes = {(name, method) for name, methods in TABLE.items() for method in methods} - WITHOUT_METHOD

    assert routes - {route_of(described(build)) for build in WAYS.values()} == set()


@pytest.mark.parametrize("name", WAYS)
def test_every_method_leads_to_a_route(name):
    route, method = route_of(described(WAYS[name]))

    assert method in TABLE[route]


def test_both_clients_have_the_same_methods():
    assert ways_of(AsyncMemoryHub) == WAYS
    names = [{name for name in vars(client) if not name.startswith("_")} for client in (MemoryHub, AsyncMemoryHub)]
    assert names[0] == names[1]


@pytest.mark.parametrize("name", WAYS)
def test_every_parameter_of_a_method_reaches_the_wire(name):
    """A parameter that a builder takes and forgets would silently change nothing."""
    build = WAYS[name]
    plain = described(build)
    for parameter in inspect.signature(build).parameters.values():
        given = {
            other.name: example(other)
            for other in inspect.signature(build).parameters.values()
            if other.default is other.empty
        }
        value: Any = "changed"
        if parameter.name == "who":
            value = memoryhub_client.Person(end_user_id="acme")
        elif isinstance(given.get(parameter.name), Mapping | list):
            continue
        elif given.get(parameter.name) == 7:
            value = 8
        elif "Sequence" in str(parameter.annotation):
            value = [{"role": "user", "content": "changed"}]

        assert sent(build(**given | {parameter.name: value})) != sent(plain), parameter.name


def sent(call: Call[Any]) -> tuple[Any, ...]:
    return call.method, call.target, call.content, dict(call.headers)


def test_a_method_tells_what_it_does():
    hub = MemoryHub("http://127.0.0.1:9", api_key="mh_secret")

    assert "Ask before you answer" in (hub.context.__doc__ or "")
    assert "question" in inspect.signature(hub.context).parameters
    assert "secret" not in repr(hub) + repr(vars(hub))


def test_a_client_needs_one_credential_and_an_address():
    for wrong in ({}, {"api_key": "k", "token": "t"}):
        with pytest.raises(ValueError, match="either"):
            MemoryHub("http://127.0.0.1:9", **wrong)
    with pytest.raises(ValueError, match="http"):
        AsyncMemoryHub("127.0.0.1:9", api_key="k")
