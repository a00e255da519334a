"""Real workers and web servers on the tests' own database; each is started here, and killed by its process id alone."""

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import Celery
from django.conf import settings
from django.db import connection
from kombu import Exchange, Queue, pools

from memoryhub import processes, programs, queues
from tests.scripted_server import Answer, said

PATIENCE = 60.0  # seconds until something that should happen has not happened
TARGET = re.compile(r'<target_messages of="user">\n(.*?)</target_messages>', re.DOTALL)


class RealService:
    """The programs of the service, with short leases so that tests need not wait for the real ones."""

    def __init__(self, database: str, folder: Path, **environment: str) -> None:
        self.database = database
        self.folder = folder
        self.log = (folder / "service.log").open("ab")
        self.started: list[subprocess.Popen[bytes]] = []
        ours = ("MEMORYHUB_", "DJANGO_", "DATABASE_URL", "CELERY_BROKER_URL", "PYTEST_")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(ours)},
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "DATABASE_URL": database,
            "CELERY_BROKER_URL": "pgmq://",
            "MEMORYHUB_SECRET_KEY": settings.SECRET_KEY,
            "MEMORYHUB_HOME": str(folder / "home"),
            "MEMORYHUB_JOB_LEASE_SECONDS": "10",
            "MEMORYHUB_JOB_BACKOFF_SECONDS": "1",
            "MEMORYHUB_JOB_ATTEMPTS": "50",
            "MEMORYHUB_SAME_SCORE": "1.0",
            "OMP_NUM_THREADS": "1",
            **environment,
        }
        queues.install(database)

    def worker(self, queue: str = "learning") -> subprocess.Popen[bytes]:
        (program,) = (one for one in programs.workers() if one.name == queue)
        return self.start(program.command)

    def start(self, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
        process = processes.start(command, log=self.log, env=self.environment)
        self.started.append(process)
        return process

    def stop(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()
        self.log.close()
        pools.reset()
        with connection.cursor() as cursor:  # clients of the queue would keep the database from being dropped
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@contextmanager
def real_service(folder: Path, **environment: str) -> Iterator[RealService]:
    service = RealService(database_address(), folder, **environment)
    with connection.cursor() as cursor:
        for queue in queues.NAMES:
            cursor.execute("SELECT pgmq.purge_queue(%s)", [queue])
    try:
        yield service
    finally:
        service.stop()


def database_address() -> str:
    """Where the tests' database is, as the programs are told it."""
    words = connection.settings_dict
    host, port = str(words["HOST"]), str(words["PORT"] or "")
    place = f"/{words['NAME']}?host={host}" if host.startswith("/") else f"{host}:{port}/{words['NAME']}"
    extra = f"&port={port}" if host.startswith("/") and port else ""
    return f"postgresql://{words['USER']}@{place}{extra}"


def queue_client(database: str) -> Celery:
    """A sender of bells on the queues of that database."""
    app = Celery("bells", broker="pgmq://", set_as_current=False)
    app.conf.update(
        task_queues=[Queue(name, Exchange(name), routing_key=name) for name in queues.NAMES],
        task_default_queue=settings.CELERY_TASK_DEFAULT_QUEUE,
        task_publish_retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY,
        broker_transport_options=queues.transport_options("pgmq://", database),
    )
    return app


def echoing(delay_s: float) -> Callable[[dict[str, Any]], Answer]:
    """A model that remembers each line of the target word for word, and takes its time."""

    def answer(request: dict[str, Any]) -> Answer:
        found = TARGET.search(request["messages"][-1]["content"])
        lines = found[1].splitlines() if found else []
        memories = [
            {"type": "user_fact", "content": line.split(": ", 1)[1].replace("我", "用户"), "confidence": 0.9}
            for line in lines
        ]
        replied = said(json.dumps({"memories": memories, "instructions": []}, ensure_ascii=False))
        return Answer(replied.body, delay_s=delay_s)

    return answer


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """The process ids of the children of a process, none when it is gone."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def await_that(
    happened: Callable[[], Any], *, meanwhile: Callable[[], object] = lambda: None, pause: float = 0.05
) -> Any:
    """What `happened` answers as soon as it is true; an AssertionError when it never is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if answer := happened():
            return answer
        meanwhile()
        time.sleep(pause)
    raise AssertionError("It did not happen in time.")


def waits_for_a_lock() -> bool:
    """Whether somebody waits in the database for what another holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
