"""Stretches of days that are told from today on - yesterday, 上周三, three weeks ago - in Chinese and English."""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from engine.text import weeks
from engine.text.calendar_names import HOURS, MONTHS, WEEKDAYS, month_number, weekday_index

# "Half a month ago" is nobody's date.
_ABOUT = timedelta(days=3)


@dataclass(frozen=True)
class Span:
    """First and last days, several where the words leave it open. Without a year those of any year are meant."""

    days: tuple[tuple[date, date], ...]
    has_year: bool = True


def stretch(first: date, last: date | None = None, *, has_year: bool = True) -> Span:
    return Span(((first, last or first),), has_year)


def whole_month(year: int, month: int, *, has_year: bool = True) -> Span:
    return stretch(date(year, month, 1), date(year, month, monthrange(year, month)[1]), has_year=has_year)


def told(question: str, today: date) -> tuple[list[Span], str]:
    """What is told from today on, and the question without it; "last year" stands in it as that year, for its months."""
    found: list[Span] = []
    read: list[str] = []
    at = 0
    for word in weeks.chinese_times(question, today):
        said = question[word.start : word.end]
        is_year = _A_YEAR.fullmatch(word.absolute or "") is not None
        read.append(question[at : word.start] + ((word.absolute or "") if is_year else " "))
        at = word.end
        span = None if word.is_vague or is_year else _chinese(said, word.absolute, today)
        if span is not None and span != stretch(today):
            found.append(span)
    rest = "".join([*read, question[at:]])
    for pattern, reader in _ENGLISH:
        for match in pattern.finditer(rest):
            span = _read(reader, match, today)
            found += [span] if span else []
        rest = pattern.sub(lambda match: " " * len(match[0]), rest)
    return found, rest


_A_YEAR = re.compile(r"\d{4}年")
_BARE_WEEKDAY = re.compile("(?:周|星期|礼拜)([一二三四五六日天])")
_ABSOLUTE = re.compile(
    r"(?P<year>\d{1,4})年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?)?"
    r"(?:至(?:(?P<to_year>\d{1,4})年)?(?:(?P<to_month>\d{1,2})月)?(?P<to_day>\d{1,2})日)?(?P<rest>.*)"
)
_PARTS = {"上半年": (1, 6), "下半年": (7, 12), "初": (1, 3), "底": (10, 12), "末": (10, 12)}
_QUARTER = re.compile("第([一二三四])季度")


def _chinese(said: str, absolute: str | None, today: date) -> Span | None:
    if bare := _BARE_WEEKDAY.fullmatch(said):
        return _nearest(weeks.WEEKDAYS.index("日" if bare[1] == "天" else bare[1]), today)
    match = _ABSOLUTE.fullmatch(absolute or "")
    try:
        return _resolved(match) if match else None
    except (OverflowError, ValueError):  # outside the calendar that Python knows
        return None


def _resolved(match: re.Match[str]) -> Span:
    year, rest = int(match["year"]), match["rest"]
    if not match["month"]:
        first, last = _part_of_year(rest)
        return stretch(date(year, first, 1), date(year, last, monthrange(year, last)[1]))
    month = int(match["month"])
    if not match["day"]:
        return whole_month(year, month)
    day = date(year, month, int(match["day"]))
    if match["to_day"]:
        return stretch(day, date(int(match["to_year"] or year), int(match["to_month"] or month), int(match["to_day"])))
    return stretch(day - _ABOUT, day + _ABOUT) if rest.startswith("左右") else stretch(day)


def _part_of_year(rest: str) -> tuple[int, int]:
    if quarter := _QUARTER.match(rest):
        last = 3 * (weeks.WEEKDAYS.index(quarter[1]) + 1)
        return last - 2, last
    return _PARTS.get(rest, (1, 12))


def _nearest(weekday: int, today: date) -> Span:
    """A weekday by itself: the last one and the next one, since questions look both ways."""
    ahead = (weekday - today.weekday()) % 7
    return Span(tuple((day, day) for day in (today + timedelta(days=ahead - 7), today + timedelta(days=ahead))))


_COUNTS = {name: at for at, name in enumerate(("zero", *HOURS))} | {"a": 1, "an": 1, "a couple of": 2}
_STEP = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1, "following": 1}
_SHIFTS = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "tomorrow": 1,
    "the day after tomorrow": 2,
}
_WHICH = r"(?P<which>last|past|previous|this|next|coming|following)"
_COUNT = r"(?P<count>\d{1,3}|a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"

_Reader = Callable[[re.Match[str], date], "Span | None"]


def _read(reader: _Reader, match: re.Match[str], today: date) -> Span | None:
    try:
        return reader(match, today)
    except (OverflowError, ValueError):
        return None


def _shifted(match: re.Match[str], today: date) -> Span:
    return stretch(today + timedelta(days=_SHIFTS[" ".join(match["day"].lower().split())]))


def _ago(match: re.Match[str], today: date) -> Span:
    written = match["count"].lower()
    count = int(written) if written.isdigit() else _COUNTS[written]
    sign = 1 if match["ahead"] else -1
    unit = (match["unit"] or match["ahead_unit"]).lower()
    if unit == "day":
        return stretch(today + timedelta(days=sign * count))
    if unit == "week":
        return _around(today + timedelta(weeks=sign * count))
    if unit == "month":
        return _shifted_month(today, sign * count)
    return stretch(date(today.year + sign * count, 1, 1), date(today.year + sign * count, 12, 31))


def _around(day: date) -> Span:
    return stretch(day - _ABOUT, day + _ABOUT)


def _shifted_month(today: date, months: int) -> Span:
    at = today.year * 12 + today.month - 1 + months
    return whole_month(at // 12, at % 12 + 1)


def _period(match: re.Match[str], today: date) -> Span | None:
    step, unit = _STEP[match["which"].lower()], match["unit"].lower()
    monday = weeks.week_of(today)[0] + timedelta(weeks=step)
    if unit == "week":
        return stretch(monday, monday + timedelta(days=6))
    if unit == "weekend":
        return stretch(monday + timedelta(days=5), monday + timedelta(days=6))
    if unit == "month":
        return _shifted_month(today, step)
    if unit == "year":
        return stretch(date(today.year + step, 1, 1), date(today.year + step, 12, 31))
    month = month_number(unit)
    years = step * (month >= today.month if step < 0 else month <= today.month)
    return whole_month(today.year + years, month)


def _weekday(match: re.Match[str], today: date) -> Span:
    """`Last Tuesday` is the one before today to some, and that of last week to others: both are looked at."""
    weekday = weekday_index(match["name"])
    if not match["which"]:
        return _nearest(weekday, today)
    step = _STEP[match["which"].lower()]
    of_week = weeks.week_of(today)[0] + timedelta(weeks=step, days=weekday)
    if not step:
        return stretch(of_week)
    distance = (step * (weekday - today.weekday()) - 1) % 7 + 1
    nearest = today + timedelta(days=step * distance)
    return Span(tuple((day, day) for day in dict.fromkeys((nearest, of_week))))


def _rule(pattern: str, reader: _Reader) -> tuple[re.Pattern[str], _Reader]:
    return re.compile(rf"(?<![a-z'-])(?:{pattern})(?![a-z-])", re.IGNORECASE), reader


_ENGLISH: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    _rule(r"(?P<day>the\s+day\s+before\s+yesterday|the\s+day\s+after\s+tomorrow|yesterday|tomorrow|last\s+night)", _shifted),
    _rule(rf"(?P<ahead>in\s+)?{_COUNT}\s+(?:(?P<unit>day|week|month|year)s?\s+(?:ago|back|earlier)|(?(ahead)(?P<ahead_unit>day|week|month|year)s?(?:['’]?\s+time)?|(?!)))", _ago),
    _rule(rf"(?:the\s+)?{_WHICH}\s+(?P<unit>weekend|week|month|year|{'|'.join(MONTHS)})", _period),
    _rule(rf"(?:the\s+)?{_WHICH}\s+(?P<name>{'|'.join(WEEKDAYS)})", _weekday),
    _rule(rf"(?<!every )(?<!each )on\s+(?P<which>)(?P<name>{'|'.join(WEEKDAYS)})", _weekday),
)  # fmt: skip
