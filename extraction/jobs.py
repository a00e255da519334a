"""Jobs: added with the data they are about, claimed one at a time for each person, finished exactly once."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F, JSONField, Q, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import JSONObject
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from extraction import bell, choosing
from extraction.models import Job, JobQuerySet
from observability import ended, worklog
from profiles.changes import SYSTEM_ACTOR
from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries.models import Session

QUEUES = {
    Job.Kind.LEARN: "learning",
    Job.Kind.SUMMARISE: "background",
    Job.Kind.DREAM: "dream",
    Job.Kind.EMBED: "background",
}
LONGEST_BACKOFF = 3_600  # seconds
# Bells of one sweep on one queue: a broker that was away for a night must not be flooded when it is back.
BELLS_PER_SWEEP = 500
# Bells of dreams in the air at once: each part that ends rings for another, so a thousand people need no more, and what a
# sweep repeats does not pile up before those who wait.
BELLS_OF_DREAMS = 100
# Jobs that one entry of the work log names.
JOBS_NAMED = 50
# Of the time that a claim has before it is cut off or given up for dead; the rest is for embedding and writing.
THINKING_SHARE = 0.85
# Reasons for which nothing was tried: waiting for them uses up no attempt.
NOT_TRIED = frozenset({"breaker_open", "budget"})


class Fenced(Exception):
    """Somebody else has taken the job over meanwhile: whatever was about to be written with it must not be."""


class NotOver(Refused):
    code = "job_not_over"
    status = 409


@dataclass(frozen=True)
class Result:
    """How a job ended. `counts` by stable words, no content; `reason` says why nothing came of it, '' otherwise."""

    state: Job.State = Job.State.DONE
    reason: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    fact_ids: Sequence[str] = ()
    engine: str = ""


def add(
    profile: Profile,
    kind: Job.Kind,
    *,
    now: datetime,
    session: Session | None = None,
    scope_id: str = DEFAULT_SCOPE,
    agent_id: str = "",
    message_ids: Sequence[int] = (),
    options: Mapping[str, object] | None = None,
    is_paused: bool = False,
) -> Job:
    """Promise work, in the caller's transaction. While memory is paused the job is on record, and done with already."""
    return Job.objects.create(
        profile=profile,
        kind=kind,
        state=Job.State.DONE if is_paused else Job.State.PENDING,
        reason="paused" if is_paused else "",
        finished_at=now if is_paused else None,
        session=session,
        scope_id=scope_id,
        agent_id=agent_id,
        message_ids=list(message_ids),
        options=dict(options or {}),
        due_at=now,
        created_at=now,
    )


def claim(profile_id: int, *, queue: str, now: datetime, message: str = "") -> Job | None:
    """The oldest open job of a profile, now ours until its lease ends. None when there is none that is due here.

    `message` identifies the queue message that asks.
    """
    asked: dict[str, Any] = {
        "profile": profile_id,
        "kinds": _kinds(queue),
        "now": now,
        "until": now + timedelta(seconds=settings.MEMORYHUB_JOB_LEASE_SECONDS),
        "held": now - timedelta(seconds=settings.MEMORYHUB_JOB_HOLD_SECONDS),
        "message": message[:64],
        "attempts": settings.MEMORYHUB_JOB_ATTEMPTS,
    }
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(choosing.CLAIM, asked)
            row = cursor.fetchone()
    except IntegrityError:  # a job that had been passed over is due again while a later one runs
        return None
    job = Job.objects.select_related("profile__tenant", "session").filter(pk=row[0]).first() if row else None
    if job is not None:
        limit = min(settings.MEMORYHUB_JOB_LEASE_SECONDS, settings.CELERY_TASK_SOFT_TIME_LIMIT)
        job.thinks_until = time.monotonic() + limit * THINKING_SHARE
    return job


def finish(job: Job, result: Result, *, now: datetime) -> None:
    """Book the end of a claim, in the transaction of its effect. Raises Fenced when the claim is no longer ours."""
    _close(
        job,
        state=result.state,
        reason=result.reason,
        counts=dict(result.counts),
        fact_ids=list(result.fact_ids),
        engine=result.engine,
        error="",
        finished_at=now,
    )


def put_off(job: Job, reason: str, *, now: datetime, error: str = "", retry_after: float | None = None) -> None:
    """Book a failed attempt: again later, or, after the last one, failed and listed for operators.

    Raises Fenced. What was not even tried (an open breaker, a used-up budget) costs no attempt.
    """
    options = dict(job.options)
    if reason in NOT_TRIED:
        options["untried"] = options.get("untried", 0) + 1
    tried = job.attempt - options.get("untried", 0)
    if tried >= settings.MEMORYHUB_JOB_ATTEMPTS:
        with transaction.atomic():
            _close(job, state=Job.State.FAILED, reason=reason, error=error[:512], options=options, finished_at=now)
            _tell_operators(job, reason)
        return
    wait = max(_backoff(tried), retry_after or 0.0)
    try:
        with transaction.atomic():
            _close(
                job,
                state=Job.State.PENDING,
                reason=reason,
                error=error[:512],
                options=options,
                due_at=now + timedelta(seconds=wait),
                waiting_since=job.waiting_since or now,
            )
    except IntegrityError:  # a summary of the same conversation was promised meanwhile: that job will do it
        with transaction.atomic():
            _hand_over(job)
            _close(job, state=Job.State.DONE, reason="promised_again", error=error[:512], finished_at=now)


def _hand_over(job: Job) -> None:
    """What was wished of a summary is wished of the one that takes its place."""
    wishes = {name: value for name, value in job.options.items() if name != "untried"}
    successor = Job.objects.filter(
        session=job.session_id, scope_id=job.scope_id, kind=job.kind, state=Job.State.PENDING
    )
    successor.update(options=CombinedExpression(F("options"), "||", Value(wishes, JSONField()), JSONField()))


def rerun(job: Job, *, actor: str, now: datetime) -> None:
    """Start an exhausted or partial job again, with all its attempts, on somebody's word.

    Raises NotOver for one that did not end in that way, and for one whose learning was taken back.
    """
    if not rerun_all(Job.objects.filter(pk=job.pk), actor=actor, now=now):
        raise NotOver(_("Only a job that failed or ended partly can be run again, unless it was undone."))


def rerun_all(found: JobQuerySet, *, actor: str, now: datetime) -> int:
    """Start again all of these jobs that can be; answers how many. The sweep rings for those beyond its own measure."""
    with transaction.atomic():
        started = list(found.can_run_again().values_list("pk", "profile_id", "kind"))
        _tell_of_rerun([pk for pk, _profile, _kind in started], actor)
        count = Job.objects.can_run_again().filter(pk__in=[pk for pk, _profile, _kind in started]).update(
            state=Job.State.PENDING, due_at=now, waiting_since=None, finished_at=None, reason="", error="",
            options=CombinedExpression(F("options"), "||", JSONObject(untried=F("attempt")), JSONField()),
        )  # fmt: skip
    bells = dict.fromkeys((profile, QUEUES[Job.Kind(kind)]) for _pk, profile, kind in started)
    for profile_id, queue in list(bells)[:BELLS_PER_SWEEP]:
        transaction.on_commit(partial(bell.ring, profile_id, queue=queue), robust=True)
    return count


def next_queue(profile_id: int, *, now: datetime) -> str | None:
    """The queue of the job of a profile that would run next, None when nothing is due."""
    head = _heads(now).filter(profile_id=profile_id).first()
    if head is None or head.state != Job.State.PENDING or head.due_at > now:
        return None
    return QUEUES[Job.Kind(head.kind)]


def sweep(*, now: datetime) -> int:
    """Give lost claims free and ring once for each profile whose jobs wait; answers how many bells were rung."""
    _free_lost_claims(now)
    return sum(_ring_for(queue, now) for queue in dict.fromkeys(QUEUES.values()))


def _ring_for(queue: str, now: datetime) -> int:
    """Each queue has its own measure: a night with tens of thousands of people must not silence learning."""
    asked: dict[str, Any] = {
        "kinds": _kinds(queue),
        "now": now,
        "held": now - timedelta(seconds=settings.MEMORYHUB_JOB_HOLD_SECONDS),
        "most": BELLS_OF_DREAMS if queue == QUEUES[Job.Kind.DREAM] else BELLS_PER_SWEEP,
    }
    with connection.cursor() as cursor:
        cursor.execute(choosing.WAITING, asked)
        waiting = [profile_id for (profile_id,) in cursor.fetchall()]
    return sum(bell.ring(profile_id, queue=queue) for profile_id in waiting)


def _kinds(queue: str) -> list[str]:
    return [kind.value for kind, name in QUEUES.items() if name == queue]


def _heads(now: datetime) -> JobQuerySet:
    """The job of each profile that runs next or is running: its oldest open one that is not passed over."""
    passed_over = Q(
        state=Job.State.PENDING,
        due_at__gt=now,
        waiting_since__lte=now - timedelta(seconds=settings.MEMORYHUB_JOB_HOLD_SECONDS),
    )
    return Job.objects.open().exclude(passed_over).order_by("profile_id", "pk").distinct("profile_id")


def _free_lost_claims(now: datetime) -> None:
    """A worker that let its lease run out was killed; its last attempt counts like any other."""
    lost = Job.objects.select_related("profile").filter(state=Job.State.RUNNING, leased_until__lt=now)
    for job in lost.order_by("pk")[:BELLS_PER_SWEEP]:
        try:
            put_off(job, "lost", now=now)
        except Fenced:
            continue  # its worker came back, or another took it over


def _close(job: Job, **values: object) -> None:
    ours = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING)
    if not ours.update(leased_until=None, claimed_by="", **values):
        raise Fenced
    finished_at = values.get("finished_at")
    if isinstance(finished_at, datetime):
        ended.count(job.profile.tenant_id, kind=job.kind, state=str(values["state"]), now=finished_at)


def _backoff(tried: int) -> float:
    base: int = settings.MEMORYHUB_JOB_BACKOFF_SECONDS
    return min(LONGEST_BACKOFF, base * 2.0 ** max(0, tried - 1)) * random.uniform(0.8, 1.2)


def _tell_of_rerun(started: Sequence[int], actor: str) -> None:
    """One entry for each tenant; of many jobs it counts all and names the first."""
    by_tenant: dict[int, list[int]] = {}
    for pk, tenant in Job.objects.filter(pk__in=started).order_by("pk").values_list("pk", "profile__tenant"):
        by_tenant.setdefault(tenant, []).append(pk)
    for tenant, keys in by_tenant.items():
        worklog.publish(
            tenant_id=tenant,
            module="Jobs",
            level="info",
            actor=actor,
            message="Jobs were started again.",
            details={"jobs": keys[:JOBS_NAMED], "number": len(keys)},
        )


def _tell_operators(job: Job, reason: str) -> None:
    worklog.publish(
        tenant_id=job.profile.tenant_id,
        profile_id=job.profile_id,
        module="Jobs",
        level="error",
        actor=SYSTEM_ACTOR,
        message="A job failed for the last time.",
        details={"job": job.pk, "kind": job.kind, "attempts": job.attempt, "reason": reason},
    )
