"""Writing a row that nobody waits for: it goes in, or its loss is counted, and the work it describes goes on."""

import logging
from collections.abc import Callable
from typing import Any

from django.db import Error, connection, models, transaction
from prometheus_client import Counter

log = logging.getLogger(__name__)

LOST = Counter("memoryhub_observability_rows_lost", "Rows of the sink that could not be written", ["table"])

# The one word about another app's table: rows name people by a plain id, so the database itself does not see that an
# erasure took the person away while the row was being made. An erasure under way counts as done: nobody waits for it.
PERSON = "SELECT 1 FROM profiles_profile WHERE id = %s FOR KEY SHARE SKIP LOCKED"


def insert(row: models.Model) -> bool:
    """Write `row` and say whether it stands. What speaks of a person who was erased meanwhile is left out."""

    def write() -> bool:
        if _is_of_somebody_gone(row):
            return False
        row.save(force_insert=True)
        return True

    return bool(carry_out(row._meta.db_table, write))


def carry_out(table: str, write: Callable[[], Any]) -> Any:
    """What `write` answers, None when it failed: then a row of `table` counts as lost, and nothing is raised.

    In a transaction of its own it does not wait for the disk: losing the last moment of these figures in a crash is
    cheaper than a flush for every answer. Inside the caller's transaction it is a savepoint, and the caller's commit
    stays durable (SET LOCAL would outlive the savepoint).
    """
    is_alone = not connection.in_atomic_block
    try:
        with transaction.atomic():
            if is_alone:
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL synchronous_commit = off")
            return write()
    except (Error, TypeError, ValueError) as failure:
        LOST.labels(table).inc()
        # The text of a database error quotes the row, and the row may quote a person: the class has to do.
        log.warning("A row of %s could not be written: %s", table, type(failure).__name__)
        return None


def _is_of_somebody_gone(row: models.Model) -> bool:
    profile_id = getattr(row, "profile_id", None)
    if profile_id is None:
        return False
    with connection.cursor() as cursor:
        cursor.execute(PERSON, [profile_id])
        return cursor.fetchone() is None
