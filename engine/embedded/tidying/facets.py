"""Facts that are facets of one thing, and the fuller statement that joins two of them without losing or adding a word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.condensing import Stored


@dataclass(frozen=True)
class Facets:
    """Two facts and the statement that says both."""

    first: Stored
    second: Stored
    content: str


def pairs(facts: Sequence[Stored], known: Sequence[Stored], *, longest: int) -> Iterator[Facets]:
    yield from ()
