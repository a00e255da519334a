"""What is left when processes are killed in the middle: everything that was accepted, and each effect exactly once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from extraction import bell, jobs
from extraction.models import Job
from profiles.models import Fact
from tests.flows.steps import person, say
from tests.real_service import RealService, await_that, children, echoing, kill, queue_client, real_service
from tests.scripted_server import ScriptedServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([echoing(1.5), echoing(0.0)]) as server:
        yield server


@pytest.fixture
def service(
    transactional_db: None, tmp_path: Path, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[RealService]:
    settings.MEMORYHUB_JOB_ATTEMPTS = 50
    settings.MEMORYHUB_JOB_BACKOFF_SECONDS = 1
    with real_service(tmp_path, MEMORYHUB_LLM_BASE_URL=model.url, MEMORYHUB_LLM_MODEL="echo") as running:
        monkeypatch.setenv("CELERY_BROKER_URL", "pgmq://")  # Celery puts it before what an app was told
        monkeypatch.setattr(bell, "current_app", queue_client(running.database))
        monkeypatch.setattr(bell, "silence", bell.Silence())
        yield running


def test_a_job_survives_the_child_that_was_killed_in_the_middle_of_it(
    service: RealService, model: ScriptedServer
) -> None:
    worker = service.worker()
    say(person(), "我喜欢吃一号拉面")
    await_that(lambda: model.requests)

    kill(children(worker.pid)[0])
    await_that(_all_done)

    job = Job.objects.get()
    assert (job.state, job.attempt) == ("done", 2)
    assert list(Fact.objects.values_list("content", "source_count")) == [("用户喜欢吃一号拉面", 1)]


def test_a_job_survives_the_worker_that_was_killed_in_the_middle_of_it(
    service: RealService, model: ScriptedServer
) -> None:
    worker = service.worker()
    say(person(), "我喜欢吃一号拉面")
    await_that(lambda: model.requests)

    (child,) = children(worker.pid)
    kill(worker.pid)
    await_that(lambda: not Path(f"/proc/{child}/cmdline").exists() or not Path(f"/proc/{child}/cmdline").read_bytes())
    Job.objects.update(leased_until=timezone.now())  # as if the lease were over
    service.worker()
    await_that(_all_done, meanwhile=lambda: jobs.sweep(now=timezone.now()), pause=1.0)

    assert Job.objects.get().attempt == 2
    assert list(Fact.objects.values_list("content", "source_count")) == [("用户喜欢吃一号拉面", 1)]


def _all_done() -> bool:
    return not Job.objects.exclude(state="done").exists()
