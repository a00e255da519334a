"""A message is taken out of a conversation, through the door."""

import pytest

from extraction import conversation, jobs
from extraction.models import Decision, Job
from observability.models import ModelCall, Observation, WorkLogEntry
from profiles.models import HeldItem, Profile
from summaries.models import Message
from tests.builders import NOON, make_end_user, make_fact, make_message, make_session
from tests.callers import api_with_key

pytestmark = pytest.mark.django_db
ACME = {"end_user_id": "acme"}
TALK = ACME | {"agent_id": "a1", "session_id": "s1"}
PATH = "/api/sessions/s1/messages/m1"


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


@pytest.fixture
def message(profile: Profile) -> Message:
    return make_message(make_session(profile), "I live in Bonn, by the river", message_id="m1")


@pytest.fixture
def api(settings):
    settings.MEMORYHUB_CONTEXT_MILLISECONDS = 60_000
    return api_with_key()


def test_a_deleted_message_leaves_the_window_and_the_evidence_while_the_fact_stays(api, profile, message):
    fact = make_fact(profile, "lives in Bonn", evidence=(message.pk,))

    answer = api.delete(PATH, **ACME)

    assert (answer.status_code, answer.json()) == (200, {"session_id": "s1", "message_id": "m1", "deleted": True})
    text = api.post("/api/context", TALK | {"question": ""}).json()["text"]
    assert ("lives in Bonn" in text, "by the river" in text) == (True, False)
    told = api.get(f"/api/profile/memory/{fact.fact_id}/history", **ACME).json()["messages"]
    assert [(one["deleted"], one["content"]) for one in told] == [(True, "")]


def test_a_deleted_message_teaches_nothing_more(api, profile, message):
    job = jobs.add(profile, Job.Kind.LEARN, now=NOON, session=message.session, message_ids=[message.pk])

    api.delete(PATH, **ACME)

    assert conversation.read(job).reference == ()


def test_what_repeats_it_goes_if_it_rests_on_no_other_message(api, profile, message):
    session = message.session
    other = make_message(session, "hello", message_id="m2")
    gone = make_message(session, "deleted before", message_id="m3", deleted_at=NOON)
    for content, evidence in (
        ("here", [message.pk]),
        ("with a deleted one", [message.pk, gone.pk]),
        ("both", [message.pk, other.pk]),
        ("by hand", []),
    ):
        HeldItem.objects.create(
            profile=profile, content=content, type="user_fact", source="extraction", reason="steering",
            evidence=evidence, created_at=NOON,
        )  # fmt: skip
        for fact_id in ("", "f_00000001"):
            Decision.objects.create(
                profile=profile, content=content, fact_id=fact_id, action="skip", message_ids=evidence, at=NOON
            )

    api.delete(PATH, **ACME)

    assert set(HeldItem.objects.values_list("content", flat=True)) == {"both", "by hand"}
    assert set(Decision.objects.filter(fact_id="").values_list("content", flat=True)) == {"both", "by hand"}
    assert Decision.objects.exclude(fact_id="").count() == 4


def test_what_was_asked_of_models_and_of_the_memory_about_it_is_blanked(api, profile, message):
    learning = jobs.add(profile, Job.Kind.LEARN, now=NOON, session=message.session, message_ids=[message.pk])
    elsewhere = jobs.add(profile, Job.Kind.LEARN, now=NOON, session=make_session(profile, "s2"))
    for job in (learning, elsewhere):
        ModelCall.objects.create(
            tenant_id=profile.tenant_id, profile_id=profile.pk, job_id=job.pk, purpose="extract", model="m",
            outcome="ok", tokens_in=5, request_text="I live in Bonn", reply_text="Bonn",
        )  # fmt: skip
    for message_id in ("m1", "m2"):
        Observation.objects.create(
            tenant_id=profile.tenant_id, profile_id=profile.pk, session_id="s1", scope_id="__default__",
            message_id=message_id, question="Where do I live?",
        )  # fmt: skip

    api.delete(PATH, **ACME)

    calls = ModelCall.objects.order_by("pk").values_list("request_text", "reply_text", "tokens_in")
    assert list(calls) == [("", "", 5), ("I live in Bonn", "Bonn", 5)]
    assert dict(Observation.objects.values_list("message_id", "question")) == {"m1": "", "m2": "Where do I live?"}


def test_deleting_twice_answers_the_same_and_logs_once(api, message):
    first, second = api.delete(PATH, **ACME), api.delete(PATH, **ACME)

    assert first.json() == second.json()
    assert WorkLogEntry.objects.filter(module="Conversations").count() == 1


def test_sent_again_a_deleted_message_stays_deleted(api):
    sent = TALK | {"messages": [{"message_id": "m1", "role": "user", "content": "hello there"}]}
    api.post("/api/messages", sent)
    api.delete(PATH, **ACME)

    again = api.post("/api/messages", sent)

    assert (again.status_code, again.json()["stored"]) == (202, 0)
    assert Message.objects.get().deleted_at is not None


def test_an_id_may_hold_a_slash(api, profile):
    message = make_message(make_session(profile, "room/1"), "hello there", message_id="m/1")

    answer = api.delete("/api/sessions/room%2F1/messages/m%2F1", **ACME)

    assert answer.status_code == 200
    message.refresh_from_db()
    assert message.deleted_at is not None


@pytest.mark.parametrize(
    "confined", [{"agents": ["a1"]}, {"scope_ids": ["home"]}, {"end_user_prefix": "other"}], ids=str
)
def test_what_lies_outside_of_a_key_looks_like_no_message(profile, confined):
    message = make_message(make_session(profile), "hello", message_id="m1", agent_id="a2", scope_id="work")
    api = api_with_key(**confined)

    known = api.delete(PATH, **ACME, scope_id="work")
    unknown = api.delete("/api/sessions/s1/messages/m9", **ACME, scope_id="work")

    assert (known.status_code, known.content) == (404, unknown.content)
    message.refresh_from_db()
    assert message.deleted_at is None


def test_a_message_of_another_scope_is_not_there(api, message):
    assert api.delete(PATH, **ACME, scope_id="work").status_code == 404
