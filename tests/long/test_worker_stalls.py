"""A child killed while it takes a message leaves a worker that would wait for ever: it ends itself and is started anew."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from extraction import bell, jobs
from extraction.models import Job
from memoryhub import programs
from memoryhub.programs import Program
from memoryhub.supervisor import Kept
from profiles.models import Fact
from tests.flows.steps import person, say
from tests.real_service import RealService, await_that, children, echoing, kill, queue_client, real_service
from tests.scripted_server import ScriptedServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

PATIENCE = 5  # seconds instead of the product's thirty
SLOW = 7.0  # seconds of a model's answer: longer than the patience, shorter than a job's lease
# A worker whose first child dies with the message in its hand: read from the pipe, not yet said to be accepted.
DIES_READING = """
import os, pathlib, signal
from billiard import pool
from celery.__main__ import main

make = pool.Worker._make_child_methods

def make_deadly(worker):
    make(worker)
    wait = worker.wait_for_job

    def wait_and_die():
        message, mark = wait(), pathlib.Path(os.environ["DIED"])
        if message and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return message

    worker.wait_for_job = wait_and_die

pool.Worker._make_child_methods = make_deadly
main()
"""


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([echoing(0.05)]) as server:
        yield server


@pytest.fixture
def service(
    transactional_db: None, tmp_path: Path, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RealService]:
    words = {
        "MEMORYHUB_LLM_BASE_URL": model.url,
        "MEMORYHUB_LLM_MODEL": "echo",
        "MEMORYHUB_WORKER_STALL_SECONDS": str(PATIENCE),
        "DIED": str(tmp_path / "died"),
    }
    with real_service(tmp_path, **words) as running:
        monkeypatch.setenv("CELERY_BROKER_URL", "pgmq://")  # Celery puts it before what an app was told
        monkeypatch.setattr(bell, "current_app", queue_client(running.database))
        monkeypatch.setattr(bell, "silence", bell.Silence())
        yield running


def kill_an_idle_child(service: RealService, kept: Kept) -> None:
    """It waits for work with the lock of the pipe in its hand."""
    say(person("kim"), "我喜欢吃面条", ids=["m0"])
    await_that(lambda: Job.objects.filter(state="done").exists())
    time.sleep(1)
    kill(_child(kept))
    say(person("kai"), "我住在烟台的海边", ids=["m1"])


def kill_a_child_that_was_handed_a_message(service: RealService, kept: Kept) -> None:
    child = _child(kept)
    os.kill(child, signal.SIGSTOP)
    say(person("kai"), "我住在烟台的海边", ids=["m1"])
    await_that(_is_reserved)
    time.sleep(0.5)  # until it stands in the pipe
    kill(child)


def kill_a_child_that_has_read_it(service: RealService, kept: Kept) -> None:
    say(person("kai"), "我住在烟台的海边", ids=["m1"])
    await_that(Path(service.environment["DIED"]).exists)


@pytest.mark.parametrize(
    "deed", [kill_an_idle_child, kill_a_child_that_was_handed_a_message, kill_a_child_that_has_read_it]
)
def test_a_message_that_no_child_took_is_worked_on_by_the_next_worker(
    service: RealService, deed: Callable[[RealService, Kept], None]
) -> None:
    kept = Kept(_program(deed is kill_a_child_that_has_read_it), lambda program: service.start(program.command))
    await_that(lambda: _has_started(service, kept))
    first = kept.process

    deed(service, kept)
    await_that(lambda: Fact.objects.filter(content__contains="烟台").exists(), meanwhile=lambda: _go_on(kept), pause=1)

    assert first is not None
    assert first.returncode == os.EX_TEMPFAIL
    assert "烟台" not in Path(service.log.name).read_text()


def test_a_worker_at_work_is_left_alone_and_so_is_one_whose_database_is_away(
    service: RealService, model: ScriptedServer
) -> None:
    kept = Kept(_program(dies_reading=False), lambda program: service.start(program.command))
    model.script = [echoing(SLOW), echoing(SLOW), echoing(0.05)]
    await_that(lambda: _has_started(service, kept))
    first = kept.process

    say(person("kim"), "我喜欢吃面条", ids=["m0"])
    say(person("kai"), "我住在烟台的海边", ids=["m1"])
    await_that(lambda: len(model.requests) == 2)
    with _database_away():
        time.sleep(2 * SLOW)
    await_that(lambda: Fact.objects.count() == 2, meanwhile=lambda: _go_on(kept), pause=1)

    assert kept.process is first
    assert "No child took" not in Path(service.log.name).read_text()


def _program(dies_reading: bool) -> Program:
    (program,) = (one for one in programs.workers() if one.name == "learning")
    if not dies_reading:
        return program
    return Program(program.name, (sys.executable, "-c", DIES_READING, *program.command[3:]))


def _has_started(service: RealService, kept: Kept) -> bool:
    kept.look(time.monotonic())
    return bool(re.search(r"learning@\S+ ready", Path(service.log.name).read_text()))


def _go_on(kept: Kept) -> None:
    """What supervisor and scheduler do."""
    kept.look(time.monotonic())
    jobs.sweep(now=timezone.now())


@contextmanager
def _database_away() -> Iterator[None]:
    """Nobody but this test is connected, and nobody can be."""
    allow = "UPDATE pg_database SET datallowconn = %s WHERE datname = current_database()"
    with connection.cursor() as cursor:
        cursor.execute(allow, [False])
        try:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            yield
        finally:
            cursor.execute(allow, [True])


def _child(kept: Kept) -> int:
    assert kept.process is not None
    (pid,) = await_that(lambda: children(kept.process.pid) if kept.process else [])
    return int(pid)


def _is_reserved() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pgmq.q_learning WHERE read_ct > 0")
        return bool(cursor.fetchone()[0])
