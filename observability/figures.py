"""The figures of each hour: what a request, an opinion, a call or a job adds to them, each in one statement that any number
of writers may run at once."""

from bisect import bisect_left
from datetime import datetime
from typing import Any

from django.db import connection, models

from observability.models import (
    LATENCY_BOUNDS_MS,
    LEVELS,
    REASONS,
    Feedback,
    HourlyFigures,
    HourlyJobs,
    HourlySpending,
    ModelCall,
    Observation,
    empty_histogram,
    no_reasons,
)

Row = dict[str, Any]
SUMS = (
    "requests", "enabled", "injected", "failed", "degraded", "scored", "score_sum", "tokens", "build_ms",
)  # fmt: skip
LISTS = ("latency", "level_latency", "level_found", "level_tokens", "level_empty", "level_failed")
IDENTITY = ("tenant_id", "hour", "agent_id")
OK = "ok"  # the outcome of a call that was answered as it should be

# Two lists of unequal length are those of before and after a level was added: what is missing is zero.
_ADDED = """{column} = ARRAY(
    SELECT coalesce(pair.a, 0) + coalesce(pair.b, 0)
    FROM unnest({table}.{column}, EXCLUDED.{column}) WITH ORDINALITY AS pair (a, b, place) ORDER BY pair.place
)"""

# An opinion that changed takes away what it was; what was never counted takes nothing below zero.
_THOUGHT = """UPDATE {table} SET good = greatest(0, good + %s), bad = greatest(0, bad + %s), reasons = ARRAY(
    SELECT greatest(0, coalesce(pair.a, 0) + coalesce(pair.b, 0))
    FROM unnest({table}.reasons, %s::integer[]) WITH ORDINALITY AS pair (a, b, place) ORDER BY pair.place
) WHERE tenant_id = %s AND hour = %s AND agent_id = %s"""


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
        "good": 0,
        "bad": 0,
        "reasons": no_reasons(),
    }


def add_opinion(observation: Observation, before: Feedback | None, after: Feedback) -> None:
    """Count what is thought of an answer now in the hour of its request, in place of what was thought before."""
    was, now = _opinion(before), _opinion(after)
    changes = [b - a for a, b in zip(was, now, strict=True)]
    if not any(changes):
        return
    good, bad, reasons = changes[0], changes[1], changes[2:]
    table = connection.ops.quote_name(HourlyFigures._meta.db_table)
    place: list[Any] = [observation.tenant_id, hour_of(observation.at), observation.agent_id]
    with connection.cursor() as cursor:
        cursor.execute(_THOUGHT.format(table=table), [good, bad, reasons, *place])


def add_call(call: ModelCall) -> None:
    """Count what a call to a model took. What belongs to no tenant stands in no figure."""
    if call.tenant_id is None:
        return
    sums = {
        "calls": 1,
        "failed": int(call.outcome != OK),
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "price": call.price,
    }
    _add(HourlySpending, {"tenant_id": call.tenant_id, "hour": hour_of(call.at), "purpose": call.purpose}, sums)


def add_job(ended: HourlyJobs) -> None:
    """Count jobs that ended in one hour, with those that did before."""
    place = {"tenant_id": ended.tenant_id, "hour": ended.hour, "kind": ended.kind, "state": ended.state}
    _add(HourlyJobs, place, {"jobs": ended.jobs})


def _add(model: type[models.Model], place: Row, sums: Row) -> None:
    table = connection.ops.quote_name(model._meta.db_table)
    added = ", ".join(f"{name} = {table}.{name} + EXCLUDED.{name}" for name in sums)
    values = place | sums
    statement = (
        f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join(['%s'] * len(values))}) "
        f"ON CONFLICT ({', '.join(place)}) DO UPDATE SET {added}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values.values()))


def _opinion(feedback: Feedback | None) -> tuple[int, ...]:
    """Good, bad, and a number for each of REASONS."""
    rating = Feedback.Rating.NONE if feedback is None else feedback.rating
    is_bad = rating == Feedback.Rating.BAD
    reasons = (int(is_bad and feedback is not None and feedback.reason == reason) for reason in REASONS)
    return int(rating == Feedback.Rating.GOOD), int(is_bad), *reasons


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
