"""A whole conversation is taken out, through the door: what goes with it, what stays, and what is offered."""

from typing import Any

import pytest

from extraction import jobs, runner
from extraction.models import Decision, Job
from observability.models import ModelCall, Observation, WorkLogEntry
from profiles import editing
from profiles.models import Fact, HeldItem, Profile
from summaries.models import EpisodeSummary, Message, MessageVector, Session, SummarySnapshot
from tests.builders import BY_OWNER, NOON, make_end_user, make_fact, make_message, make_session
from tests.callers import Api, api_with_key

pytestmark = pytest.mark.django_db
ACME = {"end_user_id": "acme"}
TALK = ACME | {"agent_id": "a1", "session_id": "s1"}
PATH = "/api/sessions/s1"


@pytest.fixture
def api() -> Api:
    return api_with_key()


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


@pytest.fixture
def session(profile: Profile) -> Session:
    return make_session(profile, "s1")


@pytest.fixture
def message(session: Session) -> Message:
    return make_message(session, "I live in Bonn, by the river", message_id="m1")


def test_everything_that_was_made_of_it_goes(api, profile, session, message):
    about = {"profile": profile, "session": session}
    SummarySnapshot.objects.create(**about, version=1, text="x", created_at=NOON)
    EpisodeSummary.objects.create(**about, summary="x", happened_at=NOON, written_at=NOON)
    MessageVector.objects.create(message=message, profile=profile, model="m", embedding=[1.0])

    answer = api.delete(PATH, **ACME)

    assert (answer.status_code, answer.json()["deleted"], answer.json()["messages"]) == (200, True, 1)
    for model in (Session, Message, SummarySnapshot, EpisodeSummary, MessageVector):
        assert not model.objects.exists()


def test_facts_learned_only_there_are_offered_and_stay(api, profile, session, message):
    elsewhere = make_message(make_session(profile, "s2"), "I like tea", message_id="m2")
    only = make_fact(profile, "lives in Bonn", evidence=(message.pk,))
    make_fact(profile, "likes tea", evidence=(message.pk, elsewhere.pk))
    make_fact(profile, "has a cat")
    gone = make_fact(profile, "fears dogs", evidence=(message.pk,))
    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=NOON)

    answer = api.delete(PATH, **ACME).json()

    assert [(fact["fact_id"], fact["content"]) for fact in answer["facts_learned_only_here"]] == [
        (only.fact_id, "lives in Bonn")
    ]
    assert answer["facts_forgotten"] is False
    assert Fact.objects.active().count() == 3
    history = api.get(f"/api/profile/memory/{only.fact_id}/history", **ACME).json()
    assert (history["messages"], history["missing"]) == ([], 1)


def test_they_are_forgotten_when_that_is_asked_for(api, profile, message):
    fact = make_fact(profile, "lives in Bonn", evidence=(message.pk,))

    answer = api.delete(PATH, **ACME, forget_facts="true").json()

    fact.refresh_from_db()
    assert (answer["facts_forgotten"], fact.status) == (True, "deprecated")
    assert [one["fact_id"] for one in answer["facts_learned_only_here"]] == [fact.fact_id]
    assert fact.events.order_by("pk").last().reason == "deleted"


def test_a_message_deleted_earlier_is_no_reason_to_keep_a_fact(api, profile, message):
    other = make_message(make_session(profile, "s2"), "Bonn, I said", message_id="m2", deleted_at=NOON)
    make_fact(profile, "lives in Bonn", evidence=(message.pk, other.pk))

    assert len(api.delete(PATH, **ACME).json()["facts_learned_only_here"]) == 1


def test_what_waits_and_what_came_to_nothing_goes_if_it_rests_on_it_alone(api, profile, message):
    other = make_message(make_session(profile, "s2"), "hello", message_id="m2")
    for content, evidence in (("here", [message.pk]), ("both", [message.pk, other.pk])):
        HeldItem.objects.create(
            profile=profile, content=content, type="user_fact", source="extraction", reason="steering",
            evidence=evidence, created_at=NOON,
        )  # fmt: skip
        for fact_id in ("", "f_00000001"):
            Decision.objects.create(
                profile=profile, content=content, fact_id=fact_id, action="skip", message_ids=evidence, at=NOON
            )

    api.delete(PATH, **ACME)

    assert [item.content for item in HeldItem.objects.all()] == ["both"]
    kept = set(Decision.objects.values_list("content", "fact_id"))
    assert kept == {("both", ""), ("both", "f_00000001"), ("here", "f_00000001")}


def test_what_models_were_asked_for_its_jobs_is_blanked_and_what_it_cost_stays(api, profile, session, message):
    job = jobs.add(profile, Job.Kind.LEARN, now=NOON, session=session, message_ids=[message.pk])
    for job_id in (job.pk, None):
        ModelCall.objects.create(
            tenant_id=profile.tenant_id, profile_id=profile.pk, job_id=job_id, purpose="extract", model="m",
            outcome="ok", tokens_in=5, request_text="I live in Bonn",
        )  # fmt: skip

    api.delete(PATH, **ACME)

    calls = ModelCall.objects.order_by("pk").values_list("request_text", "tokens_in")
    assert list(calls) == [("", 5), ("I live in Bonn", 5)]


def test_a_kept_question_of_the_conversation_is_blanked(api, profile, message):
    for session_id in ("s1", "s2"):
        Observation.objects.create(
            tenant_id=profile.tenant_id, profile_id=profile.pk, session_id=session_id, scope_id="__default__",
            question="Where do I live?",
        )  # fmt: skip

    api.delete(PATH, **ACME)

    assert set(Observation.objects.values_list("session_id", "question")) == {("s1", ""), ("s2", "Where do I live?")}


def test_a_job_that_waits_or_is_at_work_ends_without_a_fact(api, profile, session, message):
    for _number in range(2):
        jobs.add(profile, Job.Kind.LEARN, now=NOON, session=session, message_ids=[message.pk])
    at_work = jobs.claim(profile.pk, queue="learning", now=NOON)

    api.delete(PATH, **ACME)
    runner._run(at_work, NOON, lambda: NOON)

    assert not Job.objects.exists()
    assert not Fact.objects.exists()


def test_done_again_there_is_nothing_and_the_log_has_one_entry(api, message):
    first, second = api.delete(PATH, **ACME), api.delete(PATH, **ACME)

    assert (first.status_code, second.status_code, second.json()["code"]) == (200, 404, "not_found")
    entry = WorkLogEntry.objects.get(module="Conversations")
    assert entry.details["messages"] == 1
    assert "Bonn" not in str(entry.details)


def test_the_same_messages_sent_afterwards_are_new(api):
    sent = TALK | {"messages": [{"message_id": "m1", "role": "user", "content": "hello there"}]}
    api.post("/api/messages", sent)
    api.delete(PATH, **ACME)

    assert api.post("/api/messages", sent).json()["stored"] == 1


class TestScopesAndKeys:
    def test_what_the_conversation_has_in_another_scope_stays(self, api, session, message):
        make_message(session, "at work", message_id="m2", scope_id="work")

        answer = api.delete(PATH, **ACME, scope_id="work").json()

        assert answer["messages"] == 1
        assert Message.objects.get() == message
        assert Session.objects.exists()

    def test_a_conversation_of_another_scope_is_not_there(self, api, message):
        assert api.delete(PATH, **ACME, scope_id="work").status_code == 404
        assert Message.objects.exists()

    @pytest.mark.parametrize(
        "confined", [{"agents": ["a1"]}, {"scope_ids": ["home"]}, {"end_user_prefix": "other"}], ids=str
    )
    def test_what_lies_outside_of_a_key_looks_like_no_conversation(self, session, confined):
        make_message(session, "hello", message_id="m1", agent_id="a1", scope_id="work")
        make_message(session, "hello", message_id="m2", agent_id="a2", scope_id="work")
        narrow = api_with_key(**confined)

        known = narrow.delete(PATH, **ACME, scope_id="work")
        unknown = narrow.delete("/api/sessions/s9", **ACME, scope_id="work")

        assert (known.status_code, known.content) == (404, unknown.content)
        assert Message.objects.count() == 2

    def test_another_persons_conversation_of_the_same_name_stays(self, api, message):
        other = make_message(make_session(make_end_user("other"), "s1"), "mine", message_id="m1")

        api.delete(PATH, **ACME)

        assert Message.objects.get() == other

    def test_an_id_may_hold_a_slash(self, api, profile):
        make_message(make_session(profile, "room/1"), "hello there")

        assert api.delete("/api/sessions/room%2F1", **ACME).status_code == 200
        assert not Session.objects.exists()

    @pytest.mark.parametrize("query", [{"forget_facts": "yes"}, {"forget": "true"}], ids=str)
    def test_what_is_misspelt_deletes_nothing(self, api, message, query: dict[str, Any]):
        assert api.delete(PATH, **ACME, **query).status_code == 400
        assert Message.objects.exists()
