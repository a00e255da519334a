"""Writing a row that nobody waits for: it goes in, or its loss is counted, and the work it describes goes on."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.db import Error, connection, models, transaction

from observability import worklog
from observability.models import WorkLogEntry

log = logging.getLogger(__name__)

MODULE = "Observability"
SENTENCE = "Rows about what the service did could not be written."
# Seconds between two entries of one process: rows that never go in would fill the work log instead.
TOLD_EVERY = 60.0
# Milliseconds to wait for a lock: whoever holds a table for long would otherwise hold every thread that has answered.
LOCK_PATIENCE_MS = 2_000

# A word about another app's table (`texts` has the others): rows name people by a plain id, so the database itself does
# not see that an erasure took the person away while the row was being made. An erasure under way counts as done: nobody
# waits for it.
PERSON = "SELECT 1 FROM profiles_profile WHERE id = %s FOR KEY SHARE SKIP LOCKED"


def insert(row: models.Model, *, then: Callable[[], None] = lambda: None) -> bool:
    """Write `row`, and with it what `then` writes, and say whether it stands. What speaks of a person who was erased
    meanwhile is left out."""

    def write() -> bool:
        if _is_of_somebody_gone(row):
            return False
        row.save(force_insert=True)
        then()
        return True

    return bool(carry_out(row, write))


class Losses:
    """Rows that this process could not write, by tenant and table, until the database takes words about them again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: Counter[tuple[int, str]] = Counter()
        self._told_at = -TOLD_EVERY

    def add(self, tenant_id: int | None, table: str, rows: int = 1) -> None:
        with self._lock:
            self._rows[tenant_id or 0, table] += rows

    def due(self) -> dict[tuple[int, str], int]:
        """What is to be told now, and is in nobody else's hands any more. What no tenant lost is in the log alone."""
        if not self._rows:
            return {}
        with self._lock:
            if time.monotonic() < self._told_at + TOLD_EVERY:
                return {}
            self._told_at = time.monotonic()
            found, self._rows = self._rows, Counter()
        return {(tenant_id, table): rows for (tenant_id, table), rows in found.items() if tenant_id}


losses = Losses()


def carry_out(row: models.Model, write: Callable[[], Any]) -> Any:
    """What `write` answers, None when it failed: then the row counts as lost, and nothing is raised.

    In a transaction of its own it waits neither long for a lock nor for the disk: losing the last moment of these figures
    in a crash is cheaper than a flush for every answer. Inside the caller's transaction it is a savepoint, and the
    caller's commit stays durable (SET LOCAL would outlive the savepoint).
    """
    is_alone = not connection.in_atomic_block
    try:
        with transaction.atomic():
            if is_alone:
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL synchronous_commit = off")
                    cursor.execute(f"SET LOCAL lock_timeout = {LOCK_PATIENCE_MS}")
            answer = write()
    except (Error, TypeError, ValueError) as failure:
        losses.add(getattr(row, "tenant_id", None), row._meta.db_table)
        # The text of a database error quotes the row, and the row may quote a person: the class has to do.
        log.warning("A row of %s could not be written: %s", row._meta.db_table, type(failure).__name__)
        return None
    _tell_losses()
    return answer


def _tell_losses() -> None:
    """Leave word of them where operators and figures see it; what cannot be told now is told later."""
    for (tenant_id, table), rows in losses.due().items():
        try:
            with transaction.atomic():
                worklog.publish(
                    tenant_id=tenant_id,
                    module=MODULE,
                    level=WorkLogEntry.Level.WARNING,
                    actor="_system",
                    message=SENTENCE,
                    details={"table": table, "rows": rows},
                )
        except Error:
            losses.add(tenant_id, table, rows)


def _is_of_somebody_gone(row: models.Model) -> bool:
    profile_id = getattr(row, "profile_id", None)
    if profile_id is None:
        return False
    with connection.cursor() as cursor:
        cursor.execute(PERSON, [profile_id])
        return cursor.fetchone() is None
