"""What a person said about proposals of former nights: a thing that they took back or refused is not proposed again."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.condensing import MERGE


@dataclass(frozen=True)
class Decided:
    """The ids of the facts of each proposal that somebody took back or refused, by its kind.

    Of a merge the result is among them.
    """

    merges: frozenset[frozenset[str]] = frozenset()
    retirements: frozenset[frozenset[str]] = frozenset()

    def covers(self, op: str, ids: Collection[str]) -> bool:
        """Whether a proposal repeats what was taken back: the same pair in one wording, or the same fact out of force."""
        wanted = set(ids)
        if op == MERGE:
            return any(len(wanted & before) > 1 for before in self.merges)
        return any(wanted & before for before in self.retirements)
