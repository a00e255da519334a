from datetime import datetime, timedelta
from importlib import import_module
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from celery import current_app
from django.apps import apps
from django.conf import settings
from django_celery_beat import schedulers
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from extraction import tasks
from extraction.dream import runs, schedule
from extraction.models import DreamRun
from profiles.models import Profile, Tenant
from tests.builders import make_profile, make_tenant
from tests.extraction.dream.steps import opened, say, succeed

pytestmark = pytest.mark.django_db

seed = import_module("extraction.migrations.0007_the_nightly_dream")

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
SHANGHAI = ZoneInfo("Asia/Shanghai")
THREE = datetime(2026, 3, 11, 3, 0, tzinfo=SHANGHAI)


@pytest.fixture
def row() -> PeriodicTask:
    """The row of the migration, at three in the morning of Shanghai."""
    seed.create(apps, None)
    row = PeriodicTask.objects.get(name=schedule.NAME)
    row.crontab = crontab()
    row.save()
    return row


def crontab(hour: str = "3", minute: str = "0", **fields: Any) -> CrontabSchedule:
    return CrontabSchedule.objects.create(**{"hour": hour, "minute": minute, "timezone": SHANGHAI} | fields)


def started(now: datetime) -> list[str]:
    """The slots that are started now; their runs are over at once, for nobody has said anything."""
    found = runs.start_due(now)
    for run in found:
        runs.open_parts(run.pk, now)
    return [run.slot for run in found]


def test_the_seed_is_three_in_the_morning_on_a_queue_of_its_own_and_a_change_stays() -> None:
    seed.create(apps, None)
    row = PeriodicTask.objects.select_related("crontab").get(name=schedule.NAME)
    assert (row.task, row.queue, row.enabled) == (schedule.TASK, "dream", True)
    assert (row.crontab.hour, row.crontab.minute, str(row.crontab.timezone)) == ("3", "0", settings.TIME_ZONE)
    assert row.task in current_app.tasks
    PeriodicTask.objects.filter(pk=row.pk).update(crontab=crontab("5"), enabled=False)

    seed.create(apps, None)

    row.refresh_from_db()
    assert (row.crontab.hour, row.enabled) == ("5", False)
    assert PeriodicTask.objects.filter(task=schedule.TASK).count() == 1


def test_a_restart_of_beat_leaves_the_row_as_the_operator_made_it(
    row: PeriodicTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedulers, "close_old_connections", lambda: None)  # the connection is the test's
    PeriodicTask.objects.filter(pk=row.pk).update(crontab=crontab("5"))

    for _restart in range(2):
        DatabaseScheduler(app=current_app).sync()

    row.refresh_from_db()
    assert (row.crontab.hour, row.enabled) == ("5", True)


def test_nothing_starts_before_its_time_and_at_its_time_once(tenant: Tenant, row: PeriodicTask) -> None:
    assert started(THREE - DAY) == ["2026-03-10T03:00"]

    assert started(THREE - MINUTE) == []
    assert started(THREE) == ["2026-03-11T03:00"]
    assert started(THREE) == started(THREE + MINUTE) == started(THREE + HOUR) == []


def test_a_run_of_the_schedule_is_the_services_own(tenant: Tenant, row: PeriodicTask) -> None:
    (run,) = runs.start_due(THREE)

    assert (run.actor, run.slot, run.started_at, run.is_dry) == ("_system", "2026-03-11T03:00", THREE, False)


def test_each_tenant_has_a_run_of_its_own_and_one_that_is_paused_none(tenant: Tenant, row: PeriodicTask) -> None:
    for slug, is_paused in (("other", False), ("resting", True)):
        make_tenant(slug)
        Tenant.objects.filter(slug=slug).update(created_at=THREE - DAY, is_paused=is_paused)

    found = runs.start_due(THREE)

    assert {run.tenant.slug for run in found} == {"default", "other"}


def test_a_tenant_made_after_the_slot_waits_for_the_next(tenant: Tenant, row: PeriodicTask) -> None:
    Tenant.objects.update(created_at=THREE + HOUR)

    assert started(THREE + 2 * HOUR) == []
    assert started(THREE + DAY) == ["2026-03-12T03:00"]


def test_however_many_nights_were_missed_one_dream_makes_up_for_them(tenant: Tenant, row: PeriodicTask) -> None:
    started(THREE)

    assert started(THREE + 5 * DAY + 4 * HOUR) == ["2026-03-16T03:00"]
    assert started(THREE + 5 * DAY + 5 * HOUR) == []
    assert started(THREE + 6 * DAY) == ["2026-03-17T03:00"]


@pytest.mark.parametrize("words", [{}, {"is_dry": True}, {"for_one": True}], ids=str)
def test_a_slot_waits_for_the_end_of_a_run_that_is_open(
    tenant: Tenant, row: PeriodicTask, words: dict[str, bool]
) -> None:
    profile = make_profile()
    say(profile, at=THREE - HOUR)
    one = {"profile": profile} if words.pop("for_one", False) else {}
    open_run = opened(tenant, now=THREE - MINUTE, **words, **one)
    assert started(THREE) == []

    succeed(open_run.parts.get())
    runs.sweep(THREE + HOUR)  # ends it, and the next sweep finds the slot free
    runs.sweep(THREE + HOUR + MINUTE)

    assert list(DreamRun.objects.exclude(slot="").values_list("slot", flat=True)) == ["2026-03-11T03:00"]


def test_a_row_that_is_switched_off_starts_nothing_and_people_can(tenant: Tenant, row: PeriodicTask) -> None:
    PeriodicTask.objects.filter(pk=row.pk).update(enabled=False)

    assert started(THREE) == []
    assert schedule.upcoming(THREE) is None
    assert opened(tenant, now=THREE).state == "done"


def test_a_row_counts_from_its_start_time_until_it_expires(tenant: Tenant, row: PeriodicTask) -> None:
    PeriodicTask.objects.filter(pk=row.pk).update(start_time=THREE + HOUR, expires=THREE + 2 * DAY)

    assert started(THREE + HOUR) == []
    upcoming = schedule.upcoming(THREE)
    assert upcoming is not None
    assert upcoming.at == THREE + DAY
    assert started(THREE + DAY) == ["2026-03-12T03:00"]
    assert schedule.upcoming(THREE + DAY) is None
    assert started(THREE + 2 * DAY) == []


def test_two_rows_start_at_the_time_of_each(tenant: Tenant, row: PeriodicTask) -> None:
    PeriodicTask.objects.create(name="Dream at noon", task=schedule.TASK, crontab=crontab("12"))

    found = [slot for hour in range(24) for slot in started(THREE + hour * HOUR)]

    assert found == ["2026-03-11T03:00", "2026-03-11T12:00"]


def test_a_row_of_another_kind_of_schedule_is_told_and_passed_over(
    tenant: Tenant, row: PeriodicTask, caplog: pytest.LogCaptureFixture
) -> None:
    day = IntervalSchedule.objects.create(every=1, period="days")
    PeriodicTask.objects.filter(pk=row.pk).update(crontab=None, interval=day)

    assert started(THREE) == []
    assert "has no crontab" in caplog.text


def test_an_hour_that_is_moved_starts_nothing_older_than_what_was_started(tenant: Tenant, row: PeriodicTask) -> None:
    started(THREE)

    PeriodicTask.objects.filter(pk=row.pk).update(crontab=crontab("23"))

    assert started(THREE + 7 * HOUR) == []  # yesterday's eleven at night lies before what ran at three
    assert started(THREE + 20 * HOUR) == ["2026-03-11T23:00"]


def test_a_clock_that_jumps_back_repeats_nothing_and_stops_nothing(tenant: Tenant, row: PeriodicTask) -> None:
    assert started(THREE) == ["2026-03-11T03:00"]
    assert started(THREE - DAY - HOUR) == ["2026-03-09T03:00"]

    assert started(THREE - HOUR) == ["2026-03-10T03:00"]
    assert started(THREE) == started(THREE + HOUR) == []
    assert started(THREE + DAY) == ["2026-03-12T03:00"]


def test_a_clock_that_jumped_forward_and_was_set_right_again_goes_on(tenant: Tenant, row: PeriodicTask) -> None:
    assert started(THREE + 3 * DAY) == ["2026-03-14T03:00"]

    nights = [slot for number in range(6) for slot in started(THREE + number * DAY)]

    assert nights == [
        "2026-03-11T03:00",
        "2026-03-12T03:00",
        "2026-03-13T03:00",
        "2026-03-15T03:00",
        "2026-03-16T03:00",
    ]


def test_the_next_dream_is_told_by_the_clock_of_the_row(tenant: Tenant, row: PeriodicTask) -> None:
    upcoming = schedule.upcoming(THREE)

    assert upcoming is not None
    assert (upcoming.at, upcoming.name) == (THREE + DAY, "2026-03-12T03:00")


def test_the_tasks_start_open_and_end_a_dream(tenant: Tenant, row: PeriodicTask, bells: list[Any]) -> None:
    Tenant.objects.update(created_at=THREE)
    make_profile()

    tasks.start_dreams.run()
    run = DreamRun.objects.get()
    assert run.state == "opening"
    tasks.open_dream.run(run_id=run.pk)
    tasks.sweep.run()

    run.refresh_from_db()
    assert (run.state, run.counts["active"]) == ("done", 0)
    assert DreamRun.objects.count() == 1
    assert Profile.objects.get().dreamed_through == 0
