"""Calendar days and months that are written out in a text: 2026年1月5日, 1月5号, 2026-01-05, January 5 2026, 5 January."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from engine.text import values
from engine.text.calendar_names import month_number

_NUMERAL = "[〇零一二三四五六七八九十]"
_CHINESE = re.compile(
    rf"(?:(?P<year>[12][0-9]{{3}}|[〇零一二三四五六七八九]{{4}})年)?(?<![0-9.])"
    rf"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?"
    rf"(?:(?P<day>[0-3]?[0-9]|{_NUMERAL}{{1,3}})(?:[日号]|(?![0-9.%\u4e00-\u9fff])))?"
)
_ISO = re.compile(
    r"(?<![0-9./-])(?P<year>[12][0-9]{3})(?P<mark>[-/.])(?P<month>[01]?[0-9])"
    r"(?:(?P=mark)(?P<day>[0-3]?[0-9]))?(?![0-9]|[-/][0-9])"
)
# 13/05/2026 and 05/13/2026; 05/06/2026 could be either.
_SLASHED = re.compile(
    r"(?<![0-9./-])(?P<one>[0-3]?[0-9])(?P<mark>[-/.])(?P<two>[0-3]?[0-9])(?P=mark)(?P<year>[12][0-9]{3})(?![0-9])"
)
# Full-width figures are figures, and what time is told by has a form of its own in traditional characters.
_TRADITIONAL = str.maketrans("週號禮個兩後幾", "周号礼个两后几")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
_ENGLISH = re.compile(
    rf"(?<![a-z])(?:(?<![0-9.:/-])(?P<before>[0-3]?[0-9])(?P<its>st|nd|rd|th)?(?: day)?(?: of)? ?)?{_MONTH}"
    r"(?:,? (?:the )?(?P<day>[0-3]?[0-9])(?P<suffix>st|nd|rd|th)?(?![0-9:.]\d|[0-9:]))?"
    r"(?:,? ?(?:of )?(?P<year>[12][0-9]{3})(?![0-9]))?",
    re.IGNORECASE,
)
# "may 5 people come", "march 3 miles": in small letters these are months only beside an ordinal or a year.
_ALSO_VERBS = frozenset({"may", "march", "mar"})


@dataclass(frozen=True)
class Written:
    """A day, or a month, as somebody wrote it; `year` and `day` 0 where they are not said."""

    year: int
    month: int
    day: int


def plain(text: str) -> str:
    """A text as the rules of dates read it."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_TRADITIONAL)


def written(text: str) -> list[Written]:
    """The days and months that a text names by the calendar, each once, in no particular order."""
    return list(dict.fromkeys(one for one in _found(plain(text)) if _exists(one)))


def _found(text: str) -> Iterator[Written]:
    if "月" in text:
        yield from (_chinese(match) for match in _CHINESE.finditer(text))
    if not any(character.isdigit() for character in text):
        return
    for match in _ISO.finditer(text):
        if match["day"] or match["mark"] == "-":
            yield Written(int(match["year"]), int(match["month"]), int(match["day"] or 0))
    for match in _SLASHED.finditer(text):
        yield from _slashed(match)
    for match in _ENGLISH.finditer(text):
        yield from _english(match)


def _chinese(match: re.Match[str]) -> Written:
    return Written(*(_number(match[part]) for part in ("year", "month", "day")))


def _number(numeral: str | None) -> int:
    if not numeral:
        return 0
    return int(numeral) if numeral.isdecimal() else values.chinese_number(numeral)


def _slashed(match: re.Match[str]) -> Iterator[Written]:
    one, two = int(match["one"]), int(match["two"])
    if one > 12 or one == two:
        yield Written(int(match["year"]), two, one)
    elif two > 12:
        yield Written(int(match["year"]), one, two)


def _english(match: re.Match[str]) -> Iterator[Written]:
    year, day = int(match["year"] or 0), int(match["before"] or match["day"] or 0)
    is_sure = year or match["its"] or match["suffix"] or match["month"] not in _ALSO_VERBS
    if (year or day) and is_sure:
        yield Written(year, month_number(match["month"]), day)


def _exists(one: Written) -> bool:
    try:
        date(one.year or 2000, one.month, one.day or 1)
    except ValueError:
        return False
    return bool(one.day or one.year)
