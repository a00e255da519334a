"""Chat that leaves its subject out: `Took my kids to …`, `Single parent here`, `Not a fan of …`, `Budget is …`."""

from engine.embedded.english.nouns import article
from engine.embedded.english.subjects import is_finite
from engine.embedded.english.verbs import PARTICIPLE_OF, base_of, is_adverb, is_ing, is_past
from engine.embedded.english.vocabulary import (
    BE,
    DEMONYMS,
    DIETS,
    FAMILY,
    HAVE,
    JOBS,
    MODALS,
    NUMBER_WORDS,
    PARENTHOOD,
    PREPOSITIONS,
    STATES,
    TRAIT_NOUNS,
    words_of,
)  # fmt: skip

_OWN_NOUNS = (
    FAMILY - words_of("family kids child children baby twins son daughter brother sister partner cousin uncle aunt")
) | words_of("kids son daughter budget deadline name birthday hometown occupation employer timezone favourite favorite")
_TELLING_BASES = words_of("prefer love hate dislike enjoy live own speak")
_ABSTAINED = words_of("eat drink smoke drive own have like speak")
_COMPLEMENTS = words_of(
    "allergic intolerant based located interested keen fluent originally married divorced vegetarian vegan retired self-employed responsible"
)
_PASSIVE_TAILS = words_of("by in from at on as and")
_UNDERTAKEN = words_of("think plan look work learn live train save study consider hope prepare")
_NEGATED_COMPLEMENTS = words_of("a into keen interested allergic available fond the really much big")
_CONTACTS = words_of("address office site warehouse job role")
_COSTING = words_of("costs means takes makes seems feels requires involves gives keeps helps")
_BARE_DIETS = words_of("vegan vegetarian pescatarian coeliac celiac teetotal")
_LONGEST_LABEL = 6


def supplied(words: list[str], *, opens: bool, leads: bool = False, is_split: bool = False) -> list[str]:
    """The words with the subject that they leave out, `I` or `my`; as they are when none is meant.

    `opens` says that nothing was told in the sentence before; a negated or adjectival remark may also follow on.
    `is_split` says that the sentence has further parts: `Vegetarian, but …`.
    `leads` says that a subject stands right behind: `Living in the park, I felt …`.
    """
    if len(words) == 1 and opens and is_split and words[0].lower() in _BARE_DIETS:
        return ["I", "am", words[0].lower()]
    if len(words) < 2:
        return words
    remark = _remark(words)
    if remark or not opens or (leads and is_ing(words[0].lower())):
        return remark or words
    readers = (_here, _own_noun, _complement, _verb)
    return next((made for read in readers if (made := read(words))), words)


def _remark(words: list[str]) -> list[str]:
    """`not into gyms`, `allergic to nuts`."""
    lower = words[0].lower()
    if lower == "not" and words[1].lower() in _NEGATED_COMPLEMENTS and not _has_finite(words):
        return ["I", "am", *words]
    if lower == "new" and words[1].lower() in _CONTACTS and words[2:3] == ["is"]:
        return ["my", *words]
    if lower == "been" and (is_ing(words[1]) or words[1].lower() in DIETS | STATES) and len(words) > 3:
        return ["I", "have", *words]
    if lower == "native" and words[1].lower() == "of":
        return ["I", "am", "a", *words]
    if lower in ("allergic", "intolerant", "based") and words[1].lower() in ("to", "in", "of", "near"):
        return ["I", "am", lower, *words[1:]]
    return []


def _here(words: list[str]) -> list[str]:
    """`Single parent here`, `coeliac here so …`."""
    at = next((place for place, word in enumerate(words[:_LONGEST_LABEL]) if word.lower() == "here"), 0)
    label = words[:at]
    if not label or _has_finite(label) or label[0].lower() in PREPOSITIONS or not _is_label(label):
        return []
    return ["I", "am", *_labelled(label), *words[at + 1 :]]


def _own_noun(words: list[str]) -> list[str]:
    lower = words[0].lower()
    is_named = lower in ("favourite", "favorite") and len(words) > 3 and is_finite(words, 2)
    is_direct = lower in _OWN_NOUNS and is_finite(words, 1) and words[1].lower() not in ("do", "have")
    return ["my", lower, *words[1:]] if is_named or is_direct else []


def _verb(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) - 1 and is_adverb(words[at]) and words[at].lower() != "not":
        at += 1
    lower, following = words[at].lower(), words[at + 1].lower() if at + 1 < len(words) else ""
    plain = [*words[:at], lower, *words[at + 1 :]]
    if at == 0:
        plain[0] = lower
    if (lower == "been" and following == "to") or (
        lower == "had" and following in ("a", "an", "my", "our") and len(words) > at + 3
    ):
        return ["I", *(["have"] if lower == "been" else []), *plain]
    if lower == "got" and (following in NUMBER_WORDS or following.isdigit()):
        return ["I", "have", *words[at + 1 :]]
    if _tells_past(lower, following) or _tells_base(words, at, lower, following):
        return ["I", *plain]
    if is_ing(lower) and base_of(lower) in _UNDERTAKEN and not _has_verb(words[at + 1 :]):
        return ["I", "am", *plain]
    return []


def _tells_past(lower: str, following: str) -> bool:
    if (
        not following
        or not is_past(lower)
        or lower in BE | HAVE
        or lower in ("did", "set", "put", "let", "cut", "read")
    ):
        return False
    is_passive = lower in PARTICIPLE_OF or lower.endswith("ed")
    return not (is_passive and following in _PASSIVE_TAILS and base_of(lower) not in ("go", "live", "move", "work"))


def _tells_base(words: list[str], at: int, lower: str, following: str) -> bool:
    if _has_finite(words[at + 1 :]):
        return False
    if lower in _TELLING_BASES:
        return bool(following) and following not in ("it", "you", "your", "this", "that", "the")
    if lower == "work":
        return following in ("as", "for") or (following == "at" and words[at + 2 : at + 3] != [])
    if lower == "cannot":
        return following in ("eat", "drink", "have", "stand", "tolerate", "drive", "use", "attend")
    if lower == "have":
        return following in NUMBER_WORDS.keys() - {"a", "an"} or following.isdigit()
    denies = (lower == "do" and following == "not") or lower == "never"
    verb = words[at + 2].lower() if lower == "do" and len(words) > at + 2 else following
    return denies and verb in _ABSTAINED and len(words) > at + 3


def _complement(words: list[str]) -> list[str]:
    """`Software engineer from Leeds`, `Mum of two`, `Married with two kids`, `Big fan of …`."""
    lower = words[0].lower()
    if lower in ("big", "huge") and words[1].lower() == "fan":
        return ["I", "am", "a", lower, *words[1:]]
    if lower in _COMPLEMENTS and words[1].lower() in PREPOSITIONS - {"on"} and not _has_finite(words):
        return ["I", "am", lower, *words[1:]]
    at = next(
        (place for place, word in enumerate(words) if word.lower() in ("at", "from", "of", "with", "in", "based")), 0
    )
    label = words[:at]
    if 0 < at <= _LONGEST_LABEL and not _has_finite(words) and _is_label(label):
        return ["I", "am", *_labelled(label), *words[at:]]
    return []


def _is_label(label: list[str]) -> bool:
    """Whether these words say what somebody is."""
    last = label[-1].lower()
    return last in JOBS | PARENTHOOD | TRAIT_NOUNS or (last in STATES | DIETS | DEMONYMS and len(label) <= 2)


def _labelled(label: list[str]) -> list[str]:
    first, last = label[0].lower(), label[-1].lower()
    plain = [first if label[0][1:].islower() else label[0], *label[1:]]
    takes_article = last in JOBS | PARENTHOOD | TRAIT_NOUNS and first not in ("a", "an", "the")
    return [article(first), *plain] if takes_article else plain


def _has_finite(words: list[str]) -> bool:
    return any(word.lower() in BE | MODALS | {"has", "does", "do"} for word in words[1:])


def _has_verb(words: list[str]) -> bool:
    """Whether anything may be a finite verb: `Living in Rome costs a lot` has a subject of its own."""
    return (
        _has_finite(words)
        or bool(_COSTING & {word.lower() for word in words})
        or any(is_finite(words, place) for place in range(1, len(words)))
    )
