"""Two versions of a summary beside each other: per section the lines that stayed, came and went. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryhub.pages.effort import Comparison, Effort, TooMuch
from summaries import sections

SAME, ADDED, REMOVED = "same", "added", "removed"


@dataclass(frozen=True)
class Line:
    """One line of a section; `mark` says whether both versions have it, or only the later or the earlier one."""

    text: str
    mark: str = SAME


@dataclass(frozen=True)
class Section:
    """`name` is the heading as engines write it, '' for a text without sections."""

    name: str
    lines: Sequence[Line]


def of(text: str) -> list[Section]:
    """One version by itself."""
    return between(text, text)


def between(earlier: str, later: str) -> list[Section]:
    """The sections in which anything stands in one of the two."""
    before, after = _sections(earlier), _sections(later)
    names = [*sections.as_object(""), ""]
    effort = Effort()
    found = (Section(name, list(_lines(before.get(name, []), after.get(name, []), effort))) for name in names)
    return [section for section in found if section.lines]


def has_changes(found: Sequence[Section]) -> bool:
    return any(line.mark != SAME for section in found for line in section.lines)


def _sections(text: str) -> dict[str, list[str]]:
    known = sections.as_object(text)
    return known if any(known.values()) else {"": [line for line in text.splitlines() if line.strip()]}


def _lines(before: list[str], after: list[str], effort: Effort) -> Iterator[Line]:
    for left, left_end, right, right_end in _stretches(before, after, effort):
        if before[left:left_end] == after[right:right_end]:
            yield from (Line(text) for text in after[right:right_end])
        else:
            yield from (Line(text, REMOVED) for text in before[left:left_end])
            yield from (Line(text, ADDED) for text in after[right:right_end])


def _stretches(before: list[str], after: list[str], effort: Effort) -> list[list[int]]:
    """Where each stretch begins and ends on both sides; the whole is one where nothing or too much is to be compared."""
    if before != after:
        try:
            return [places for _tag, *places in Comparison(before, after, effort).get_opcodes()]
        except TooMuch:
            pass
    return [[0, len(before), 0, len(after)]]
