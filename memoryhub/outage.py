"""What a process does while its database does not answer: it says so at once, and looks for it with one request."""

import threading
import time
from typing import Any

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest

AWAY = (OperationalError, InterfaceError)
RETRY_SECONDS = 5  # what callers are told; a restarted database answers again by then
PAUSE_SECONDS = 1.0  # between two looks
PATIENCE_SECONDS = 4.0  # for one look: longer than the pool waits for a connection

log = structlog.get_logger(__name__)


class Outage:
    """Without it each thread would wait for a connection in turn, and callers behind them for the sum of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0

    @property
    def is_known(self) -> bool:
        return self._until > 0

    def begins(self) -> None:
        with self._lock:
            self._until = time.monotonic() + PAUSE_SECONDS

    def ends(self) -> None:
        with self._lock:
            self._until = 0.0

    def holds(self) -> bool:
        """Whether a request is to be refused unseen. After each pause one is let through, to look."""
        if not self.is_known:
            return False
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                return True
            self._until = now + PATIENCE_SECONDS
            return False


present = Outage()


def note(error: Exception, request: HttpRequest) -> None:
    """Make later requests open fresh connections, and keep this one from asking the database for its account.

    A pool hands out dead connections after the server was restarted and waits ever longer between its own attempts.
    It is closed apart: closing waits for attempts that are under way.
    """
    log.warning("database_unavailable", error=type(error).__name__)
    request.user = AnonymousUser()
    if not _is_broken(error):
        return
    present.begins()
    pools: dict[str, Any] = getattr(connection, "_connection_pools", {})
    pool = pools.pop(str(connection.alias), None)
    if pool is not None:
        threading.Thread(target=pool.close, daemon=True).start()


def _is_broken(error: Exception) -> bool:
    """Whether the connection failed, and not one statement on it (a deadlock, a timeout)."""
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(("08", "57P"))
