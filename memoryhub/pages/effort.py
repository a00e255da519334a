"""How much one page may compare: what differs between two texts is looked for until too much was looked at."""

from collections import Counter
from collections.abc import Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate

# Steps of one page, some 50 ns each: a fifth of a second. Two texts of 4,000 characters take up to 200,000, and what
# somebody wrote to be slow takes billions.
STEPS = 4_000_000


class TooMuch(Exception):
    """The comparison would take more than is left."""


class Effort:
    """What the comparisons of one page have left between them."""

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Raises TooMuch."""
        if steps > self.left:
            raise TooMuch
        self.left -= steps


class Comparison(SequenceMatcher[str]):
    """The stock comparison, which says before each look through a stretch what it may take. Every look raises TooMuch."""

    def __init__(self, before: Sequence[str], after: Sequence[str], effort: Effort) -> None:
        effort.spend(len(before) + len(after))
        super().__init__(None, before, after, autojunk=False)
        times = Counter(after)
        self.effort = effort
        self.steps = list(accumulate((1 + times[piece] for piece in before), initial=0))

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        self.effort.spend(self.steps[-1 if ahi is None else ahi] - self.steps[alo])
        return super().find_longest_match(alo, ahi, blo, bhi)
