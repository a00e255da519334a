"""Relative English time made absolute, from the conversation's own day; a week runs from Monday to Sunday."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable
from datetime import date, timedelta

from engine.embedded.english.moments import (
    DATED,
    DAY_NAMES,
    MONTH_NAMES,
    NOW,
    RECENT,
    SEASONS,
    VAGUE,
    Calendar,
    Moment,
    month_of,
    on_day,
    week_of,
    weekend_of,
    written,
)
from engine.embedded.english.vocabulary import NUMBER_WORDS

# Marks are single characters of the private use area, so that a time of several words moves through the grammar as one.
_FIRST_MARK, _FIRST_LOOSE_MARK, _END = 0xE100, 0xE180, 0xE200


def is_mark(word: str) -> bool:
    return len(word) == 1 and _FIRST_MARK <= ord(word) < _END


def is_dated(words: Iterable[str]) -> bool:
    """Whether a day, week, month or year stands among the words; `recently` and `now` are none."""
    return any(len(word) == 1 and _FIRST_MARK <= ord(word) < _FIRST_LOOSE_MARK for word in words)


def mark(sentence: str, calendar: Calendar) -> tuple[str, dict[str, Moment]]:
    """The sentence with each time expression replaced by one mark, and what each mark stands for."""
    moments: dict[str, Moment] = {}

    def place(moment: Moment) -> str:
        sign = chr((_FIRST_MARK if moment.kind == DATED else _FIRST_LOOSE_MARK) + len(moments))
        moments[sign] = moment
        return f" {sign} "

    for pattern, reader in _READERS:
        sentence = pattern.sub(lambda found, reader=reader: _placed(found, reader, calendar, place), sentence)  # type: ignore[misc]
    return re.sub(r"\s+([,.;!?])", r"\1", re.sub(r"\s{2,}", " ", sentence)).strip(), moments


def _placed(found: re.Match[str], reader: "_Reader", calendar: Calendar, place: Callable[[Moment], str]) -> str:
    try:
        moment = reader(found, calendar)
    except (OverflowError, ValueError):  # outside the calendar that Python knows
        moment = Moment(VAGUE)
    return found.group() if moment is None else place(moment)


_Reader = Callable[[re.Match[str], Calendar], "Moment | None"]


def _number(words: str) -> int | None:
    bare = words.lower().removesuffix(" of").strip()
    return int(bare) if bare.isdigit() else NUMBER_WORDS.get(bare.split()[-1])


def _days(found: re.Match[str], calendar: Calendar) -> Moment:
    if calendar.day is None:
        return Moment(DATED)
    word = " ".join(found.group("day").lower().split())
    offsets = {
        "the day before yesterday": -2,
        "yesterday": -1,
        "last night": -1,
        "tomorrow": 1,
        "the day after tomorrow": 2,
    }
    return on_day(calendar.day + timedelta(days=offsets.get(word.removesuffix(" morning"), 0)))


def _counted(number: int, unit: str, calendar: Calendar) -> Moment:
    assert calendar.day is not None
    if unit == "day":
        return on_day(calendar.day + timedelta(days=number))
    if unit == "week":
        return week_of(calendar, number)
    if unit == "month":
        return month_of(calendar.day, number)
    return Moment(DATED, str(calendar.day.year + number), "in")


def _ago(found: re.Match[str], calendar: Calendar) -> Moment:
    number = _number(found.group("n"))
    if calendar.day is None or number is None:
        return Moment(RECENT)
    return _counted(-number, found.group("unit").lower(), calendar)


def _ahead(found: re.Match[str], calendar: Calendar) -> Moment:
    number = _number(found.group("n"))
    if calendar.day is None or number is None:
        return Moment(VAGUE)
    return _counted(number, found.group("unit").lower(), calendar)


def _within(found: re.Match[str], calendar: Calendar) -> Moment:
    number = _number(found.group("n"))
    if calendar.day is None or number is None:
        return Moment(VAGUE)
    unit = found.group("unit").lower()
    days = {"day": 1, "week": 7, "month": 30, "year": 365}[unit] * number
    return Moment(DATED, written(calendar.day + timedelta(days=days)), "by")


_STEPS = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "this coming": 0,
    "coming": 0,
    "this past": -1,
    "next": 1,
    "following": 1,
}


def _step(found: re.Match[str]) -> int:
    return _STEPS[" ".join(found.group("which").lower().split()).removeprefix("the ")]


def _period(found: re.Match[str], calendar: Calendar) -> Moment:
    if calendar.day is None:
        return Moment(DATED)
    step, unit = _step(found), found.group("unit").lower()
    if unit == "week":
        return week_of(calendar, step)
    if unit == "weekend":
        return weekend_of(calendar, step)
    if unit == "month":
        return month_of(calendar.day, step)
    if unit == "year":
        return Moment(DATED, str(calendar.day.year + step), "in")
    if unit == "quarter":
        return _quarter(calendar.day, step)
    if unit.title() in MONTH_NAMES:
        return _named_month(calendar.day, unit.title(), step)
    return _season(calendar.day, unit, step)


def _season(day: date, unit: str, step: int) -> Moment:
    starts = SEASONS[unit]
    year = day.year + step
    if step < 0 and day.month >= starts + 3:
        year = day.year  # last summer, said in autumn, is this year's
    if step > 0 and day.month < starts:
        year = day.year  # next summer, said in spring, is this year's
    return Moment(DATED, f"{unit} {year}", "in")


def _quarter(day: date, step: int) -> Moment:
    at = day.year * 4 + (day.month - 1) // 3 + step
    return Moment(DATED, f"the {('first', 'second', 'third', 'fourth')[at % 4]} quarter of {at // 4}", "in")


def _named_month(day: date, name: str, step: int) -> Moment:
    """`Last September` is the one before this month, `next May` the one after it."""
    month = MONTH_NAMES.index(name) + 1
    year = day.year - (step < 0 and month >= day.month) + (step > 0 and month <= day.month)
    return Moment(DATED, f"{name} {year}", "in")


def _numbered_day(found: re.Match[str], calendar: Calendar) -> Moment | None:
    """`until the 20th`: the nearest 20th on the side that the sentence looks to."""
    number, day = int(found.group("number")), calendar.day
    if day is None or not 1 <= number <= 31:
        return None
    step = 1 if number < day.day and not calendar.looks_back else -1 if number > day.day and calendar.looks_back else 0
    at = day.year * 12 + day.month - 1 + step
    year, month = at // 12, at % 12 + 1
    if number > monthrange(year, month)[1]:
        return None
    return Moment(DATED, written(date(year, month, number)), found.group("lead").lower())


def _weekday(found: re.Match[str], calendar: Calendar) -> Moment | None:
    if calendar.day is None:
        return Moment(DATED) if found.group("which") else None
    target = DAY_NAMES.index(found.group("name").lower())
    if found.group("which"):
        return on_day(calendar.monday + timedelta(weeks=_step(found), days=target))
    distance = target - calendar.day.weekday()
    if calendar.looks_back:
        return on_day(calendar.day + timedelta(days=distance if distance <= 0 else distance - 7))
    return on_day(calendar.day + timedelta(days=distance if distance >= 0 else distance + 7))


def _weekend_bare(_found: re.Match[str], calendar: Calendar) -> Moment:
    if calendar.day is None:
        return Moment(DATED)
    is_past = calendar.looks_back and calendar.day.weekday() < 5
    return weekend_of(calendar, -1 if is_past else 0)


def _calendar_day(found: re.Match[str], calendar: Calendar) -> Moment | None:
    if calendar.day is None or calendar.is_yearly:
        return None
    name = (found.group("m1") or found.group("m2")).title()
    month, number = MONTH_NAMES.index(name) + 1, int(found.group("d1") or found.group("d2"))
    year = _nearest_year(calendar, month, number)
    if not 1 <= number <= monthrange(year, month)[1]:
        return None
    return on_day(date(year, month, number))


def _calendar_month(found: re.Match[str], calendar: Calendar) -> Moment | None:
    if calendar.day is None or calendar.is_yearly:
        return None
    month = MONTH_NAMES.index(found.group("month").title()) + 1
    return Moment(
        DATED, f"{MONTH_NAMES[month - 1]} {_nearest_year(calendar, month, None)}", found.group("lead").lower()
    )


def _nearest_year(calendar: Calendar, month: int, number: int | None) -> int:
    assert calendar.day is not None
    today = calendar.day
    asked = (month, number or (1 if calendar.looks_back else 31))
    here = (today.month, today.day)
    if calendar.looks_back:
        return today.year if asked <= here else today.year - 1
    return today.year if asked >= here else today.year + 1


def _fixed(kind: str) -> _Reader:
    return lambda _found, _calendar: Moment(kind)


_N = r"(?P<n>\d{1,3}|a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|a few|several|some|many)"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_WHICH = r"(?P<which>this coming|this past|(?:the )?(?:last|past|previous|coming|next|following)|this)"
_MONTH = "|".join(MONTH_NAMES)
_PART = r"(?:\s+(?:morning|afternoon|evening|night))?"


def _rule(pattern: str, reader: _Reader) -> tuple[re.Pattern[str], _Reader]:
    return re.compile(rf"(?<![\w'-])(?:{pattern})(?![\w'-])", re.IGNORECASE), reader


_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    _rule(r"(?:just now|(?:the other|one of these) days?|(?:just |only )?recently|a (?:short )?while (?:ago|back)|some time ago)", _fixed(RECENT)),
    _rule(rf"(?:about |around |just |almost |nearly )?{_N}\s+{_UNIT}\s+(?:ago|back|earlier)", _ago),
    _rule(rf"(?:in|after)\s+(?:about |another )?{_N}\s+{_UNIT}(?:['’]?\s+time)?", _ahead),
    _rule(rf"within\s+(?:the next )?{_N}\s+{_UNIT}", _within),
    _rule(r"(?:(?:in )?(?:recent|the last few|the past few|these past few) (?:days|weeks|months|years)|lately|of late|these days)", _fixed(NOW)),
    _rule(r"(?:(?:every )?now and then|from time to time|nowadays|currently|at the moment|right now|at present|presently|as of now|at this point|for now|for the time being|now|so far)", _fixed(NOW)),
    _rule(r"(?:very )?soon|someday|some day|one day|in the (?:near )?future|sooner or later|later on|in a (?:few|couple of) (?:days|weeks|months|years)", _fixed(VAGUE)),
    _rule(rf"(?:(?:later|earlier|early|late)\s+)?(?P<day>the day before yesterday|the day after tomorrow|yesterday|tomorrow|today|tonight|last night|this (?:morning|afternoon|evening)){_PART}", _days),
    _rule(rf"(?:(?:later|earlier|early|late|sometime)\s+)?{_WHICH}\s+(?P<unit>weekend|week|month|quarter|year|spring|summer|fall|autumn|winter|{_MONTH})", _period),
    _rule(rf"(?:on\s+)?{_WHICH}\s+(?P<name>{'|'.join(DAY_NAMES)}){_PART}", _weekday),
    _rule(rf"(?<!every )(?<!each )on\s+(?P<which>)(?P<name>{'|'.join(DAY_NAMES)})(?!\s+(?:night|morning|afternoon|evening|lunchtime)s){_PART}", _weekday),
    _rule(rf"(?:(?<=by )|(?<=until )|(?<=before )|(?<=deadline is ))(?P<which>)(?P<name>{'|'.join(DAY_NAMES)})(?!\s+(?:night|morning|afternoon|evening)s){_PART}(?=\s*(?:[,.;!?]|$|(?:and|but|so|because|for|at|or|then)\b))", _weekday),
    _rule(r"(?:over|during) the weekend", _weekend_bare),
    _rule(rf"(?P<lead>on|until|till|by|from|before|after|since) the (?P<number>\d{{1,2}})(?:st|nd|rd|th)(?! (?:{_MONTH}|of|floor|century|birthday|anniversary|day|grade|\w+ floor))", _numbered_day),
    _rule(rf"(?:on\s+)?(?:the\s+)?(?:(?P<m1>{_MONTH})\s+(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m2>{_MONTH}))(?!,?\s+\d{{4}})", _calendar_day),
    _rule(rf"(?P<lead>in|by|until|since)\s+(?P<month>{_MONTH})(?!,?\s+\d)", _calendar_month),
)  # fmt: skip

RELATIVE = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|(?:last|next|this|past|coming) (?:night|morning|afternoon|evening|week|weekend|month|quarter|year|spring|summer|january|february|"
    r"march|april|may|june|july|august|september|october|november|december|"
    r"fall|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time)|ago|nowadays|recently|lately|soon|currently|now|"
    r"these days|at the moment|the other day|last few|past few|recent(?:ly)?)\b",
    re.IGNORECASE,
)
