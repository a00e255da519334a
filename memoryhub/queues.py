"""How the broker is spoken to, and the queues kept in PostgreSQL: a schema installed once, tables made once."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import psycopg
from pgmq.install import install_pgmq_from_sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL

NAMES = ("learning", "dream", "background")

# One number for all installers, so that two starts at once do not install twice.
INSTALL_LOCK = 7_362_054

# Seconds until an unfinished message is given to somebody else: longer than any task, or it would run twice at once.
VISIBILITY = 1_800


@dataclass(frozen=True)
class Depth:
    """Messages of a queue, and for how many seconds the oldest has been there."""

    messages: int
    oldest_seconds: float


def transport(broker: str) -> str | None:
    """The client of our own for the queues in PostgreSQL; None: the one that belongs to the address."""
    return "memoryhub.transport:Transport" if urlsplit(broker).scheme == "pgmq" else None


def transport_options(broker: str, database: str) -> dict[str, Any]:
    """Options that keep the bell short: it is rung inside requests and may fail, but never wait."""
    scheme = urlsplit(broker).scheme
    if scheme == "pgmq":
        return {
            "init_extension": False,
            "conn_string": transport_address(database),
            "visibility_timeout": VISIBILITY,
            "wait_time_seconds": 1,
            "polling_interval": 0.05,
            "poll_interval_ms": 100,
            "pool_size": 4,
            "pool_timeout": 1,
        }
    if scheme in {"redis", "rediss"}:
        return {"visibility_timeout": VISIBILITY, "socket_timeout": 0.5, "socket_connect_timeout": 0.5}
    if scheme == "memory":
        return {}
    return {"connect_timeout": 0.5, "write_timeout": 0.5}


def install(address: str) -> None:
    """Make schema and queues in the database at `address` unless they exist. Safe to run at any time."""
    with psycopg.connect(address) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [INSTALL_LOCK])
        row = connection.execute("SELECT to_regclass('pgmq.meta') IS NULL").fetchone()
        if row is not None and row[0]:
            install_pgmq_from_sql(conn=connection)  # a second call would raise
        for name in NAMES:
            connection.execute("SELECT pgmq.create(%s)", [name])


def depths(address: str) -> dict[str, int]:
    """How many messages wait in each queue. Raises psycopg.Error where the schema is missing."""
    with psycopg.connect(address, connect_timeout=3) as connection:
        rows = connection.execute("SELECT queue_name, queue_length FROM pgmq.metrics_all()").fetchall()
    return {str(name): int(length) for name, length in rows}


def lying(address: str, *, patience_ms: int) -> dict[str, Depth]:
    """What lies in each queue, messages under way included. Raises psycopg.Error, also when it takes too long."""
    with psycopg.connect(address, connect_timeout=3) as connection:
        connection.execute(SQL("SET LOCAL statement_timeout = {}").format(patience_ms))
        found = connection.execute("SELECT queue_name, queue_length, oldest_msg_age_sec FROM pgmq.metrics_all()")
        return {str(name): Depth(int(length), age or 0) for name, length, age in found.fetchall()}


def transport_address(address: str) -> str:
    """The address as the queue client needs it: it knows five words and pastes their values together unquoted.

    So each value is quoted beforehand, and whatever else the address says (`sslmode`, …) travels behind the name.
    """
    words = {name: str(value) for name, value in conninfo_to_dict(address).items()}
    known = {name: quoted(words.pop(name)) for name in ("host", "port", "user", "password") if name in words}
    name = quoted(words.pop("dbname"))
    others = "".join(f" {option}={quoted(value)}" for option, value in sorted(words.items()))
    return make_conninfo(**known, dbname=name + others)


def quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
