"""Reading the figures: sums of hours, so that a dashboard never counts observations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from decimal import Decimal
from typing import Any, Self

from django.db.models import F, Model, QuerySet, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import TruncDate

from observability.figures import SUMS
from observability.models import (
    LATENCY_BOUNDS_MS,
    LEVELS,
    REASONS,
    HourlyFigures,
    HourlyJobs,
    HourlySpending,
    empty_histogram,
)

P50, P95, P99 = 0.50, 0.95, 0.99
_WIDTH = len(LATENCY_BOUNDS_MS) + 1
_OPINIONS = ("good", "bad")


@dataclass
class Latency:
    """How long something took, by how often it took how long."""

    histogram: list[int] = field(default_factory=empty_histogram)

    @property
    def count(self) -> int:
        return sum(self.histogram)

    def percentile(self, share: float) -> float | None:
        """Milliseconds below which this share of all lies, None of nothing. What lies beyond the last bound counts as it."""
        wanted = share * self.count
        if not self.count:
            return None
        below, lower = 0, 0.0
        for upper, number in zip(LATENCY_BOUNDS_MS, self.histogram, strict=False):
            if number and below + number >= wanted:
                return lower + (upper - lower) * max(0.0, wanted - below) / number
            below, lower = below + number, float(upper)
        return float(LATENCY_BOUNDS_MS[-1])

    def beyond(self, bound_ms: int) -> int:
        """How often it took longer than one of LATENCY_BOUNDS_MS."""
        return sum(self.histogram[LATENCY_BOUNDS_MS.index(bound_ms) + 1 :])


@dataclass
class LevelFigures:
    """What one level did. `empty`: it was run, and found nothing."""

    latency: Latency
    found: int = 0
    tokens: int = 0
    empty: int = 0
    failed: int = 0

    @property
    def runs(self) -> int:
        return self.latency.count


@dataclass
class Figures:
    """What a number of requests came to. A ratio of nothing is None. `reasons` are those of the bad answers."""

    requests: int = 0
    enabled: int = 0
    injected: int = 0
    failed: int = 0
    degraded: int = 0
    scored: int = 0
    score_sum: float = 0.0
    tokens: int = 0
    build_ms: float = 0.0
    good: int = 0
    bad: int = 0
    latency: Latency = field(default_factory=Latency)
    reasons: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REASONS, 0))

    @property
    def empty(self) -> int:
        """Requests in which memory was enabled and nothing was injected."""
        return self.enabled - self.injected

    @property
    def off(self) -> int:
        """Requests in which memory was not enabled."""
        return self.requests - self.enabled

    @property
    def unreasoned(self) -> int:
        """Bad answers of which nobody said why."""
        return self.bad - sum(self.reasons.values())

    @property
    def coverage(self) -> float | None:
        """The share of those with memory enabled that something was injected into."""
        return self.injected / self.enabled if self.enabled else None

    @property
    def average_score(self) -> float | None:
        return self.score_sum / self.scored if self.scored else None

    @property
    def average_ms(self) -> float | None:
        return self.build_ms / self.requests if self.requests else None

    @property
    def average_tokens(self) -> float | None:
        return self.tokens / self.requests if self.requests else None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """One row of sums, as `_requests` names them."""
        sums = {name: row[f"all_{name}"] or 0 for name in (*SUMS, *_OPINIONS)}
        latency = Latency([row[f"took_{place}"] or 0 for place in range(_WIDTH)])
        reasons = {reason: row[f"reason_{place}"] or 0 for place, reason in enumerate(REASONS)}
        return cls(**sums, latency=latency, reasons=reasons)

    def __add__(self, other: "Figures") -> "Figures":
        sums = {name: getattr(self, name) + getattr(other, name) for name in (*SUMS, *_OPINIONS)}
        latency = [a + b for a, b in zip(self.latency.histogram, other.latency.histogram, strict=True)]
        reasons = {reason: number + other.reasons[reason] for reason, number in self.reasons.items()}
        return Figures(**sums, latency=Latency(latency), reasons=reasons)


@dataclass(frozen=True)
class Spending:
    """What the calls to models for one purpose came to, on the day or in the hour `place`."""

    place: Any
    purpose: str
    calls: int
    failed: int
    tokens_in: int
    tokens_out: int
    price: Decimal


Hours = QuerySet[HourlyFigures]


def hours(tenant_id: int, *, since: datetime, until: datetime, agent_id: str | None = None) -> Hours:
    """The hours that begin in [since, until), of one agent or of all."""
    rows = _within(HourlyFigures, tenant_id, since, until)
    return rows if agent_id is None else rows.filter(agent_id=agent_id)


def total(figures: Iterable[Figures]) -> Figures:
    return sum(figures, start=Figures())


def by_agent(rows: Hours, *, most: int) -> dict[str, Figures]:
    """The busiest agents first, at most so many."""
    found = _requests(rows, F("agent_id"), "-all_requests", "place")[:most]
    return {row["place"]: Figures.of(row) for row in found}


def by_day(rows: Hours, zone: tzinfo) -> dict[date, Figures]:
    """By the calendar of a zone, the newest first: an hour belongs to the day in which it begins."""
    found = _requests(rows, TruncDate("hour", tzinfo=zone), "-place")
    return {row["place"]: Figures.of(row) for row in found}


def by_hour(rows: Hours) -> dict[datetime, Figures]:
    """The newest first."""
    return {row["place"]: Figures.of(row) for row in _requests(rows, F("hour"), "-place")}


def levels(rows: Hours) -> dict[str, LevelFigures]:
    """What each of LEVELS did in these hours, in one statement."""
    sums: dict[str, Any] = {}
    for place, level in enumerate(LEVELS):
        sums |= {f"{level}_{name}": Sum(f"level_{name}__{place}") for name in ("found", "tokens", "empty", "failed")}
        sums |= {f"{level}_took_{n}": Sum(f"level_latency__{place * _WIDTH + n}") for n in range(_WIDTH)}
    row = rows.aggregate(**sums)
    return {level: _level(row, level) for level in LEVELS}


def jobs(tenant_id: int, *, since: datetime, until: datetime) -> dict[tuple[str, str], int]:
    """How many jobs ended, by kind and state."""
    rows = _within(HourlyJobs, tenant_id, since, until).values("kind", "state").annotate(number=Sum("jobs"))
    return {(row["kind"], row["state"]): row["number"] for row in rows.order_by("kind", "state")}


def spending(tenant_id: int, *, since: datetime, until: datetime, zone: tzinfo | None) -> list[Spending]:
    """What was spent on each purpose, by the calendar of a zone, or where that is None by the hour; in one statement.

    An hour belongs to the day in which it begins: where midnight is not a full hour of UTC, half of one is counted a
    day early.
    """
    place: Combinable = F("hour") if zone is None else TruncDate("hour", tzinfo=zone)
    rows = _within(HourlySpending, tenant_id, since, until).annotate(place=place).values("place", "purpose")
    names = ("calls", "failed", "tokens_in", "tokens_out", "price")
    summed = rows.annotate(**{f"all_{name}": Sum(name) for name in names}).order_by("place", "purpose")
    return [Spending(row["place"], row["purpose"], *(row[f"all_{name}"] for name in names)) for row in summed]


def agents(tenant_id: int, *, since: datetime, until: datetime, most: int) -> list[str]:
    """The agents that asked for anything, by name."""
    rows = _within(HourlyFigures, tenant_id, since, until).exclude(agent_id="")
    return list(rows.values_list("agent_id", flat=True).distinct().order_by("agent_id")[:most])


def last_hour(tenant_id: int) -> datetime | None:
    """The newest hour in which anything was asked, None when nothing ever was."""
    rows = HourlyFigures.objects.filter(tenant_id=tenant_id).order_by("-hour")
    return rows.values_list("hour", flat=True).first()


def _within(model: type[Model], tenant_id: int, since: datetime, until: datetime) -> QuerySet[Any]:
    return model._default_manager.filter(tenant_id=tenant_id, hour__gte=since, hour__lt=until)


def _requests(rows: Hours, place: Combinable, *order: str) -> "QuerySet[Any, dict[str, Any]]":
    """The sums of these hours for each value of `place`, each under a name that is no column's."""
    sums: dict[str, Any] = {f"all_{name}": Sum(name) for name in (*SUMS, *_OPINIONS)}
    sums |= {f"took_{n}": Sum(f"latency__{n}") for n in range(_WIDTH)}
    sums |= {f"reason_{n}": Sum(f"reasons__{n}") for n in range(len(REASONS))}
    placed: QuerySet[Any, Any] = rows.annotate(place=place)
    summed: QuerySet[Any, dict[str, Any]] = placed.values("place").annotate(**sums).order_by(*order)
    return summed


def _level(row: Mapping[str, Any], level: str) -> LevelFigures:
    latency = Latency([row[f"{level}_took_{n}"] or 0 for n in range(_WIDTH)])
    sums = {name: row[f"{level}_{name}"] or 0 for name in ("found", "tokens", "empty", "failed")}
    return LevelFigures(latency, **sums)
