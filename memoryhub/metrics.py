"""What Prometheus reads: figures of the whole service, out of the database, so that any process answers for all.

Every statement goes over an index and a bounded number of rows, however large the tables are.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample
from psycopg.errors import QueryCanceled

from observability import sink
from observability.figures import hour_of
from observability.models import LATENCY_BOUNDS_MS, LEVELS

VERSION = "0.1.0"
PATIENCE_MS = 2_000  # for one statement: a scrape must not add to the trouble that it tells of
MOST_JOBS = 20_000  # counted of each kind of list: some 20 ms; a longer queue shows as one of this length
HOUR = timedelta(hours=1)
BOUNDS = [*(str(bound / 1000) for bound in LATENCY_BOUNDS_MS), "+Inf"]
WIDTH = len(BOUNDS)
SUMS = ("requests", "enabled", "injected", "failed", "degraded", "tokens")

Ask = Callable[[Any, datetime], Iterator[Metric]]

# Rows of this day by tenant, one for each hour and agent; sums of lists place by place, in this order.
_RECALLS = f"""
WITH today AS MATERIALIZED (
    SELECT f.* FROM profiles_tenant t
    JOIN LATERAL (SELECT * FROM observability_hourlyfigures WHERE tenant_id = t.id AND hour >= %(day)s) f ON true
), last_hour AS MATERIALIZED (
    SELECT sum(requests) AS requests, sum(build_ms) AS ms, sum(scored) AS scored, sum(score_sum) AS scores
    FROM profiles_tenant t
    JOIN LATERAL (SELECT * FROM observability_hourlyfigures WHERE tenant_id = t.id AND hour = %(last)s) f ON true
    GROUP BY t.id
)
SELECT {", ".join(f"(SELECT coalesce(sum({name}), 0) FROM today)" for name in SUMS)},
    (SELECT coalesce(sum(build_ms), 0) FROM today),
    (SELECT count(*) FROM last_hour WHERE ms > %(slow)s * requests),
    (SELECT count(*) FROM last_hour WHERE scores < %(far)s * scored),
    ARRAY(SELECT sum(n) FROM today, unnest(latency) WITH ORDINALITY u (n, place) GROUP BY place ORDER BY place),
    ARRAY(SELECT sum(n) FROM today, unnest(level_latency) WITH ORDINALITY u (n, place) GROUP BY place ORDER BY place),
    ARRAY(SELECT sum(n) FROM today, unnest(level_empty) WITH ORDINALITY u (n, place) GROUP BY place ORDER BY place),
    ARRAY(SELECT sum(n) FROM today, unnest(level_failed) WITH ORDINALITY u (n, place) GROUP BY place ORDER BY place)
"""
_OPEN_JOBS = """
SELECT kind, state, reason, count(*), min(due_at) FILTER (WHERE state = 'pending') FROM (
    SELECT kind, state, reason, due_at FROM extraction_job
    WHERE state IN ('pending', 'running') ORDER BY due_at LIMIT %(most)s
) open GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
_RECENT_JOBS = """
SELECT kind, state, count(*) FROM (
    SELECT kind, state, created_at FROM extraction_job ORDER BY id DESC LIMIT %(most)s
) newest WHERE created_at >= %(hour)s GROUP BY 1, 2 ORDER BY 1, 2
"""
_CALLS = """
SELECT c.purpose, c.outcome, count(*), sum(c.tokens_in), sum(c.tokens_out), sum(c.price), sum(c.latency_ms) FROM (
    SELECT id FROM profiles_tenant UNION ALL SELECT NULL
) t JOIN LATERAL (
    SELECT * FROM observability_modelcall WHERE tenant_id = t.id AND at >= %(hour)s
    UNION ALL SELECT * FROM observability_modelcall WHERE t.id IS NULL AND tenant_id IS NULL AND at >= %(hour)s
) c ON true GROUP BY 1, 2 ORDER BY 1, 2
"""
# The last whole night of each tenant that has had one.
_DREAMS = """
SELECT max(d.finished_at), coalesce(sum((d.counts->>'active')::bigint), 0),
    coalesce(sum((d.counts->>'failed')::bigint), 0)
FROM profiles_tenant t JOIN LATERAL (
    SELECT finished_at, counts FROM extraction_dreamrun
    WHERE tenant_id = t.id AND state = 'done' AND NOT is_dry AND NOT for_one ORDER BY id DESC LIMIT 1
) d ON true
"""
_SERVER = """
SELECT pg_database_size(current_database()), current_setting('server_version'), (
    SELECT coalesce(sum((
        SELECT sum((details->>'rows')::bigint) FROM observability_worklogentry
        WHERE tenant_id = t.id AND at >= %(hour)s AND module = %(module)s
    )), 0) FROM profiles_tenant t
)
"""


def text(*, now: datetime) -> bytes:
    """Everything, in Prometheus' text format. Raises OperationalError while the database is away."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {PATIENCE_MS}")
        told = {part: _in_time(ask, cursor, now) for part, ask in PARTS.items()}
    late = [((part,), 1) for part, families in told.items() if families is None]
    left_out = _gauge(
        "memoryhub_figures_late", "Parts that took too long and are left out of this answer", late, "part"
    )
    return _print([*(family for families in told.values() for family in families or ()), left_out])


def _in_time(ask: Ask, cursor: Any, now: datetime) -> list[Metric] | None:
    """None when the database was at it for too long: it is there all the same, and so are the other figures."""
    try:
        with transaction.atomic():
            return list(ask(cursor, now))
    except OperationalError as error:
        if not isinstance(error.__cause__, QueryCanceled):
            raise
        return None


def text_without_database() -> bytes:
    """What can be said while it is away."""
    return _print([_gauge("memoryhub_database_up", "Whether the database answers", [((), 0)])])


class _Given(Collector):
    """Families that were made already."""

    def __init__(self, families: Sequence[Metric]) -> None:
        self.families = families

    def collect(self) -> Iterable[Metric]:
        return self.families


def _print(families: Sequence[Metric]) -> bytes:
    registry = CollectorRegistry()
    registry.register(_Given(families))
    return generate_latest(registry)


def _service(cursor: Any, now: datetime) -> Iterator[Metric]:
    cursor.execute(_SERVER, {"hour": now - HOUR, "module": sink.MODULE})
    size, server, lost = cursor.fetchone()
    yield _gauge("memoryhub_info", "Release and server", [((VERSION, server), 1)], "version", "postgresql")
    yield _gauge("memoryhub_database_up", "Whether the database answers", [((), 1)])
    yield _gauge("memoryhub_database_bytes", "Size of the database", [((), size)])
    yield _gauge(
        "memoryhub_rows_lost_last_hour", "Observations and model calls that could not be written", [((), lost)]
    )


def _recalls(cursor: Any, now: datetime) -> Iterator[Metric]:
    """Counters begin anew at midnight UTC, which rate() and increase() take for a restart: sums stay short that way."""
    hour = hour_of(now.astimezone(UTC))
    lines = {"slow": settings.MEMORYHUB_LATENCY_LINE, "far": settings.MEMORYHUB_SCORE_LINE}
    cursor.execute(_RECALLS, {"day": hour.replace(hour=0), "last": hour - HOUR, **lines})
    row = cursor.fetchone()
    sums = dict(zip(SUMS, row[: len(SUMS)], strict=True))
    build_ms, slow, far, latency, level_latency, level_empty, level_failed = row[len(SUMS) :]
    yield _gauge(
        "memoryhub_recall_beyond_line", "Tenants whose mean of the last whole hour was beyond a line",
        [(("latency",), slow), (("score",), far)], "line",
    )  # fmt: skip
    yield _counter("memoryhub_contexts", "Contexts that were asked for", [((), sums["requests"])])
    yield _counter(
        "memoryhub_contexts_empty", "Contexts with memory switched on and nothing injected",
        [((), sums["enabled"] - sums["injected"])],
    )  # fmt: skip
    yield _counter("memoryhub_contexts_failed", "Contexts of which a level failed", [((), sums["failed"])])
    yield _counter("memoryhub_contexts_degraded", "Contexts made without embeddings", [((), sums["degraded"])])
    yield _counter("memoryhub_context_tokens", "Tokens of remembered text handed out", [((), sums["tokens"])])
    whole = HistogramMetricFamily("memoryhub_context_seconds", "Time to make a context")
    whole.add_metric([], _buckets(latency), sum_value=build_ms / 1000)
    yield whole
    yield _by_level(level_latency)
    for name, meaning, found in (
        ("memoryhub_recalls_empty", "Recalls of a level that found nothing", level_empty),
        ("memoryhub_recalls_failed", "Recalls of a level that failed", level_failed),
    ):
        values = [((level,), number) for level, number in zip(LEVELS, _padded(found, len(LEVELS)), strict=True)]
        yield _counter(name, meaning, values, "level")


def _by_level(histograms: Sequence[int]) -> Metric:
    """Buckets and counts; the sums of seconds are kept of the whole alone."""
    family = HistogramMetricFamily("memoryhub_recall_seconds", "Time of the recall of one level", labels=["level"])
    numbers = _padded(histograms, WIDTH * len(LEVELS))
    for place, level in enumerate(LEVELS):
        buckets = _buckets(numbers[place * WIDTH : (place + 1) * WIDTH])
        family.add_metric([level], buckets, sum_value=None)
        family.samples.append(Sample("memoryhub_recall_seconds_count", {"level": level}, buckets[-1][1]))
    return family


def _jobs(cursor: Any, now: datetime) -> Iterator[Metric]:
    cursor.execute(_OPEN_JOBS, {"most": MOST_JOBS})
    rows = cursor.fetchall()
    yield _gauge(
        "memoryhub_jobs_open", f"Jobs that wait or run, {MOST_JOBS} at most",
        [((kind, state, reason), number) for kind, state, reason, number, _ in rows], "kind", "state", "reason",
    )  # fmt: skip
    due = min((at for *_, at in rows if at), default=now)
    yield _gauge(
        "memoryhub_jobs_oldest_due_seconds", "For how long the oldest waiting job could have run",
        [((), max(0.0, (now - due).total_seconds()))],
    )  # fmt: skip
    cursor.execute(_RECENT_JOBS, {"most": MOST_JOBS, "hour": now - HOUR})
    yield _gauge(
        "memoryhub_jobs_last_hour", f"What became of the jobs of the last hour, the newest {MOST_JOBS} at most",
        [((kind, state), number) for kind, state, number in cursor.fetchall()], "kind", "state",
    )  # fmt: skip


def _models(cursor: Any, now: datetime) -> Iterator[Metric]:
    cursor.execute(_CALLS, {"hour": now - HOUR})
    rows = cursor.fetchall()
    name = "memoryhub_model_{}_last_hour"
    yield _gauge(
        name.format("calls"), "Requests to model endpoints in the last hour",
        [((purpose, outcome), number) for purpose, outcome, number, *_ in rows], "purpose", "outcome",
    )  # fmt: skip
    tokens = [
        ((purpose, outcome, direction), number)
        for purpose, outcome, _, sent, received, *_ in rows
        for direction, number in (("in", sent), ("out", received))
    ]
    yield _gauge(
        name.format("tokens"), "Tokens of these requests", tokens, "purpose", "outcome", "direction"
    )  # fmt: skip
    yield _gauge(
        name.format("price"), "Price of these requests, in the currency set",
        [((purpose, outcome), price) for purpose, outcome, *_, price, _ in rows], "purpose", "outcome",
    )  # fmt: skip
    yield _gauge(
        name.format("seconds"), "Time that these requests took together",
        [((purpose, outcome), ms / 1000) for purpose, outcome, *_, ms in rows], "purpose", "outcome",
    )  # fmt: skip


def _dreams(cursor: Any, now: datetime) -> Iterator[Metric]:
    """None of them before the first night."""
    cursor.execute(_DREAMS)
    finished_at, active, failed = cursor.fetchone()
    if finished_at is not None:
        age = max(0.0, (now - finished_at).total_seconds())
        yield _gauge("memoryhub_dream_age_seconds", "Since the last nightly dream ended", [((), age)])
        yield _gauge("memoryhub_dream_profiles", "People of the last nightly dream", [((), active)])
        yield _gauge("memoryhub_dream_failures", "People of the last nightly dream whose part failed", [((), failed)])


PARTS: dict[str, Ask] = {
    "service": _service, "recalls": _recalls, "jobs": _jobs, "models": _models, "dreams": _dreams,
}  # fmt: skip
Values = Iterable[tuple[Sequence[str], Any]]


def _gauge(name: str, meaning: str, values: Values, *labels: str) -> Metric:
    family = GaugeMetricFamily(name, meaning, labels=labels)
    for words, value in values:
        family.add_metric(words, float(value))
    return family


def _counter(name: str, meaning: str, values: Values, *labels: str) -> Metric:
    family = CounterMetricFamily(name, meaning, labels=labels)
    for words, value in values:
        family.add_metric(words, float(value))
    return family


def _buckets(numbers: Sequence[int]) -> list[tuple[str, float]]:
    """Each bound with the number of those at or below it."""
    return [(bound, float(n)) for bound, n in zip(BOUNDS, accumulate(_padded(numbers, WIDTH)), strict=True)]


def _padded(numbers: Sequence[int], width: int) -> list[int]:
    """Zeros where nothing was written yet, or before a level was added."""
    return [int(number) for number in numbers] + [0] * (width - len(numbers))
