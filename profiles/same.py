"""When two statements say the same (SPEC M2, M3): near in meaning, and no difference that changes it."""

from engine.text import differences, keywords, normal

# What `differing` names.
POLARITY, NUMBER, DATE = differences.POLARITY, differences.NUMBER, differences.DATE
PLACE, NAME, MIDDLE = differences.PLACE, differences.NAME, differences.MIDDLE

# A score from which two statements are taken for the same if nothing differs.
SAME_LIMIT = 0.85

differing = differences.differing


def is_same(a: str, b: str, score: float, limit: float = SAME_LIMIT) -> bool:
    """Whether two statements say the same; `score` is their calibrated similarity."""
    if normal.statement(a) == normal.statement(b):
        return True
    return score >= limit and not differing(a, b)


def more_informative(a: str, b: str) -> str:
    """The wording that says more: more different words, then more characters; the first when both say as much."""
    return max(a, b, key=lambda text: (len(set(keywords.tokens(normal.bare(text)))), len(normal.bare(text))))
