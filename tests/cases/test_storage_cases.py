"""The cases of what is stored: one adapter for each kind, through the door where there is one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from profiles import document
from profiles.models import Fact, Profile
from tests.builders import make_end_user, make_fact
from tests.callers import api_with_key

pytestmark = pytest.mark.django_db
CASES = [json.loads(line) for line in Path(__file__).with_name("storage.jsonl").read_text("utf-8").splitlines()]


def test_every_case_is_run():
    assert {case["input"]["kind"] for case in CASES} == set(STORAGE)


def read_profile(given: dict[str, Any], expected: dict[str, Any]) -> None:
    profile = make_end_user("acme", memory=given["memory"])

    answer = api_with_key().get("/api/profile", end_user_id="acme", status="all")

    facts = answer.json()["memory"]["facts"]
    active = {fact["content"] for fact in facts if fact["status"] == "active"}
    assert set(expected.get("active", active)) == active
    assert set(expected.get("active_includes", [])) <= active
    assert not set(expected.get("not_active", [])) & active
    wanted = expected.get("facts", facts)
    assert [{name: fact[name] for name in one} for one, fact in zip(wanted, facts, strict=True)] == wanted
    profile.refresh_from_db()
    assert profile.memory == given["memory"]
    assert not Fact.objects.exists()


def give_id(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert document.digest_of(given["content"]) == expected["factId"]


def collide(given: dict[str, Any], expected: dict[str, Any]) -> None:
    api = api_with_key()
    said = [{"end_user_id": "acme", "content": content} for content in given["contents"]]
    first, second = [api.post("/api/profile/memory", body).json()["fact"]["factId"] for body in said]

    api.delete(f"/api/profile/memory/{second}", end_user_id="acme")

    assert first.removeprefix("f_") == expected["hex8_of_both"]
    assert second.startswith(first)
    assert second != first
    assert list(Fact.objects.active().values_list("fact_id", flat=True)) == [first]


def write_facts(given: dict[str, Any], expected: dict[str, Any]) -> None:
    api = api_with_key()
    profile = make_end_user("acme")
    if "after" in given:
        deleted = make_fact(profile, given["contents"][0])
        api.delete(f"/api/profile/memory/{deleted.fact_id}", end_user_id="acme")
        learn_again(profile, given["contents"][0])
        profile.refresh_from_db()
        assert (status_of_row(deleted), profile.blocked_count) == (expected["status"], expected["blocked_count"])
        return
    for content in given["contents"]:
        api.post("/api/profile/memory", {"end_user_id": "acme", "content": content})
    assert Fact.objects.count() == expected["records"]


def learn_again(profile: Profile, content: str) -> None:
    """Learned from a conversation, as the pipeline hands it to the ledger; it comes to nothing."""
    with pytest.raises(IndexError):
        make_fact(profile, content)


def status_of_row(fact: Fact) -> str:
    fact.refresh_from_db()
    return str(fact.status)


def edit_fact(given: dict[str, Any], expected: dict[str, Any]) -> None:
    fact = make_fact(make_end_user("acme"), given["old"])

    body = {"end_user_id": "acme", "content": given["new"]}
    answer = api_with_key().patch(f"/api/profile/memory/{fact.fact_id}", body)

    assert answer.json()["factId"] == expected["new_active_id"]
    assert answer.json()["source"] in expected["source_any_of"]
    assert f"{status_of_row(fact)}, reason {fact.events.latest('pk').reason}" == expected["old"]


def name_people(given: dict[str, Any], expected: dict[str, Any]) -> None:
    api = api_with_key()
    pairs = given.get("pairs") or [[given["end_user_id"], ""]]
    said = [{"end_user_id": company, "end_sub_user_id": sub, "agent_id": "a1"} for company, sub in pairs]

    written = [api.post("/api/profile/touch", body) for body in said]
    named = [{name: value for name, value in body.items() if value is not None and name != "agent_id"} for body in said]
    read = [api.get("/api/profile", **query) for query in named]

    if "status" in expected:
        assert {answer.status_code for answer in written + read} == {expected["status"]}
        assert not Profile.objects.exists()
        return
    assert Profile.objects.count() == (1 if expected["same_profile"] else 2)
    assert all(answer.json()["metadata"] == {"recent_agents": ["a1"]} for answer in read)


def fill_column(given: dict[str, Any], expected: dict[str, Any]) -> None:
    raw = f'{{"end_user_id": "acme", "preferences": {given["raw_body"]}}}'

    answer = api_with_key().send("PUT", "/api/profile", raw)

    assert answer.status_code in expected["status_any_of"]
    assert not Profile.objects.exists()


def name_scopes(given: dict[str, Any], expected: dict[str, Any]) -> None:
    api = api_with_key()
    answers = {value: api.get("/api/facts", end_user_id="acme", scope_id=value) for value in given["values"]}

    accepted = [value for value, answer in answers.items() if answer.status_code == 200]
    refused = {answer.status_code for value, answer in answers.items() if value not in accepted}
    assert accepted == expected["accepted"]
    assert refused == {expected["status_for_the_rest"]}


STORAGE: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "profile_read": read_profile,
    "fact_id": give_id,
    "fact_id_collision": collide,
    "fact_write": write_facts,
    "fact_edit": edit_fact,
    "key": name_people,
    "json_column": fill_column,
    "scope_id": name_scopes,
}


@pytest.mark.parametrize(
    ("given", "expected"), [pytest.param(case["input"], case["expect"], id=case["id"]) for case in CASES]
)
def test_what_is_stored(given, expected):
    STORAGE[given["kind"]](given, expected)
