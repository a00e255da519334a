"""Which pieces of one wording another has, too: so that a reader sees at once what was kept, dropped and put."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memoryhub.pages.effort import Comparison, Effort, TooMuch

# A word of an alphabetic script or a number, one character of any other script, or what stands between them.
_PIECE = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|\d+|\s+|.", re.DOTALL)
# Beyond this many pieces a comparison takes too long for a page; the whole is then shown unmarked.
LONGEST = 2_000


@dataclass(frozen=True)
class Piece:
    """A stretch of text; `is_shared` when the other side says it, too."""

    text: str
    is_shared: bool


def against(text: str, others: Iterable[str], effort: Effort) -> list[Piece]:
    """The text in stretches, each shared with at least one of the others or with none of them; all of it unmarked where
    it is too long or the page has compared too much."""
    pieces = _PIECE.findall(text)
    compared = [_PIECE.findall(other) for other in others]
    if len(pieces) > LONGEST or any(len(other) > LONGEST for other in compared):
        return [Piece(text, is_shared=True)]
    try:
        shared = _shared(pieces, compared, effort)
    except TooMuch:
        return [Piece(text, is_shared=True)]
    return _joined(pieces, _with_gaps(pieces, shared))


def _shared(pieces: list[str], others: list[list[str]], effort: Effort) -> list[bool]:
    """Of each piece whether another has it. Blanks are not compared: half of the pieces, and every one like every other."""
    if pieces in others:
        return [True] * len(pieces)
    places = [n for n, piece in enumerate(pieces) if not piece.isspace()]
    words, shared = [pieces[n] for n in places], [False] * len(pieces)
    for other in others:
        comparison = Comparison(words, [piece for piece in other if not piece.isspace()], effort)
        for block in comparison.get_matching_blocks():
            for n in places[block.a : block.a + block.size]:
                shared[n] = True
    return shared


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
