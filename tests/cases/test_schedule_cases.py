"""The cases of the schedule and of whom a dream is about, each kind through one adapter, by the clock of the place."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from celery import current_app
from django_celery_beat import schedulers
from django_celery_beat.models import CrontabSchedule, PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from extraction import bell
from extraction.dream import runs, schedule
from extraction.models import DreamPart, DreamRun
from observability.models import WorkLogEntry
from profiles.models import Profile, Tenant
from tests.builders import NOON, make_profile, make_tenant
from tests.extraction.dream.steps import fail, opened, say, succeed

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
KINDS = ("schedule", "dream_run", "dream_window")
ELSEWHERE = {"job-005", "job-006", "job-007", "job-008"}  # events in words: a test of its own for each


def cases(*kinds: str) -> list[Any]:
    lines = [line for name in ("jobs", "dream") for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
    found = (json.loads(line) for line in lines)
    return [pytest.param(one, id=one["id"]) for one in found if one["input"]["kind"] in kinds]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bells; and a scheduler that leaves the connection of the test alone."""
    monkeypatch.setattr(bell, "call", lambda task, words, *, queue: True)
    monkeypatch.setattr(schedulers, "close_old_connections", lambda: None)


@pytest.fixture(autouse=True)
def tenant() -> Tenant:
    tenant = make_tenant()
    Tenant.objects.filter(pk=tenant.pk).update(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    return tenant


def plan(zone: str, cron: str = "0 3 * * *") -> None:
    """The row of the dream says this, and nothing else does."""
    PeriodicTask.objects.filter(task=schedule.TASK).delete()
    minute, hour, day, month, weekday = cron.split()
    crontab = CrontabSchedule.objects.create(
        minute=minute, hour=hour, day_of_month=day, month_of_year=month, day_of_week=weekday, timezone=ZoneInfo(zone)
    )
    PeriodicTask.objects.create(name=schedule.NAME, task=schedule.TASK, crontab=crontab, queue="dream")


def night(now: datetime, work: Callable[[DreamPart], object] = succeed) -> list[DreamRun]:
    """What a minute brings: what is due is started, opened, worked off and ended."""
    found = runs.start_due(now)
    for run in found:
        runs.open_parts(run.pk, now)
        for part in run.parts.order_by("pk"):
            work(part)
        runs.settle(run.pk, now)
    return found


def minutes(start: datetime, end: datetime, step: timedelta = HOUR / 2) -> Iterator[datetime]:
    now = start
    while now <= end:
        yield now
        now += step


def days(around: str, zone: str) -> tuple[datetime, datetime]:
    first, _, last = around.partition("..")
    begin, end = (datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone)) for day in (first, last or first))
    return begin.astimezone(UTC), (end + DAY).astimezone(UTC)


@pytest.mark.parametrize("case", [one for one in cases("schedule") if one.id not in ELSEWHERE])
def test_schedule(case: dict[str, Any]) -> None:
    asked, expected = case["input"], case["expect"]
    plan(asked["time_zone"], asked["cron"])
    begin, end = days(asked["around"], asked["time_zone"])
    night(begin)  # the latest slot of the time before

    found = [run.started_at for now in minutes(begin, end) for run in night(now)]

    local = [at.astimezone(ZoneInfo(asked["time_zone"])).date() for at in found]
    assert len(set(local)) == len(local) == (end - begin + HOUR) // DAY
    if "runs_utc" in expected:
        assert found == [datetime.fromisoformat(text) for text in expected["runs_utc"]]
    assert {"runs_per_local_day", "effective_runs_on_2026_11_01", "scheduler", "runs_utc"} >= expected.keys()


def test_what_is_tried_apart_is_listed_by_id() -> None:
    assert {one.id for one in cases("schedule")} >= ELSEWHERE


def test_job_005_a_night_without_scheduler_is_made_up_for_once() -> None:
    plan("Asia/Shanghai")
    three = datetime(2026, 3, 11, 3, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
    night(three - DAY)

    up = [*minutes(three - 3 * HOUR, three - HOUR), *minutes(three + 3 * HOUR, three + DAY + HOUR)]
    found = [(run.started_at, run.slot) for now in up for run in night(now)]

    assert found == [(three + 3 * HOUR, "2026-03-11T03:00"), (three + DAY, "2026-03-12T03:00")]


def test_job_006_restarts_each_hour_push_nothing_away() -> None:
    plan("Asia/Shanghai")
    three = datetime(2026, 3, 11, 3, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
    night(three - 10 * HOUR)

    found = []
    for now in minutes(three - 10 * HOUR, three + 7 * DAY - 10 * HOUR, step=HOUR):
        DatabaseScheduler(app=current_app).sync()  # one that lives for an hour only
        found += [run.slot for run in night(now)]

    assert found == [f"2026-03-{day}T03:00" for day in range(11, 18)]


def test_job_007_two_schedulers_side_by_side_start_one_run_a_day() -> None:
    plan("Asia/Shanghai")
    three = datetime(2026, 3, 11, 3, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
    night(three - DAY)

    found = [run.slot for number in range(7) for _beat in range(2) for run in night(three + number * DAY)]

    assert found == [f"2026-03-{day}T03:00" for day in range(11, 18)]


def test_job_008_an_edit_of_another_row_at_the_last_second_loses_nothing() -> None:
    plan("Asia/Shanghai")
    three = datetime(2026, 3, 11, 3, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
    night(three - DAY)
    beat = DatabaseScheduler(app=current_app)

    PeriodicTask.objects.create(
        name="Another", task="extraction.tasks.sweep", crontab=CrontabSchedule.objects.create(hour="4")
    )
    assert beat.schedule_changed()  # beat reads the table anew, past the due minute

    assert [run.slot for run in night(three + MINUTE)] == ["2026-03-11T03:00"]


@pytest.mark.parametrize("case", cases("dream_run"))
def test_dream_run(case: dict[str, Any], tenant: Tenant) -> None:
    asked, expected = case["input"], case["expect"]
    people = {name: make_profile(name) for name in asked["users"]}
    for profile in people.values():
        say(profile)
    names = {profile.pk: name for name, profile in people.items()}
    replies = asked.get("replies", {})

    run = opened(tenant)
    assert {names[pk] for pk in run.parts.values_list("profile", flat=True)} == set(people)
    if "second" in expected:
        assert runs.start(tenant, actor="_system", now=NOON) == (run, False)
    for part in run.parts.order_by("pk"):
        lets_down = isinstance(replies.get(names[part.profile_id]), dict)
        (fail if lets_down else succeed)(part)
    runs.settle(run.pk, NOON)

    run.refresh_from_db()
    assert run.state == "done"
    by_state = {
        state: [names[pk] for pk in run.parts.filter(state=state).order_by("pk").values_list("profile", flat=True)]
        for state in ("done", "failed")
    }
    assert by_state["done"] == expected.get("processed", list(people))
    assert by_state["failed"] == expected.get("failed", [])
    _check_told(expected)
    moved = [
        names[pk] for pk in Profile.objects.filter(dreamed_through__gt=0).order_by("pk").values_list("pk", flat=True)
    ]
    assert moved == expected.get("watermark_moved", by_state["done"])
    if "second" in expected:
        again = opened(tenant)
        assert (again.state, again.counts["active"]) == ("done", 0)


def _check_told(expected: dict[str, Any]) -> None:
    entry = WorkLogEntry.objects.get(module="Dream")
    wanted = expected.get("work_log", {})
    assert {name: getattr(entry, name) for name in ("module", "actor", "level") if name in wanted} == {
        name: value for name, value in wanted.items() if name != "details"
    }
    assert entry.details.items() >= wanted.get("details", {}).items()


@pytest.mark.parametrize("case", cases("dream_window"))
def test_dream_window(case: dict[str, Any]) -> None:
    asked, expected = case["input"], case["expect"]
    plan(asked["time_zone"])
    run_at, previous = (datetime.fromisoformat(asked[name]) for name in ("run_at", "previous_run_at"))
    names = {make_profile(name).pk: name for name in {one["user"] for one in asked["messages"]}}
    read: dict[datetime, list[str]] = {}

    moments = sorted(
        [previous, run_at, run_at + DAY, *(datetime.fromisoformat(one["at"]) for one in asked["messages"])]
    )
    for moment in moments:
        for one in asked["messages"]:
            if datetime.fromisoformat(one["at"]) == moment:
                say(
                    next(Profile.objects.filter(pk=pk).get() for pk, name in names.items() if name == one["user"]),
                    at=moment,
                )
        for run in night(moment) if moment in (previous, run_at, run_at + DAY) else ():
            read[moment] = sorted(names[pk] for pk in run.parts.values_list("profile", flat=True))

    if "users" in expected:
        assert read[run_at] == expected["users"]
    if wanted := expected.get("users_over_both_runs_of_11_and_12_march"):
        both = [*read[run_at], *read[run_at + DAY]]
        assert {name: both.count(name) for name in both} == wanted
    if "local_day" in expected:
        local = datetime.fromisoformat(asked["messages"][0]["at"]).astimezone(ZoneInfo(asked["time_zone"]))
        assert f"{local:%Y-%m-%d}" == expected["local_day"]
