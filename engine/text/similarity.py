"""How much two texts share, by their words alone."""

from engine.text import keywords


def overlap(a: str, b: str) -> float:
    """Shared words as a share of the shorter text's words: 1.0 when one says all that the other says."""
    ours, theirs = set(keywords.tokens(a)), set(keywords.tokens(b))
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller else 0.0


def jaccard(a: str, b: str) -> float:
    """Shared words as a share of all words of both texts."""
    ours, theirs = set(keywords.tokens(a)), set(keywords.tokens(b))
    both = len(ours | theirs)
    return len(ours & theirs) / both if both else 0.0


def shares_script(a: str, b: str) -> bool:
    """Whether words of the two texts can be compared at all: both hold CJK characters, or both hold none."""
    return keywords.has_cjk(a) == keywords.has_cjk(b)
