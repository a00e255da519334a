"""The service on servers of one's own: a PostgreSQL over TCP, a Redis, chosen by two addresses."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memoryhub import postgres, processes
from tests.memoryhub.service import BASE_DIR, await_true, free_port, manage, running

REDIS = shutil.which("redis-server")

RING = "from memoryhub import celery_app; celery_app.send_task('nobody.knows.it', queue='learning')"


@pytest.fixture
def tcp_server(tmp_path: Path) -> Iterator[postgres.Server]:
    with (tmp_path / "postgres.log").open("ab") as log:
        server = postgres.Server(tmp_path / "other" / "data", is_durable=False, tcp_port=free_port(), log=log)
        try:
            server.start()
            with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
                connection.execute("CREATE DATABASE memoryhub")
            yield server
        finally:
            server.stop()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    command = [str(REDIS), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    process = processes.start(command, log=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        processes.stop(process, patience=10)


@pytest.mark.skipif(REDIS is None, reason="there is no redis-server on this machine")
def test_two_addresses_put_the_service_on_servers_of_ones_own(clean_environment, tcp_server, redis):
    env = {**clean_environment, "DATABASE_URL": tcp_server.url(), "CELERY_BROKER_URL": redis}

    with running(env) as service:
        await_true(lambda: service.child("--queues learning"))
        log = Path(service.env["MEMORYHUB_HOME"], "logs", "learning.log")
        await_true(lambda: "learning@" in log.read_text())
        ring = subprocess.run([sys.executable, "-c", RING], env=own_key(service.env), cwd=BASE_DIR, check=False)

        assert ring.returncode == 0
        await_true(lambda: "nobody.knows.it" in log.read_text())
        assert service.child("postgres -D") == 0
    assert tables_of(tcp_server) >= {"django_migrations", "profiles_fact"}
    assert "q_learning" not in tables_of(tcp_server)


def test_a_bare_database_gets_its_extensions_and_queues(clean_environment, tcp_server):
    env = {**clean_environment, "DATABASE_URL": tcp_server.url()}

    with running(env) as service:
        ring = subprocess.run([sys.executable, "-c", RING], env=own_key(service.env), cwd=BASE_DIR, check=False)
        log = Path(service.env["MEMORYHUB_HOME"], "logs", "learning.log")

        assert ring.returncode == 0
        await_true(lambda: log.exists() and "nobody.knows.it" in log.read_text())
    assert tables_of(tcp_server) >= {"django_migrations", "profiles_fact", "q_learning", "q_dream", "q_background"}


def test_a_database_without_the_vector_extension_stops_the_start_by_its_name(clean_environment, tcp_server):
    with psycopg.connect(tcp_server.url(), autocommit=True) as connection:
        connection.execute("CREATE ROLE plain LOGIN")
    address = tcp_server.url().replace(f"{postgres.USER}@", "plain@")

    refused = manage("up", env={**clean_environment, "DATABASE_URL": address})

    assert refused.returncode == 1
    assert "extension vector is missing" in refused.stderr
    assert "Traceback" not in refused.stderr


def own_key(env: dict[str, str]) -> dict[str, str]:
    key = Path(env["MEMORYHUB_HOME"], "secret-key").read_text().strip()
    return {**env, "MEMORYHUB_SECRET_KEY": key, "DJANGO_SETTINGS_MODULE": "memoryhub.settings"}


def tables_of(server: postgres.Server) -> set[str]:
    with psycopg.connect(server.url()) as connection:
        return {name for (name,) in connection.execute("SELECT tablename FROM pg_tables").fetchall()}
