"""Topics of a Chinese conversation: words that stand alone between function words, known ones, and what recurs."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from engine.embedded.gist.passages import Said
from engine.text import telling

_LENGTH = {2: 1.0, 3: 1.25, 4: 1.4, 5: 1.3, 6: 1.2}
_KNOWN, _TITLED, _LATIN, _UNKNOWN_ONCE = 1.4, 1.6, 1.2, 0.6
# A word that is nearly always part of a longer one is that one.
_PART_OF = 0.75


def topics(said: Sequence[Said], *, most: int) -> list[str]:
    """The weightiest words first, none of which holds another."""
    scores: dict[str, float] = defaultdict(float)
    spread: Counter[str] = Counter()
    for one in said:
        found = Counter(word for clause in one.clauses for word in telling.chinese(clause))
        for word, count in found.items():
            scores[word] += one.weight * min(count, 3) ** 0.5
            spread[word] += count
    place = {word: number for number, word in enumerate(scores)}
    ranked = sorted(scores, key=lambda word: (-scores[word] * _worth(word, spread[word]), place[word]))
    return _apart(ranked, spread, most)


def _worth(word: str, count: int) -> float:
    """What one mention counts: a known word more than signs that may be half of one, unless they come again."""
    if word.isascii():
        return _LATIN
    if word.startswith("《"):
        return _TITLED
    worth = _LENGTH.get(len(word), 1.0)
    if telling.is_known(word):
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
