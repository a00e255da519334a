"""Summaries as background work: promised where something was said or deleted, and done one conversation at a time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from engine import mind
from engine.questions import ModelChoice
from extraction import bell, jobs
from extraction.jobs import Result
from extraction.models import Job
from extraction.policy import Policy, policy_of, rests
from extraction.turn import Clock
from summaries import episodes, snapshots
from summaries.models import Session
from summaries.snapshots import Refreshed

# Of a job: whether it is due, however little was said; whether the episode has to be written too.
FORCE, EPISODE = "force", "episode"


def work(job: Job, *, now: datetime, clock: Clock) -> None:
    """Bring the summary of a claimed job's conversation up to date and book the end.

    A failure of the engine puts the job off; what could be folded before it is kept. Raises Fenced and ProfileGone.
    """
    policy = policy_of(job.profile, agent_id=job.agent_id, scope_id=job.scope_id)
    if job.session is None or policy.is_paused or job.session.is_paused:
        jobs.finish(job, Result(reason=snapshots.GONE if job.session is None else snapshots.PAUSED), now=clock())
        return
    choice = policy.choice("summarise", profile_id=job.profile_id, until=job.thinks_until)
    if job.options.get(EPISODE) and not _retell(job, choice, policy, clock):
        return
    done = snapshots.refresh(
        job.session,
        scope_id=job.scope_id,
        choice=choice,
        force=bool(job.options.get(FORCE)),
        now=now,
        clock=clock,
        contacts=policy.contacts,
        rests=partial(rests, job.profile_id, agent_id=job.agent_id, session=job.session_id),
        book=partial(_book, job, clock),
    )
    if done.failed:
        jobs.put_off(job, done.failed, now=clock(), retry_after=done.retry_after)


def _retell(job: Job, choice: ModelChoice, policy: Policy, clock: Clock) -> bool:
    """Write the episode that a deleted message took away or a night could not write; False when the job is put off."""
    due = episodes.due_of(job.session_id) if job.session_id else None
    if due is None:
        return True
    described = episodes.describe(due, mind.for_scope(choice), contacts=policy.contacts)
    if described.failed:
        jobs.put_off(job, described.failed, now=clock(), retry_after=described.retry_after)
        return False
    episodes.write(described, now=clock())
    return True


def promise(session: Session, *, scope_id: str, now: datetime, wishes: Sequence[str] = ()) -> Job:
    """One job that waits for each conversation and scope, however often it is promised. No wish (FORCE, EPISODE) is lost."""
    options = dict.fromkeys(wishes, True)
    while True:
        try:
            with transaction.atomic():
                job = jobs.add(
                    session.profile,
                    Job.Kind.SUMMARISE,
                    now=now,
                    session=session,
                    scope_id=scope_id,
                    agent_id=session.agent_id,
                    options=options,
                )
        except IntegrityError:
            waiting = _waiting(session, scope_id, options)
            if waiting is None:
                continue  # it was claimed in between: what is promised now may have come too late for it
            return waiting
        ring = partial(bell.ring, session.profile_id, queue=jobs.QUEUES[Job.Kind.SUMMARISE])
        transaction.on_commit(ring, robust=True)
        return job


def look(session_id: int, *, now: datetime) -> None:
    """Promise a summary of each scope of a conversation in which enough was said, and note that somebody has looked.

    What is said meanwhile waits for this row and marks it again.
    """
    with transaction.atomic():
        if not Session.objects.filter(pk=session_id, has_news=True).update(has_news=False):
            return
        session = Session.objects.select_related("profile__tenant").get(pk=session_id)
        if session.is_paused or session.profile.is_paused or session.profile.tenant.is_paused:
            return
        for scope_id in snapshots.scopes_of(session):
            if not snapshots.news(session, scope_id).why_not_due:
                promise(session, scope_id=scope_id, now=now)


def sweep(*, now: datetime) -> int:
    """Look at conversations with news at which no learning has looked, a bounded number at a time; answers how many."""
    waiting = Session.objects.filter(has_news=True).order_by("pk").values_list("pk", flat=True)
    keys = list(waiting[: settings.MEMORYHUB_SUMMARY_LOOKS])
    for key in keys:
        look(key, now=now)
    return len(keys)


def end(session: Session, *, scope_id: str, now: datetime, force: bool = False) -> tuple[Job | None, str]:
    """Note that a conversation is over; the job that condenses what is left of it, or why nothing is due."""
    goes_on = Q(ended_at=None) | Q(last_message_at__gt=F("ended_at"))
    Session.objects.filter(goes_on, pk=session.pk).update(ended_at=now)
    if policy_of(session.profile, agent_id=session.agent_id, scope_id=scope_id).is_paused or session.is_paused:
        return None, snapshots.PAUSED
    found = snapshots.news(session, scope_id)
    if not found.messages or (found.why_not_due and not force):
        return None, found.why_not_due or snapshots.NOTHING_NEW
    return promise(session, scope_id=scope_id, now=now, wishes=[FORCE] if force else ()), ""


def _waiting(session: Session, scope_id: str, options: Mapping[str, bool]) -> Job | None:
    """The job that waits already, with these wishes too; None when it has begun meanwhile."""
    waiting = Job.objects.select_for_update().filter(
        session=session, scope_id=scope_id, kind=Job.Kind.SUMMARISE, state=Job.State.PENDING
    )
    with transaction.atomic():
        job = waiting.first()
        if job is not None and not options.items() <= job.options.items():
            job.options = {**job.options, **options}
            Job.objects.filter(pk=job.pk).update(options=job.options)
        return job


def _book(job: Job, clock: Clock, done: Refreshed) -> None:
    """The end of the job, in the transaction of its effect; what is more than one piece of work is promised anew."""
    counts = {"covered": done.covered} | {f"dropped_{reason}": number for reason, number in done.dropped.items()}
    told = {word: number for word, number in counts.items() if number}
    jobs.finish(job, Result(reason=done.reason, counts=told, engine=done.engine), now=clock())
    if done.has_more and job.session is not None:
        promise(job.session, scope_id=job.scope_id, now=clock(), wishes=[FORCE])
