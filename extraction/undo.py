"""Takes back everything that one job learned, and marks the job with what became of that."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from extraction import jobs
from extraction.dream import approval
from extraction.dream import undo as dreams
from extraction.models import DreamPart, Job
from observability import worklog
from profiles import ledger, reversal
from profiles.changes import Origin
from profiles.reversal import Undone

OPEN = (Job.State.PENDING, Job.State.RUNNING)


def undone(job: Job) -> Undone | None:
    """What was taken back of a job, None when nobody has asked for it."""
    mark = job.options.get("undone")
    return Undone(mark["at"], tuple(mark["facts"]), dict(mark["kept"])) if mark else None


def take_back(job: Job, *, origin: Origin, now: datetime, scope_ids: Collection[str] = ()) -> Undone:
    """Return every fact that a job changed to its former state, unless it changed since. Done again, answers the same.

    Of a dream, which works on all scopes of a person, only what it did in `scope_ids` if there are any. Raises
    jobs.NotOver while the job is still at work, ProfileGone when the person was erased.
    """
    part = DreamPart.objects.filter(job=job).first() if job.kind == Job.Kind.DREAM else None
    if part is not None:
        return dreams.of_part(part, origin=origin, now=now, scope_ids=scope_ids)
    with transaction.atomic():
        profile = ledger.locked(job.profile_id)
        row = Job.objects.select_for_update().get(pk=job.pk)
        before = undone(row)
        if before is not None:
            return before
        if row.state in OPEN:
            raise jobs.NotOver(_("This job is still at work. Wait until it is over."))
        done = reversal.carry_out(profile.pk, Q(job_id=row.pk), over_at=row.finished_at, origin=origin, now=now)
        _mark(row, done)
        approval.taken_back(row, now=now)
        worklog.publish(
            tenant_id=profile.tenant_id,
            profile_id=profile.pk,
            module="Jobs",
            level="info",
            actor=origin.actor,
            message="What a job learned was taken back.",
            details={"job": row.pk, "facts": list(done.fact_ids), "kept": dict(done.kept)},
        )
        return done


def _mark(job: Job, done: Undone) -> None:
    mark = {"at": done.at, "facts": list(done.fact_ids), "kept": dict(done.kept)}
    Job.objects.filter(pk=job.pk).update(options={**job.options, "undone": mark})
