"""How much of what one text names another one names too: things under their one name, only where they are one word or nearly."""

from collections.abc import Iterable
from functools import lru_cache

from engine.text import bilingual, concepts, keywords, normal
from engine.text.concept_words import WEAK

# A row of the tables with more wordings holds kinds of a thing: latte and espresso are coffee, and not one.
ONE_NAME = 6
# What a word weighs that nearly everybody speaks of, and a sign pair that laps over one that is shared.
SLIGHT, LAPPED = 0.4, 0.25


def _rows() -> dict[str, tuple[str, ...]]:
    rows = (row.split() for table in concepts.TABLES for row in table.splitlines() if row and not row.startswith("["))
    return {row[0]: tuple(word.replace("_", " ").lower() for word in row) for row in rows if row}


_WORDINGS = _rows()


@lru_cache(maxsize=4096)
def of(text: str) -> frozenset[str]:
    """The things that a text names."""
    return frozenset(concepts.content(normal.bare(text)).solid)


def shared(ours: str, theirs: str) -> frozenset[str]:
    """The things that both name, in one word or in two for the very same."""
    return frozenset(thing for thing in of(ours) & of(theirs) if _is_one(thing, ours, theirs))


def weight(things: Iterable[str], lapping: Iterable[str] = ()) -> float:
    """How much they are; pairs of signs that lap over one of `lapping` hardly count."""
    over = "".join(lapping)
    return sum(_weight(thing, over) for thing in things)


def _weight(thing: str, over: str) -> float:
    if thing in WEAK:
        return SLIGHT
    if not keywords.has_cjk(thing):
        return 1.0
    is_lapped = bool(over) and thing not in over and any(sign in over for sign in thing)
    return LAPPED if is_lapped else 0.5


def _is_one(thing: str, ours: str, theirs: str) -> bool:
    wordings = _WORDINGS.get(thing, ())
    if len(wordings) <= ONE_NAME or bilingual.known(thing):
        return True
    a, b = ours.lower(), theirs.lower()
    stems = [{concepts.stem(word) for word in text.replace("-", " ").split()} for text in (a, b)]
    for wording in wordings:
        if keywords.has_cjk(wording):
            if wording in a and wording in b:
                return True
        elif all(concepts.stem(wording.split()[-1]) in known for known in stems):
            return True
    return False
