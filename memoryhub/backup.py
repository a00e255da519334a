"""A backup: one file with the database as it was at one moment, the secret key, and what it was made by."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

import psycopg
from psycopg.pq import Conninfo

from memoryhub import database
from memoryhub.environment import CannotStart
from memoryhub.postgres import BINARIES

FORMAT = 1
MANIFEST, SECRET_KEY, DUMP = "manifest.json", "secret-key", "database.dump"
LARGEST_MANIFEST = 1_000_000  # bytes: a hundredth holds thousands of migrations
QUEUES = "pgmq"  # the schema of the queues: jobs are the truth, and ring again
LOCK_PATIENCE = 10  # seconds for which a restore waits for others to let go of the tables
PIECE = 1 << 20  # bytes
LONGEST_COMPLAINT = 300  # characters

Migration = tuple[str, str]


class BackupFailed(CannotStart):
    """It could not be made, or not be brought back. Its text says what to do; the target is as it was."""


@dataclass(frozen=True)
class Manifest:
    """What a backup was made by. `migrations` are those that were applied."""

    made_at: str
    server: int
    migrations: tuple[Migration, ...]
    format: int = FORMAT


def make(address: str, secret_key: str, target: Path, *, now: datetime) -> Path:
    """Write a backup of a running database, consistent whatever is written meanwhile. Raises BackupFailed.

    Into a folder it goes under a name with the time. Only its owner can read it, and it is there whole or not at all.
    """
    file = target / f"memoryhub-{now:%Y%m%d-%H%M%S}.backup" if target.is_dir() else target
    try:
        with _unfinished(file) as (opened, place):
            _write(opened, address, secret_key, now=now)
            opened.flush()
            os.fsync(opened.fileno())
            place.replace(file)
    except OSError as failure:
        raise BackupFailed(f"{file} cannot be written: {failure.strerror}.") from failure
    return file


@contextmanager
def _unfinished(file: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """A file beside it that nobody else has or can read, gone at the end unless it was renamed.

    Two backups of one name at the same time have one each, and a link that waits there is not followed.
    """
    handle, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".new", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as opened:
            yield opened, Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _write(opened: IO[bytes], address: str, secret_key: str, *, now: datetime) -> None:
    with zipfile.ZipFile(opened, "w") as packed:
        packed.writestr(MANIFEST, json.dumps(asdict(_manifest_of(address, now)), indent=1))
        packed.writestr(SECRET_KEY, secret_key)
        with packed.open(DUMP, "w", force_zip64=True) as dump:
            _dump(address, dump)


def _manifest_of(address: str, now: datetime) -> Manifest:
    with database.connect(address) as connection:
        try:
            rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()
        except psycopg.errors.UndefinedTable:
            raise BackupFailed("This database holds nothing of MemoryHub: there is nothing to save.") from None
        pairs = tuple((str(app), str(name)) for app, name in rows)
        return Manifest(now.isoformat(timespec="seconds"), connection.info.server_version // 10_000, pairs)


def _dump(address: str, into: IO[bytes]) -> None:
    """pg_dump reads everything in one snapshot."""
    words = ["--format=custom", "--no-owner", "--no-privileges", "--no-comments", f"--exclude-schema={QUEUES}"]
    with _program("pg_dump", words, address, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        shutil.copyfileobj(process.stdout, into, PIECE)


@dataclass(frozen=True)
class Backup:
    """A file that can be brought back."""

    file: Path
    manifest: Manifest
    secret_key: str


def read(file: Path) -> Backup:
    """Look through the whole file. Raises BackupFailed when it is none, or was cut off or changed."""
    try:
        with zipfile.ZipFile(file) as packed:
            damaged = packed.testzip()
            if damaged is not None or packed.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
                raise BackupFailed(f"{file} is damaged in {damaged or MANIFEST}: take another backup.")
            packed.getinfo(DUMP)
            said = json.loads(packed.read(MANIFEST))
            secret_key = packed.read(SECRET_KEY).decode()
        migrations = tuple((str(app), str(name)) for app, name in said["migrations"])
        manifest = Manifest(str(said["made_at"]), int(said["server"]), migrations, int(said["format"]))
    except OSError as failure:
        raise BackupFailed(f"{file} cannot be read: {failure.strerror or failure}.") from failure
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError, NotImplementedError) as broken:
        raise BackupFailed(f"{file} is no backup of MemoryHub, or was cut off: take another one.") from broken
    if manifest.format > FORMAT:
        raise BackupFailed(f"{file} was made by a newer release: bring it back with that release.")
    return Backup(file, manifest, secret_key)


def restore(backup: Backup, address: str, known: Iterable[Migration], *, replaces: bool) -> None:
    """Put the backup into a database in one transaction: it holds all of it, or what it held before.

    `known` are the migrations of this release. What the database held goes, if `replaces` allows it. Raises
    BackupFailed. The queues come back empty; the tables still have to be migrated.
    """
    with database.connect(address) as connection:
        _refuse_newer(backup, connection.info.server_version // 10_000, frozenset(known))
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        if tables and tables[0] and not replaces:
            raise BackupFailed(
                "The database is not empty: choose another MEMORYHUB_HOME, or say --replace to throw away what it holds."
            )
    _load(backup, address)
    with database.connect(address) as connection:
        database.make_fit(connection)
        connection.execute("ANALYZE")


def _refuse_newer(backup: Backup, server: int, known: frozenset[Migration]) -> None:
    if backup.manifest.server > server:
        raise BackupFailed(
            f"{backup.file} was made by PostgreSQL {backup.manifest.server}, this database is version {server}: bring it"
            f" back into version {backup.manifest.server} or newer."
        )
    ours = {app for app, _ in known}
    unknown = sorted(
        f"{app}.{name}" for app, name in backup.manifest.migrations if app in ours and (app, name) not in known
    )
    if unknown:
        raise BackupFailed(
            f"{backup.file} was made by a newer release, which knows {unknown[-1]}: bring it back with that release."
        )


_EMPTY = f"""
SET lock_timeout = '{LOCK_PATIENCE}s';
BEGIN;
DROP SCHEMA IF EXISTS {QUEUES} CASCADE;
DROP SCHEMA public CASCADE;
CREATE SCHEMA public;
"""


def _load(backup: Backup, address: str) -> None:
    """As SQL through psql, so that emptying and filling are one transaction; COMMIT is said only to what is whole."""
    words = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse", "--output=/dev/null"]
    with _program("psql", words, address, stdin=subprocess.PIPE) as psql:
        assert psql.stdin is not None
        with suppress(BrokenPipeError):  # psql has refused something, and its end says what
            psql.stdin.write(_EMPTY.encode())
            for piece in _script(backup):
                psql.stdin.write(piece)
            psql.stdin.write(b"\nCOMMIT;\n")


def _script(backup: Backup) -> Iterator[bytes]:
    words = ["--file=-", "--no-owner", "--no-privileges", "--no-comments"]
    with (
        zipfile.ZipFile(backup.file) as packed,
        packed.open(DUMP) as dump,
        _program("pg_restore", words, None, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process,
    ):
        feeder = threading.Thread(target=_feed, args=(process, dump), daemon=True)
        feeder.start()
        assert process.stdout is not None
        while piece := process.stdout.read(PIECE):
            yield piece
        feeder.join()


def _feed(process: subprocess.Popen[bytes], dump: IO[bytes]) -> None:
    """By a thread of its own: the program writes while it reads. What it does not take, its end says."""
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:
        shutil.copyfileobj(dump, process.stdin, PIECE)


@contextmanager
def _program(
    name: str, words: Sequence[str], address: str | None, *, stdin: int = subprocess.DEVNULL, stdout: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A client program of PostgreSQL, awaited at the end. Raises BackupFailed when it fails.

    Its errors go into a file, which no pipe can hold up. It is killed when something fails on our side.
    """
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [str(BINARIES / name), *words],
            stdin=stdin,
            stdout=stdout,
            stderr=errors,
            env=_environment(address) if address else None,
        )
        try:
            yield process
            if process.stdin is not None:
                with suppress(BrokenPipeError):
                    process.stdin.close()
        except BaseException:
            process.kill()
            process.wait()
            raise
        if process.wait() != 0:
            errors.seek(0)
            raise BackupFailed(f"{name} failed: {_told(errors.read())}")


def _environment(address: str) -> dict[str, str]:
    """Where the database is, told apart from the command line, which every account of the machine can see."""
    said = {one.envvar: one.val for one in Conninfo.parse(address.encode()) if one.envvar and one.val is not None}
    return {**os.environ, **{variable.decode(): value.decode() for variable, value in said.items()}}


def _told(errors: bytes) -> str:
    """The first thing that a program complains of, without the row that it was about."""
    lines = [line for line in errors.decode(errors="replace").splitlines() if line.strip()]
    first = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "it does not say why")
    if "version mismatch" in first:
        return "the server is newer than the programs of this release; use the pg_dump that belongs to it."
    return first.split("DETAIL:")[0].strip()[:LONGEST_COMPLAINT]
