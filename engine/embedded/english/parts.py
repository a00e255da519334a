"""Where a sentence can be cut: at punctuation, at conjunctions, and where a new subject or verb begins."""

from dataclasses import dataclass

from engine.embedded.english.dates import is_mark
from engine.embedded.english.mood import is_question
from engine.embedded.english.subjects import is_finite, is_foreign, subject_at, without_opener
from engine.embedded.english.tokens import SEPARATORS
from engine.embedded.english.verbs import PARTICIPLE_OF, PAST_OF, base_of, is_adverb, is_ing, is_past
from engine.embedded.english.vocabulary import (
    BE,
    CUT_CONJUNCTIONS,
    FAMILY,
    FOREIGN_PRONOUNS,
    HAVE,
    MODALS,
    NUMBER_WORDS,
    PETS,
    PREPOSITIONS,
    SELF,
    SELF_OWN,
    SUBORDINATORS,
    words_of,
)  # fmt: skip

# Verbs that never stand for a noun: after "and" they open a clause of their own.
_CLEAR_VERBS = words_of(
    "am have has live lives own speak prefer hate am enjoy use want need cannot can do does did was were had never always usually often moved work works like love "
    "teach drive commute"
)
_DEGREES = words_of("much many far few little that well often hard good called")
_REACH = 7  # words within which a conclusion shows its verb
_LIKING = words_of("like love enjoy adore prefer hate dislike")
_NOUN_LIKE = words_of("practice design research travel dance paint fish support program plant test cook major master")
_CLAUSE_STARTERS = words_of("am live work have like love hate prefer use want need cannot do own speak")


@dataclass(frozen=True)
class Part:
    before: str
    words: list[str]


def parts_of(words: list[str]) -> list[Part]:
    """Cut at punctuation, at conjunctions, and where a new subject begins."""
    parts: list[Part] = []
    current: list[str] = []
    before = ""
    for place, word in enumerate(words):
        lower = word.lower()
        if word in SEPARATORS or _cuts(words, place):
            if current:
                parts.append(Part(before, current))
                current, before = [], lower
            elif lower not in SEPARATORS or not before:
                before = lower
            continue
        if current and _runs_on(words, place):
            parts.append(Part(before, current))
            current, before = [], ";"
        current.append(word)
    return [*parts, Part(before, current)] if current else parts


def _cuts(words: list[str], place: int) -> bool:
    lower, following = words[place].lower(), words[place + 1 :]
    if lower in CUT_CONJUNCTIONS:
        return not (lower == "while" and following and is_ing(following[0]))
    if lower == "so" and place and following and _concludes(following):
        return True
    if lower in ("so", "since", "as") and following:
        return (following[0] in SELF or following[0].lower() in SELF_OWN | FOREIGN_PRONOUNS) and not (
            lower == "since" and "was" in following[1:2]
        )
    if lower in ("and", "or") and following:
        after = without_opener(following)
        return bool(after) and _begins_clause(after, words[:place])
    return False


def _concludes(following: list[str]) -> bool:
    """`so venues need …`, `so please don't …` draws a conclusion; `so much that`, `so far` tells how much."""
    first = following[0].lower()
    if first in _DEGREES:
        return False
    until = _until_cut(following)[:_REACH]
    return first in ("please", "do", "anything", "no") or any(
        at and (word.lower() in BE | MODALS or word.lower() in ("need", "needs", "must", "do", "does", "works", "has"))
        for at, word in enumerate(until)
    )


def _begins_clause(following: list[str], before: list[str]) -> bool:
    if subject_at(following) is not None:
        return not _is_companion(before)
    if is_question(" ".join(following[:2])):
        return True
    adverbs = next((at for at, one in enumerate(following) if not is_adverb(one)), 0)
    word = following[adverbs]
    if is_foreign(_until_cut(following)):
        return True
    if word[0].isupper():
        return False  # Java and Go
    if before[-1:] == ["born"]:
        return False
    if (is_past(word) and any(is_past(earlier) for earlier in before)) or _follows_being(word, following, before):
        return True
    if base_of(word) == word.lower() and word.lower() not in HAVE and _is_governed(before):
        return False
    return (
        _is_clear_verb(following) or _continues_present(word, before) or (adverbs > 0 and base_of(word) == word.lower())
    )


def _follows_being(word: str, following: list[str], before: list[str]) -> bool:
    """`am from Nairobi and grew up in …`, `am divorced and share …`: a verb that no `be` could reign over."""
    start = next((place for place, earlier in enumerate(before) if earlier in SELF), None)
    if start is None or before[start + 1 : start + 2] not in (["am"], ["are"]) or len(following) < 2:
        return False
    is_clear_past = word.lower() in PAST_OF and word.lower() not in PARTICIPLE_OF
    is_base = base_of(word) == word.lower() and word.lower() not in _NOUN_LIKE and word.lower() not in PARTICIPLE_OF
    return is_clear_past or (is_base and not any(is_ing(earlier) for earlier in before[start + 2 : start + 3]))


def _is_companion(before: list[str]) -> bool:
    """`My friend` before `and I`, `I` before `and my colleagues`: the two are one subject."""
    start = max(
        (at + 1 for at, word in enumerate(before) if word in SEPARATORS or word.lower() in CUT_CONJUNCTIONS), default=0
    )
    named = [word for word in without_opener(before[start:]) if not is_mark(word) and word.lower() != "both"]
    return (len(named) == 1 and named[0] in SELF) or (2 <= len(named) <= 3 and named[0].lower() in SELF_OWN)


def _is_clear_verb(words: list[str]) -> bool:
    lower = words[0].lower()
    return lower in _CLEAR_VERBS and not (lower in ("work", "like", "love", "use", "need", "drive") and len(words) == 1)


def _is_governed(before: list[str]) -> bool:
    """Whether an auxiliary or `to` reigns over what follows: `will try to cook and use less salt`."""
    start = next((place for place, earlier in enumerate(before) if earlier in SELF), 0)
    return any(word.lower() in MODALS | {"to", "did"} for word in before[start:])


def _continues_present(word: str, before: list[str]) -> bool:
    """`I work nights and study law`: a second base verb after a first one that takes no list of nouns."""
    start = next((place for place, earlier in enumerate(before) if earlier in SELF), None)
    if start is None or base_of(word) != word.lower() or word.lower() in _NOUN_LIKE:
        return False
    verb = next((earlier.lower() for earlier in before[start + 1 :] if not is_adverb(earlier)), "")
    return base_of(verb) == verb and verb not in _LIKING and "to" not in before and verb not in ("do", "can", "cannot")


_HOLDS_ON = (
    SUBORDINATORS | PREPOSITIONS | words_of("and or but think know say guess suppose believe feel hope wish bet said")
)


def _runs_on(words: list[str], place: int) -> bool:
    """Chat without punctuation: `i'm a dev i live in berlin`."""
    if words[place].lower() in ("she", "he") and words[place - 1].lower() in FAMILY | PETS:
        return is_finite(words, place + 1) if place + 2 < len(words) else False
    if words[place] not in SELF or place + 2 >= len(words) or words[place - 1].lower() in _HOLDS_ON:
        return False
    if words[place + 1].lower() not in _CLAUSE_STARTERS or not any(word in SELF for word in words[:place]):
        return False
    is_relative = any(
        word.lower() in ("the", "every", "all", "any", "how", "what") for word in words[max(0, place - 4) : place]
    )
    return words[place + 2].lower() not in ("to", "been") and not is_relative


def _until_cut(words: list[str]) -> list[str]:
    for place, word in enumerate(words):
        if (
            word in SEPARATORS
            or word.lower() in CUT_CONJUNCTIONS
            or (place and word.lower() in ("and", "that", "who", "which"))
        ):
            return words[:place]
    return words


def opens_verb(words: list[str], before: list[str]) -> bool:
    """Whether a part without a subject is a predicate of its own for the subject of the predicate before it."""
    at = 0
    while at < len(words) - 1 and is_adverb(words[at]):
        at += 1
    lower = words[at].lower()
    if lower in BE | HAVE | MODALS | {"do", "does", "did"}:
        return True
    if is_past(lower):
        is_counted = len(words) > at + 1 and (
            words[at + 1].isdigit() or words[at + 1].lower() in NUMBER_WORDS.keys() - {"a", "an"}
        )
        return any(is_past(word) for word in before) or "have" in before[:3] or (is_counted and before[:1] == ["am"])
    if (lower == "like" and at == 0) or _is_governed(before):
        return False
    if _follows_being(words[at], words[at:], ["I", *before]):
        return True
    is_set_off = at > 0 and base_of(lower) == lower
    return is_set_off or _is_clear_verb(words[at:]) or _continues_present(words[at], ["I", *before])
