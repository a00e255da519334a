"""What the queues start: one call each, ids in, nothing out, safe to run twice."""

from typing import Any

from celery import Task, shared_task
from django.utils import timezone

from extraction import embedding, housekeeping, jobs, runner


@shared_task(bind=True)
def work(task: "Task[Any, Any]", *, profile_id: int, queue: str) -> None:
    runner.run_next(profile_id, queue=queue, now=timezone.now(), message=str(task.request.id or ""))


@shared_task
def sweep() -> None:
    jobs.sweep(now=timezone.now())


@shared_task
def embed_missing() -> None:
    embedding.fill_missing(now=timezone.now())


@shared_task
def forget_leftovers() -> None:
    housekeeping.forget_leftovers(now=timezone.now())
