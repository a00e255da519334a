"""Hours that were worse than they should be: each stands once in the work log of its tenant."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum

from observability import worklog
from observability.figures import hour_of
from observability.models import HourlyFigures, WorkLogEntry

MODULE = "Recall"
TOO_SLOW = "The contexts of an hour took longer than they should."
TOO_FAR = "What was found in an hour fits its questions less than it should."
# Hours that one round looks back, so that a round or two may fail.
LOOKED_BACK = timedelta(hours=6)


@dataclass(frozen=True)
class Lines:
    """The mean build time (ms) above which an hour is too slow, and the mean score below which it finds too little."""

    latency_ms: float
    score: float


@dataclass(frozen=True)
class _Hour:
    tenant_id: int
    hour: datetime
    asked: int
    took_ms: float
    scored_ones: int
    scores: float

    def beyond(self, lines: Lines) -> Iterator[tuple[str, str, float, float]]:
        """What to say of it, under which name, with the mean and its line."""
        mean_ms = self.took_ms / self.asked if self.asked else 0.0
        if mean_ms > lines.latency_ms:
            yield "latency", TOO_SLOW, round(mean_ms, 1), lines.latency_ms
        if self.scored_ones and self.scores / self.scored_ones < lines.score:
            yield "score", TOO_FAR, round(self.scores / self.scored_ones, 4), lines.score


def warn(lines: Lines, *, now: datetime) -> int:
    """Tell operators of the hours that are over and beyond a line; answers how many were told now.

    Two rounds at the same moment may both tell it.
    """
    until = hour_of(now)
    told = 0
    for hour in _hours(until - LOOKED_BACK, until):
        for line, message, mean, bound in hour.beyond(lines):
            if not _is_told(hour, message):
                _tell(hour, message, {"line": line, "mean": mean, "bound": bound, "requests": hour.asked})
                told += 1
    return told


def _hours(since: datetime, until: datetime) -> list[_Hour]:
    rows = HourlyFigures.objects.filter(hour__gte=since, hour__lt=until).values("tenant_id", "hour")
    summed = rows.annotate(
        asked=Sum("requests"), took_ms=Sum("build_ms"), scored_ones=Sum("scored"), scores=Sum("score_sum")
    )
    return [_Hour(**row) for row in summed.order_by("hour", "tenant_id")]


def _is_told(hour: _Hour, message: str) -> bool:
    entries = WorkLogEntry.objects.filter(tenant_id=hour.tenant_id, at__gte=hour.hour)
    return entries.filter(module=MODULE, message=message, details__hour=hour.hour.isoformat()).exists()


def _tell(hour: _Hour, message: str, details: dict[str, object]) -> None:
    worklog.publish(
        tenant_id=hour.tenant_id,
        module=MODULE,
        level=WorkLogEntry.Level.WARNING,
        actor="_system",
        message=message,
        details={"hour": hour.hour.isoformat(), **details},
    )
