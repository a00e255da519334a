"""Searching over the API: what is asked, what is answered, and what is refused."""

from typing import Any

import pytest
from django.db import OperationalError

from engine import embeddings
from engine.errors import ProviderFailed
from memoryhub import retrieval
from profiles import matching
from profiles.models import Profile, ScopeConfig
from profiles.models.tenants import DEFAULT_SCOPE
from tests.builders import NOON, make_end_user, make_profile, make_session, make_tenant
from tests.callers import api_with_key, api_with_token, make_issuer
from tests.finding import QUESTION, condense, describe, remember, say

pytestmark = pytest.mark.django_db
ACME = {"end_user_id": "acme"}
PATH = "/api/memories/search"


@pytest.fixture(autouse=True)
def _embedder(monkeypatch):
    """An embedder for which every question is the same."""
    monkeypatch.setattr(embeddings, "_embed", lambda texts, choice, *, is_query: [QUESTION for _ in texts])
    monkeypatch.setattr(embeddings, "model_name", lambda choice: "two-numbers")


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


def search(body: dict[str, Any], **options: Any) -> Any:
    return api_with_key(**options).post(PATH, ACME | {"query": "x"} | body)


def listed(answer: Any, name: str = "fragment_memory_results") -> list[str]:
    assert answer.status_code == 200, answer.content
    return [one["mem_info"]["content"] for one in answer.json()[name]]


def test_the_answer_has_lists_with_scores_times_and_evidence(profile):
    said = say(profile, "I drink green tea", 0.5, message_id="m1")
    fact = remember(profile, "drinks green tea", 0.75, evidence=(said.pk,), said_at=NOON)
    describe(said.session, "Spoke of tea", 0.5, covers_through=said.pk)

    answer = search({}).json()

    (found,) = answer["fragment_memory_results"]
    assert found["score"] == 0.75
    info = found["mem_info"]
    assert (info["mem_id"], info["content"], info["type"]) == (fact.fact_id, "drinks green tea", "user_fact")
    assert info["evidence"] == [{"message_id": "m1", "session_id": "s1"}]
    assert info["timestamp"].startswith("2026-03-10T")
    assert [one["mem_info"]["type"] for one in answer["summary_results"]] == ["episode"]
    assert "message_results" not in answer
    assert "candidates" not in answer
    assert (answer["degraded"], answer["paused"]) == (False, False)


def test_messages_come_when_asked_for(profile):
    say(profile, "I drink green tea", 0.5)

    assert listed(search({"include_messages": True}), "message_results") == ["I drink green tea"]
    assert listed(search({"types": ["message"]}), "message_results") == ["I drink green tea"]
    assert listed(search({"types": ["message"]})) == []


def test_types_narrow_the_lists(profile):
    session = make_session(profile)
    remember(profile, "a plan", 0.5, type="assistant_plan")
    remember(profile, "a goal", 0.5, type="user_goal")
    describe(session, "an episode", 0.5)
    condense(session, "a summary", 0.5)

    assert listed(search({"types": ["user_goal"]})) == ["a goal"]
    assert listed(search({"types": ["user_goal"]}), "summary_results") == []
    assert listed(search({"types": ["summary"]}), "summary_results") == ["a summary"]
    assert set(listed(search({}), "summary_results")) == {"an episode", "a summary"}


def test_an_explanation_names_every_candidate(profile):
    remember(profile, "near", 0.5)
    remember(profile, "far", 0.125)

    near, far = search({"explain": True}).json()["candidates"]

    assert (near["why"], far["why"]) == ("kept", "below_threshold")
    assert far["score"] == far["relevance"] == 0.125
    assert (far["vector_rank"], far["word_rank"], far["day_rank"]) == (2, None, None)


def test_of_somebody_unknown_nothing_is_found_and_nothing_made():
    before = Profile.objects.count()

    answer = search({})

    assert answer.status_code == 200
    assert answer.json()["fragment_memory_results"] == answer.json()["summary_results"] == []
    assert Profile.objects.count() == before


@pytest.mark.parametrize("who", ["person", "tenant"])
def test_while_memory_rests_nothing_is_found_and_it_says_so(profile, who):
    remember(profile, "tea", 0.9)
    rests = profile if who == "person" else profile.tenant
    rests.is_paused = True
    rests.save()

    answer = search({"query": "tea"}).json()

    assert (answer["fragment_memory_results"], answer["paused"]) == ([], True)


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"query": ""}, "query_blank", "query"),
        ({"query": " 　\n"}, "query_blank", "query"),
        ({"query": "\u200b\u2028"}, "query_blank", "query"),
        ({"query": None}, "field_invalid", "query"),
        ({"query": 5}, "field_invalid", "query"),
        ({"query": "x" * 10_001}, "field_invalid", "query"),
        ({"top_k": 0}, "field_invalid", "top_k"),
        ({"top_k": 1_000}, "field_invalid", "top_k"),
        ({"top_k": "5"}, "field_invalid", "top_k"),
        ({"top_k": 2.5}, "field_invalid", "top_k"),
        ({"threshold": -1}, "field_invalid", "threshold"),
        ({"threshold": 2}, "field_invalid", "threshold"),
        ({"threshold": "0.3"}, "field_invalid", "threshold"),
        ({"threshold": True}, "field_invalid", "threshold"),
        ({"types": ["nonsense"]}, "field_invalid", "types.0"),
        ({"types": []}, "field_invalid", "types"),
        ({"types": "user_fact"}, "field_invalid", "types"),
        ({"agent_id": ""}, "field_invalid", "agent_id"),
        ({"include_messages": "yes"}, "field_invalid", "include_messages"),
        ({"scope_id": "a b"}, "scope_invalid", "scope_id"),
        ({"end_user_id": None}, "identity_missing", "end_user_id"),
        ({"filters": {"user_id": "u2"}}, "filter_unknown", "filters"),
        ({"type": "user_fact"}, "filter_unknown", "type"),
        ({"tenant_id": 1}, "filter_unknown", "tenant_id"),
        ({"tags": ["a,b", "c/d"]}, "filter_unknown", "tags"),
        ({"session_id": "s1"}, "filter_unknown", "session_id"),
    ],
)
def test_a_bad_question_is_refused_with_its_reason(profile, body, code, field):
    answer = search(body)

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)


def test_a_missing_query_is_told(profile):
    answer = api_with_key().post(PATH, ACME)

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "field_missing", "query")


def test_a_number_that_is_none_is_refused(profile):
    answer = api_with_key().send("POST", PATH, '{"end_user_id": "acme", "query": "x", "threshold": NaN}')

    assert (answer.status_code, answer.json()["code"]) == (400, "body_invalid")


def test_fields_that_are_no_filters_are_ignored(profile):
    assert search({"trace": "abc", "note": 1}).status_code == 200


@pytest.mark.parametrize("query", ["😀😀", "！？…", "x" * 10_000, "茶" * 10_000])
def test_strange_questions_are_answered(profile, query):
    remember(profile, "tea", 0.1)

    assert listed(search({"query": query})) == []


def test_an_agent_nobody_knows_finds_nothing(profile):
    remember(profile, "tea", 0.9)

    assert listed(search({"agent_id": "never-seen"})) == []


def test_two_identities_are_refused(profile):
    answer = api_with_key(acts_for_employees=True).post(PATH, ACME | {"user_id": "u1", "query": "x"})

    assert (answer.status_code, answer.json()["code"]) == (400, "field_invalid")


def test_a_person_finds_their_own_and_names_nobody_else():
    make_issuer()
    remember(make_profile("u1"), "mine", 0.9)
    remember(make_profile("u2"), "theirs", 0.9)
    caller = api_with_token("u1")

    assert listed(caller.post(PATH, {"query": "x"})) == ["mine"]
    assert caller.post(PATH, {"query": "x", "user_id": "u2"}).json()["code"] == "identity_foreign"


def test_keys_reach_as_far_as_they_are_confined(profile):
    remember(profile, "tea", 0.9)
    say(profile, "said to another", 0.9, agent_id="a2")
    say(profile, "said to mine", 0.9, agent_id="a1")

    assert search({}, end_user_prefix="other").status_code == 404
    assert search({}, scope_ids=["club"]).status_code == 404
    assert search({"agent_id": "a2"}, agents=["a1"]).status_code == 404
    assert listed(search({"include_messages": True}, agents=["a1"]), "message_results") == ["said to mine"]
    assert listed(search({"include_messages": True}, tenant=make_tenant("other")), "message_results") == []


def test_an_outage_of_the_embedder_does_not_look_like_nothing_found(profile, monkeypatch):
    remember(profile, "send mail to me", 0.9)

    def away(texts: Any, choice: Any, *, is_query: bool) -> None:
        raise ProviderFailed("timeout")

    monkeypatch.setattr(embeddings, "_embed", away)

    answer = search({"query": "mail"})

    assert listed(answer) == ["send mail to me"]
    assert answer.json()["degraded"]


def test_a_store_that_is_away_is_told(profile, monkeypatch):
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(matching, "by_words", away)
    monkeypatch.setattr("memoryhub.outage.note", lambda error, request: None)

    answer = search({})

    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")


@pytest.mark.parametrize("count", [0, 30])
@pytest.mark.parametrize("by", ["key", "token"])
def test_a_search_costs_nine_statements_at_most_whatever_there_is(count, by, django_assert_max_num_queries):
    make_issuer()
    person = make_profile("u1") if by == "token" else make_end_user("acme")
    for number in range(count):
        message = say(person, f"tea {number}", 0.5, session_id=f"s{number}")
        remember(person, f"tea number {number}", 0.5, evidence=(message.pk,))
        describe(message.session, f"tea {number}", 0.5, covers_through=message.pk)
    caller = api_with_token("u1") if by == "token" else api_with_key()
    body = {"query": "tea", "include_messages": True, "top_k": 100} | ({} if by == "token" else ACME)

    with django_assert_max_num_queries(9):
        answer = caller.post(PATH, body)

    assert len(listed(answer)) == count


@pytest.mark.parametrize("by", ["key", "token"])
def test_a_search_of_somebody_with_an_old_document_costs_no_more(by, django_assert_max_num_queries):
    make_issuer()
    person = make_profile("u1") if by == "token" else make_end_user("acme")
    message = say(person, "tea", 0.5)
    remember(person, "tea of the rows", 0.5, evidence=(message.pk,))
    person.memory = {"facts": [f"tea number {number}" for number in range(30)] + ["tea of the rows"]}
    person.save()
    caller = api_with_token("u1") if by == "token" else api_with_key()
    body = {"query": "tea", "include_messages": True, "top_k": 100} | ({} if by == "token" else ACME)

    with django_assert_max_num_queries(9):
        answer = caller.post(PATH, body)

    assert len(listed(answer)) == 31


def test_an_old_document_is_searched_by_the_policy_of_its_scope():
    person = make_end_user("acme", memory={"facts": ["用户的邮箱是 someone@example.com", "用户喜欢喝茶"]})
    kept = listed(search({"query": "邮箱 喝茶"}))
    ScopeConfig.objects.create(tenant=person.tenant, scope_id=DEFAULT_SCOPE, contacts="mask")

    masked = listed(search({"query": "邮箱 喝茶"}))

    assert "用户的邮箱是 someone@example.com" in kept
    assert sorted(masked) == ["用户喜欢喝茶", "用户的邮箱是 [masked: email]"]


def test_what_was_deleted_is_gone_from_the_next_search_on(profile):
    fact = remember(profile, "loves durian", 0.9)
    caller = api_with_key()
    assert listed(caller.post(PATH, ACME | {"query": "durian"})) == ["loves durian"]

    caller.delete(f"/api/profile/memory/{fact.fact_id}", **ACME)

    assert listed(caller.post(PATH, ACME | {"query": "durian"})) == []


def test_the_default_threshold_is_the_installations(profile, settings):
    remember(profile, "tea", 0.5)
    settings.MEMORYHUB_SEARCH_SCORE = 0.6

    assert listed(search({})) == []
    assert retrieval.Wanted((profile,), "x").threshold == 0.3
