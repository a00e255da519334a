"""Whether two statements tell of one thing: of what each names besides, at most one has something of its own."""

import re
from functools import lru_cache

from engine.embedded.tidying import closing_words as words
from engine.text import concepts, keywords, values

# So many signs that a Chinese name has, or so many English words, make a thing.
LEAST_ZH, LEAST_EN = 2, 1
# Signs that name nothing by themselves beside a name.
_SLIGHT = frozenset("等扣家里加开租找做办买去上下会款费事要能成请")
_ASIDE_ZH = re.compile(words.ASIDE_ZH)
_ASIDE_EN = re.compile(rf"(?<![a-z'-])(?:{words.ASIDE_EN})(?![a-z-])", re.IGNORECASE)
_WORD_EN = re.compile(r"[a-z0-9][a-z0-9.+#]*")
_NAME_EN = re.compile(r"(?<=[a-z] )[A-Z][a-z]{2,}")
_RUN_ZH = re.compile(r"[\u3400-\u9fff]+|[a-z0-9.+#]+")


@lru_cache(maxsize=8192)
def own(ours: str, theirs: str) -> tuple[tuple[str, ...], int]:
    """What only the first of two texts names, and how much of it both name; both without words of state and end."""
    if keywords.has_cjk(ours):
        return _own_zh(_plain(ours), _plain(theirs))
    mine, others = roots(ours), roots(theirs)
    return tuple(sorted(mine - others)), len(mine & others)


def are_one(older: str, newer: str) -> bool:
    """Whether both tell of the same, one of them perhaps with more detail; the newer leaves out half of it at most."""
    (left, both), (right, _) = own(older, newer), own(newer, older)
    if (left and right) or not both:
        return False
    if keywords.has_cjk(older) and both < LEAST_ZH and (left or right):
        return False
    if keywords.has_cjk(older):
        return both >= sum(map(len, left))
    return both >= len(left) or not _names(older).isdisjoint(roots(newer))


def _names(text: str) -> frozenset[str]:
    """The names in an English text: one of them says which thing is meant."""
    return frozenset(concepts.stem(name.lower()) for name in _NAME_EN.findall(text))


@lru_cache(maxsize=8192)
def roots(text: str) -> frozenset[str]:
    """The words of an English text that name something, in one form each."""
    plain = _plain(text).replace("'s", " ").replace("-", " ")
    found = (word.strip(".") for word in _WORD_EN.findall(plain))
    return frozenset(concepts.stem(word) for word in found if len(word) > 1 and not keywords.is_function_word(word))


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    """Without numbers and dates, and without what tells how something stands."""
    lower = values.MARK.sub(" ", values.marked(text)).lower()
    return (_ASIDE_ZH if keywords.has_cjk(lower) else _ASIDE_EN).sub(" ", lower)


def _own_zh(ours: str, theirs: str) -> tuple[tuple[str, ...], int]:
    left, both = [], 0
    for run in _RUN_ZH.findall(ours):
        rest, at = "", 0
        while at < len(run):
            least = 0 if len(run) == 1 else 1  # one sign of a longer name is no name
            long = next((n for n in range(len(run) - at, least, -1) if run[at : at + n] in theirs), 0)
            both += long
            rest += "" if long else run[at]
            at += long or 1
        left += [rest] if set(rest) - _SLIGHT else []
    return tuple(left), both
