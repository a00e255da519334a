"""One person's part of a dream: read, think without a transaction, and write everything in one short one (SPEC D3-D6)."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine import embeddings, mind
from extraction import embedding, jobs, settling, summarising
from extraction.dream import reading, thinking, writing
from extraction.dream.reading import Day
from extraction.dream.thinking import Thought
from extraction.dream.writing import Night
from extraction.jobs import NOT_TRIED, Result
from extraction.models import DreamPart, Job
from extraction.policy import policy_of, rests
from observability import calls
from profiles import choices, document, ledger
from profiles.changes import SYSTEM_ACTOR, Origin
from profiles.lifecycle import Source
from profiles.models import Profile
from summaries import episodes
from summaries.episodes import Described, Due
from summaries.models import Session

Clock = Callable[[], datetime]
PAUSED, GONE, UNDONE, NOTHING = "paused", "gone", "undone", "nothing_to_do"
# Why a conversation was not described: the time of the part was over before its turn came.
NO_TIME = "timeout"


@dataclass(frozen=True)
class Work:
    """What thinking brought for one part. `model` made the vectors."""

    day: Day
    thoughts: tuple[Thought, ...]
    episodes: tuple[Described, ...]
    model: str


def work(job: Job, *, now: datetime, clock: Clock | None = None) -> None:
    """Do one person's part and book its end.

    A failure of the engine puts the job off, and nothing is changed; an episode that failed becomes a job of its own.
    Raises Fenced when somebody else has taken the job over, ProfileGone when the person was erased: then nothing is written.
    `now` and `clock` as for learning.
    """
    later = clock or (lambda: now)
    part = DreamPart.objects.select_related("run").filter(pk=job.options.get("part"), profile=job.profile_id).first()
    idle = _why_idle(job, part)
    if part is None or idle:
        _skip(job, idle or GONE, now=now)
        return
    work = _think(job, part, now)
    if failure := thinking.failed(work.thoughts):
        jobs.put_off(job, failure.failed, now=later(), retry_after=failure.retry_after)
        return
    _write(job, work, began=now, later=later)


def _why_idle(job: Job, part: DreamPart | None) -> str:
    """Why nothing is to be done (any more)."""
    if part is None:
        return GONE
    if part.state in (DreamPart.State.DONE, DreamPart.State.SKIPPED):
        return part.reason or NOTHING
    if part.undone_at is not None or part.run.undone_at is not None:
        return UNDONE
    return PAUSED if rests(job.profile_id, agent_id="", session=None) else ""


def _think(job: Job, part: DreamPart, now: datetime) -> Work:
    choice = choices.embed_choice_of(job.profile)
    model = embeddings.model_name(choice)
    if not part.run.is_dry:
        _take_in_legacy(job, now)
        embedding.fill(job.profile_id, choice=choice)
    since = max(part.after_message, job.profile.dreamed_through)
    day = reading.read(part, since=since, model=model, now=now)
    settling.reconnect()
    thoughts = thinking.think(job, day, model=model)
    told = () if part.run.is_dry or thinking.failed(thoughts) else _describe(job, since)
    return Work(day, thoughts, told, model)


def _take_in_legacy(job: Job, now: datetime) -> None:
    """What a loaded document says is tidied like everything else."""
    if document.is_document(job.profile.memory):
        ledger.apply(job.profile_id, (), origin=Origin(SYSTEM_ACTOR, Source.DREAM, job_id=job.pk), now=now)


def _describe(job: Job, since: int) -> tuple[Described, ...]:
    """An episode for each conversation that wants one. Once there is no money, endpoint or time, nobody is asked."""
    told: list[Described] = []
    wanted = episodes.due(job.profile_id, since_message=since)
    scopes = {due.scope_id for due in wanted}
    policies = {scope_id: policy_of(job.profile, agent_id="", scope_id=scope_id) for scope_id in scopes}
    for due in wanted:
        if idle := _why_not_asked(job, told):
            told.append(Described(due, failed=idle))
            continue
        policy = policies[due.scope_id]
        choice = policy.choice("summarise", profile_id=job.profile_id, until=job.thinks_until)
        told.append(episodes.describe(due, mind.for_scope(choice), contacts=policy.contacts))
    settling.reconnect()
    return tuple(told)


def _why_not_asked(job: Job, told: Sequence[Described]) -> str:
    if told and told[-1].failed in NOT_TRIED:
        return told[-1].failed
    return NO_TIME if job.thinks_until is not None and time.monotonic() > job.thinks_until else ""


def _write(job: Job, work: Work, *, began: datetime, later: Clock) -> None:
    """Facts, proposals, log, watermark, part and the end of the job stand together or not at all."""
    now = later()
    with transaction.atomic():
        profile = ledger.locked(job.profile_id)
        part = DreamPart.objects.select_for_update(of=("self",)).select_related("run").filter(job=job).first()
        idle = _why_idle(job, part)
        if part is None or idle:  # since we began to think
            _skip(job, idle, now=now)
            return
        night = _night(job, part, work, now)
        if not part.run.is_dry:
            _remember(profile, part, night, work, now)
        part.operations.bulk_create(night.operations)
        _close(job, part, night, work, began=began, now=now)


def _night(job: Job, part: DreamPart, work: Work, now: datetime) -> Night:
    if part.run.is_dry:
        return writing.rehearse(part, work.day, work.thoughts, model=work.model, now=now)
    return writing.carry_out(job, part, work.day, work.thoughts, model=work.model, now=now)


def _remember(profile: Profile, part: DreamPart, night: Night, work: Work, now: datetime) -> None:
    written = sum(episodes.write(one, now=now) for one in work.episodes)
    night.counts.update({"episodes": written, "episodes_failed": sum(bool(one.failed) for one in work.episodes)})
    writing.remember(profile, night, part, through=work.day.through, now=now)
    _promise_episodes([one.due for one in work.episodes if one.failed], now)


def _promise_episodes(left: Sequence[Due], now: datetime) -> None:
    """What could not be described is tried again as a job of its own: no later dream looks at these conversations."""
    sessions = Session.objects.select_related("profile").in_bulk({due.session_id for due in left})
    for due in left:
        if session := sessions.get(due.session_id):
            summarising.promise(session, scope_id=due.scope_id, now=now, wishes=[summarising.EPISODE])


def _close(job: Job, part: DreamPart, night: Night, work: Work, *, began: datetime, now: datetime) -> None:
    reason = "" if night.counts["merged"] or any(one.state != "rejected" for one in night.operations) else NOTHING
    counts = {word: number for word, number in night.counts.items() if number}
    part.state, part.reason, part.log, part.counts = DreamPart.State.DONE, reason, night.log, counts
    part.after_message, part.through_message = work.day.since, work.day.through
    part.engine = _engine(work.thoughts)
    part.tokens = calls.tokens_of(job.pk)
    part.seconds = max(0.0, (now - began).total_seconds())
    part.finished_at = now
    part.save()
    jobs.finish(job, Result(reason=reason, counts=counts, fact_ids=night.fact_ids, engine=part.engine), now=now)


def _engine(thoughts: Sequence[Thought]) -> str:
    return next((one.answer.engine for one in thoughts if one.answer is not None), "")


def _skip(job: Job, reason: str, *, now: datetime) -> None:
    """The part is passed over, and what was said stays news for the next dream."""
    with transaction.atomic():
        waiting = DreamPart.objects.filter(job=job, state__in=(DreamPart.State.PENDING, DreamPart.State.FAILED))
        waiting.update(state=DreamPart.State.SKIPPED, reason=reason, finished_at=now)
        jobs.finish(job, Result(reason=reason), now=now)
