from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from engine.errors import Refused
from extraction import bell, messageguard
from extraction.models import Job
from memoryhub import ingest
from memoryhub.ingest import Batch, Incoming
from profiles import identity
from profiles.models import Agent, Profile, ScopeConfig
from summaries.models import Message, Session
from tests.builders import NOON, make_profile, make_tenant

pytestmark = pytest.mark.django_db

ID_NUMBER = "110101190001010014"


@pytest.fixture(autouse=True)
def bells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Every bell that was rung; no broker is asked."""
    rung: list[tuple[int, str]] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append((profile_id, queue))
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


@pytest.fixture
def named() -> identity.Named:
    return identity.Named(tenant_id=make_tenant().pk, kind="end_user", end_user_id="acme")


def said(content: str, message_id: str = "", **fields: Any) -> Incoming:
    return Incoming(role=fields.pop("role", "user"), content=content, message_id=message_id, **fields)


def batch(*messages: Incoming, **fields: Any) -> Batch:
    return Batch(session_id=fields.pop("session_id", "s1"), messages=messages, **fields)


def test_a_batch_is_stored_with_one_job_and_one_bell(
    named: identity.Named,
    bells: list[tuple[int, str]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        recorded = ingest.record(named, batch(said("我住在烟台", "m1"), said("好的", "m2", role="assistant")), now=NOON)

    job = Job.objects.get()
    assert recorded.stored == 2
    assert recorded.message_ids == ("m1", "m2")
    assert (recorded.job_id, recorded.state) == (job.pk, "pending")
    assert job.message_ids == list(Message.objects.order_by("pk").values_list("pk", flat=True))
    assert bells == [(job.profile_id, "learning")]


def test_no_bell_is_rung_for_a_transaction_that_is_rolled_back(
    named: identity.Named,
    bells: list[tuple[int, str]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Refused):
        ingest.record(named, batch(said("a", "m1"), said("b", "m1")), now=NOON)

    assert bells == []
    assert not Profile.objects.exists()


def test_the_same_messages_again_change_nothing_and_name_the_first_job(named: identity.Named) -> None:
    first = ingest.record(named, batch(said("我住在烟台", "m1")), now=NOON)

    second = ingest.record(named, batch(said("我住在烟台", "m1")), now=NOON + timedelta(hours=1))

    assert second.stored == 0
    assert second.job_id == first.job_id
    assert Message.objects.count() == 1
    assert Job.objects.count() == 1


def test_one_id_twice_in_a_batch_is_stored_once(named: identity.Named) -> None:
    recorded = ingest.record(named, batch(said("你好", "m1"), said("你好", "m1")), now=NOON)

    assert recorded.stored == 1
    assert Message.objects.count() == 1


def test_an_id_with_other_content_is_refused_and_nothing_of_the_call_is_stored(named: identity.Named) -> None:
    ingest.record(named, batch(said("你好", "m1")), now=NOON)

    with pytest.raises(ingest.MessageConflict) as refusal:
        ingest.record(named, batch(said("新的", "m2"), said("改过了", "m1")), now=NOON)

    assert (refusal.value.status, refusal.value.code) == (409, "message_conflict")
    assert list(Message.objects.values_list("message_id", flat=True)) == ["m1"]
    assert Job.objects.count() == 1


def test_only_the_new_part_of_an_overlapping_batch_is_learned_from(named: identity.Named) -> None:
    ingest.record(named, batch(said("one", "m1"), said("two", "m2")), now=NOON)

    recorded = ingest.record(named, batch(said("two", "m2"), said("three", "m3")), now=NOON)

    third = Message.objects.get(message_id="m3")
    assert recorded.stored == 1
    assert Job.objects.get(pk=recorded.job_id).message_ids == [third.pk]


def test_a_masked_message_sent_again_is_still_known_by_what_was_sent(named: identity.Named) -> None:
    text = f"我的身份证号是{ID_NUMBER}，帮我订票"
    ingest.record(named, batch(said(text, "m1")), now=NOON)

    again = ingest.record(named, batch(said(text, "m1")), now=NOON)
    with pytest.raises(ingest.MessageConflict):
        ingest.record(named, batch(said(text.replace("14，", "22，"), "m1")), now=NOON)

    stored = Message.objects.get()
    assert again.stored == 0
    assert ID_NUMBER not in stored.content
    assert sum(stored.masked.values()) == 1


@pytest.mark.parametrize(("policy", "is_kept"), [("keep", True), ("mask", False)])
def test_a_scope_says_what_happens_to_secrets(named: identity.Named, policy: str, is_kept: bool) -> None:
    ScopeConfig.objects.create(tenant=make_tenant(), scope_id="bank", message_secrets=policy)

    ingest.record(named, batch(said(f"我的身份证号是{ID_NUMBER}", "m1"), scope_id="bank"), now=NOON)

    assert (ID_NUMBER in Message.objects.get().content) is is_kept


def test_a_scope_can_refuse_secrets(named: identity.Named) -> None:
    ScopeConfig.objects.create(tenant=make_tenant(), scope_id="bank", message_secrets="refuse")

    with pytest.raises(messageguard.SecretRefused):
        ingest.record(named, batch(said(f"我的身份证号是{ID_NUMBER}", "m1"), scope_id="bank"), now=NOON)

    assert not Message.objects.exists()


def test_a_name_with_a_secret_in_it_is_left_out(named: identity.Named) -> None:
    ingest.record(
        named, batch(said("hello there", "m1", name=f"身份证号{ID_NUMBER}"), said("hi", "m2", name="Ines")), now=NOON
    )

    assert [message.name for message in Message.objects.order_by("pk")] == ["", "Ines"]


def test_messages_that_must_not_teach_are_stored_without_a_job(named: identity.Named) -> None:
    recorded = ingest.record(named, batch(said("我住在烟台", "m1"), teaches=False), now=NOON)

    assert recorded.job_id is None
    assert not Message.objects.get().teaches
    assert not Job.objects.exists()


@pytest.mark.parametrize("paused", ["tenant", "profile", "agent", "session"])
def test_a_paused_memory_keeps_the_message_and_says_that_it_learns_nothing(named: identity.Named, paused: str) -> None:
    ingest.record(named, batch(said("hello there", "m0"), agent_id="a1"), now=NOON)
    model = {"tenant": type(make_tenant()), "profile": Profile, "agent": Agent, "session": Session}[paused]
    model.objects.update(is_paused=True)

    recorded = ingest.record(named, batch(said("我住在烟台", "m1"), agent_id="a1"), now=NOON)

    job = Job.objects.get(pk=recorded.job_id)
    assert recorded.is_paused
    assert (job.state, job.reason) == ("done", "paused")
    assert not Message.objects.get(message_id="m1").teaches


def test_a_paused_memory_may_keep_no_messages_at_all(named: identity.Named, settings: Settings) -> None:
    make_tenant()
    type(make_tenant()).objects.update(is_paused=True)
    settings.MEMORYHUB_KEEP_PAUSED_MESSAGES = False

    recorded = ingest.record(named, batch(said("我住在烟台", "m1")), now=NOON)

    assert (recorded.stored, recorded.is_paused) == (0, True)
    assert not Message.objects.exists()


def test_time_and_offset_are_kept_as_the_caller_wrote_them(named: identity.Named) -> None:
    written = datetime(2026, 1, 8, 1, 30, tzinfo=timezone(timedelta(hours=8)))

    ingest.record(named, batch(said("hello there", "m1", said_at=written)), now=NOON)

    message = Message.objects.get()
    assert message.said_at == written
    assert message.said_offset_minutes == 480


def test_a_session_remembers_its_latest_message_whatever_the_order_of_arrival(named: identity.Named) -> None:
    ingest.record(named, batch(said("later", "m2", said_at=NOON)), now=NOON)

    ingest.record(named, batch(said("earlier", "m1", said_at=NOON - timedelta(days=1))), now=NOON)

    assert Session.objects.get().last_message_at == NOON
    assert list(Message.objects.all().as_said().values_list("message_id", flat=True)) == ["m1", "m2"]


def test_two_people_may_use_the_same_session_and_message_ids(named: identity.Named) -> None:
    other = replace(named, end_user_id="other")

    ingest.record(named, batch(said("mine", "m1")), now=NOON)
    ingest.record(other, batch(said("yours", "m1")), now=NOON)

    assert Message.objects.get(profile=identity.find(other)).content == "yours"
    assert Message.objects.count() == 2


def test_a_message_without_an_id_gets_one(named: identity.Named) -> None:
    recorded = ingest.record(named, batch(said("hello"), said("hello")), now=NOON)

    assert recorded.stored == 2
    assert len(set(recorded.message_ids)) == 2


def test_an_agent_is_known_from_its_first_mention(named: identity.Named) -> None:
    ingest.record(named, batch(said("hello", "m1"), agent_id="helper"), now=NOON)
    ingest.record(named, batch(said("hello", "m2"), agent_id="helper"), now=NOON)

    assert Agent.objects.filter(agent_id="helper").count() == 1


@pytest.mark.parametrize("count", [1, 200])
def test_the_statements_do_not_grow_with_the_messages(named: identity.Named, count: int) -> None:
    ingest.record(named, batch(said("hello", "m0"), agent_id="helper"), now=NOON)

    with CaptureQueriesContext(
        connection,
    ) as known:
        many = [said(f"text {number}", f"m{number}") for number in range(1, count + 1)]
        ingest.record(named, batch(*many, agent_id="helper"), now=NOON + timedelta(minutes=1))

    assert counted(known) <= 8  # 12 with the key, the rate counter and an idempotency key's two


@pytest.mark.parametrize("count", [1, 200])
def test_a_first_mention_costs_at_most_six_statements_more(named: identity.Named, count: int) -> None:
    with CaptureQueriesContext(connection) as first:
        many = [said(f"text {number}", f"m{number}") for number in range(count)]
        ingest.record(named, batch(*many, agent_id="helper"), now=NOON)

    assert counted(first) <= 8 + 6


def counted(queries: CaptureQueriesContext) -> int:
    """Statements as the product counts them."""
    ignored = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "SET")
    return sum(not query["sql"].startswith(ignored) for query in queries.captured_queries)


def test_a_profile_that_exists_is_not_made_again(named: identity.Named) -> None:
    profile = make_profile("kai")

    ingest.record(identity.Named(profile.tenant_id, "user", user_id="kai"), batch(said("hello", "m1")), now=NOON)

    assert Message.objects.get().profile == profile
