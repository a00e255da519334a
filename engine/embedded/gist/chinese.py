"""Topics of a Chinese conversation: words that stand alone between function words, known ones, and what recurs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.embedded.gist.chinese_words import FUNCTION_SIGNS, GENERIC, HEADS, KEPT, TAILS, VERB_SIGNS
from engine.embedded.gist.passages import Said
from engine.text import concepts, keywords

_RUN = re.compile(rf"[{keywords.CJK}]+|[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]")
_TITLE = re.compile(r"《([^《》]{1,20})》")
_MACHINE = "ai"  # is talked with, not about
_SHORTEST, _LONGEST = 2, 6
_LONGEST_PIECE = 4  # of signs of no known word
_LENGTH = {2: 1.0, 3: 1.25, 4: 1.4, 5: 1.3, 6: 1.2}
_KNOWN, _TITLED, _LATIN, _UNKNOWN_ONCE = 1.4, 1.6, 1.2, 0.6
# A word that is nearly always part of a longer one is that one.
_PART_OF = 0.75


def topics(said: Sequence[Said], *, most: int) -> list[str]:
    """The weightiest words first, none of which holds another."""
    scores: dict[str, float] = defaultdict(float)
    spread: Counter[str] = Counter()
    for one in said:
        found = Counter(word for clause in one.clauses for word in _words(clause))
        for word, count in found.items():
            scores[word] += one.weight * min(count, 3) ** 0.5
            spread[word] += count
    place = {word: number for number, word in enumerate(scores)}
    ranked = sorted(scores, key=lambda word: (-scores[word] * _worth(word, spread[word]), place[word]))
    return _apart(ranked, spread, most)


def _words(clause: str) -> Iterator[str]:
    for title in _TITLE.findall(clause):
        yield f"《{title}》"
    for match in _RUN.finditer(_TITLE.sub("，", clause)):
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
    if word in KEPT:
        return True
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


def _worth(word: str, count: int) -> float:
    """What one mention counts: a known word more than signs that may be half of one, unless they come again."""
    if word.isascii():
        return _LATIN
    if word.startswith("《"):
        return _TITLED
    worth = _LENGTH.get(len(word), 1.0)
    if is_known(word):
        return worth * _KNOWN
    return worth * (1.0 if count > 1 else _UNKNOWN_ONCE)


def _apart(ranked: Sequence[str], spread: Counter[str], most: int) -> list[str]:
    """The best words, of two that hold one another the one that is told more by."""
    chosen: list[str] = []
    for word in ranked:
        kin = [other for other in chosen if word in other or other in word]
        if not kin:
            chosen.append(word)
        elif len(kin) == 1 and kin[0] in word and spread[word] >= spread[kin[0]] * _PART_OF:
            chosen[chosen.index(kin[0])] = word
        if len(chosen) == most:
            break
    return chosen
