"""The embedded PostgreSQL by itself: who it runs as, where its socket is, what it does on bad ground."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from memoryhub import database, postgres, processes


@pytest.fixture
def home() -> Iterator[Path]:
    """A short path that other accounts may pass through, as /var/lib/… is."""
    with tempfile.TemporaryDirectory(prefix="mh-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "home"


def owner_after_start(server: postgres.Server) -> int:
    try:
        server.start()
        server.create_database()
        with psycopg.connect(server.url()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        return server.data.stat().st_uid
    finally:
        server.stop()


def test_the_data_stays_the_property_of_whoever_starts_it(home):
    assert owner_after_start(postgres.Server(home / "postgres" / "data", is_durable=False)) == os.geteuid()


def test_where_user_namespaces_are_refused_root_hands_over_to_an_account(home, monkeypatch):
    monkeypatch.setattr(processes, "namespaces_work", lambda: False)
    server = postgres.Server(home / "postgres" / "data", is_durable=False)

    owners = [owner_after_start(server), owner_after_start(server)]

    expected = processes.ordinary_account(("postgres", "nobody")) if os.geteuid() == 0 else None
    assert owners == [expected.uid if expected else os.geteuid()] * 2


def test_without_namespaces_and_accounts_root_is_told_what_to_do(home, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(processes, "namespaces_work", lambda: False)
    monkeypatch.setattr(processes, "ordinary_account", lambda names: None)

    with pytest.raises(postgres.ServerFailed, match="DATABASE_URL"):
        postgres.Server(home / "postgres" / "data").start()


def test_a_deep_home_gets_its_socket_in_a_short_directory_of_its_own(tmp_path):
    deep = tmp_path / ("d" * 60) / ("e" * 60) / "data"
    other = tmp_path / ("d" * 60) / ("f" * 60) / "data"

    sockets = [postgres.Server(data).sockets for data in (deep, deep, other)]

    assert len(os.fsencode(sockets[0] / ".s.PGSQL.5432")) <= postgres.LONGEST_SOCKET_PATH
    assert sockets[0] == sockets[1] != sockets[2]


def test_a_folder_that_cannot_hold_data_is_named(home):
    data = home / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "somebody-elses-file").touch()

    with pytest.raises(postgres.ServerFailed, match=str(data)):
        postgres.Server(data, is_durable=False).start()


def test_the_log_tells_of_a_refusal_without_the_row_or_the_statement(home):
    with (home.parent / "postgres.log").open("ab") as log:
        server = postgres.Server(home / "postgres" / "data", is_durable=False, log=log)
        server.start()
        try:
            with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
                connection.execute("CREATE TABLE said (words text PRIMARY KEY)")
                connection.execute("INSERT INTO said VALUES ('fond of chess')")
                with pytest.raises(psycopg.errors.UniqueViolation):
                    connection.execute("INSERT INTO said VALUES ('fond of chess')")
        finally:
            server.stop()

    told = (home.parent / "postgres.log").read_text("utf-8")
    assert "duplicate key" in told
    assert "chess" not in told


def test_a_database_whose_locale_is_c_is_found_out(database_server):
    with psycopg.connect(database_server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS latin")
        connection.execute("CREATE DATABASE latin TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'UTF8'")

    latin = database.connect(make_conninfo(database_server, dbname="latin"))

    with latin, pytest.raises(database.DatabaseUnfit, match="Chinese"):
        database.make_fit(latin)


def test_data_of_another_major_version_is_refused_with_the_way_out(home):
    server = postgres.Server(home / "postgres" / "data", is_durable=False)
    server.data.mkdir(parents=True)
    (server.data / "PG_VERSION").write_text("17\n")

    with pytest.raises(postgres.ServerFailed) as refused:
        server.start()

    for word in ("PostgreSQL 17", "brings 18", "manage.py backup", "manage.py restore", "MEMORYHUB_HOME"):
        assert word in str(refused.value)
    assert server.process is None
    assert sorted(one.name for one in server.data.iterdir()) == ["PG_VERSION"]


def test_the_programs_are_of_the_version_that_is_named():
    said = subprocess.run(
        [str(postgres.BINARIES / "postgres"), "--version"], capture_output=True, text=True, check=True
    )

    assert said.stdout.split()[-1].partition(".")[0] == postgres.MAJOR_VERSION


def test_an_old_server_and_an_old_extension_are_named_with_what_is_needed():
    class Old:
        """A server of yesterday."""

        info = SimpleNamespace(server_version=130_011)

        def execute(self, query: str) -> Any:
            rows = (
                [("vector", "0.7.4"), ("pg_trgm", "1.6"), ("btree_gin", "1.3")] if "pg_extension" in query else [("x",)]
            )
            return SimpleNamespace(fetchall=lambda: rows, fetchone=lambda: rows[0])

    said = " ".join(database.complaints(Old()))  # type: ignore[arg-type]

    assert "PostgreSQL is version 13: 14 or newer is needed." in said
    assert "vector is version 0.7.4: 0.8 or newer is needed." in said
