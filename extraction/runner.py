"""Runs what waits for one person: claims the next job, does its work, and sees to it that the next one is heard of."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime

from engine.errors import ProviderFailed
from extraction import bell, embedding, jobs, release, summarising, turn
from extraction.dream import part, runs
from extraction.jobs import Fenced, Result
from extraction.models import Job
from extraction.turn import Clock
from observability import calls
from profiles import choices
from profiles.ledger import ProfileGone

logger = logging.getLogger(__name__)


def run_next(
    profile_id: int, *, queue: str, now: datetime, message: str = "", clock: Clock | None = None
) -> Job | None:
    """Do the oldest job of a profile if it belongs to this queue and is due; None when there is none.

    Rings once more when further work waits, on the queue to which it belongs. `clock` tells when the work ends (None:
    at `now`).
    """
    later = clock or (lambda: now)
    job = jobs.claim(profile_id, queue=queue, now=now, message=message)
    if job is not None:
        _run(job, now, later)
        if job.kind == Job.Kind.DREAM:
            runs.after(job, later())
    waiting = jobs.next_queue(profile_id, now=later())
    if waiting is not None and (job is not None or waiting != queue):
        bell.ring(profile_id, queue=waiting)
    return job


def _run(job: Job, now: datetime, later: Clock) -> None:
    try:
        with calls.of_job(job.pk):
            WORK[Job.Kind(job.kind)](job, now, later)
    except Fenced:
        logger.warning("job %d: taken over by another worker, nothing was written", job.pk)
    except ProfileGone:
        logger.info("job %d: the person was erased", job.pk)
    except ProviderFailed as failure:
        with suppress(Fenced):
            jobs.put_off(job, failure.reason, now=later(), retry_after=failure.retry_after)
    except Exception as failure:
        with suppress(Fenced):
            jobs.put_off(job, "error", now=later(), error=type(failure).__name__)
        raise


def _learn(job: Job, now: datetime, later: Clock) -> None:
    if release.is_release(job):
        release.carry_out(job, clock=later)
    else:
        turn.learn(job, now=now, clock=later)
    if job.session_id is not None:
        summarising.look(job.session_id, now=later())


def _embed(job: Job, now: datetime, later: Clock) -> None:
    choice = choices.embed_choice_of(job.profile)
    done = embedding.fill(job.profile_id, choice=choice)
    jobs.finish(job, Result(counts={"embedded": done}), now=later())


def _summarise(job: Job, now: datetime, later: Clock) -> None:
    summarising.work(job, now=now, clock=later)


def _dream(job: Job, now: datetime, later: Clock) -> None:
    part.work(job, now=now, clock=later)


WORK: Mapping[Job.Kind, Callable[[Job, datetime, Clock], None]] = {
    Job.Kind.LEARN: _learn,
    Job.Kind.SUMMARISE: _summarise,
    Job.Kind.DREAM: _dream,
    Job.Kind.EMBED: _embed,
}
