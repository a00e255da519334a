"""Learning while something goes wrong: engines that fail, facts that change meanwhile, workers that are overtaken."""

from typing import Any

import pytest
from django.db import connection, transaction

from engine.errors import ProviderFailed
from engine.questions import ExtractAnswer
from extraction import jobs, merge, runner, settling
from extraction.models import Job
from profiles import editing, ledger
from profiles.models import Fact, Profile
from summaries.models import Session
from tests.builders import BY_OWNER, NOON, after, make_fact, make_message, make_profile, make_session
from tests.extraction.scripted import Scripted, active, found, learned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_bells")]


def test_a_failed_engine_is_asked_again_later_and_nothing_is_stored(session: Session, engine: Scripted) -> None:
    engine.answers = [ExtractAnswer(failed="format")]

    job = learned(session, "我住在烟台的海边")

    assert (job.state, job.reason) == ("pending", "format")
    assert job.due_at > NOON
    assert not Fact.objects.exists()


def test_an_engine_that_raises_is_treated_like_one_that_failed(session: Session, engine: Scripted) -> None:
    engine.answers = [ProviderFailed("timeout", retry_after=600)]

    job = learned(session, "我住在烟台的海边")

    assert (job.state, job.reason, job.due_at) == ("pending", "timeout", after(10))


def test_a_fault_of_our_own_costs_an_attempt_and_is_seen(session: Session, engine: Scripted) -> None:
    engine.answers = [ZeroDivisionError()]

    with pytest.raises(ZeroDivisionError):
        learned(session, "我住在烟台的海边")

    job = Job.objects.get()
    assert (job.state, job.reason, job.error) == ("pending", "error", "ZeroDivisionError")


def test_a_partial_answer_keeps_what_was_finished_and_says_so(session: Session, engine: Scripted) -> None:
    engine.answers = [found("用户住在烟台", is_partial=True)]

    job = learned(session, "我住在烟台的海边")

    assert job.state == "partial"
    assert active(session.profile) == ["用户住在烟台"]


def test_no_transaction_is_open_while_an_engine_thinks(
    session: Session, engine: Scripted, transactional_db: None
) -> None:
    open_ones: list[bool] = []
    engine.meanwhile = lambda: open_ones.append(connection.in_atomic_block)

    learned(session, "我住在烟台的海边")

    assert open_ones == [False]


def test_a_connection_that_was_ended_during_a_long_call_is_replaced(engine: Scripted, transactional_db: None) -> None:
    session = make_session(make_profile())
    engine.answers = [found("用户住在烟台")]

    def end_connection() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        other = connection.copy()
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
        other.close()

    engine.meanwhile = end_connection

    job = learned(session, "我住在烟台的海边")

    assert job.state == "done"
    assert active(session.profile) == ["用户住在烟台"]


def test_a_decision_is_taken_again_when_the_fact_changed_meanwhile(
    session: Session, engine: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = make_fact(session.profile, "用户喜欢喝绿茶")
    engine.answers = [found("用户爱喝绿茶")]
    decide, calls = merge.decide, []

    def decide_slowly(*args: Any, **named: Any) -> Any:
        calls.append(1)
        plan = decide(*args, **named)
        if len(calls) == 1:
            editing.delete(session.profile, known.fact_id, scope_id=known.scope_id, origin=BY_OWNER, now=NOON)
        return plan

    monkeypatch.setattr(merge, "decide", decide_slowly)

    job = learned(session, "我爱喝绿茶你知道", now=after(5))

    assert len(calls) == 2
    assert job.state == "done"
    assert Fact.objects.get(pk=known.pk).status == "deprecated"


def test_what_is_stale_three_times_is_appended(
    session: Session, engine: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.answers = [found("用户爱喝绿茶")]
    apply, calls = ledger.apply, []

    def stale_at_first(*args: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) <= settling.DECISIONS:
            raise ledger.Stale([1])
        return apply(*args, **named)

    monkeypatch.setattr(ledger, "apply", stale_at_first)

    learned(session, "我爱喝绿茶你知道")

    assert active(session.profile) == ["用户爱喝绿茶"]


def test_a_worker_that_was_overtaken_writes_nothing(session: Session, engine: Scripted) -> None:
    engine.answers = [found("用户住在烟台")]
    engine.meanwhile = lambda: Job.objects.update(attempt=9)

    job = learned(session, "我住在烟台的海边")

    assert job.state == "running"
    assert not Fact.objects.exists()


def test_a_person_who_was_erased_meanwhile_stops_the_work_quietly(session: Session, engine: Scripted) -> None:
    engine.answers = [found("用户住在烟台")]

    def erase() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL memoryhub.erasing = 'on'")
            Profile.objects.filter(pk=session.profile_id).delete()

    engine.meanwhile = erase
    message = make_message(session, "我住在烟台的海边")
    jobs.add(session.profile, Job.Kind.LEARN, now=NOON, session=session, message_ids=[message.pk])

    runner.run_next(session.profile_id, queue="learning", now=NOON)

    assert not Job.objects.exists()
    assert not Fact.objects.exists()
