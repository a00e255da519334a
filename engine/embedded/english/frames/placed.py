"""Where somebody is or comes from, and what they are on: a preposition behind a `be`."""

from collections.abc import Callable

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames.draft import CONSTRAINT, EPISODE, FACT, PROFILE, Draft, Words, be_words
from engine.embedded.english.verbs import Predicate
from engine.embedded.english.vocabulary import FIELDS, MONTHS, WEEKDAYS


def of(words: Words, predicate: Predicate) -> Draft | None:
    """The statement in `in Oslo`, `from Kerala`, `on the premium plan`, `based near Leeds`; None for every other opening."""
    reader = _READERS.get(words[0].lower())
    return reader(words, predicate) if reader is not None and len(words) > 1 else None


def _on(words: Words, predicate: Predicate) -> Draft | None:
    last, said = words[-1].lower(), (*be_words(predicate), *words)
    if last in ("diet", "medication", "insulin"):
        return Draft(CONSTRAINT, said, "diet" if last == "diet" else "", 0.9)
    is_plan = "plan" in words[2:] and not {"how", "to"} & set(words)
    return Draft(FACT, said, "plan", 0.9) if is_plan else None


def _based(words: Words, predicate: Predicate) -> Draft | None:
    is_place = words[1].lower() in ("in", "near", "at", "out")
    return Draft(PROFILE, (*be_words(predicate), *words), "location", 0.95) if is_place else None


def _at(words: Words, predicate: Predicate) -> Draft | None:
    """`was at Deloitte for five years`; where somebody is at the moment tells nothing lasting."""
    lasted = predicate.is_past and bool({"year", "years", "months"} & set(words))
    return Draft(FACT, (*be_words(predicate), *words), "", 0.85) if lasted and words[1][0].isupper() else None


def _to(words: Words, predicate: Predicate) -> Draft | None:
    has_been = predicate.is_perfect and words[1][0].isupper()
    return Draft(FACT, (*be_words(predicate), *words), "", 0.85) if has_been else None


def _from(words: Words, predicate: Predicate) -> Draft | None:
    is_named = any(word[0].isupper() for word in words[1:])
    return Draft(PROFILE, (*be_words(predicate), *words), "hometown", 0.9) if is_named else None


def _in(words: Words, predicate: Predicate) -> Draft | None:
    said, where = (*be_words(predicate), *words), words[1]
    if words[-1].lower() in ("zone", "timezone"):
        return Draft(PROFILE, said, "timezone", 0.9)
    if where.lower() in FIELDS and len(words) <= 3:
        return Draft(PROFILE, said if predicate.is_negated else ("works", *words), "industry", 0.85)
    if not where[0].isupper():
        return None
    if is_dated(words):
        return Draft(EPISODE, said, "", 0.85)
    is_place = where.lower() not in MONTHS | WEEKDAYS and not any(is_mark(word) for word in words)
    return Draft(PROFILE, said, "location", 0.8) if is_place else None


_READERS: dict[str, Callable[[Words, Predicate], Draft | None]] = {
    "on": _on, "based": _based, "located": _based, "living": _based, "at": _at, "to": _to, "from": _from, "in": _in,
}  # fmt: skip
