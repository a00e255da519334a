from importlib import import_module

import pytest
from celery import current_app
from celery.exceptions import Reject
from django.apps import apps
from django.db import OperationalError
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from extraction import bell, jobs, runner, tasks
from extraction.models import Job
from profiles.models import FactVector
from tests.builders import make_fact, make_message, make_profile, make_session

pytestmark = pytest.mark.django_db

rounds = import_module("extraction.migrations.0003_the_minute_round")


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    rung: list[tuple[int, str]] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append((profile_id, queue))
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


def test_a_bell_makes_one_job_run_and_rings_for_the_next(bells: list[tuple[int, str]]) -> None:
    session = make_session(make_profile())
    for text in ("我住在烟台的海边", "好的"):
        message = make_message(session, text)
        jobs.add(session.profile, Job.Kind.LEARN, now=timezone.now(), session=session, message_ids=[message.pk])

    tasks.work.run(profile_id=session.profile_id, queue="learning")

    assert list(Job.objects.order_by("pk").values_list("state", flat=True)) == ["done", "pending"]
    assert bells == [(session.profile_id, "learning")]


def test_a_bell_on_the_wrong_queue_is_passed_on_and_not_answered(bells: list[tuple[int, str]]) -> None:
    profile = make_profile()
    jobs.add(profile, Job.Kind.EMBED, now=timezone.now())

    tasks.work.run(profile_id=profile.pk, queue="learning")

    assert Job.objects.get().state == "pending"
    assert bells == [(profile.pk, "background")]


def test_a_bell_for_nothing_does_nothing(bells: list[tuple[int, str]]) -> None:
    tasks.work.run(profile_id=12_345, queue="learning")

    assert bells == []


def test_the_same_bell_twice_has_one_effect(bells: list[tuple[int, str]]) -> None:
    session = make_session(make_profile())
    message = make_message(session, "我住在烟台的海边")
    jobs.add(session.profile, Job.Kind.LEARN, now=timezone.now(), session=session, message_ids=[message.pk])

    for _ in range(2):
        tasks.work.run(profile_id=session.profile_id, queue="learning")

    assert Job.objects.get().attempt == 1


def test_the_minute_rounds_are_on_the_schedule_and_an_operators_change_stays() -> None:
    rounds.create(apps, None)
    task = PeriodicTask.objects.get(task="extraction.tasks.sweep")
    PeriodicTask.objects.filter(pk=task.pk).update(enabled=False)

    rounds.create(apps, None)

    assert (task.interval.every, task.interval.period, task.queue) == (60, "seconds", "background")
    assert PeriodicTask.objects.filter(task="extraction.tasks.sweep", enabled=False).count() == 1
    assert set(PeriodicTask.objects.filter(name__in=rounds.ROUNDS).values_list("task", flat=True)) <= set(
        current_app.tasks
    )


def test_the_rounds_do_what_they_are_for(bells: list[tuple[int, str]]) -> None:
    profile = make_profile()
    make_fact(profile, "用户住在烟台", now=timezone.now())
    jobs.add(profile, Job.Kind.LEARN, now=timezone.now())

    tasks.sweep.run()
    tasks.embed_missing.run()

    assert bells == [(profile.pk, "learning")]
    assert FactVector.objects.count() == 1


def test_a_message_whose_database_was_away_goes_back_to_its_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_options: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(runner, "run_next", away)
    monkeypatch.setattr(tasks, "AWAY_PAUSE", 0)

    with pytest.raises(Reject) as rejected:
        tasks.work.run(profile_id=1, queue="learning")

    assert rejected.value.requeue


def test_a_round_that_fails_does_not_keep_the_others_from_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def fail(*, now: object) -> None:
        raise OperationalError

    monkeypatch.setattr(tasks.summarising, "sweep", fail)
    monkeypatch.setattr(tasks.jobs, "sweep", lambda *, now: made.append("jobs"))
    monkeypatch.setattr(tasks.runs, "sweep", lambda _now: made.append("dreams"))

    with pytest.raises(OperationalError):
        tasks.sweep.run()

    assert made == ["jobs", "dreams"]
