"""What the queues start: one call each, ids in, nothing out, safe to run twice."""

import time
from contextlib import ExitStack
from typing import Any

from celery import Task, shared_task
from celery.exceptions import Reject
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from extraction import embedding, forgetting, housekeeping, jobs, runner, summarising
from extraction.dream import runs

# Seconds before a message goes back: a database that restarts needs about as long.
AWAY_PAUSE = 2.0


@shared_task(bind=True)
def work(task: "Task[Any, Any]", *, profile_id: int, queue: str) -> None:
    """A message whose database was away goes back to its queue: delivered again, it takes its own claim over at once."""
    message = str(task.request.id or "")
    try:
        runner.run_next(profile_id, queue=queue, now=timezone.now(), message=message, clock=timezone.now)
    except (OperationalError, InterfaceError) as away:
        time.sleep(AWAY_PAUSE)
        raise Reject(type(away).__name__, requeue=True) from away


@shared_task
def sweep() -> None:
    """Every round is made, whatever becomes of the others; what one of them raises is raised after the last."""
    now = timezone.now()
    with ExitStack() as rounds:  # the last one entered is made first
        rounds.callback(runs.sweep, now)
        rounds.callback(jobs.sweep, now=now)
        rounds.callback(summarising.sweep, now=now)
        rounds.callback(forgetting.sweep, now=now)


@shared_task
def start_dreams() -> None:
    runs.start_due(timezone.now())


@shared_task
def open_dream(*, run_id: int) -> None:
    runs.open_parts(run_id, timezone.now())


@shared_task
def embed_missing() -> None:
    embedding.fill_missing(now=timezone.now())


@shared_task
def forget_leftovers() -> None:
    housekeeping.forget_leftovers(now=timezone.now())
