"""What a regular expression cannot match without: looking for a piece of text is far cheaper than trying a pattern."""

import importlib
import re
from collections.abc import Iterable
from typing import Any

_SHORTEST = 2  # characters: a single letter is in every text
_MOST = 120  # pieces: so many are no cheaper than the pattern
_HAN = re.compile("[\u3400-\u9fff]")

_parser: Any = importlib.import_module("re._parser")


def needed(pattern: re.Pattern[str]) -> frozenset[str]:
    """Pieces of which each match has at least one; empty when nothing is known. The pattern minds upper and lower case."""
    if pattern.flags & re.IGNORECASE:
        return frozenset()
    return _of_sequence(_parser.parse(pattern.pattern, pattern.flags))


def _of_sequence(parts: Iterable[Any]) -> frozenset[str]:
    """The most telling of what the parts need one by one."""
    best: frozenset[str] = frozenset()
    run = ""
    for kind, value in [*parts, (None, None)]:
        if str(kind) == "LITERAL":
            run += chr(value)
            continue
        best = max(best, frozenset({run} if run else ()), _of_part(str(kind), value), key=_worth)
        run = ""
    return best


def _of_part(kind: str, value: Any) -> frozenset[str]:
    if kind == "SUBPATTERN":
        return _of_sequence(value[-1])
    if kind in ("MAX_REPEAT", "MIN_REPEAT") and value[0] >= 1:
        return _of_sequence(value[2])
    if kind == "BRANCH":
        each = [_of_sequence(branch) for branch in value[1]]
        return frozenset().union(*each) if all(each) else frozenset()
    if kind == "IN" and all(str(one) == "LITERAL" for one, _ in value):
        return frozenset(chr(code) for _, code in value)
    return frozenset()


def _worth(pieces: frozenset[str]) -> tuple[int, int]:
    """The shortest piece counts, Chinese characters twice; then few pieces rather than many."""
    shortest = min((len(piece) + len(_HAN.findall(piece)) for piece in pieces), default=0)
    return (0, 0) if shortest < _SHORTEST or len(pieces) > _MOST else (min(shortest, 6), -len(pieces))
