"""Reading the figures: sums of hours, so that a dashboard never counts observations."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from typing import TypeVar

from django.db.models import QuerySet

from observability.figures import SUMS
from observability.models import LATENCY_BOUNDS_MS, LEVELS, HourlyFigures, empty_histogram

Key = TypeVar("Key")
P50, P95, P99 = 0.50, 0.95, 0.99
_WIDTH = len(LATENCY_BOUNDS_MS) + 1


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
    """What a number of requests came to. A ratio of nothing is None."""

    requests: int = 0
    enabled: int = 0
    injected: int = 0
    failed: int = 0
    degraded: int = 0
    scored: int = 0
    score_sum: float = 0.0
    tokens: int = 0
    build_ms: float = 0.0
    latency: Latency = field(default_factory=Latency)
    levels: dict[str, LevelFigures] = field(default_factory=lambda: {name: LevelFigures(Latency()) for name in LEVELS})

    @property
    def empty(self) -> int:
        """Requests in which memory was enabled and nothing was injected."""
        return self.enabled - self.injected

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

    def add(self, row: HourlyFigures) -> None:
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(row, name))
        self.latency.histogram = _plus(self.latency.histogram, row.latency)
        for place, level in enumerate(self.levels.values()):
            hours = row.level_latency[place * _WIDTH : (place + 1) * _WIDTH]
            level.latency.histogram = _plus(level.latency.histogram, hours)
            level.found += _at(row.level_found, place)
            level.tokens += _at(row.level_tokens, place)
            level.empty += _at(row.level_empty, place)
            level.failed += _at(row.level_failed, place)


def hours(
    tenant_id: int, *, since: datetime, until: datetime, agent_id: str | None = None
) -> "QuerySet[HourlyFigures]":
    """The hours that begin in [since, until), of one agent or of all."""
    rows = HourlyFigures.objects.filter(tenant_id=tenant_id, hour__gte=since, hour__lt=until)
    return rows if agent_id is None else rows.filter(agent_id=agent_id)


def total(rows: Iterable[HourlyFigures]) -> Figures:
    whole = Figures()
    for row in rows:
        whole.add(row)
    return whole


def by_agent(rows: Iterable[HourlyFigures]) -> dict[str, Figures]:
    """The busiest agent first."""
    found = _by(rows, lambda row: row.agent_id)
    return dict(sorted(found.items(), key=lambda one: (-one[1].requests, one[0])))


def by_day(rows: Iterable[HourlyFigures], zone: tzinfo) -> dict[date, Figures]:
    """By the calendar of a zone, the newest first."""
    found = _by(rows, lambda row: row.hour.astimezone(zone).date())
    return dict(sorted(found.items(), reverse=True))


def _by(rows: Iterable[HourlyFigures], key: Callable[[HourlyFigures], Key]) -> dict[Key, Figures]:
    found: dict[Key, Figures] = {}
    for row in rows:
        found.setdefault(key(row), Figures()).add(row)
    return found


def _plus(one: list[int], other: list[int]) -> list[int]:
    padded = [*other, *[0] * (len(one) - len(other))]
    return [a + b for a, b in zip(one, padded, strict=False)]


def _at(numbers: list[int], place: int) -> int:
    """Rows of before a level was added have no number for it."""
    return numbers[place] if place < len(numbers) else 0
