"""A service of one's own for a benchmark: a throw-away PostgreSQL, the web server as in production, and one key."""

import contextlib
import http.client
import json
import os
import platform
import secrets
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import django
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds until the web server must answer


@dataclass(frozen=True)
class Service:
    """Where the service is and how to be let in. `database` is '' for a running instance given by --url."""

    url: str
    key: str
    database: str = ""

    def connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.url)
        return http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=30)


@dataclass(frozen=True)
class Base:
    """A migrated database of the benchmark's own; `folder` is gone with it."""

    url: str
    folder: str
    log: IO[bytes]
    port: int


@contextlib.contextmanager
def database() -> Iterator[Base]:
    """Start PostgreSQL, set Django up on it and migrate; everything is gone afterwards."""
    from memoryhub import postgres  # noqa: PLC0415 - settings must not load before the environment

    with (
        tempfile.TemporaryDirectory(prefix="mh-bench-", ignore_cleanup_errors=True) as folder,
        (Path(folder) / "log").open("wb") as log,
    ):
        server = postgres.Server(Path(folder) / "data", log=log)
        server.start()
        try:
            server.create_database()
            base = Base(server.url(), folder, log, _free_port())
            os.environ.update(_environment(base.url, folder, base.port))
            django.setup()
            call_command("migrate", verbosity=0, interactive=False)
            yield base
        finally:
            server.stop()


@contextlib.contextmanager
def settings(*, has_endpoint: bool) -> Iterator[None]:
    """The product's settings for an engine; only calls of an endpoint need a database, in which they are recorded."""
    if has_endpoint:
        with database():
            yield
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    os.environ.setdefault("MEMORYHUB_SECRET_KEY", secrets.token_urlsafe(48))
    os.environ.setdefault("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
    django.setup()
    from profiles import measures  # noqa: PLC0415 - models can be loaded once Django is set up

    measures.start_afresh()  # there is no database to ask how an embedding model is calibrated
    yield


@contextlib.contextmanager
def running() -> Iterator[Service]:
    """The database with the web server on it, and a key; everything is gone afterwards."""
    with database() as base:
        from memoryhub import processes, queues  # noqa: PLC0415 - settings must not load before the environment

        queues.install(base.url)
        command = [sys.executable, "-m", "gunicorn", "-c", "python:memoryhub.gunicorn_config", "memoryhub.wsgi"]
        web = processes.start(command, log=base.log, cwd=ROOT, env=dict(os.environ) | {"MEMORYHUB_DATABASE_POOL": "10"})
        try:
            service = Service(f"http://127.0.0.1:{base.port}", _key(), base.url)
            _await(service)
            yield service
        finally:
            web.send_signal(signal.SIGTERM)
            web.wait(20)


def _environment(database: str, folder: str, port: int) -> dict[str, str]:
    return {
        "DATABASE_URL": database,
        "CELERY_BROKER_URL": "pgmq://",
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "MEMORYHUB_HOME": folder,
        "MEMORYHUB_SECRET_KEY": secrets.token_urlsafe(48),
        "MEMORYHUB_HOST": "127.0.0.1",
        "MEMORYHUB_PORT": str(port),
        "MEMORYHUB_REQUESTS_PER_MINUTE": "10000000",
    }


def _key() -> str:
    from profiles import keys  # noqa: PLC0415
    from profiles.models import ApiKey, Tenant  # noqa: PLC0415

    tenant = Tenant.objects.get(slug="default")
    return keys.create(tenant, name="benchmark", scopes=ApiKey.Scope.values, acts_for_employees=True)[1]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await(service: Service) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = service.connect()
            connection.request("GET", "/healthz")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return
        time.sleep(0.1)
    raise SystemExit("The web server of the benchmark does not answer.")


def post(connection: http.client.HTTPConnection, path: str, body: dict[str, Any], key: str = "") -> dict[str, Any]:
    """One request on an open connection; ends the benchmark when it is refused."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Api-Key {key}"} if key else {})
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= http.HTTPStatus.BAD_REQUEST:
        raise SystemExit(f"{path} answered {answer.status}: {text[:300]!r}")
    found: dict[str, Any] = json.loads(text)
    return found


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
        "cores": str(os.cpu_count()),
    }
