"""A night in which the dream's worker, its child and beat are killed in the middle: it ends, and each person had it once."""

import json
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from extraction import bell
from extraction.dream import schedule
from extraction.models import DreamPart, DreamRun, Job
from memoryhub import programs
from observability.models import WorkLogEntry
from profiles.models import Fact, FactEvent, Profile, Tenant
from summaries.models import Message
from tests.builders import make_fact, make_message, make_profile, make_session, make_tenant
from tests.real_service import RealService, await_that, children, kill, queue_client, real_service
from tests.scripted_server import Answer, ScriptedServer, said

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

PEOPLE = 48
THINKS = 0.3  # seconds for each person, so that a kill finds somebody in the middle
PATIENCE = 420  # seconds for the whole night, with leases of ten seconds after each kill
KEPT, SAME, OTHER = "用户喜欢喝红茶", "用户喜欢红茶", "用户住在烟台"
FACT = re.compile(r'^\{"id": "(f_[0-9a-f]+)".*"content": "(.+?)"', re.MULTILINE)


def tidies(request: dict[str, Any]) -> Answer:
    """A model that joins the two sentences about tea, slowly."""
    ids = [name for name, content in FACT.findall(request["messages"][-1]["content"]) if content in (KEPT, SAME)]
    plan = {"operations": [{"op": "merge", "ids": ids, "content": KEPT, "reason": None}] if len(ids) > 1 else []}
    return Answer(said(json.dumps(plan, ensure_ascii=False)).body, delay_s=THINKS)


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([tidies]) as server:
        yield server


@pytest.fixture
def service(
    transactional_db: None, tmp_path: Path, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RealService]:
    with real_service(tmp_path, MEMORYHUB_LLM_BASE_URL=model.url, MEMORYHUB_LLM_MODEL="tidies") as running:
        monkeypatch.setenv("CELERY_BROKER_URL", "pgmq://")  # Celery puts it before what an app was told
        monkeypatch.setattr(bell, "current_app", queue_client(running.database))
        monkeypatch.setattr(bell, "silence", bell.Silence())
        yield running


@pytest.fixture
def people() -> list[Profile]:
    tenant, now = make_tenant(), timezone.now()
    Tenant.objects.filter(pk=tenant.pk).update(created_at=now - timedelta(days=30))
    people = [make_profile(tenant=tenant) for _ in range(PEOPLE)]
    for one in people:
        for content in (KEPT, SAME, OTHER):
            make_fact(one, content, now=now - timedelta(days=2))
        make_message(make_session(one), "今天又泡了一壶红茶", said_at=now)
    return people


def plan_for_the_last_minute() -> None:
    """The schedule: a dream that was due a minute ago, and a sweep each three seconds."""
    PeriodicTask.objects.all().delete()
    past = timezone.localtime(timezone.now() - timedelta(minutes=1))
    crontab = CrontabSchedule.objects.create(hour=past.hour, minute=past.minute, timezone=settings.TIME_ZONE)
    PeriodicTask.objects.create(name=schedule.NAME, task=schedule.TASK, crontab=crontab, queue="dream")
    often = IntervalSchedule.objects.create(every=3, period="seconds")
    PeriodicTask.objects.create(
        name="Sweep waiting jobs", task="extraction.tasks.sweep", interval=often, queue="background", expire_seconds=10
    )


def test_a_night_under_kills_ends_and_each_person_had_it_once(
    service: RealService, model: ScriptedServer, people: list[Profile]
) -> None:
    plan_for_the_last_minute()
    service.worker("background")
    beat, worker = service.start(programs.beat().command), service.worker("dream")

    _await_parts(6)
    _kill_while_it_thinks(worker.pid, model)
    _await_parts(14)
    kill(worker.pid)
    worker = service.worker("dream")
    _await_parts(22)
    kill(beat.pid)
    _kill_while_it_thinks(worker.pid, model)
    beat = service.start(programs.beat().command)
    _await_parts(30)
    kill(worker.pid)
    kill(beat.pid)
    service.start(programs.beat().command)
    service.worker("dream")
    _await_parts(PEOPLE)
    run = await_that(lambda: DreamRun.objects.filter(state="done").first())

    assert DreamRun.objects.count() == 1
    assert (run.counts["active"], run.counts["users"], run.counts["failed"]) == (PEOPLE, PEOPLE, 0)
    assert run.counts["merged"] == PEOPLE
    assert Job.objects.filter(kind="dream", attempt__gt=1).count() >= 2
    assert DreamPart.objects.filter(state="done").values("profile").distinct().count() == PEOPLE
    for one in people:
        assert _in_force(one) == sorted([KEPT, OTHER])
        assert FactEvent.objects.filter(profile=one, source="dream").count() == 1
        one.refresh_from_db()
        assert one.dreamed_through == Message.objects.get(profile=one).pk
    entry = WorkLogEntry.objects.get(module="Dream")
    assert (entry.level, entry.details["users"], entry.details["failed"]) == ("success", PEOPLE, 0)


def _kill_while_it_thinks(pid: int, model: ScriptedServer) -> None:
    """The child, in the middle of somebody's part."""
    asked = len(model.requests)
    await_that(lambda: len(model.requests) > asked)
    kill(children(pid)[0])


def _await_parts(count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while DreamPart.objects.filter(state="done").count() < count:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _in_force(profile: Profile) -> list[str]:
    return sorted(Fact.objects.filter(profile=profile, status="active").values_list("content", flat=True))
