"""An erasure while many hands are at work: no deadlock, no leftovers, and whoever comes later finds nobody."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from extraction import housekeeping, review, runner
from extraction.deletion import delete_conversation, delete_message
from extraction.review import Reach
from memoryhub import ingest
from observability import observations
from observability.models import Observation
from profiles import ledger
from profiles.changes import New
from profiles.models import ErasureReceipt, Fact, HeldItem, Profile
from summaries.models import Message, MessageVector
from tests.builders import BY_API, LEARNED, NOON, make_end_user, make_fact, make_message, make_session
from tests.flows.steps import person, profile_of, say
from tests.memoryhub.test_erasure import acme, erased
from tests.profiles.test_ledger_concurrent import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_erasing_while_everybody_writes_ends_without_a_deadlock_and_without_leftovers():
    named = person("kai")
    say(named, "I live in Bonn and I have two cats", ids=["m0"])
    profile = profile_of(named)
    session = profile.sessions.get()
    facts = [make_fact(profile, f"likes number {n}") for n in range(30)]

    def learn() -> object:
        return runner.run_next(profile.pk, queue="learning", now=NOON)

    def write(n: int) -> object:
        return ledger.apply(profile.pk, [New(f"wants number {n}")], origin=LEARNED, now=NOON)

    def talk(n: int) -> object:
        return ingest.record(
            named,
            ingest.Batch("s1", (ingest.Incoming("user", f"I like town {n} a lot", f"m{n}"),)),
            now=NOON,
        )

    deeds = [deed for n in range(1, 13) for deed in (lambda n=n: write(n), lambda n=n: talk(n), learn)]
    results = at_once(*deeds[:12], lambda: erased(named), *deeds[12:], learn)

    failures = [one for one in results if isinstance(one, Exception)]
    assert {type(one) for one in failures} <= {ledger.ProfileGone}
    assert len(facts) == 30
    assert not Fact.objects.filter(profile_id=profile.pk).exists()
    assert not Message.objects.filter(session_id=session.pk).exists()
    assert not Profile.objects.filter(pk=profile.pk).exists()
    assert ErasureReceipt.objects.count() == 1


def test_whoever_deletes_decides_or_tidies_at_once_is_not_locked_up(settings):
    settings.MEMORYHUB_MESSAGE_DAYS = 1
    profile = make_end_user("acme")
    deeds: list[Callable[[], object]] = []
    for n in range(6):
        session = make_session(profile, f"s{n}")
        messages = [make_message(session, f"I like town {n} a lot") for _number in range(5)]
        for message in messages:
            MessageVector.objects.create(message=message, profile=profile, model="m", embedding=[1.0])
        held = HeldItem.objects.create(
            profile=profile, content=f"statement {n}", type="user_fact", source="extraction", reason="steering",
            evidence=[messages[0].pk], created_at=NOON,
        )  # fmt: skip
        deeds += [
            lambda message=messages[0]: delete_message(message, actor="x", now=NOON),
            lambda session=session: delete_conversation(session, scope_id="__default__", origin=BY_API, now=NOON),
            lambda held=held: review.refuse(held.pk, reach=Reach(Q()), origin=BY_API, now=NOON),
            lambda: housekeeping.forget_expired(now=timezone.now() + timedelta(days=2)),
            lambda: observations.record(Observation(tenant_id=1, profile_id=profile.pk)),
        ]

    results = at_once(*deeds[:12], lambda: erased(acme()), *deeds[12:])

    expected = (ledger.ProfileGone, review.UnknownItem)
    assert [one for one in results if isinstance(one, Exception) and not isinstance(one, expected)] == []
    for model in (Message, MessageVector, HeldItem, Observation, Profile):
        assert not model.objects.exists()


def test_whoever_comes_while_it_is_erased_waits_and_finds_nobody():
    make_end_user("acme")
    make_message(make_session(profile_of(acme())), "I live in Bonn")
    holding, go = threading.Event(), threading.Event()

    def slowly() -> object:
        with transaction.atomic():
            found = erased(acme())
            holding.set()
            go.wait(10)
        return found

    def add() -> object:
        holding.wait(10)
        threading.Timer(0.3, go.set).start()
        return ledger.apply(key, [New("lives in Rome")], origin=LEARNED, now=NOON)

    key = profile_of(acme()).pk
    results = at_once(slowly, add)

    assert isinstance(results[1], ledger.ProfileGone)
    assert not Fact.objects.exists()


def test_a_conversation_is_deleted_while_its_messages_are_cleared_away():
    """Both want the messages and the vectors on them: whoever has a message gets its vectors, too."""
    session = make_session(make_end_user("acme"), "s1")
    message = make_message(session, "I live in Bonn")
    MessageVector.objects.create(message=message, profile=session.profile, model="m", embedding=[1.0])
    holding = threading.Event()

    def clear_away() -> object:
        with transaction.atomic():
            Message.objects.select_for_update().get(pk=message.pk)
            holding.set()
            assert somebody_waits()
            return MessageVector.objects.filter(message=message.pk).delete()[0]

    def delete() -> object:
        holding.wait(10)
        return delete_conversation(session, scope_id="__default__", origin=BY_API, now=NOON)

    results = at_once(clear_away, delete)

    assert [one for one in results if isinstance(one, Exception)] == []
    assert not Message.objects.exists()


def somebody_waits() -> bool:
    """Whether within ten seconds another connection waits for a lock."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return True
        time.sleep(0.02)
    return False
