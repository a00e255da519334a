"""Probes: the process lives; the service could serve, or what it lacks."""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from amqp.exceptions import AccessRefused
from django.test import Client
from kombu import Connection

from memoryhub import outage, queues, readiness
from tests.memoryhub.service import free_port
from tests.real_service import database_address

READY = {"ready": True, "database": "ok", "migrations": "ok", "broker": "ok", "embedded": False}
NOWHERE = "postgresql://somebody:secretword@127.0.0.1:9/memoryhub"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "watch", readiness.Watch())


@pytest.fixture
def service(db: None, settings: Any) -> Any:
    """The tests' database as the service would be told it, with its queues."""
    settings.MEMORYHUB_DATABASE_URL = database_address()
    settings.CELERY_BROKER_URL = "pgmq://"
    queues.install(settings.MEMORYHUB_DATABASE_URL)
    return settings.MEMORYHUB_DATABASE_URL


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of a server that accepts and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def asked(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_a_service_with_everything_is_ready(service, client):
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (200, READY)
    assert "no-store" in answer["Cache-Control"]
    assert client.post("/readyz").status_code == 405


def test_a_database_that_is_away_is_named_without_its_address(client, settings):
    settings.MEMORYHUB_DATABASE_URL = NOWHERE
    settings.CELERY_BROKER_URL = "pgmq://"

    answer = client.get("/readyz")

    lacking = {"ready": False, "database": "away", "migrations": "unknown", "broker": "unknown"}
    assert (answer.status_code, answer.json()) == (503, READY | lacking)
    assert "secretword" not in answer.content.decode()
    assert client.get("/healthz").status_code == 200


def test_a_migration_that_waits_is_named(service, client, monkeypatch):
    newest = readiness.newest_migrations() | {("profiles", "9999_of_tomorrow")}
    monkeypatch.setattr(readiness, "newest_migrations", lambda: newest)

    assert asked(client) == (503, READY | {"ready": False, "migrations": "behind"})


def test_a_bare_database_is_behind_and_has_no_queues(database_server, client, settings):
    settings.CELERY_BROKER_URL = "pgmq://"
    with psycopg.connect(database_server, autocommit=True) as bare:
        bare.execute("DROP DATABASE IF EXISTS bare")
        bare.execute("CREATE DATABASE bare TEMPLATE template0")
    settings.MEMORYHUB_DATABASE_URL = psycopg.conninfo.make_conninfo(database_server, dbname="bare")

    assert asked(client) == (503, READY | {"ready": False, "migrations": "behind", "broker": "missing"})


def test_a_broker_of_its_own_that_is_away_is_named(service, client, settings, monkeypatch):
    settings.CELERY_BROKER_URL = f"redis://:secretword@127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(readiness.current_app.conf, "broker_url", settings.CELERY_BROKER_URL)
    monkeypatch.setattr(readiness.current_app.conf, "broker_write_url", settings.CELERY_BROKER_URL)

    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (503, READY | {"ready": False, "broker": "away"})
    assert "secretword" not in answer.content.decode()


def test_a_broker_that_refuses_the_log_in_is_away_and_leaves_no_words(settings, monkeypatch, capsys):
    address = "amqp://me:secretword@127.0.0.1:9//"
    settings.CELERY_BROKER_URL = address
    for name in ("broker_url", "broker_write_url"):
        monkeypatch.setattr(readiness.current_app.conf, name, address)

    def refused(*_: object, **__: object) -> None:
        raise AccessRefused("login of me was refused")

    monkeypatch.setattr(Connection, "ensure_connection", refused)

    assert readiness._ask_broker() == {"broker": "away"}
    assert "refused" not in capsys.readouterr().err


def test_a_server_that_is_silent_holds_nobody_up(client, settings, silent):
    settings.MEMORYHUB_DATABASE_URL = f"postgresql://somebody@127.0.0.1:{silent}/memoryhub"
    settings.CELERY_BROKER_URL = "pgmq://"
    started = time.monotonic()

    answers: list[tuple[int, dict[str, Any]]] = []
    callers = [threading.Thread(target=lambda: answers.append(asked(Client()))) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()

    assert [status for status, _ in answers] == [503] * 8
    assert {said["database"] for _, said in answers} == {"away"}
    assert time.monotonic() - started < 5  # one look of 2.5 s for all of them


def test_whoever_asks_without_pause_costs_one_look_a_second(service, client, monkeypatch):
    looks: list[str] = []
    monkeypatch.setattr(readiness, "_ask_database", lambda: looks.append("look") or {"database": "ok"})

    for _ in range(20):
        client.get("/readyz")

    assert len(looks) == 1


def test_an_outage_that_the_web_knows_of_does_not_answer_for_the_probe(service, client):
    outage.present.begins()
    try:
        assert asked(client) == (200, READY)
    finally:
        outage.present.ends()


def test_readiness_costs_two_statements(service, monkeypatch):
    said: list[str] = []
    real = psycopg.Connection.execute

    def counted(self: Any, query: Any, *args: Any, **options: Any) -> Any:
        said.append(str(query))
        return real(self, query, *args, **options)

    monkeypatch.setattr(psycopg.Connection, "execute", counted)

    assert readiness._ask_database() == {"database": "ok", "migrations": "ok", "broker": "ok"}
    assert len(said) == 2


def test_while_one_looks_the_others_are_told_what_was_found_a_moment_ago(client, settings, silent):
    settings.MEMORYHUB_DATABASE_URL = f"postgresql://somebody@127.0.0.1:{silent}/memoryhub"
    asked(client)
    time.sleep(readiness.KEPT)  # the answer is over, the next one asks again
    looking = threading.Thread(target=asked, args=(Client(),))
    looking.start()
    time.sleep(0.2)
    started = time.monotonic()

    status, said = asked(client)

    assert (status, said["database"]) == (503, "away")
    assert time.monotonic() - started < 1
    looking.join()
