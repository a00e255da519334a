"""The words of a Chinese text that tell what it is about: what stands alone between function words, known things first."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.text import concepts, keywords
from engine.text.telling_words import FUNCTION_SIGNS, GENERIC, HEADS, KEPT, TAILS, VERB_SIGNS

_RUN = re.compile(rf"[{keywords.CJK}]+|[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]")
_TITLE = re.compile(r"《([^《》]{1,20})》")
_MACHINE = "ai"  # is talked with, not about
_SHORTEST, _LONGEST = 2, 6
_LONGEST_PIECE = 4  # of signs of no known word


def chinese(text: str) -> Iterator[str]:
    """Titles, words and neighbouring words that may be one; Latin words among them. A word comes as often as it stands there."""
    for title in _TITLE.findall(text):
        yield f"《{title}》"
    for match in _RUN.finditer(_TITLE.sub("，", text)):
        run = match[0]
        if not run.isascii():
            for units in _cut(run):
                yield from _of_units(units)
        elif (
            run.lower() != _MACHINE
            and len(run) > 1
            and not keywords.is_function_word(run.lower())
            and not concepts.says_nothing(run.lower())
        ):
            yield run


def _cut(run: str) -> Iterator[list[str]]:
    """What stands between function words, each time as its units: known words, and signs of no known word."""
    units: list[str] = []
    at = 0
    while at < len(run):
        word = _word_at(run, at)
        if word in GENERIC or word in FUNCTION_SIGNS:
            yield units
            units = []
        elif len(word) > 1 or not units or is_known(units[-1]):
            units.append(word)
        else:
            units[-1] += word
        at += len(word)
    yield units


def _word_at(run: str, at: int) -> str:
    """The longest word of any class that begins here, otherwise the sign itself."""
    for length in range(min(_LONGEST, len(run) - at), 1, -1):
        word = run[at : at + length]
        if is_known(word) or word in GENERIC:
            return word
    return run[at]


def is_known(word: str) -> bool:
    """Whether two signs or more are a thing of daily life; 在学习 and 住在 are more than that."""
    if not word or word in KEPT:
        return bool(word)
    is_framed = word[0] in FUNCTION_SIGNS or word[-1] in FUNCTION_SIGNS
    return len(word) > 1 and not is_framed and word not in GENERIC and concepts.is_known(word)


def _of_units(units: Sequence[str]) -> Iterator[str]:
    """Each unit that may be a word, and neighbours as the compound that they may be: 早餐 and 摊 as 早餐摊."""
    for unit in units:
        bare = unit if is_known(unit) else _bare(unit)
        if _SHORTEST <= len(bare) <= (_LONGEST if is_known(unit) else _LONGEST_PIECE):
            yield bare
    for left, right in pairwise(units):
        compound = left + right
        is_noun = is_known(left) and (is_known(right) or len(right) == 1) and right not in TAILS
        if is_noun and len(compound) <= _LONGEST:
            yield compound


def _bare(piece: str) -> str:
    """Signs of no known word without what cannot begin or end a word of theirs."""
    while len(piece) > 1 and piece[0] in HEADS:
        piece = piece[1:]
    while len(piece) > 1 and piece[-1] in TAILS:
        piece = piece[:-1]
    if len(piece) >= _SHORTEST + 1 and piece[0] in VERB_SIGNS:
        piece = piece[1:]
    return piece
