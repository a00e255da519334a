"""The context through the door: its levels together, its price, and bad questions."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from engine.model import chat
from memoryhub import retrieval
from observability.models import HourlyFigures, ModelCall, Observation
from profiles import editing
from profiles.models import Profile
from summaries.models import EpisodeSummary, Message, MessageVector, Session, SummarySnapshot
from tests.builders import (
    BY_OWNER,
    NOON,
    after,
    make_end_user,
    make_fact,
    make_message,
    make_profile,
    make_session,
)  # fmt: skip
from tests.callers import Api, api_with_key
from tests.globalmemory.builders import make_global_memory

CHOICE = EmbedChoice()
ACME = {"end_user_id": "acme"}
CALL = ACME | {"agent_id": "helper", "session_id": "s1", "question": "Which tea do I like?"}
UNCOUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET")


@pytest.fixture(autouse=True)
def _patience(settings: Any) -> None:
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 30_000


@pytest.fixture
def api() -> Api:
    return api_with_key()


def ask(api: Api, **more: Any) -> dict[str, Any]:
    answer = api.post("/api/context", CALL | more)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def make_embedded(profile: Profile, content: str, **fields: Any) -> Any:
    vector = embeddings.embed_passages([content], CHOICE)[0]
    return make_fact(profile, content, vector=tuple(vector), vector_model=embeddings.model_name(CHOICE), **fields)


def make_said(profile: Profile, content: str, *, session_id: str = "old", **fields: Any) -> Message:
    """A message as the background leaves it: with its words and its vector."""
    message = make_message(make_session(profile, session_id), content, **fields)
    vector = embeddings.embed_passages([content], CHOICE)[0]
    MessageVector.objects.create(
        message=message, profile=profile, model=embeddings.model_name(CHOICE), embedding=vector
    )
    return message


def make_life(profile: Profile, count: int) -> None:
    """So much of everything."""
    for n in range(count):
        make_fact(profile, f"likes tea number {n}")
        make_embedded(profile, f"Tea shop number {n} closes at six", type="semantic_memory")
        make_said(profile, f"I like green tea number {n}", said_at=NOON - timedelta(days=n + 3))
        make_message(make_session(profile), f"message {n}", said_at=after(n))
        SummarySnapshot.objects.create(
            session=make_session(profile),
            profile=profile,
            text=f"[CURRENT_TOPIC]\ntea {n}",
            version=n + 1,
            created_at=NOON,
        )
        EpisodeSummary.objects.create(
            session=make_session(profile, f"e{n}"), profile=profile, summary=f"Talked about tea {n}.", topics=["tea"],
            happened_at=NOON, written_at=NOON,
        )  # fmt: skip
        make_global_memory(profile, f"Tea rules {n}", agents=("helper",), content=f"Say {n} words about tea.")


def levels(body: dict[str, Any]) -> list[str]:
    return [part["level"] for part in body["parts"]]


@pytest.mark.django_db
def test_every_level_stands_in_its_order_with_ids_and_scores(api):
    company, person = make_end_user("acme"), make_end_user("acme", "op1")
    make_fact(company, "The company sells pots")
    make_life(person, 1)

    body = ask(api, end_sub_user_id="op1")

    assert levels(body) == ["global", "company", "user", "memories", "summary", "recent"]
    items = {part["level"]: part["items"] for part in body["parts"]}
    assert items["global"][0]["text"] == "Tea rules 0\nContent: Say 0 words about tea."
    assert "## Global memories\n- Tea rules 0\n  Content: Say 0 words about tea.\n" in body["text"]
    fact, message = items["memories"]
    assert fact["text"] == "[semantic_memory] Tea shop number 0 closes at six"
    assert message["text"] == "[message] (2026-03-07) user: I like green tea number 0"
    assert message["type"] == "message"
    assert 0.3 <= message["score"] <= 1
    assert body["text"].index("[semantic_memory]") < body["text"].index("[message]")
    observation = Observation.objects.get(observation_id=body["observation_id"])
    assert observation.mode_of_global == "minimal"
    assert observation.trace["ran"]["related"]["kept"] == 2


@pytest.mark.django_db
def test_in_chinese_a_found_message_has_its_day_in_wide_brackets(api):
    make_said(make_end_user("acme"), "我最喜欢龙井茶", said_at=NOON - timedelta(days=64))

    body = ask(api, question="我喜欢什么龙井茶？", locale="zh-CN")

    assert "## 长期会话片段\n- [message] （2026-01-05）user: 我最喜欢龙井茶\n" in body["text"]


@pytest.mark.django_db
def test_found_messages_repeat_neither_the_rounds_shown_nor_the_question(api):
    person = make_end_user("acme")
    make_said(person, "I like green tea", session_id="s1", said_at=NOON)
    make_said(person, "Which tea do I like?", session_id="old", said_at=after(-9))
    make_said(person, "Which tea do I like, then?", session_id="s1", message_id="q1", said_at=after(2))
    make_said(person, "I like green tea", session_id="older", said_at=after(-90))
    make_said(person, "Black tea I like, too", session_id="older", said_at=after(-80))

    body = ask(api, message_id="q1")

    found = [one["text"] for part in body["parts"] if part["level"] == "memories" for one in part["items"]]
    assert found == ["[message] (2026-03-10) user: Black tea I like, too"]
    assert body["text"].count("I like green tea") == 1
    assert "then?" not in body["text"]


@pytest.mark.django_db
def test_at_most_three_messages_are_found_and_none_where_that_is_switched_off(api, settings):
    person = make_end_user("acme")
    for n in range(6):
        make_said(person, f"I like tea of kind {n}", said_at=after(-n))

    three = [one for part in ask(api)["parts"] for one in part["items"]]
    settings.MEMORYHUB_CONTEXT_MESSAGES = 0
    none = ask(api)["parts"]

    assert [one["type"] for one in three] == ["message"] * 3
    assert none == []


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["Write a poem about spring", "Translate good morning", "今天天气怎么样"])
def test_what_is_merely_likely_is_listed_and_stands_in_no_prompt(api, settings, question):
    person = make_end_user("acme")
    make_embedded(person, "The user bought a blue Volvo", type="episodic_memory")
    make_said(person, "I am allergic to penicillin, remind me when I pack medicine")
    settings.MEMORYHUB_SEARCH_SCORE = 0.0

    body = ask(api, question=question)

    weighed = Observation.objects.get(observation_id=body["observation_id"]).trace["levels"]["memories"]
    assert body["text"] == ""
    assert [one["why"] for one in weighed] == ["below_threshold"] * 2


@pytest.mark.django_db
def test_what_was_said_on_the_day_asked_for_is_found_without_its_small_talk(api):
    person = make_end_user("acme")
    for content, role in (("我想给朵朵报钢琴班", "user"), ("收到。", "assistant")):
        make_said(person, content, role=role, said_at=timezone.now() - timedelta(days=1))

    found = [one["text"] for part in ask(api, question="昨天我们聊了什么")["parts"] for one in part["items"]]

    assert len(found) == 1
    assert "朵朵" in found[0]


@pytest.mark.django_db
def test_what_a_deleted_or_overtaken_fact_was_learned_from_is_not_found(api):
    person = make_end_user("acme")
    said = [make_said(person, text, said_at=after(-n)) for n, text in enumerate(["I like rum tea", "I like milk tea"])]
    deleted = make_fact(person, "likes rum tea", evidence=(said[0].pk,))
    editing.delete(person, deleted.fact_id, origin=BY_OWNER, now=NOON)
    overtaken = make_fact(person, "likes milk tea", evidence=(said[1].pk,))
    editing.edit(person, overtaken.fact_id, content="likes no milk", origin=BY_OWNER, now=NOON)

    text = ask(api)["text"]

    assert "rum tea" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 8])
def test_a_context_costs_fourteen_statements_one_embedding_and_no_model(api, monkeypatch, count):
    company, person = make_end_user("acme"), make_end_user("acme", "op1")
    make_fact(company, "The company sells pots")
    make_life(person, count)
    for n in range(30 if count > 1 else 0):
        make_global_memory(person, f"Further {n}", agents=("helper",), content="Tea.", tags=["tea"])
    asked: list[str] = []
    embed = embeddings.embed_query
    monkeypatch.setattr(embeddings, "embed_query", lambda text, choice: asked.append(text) or embed(text, choice))
    monkeypatch.setattr(chat, "ask", lambda *_args, **_options: pytest.fail("a model was asked"), raising=False)
    ask(api, end_sub_user_id="op1")  # the key's last use is written once a minute

    with CaptureQueriesContext(connection) as seen:
        body = ask(api, end_sub_user_id="op1")

    counted = [query["sql"] for query in seen.captured_queries if not query["sql"].lstrip().startswith(UNCOUNTED)]
    assert len(counted) <= 14, "\n".join(sql[:90] for sql in counted)
    assert levels(body) == ["global", "company", "user", "memories", "summary", "recent"]
    assert asked == [CALL["question"]] * 2
    assert not ModelCall.objects.exists()


@pytest.mark.django_db
def test_without_an_embedder_it_is_found_by_words_and_said_to_be_degraded(api, monkeypatch):
    make_said(make_end_user("acme"), "I like oolong tea")

    def fail(*_args: Any, **_options: Any) -> None:
        raise ProviderFailed("timeout")

    monkeypatch.setattr(embeddings, "embed_query", fail)
    body = ask(api, question="Which oolong tea do I like?")

    assert "oolong" in body["text"]
    assert (body["degraded"], body["errors"]) == (True, {"related": "timeout"})


@pytest.mark.django_db
def test_a_level_that_breaks_in_any_way_is_left_out_and_the_rest_answers(api, monkeypatch):
    make_fact(make_end_user("acme"), "The user likes tea")

    def fail(*_args: Any, **_options: Any) -> None:
        raise TypeError("a fault of ours")

    monkeypatch.setattr(retrieval, "find", fail)
    body = ask(api)

    assert "likes tea" in body["text"]
    assert body["errors"] == {"related": "TypeError"}
    assert HourlyFigures.objects.get().failed == 1


@pytest.mark.django_db
@pytest.mark.parametrize("off", ["memory_enabled", "person", "agent", "conversation"])
def test_with_memory_off_or_paused_nothing_but_the_running_conversation_is_told(api, off):
    person = make_end_user("acme", is_paused=off == "person")
    make_life(person, 1)
    if off == "conversation":
        Session.objects.filter(session_id="s1").update(is_paused=True)
    if off == "agent":
        person.tenant.agents.create(agent_id="helper", is_paused=True)

    body = ask(api, memory_enabled=off != "memory_enabled")

    assert levels(body) == ["recent"]
    assert body["paused"] == (off != "memory_enabled")


@pytest.mark.django_db
def test_of_nobody_known_only_what_the_organisation_told_the_agent_stands_there(api):
    make_global_memory(None, "House rules", agents=("helper",), content="Be brief.")
    make_life(make_end_user("globex"), 1)

    body = ask(api)

    assert levels(body) == ["global"]
    assert "Be brief." in body["text"]
    assert not Profile.objects.filter(end_user__end_user_id="acme").exists()


@pytest.mark.django_db
def test_a_known_fact_is_not_told_again_by_what_is_found(api):
    person = make_end_user("acme")
    make_fact(person, "用户喜欢简短回答，不要寒暄")
    make_embedded(person, "用户喜欢简短回答", type="semantic_memory")
    make_said(person, "我喜欢简短回答")

    body = ask(api, question="我喜欢怎样的回答？")

    assert body["text"].count("简短回答") == 1
    assert {(one["level"], one["reason"]) for one in body["dropped"]} == {("memories", "repeated")}
    assert len(body["dropped"]) == 2


@pytest.mark.django_db
def test_with_room_for_one_token_the_newest_question_alone_is_left_and_all_else_is_listed(api):
    person = make_end_user("acme")
    make_life(person, 1)

    body = ask(api, max_tokens=1)

    assert levels(body) == ["recent"]
    assert [one["text"] for part in body["parts"] for one in part["items"]] == ["user: message 0"]
    assert {one["level"] for one in body["dropped"]} == {"global", "user", "memories", "summary"}
    assert {one["reason"] for one in body["dropped"]} == {"max_tokens"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "odd",
    [
        {"question": ""},
        {"question": " \n "},
        {"question": "🙂🙂🙂"},
        {"question": "？！……"},
        {"question": "tea " * 2_500},
        {"question": "茶" * 10_000},
        {"agent_id": "nobody knows this agent"},
        {"session_id": "never held"},
        {"locale": "☃ not-a-locale"},
        {"locale": "fr-CA"},
        {"message_id": "unknown"},
        {"max_tokens": 1_000_000},
    ],
    ids=lambda odd: str(odd)[:40],
)
def test_an_odd_question_has_an_answer(api, odd):
    make_life(make_end_user("acme"), 1)

    body = ask(api, **{key: value[:64] if key == "agent_id" else value for key, value in odd.items()})

    assert "likes tea number 0" in body["text"]
    assert body["errors"] == {}


@pytest.mark.django_db
def test_an_employee_is_answered_like_an_end_user():
    make_fact(make_profile("u1"), "The user likes tea")
    call = {name: value for name, value in CALL.items() if name != "end_user_id"}

    body = api_with_key(acts_for_employees=True).post("/api/context", call | {"user_id": "u1"}).json()

    assert "likes tea" in body["text"]
