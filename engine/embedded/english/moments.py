"""Absolute times and how they are written: days, weeks, weekends, months, counted from the day of the conversation."""

from dataclasses import dataclass
from datetime import date, timedelta

from engine.text import calendar_names

MONTH_NAMES, DAY_NAMES = calendar_names.MONTHS, tuple(map(str.lower, calendar_names.WEEKDAYS))
SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}

DATED, RECENT, NOW, VAGUE = "dated", "recent", "now", "vague"


@dataclass(frozen=True)
class Moment:
    """When something is: `core` is an absolute time ('' when the conversation's day is unknown), `preposition` what leads it."""

    kind: str
    core: str = ""
    preposition: str = ""

    @property
    def phrase(self) -> str:
        return f"{self.preposition} {self.core}".strip() if self.core else ""


@dataclass(frozen=True)
class Calendar:
    """The day of the conversation (None when unknown) and whether the sentence tells of the past."""

    day: date | None
    looks_back: bool = False
    is_yearly: bool = False  # a birthday: its day and month stay without a year

    @property
    def monday(self) -> date:
        assert self.day is not None
        return self.day - timedelta(days=self.day.weekday())


def written(day: date) -> str:
    """29 February 2024."""
    return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"


def on_day(day: date) -> Moment:
    return Moment(DATED, written(day), "on")


def span(first: date, last: date) -> str:
    if first.month == last.month:
        return f"{first.day}–{written(last)}"
    start = f"{first.day} {MONTH_NAMES[first.month - 1]}" + (f" {first.year}" if first.year != last.year else "")
    return f"{start} – {written(last)}"


def week_of(calendar: Calendar, weeks: int) -> Moment:
    first = calendar.monday + timedelta(weeks=weeks)
    return Moment(DATED, f"the week of {span(first, first + timedelta(days=6))}", "in")


def weekend_of(calendar: Calendar, weeks: int) -> Moment:
    first = calendar.monday + timedelta(weeks=weeks, days=5)
    return Moment(DATED, f"the weekend of {span(first, first + timedelta(days=1))}", "on")


def month_of(day: date, months: int) -> Moment:
    at = day.year * 12 + day.month - 1 + months
    return Moment(DATED, f"{MONTH_NAMES[at % 12]} {at // 12}", "in")
