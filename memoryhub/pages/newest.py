"""Long lists of what happened, the newest first: what an address narrows them to, and how far back one look goes."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Q, QuerySet

from engine.text import normal
from observability import calls
from observability.models import ModelCall, WorkLogEntry

SHOWN = 50
# Rows that one look goes through for what no index finds: some 20 ms. Whoever wants older ones looks further from there.
LOOKED_THROUGH = 5_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
LONGEST_WORD = 160  # characters: no name is longer
Row = TypeVar("Row", ModelCall, WorkLogEntry)


@dataclass(frozen=True)
class Place:
    """Between two rows: the last one that was seen, by time and key. Printed as it stands in an address."""

    at: datetime
    key: int

    @classmethod
    def of(cls, text: str) -> "Place | None":
        """What is not usable is as if it were not there."""
        before, _dash, after = text.partition("-")
        at, key = normal.whole_number(before), normal.whole_number(after)
        if not (at and key):
            return None
        try:
            return cls(EPOCH + at * MICROSECOND, key)
        except OverflowError:
            return None

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // MICROSECOND}-{self.key}"

    @property
    def older(self) -> Q:
        """The first condition is one that an index can begin at."""
        return Q(at__lte=self.at) & (Q(at__lt=self.at) | Q(pk__lt=self.key))


@dataclass(frozen=True)
class Stretch(Generic[Row]):
    """One page. `next` None: there is nothing further. `is_cut`: there may be, and nobody looked for it yet."""

    rows: list[Row]
    next: Place | None
    is_cut: bool = False


def stretch(found: "QuerySet[Row]", *, after: Place | None, narrowed: Q | None = None) -> Stretch[Row]:
    """A page of `found`, which an index has in the order of time; `narrowed` holds of the rows what no index knows."""
    ordered = (found.filter(after.older) if after else found).order_by("-at", "-pk")
    if not narrowed:
        return _cut(list(ordered[: SHOWN + 1]))
    looked_through = ordered.model._default_manager.filter(pk__in=ordered.values("pk")[:LOOKED_THROUGH])
    page = _cut(list(looked_through.filter(narrowed).order_by("-at", "-pk")[: SHOWN + 1]))
    if page.next:
        return page
    last = looked_through.order_by("at", "pk").values_list("at", "pk").first()
    edge = Place(*last) if last else None
    goes_on = edge is not None and found.filter(edge.older).exists()
    return Stretch(page.rows, edge if goes_on else None, is_cut=goes_on)


def _cut(ahead: list[Row]) -> Stretch[Row]:
    if len(ahead) <= SHOWN:
        return Stretch(ahead, None)
    last = ahead[SHOWN - 1]
    return Stretch(ahead[:SHOWN], Place(last.at, last.pk))


def word(text: str) -> str:
    return text.strip()[:LONGEST_WORD]


def day(text: str) -> date | None:
    """A day that has one before it and one after it: what happened on it is looked for between two midnights."""
    try:
        found = date.fromisoformat(text[:10]) if len(text) == len("2026-01-01") else None
    except ValueError:
        return None
    return found if found and date.min < found < date.max else None


def on(chosen: date) -> Q:
    """What happened on this day of the service's calendar."""
    start, end = calls.bounds_of(chosen)
    return Q(at__gte=start, at__lt=end)
