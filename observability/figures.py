"""The figures of each hour: what one request adds to them, in one statement that any number of writers may run at once."""

from bisect import bisect_left
from datetime import datetime
from typing import Any

from django.db import connection

from observability.models import LATENCY_BOUNDS_MS, LEVELS, HourlyFigures, Observation, empty_histogram

Row = dict[str, Any]
SUMS = (
    "requests", "enabled", "injected", "failed", "degraded", "scored", "score_sum", "tokens", "build_ms",
)  # fmt: skip
LISTS = ("latency", "level_latency", "level_found", "level_tokens", "level_empty", "level_failed")
IDENTITY = ("tenant_id", "hour", "agent_id")

# Two lists of unequal length are those of before and after a level was added: what is missing is zero.
_ADDED = """{column} = ARRAY(
    SELECT coalesce(pair.a, 0) + coalesce(pair.b, 0)
    FROM unnest({table}.{column}, EXCLUDED.{column}) WITH ORDINALITY AS pair (a, b, place) ORDER BY pair.place
)"""


def upsert(observation: Observation) -> tuple[str, list[Any]]:
    """The statement that adds a request to its hour, and its values."""
    row = of_request(observation)
    table = connection.ops.quote_name(HourlyFigures._meta.db_table)
    sums = [f"{name} = {table}.{name} + EXCLUDED.{name}" for name in SUMS]
    lists = [_ADDED.format(table=table, column=name) for name in LISTS]
    statement = (
        f"INSERT INTO {table} ({', '.join(row)}) "
        f"VALUES ({', '.join(['%s'] * len(row))}) "
        f"ON CONFLICT ({', '.join(IDENTITY)}) DO UPDATE SET {', '.join([*sums, *lists])}"
    )
    return statement, list(row.values())


def of_request(observation: Observation) -> Row:
    """One request as the figures of an hour."""
    levels = ran(observation)
    took = [levels.get(level, {}) for level in LEVELS]
    score = observation.average_score
    return {
        "tenant_id": observation.tenant_id,
        "hour": hour_of(observation.at),
        "agent_id": observation.agent_id,
        "requests": 1,
        "enabled": int(observation.is_enabled),
        "injected": int(observation.is_injected),
        "failed": int(bool(observation.error)),
        "degraded": int(observation.is_degraded),
        "scored": int(score is not None),
        "score_sum": score or 0.0,
        "tokens": observation.tokens,
        "build_ms": observation.build_ms,
        "latency": histogram(observation.build_ms),
        "level_latency": [n for one in took for n in histogram(one.get("ms"))],
        "level_found": [one.get("found", 0) for one in took],
        "level_tokens": [one.get("tokens", 0) for one in took],
        "level_empty": [int(bool(one) and not one.get("found")) for one in took],
        "level_failed": [int(bool(one.get("error"))) for one in took],
    }


def histogram(ms: float | None) -> list[int]:
    """A one in the bucket of this time; nothing but zeros for what did not run."""
    counts = empty_histogram()
    if ms is not None:
        counts[bisect_left(LATENCY_BOUNDS_MS, ms)] = 1
    return counts


def hour_of(at: datetime) -> datetime:
    return at.replace(minute=0, second=0, microsecond=0)


def ran(observation: Observation) -> dict[str, dict[str, Any]]:
    """What each level that was run took and brought, by its name."""
    trace = observation.trace if isinstance(observation.trace, dict) else {}
    found: dict[str, dict[str, Any]] = trace.get("ran", {})
    return found
