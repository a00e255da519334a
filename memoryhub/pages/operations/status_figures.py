"""What the status page knows: read in a few bounded statements and looks, none of which waits for long."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Max, Min, Q
from django.utils import timezone
from django_celery_beat.models import PeriodicTask
from psycopg.errors import QueryCanceled

from engine import embeddings
from extraction.dream import schedule
from extraction.dream.slots import Slot
from extraction.models import DreamRun, Job
from memoryhub import environment, queues, readiness, running
from memoryhub.readiness import Readiness
from observability import calls, sink
from observability.models import ModelCall, WorkLogEntry

HOUR = timedelta(hours=1)
PATIENCE_MS = 1_500  # for one statement: somebody looks because something is slow

# Whoever is asked for the time is also told how long the statements that follow may take, which holds until COMMIT.
_SERVER = f"""
SELECT set_config('statement_timeout', %(patience)s, true), current_setting('server_version'),
    pg_database_size(current_database()), clock_timestamp(),
    (SELECT max(last_run_at) FROM {PeriodicTask._meta.db_table} WHERE enabled),
    (SELECT max(finished_at) FROM {Job._meta.db_table} WHERE state = '{Job.State.DONE}'),
    (SELECT coalesce(sum((details->>'rows')::bigint), 0) FROM {WorkLogEntry._meta.db_table}
        WHERE tenant_id = %(tenant)s AND at >= %(hour)s AND module = %(module)s)
"""


@dataclass(frozen=True)
class Server:
    """`seconds_apart` is how far its clock is from ours; `lost_rows` what could not be written in the last hour."""

    version: str
    bytes: int
    seconds_apart: float
    beat_at: datetime | None
    finished_at: datetime | None
    lost_rows: int


@dataclass(frozen=True)
class Failed:
    """Jobs that did not end well in the last hour, of one state and reason."""

    state: str
    reason: str
    number: int


@dataclass(frozen=True)
class Work:
    """Open jobs: how many wait and run, since when the oldest could run, until when one is claimed."""

    waiting: int = 0
    running: int = 0
    due_since: datetime | None = None
    leased_until: datetime | None = None
    held_up: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """Calls to one model endpoint in the last hour. `failures` counts them by reason."""

    answered: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    last_answer_at: datetime | None = None
    last_failure_at: datetime | None = None

    @property
    def failed(self) -> int:
        return sum(self.failures.values())


@dataclass(frozen=True)
class Disk:
    """The disk that holds the home of the service."""

    total: int
    free: int


@dataclass(frozen=True)
class Standing:
    """How the service stands for one tenant. What is None could not be found out, or does not exist here."""

    now: datetime
    ready: Readiness
    server: Server | None = None
    work: Work | None = None
    failures: Sequence[Failed] | None = None
    language: Asked | None = None
    embedding: Asked | None = None
    dream: DreamRun | None = None
    next_dream: Slot | None = None
    was_read: bool = False
    lying: Mapping[str, queues.Depth] | None = None
    processes: Mapping[str, int] = field(default_factory=dict)
    disk: Disk | None = None


def standing(tenant_id: int, *, now: datetime) -> Standing:
    """Everything; whatever is down is left out, and the rest is told."""
    ready = readiness.watch.now()
    home = environment.home(os.environ)
    found = Standing(now, ready, lying=_lying(ready), processes=running.processes(home), disk=_disk(home))
    try:
        with transaction.atomic():
            for read in (_server, _work, _failures, _calls, _dreams):
                found = replace(found, **read(tenant_id, now))
    except DatabaseError as error:
        # Its time was up, or its tables are older than the question: both are said by what is there.
        if not isinstance(error.__cause__, QueryCanceled) and ready.migrations != readiness.BEHIND:
            raise
        return found
    return replace(found, was_read=True)


def _server(tenant_id: int, now: datetime) -> dict[str, Any]:
    values: dict[str, Any] = {
        "patience": str(PATIENCE_MS),
        "tenant": tenant_id,
        "hour": now - HOUR,
        "module": sink.MODULE,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SERVER, values)
        _set, version, size, there, beat_at, finished_at, lost = cursor.fetchone()
    apart = abs((timezone.now() - there).total_seconds())
    return {"server": Server(version, size, apart, beat_at, finished_at, int(lost))}


def _work(tenant_id: int, now: datetime) -> dict[str, Any]:
    rows = list(
        Job.objects.filter(profile__tenant=tenant_id)
        .open()
        .values("state", "reason")
        .annotate(
            number=Count("pk"),
            due=Min("due_at", filter=Q(state=Job.State.PENDING, due_at__lte=now)),
            leased=Max("leased_until"),
        )
        .order_by("state", "reason")
    )
    waiting = [row for row in rows if row["state"] == Job.State.PENDING]
    work = Work(
        waiting=sum(row["number"] for row in waiting),
        running=sum(row["number"] for row in rows) - sum(row["number"] for row in waiting),
        due_since=min((row["due"] for row in rows if row["due"]), default=None),
        leased_until=max((row["leased"] for row in rows if row["leased"]), default=None),
        held_up={row["reason"]: row["number"] for row in waiting if row["reason"]},
    )
    return {"work": work}


def _failures(tenant_id: int, now: datetime) -> dict[str, Any]:
    over = Job.objects.filter(profile__tenant=tenant_id, state__in=(Job.State.FAILED, Job.State.PARTIAL))
    rows = over.filter(finished_at__gte=now - HOUR).values_list("state", "reason").annotate(number=Count("pk"))
    return {"failures": [Failed(*row) for row in rows.order_by("-number", "state", "reason")]}


def _calls(tenant_id: int, now: datetime) -> dict[str, Any]:
    rows = ModelCall.objects.filter(tenant_id=tenant_id, at__gte=now - HOUR).values_list("purpose", "outcome")
    counted = list(rows.annotate(number=Count("pk"), last=Max("at")).order_by("purpose", "outcome"))
    return {
        "language": _asked([row for row in counted if row[0] != embeddings.PURPOSE]),
        "embedding": _asked([row for row in counted if row[0] == embeddings.PURPOSE]),
    }


def _asked(rows: Sequence[tuple[str, str, int, datetime]]) -> Asked:
    good = [row for row in rows if row[1] == calls.OK]
    bad = [row for row in rows if row[1] != calls.OK]
    failures: dict[str, int] = {}
    for _purpose, outcome, number, _last in bad:
        failures[outcome] = failures.get(outcome, 0) + number
    return Asked(
        answered=sum(row[2] for row in good),
        failures=failures,
        last_answer_at=max((row[3] for row in good), default=None),
        last_failure_at=max((row[3] for row in bad), default=None),
    )


def _dreams(tenant_id: int, now: datetime) -> dict[str, Any]:
    nights = DreamRun.objects.filter(tenant=tenant_id, is_dry=False, for_one=False)
    return {"dream": nights.order_by("-pk").first(), "next_dream": schedule.upcoming(now)}


def _lying(ready: Readiness) -> Mapping[str, queues.Depth] | None:
    """What lies in the queues that are kept in the database; None where they are not, or are not there."""
    if readiness.is_apart() or ready.broker != readiness.OK:
        return None
    try:
        return queues.lying(settings.MEMORYHUB_DATABASE_URL, patience_ms=PATIENCE_MS)
    except psycopg.Error:
        return None


def _disk(home: Path) -> Disk | None:
    try:
        usage = shutil.disk_usage(home)
    except OSError:
        return None
    return Disk(usage.total, usage.free)
