"""Takes back everything that one job learned, and marks the job with what became of that."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from extraction import jobs
from extraction.models import Job
from observability import worklog
from profiles import ledger, reversal
from profiles.changes import Origin, touched

OPEN = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class Undone:
    """`fact_ids` returned to their former states; `kept` are those that did not, each with why."""

    at: str
    fact_ids: tuple[str, ...]
    kept: dict[str, str]


def undone(job: Job) -> Undone | None:
    """What was taken back of a job, None when nobody has asked for it."""
    mark = job.options.get("undone")
    return Undone(mark["at"], tuple(mark["facts"]), dict(mark["kept"])) if mark else None


def take_back(job: Job, *, origin: Origin, now: datetime) -> Undone:
    """Return every fact that a job changed to its former state, unless it changed since. Done again, answers the same.

    Raises jobs.NotOver while the job is still at work, ProfileGone when the person was erased.
    """
    with transaction.atomic():
        profile = ledger.locked(job.profile_id)
        row = Job.objects.select_for_update().get(pk=job.pk)
        before = undone(row)
        if before is not None:
            return before
        if row.state in OPEN:
            raise jobs.NotOver(_("This job is still at work. Wait until it is over."))
        plan = reversal.of_job(profile.pk, row.pk, over_at=row.finished_at)
        outcome = ledger.apply(profile.pk, plan.changes, origin=origin, now=now, on_stale="skip")
        stale = touched(outcome.stale).keys()
        kept = plan.kept | {fact_id: reversal.CHANGED for key, fact_id in plan.facts.items() if key in stale}
        done = Undone(now.isoformat(), tuple(plan.facts[key] for key in plan.facts if key not in stale), kept)
        _mark(row, done)
        worklog.publish(
            tenant_id=profile.tenant_id,
            profile_id=profile.pk,
            module="Jobs",
            level="info",
            actor=origin.actor,
            message="What a job learned was taken back.",
            details={"job": row.pk, "facts": list(done.fact_ids), "kept": done.kept},
        )
        return done


def _mark(job: Job, done: Undone) -> None:
    mark = {"at": done.at, "facts": list(done.fact_ids), "kept": done.kept}
    Job.objects.filter(pk=job.pk).update(options={**job.options, "undone": mark})
