"""How much of one message the rules read: a bound on its clauses, so that no message costs more than a moment."""

import re
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

# Clauses of one message: some 5,000 characters of Chinese and 12,000 of English prose. Each costs up to half a
# millisecond; a message with more of them is a list, a table or a document.
MOST_CLAUSES = 300

_LONGEST_BLANK = 20  # in a row; rules that allow for blanks would try every one of them
_BLANKS = re.compile(rf"([^\S\n]{{{_LONGEST_BLANK}}})[^\S\n]+")
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_END = re.compile(r"(?:(?:[，,。！？!?；;:：…~～\n]|\.(?=\s|$|[一-鿿]))[^\S\n]*)+|(?<=[一-鿿])[ \t\u3000]+(?=[一-鿿])")


def bounded(text: str) -> tuple[str, int]:
    """The text to read and how many clauses were left out: of too many, those in the middle."""
    text = _BLANKS.sub(r"\1", text)
    if len(text) <= MOST_CLAUSES:
        return text, 0
    ends = _ends(text)
    if len(ends) <= MOST_CLAUSES:
        return text, 0
    text = _FENCE.sub("\n", text)  # as long as its beginning stands beside its end
    ends = _ends(text)
    left_out = len(ends) - MOST_CLAUSES
    if left_out <= 0:
        return text, 0
    half = MOST_CLAUSES // 2
    return f"{text[: ends[half - 1]]}\n{text[ends[-half - 1] :]}", left_out


def both_ends(clauses: Sequence[T]) -> tuple[Sequence[T], int]:
    """The same for clauses that are cut already: a text can hold more of them than it has marks."""
    left_out = max(len(clauses) - MOST_CLAUSES, 0)
    half = MOST_CLAUSES // 2
    return ((*clauses[:half], *clauses[-half:]), left_out) if left_out else (clauses, 0)


def _ends(text: str) -> list[int]:
    """Where each clause ends; what stands behind the last mark is one too."""
    ends = [found.end() for found in _END.finditer(text)]
    return ends if ends[-1:] == [len(text)] else [*ends, len(text)]
