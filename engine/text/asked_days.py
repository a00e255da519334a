"""The days, weeks, months and years that a question names, as the date words by which rows of those days are found."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from engine.text import dates, relative_days, weeks
from engine.text.calendar_names import MONTHS, month_number
from engine.text.dates import Written
from engine.text.relative_days import Span

# Date words of one period: a quarter day by day is as many, longer ones are told by months and years.
MOST_WORDS = 93
# A year that has every day, for days that are asked of any year.
_ANY_YEAR = 2000


@dataclass(frozen=True)
class Period:
    """One stretch of time that a question names: what is found in it has one of these words, and a word that ends in `-`
    stands for all that begin so."""

    words: tuple[str, ...]


def asked(question: str, today: date) -> list[Period]:
    """The periods that a question names, each once. Without a year a day or month of any year is meant.

    `Today` and `now` are none: they are said of the moment in which one asks.
    """
    spans, rest = relative_days.told(dates.plain(question), today)
    ranges, rest = _ranges(rest)
    spans += ranges
    spans += [_written(one) for one in dates.written(rest)]
    spans += _months_and_years(rest)
    periods = (Period(tuple(dict.fromkeys(_words(span)))) for span in dict.fromkeys(spans))
    return list(dict.fromkeys(period for period in periods if period.words))


def _written(one: Written) -> Span:
    year = one.year or _ANY_YEAR
    if one.day:
        return relative_days.stretch(date(year, one.month, one.day), has_year=bool(one.year))
    return relative_days.whole_month(year, one.month, has_year=bool(one.year))


def _words(span: Span) -> Iterator[str]:
    for first, last in span.days:
        yield from _between(first, last, span.has_year)


def _between(first: date, last: date, has_year: bool) -> list[str]:
    """Years and months that lie within it whole by their beginnings, the days around them one by one."""
    found: list[str] = []
    at = first
    while at <= last and len(found) < MOST_WORDS:
        year_ends, month_ends = date(at.year, 12, 31), date(at.year, at.month, monthrange(at.year, at.month)[1])
        head = f"@{at.year:04}-" if has_year else "@-"
        if has_year and at == date(at.year, 1, 1) and year_ends <= last:
            found.append(head)
            at = year_ends
        elif at.day == 1 and month_ends <= last:
            found.append(f"{head}{at.month:02}" if has_year else f"{head}{at.month:02}-")
            at = month_ends
        else:
            found.append(f"{head}{at.month:02}-{at.day:02}")
        if at == date.max:
            break
        at += timedelta(days=1)
    return found


# --- from one day to another ----------------------------------------------------------------------------------------

_N = "[〇零一二三四五六七八九十]"
_ZH_DAY = rf"(?:[0-3]?[0-9]|{_N}{{1,3}})[日号]"
_ZH = rf"(?:[12][0-9]{{3}}年)?(?:1[0-2]|0?[1-9]|{_N}{{1,2}})月份?(?:{_ZH_DAY})?"
_EN_MONTH = "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in MONTHS) + ")"
_NTH = r"[0-3]?[0-9](?:st|nd|rd|th)?"
_EN = rf"(?:{_EN_MONTH}\s+{_NTH}(?:,?\s+[12][0-9]{{3}})?|{_NTH}\s+(?:of\s+)?{_EN_MONTH}(?:,?\s+[12][0-9]{{3}})?|{_EN_MONTH}(?:\s+[12][0-9]{{3}})?)"
_ISO = "[12][0-9]{3}-[0-9]{2}-[0-9]{2}"
_RANGE = re.compile(
    rf"(?P<zh>{_ZH})\s*(?:到|至|和|与|[~～—–-]+)\s*(?P<zh_to>{_ZH}|{_ZH_DAY})(?P<sure>之间|期间)?"
    rf"|(?P<lead>between|from)\s+(?P<en>{_EN}|{_ISO})\s+(?:and|to|until|till|through)\s+(?P<en_to>{_EN}|{_ISO}|{_NTH}(?![\w-]))",
    re.IGNORECASE,
)
_PLAIN_AND = re.compile("[和与]")


def _ranges(text: str) -> tuple[list[Span], str]:
    """Stretches from one date to another, and the text without them."""
    found: list[Span] = []
    rest = text
    for match in _RANGE.finditer(text):
        first, last = match["zh"] or match["en"], match["zh_to"] or match["en_to"]
        joint = text[match.start() + len(match["zh"] or "") : match.end()]
        if match["zh"] and not match["sure"] and _PLAIN_AND.match(joint.strip()):
            continue  # the 2nd and the 5th are two days
        span = _stretch(first, last)
        if span is not None:
            found.append(span)
            rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    return found, rest


def _stretch(first: str, last: str) -> Span | None:
    start, end = _single(first), _single(last)
    if start is None:
        return None
    if end is None:
        day = _DAY_OF_MONTH.match(last)
        end = Written(start.year, start.month, weeks.chinese_number(day[1])) if day and start.day else None
    if end is None:
        return None
    has_year = bool(start.year or end.year)
    begins = Written(start.year or end.year or _ANY_YEAR, start.month, start.day)
    ends = Written(end.year or start.year or _ANY_YEAR, end.month, end.day)
    try:
        from_day, to_day = _written(begins).days[0][0], _written(ends).days[0][1]
        if to_day < from_day and not end.year:
            to_day = _written(Written(ends.year + 1, ends.month, ends.day)).days[0][1]
    except ValueError:
        return None
    return relative_days.stretch(from_day, to_day, has_year=has_year) if from_day <= to_day else None


_DAY_OF_MONTH = re.compile(rf"([0-3]?[0-9]|{_N}{{1,3}})")


def _single(text: str) -> Written | None:
    return next(iter([*dates.written(text), *_bare_months(f"in {text}")]), None)


# --- months and years by themselves ---------------------------------------------------------------------------------

_IN_MONTH = re.compile(
    rf"(?<![a-z])(?<![0-9] )(?<![0-9](?:st|nd|rd|th) )(?:in|during|of|since|back in)\s+(?:early\s+|late\s+|mid-?)?(?P<month>{'|'.join(MONTHS)})(?![a-z])"
    r"(?!,?\s+[0-9])",
    re.IGNORECASE,
)
_ZH_MONTH = re.compile(
    rf"(?<![0-9年〇零一二三四五六七八九十])(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?(?!{_ZH_DAY}|[0-9])"
)
_YEAR = re.compile(
    r"(?<![0-9])(?P<zh>[12][0-9]{3})年(?!\s*(?:1[0-2]|0?[1-9]|[一二三四五六七八九十]{1,2})月)|(?<![a-z])(?:in|during)\s+(?P<en>[12][0-9]{3})(?![0-9-])",
    re.IGNORECASE,
)


def _bare_months(text: str) -> list[Written]:
    english = [month_number(match["month"]) for match in _IN_MONTH.finditer(text)]
    chinese = [weeks.chinese_number(match["month"]) for match in _ZH_MONTH.finditer(text)]
    return [Written(0, month, 0) for month in (*english, *chinese)]


def _months_and_years(text: str) -> list[Span]:
    spans = [_written(one) for one in _bare_months(text)]
    years = (int(match["zh"] or match["en"]) for match in _YEAR.finditer(text))
    return spans + [relative_days.stretch(date(year, 1, 1), date(year, 12, 31)) for year in years]
