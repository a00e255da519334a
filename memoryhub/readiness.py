"""Whether the service could serve just now: its database, its migrations, its broker."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import psycopg
from celery import current_app
from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from kombu.exceptions import OperationalError

from memoryhub import environment, queues
from memoryhub.home import Home

PATIENCE = 2.5  # seconds for everything: a probe gives up after three to five
RECENT = 5.0  # seconds for which it may be given to whoever comes during the next look: a hanging one holds one thread
KEPT = 1.0  # seconds for which an answer holds: whoever asks without pause must not cost a connection each time

OK = "ok"
AWAY = "away"  # nothing answers, or nothing that answers in time
BEHIND = "behind"  # the database is older than this release: migrate
MISSING = "missing"  # the broker is there and its queues are not: createqueues
UNKNOWN = "unknown"  # nobody to ask


@dataclass(frozen=True)
class Readiness:
    database: str
    migrations: str
    broker: str

    @property
    def is_ready(self) -> bool:
        return {self.database, self.migrations, self.broker} == {OK}


class Look:
    """A question put by a thread of its own, so that whoever waits for it waits for a while only.

    A thread that hangs (a name server that is silent, a server that was stopped) is not joined by a second one.
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def begin(self, ask: Callable[[], None]) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=ask, daemon=True)
            self._thread.start()

    def wait(self, until: float) -> bool:
        """Whether it has come to its end by then."""
        if self._thread is not None:
            self._thread.join(max(0.0, until - time.monotonic()))
        return self._thread is not None and not self._thread.is_alive()


class Watch:
    """Looks when somebody asks, and answers the same for a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looks = (Look(), Look())
        self._found: Readiness | None = None
        self._until = 0.0

    def now(self) -> Readiness:
        """Who asks while somebody looks gets what was found a moment ago, or waits for that look when nothing was."""
        known = self._found
        is_recent = known is not None and time.monotonic() < self._until + RECENT
        if not self._lock.acquire(blocking=not is_recent) and known is not None:
            return known
        try:
            if self._found is None or time.monotonic() >= self._until:
                self._found = self._look()
                self._until = time.monotonic() + KEPT
            return self._found
        finally:
            self._lock.release()

    def _look(self) -> Readiness:
        said: dict[str, str] = {}
        until = time.monotonic() + PATIENCE
        for look, ask in zip(self._looks, (_ask_database, _ask_broker), strict=True):
            look.begin(lambda ask=ask: said.update(ask()))  # type: ignore[misc]
        for look in self._looks:
            look.wait(until)
        told = dict(said)  # a thread that comes too late writes into what nobody reads any more
        database = told.get("database", AWAY)
        by_default = AWAY if is_apart() else UNKNOWN
        return Readiness(database, told.get("migrations", UNKNOWN), told.get("broker", by_default))


watch = Watch()


def is_embedded() -> bool:
    """Whether the database is the one that the service brings along."""
    home = Home(environment.home(os.environ))
    return bool(home.server().url() == settings.MEMORYHUB_DATABASE_URL)


def is_apart() -> bool:
    """Whether the broker is another server than the database."""
    return not str(settings.CELERY_BROKER_URL).startswith("pgmq:")


def _ask_database() -> dict[str, str]:
    """Two statements. Where the queues lie in the database, it is asked for them, too."""
    try:
        with psycopg.connect(
            settings.MEMORYHUB_DATABASE_URL,
            autocommit=True,
            connect_timeout=2,
            tcp_user_timeout=2_000,  # milliseconds; without these a server that vanished would hold the thread for hours
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=2,
        ) as connection:
            found = {"database": OK, "migrations": _migrations(connection)}
            return found if is_apart() else found | {"broker": _queues(connection)}
    except psycopg.Error:
        return {"database": AWAY}


def _migrations(connection: psycopg.Connection) -> str:
    try:
        applied = set(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except psycopg.errors.UndefinedTable:
        return BEHIND
    return OK if newest_migrations() <= applied else BEHIND


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each app in this release; what is applied stands on what comes before it."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _queues(connection: psycopg.Connection) -> str:
    try:
        found = connection.execute(
            "SELECT count(*) FROM pgmq.meta WHERE queue_name = ANY(%s)", [list(queues.NAMES)]
        ).fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        return MISSING
    return OK if found and found[0] == len(queues.NAMES) else MISSING


def _ask_broker() -> dict[str, str]:
    if not is_apart():
        return {}
    connected = current_app.connection_for_write()
    # A refused log-in, for one, comes as it is; unforeseen, it would end the thread with its words on the error output.
    failures: tuple[type[BaseException], ...] = (
        OperationalError, OSError, *connected.connection_errors, *connected.channel_errors,
    )  # fmt: skip
    try:
        with connected:
            connected.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except failures:
        return {"broker": AWAY}
    return {"broker": OK}
