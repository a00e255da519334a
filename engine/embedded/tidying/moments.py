"""The numbers, dates and hours of a statement in one form, so that 11 pm is 晚上十一点 and 23:00."""

import re
from functools import lru_cache

from engine.text import quantities, values

# An hour of the clock told by its number alone: before eleven, 十一点 needs no "pm".
_HOUR = re.compile(r"(?<![a-z])(?:at|before|after|until|till|by|from|around|past) (?:about |around )?$", re.IGNORECASE)


@lru_cache(maxsize=2048)
def _values(text: str) -> tuple[frozenset[str], frozenset[tuple[float, str]]]:
    """Dates and hours, and the numbers with what they count; one of anything counts nothing."""
    marked = quantities.marked(text)
    found: set[str] = set()
    for mark in values.MARK.finditer(marked):
        kind, value = mark[1], mark[2]
        if kind == values.CLOCK or (kind == values.NUMBER and _HOUR.search(marked[: mark.start()])):
            found.add(_face(value))
        elif kind not in (values.NUMBER, values.DAYTIME):
            found.add(f"{kind}{value}")
    hours = {one.removeprefix("t") for one in found if one.startswith("t")}
    counted = {one for one in quantities.quantities(marked) if one[0] != 1 and f"{one[0]:g}:00" not in hours}
    return frozenset(found), frozenset(counted)


def are_same(a: str, b: str) -> bool:
    """Whether two statements name the same values; a number without a unit is any number of that size."""
    (ours, our_numbers), (theirs, their_numbers) = _values(a), _values(b)
    return ours == theirs and _are_among(our_numbers, their_numbers) and _are_among(their_numbers, our_numbers)


def has_any(text: str) -> bool:
    """Whether a statement names a number, a date or an hour."""
    return any(_values(text))


def _are_among(ours: frozenset[tuple[float, str]], theirs: frozenset[tuple[float, str]]) -> bool:
    return all(
        any(value == other and (unit == of or not (unit and of)) for other, of in theirs) for value, unit in ours
    )


def _face(value: str) -> str:
    """An hour as it stands on the face of a clock, with its minutes."""
    hour, _, minute = value.partition(":")
    return f"t{int(hour) % 12}:{minute or '00'}" if hour.isdigit() else f"t{value}"
