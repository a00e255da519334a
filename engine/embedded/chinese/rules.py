"""What a reading rule is: a pattern over a predicate, and the statement that it makes."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.embedded.chinese import cues


@dataclass(frozen=True)
class Predicate:
    """What a clause says about its subject, times taken out: `day` and `month` hold the absolute time in words.

    `time` is '' when none was named; `is_vague` marks a month that only stands for "recently"; `past` is the word for
    a former state ("曾", "小时候"); `greets` tells that the message introduces its speaker.
    """

    text: str
    time: str = ""
    tense: int = 0
    is_vague: bool = False
    is_today: bool = False
    past: str = ""
    month: str = ""
    greets: bool = False


@dataclass(frozen=True)
class Found:
    """A statement without its subject. `body` is what follows the subject; `time` '' when the body needs none."""

    type: str
    slot: str
    body: str
    time: str = ""


Build = Callable[[re.Match[str], Predicate], Iterable[Found]]


@dataclass(frozen=True)
class Rule:
    """Read the whole predicate by `pattern`; `build` may still decline by giving nothing."""

    pattern: re.Pattern[str]
    build: Build

    def read(self, predicate: Predicate) -> list[Found]:
        match = self.pattern.fullmatch(predicate.text)
        return list(self.build(match, predicate)) if match else []


def rule(pattern: str, type_: str, body: str, slot: str = "", *, dated: bool = False) -> Rule:
    """A rule whose body is a template over the pattern's groups. `dated`: an undated telling gets no date either."""

    def build(match: re.Match[str], predicate: Predicate) -> Iterable[Found]:
        groups = {name: value or "" for name, value in match.groupdict().items()}
        if any(name == "x" and is_empty(value) for name, value in groups.items()):
            return
        yield Found(type_, slot.format(**groups), body.format(**groups), predicate.time if dated else "")

    return Rule(re.compile(pattern), build)


def first(rules: Iterable[Rule], predicate: Predicate) -> list[Found]:
    """What the first rule finds that finds anything."""
    for candidate in rules:
        found = candidate.read(predicate)
        if found:
            return found
    return []


def is_empty(text: str) -> bool:
    """Whether the words are free of content: 一些东西, 事情."""
    return not text or bool(cues.EMPTY.match(text))


def is_pointing(text: str) -> bool:
    """Whether the words point at something outside of them."""
    return bool(cues.POINTING.search(text))
