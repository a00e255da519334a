"""Allergies, diets, states, measures and what somebody went through: behind a `be`."""

import re

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames.draft import (
    AS_OF,
    CONSTRAINT,
    EPISODE,
    FACT,
    MENTIONED,
    PROFILE,
    Draft,
    Words,
    be_words,
    slug,
)
from engine.embedded.english.nouns import head, stands_alone
from engine.embedded.english.verbs import Predicate
from engine.embedded.english.vocabulary import (
    DEMONYMS,
    DIETS,
    STATES,
    WEEKDAYS,
    words_of,
)  # fmt: skip

_SENSITIVE = (
    "allergic to",
    "intolerant to",
    "intolerant of",
    "sensitive to",
    "lactose intolerant",
    "gluten intolerant",
    "allergic",
)
_SUFFERED = (
    "laid off",
    "fired",
    "promoted",
    "hired",
    "accepted to",
    "accepted into",
    "accepted at",
    "admitted to",
    "elected",
    "awarded",
    "transferred to",
)
_ABSENT = re.compile(
    r"(?:out of (?:the )?office|off(?: work)?|unavailable|not available|not working|away|closed|free|only free|in the office|remote) (?:on|every|from|each|after|before|between)\b"
)
_INTAKES = words_of(
    "gluten dairy sugar alcohol meat caffeine coffee carbs bread wheat lactose salt cigarettes milk nuts"
)
_CERTIFIED = words_of("certified compliant accredited licensed registered qualified vaccinated listed")
_DECADES = words_of("twenties thirties forties fifties sixties seventies eighties 20s 30s 40s 50s 60s 70s 80s")


def sensitive(words: Words, predicate: Predicate) -> Draft | None:
    text = " ".join(words).lower()
    opening = next((one for one in _SENSITIVE if text.startswith(one)), "")
    if not opening:
        return None
    what = words[len(opening.split()) :]
    topic = slug(what) or opening.split()[0]
    return Draft(CONSTRAINT, (*be_words(predicate), *words), f"allergy_{topic}", 0.95)


def state(words: Words, predicate: Predicate) -> Draft | None:
    first = words[0].lower()
    bare = tuple(word for word in words if not is_mark(word))
    text = " ".join(bare).lower()
    if first in DIETS and (len(bare) == 1 or bare[1].lower() in ("intolerant", "since", "for", "free")):
        return Draft(
            CONSTRAINT, (*be_words(predicate), *words), "diet" if "intolerant" not in text else f"allergy_{first}", 0.95
        )
    if first in DEMONYMS and len(bare) == 1:
        return Draft(PROFILE, (*be_words(predicate), *words), "nationality", 0.9)
    if first == "off" and len(bare) > 1 and _INTAKES & {word.lower() for word in bare[1:4]}:
        return Draft(CONSTRAINT, (*be_words(predicate), *words), f"off_{slug(bare[1:2])}", 0.9)
    if first == "on" and head(bare[1:]) in (
        "list",
        "board",
        "committee",
        "council",
        "benefits",
        "antibiotics",
        "statins",
        "probation",
    ):
        return Draft(FACT, (*be_words(predicate), *words), "", 0.85)
    if first == "with" and len(bare) in (2, 3) and all(word[0].isupper() for word in bare[1:]):
        return Draft(FACT, (*be_words(predicate), *words), "", 0.85)  # a carrier, a bank, an insurer
    if bare[-1].lower() in _CERTIFIED and 2 <= len(bare) <= 4:
        return Draft(FACT, (*be_words(predicate), *words), "", 0.9)
    if first in STATES and (len(bare) == 1 or bare[1].lower() in ("to", "since", "for", "and", "with")):
        return Draft(
            FACT,
            (*be_words(predicate), *words),
            "marital_status" if first in ("married", "single", "divorced", "engaged", "widowed") else "",
            0.9,
        )
    return None


def availability(words: Words, predicate: Predicate) -> Draft | None:
    """`only available in the mornings`."""
    text = " ".join(word for word in words if not is_mark(word)).lower()
    is_regular = any(word.lower().rstrip("s") in WEEKDAYS for word in words) or "every" in words
    if _ABSENT.match(text) and is_regular and not is_dated(words):
        return Draft(CONSTRAINT, (*be_words(predicate), *words), "availability", 0.9)
    at = 1 if words[0].lower() == "only" else 0
    if (
        words[at : at + 1] != ("available",)
        or len(words) < at + 3
        or words[at + 1].lower() not in ("on", "in", "at", "from", "after", "before", "until")
    ):
        return None
    kind, slot = (EPISODE, "") if is_dated(words) else (CONSTRAINT, "availability")
    return Draft(kind, (*be_words(predicate), *words), slot, 0.9)


def passive(words: Words, predicate: Predicate) -> Draft | None:
    """`was laid off`, `have been diagnosed with asthma`, `am on parental leave until May`."""
    text = " ".join(words).lower()
    if text.startswith("diagnosed with ") and stands_alone(words[2:]):
        return Draft(FACT, (*(("was",) if is_dated(words) else be_words(predicate)), *words), "", 0.95)
    if (predicate.is_past or predicate.is_perfect) and text.startswith(_SUFFERED) and not predicate.is_negated:
        return Draft(EPISODE, (*be_words(predicate), *words), "", 0.85, MENTIONED)
    if predicate.is_past and text.startswith(("acquired by ", "bought by ", "taken over by ", "founded ")):
        return Draft(EPISODE, (*be_words(predicate), *words), "", 0.85, MENTIONED, of_company=True)
    is_away = words[0].lower() == "away" or (
        len(words) > 1
        and words[0].lower() == "on"
        and any(word.lower() in ("vacation", "holiday", "leave", "sabbatical") for word in words[1:3])
    )
    return Draft(EPISODE, (*be_words(predicate), *words), "", 0.85) if is_away and is_dated(words) else None


def measure(words: Words, predicate: Predicate) -> Draft | None:
    """`1.80 m tall`, `in my thirties`."""
    if words[-1].lower() == "tall" and any(sign.isdigit() for sign in words[0]):
        return Draft(PROFILE, (*be_words(predicate), *words), "height", 0.9)
    if len(words) >= 3 and words[0].lower() == "in" and words[1].lower() == "my" and words[-1].lower() in _DECADES:
        return Draft(PROFILE, (*be_words(predicate), *words), "age", 0.85, AS_OF)
    return None
