"""A backup made while the service runs is brought back elsewhere, row for row; what does not fit is refused in words."""

import dataclasses
import stat
import subprocess
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader
from memoryhub_client import MemoryHub, Person
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memoryhub import backup, sample
from memoryhub.home import Home
from tests.memoryhub.service import await_true, manage, running

LI = Person(end_user_id="acme", end_sub_user_id="li")
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
KEY = "a secret key for tests, and long enough"
KNOWN = frozenset(MigrationLoader(None).disk_migrations)
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
# Of a table its number of rows and a sum over all of them, in whatever order they lie.
CHECKSUM = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)::text FROM {} AS t"
# What a running service writes by itself: its clock, counts of requests, when a key was last used.
RESTLESS = {
    "django_celery_beat_periodictask",
    "profiles_ratecounter",
    "profiles_apikey",
    "django_celery_beat_periodictasks",
}


def checksums(address: str) -> dict[str, tuple[int, str]]:
    with psycopg.connect(address) as connection:
        tables = [name for (name,) in connection.execute(TABLES).fetchall()]
        return {
            name: connection.execute(sql.SQL(CHECKSUM).format(sql.Identifier(name))).fetchone() or (0, "")
            for name in tables
        }


def learned_from(hub: MemoryHub, message_id: str, content: str) -> int:
    """Say it, wait until it was learned from, and answer how many messages were new."""
    accepted = hub.add_messages(
        [{"message_id": message_id, "role": "user", "content": content}], LI, agent_id="a", session_id="s"
    )
    job = accepted["job_id"]
    if job is not None:
        await_true(lambda: hub.job(job)["state"] in {"done", "failed"})
    return accepted["stored"]


@pytest.mark.long
def test_a_running_service_is_saved_and_comes_back_in_another_home(clean_environment, tmp_path):
    first, second = Home(tmp_path / "home"), Home(tmp_path / "elsewhere")
    elsewhere = {**clean_environment, "MEMORYHUB_HOME": str(second.path)}
    with running(clean_environment) as service:
        key = sample.key_of(first)
        with MemoryHub(service.url, api_key=key) as hub:
            learned_from(hub, "m1", "我是素食者，我喜欢乌龙茶。")
            learned = [fact["content"] for fact in hub.facts(LI)]
        saved = manage("backup", str(tmp_path), env=service.env)
        before = checksums(first.server().url())
    (file,) = tmp_path.glob("memoryhub-*.backup")

    brought = manage("restore", str(file), env=elsewhere)

    assert [(done.returncode, done.stderr) for done in (saved, brought)] == [(0, "")] * 2
    assert [stat.S_IMODE(one.stat().st_mode) for one in (file, second.secret_key)] == [0o600] * 2
    assert second.secret_key.read_text() == first.secret_key.read_text()
    with running(elsewhere) as service:
        after = checksums(second.server().url())
        with MemoryHub(service.url, api_key=key) as hub:
            assert [fact["content"] for fact in hub.facts(LI)] == learned != []
            assert learned[0] in hub.context("我喜欢喝什么？", LI, agent_id="a", session_id="t")["text"]
            assert learned_from(hub, "m1", "我是素食者，我喜欢乌龙茶。") == 0  # known by its keyed hash
            assert learned_from(hub, "m2", "我住在上海。") == 1  # the queues work although they were not in the file
            assert len(list(hub.facts(LI))) > len(learned)
    assert (before["summaries_message"][0], before["profiles_fact"][0]) == (1, len(learned))
    assert {name: after[name] for name in after.keys() - RESTLESS} == {
        name: before[name] for name in before.keys() - RESTLESS
    }


@pytest.fixture
def databases(database_server: str) -> Iterator[tuple[str, str]]:
    """A database with something in it, and an empty one."""
    names = ("saved", "target")
    with psycopg.connect(database_server, autocommit=True) as connection:
        for name in names:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template1").format(sql.Identifier(name)))
    saved, target = (make_conninfo(database_server, dbname=name) for name in names)
    with psycopg.connect(saved, autocommit=True) as connection:
        connection.execute("CREATE TABLE django_migrations (app text, name text)")
        connection.execute("INSERT INTO django_migrations VALUES ('profiles', '0001_tenants_people_facts')")
        connection.execute("CREATE TABLE said (words text, v halfvec(3))")
        connection.execute("INSERT INTO said SELECT '爱喝茶 ' || n, '[1,2,3]' FROM generate_series(1, 5000) n")
    yield saved, target
    with psycopg.connect(database_server, autocommit=True) as connection:
        for name in names:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def file(databases: tuple[str, str], tmp_path: Path) -> Path:
    return backup.make(databases[0], KEY, tmp_path / "one.backup", now=NOON)


def count(address: str, table: str = "said") -> int:
    with psycopg.connect(address) as connection:
        found = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
        return int(found[0]) if found else 0


def test_a_database_comes_back_row_for_row(databases, file):
    saved, target = databases

    backup.restore(backup.read(file), target, KNOWN, replaces=False)

    assert checksums(target) == checksums(saved)
    assert backup.read(file).secret_key == KEY
    second = backup.make(target, KEY, file.with_name("two.backup"), now=NOON)
    backup.restore(backup.read(second), target, KNOWN, replaces=True)
    assert checksums(target) == checksums(saved)  # a copy of a copy


def test_what_is_there_goes_only_when_that_is_said(databases, file):
    _, target = databases
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("CREATE TABLE precious (words text)")
    found = backup.read(file)

    with pytest.raises(backup.BackupFailed, match="--replace"):
        backup.restore(found, target, KNOWN, replaces=False)
    assert count(target, "precious") == 0

    backup.restore(found, target, KNOWN, replaces=True)

    assert count(target) == 5000
    with pytest.raises(psycopg.errors.UndefinedTable):
        count(target, "precious")


def test_a_restore_that_fails_in_the_middle_leaves_what_was_there(databases, file, monkeypatch):
    _, target = databases
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("CREATE TABLE precious (words text)")
    whole = backup._script

    def cut(found: backup.Backup) -> Iterator[bytes]:
        pieces = whole(found)
        yield next(pieces)
        raise backup.BackupFailed("the disk is full")

    def wrong(found: backup.Backup) -> Iterator[bytes]:
        yield from whole(found)
        yield b"INSERT INTO said VALUES ('a secret wish', 'no vector');\n"

    for broken in (cut, wrong):
        monkeypatch.setattr(backup, "_script", broken)
        with pytest.raises(backup.BackupFailed) as failed:
            backup.restore(backup.read(file), target, KNOWN, replaces=True)
        assert "secret wish" not in str(failed.value)
    assert count(target, "precious") == 0


def test_a_backup_of_a_newer_release_or_server_is_refused_by_name(databases, file):
    _, target = databases
    found = backup.read(file)
    newer = [
        (dataclasses.replace(found.manifest, migrations=(("profiles", "0099_of_tomorrow"),)), "0099_of_tomorrow"),
        (dataclasses.replace(found.manifest, server=99), "PostgreSQL 99"),
    ]

    for manifest, word in newer:
        with pytest.raises(backup.BackupFailed, match=word):
            backup.restore(dataclasses.replace(found, manifest=manifest), target, KNOWN, replaces=True)
    assert checksums(target) == {}


def test_a_file_that_is_no_whole_backup_is_refused(databases, file, tmp_path):
    whole = file.read_bytes()
    broken = {
        "cut": whole[: len(whole) // 2],
        "changed": whole[: len(whole) // 2] + b"\0\0\0\0" + whole[len(whole) // 2 + 4 :],
        "empty": b"",
        "text": b"-- PostgreSQL database dump",
    }

    for name, content in broken.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(backup.BackupFailed):
            backup.read(tmp_path / name)
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("manifest.json", '{"migrations": 5}')
        other.writestr("database.dump", "")
    with pytest.raises(backup.BackupFailed, match="no backup"):
        backup.read(tmp_path / "other.zip")
    with pytest.raises(backup.BackupFailed, match="cannot be read"):
        backup.read(tmp_path / "missing")


def test_a_backup_that_fails_leaves_no_file_and_the_former_one_untouched(databases, file, monkeypatch):
    saved, target = databases
    former = file.read_bytes()

    with pytest.raises(backup.BackupFailed, match="nothing to save"):
        backup.make(target, KEY, file, now=NOON)
    monkeypatch.setattr(backup, "BINARIES", Path("/nowhere"))
    with pytest.raises(backup.BackupFailed, match="cannot be written"):
        backup.make(saved, KEY, file, now=NOON)

    assert file.read_bytes() == former
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_two_backups_of_one_name_do_not_write_into_each_other(databases, file, monkeypatch):
    """Neither do they follow a link that somebody laid there."""
    saved, _ = databases
    elsewhere = file.parent / "elsewhere"
    (file.parent / f"{file.name}.new").symlink_to(elsewhere)
    write, begun = backup._write, []

    def written_while_another_is_made(opened, *words, **named):
        if not begun:
            begun.append(True)
            backup.make(saved, KEY, file, now=NOON)
        write(opened, *words, **named)

    monkeypatch.setattr(backup, "_write", written_while_another_is_made)
    backup.make(saved, KEY, file, now=NOON)

    assert backup.read(file).secret_key == KEY
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not elsewhere.exists()
    assert [one.name for one in file.parent.glob("*.new")] == [f"{file.name}.new"]


def test_every_word_of_an_address_reaches_the_programs():
    words = {"sslmode": "verify-full", "channel_binding": "require", "sslcrldir": "/crl", "connect_timeout": "3"}

    environment = backup._environment(make_conninfo("postgresql://me@db.example.com/memory", **words))

    wanted = {
        "PGSSLMODE": "verify-full",
        "PGCHANNELBINDING": "require",
        "PGSSLCRLDIR": "/crl",
        "PGCONNECT_TIMEOUT": "3",
    }
    assert environment.items() >= wanted.items()


def test_a_password_is_on_no_command_line(monkeypatch):
    seen: list[tuple[list[str], dict[str, str]]] = []

    def started(command: list[str], **options: object) -> None:
        seen.append((command, options["env"]))  # type: ignore[arg-type]
        raise OSError(2, "stopped here")

    monkeypatch.setattr(subprocess, "Popen", started)
    address = "postgresql://me:secretword@db.example.com:6000/memory?sslmode=require"
    with pytest.raises(OSError, match="stopped"), backup._program("pg_dump", ["--x"], address):
        pass

    ((command, environment),) = seen
    assert not any("secretword" in word for word in command)
    wanted = {"PGHOST": "db.example.com", "PGPORT": "6000", "PGUSER": "me", "PGDATABASE": "memory"}
    assert environment.items() >= (wanted | {"PGPASSWORD": "secretword", "PGSSLMODE": "require"}).items()
