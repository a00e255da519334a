"""The programs of the service: what is started, with which words, and how long each may take to end."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from memoryhub import queues
from memoryhub.environment import Start

SETTINGS = "memoryhub.settings"


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple[str, ...]
    patience: float = 20.0  # seconds between being asked to end and being ended


def web() -> Program:
    return Program(
        "web", (sys.executable, "-m", "gunicorn", "-c", "python:memoryhub.gunicorn_config", "memoryhub.wsgi")
    )


def workers() -> list[Program]:
    """One for each queue: a worker on several queues of PostgreSQL polls them one after the other."""
    return [Program(queue, _worker(queue)) for queue in queues.NAMES]


def _worker(queue: str) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "celery", "-A", "memoryhub", "worker"),
        *("--queues", queue, "--hostname", f"{queue}@%h", "--pool", "prefork", "--concurrency", "1"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "INFO"),
    )


def beat() -> Program:
    command = (sys.executable, "-m", "celery", "-A", "memoryhub", "beat", "--pidfile=", "--loglevel", "INFO")
    return Program("beat", command, patience=5.0)


def look_around() -> tuple[str, ...]:
    """Run once the service is ready: what no start refuses is said then."""
    return (sys.executable, "manage.py", "doctor", "--at-start")


def environment_for(program: Program, chosen: Start, values: Mapping[str, str]) -> dict[str, str]:
    """The environment of a child: ours, without what only the first start needs."""
    first_start_only = {"MEMORYHUB_ADMIN_PASSWORD", "MEMORYHUB_API_KEY"}
    pool = chosen.web_threads + 2 if program.name == "web" else 2
    return {
        "MEMORYHUB_DATABASE_POOL": str(pool),
        **{name: value for name, value in values.items() if name not in first_start_only},
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "MEMORYHUB_HOME": str(chosen.home),
        "PYTHONUNBUFFERED": "1",
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),  # processes share the cores, threads would fight
        "OPENBLAS_NUM_THREADS": os.environ.get("OPENBLAS_NUM_THREADS", "1"),
    }
