"""Looking for requests among a million: the newest first, by an index that leads to what is rare, a bounded way back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Min, Q, QuerySet

from observability.models import SLOW_MS, Feedback, Observation

# Rows that one page looks through for what no index leads to: some 30 ms. A link goes on from there.
LOOKED_THROUGH = 10_000
INJECTED, EMPTY, OFF = MEMORY = ("injected", "empty", "off")
NO_REASON = "none"

Place = tuple[datetime, int]  # time and key of the last row that was seen

_EMPTY = Q(is_enabled=True, is_injected=False)
_FAILED = ~Q(error="")
_SLOW = Q(build_ms__gt=SLOW_MS)


@dataclass(frozen=True)
class Wanted:
    """Which requests: those of [since, until) to which all that is given applies. `memory` is one of MEMORY.

    `over_ms` and `under_score` are bounds that must be passed; `rating` is one of Feedback.Rating, and `reason` why it
    was bad, NO_REASON: nobody said. `failed_level` is the one of LEVELS that failed. `profiles` None: of everybody, also of nobody known.
    """

    since: datetime
    until: datetime
    agent_id: str | None = None
    profiles: Sequence[int] | None = None
    memory: str = ""
    over_ms: int | None = None
    under_score: float | None = None
    is_scored: bool = False
    has_failed: bool = False
    failed_level: str = ""
    is_degraded: bool = False
    rating: int | None = None
    reason: str = ""

    @property
    def time(self) -> str:
        """The column by which they come in order: of rated ones the copy that stands beside the rating."""
        return "at" if self.rating is None else "feedback__asked_at"


@dataclass(frozen=True)
class Page:
    """The newest first. `next` None: there is nothing behind. `is_cut`: the way back was too long, and nothing may be
    missing from these rows but what lies further back than `next`."""

    rows: Sequence[Observation]
    next: Place | None = None
    is_cut: bool = False


def page(tenant_id: int, wanted: Wanted, *, after: Place | None, limit: int) -> Page:
    """Two statements: how far back is looked, and what is there."""
    lead, *others = [*_conditions(wanted), Q()]
    rows = _from(tenant_id, lead, wanted, after)
    edge = _edge(tenant_id, rows, wanted, after) if any(others) else None
    if edge is not None:
        rows = rows.filter(**{f"{wanted.time}__gte": edge})
    found = rows.filter(*others).select_related("feedback").defer("trace", "question", "retrieved_ids")
    ahead = list(found[: limit + 1])
    if len(ahead) > limit:
        return Page(ahead[:limit], (ahead[limit - 1].at, ahead[limit - 1].pk))
    return Page(ahead, (edge, 0) if edge else None, is_cut=edge is not None)


def _conditions(wanted: Wanted) -> list[Q]:
    """What is asked for. The first one is led to by an index, and the fewest rows answer to it."""
    led = [*_led(wanted)]
    return [*led, *_sieves(wanted)] if led else [Q(), *_sieves(wanted)]


def _led(wanted: Wanted) -> Iterator[Q]:
    if wanted.rating is not None:
        yield Q(feedback__rating=wanted.rating)
    if wanted.profiles is not None:
        yield Q(profile_id__in=list(wanted.profiles))
    if wanted.has_failed:
        yield _FAILED
    if wanted.over_ms is not None and wanted.over_ms >= SLOW_MS:
        yield _SLOW
    if wanted.is_degraded:
        yield Q(is_degraded=True)
    if wanted.memory == EMPTY:
        yield _EMPTY
    if wanted.agent_id is not None:
        yield Q(agent_id=wanted.agent_id)


def _sieves(wanted: Wanted) -> Iterator[Q]:
    if wanted.memory == INJECTED:
        yield Q(is_injected=True)
    if wanted.memory == OFF:
        yield Q(is_enabled=False)
    if wanted.over_ms is not None and wanted.over_ms != SLOW_MS:
        yield Q(build_ms__gt=wanted.over_ms)
    if wanted.under_score is not None:
        yield Q(average_score__lt=wanted.under_score)
    if wanted.failed_level:
        error = f"trace__ran__{wanted.failed_level}__error"
        yield Q(**{f"{error}__isnull": False}) & ~Q(**{error: ""})
    if wanted.is_scored:
        yield Q(average_score__isnull=False)
    if wanted.rating == Feedback.Rating.BAD and wanted.reason:
        yield Q(feedback__reason="" if wanted.reason == NO_REASON else wanted.reason)


def _from(tenant_id: int, lead: Q, wanted: Wanted, after: Place | None) -> QuerySet[Observation]:
    """The requests of the period behind a place, in order."""
    time = wanted.time
    rows = Observation.objects.filter(lead, tenant_id=tenant_id)
    if wanted.rating is not None:
        rows = rows.filter(feedback__tenant_id=tenant_id)
    rows = rows.filter(**{f"{time}__gte": wanted.since, f"{time}__lt": wanted.until})
    if after is not None:
        at, key = after
        rows = rows.filter(Q(**{f"{time}__lt": at}) | Q(pk__lt=key), **{f"{time}__lte": at})
    return rows.order_by(f"-{time}", "-pk")


def _edge(tenant_id: int, rows: QuerySet[Observation], wanted: Wanted, after: Place | None) -> datetime | None:
    """How far back so many rows reach, None when there are fewer."""
    newest: QuerySet[Any, Any] = rows if wanted.rating is None else _rated(tenant_id, wanted.rating, wanted, after)
    when = F("at") if wanted.rating is None else F("asked_at")
    found = newest.values(when=when)[:LOOKED_THROUGH].aggregate(edge=Min("when"), number=Count("when"))
    return found["edge"] if found["number"] == LOOKED_THROUGH else None


def _rated(tenant_id: int, rating: int, wanted: Wanted, after: Place | None) -> "QuerySet[Feedback]":
    """The ratings alone, without the requests that they are of."""
    rows = Feedback.objects.filter(
        tenant_id=tenant_id, rating=rating, asked_at__gte=wanted.since, asked_at__lt=wanted.until
    )
    return (rows.filter(asked_at__lte=after[0]) if after else rows).order_by("-asked_at")
