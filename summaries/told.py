"""How near an episode is to a question, and the one line in which it is told (SPEC D10); pure, but for the names of days."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo

from engine.text import concepts, keywords, telling
from engine.text.calendar_names import MONTHS

_LATIN = re.compile(r"[a-z0-9+#'.-]+")
_CONTAINED = 4  # letters from which an English word is looked for inside others: java in javascript, not go in good
_CLOSED = ("。", "！", "？", "…", "”", "」", "』", "）", ".", "!", "?", '"', ")")
# Until then a day is told by its distance, later ones by their date.
_DAYS_AGO = 7


@dataclass(frozen=True)
class Weights:
    """What age and words count for, and after how long an episode is no longer called up."""

    age: float = 0.4
    words: float = 0.6
    window: timedelta = timedelta(days=7)


def question_words(question: str) -> tuple[str, ...]:
    """What a question is about, each word once: in Chinese the words that tell it, failing those whatever stands there."""
    question = keywords.asked_part(question)
    latin = [word for word in keywords.key_words(question) if not keywords.has_cjk(word)]
    told = dict.fromkeys(word.strip("《》") for word in telling.chinese(question) if keywords.has_cjk(word))
    chinese = list(told) or [word for word in keywords.key_words(question) if keywords.has_cjk(word)]
    return (*latin, *(word for word in chinese if not any(word != other and word in other for other in chinese)))


class Sought:
    """A question's key words, looked for in one text after the other: what is found of a word of these is told once."""

    def __init__(self, words: Sequence[str]) -> None:
        self._count = len(words)
        self._runs = [word for word in words if keywords.has_cjk(word)]
        self._stems = [concepts.stem(word) for word in words if not keywords.has_cjk(word)]
        self._known: dict[str, frozenset[int]] = {}

    def share(self, text: str, topics: Iterable[str]) -> float:
        """How much of them is found in a summary or its topics, from 0 to 1."""
        if not self._count:
            return 0.0
        whole = " \n".join([text, *topics]).casefold()
        found: set[int] = set()
        if self._stems:
            found.update(*map(self._found, set(_LATIN.findall(whole))))
        return (len(found) + sum(_covered(run, whole) for run in self._runs)) / self._count

    def _found(self, token: str) -> frozenset[int]:
        """Which of the alphabetic words a word of a text stands for."""
        if token not in self._known:
            other = concepts.stem(token)
            self._known[token] = frozenset(n for n, stem in enumerate(self._stems) if _is_near(stem, other))
        return self._known[token]


def score(sought: Sought, *, text: str, topics: Iterable[str], age: timedelta, weights: Weights) -> float:
    """From 0 to 1, with the usual weights."""
    freshness = min(1.0, max(0.0, 1 - age / weights.window))
    return weights.age * freshness + weights.words * sought.share(text, topics)


def _is_near(stem: str, other: str) -> bool:
    return stem == other or (min(len(stem), len(other)) >= _CONTAINED and (stem in other or other in stem))


def _covered(word: str, whole: str) -> float:
    """The share of a run's signs that stand, two or more together, in the text as well."""
    if word in whole:
        return 1.0
    covered: set[int] = set()
    for at in range(len(word) - 1):
        if word[at : at + 2] in whole:
            covered.update((at, at + 1))
    return len(covered) / len(word)


def zone_of(offset_minutes: int, default: tzinfo) -> tzinfo:
    """The clock of a conversation; one that was sent in UTC, or without any, is read in the project's zone."""
    return timezone(timedelta(minutes=offset_minutes)) if offset_minutes else default


def day_name(happened_at: datetime, now: datetime, zone: tzinfo, *, is_chinese: bool) -> str:
    """Today, yesterday, n days ago, or the date, by the calendar of that zone."""
    day, today = happened_at.astimezone(zone).date(), now.astimezone(zone).date()
    days = (today - day).days
    if days <= 0:
        return "今天" if is_chinese else "today"
    if days == 1:
        return "昨天" if is_chinese else "yesterday"
    if days <= _DAYS_AGO:
        return f"{days}天前" if is_chinese else f"{days} days ago"
    if is_chinese:
        return f"{day.month}月{day.day}日" if day.year == today.year else f"{day.year}年{day.month}月{day.day}日"
    name = f"{day.day} {MONTHS[day.month - 1]}"
    return name if day.year == today.year else f"{name} {day.year}"


def line(day: str, summary: str, topics: Sequence[str], *, is_chinese: bool) -> str:
    """`（昨天）…主题：a、b`, or `(yesterday) … Topics: a, b`."""
    closing = "" if summary.endswith(_CLOSED) else "。" if is_chinese else "."
    if is_chinese:
        return f"（{day}）{summary}{closing}" + (f"主题：{'、'.join(topics)}" if topics else "")
    return f"({day}) {summary}{closing}" + (f" Topics: {', '.join(topics)}" if topics else "")
