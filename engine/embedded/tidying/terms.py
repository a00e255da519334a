"""How much of what one text names another one names too: things under their one name, only where they are one word or nearly."""

from collections.abc import Iterable
from functools import lru_cache
from math import fsum

from engine.text import concepts, keywords, normal
from engine.text.concept_words import WEAK

# Rows of the tables that hold kinds of a thing: latte and espresso are coffee, and not one.
_KINDS = frozenset(
    ("dog", "alcohol", "milk", "sugar", "soda", "shellfish", "meat", "tea", "coffee", "hike", "paint", "music", "book", "invest", "smoke", "boss")
)  # fmt: skip
# What a word weighs that nearly everybody speaks of, and a sign pair that laps over one that is shared.
SLIGHT, LAPPED = 0.4, 0.25
# Signs of an abbreviation.
SHORT = 4


def _rows() -> dict[str, tuple[str, ...]]:
    rows = (row.split() for table in concepts.TABLES for row in table.splitlines() if row and not row.startswith("["))
    return {row[0]: tuple(word.replace("_", " ").lower() for word in row) for row in rows if row}


_WORDINGS = _rows()


@lru_cache(maxsize=4096)
def of(text: str) -> frozenset[str]:
    """The things that a text names."""
    return frozenset(concepts.content(normal.bare(text)).solid)


@lru_cache(maxsize=8192)
def shared(ours: str, theirs: str) -> frozenset[str]:
    """The things that both name, in one word or in two for the very same."""
    return frozenset(thing for thing in of(ours) & of(theirs) if _is_one(thing, ours, theirs))


def weight(things: Iterable[str], lapping: Iterable[str] = ()) -> float:
    """How much they are; pairs of signs that lap over one of `lapping` hardly count."""
    over = " ".join(lapping)  # apart: two of them make no third one
    return fsum(_weight(thing, over) for thing in things)  # the same in whatever order a set has them


def _weight(thing: str, over: str) -> float:
    if thing in WEAK:
        return SLIGHT
    if not keywords.has_cjk(thing):
        return 1.0
    is_lapped = bool(over) and thing not in over and any(sign in over for sign in thing)
    return LAPPED if is_lapped else 0.5


def _is_one(thing: str, ours: str, theirs: str) -> bool:
    return thing not in _KINDS or bool(_said(thing, ours) & _said(thing, theirs))


def kinds(text: str) -> frozenset[str]:
    """The kinds of things that a text names, as it names them."""
    return frozenset(said for thing in of(text) & _KINDS for said in _said(thing, text))


def _said(thing: str, text: str) -> frozenset[str]:
    """By which wordings of it a text names a thing; of two that lap over the longer."""
    lower = text.lower()
    if not keywords.has_cjk(lower):
        stems = {concepts.stem(word) for word in lower.replace("-", " ").split()}
        return frozenset(concepts.stem(word.split()[-1]) for word in _WORDINGS[thing]) & stems
    found: set[str] = set()
    for wording in sorted(filter(keywords.has_cjk, _WORDINGS[thing]), key=len, reverse=True):
        if wording in lower:
            found.add(wording.lstrip("吃喝看听"))
            lower = lower.replace(wording, " ")
    return frozenset(found)


def abbreviates(short: str, long: str) -> bool:
    """Whether a few Chinese signs are a longer name's own, in its order: 一注 for 一级注册工程师."""
    if not 2 <= len(short) <= SHORT or not all(keywords.has_cjk(sign) for sign in short) or short in long:
        return False
    signs = iter(long)
    return all(sign in signs for sign in short)
