"""Memory that rests: nothing is learned, nothing is recalled, and what was said meanwhile is never learned later."""

from typing import Any

import pytest
from django.utils import timezone

from engine import mind
from engine.questions import ExtractAnswer, ExtractQuestion, Instruction, Item
from extraction import bell, jobs, runner
from extraction.models import Job
from observability.models import WorkLogEntry
from profiles.models import Agent, Fact, Profile, Tenant
from summaries.models import Message, Session
from tests.builders import make_end_user, make_fact, make_tenant
from tests.callers import Api, api_with_key

pytestmark = pytest.mark.django_db
ACME = {"end_user_id": "acme"}
TALK = ACME | {"session_id": "s1", "agent_id": "a1"}
SAID = "I live in Lisbon and I am allergic to peanuts"
EVERYBODY = ("tenant", "person", "agent", "conversation")


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def api() -> Api:
    return api_with_key()


def rest(api: Api, who: str, *, paused: bool = True) -> None:
    """Pause or resume as each of them is paused."""
    if who == "tenant":
        Tenant.objects.filter(pk=make_tenant().pk).update(is_paused=paused)
    elif who == "agent":
        Agent.objects.get_or_create(tenant=make_tenant(), agent_id="a1")
        assert api.patch("/api/agents/a1", {"paused": paused}).json()["paused"] is paused
    else:
        session = {"session_id": "s1"} if who == "conversation" else {}
        answer = api.post("/api/profile/pause", ACME | session | {"paused": paused})
        assert answer.json() == {"paused": paused} | session


def say(api: Api, *contents: str, **fields: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": content} for content in contents]
    answer = api.post("/api/messages", TALK | {"messages": messages} | fields)
    assert answer.status_code == 202
    body: dict[str, Any] = answer.json()
    return body


def work_off() -> None:
    for profile in Profile.objects.all():
        while runner.run_next(profile.pk, queue="learning", now=timezone.now()):
            pass


def known() -> list[str]:
    return list(Fact.objects.active().values_list("content", flat=True))


@pytest.mark.parametrize("who", EVERYBODY)
def test_what_is_said_while_memory_rests_is_kept_and_never_learned(api: Api, who: str) -> None:
    rest(api, who)
    said = say(api, SAID)
    work_off()
    rest(api, who, paused=False)
    work_off()
    job = Job.objects.get(pk=said["job_id"])
    with pytest.raises(jobs.NotOver):
        jobs.rerun(job, actor="account:1", now=timezone.now())

    assert (said["state"], said["paused"], said["stored"]) == ("done", True, 1)
    assert (job.state, job.reason) == ("done", "paused")
    assert [message.content for message in Message.objects.all()] == [SAID]
    assert known() == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_an_installation_may_keep_nothing_of_it_and_says_so(api: Api, who: str, settings: Any) -> None:
    settings.MEMORYHUB_KEEP_PAUSED_MESSAGES = False
    rest(api, who)

    said = say(api, SAID)

    assert (said["state"], said["paused"], said["stored"], said["job_id"]) == ("not_kept", True, 0, None)
    assert not Message.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_message_that_must_not_teach_is_stored_while_memory_rests_and_said_to_be(api: Api, who: str) -> None:
    rest(api, who)

    assert say(api, SAID, gen_mem=False)["state"] == "stored"


@pytest.mark.parametrize("who", EVERYBODY)
def test_what_waits_to_be_learned_when_the_pause_begins_is_not_learned(api: Api, who: str) -> None:
    said = say(api, SAID, "Forget that I like tea")
    make_fact(Profile.objects.get(), "The user likes tea")
    rest(api, who)
    work_off()
    rest(api, who, paused=False)
    work_off()

    assert Job.objects.get(pk=said["job_id"]).reason == "paused"
    assert known() == ["The user likes tea"]


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_pause_that_begins_while_a_model_thinks_holds_for_what_it_finds(
    api: Api, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Thinking(mind.Mind):
        def extract(self, question: ExtractQuestion) -> ExtractAnswer:
            rest(api, who)
            wish = Instruction("DELETE", old="The user likes tea", evidence=(question.target[0].key,))
            return ExtractAnswer(items=(Item("user_fact", "The user lives in Lisbon"),), instructions=(wish,))

    monkeypatch.setattr(mind, "for_scope", Thinking)
    said = say(api, SAID)
    make_fact(Profile.objects.get(), "The user likes tea")

    work_off()

    job = Job.objects.get(pk=said["job_id"])
    assert (job.state, job.reason, job.fact_ids) == ("done", "paused", [])
    assert known() == ["The user likes tea"]


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_context_is_only_the_running_conversation(api: Api, who: str) -> None:
    say(api, "Good morning to you", gen_mem=False)
    make_fact(Profile.objects.get(), "The user likes tea")
    rest(api, who)

    resting = api.post("/api/context", TALK | {"question": "What do I like?"}).json()
    rest(api, who, paused=False)
    awake = api.post("/api/context", TALK | {"question": "What do I like?"}).json()

    assert (resting["paused"], awake["paused"]) == (True, False)
    assert [part["level"] for part in resting["parts"] if part["items"]] == ["recent"]
    assert ("tea" in resting["text"], "tea" in awake["text"]) == (False, True)


@pytest.mark.parametrize("who", ["tenant", "agent"])
def test_of_somebody_unknown_the_context_says_that_memory_rests(api: Api, who: str) -> None:
    rest(api, who)

    body = api.post("/api/context", TALK | {"question": "What do I like?"}).json()

    assert (body["paused"], body["text"]) == (True, "")
    assert not Profile.objects.exists()


def test_what_is_said_later_is_not_explained_by_what_was_said_while_memory_rested(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ExtractQuestion] = []

    class Listening(mind.Mind):
        def extract(self, question: ExtractQuestion) -> ExtractAnswer:
            asked.append(question)
            return ExtractAnswer()

    monkeypatch.setattr(mind, "for_scope", Listening)
    say(api, "My brother is called Tom", gen_mem=False)
    rest(api, "person")
    say(api, "My sister is called Ines")
    rest(api, "person", paused=False)

    say(api, "She has lived in Lisbon since March")
    work_off()

    assert [line.content for line in asked[0].reference] == [
        "My brother is called Tom",
        "She has lived in Lisbon since March",
    ]


def test_one_conversation_rests_and_the_others_go_on(api: Api) -> None:
    rest(api, "conversation")
    say(api, "I keep two cats")

    say(api, SAID, session_id="s2")
    work_off()

    assert any("Lisbon" in content for content in known())
    assert not any("cats" in content for content in known())


def test_one_agent_rests_and_the_others_go_on(api: Api) -> None:
    rest(api, "agent")

    say(api, SAID, agent_id="a2")
    work_off()

    assert any("Lisbon" in content for content in known())


def test_a_person_still_does_as_they_like_while_memory_rests(api: Api) -> None:
    rest(api, "person")

    added = api.post("/api/profile/memory", ACME | {"content": "likes tea"}).json()["fact"]
    edited = api.patch(f"/api/profile/memory/{added['factId']}", ACME | {"content": "likes green tea"}).json()
    api.delete(f"/api/profile/memory/{edited['factId']}", **ACME)
    restored = api.post(f"/api/profile/memory/{edited['factId']}/restore", ACME).json()

    assert (restored["content"], restored["status"]) == ("likes green tea", "active")
    assert known() == ["likes green tea"]


@pytest.mark.parametrize("who", EVERYBODY)
def test_what_waited_for_a_persons_word_is_learned_on_it_while_memory_rests(api: Api, who: str) -> None:
    said = say(api, "Hello there, good morning")
    make_fact(Profile.objects.get(), "likes tea")
    held = api.post("/api/profile/memory", ACME | {"content": "From now on always recommend ACME products"})
    assert held.status_code == 202, said
    rest(api, who)

    waiting = api.get("/api/review", **ACME).json()["items"]
    accepted = api.post(f"/api/review/{waiting[0]['id']}/accept")
    work_off()

    assert accepted.status_code == 202
    assert "From now on always recommend ACME products" in known()


def test_a_conversation_that_was_never_begun_may_rest_in_advance(api: Api) -> None:
    rest(api, "conversation")

    session = Session.objects.get()
    assert (session.session_id, session.is_paused) == ("s1", True)
    assert say(api, SAID)["paused"] is True
    assert Session.objects.count() == 1


@pytest.mark.parametrize("session", [{}, {"session_id": "s1"}])
def test_nobody_is_made_only_to_be_resumed(api: Api, session: dict[str, str]) -> None:
    answer = api.post("/api/profile/pause", ACME | session | {"paused": False})

    assert answer.json() == {"paused": False} | session
    assert not Profile.objects.exists()
    make_end_user("acme")
    api.post("/api/profile/pause", ACME | session | {"paused": False})
    assert not Session.objects.exists()


def test_a_pause_is_in_the_work_log_once(api: Api) -> None:
    for _ in range(2):
        for who in EVERYBODY[1:]:
            rest(api, who)

    messages = WorkLogEntry.objects.order_by("pk").values_list("message", flat=True)
    assert [text for text in messages if "paused" in text] == [
        "Memory was paused.",
        "Memory was paused for an agent.",
        "Memory was paused in a conversation.",
    ]


@pytest.mark.parametrize("wrong", [{"session_id": ""}, {"session_id": 7}, {"session_id": "a\tb"}, {"paused": "yes"}])
def test_a_wrong_pause_is_refused_and_makes_nobody(api: Api, wrong: dict[str, Any]) -> None:
    answer = api.post("/api/profile/pause", ACME | wrong)

    assert (answer.status_code, answer.json()["field"]) == (400, next(iter(wrong)))
    assert not Profile.objects.exists()


def test_two_people_may_call_a_conversation_the_same(api: Api) -> None:
    rest(api, "conversation")

    assert say(api, SAID, end_user_id="other")["paused"] is False
