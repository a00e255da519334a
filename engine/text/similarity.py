"""How much two texts share, by their words alone."""

from engine.text import concepts, keywords
from engine.text.concept_words import WEAK


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


def shared_things(a: str, b: str) -> frozenset[str]:
    """What both texts are about, in whatever language and wording; not what nearly everybody speaks of."""
    both = concepts.content(a).things & concepts.content(b).things
    return frozenset(thing for thing in both if thing not in WEAK and not concepts.is_slight(thing))


def kinship(a: str, b: str) -> float:
    """Shared things as a share of the things of the text with fewer; things of one domain count as shared."""
    ours, theirs = concepts.content(a), concepts.content(b)
    smaller = min(len(ours.solid), len(theirs.solid))
    if not smaller:
        return 0.0
    shared = ours.solid & theirs.solid
    domains = {concepts.domain_of(thing) for thing in shared}
    return min(1.0, (len(shared) + len((ours.domains & theirs.domains) - domains)) / smaller)
