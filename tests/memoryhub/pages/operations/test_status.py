"""The status page: what is broken is said with what to do, and one part that is down takes no other along."""

import shutil
from collections import namedtuple
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from django_celery_beat.models import PeriodicTask
from psycopg.errors import QueryCanceled
from pytest_django import Settings

from extraction.models import DreamRun
from memoryhub import queues, readiness, running
from memoryhub.pages.operations import status_figures
from memoryhub.pages.operations.check import Check, Level, worst
from memoryhub.readiness import Readiness
from observability.models import ModelCall
from profiles.models import Profile, Tenant
from tests.builders import make_job, make_profile, make_tenant
from tests.memoryhub.pages.background import HTMX, text_of
from tests.real_service import database_address

pytestmark = pytest.mark.django_db

PAGE = "/operations/"
READY = Readiness(readiness.OK, readiness.OK, readiness.OK)
WORKERS = {"supervisor": 40, "web": 90, "learning": 80, "dream": 70, "background": 70, "beat": 60}
GIGABYTE = 1024**3
Usage = namedtuple("Usage", "total used free")


class Watch:
    def __init__(self, found: Readiness) -> None:
        self.found = found

    def now(self) -> Readiness:
        return self.found


@pytest.fixture(autouse=True)
def everything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts that are not in the tests' database: all of them are well."""
    monkeypatch.setattr(readiness, "watch", Watch(READY))
    monkeypatch.setattr(running, "processes", lambda home: WORKERS)
    monkeypatch.setattr(shutil, "disk_usage", lambda home: Usage(100 * GIGABYTE, 40 * GIGABYTE, 60 * GIGABYTE))
    PeriodicTask.objects.filter(enabled=True).update(last_run_at=timezone.now())


def checks(client: Client) -> dict[str, Check]:
    return {check.subject: check for check in client.get(PAGE).context["checks"]}


def make_call(outcome: str, **fields: Any) -> ModelCall:
    values: dict[str, Any] = {"tenant_id": make_tenant().pk, "purpose": "extract", "model": "small-one"}
    return ModelCall.objects.create(outcome=outcome, **(values | fields))


def test_a_service_that_works_says_so_in_words(operator: Client) -> None:
    page = text_of(operator, PAGE).replace("\xa0", " ")

    assert "Memory works." in page
    assert page.count("Well</span>") == len(checks(operator))
    assert "PostgreSQL " in page
    assert "All run on this machine, in 410 MB" in page
    assert "60.0 GB of 100.0 GB are free" in page
    assert "The next one begins in" in page


def test_what_is_broken_stands_first(person: Profile, operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make_job(person, "failed", "timeout")
    monkeypatch.setattr(readiness, "watch", Watch(Readiness(readiness.OK, readiness.BEHIND, readiness.OK)))

    levels = [check.level for check in operator.get(PAGE).context["checks"]]

    assert levels[:2] == [Level.BROKEN, Level.WATCH]
    assert set(levels[2:]) == {Level.WELL}


def test_failures_of_the_last_hour_stand_with_their_reasons(person: Profile, operator: Client) -> None:
    now = timezone.now()
    for reason in ("timeout", "timeout", "format"):
        make_job(person, "failed", reason)
    make_job(person, "partial", "truncated")
    make_job(person, "failed", "quota", finished_at=now - timedelta(hours=2))
    make_job(make_profile(tenant=make_tenant("other")), "failed", "unauthorized")

    check = checks(operator)["Failures of the last hour"]

    assert (check.level, check.sentence) == (Level.WATCH, "4 jobs did not end well.")
    assert check.links == [
        ("/jobs/?state=failed&reason=timeout", "2 × The model did not answer in time."),
        ("/jobs/?state=failed&reason=format", "1 × The model's reply could not be read."),
        ("/jobs/?state=partial&reason=truncated", "1 × The model's reply was cut off."),
    ]
    assert "1 thing wants an eye." in text_of(operator, PAGE)


@pytest.mark.parametrize(
    ("ready", "subject", "sentence"),
    [
        (Readiness(readiness.OK, readiness.BEHIND, readiness.OK), "Tables", "They are older than this release."),
        (Readiness(readiness.OK, readiness.OK, readiness.AWAY), "Queues", "The broker (redis) does not answer."),
        (Readiness(readiness.OK, readiness.OK, readiness.MISSING), "Queues", "The queues in the database are missing."),
    ],
)
def test_a_part_that_is_down_is_named_and_the_others_are_told(
    operator: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings, ready: Readiness, subject: str, sentence: str
) -> None:
    settings.CELERY_BROKER_URL = "redis://:secret-word@127.0.0.1:9/0"
    monkeypatch.setattr(readiness, "watch", Watch(ready))

    found = checks(operator)

    assert (found[subject].level, found[subject].sentence) == (Level.BROKEN, sentence)
    assert found[subject].advice
    assert found["Database"].level == Level.WELL
    assert "secret-word" not in text_of(operator, PAGE)


def test_a_broker_and_a_database_that_say_nothing_are_not_waited_for(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "watch", Watch(Readiness(readiness.AWAY, readiness.UNKNOWN, readiness.UNKNOWN)))

    found = checks(operator)

    assert found["Tables"].level == found["Queues"].level == Level.UNKNOWN


def test_what_the_database_takes_too_long_for_is_left_out(operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(tenant_id: int, now: Any) -> dict[str, Any]:
        raise OperationalError from QueryCanceled()

    monkeypatch.setattr(status_figures, "_failures", slow)

    found = checks(operator)

    assert found["Failures of the last hour"].sentence == "The database took too long to say."
    assert found["Dreams"].level == Level.UNKNOWN
    assert found["Database"].level == found["Background work"].level == Level.WELL


def test_workers_that_do_not_run_are_named(operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "processes", lambda home: {"supervisor": 40, "learning": 80, "beat": 60})

    check = checks(operator)["Workers"]

    assert (check.level, check.sentence) == (Level.BROKEN, "These do not run on this machine: dream, background.")


def test_workers_on_other_machines_are_told_of_by_what_they_did(
    person: Profile, operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "processes", lambda home: {})
    assert checks(operator)["Workers"].sentence == "None runs on this machine, and no work was done yet."

    make_job(person, "done", finished_at=timezone.now() - timedelta(minutes=5))

    assert "The last piece of work was done 5\xa0minutes ago." in checks(operator)["Workers"].sentence


def test_work_that_nobody_takes_up_is_broken(person: Profile, operator: Client) -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    make_job(person, "pending", due_at=long_ago, created_at=long_ago)

    check = checks(operator)["Background work"]

    assert check.level == Level.BROKEN
    assert check.sentence == "1 job waits. Nobody takes up what waits."


def test_a_scheduler_that_stopped_is_broken(operator: Client) -> None:
    PeriodicTask.objects.update(last_run_at=timezone.now() - timedelta(hours=1))
    assert checks(operator)["Scheduler"].level == Level.BROKEN

    PeriodicTask.objects.update(last_run_at=None)
    assert checks(operator)["Scheduler"].level == Level.UNKNOWN


def test_a_model_endpoint_is_judged_by_its_last_answers(person: Profile, operator: Client, settings: Settings) -> None:
    settings.MEMORYHUB_LLM_BASE_URL = "https://models.example.com/v1"
    settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(settings.MEMORYHUB_LLM_MODELS, "small-one")
    now = timezone.now()
    assert checks(operator)["Language model"].level == Level.UNKNOWN

    make_call("ok", at=now - timedelta(minutes=20))
    assert checks(operator)["Language model"].level == Level.WELL

    make_call("timeout", at=now - timedelta(minutes=10))
    check = checks(operator)["Language model"]
    assert check.level == Level.BROKEN
    assert "1 were answered and 1 failed. The model did not answer in time." in check.sentence

    make_call("ok", at=now - timedelta(minutes=5))
    assert checks(operator)["Language model"].level == Level.WATCH

    make_job(person, "pending", "breaker_open")
    assert "is left alone for a while" in checks(operator)["Language model"].sentence


def test_vectors_of_another_model_are_told_of(operator: Client) -> None:
    Tenant.objects.update(embedding_model="an-older-one")

    check = checks(operator)["Embedding model"]

    assert check.level == Level.WATCH
    assert "Vectors are by an-older-one" in check.sentence


def test_a_night_that_failed_for_somebody_wants_an_eye(operator: Client) -> None:
    ended = timezone.now() - timedelta(hours=3)
    DreamRun.objects.create(
        tenant=make_tenant(), state="done", actor="_system", started_at=ended, finished_at=ended,
        counts={"users": 4, "failed": 2},
    )  # fmt: skip

    check = checks(operator)["Dreams"]

    assert check.level == Level.WATCH
    assert "The last one ended 3\xa0hours ago; it failed for 2 people. The next one begins in" in check.sentence


@pytest.mark.parametrize(("free", "level"), [(60, Level.WELL), (10, Level.WATCH), (2, Level.BROKEN)])
def test_a_disk_that_fills_up_is_told_of(
    operator: Client, monkeypatch: pytest.MonkeyPatch, free: int, level: Level
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda home: Usage(100 * GIGABYTE, 0, free * GIGABYTE))

    assert checks(operator)["Disk"].level == level


def test_messages_that_nobody_fetches_are_told_of(
    operator: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_BROKER_URL = "pgmq://"
    lying = {"learning": queues.Depth(3, 4.0), "dream": queues.Depth(1, 3_600.0), "background": queues.Depth(0, 0)}
    monkeypatch.setattr(queues, "lying", lambda address, patience_ms: lying)

    assert checks(operator)["Queues"].sentence.endswith("more than a quarter of an hour: dream.")

    lying["dream"] = queues.Depth(1, 60.0)
    assert checks(operator)["Queues"].sentence == "They answer, in the database. Messages: dream: 1, learning: 3."


def test_the_queues_in_the_database_are_read_as_they_are() -> None:
    address = database_address()
    queues.install(address)

    assert queues.lying(address, patience_ms=2_000) == dict.fromkeys(queues.NAMES, queues.Depth(0, 0))


def test_the_worst_of_all_is_what_the_page_says() -> None:
    levels = [Level.WELL, Level.BROKEN, Level.WATCH, Level.UNKNOWN]

    assert worst([Check("", level, "") for level in levels]) == Level.BROKEN
    assert worst([]) == Level.WELL


def test_only_the_checks_are_sent_to_who_asks_for_them_alone(operator: Client) -> None:
    assert text_of(operator, PAGE, **HTMX).lstrip().startswith('<div id="status">')
    assert "<html" in text_of(operator, PAGE, **HTMX, **{"HX-History-Restore-Request": "true"})


def test_the_page_costs_the_same_statements_however_much_there_is(
    operator: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12) as one:
        text_of(operator, PAGE)
    for number in range(50):
        make_job(make_profile(), "failed", f"reason-{number}")
        make_job(make_profile(), "pending", f"reason-{number}")
        make_call(f"outcome-{number}", purpose=f"p{number}")

    with django_assert_num_queries(len(one)):
        text_of(operator, PAGE)
