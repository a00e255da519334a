"""When a crontab says that something is due: the latest time that it names before a moment, and the first after it.

A slot is named by its wall-clock time, so it happens once whatever the clocks do: of an hour that comes twice the first
one counts, and a time that a clock change leaves out comes as much later as the change is long.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

# Days to look for a day that a crontab names: the 29th of February comes every eight years at the rarest.
FARTHEST = 8 * 366


@dataclass(frozen=True)
class Crontab:
    """The numbers that each field allows; Sunday is 0. All five must agree."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    zone: ZoneInfo

    def names(self, day: date) -> bool:
        return day.month in self.months and day.day in self.days and day.isoweekday() % 7 in self.weekdays


@dataclass(frozen=True, order=True)
class Slot:
    """`at` is the moment, `name` the wall-clock time (`2026-11-01T01:30`)."""

    at: datetime
    name: str


def latest(crontab: Crontab, now: datetime) -> Slot | None:
    """The last slot that is not after `now`. None when the crontab names no day."""
    for day in _days(crontab, now, step=-1):
        if found := [slot for slot in _slots(crontab, day) if slot.at <= now]:
            return max(found)
    return None


def following(crontab: Crontab, now: datetime) -> Slot | None:
    """The first slot after `now`. None when the crontab names no day."""
    for day in _days(crontab, now, step=1):
        if found := [slot for slot in _slots(crontab, day) if slot.at > now]:
            return min(found)
    return None


def _days(crontab: Crontab, now: datetime, *, step: int) -> Iterator[date]:
    """The days that the crontab names, from the local day before (a gap may push a slot past midnight) or the present one."""
    today = now.astimezone(crontab.zone).date()
    for distance in range(-1 if step > 0 else 0, FARTHEST):
        day = today + timedelta(days=step * distance)
        if crontab.names(day):
            yield day


def _slots(crontab: Crontab, day: date) -> Iterator[Slot]:
    for hour in crontab.hours:
        for minute in crontab.minutes:
            local = datetime.combine(day, time(hour, minute), tzinfo=crontab.zone)
            yield Slot(local.astimezone(UTC), f"{local:%Y-%m-%dT%H:%M}")
