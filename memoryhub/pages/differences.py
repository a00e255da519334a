"""Which pieces of one wording another has, too: so that a reader sees at once what was kept, dropped and put."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

# A word of an alphabetic script or a number, one character of any other script, or what stands between them.
_PIECE = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|\d+|\s+|.", re.DOTALL)
# Beyond this many pieces a comparison takes too long for a page; the whole is then shown unmarked.
LONGEST = 2_000


@dataclass(frozen=True)
class Piece:
    """A stretch of text; `is_shared` when the other side says it, too."""

    text: str
    is_shared: bool


def against(text: str, others: Iterable[str]) -> list[Piece]:
    """The text in stretches, each shared with at least one of the others or with none of them."""
    pieces = _PIECE.findall(text)
    compared = [_PIECE.findall(other) for other in others]
    if len(pieces) > LONGEST or any(len(other) > LONGEST for other in compared):
        return [Piece(text, is_shared=True)]
    shared = [False] * len(pieces)
    for other in compared:
        for block in SequenceMatcher(None, pieces, other, autojunk=False).get_matching_blocks():
            shared[block.a : block.a + block.size] = [True] * block.size
    return _joined(pieces, _with_gaps(pieces, shared))


def _with_gaps(pieces: list[str], shared: list[bool]) -> list[bool]:
    """A blank belongs to its neighbours: it is marked only between two marked words."""
    last = len(pieces) - 1
    return [
        is_shared or (piece.isspace() and (shared[max(0, n - 1)] or shared[min(last, n + 1)]))
        for n, (piece, is_shared) in enumerate(zip(pieces, shared, strict=True))
    ]


def _joined(pieces: list[str], shared: list[bool]) -> list[Piece]:
    found: list[Piece] = []
    for text, is_shared in zip(pieces, shared, strict=True):
        if found and found[-1].is_shared == is_shared:
            found[-1] = Piece(found[-1].text + text, is_shared)
        else:
            found.append(Piece(text, is_shared))
    return found
