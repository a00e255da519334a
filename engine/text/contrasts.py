"""Words that exclude each other: early and late, summer and winter, kitchen and bathroom, to teach and to learn.

One row is one contrast, its sides parted by `|`; a blank in a wording is written `_`. A side is told in Chinese and in
English, an English word in one of its forms. A statement that names one side is never the same as one that names another.
"""

from collections.abc import Mapping
from functools import lru_cache

from engine.text import concepts, contrast_words, keywords

POLARITY, DATE, MATTER = "polarity", "date", "matter"

_Side = tuple[str, int]  # the contrast's name and the place of the side in its row


def _read(table: str) -> tuple[dict[str, frozenset[_Side]], dict[str, str]]:
    """Wording → the sides that it names, and contrast → what kind of difference it makes."""
    sides: dict[str, set[_Side]] = {}
    kinds: dict[str, str] = {}
    kind = ""
    for row in filter(None, table.splitlines()):
        if row.startswith("["):
            kind = row.strip("[]")
            continue
        name, _, poles = row.partition(": ")
        kinds[name] = kind
        for place, pole in enumerate(poles.split(" | ")):
            for wording in pole.split():
                sides.setdefault(_key(wording.replace("_", " ")), set()).add((name, place))
    return {wording: frozenset(named) for wording, named in sides.items()}, kinds


def _key(wording: str) -> str:
    return wording if keywords.has_cjk(wording) else " ".join(map(concepts.stem, wording.lower().split()))


_SIDES, _KINDS = _read(contrast_words.CONTRASTS)
_HARMLESS = (*contrast_words.HARMLESS.split(), *contrast_words.HARMLESS_EN.split())
_SIDES = {_key(words.replace("_", " ")): frozenset[_Side]() for words in _HARMLESS} | _SIDES
_LONGEST_ZH = max(len(wording) for wording in _SIDES if keywords.has_cjk(wording))
_LONGEST_EN = max(wording.count(" ") + 1 for wording in _SIDES)


def contrast(a: str, b: str) -> tuple[str, ...]:
    """The kinds of contrast between two texts, of each of which either names a side that the other does not."""
    ours, theirs = sides(a), sides(b)
    return tuple(
        _KINDS[name] for name in ours if name in theirs and ours[name] - theirs[name] and theirs[name] - ours[name]
    )


def are_one(wording: str, other: str) -> bool:
    """Whether two wordings are one side of a contrast: near and close to, 夏天 and 夏季."""
    ours = _SIDES.get(_key(wording))
    return bool(ours) and ours == _SIDES.get(_key(other))


def share_a_time(a: str, b: str) -> bool:
    """Whether both name one season, part of the week or other time."""
    ours, theirs = sides(a), sides(b)
    return any(_KINDS[name] == DATE and ours[name] & theirs.get(name, frozenset()) for name in ours)


@lru_cache(maxsize=4096)
def sides(text: str) -> Mapping[str, frozenset[int]]:
    """The contrasts that a text touches, and which of their sides it names."""
    found: dict[str, set[int]] = {}
    words: list[str] = []
    for piece in concepts.pieces(text):
        if keywords.has_cjk(piece):
            _scan(piece, "", _LONGEST_ZH, found)
        else:
            words += [concepts.stem(part) for part in piece.lower().replace("-", " ").split()]
    _scan(words, " ", _LONGEST_EN, found)
    return {name: frozenset(places) for name, places in found.items()}


def _scan(parts: str | list[str], joint: str, longest: int, found: dict[str, set[int]]) -> None:
    at = 0
    while at < len(parts):
        for length in range(min(longest, len(parts) - at), 0, -1):
            named = _SIDES.get(joint.join(parts[at : at + length]))
            if named is not None:
                for name, place in named:
                    found.setdefault(name, set()).add(place)
                at += length
                break
        else:
            at += 1
