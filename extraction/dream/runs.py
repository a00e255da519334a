"""Dreams of a tenant: started by the schedule or by somebody, opened for whom it concerns, and ended with their last part."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, connection, transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from extraction import bell, jobs
from extraction.dream import opening, schedule
from extraction.models import DreamPart, DreamRun, Job
from observability import worklog
from profiles.changes import SYSTEM_ACTOR
from profiles.models import Profile, Tenant

OPEN = "extraction.tasks.open_dream"
QUEUE = jobs.QUEUES[Job.Kind.DREAM]
# Until a run that nobody has begun to open is given up for forgotten, and asked for again.
UNHEARD = timedelta(seconds=30)
# How often a start that meets a run which ends at that moment is tried again.
TRIES = 3
# Counts of parts that are told in the work log.
TOLD = ("users", "merged", "outdated", "skipped", "failed", "tokens")

BOOK_FAILURES = """
UPDATE extraction_dreampart AS part
SET state = 'failed', reason = job.reason, finished_at = job.finished_at
FROM extraction_job AS job
WHERE part.run_id = %s AND part.state = 'pending' AND job.id = part.job_id AND job.state NOT IN ('pending', 'running')
"""

SUM_COUNTS = """
SELECT count.key, sum(count.value::bigint)::bigint
FROM extraction_dreampart AS part, jsonb_each_text(part.counts) AS count
WHERE part.run_id = %s AND part.state = 'done' AND jsonb_typeof(part.counts -> count.key) = 'number'
GROUP BY count.key ORDER BY count.key
"""


class Busy(Refused):
    code = "dream_busy"
    status = 409


def start(
    tenant: Tenant,
    *,
    actor: str,
    now: datetime,
    slot: str = "",
    profile: Profile | None = None,
    is_dry: bool = False,
) -> tuple[DreamRun, bool]:
    """A new dream and True, or the one that is open, or stands for this slot, and False.

    `profile`: for this person alone, even without news. Otherwise its parts are made by a task of their own.
    """
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                run = _add(tenant, actor=actor, now=now, slot=slot, profile=profile, is_dry=is_dry)
        except IntegrityError:
            if found := _standing(tenant, slot):
                return found, False
        else:
            return run, True
    raise Busy(_("Another dream is just ending. Try again."))


def open_parts(run_id: int, now: datetime) -> None:
    """Make the parts of a run that is about to open; one that concerns nobody is over at once."""
    run = DreamRun.objects.filter(pk=run_id).first()
    if run is not None:
        if run.state == DreamRun.State.OPENING:
            opening.open_all(run, now=now)
        settle(run_id, now)


def settle(run_id: int, now: datetime) -> bool:
    """Book parts whose jobs failed, and end the run with its last part; True when it ended by this.

    The counts of a run that is over follow jobs that were started again.
    """
    with connection.cursor() as cursor:
        cursor.execute(BOOK_FAILURES, [run_id])
    run = DreamRun.objects.filter(pk=run_id).exclude(state=DreamRun.State.OPENING).first()
    if run is None or _waiting(run_id).exists():
        return False
    counts = _counts(run)
    if run.state == DreamRun.State.DONE:
        DreamRun.objects.filter(pk=run_id).exclude(counts=counts).update(counts=counts)
        return False
    return _end(run, counts, now)


def after(job: Job, now: datetime) -> None:
    """What follows the end of a dream's job: the bell for a part that has not heard one, or the end of the run."""
    run_id = DreamPart.objects.filter(job=job).values_list("run", flat=True).first()
    if run_id is None:
        return
    unheard = _waiting(run_id).order_by("pk").values_list("profile", flat=True)[jobs.BELLS_OF_DREAMS - 1 :].first()
    if unheard is None:
        settle(run_id, now)
    else:
        bell.ring(unheard, queue=QUEUE)


def start_due(now: datetime) -> list[DreamRun]:
    """Start what the schedule wants by now and what has not been started yet: a missed night once, however many were
    missed. A tenant whose dream is still open waits for its end."""
    slot = schedule.due(now)
    if slot is None:
        return []
    settled = Q(slot=slot.name) | ~Q(slot="") & Q(started_at__gte=slot.at, started_at__lte=now)
    runs = DreamRun.objects.filter(settled | ~Q(state=DreamRun.State.DONE), tenant=OuterRef("pk"))
    tenants = Tenant.objects.filter(~Exists(runs), is_paused=False, created_at__lte=slot.at).order_by("pk")
    started = (start(tenant, actor=SYSTEM_ACTOR, now=now, slot=slot.name) for tenant in tenants)
    return [run for run, is_new in started if is_new]


def sweep(now: datetime) -> None:
    """Each minute: start what is due, have opened what was not heard, end what is over."""
    start_due(now)
    unheard = DreamRun.objects.filter(state=DreamRun.State.OPENING, started_at__lte=now - UNHEARD)
    for run_id in unheard.order_by("pk").values_list("pk", flat=True):
        _ask_to_open(run_id)
    running = DreamRun.objects.filter(state=DreamRun.State.RUNNING)
    for run_id in running.order_by("pk").values_list("pk", flat=True):
        settle(run_id, now)


def _add(tenant: Tenant, *, actor: str, now: datetime, slot: str, profile: Profile | None, is_dry: bool) -> DreamRun:
    run = DreamRun.objects.create(
        tenant=tenant,
        state=DreamRun.State.OPENING if profile is None else DreamRun.State.RUNNING,
        slot=slot,
        actor=actor,
        is_dry=is_dry,
        for_one=profile is not None,
        window_from=_window_from(tenant, now),
        started_at=now,
        counts={} if profile is None else {"active": 1},
    )
    if profile is None:
        transaction.on_commit(partial(_ask_to_open, run.pk), robust=True)
    else:
        opening.add_parts(run, [(profile.pk, profile.dreamed_through)], now=now)
        transaction.on_commit(partial(bell.ring, profile.pk, queue=QUEUE), robust=True)
    return run


def _window_from(tenant: Tenant, now: datetime) -> datetime:
    """Since when news are new, for people to read: since the last dream of all, or as far as a first one looks back."""
    earlier = DreamRun.objects.of(tenant).filter(is_dry=False, for_one=False, started_at__lte=now)
    return earlier.aggregate(last=Max("started_at"))["last"] or now - opening.FIRST_WINDOW


def _standing(tenant: Tenant, slot: str) -> DreamRun | None:
    runs = DreamRun.objects.of(tenant)
    return runs.open().first() or (runs.filter(slot=slot).first() if slot else None)


def _ask_to_open(run_id: int) -> None:
    bell.call(OPEN, {"run_id": run_id}, queue=QUEUE)


def _waiting(run_id: int) -> QuerySet[DreamPart]:
    return DreamPart.objects.filter(run=run_id, state=DreamPart.State.PENDING)


def _counts(run: DreamRun) -> dict[str, int]:
    """What the parts did, and for how many people the run was opened; who was erased since is in the latter alone."""
    with connection.cursor() as cursor:
        cursor.execute(SUM_COUNTS, [run.pk])
        summed: dict[str, int] = dict(cursor.fetchall())
    people = run.parts.aggregate(
        users=Count("pk", filter=Q(state=DreamPart.State.DONE)),
        failed=Count("pk", filter=Q(state=DreamPart.State.FAILED)),
        skipped=Count("pk", filter=Q(state=DreamPart.State.SKIPPED)),
        tokens=Sum("tokens", default=0),
    )
    return {"merged": 0, "outdated": 0, **summed, **people, "active": run.counts.get("active", 0)}


def _end(run: DreamRun, counts: Mapping[str, int], now: datetime) -> bool:
    """Ended by one of those who try, and told by that one."""
    running = DreamRun.objects.filter(pk=run.pk, state=DreamRun.State.RUNNING)
    with transaction.atomic():
        if not running.update(state=DreamRun.State.DONE, finished_at=now, counts=counts):
            return False
        _tell(run, counts, seconds=round((now - run.started_at).total_seconds(), 1))
    return True


def _tell(run: DreamRun, counts: Mapping[str, int], *, seconds: float) -> None:
    ended = "A rehearsal of the dream ended" if run.is_dry else "The dream ended"
    worklog.publish(
        tenant_id=run.tenant_id,
        module="Dream",
        level="warning" if counts["failed"] else "success",
        actor=SYSTEM_ACTOR,
        message=f"{ended}; it did not succeed for everybody." if counts["failed"] else f"{ended}.",
        details={name: counts[name] for name in TOLD} | {"seconds": seconds, "run": run.pk},
    )
