"""BM25 in its plain form, to measure the product against: words of alphabetic scripts, character pairs of Chinese."""

import math
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from engine.text import keywords

K1 = 1.2
B = 0.75


class Index:
    """Texts to be ranked for a query; what shares no word with it is not found."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.counts = [Counter(keywords.tokens(text)) for text in texts]
        self.lengths = [counts.total() for counts in self.counts]
        self.mean = sum(self.lengths) / max(1, len(texts)) or 1.0
        self.holding = Counter(word for counts in self.counts for word in counts)

    def ranked(self, query: str) -> list[int]:
        """Positions of the texts, the best first, the earlier first of equals."""
        words = set(keywords.tokens(query))
        scores = [self.score(at, words) for at in range(len(self.counts))]
        return sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])

    def score(self, at: int, words: set[str]) -> float:
        counts = self.counts[at]
        norm = K1 * (1 - B + B * self.lengths[at] / self.mean)
        return sum(
            self._rarity(word) * counts[word] * (K1 + 1) / (counts[word] + norm) for word in words & counts.keys()
        )

    def _rarity(self, word: str) -> float:
        holding = self.holding[word]
        return math.log(1 + (len(self.counts) - holding + 0.5) / (holding + 0.5))


def dated(text: str, at: datetime, language: str) -> str:
    """The text with the day on which it was said, in the ways in which a question may write it."""
    if language == "zh":
        return f"{at.year}年{at.month}月{at.day}日{at.month}月{at.day}号 {text}"
    return f"{at:%B} {at.day}{ordinal(at.day)} {at.day} {at.year} {text}"


def ordinal(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
