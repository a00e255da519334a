"""What somebody has: family, animals, belongings, conditions, qualifications, appointments."""

import re
from itertools import pairwise

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames import business
from engine.embedded.english.frames.draft import AS_OF, CONSTRAINT, EPISODE, FACT, PROFILE, Draft, Words, slug
from engine.embedded.english.nouns import head, split_list, stands_alone
from engine.embedded.english.verbs import Predicate, agree
from engine.embedded.english.vocabulary import (
    APPOINTMENTS,
    BELONGINGS,
    FAMILY,
    HEALTH,
    LEARNING,
    NUMBER_WORDS,
    ORGANISATION,
    PETS,
    words_of,
)  # fmt: skip

_ALLERGIES = words_of("allergy allergies intolerance")
_BODY = words_of("eyes hair skin knee knees back heart hands tattoo tattoos blood pressure cholesterol")
_KINDS = FAMILY | PETS | BELONGINGS | HEALTH | LEARNING | ORGANISATION | _BODY


def of(predicate: Predicate) -> list[Draft]:
    """The statements in `I have …`; `have to` and abstract things (a question, a great time) tell nothing lasting."""
    rest = predicate.rest
    if not rest or predicate.modal in ("will", "must") or rest[0].lower() in ("to", "been"):
        return []
    verb = agree(predicate.words[: len(predicate.words) - len(rest)])
    if rest[0].lower() in ("a", "no") and "budget" in rest:
        return [Draft(CONSTRAINT, agree(predicate.words), "budget", 0.9)]
    if is_money(rest) and not predicate.is_past:
        return [Draft(CONSTRAINT, (*verb, *_without_purpose(rest)), "budget", 0.85)]
    if head(rest) in APPOINTMENTS:
        return _appointment(predicate)
    if predicate.is_past and not predicate.is_perfect:
        return _befell(predicate)
    housed = business.houses(rest, verb)
    if housed and not predicate.is_negated:
        return housed
    return [draft for member in split_list(rest) if (draft := _possession(member, predicate)) is not None]


def _befell(predicate: Predicate) -> list[Draft]:
    """`had a fire at our plant in 2023`, `had knee surgery last May`."""
    rest = tuple(word for word in predicate.rest if not is_mark(word))
    is_written = is_dated(predicate.words) or any(word.isdigit() and len(word) == 4 for word in rest)
    is_event = head(rest) in _EVENTS and stands_alone(rest) and not predicate.is_negated
    return [Draft(EPISODE, agree(predicate.words), "", 0.85)] if is_event and is_written else []


def is_money(words: Words) -> bool:
    """`20k euros max`, `$500`, `about 300 pounds to spend`."""
    said = " ".join(word for word in words[:4] if not is_mark(word))
    return bool(_MONEY.match(said))


def _without_purpose(words: Words) -> Words:
    """Without `for this`: what it points at stands nowhere."""
    pairs = pairwise(words)
    at = next(
        (place for place, pair in enumerate(pairs) if pair[0] == "for" and pair[1] in ("this", "that", "it")), None
    )
    return words if at is None else words[:at]


_EVENTS = words_of(
    "attack jab vaccination scan mri fire flood accident outage surgery operation baby crash breach incident stroke miscarriage twins audit inspection wedding funeral burglary injury concussion merger "
    "layoffs recall strike reorganisation reorganization"
)
_MONEY = re.compile(
    r"(?:only |about |around |roughly |up to |max(?:imum)? |at most )*(?:[$€£₹¥]\s?\d[\d,.]*(?:k|m)?|\d[\d,.]*\s?(?:k|m)?(?: (?:lakhs?|crores?|thousand|million|hundred|grand))?"
    r" ?(?:euros?|dollars?|pounds?|quid|bucks|usd|eur|gbp|inr|rupees|francs|yen|lakhs?|grand)\b)",
    re.IGNORECASE,
)


def owns(predicate: Predicate) -> list[Draft]:
    """`own`, `drive`, `ride`, `rent`: the thing need not be a known one."""
    if not stands_alone(predicate.rest) or (predicate.is_past and not predicate.is_perfect):
        return []
    verb = agree(predicate.words[: len(predicate.words) - len(predicate.rest)])
    return [Draft(FACT, (*verb, *member), "", 0.9) for member in split_list(predicate.rest)]


def shares(predicate: Predicate) -> list[Draft]:
    """`share custody of my daughter`, `share a flat with two friends`."""
    is_lasting = head(predicate.rest) in BELONGINGS | {"custody", "office", "room", "studio", "account", "kitchen"}
    told = is_lasting and not (predicate.is_past or predicate.modal) and stands_alone(predicate.rest)
    return [Draft(FACT, agree(predicate.words), "", 0.85)] if told else []


def suffers(predicate: Predicate) -> list[Draft]:
    """`suffer from migraines`, `was diagnosed with asthma`."""
    rest = predicate.rest
    leading = {"suffer": "from", "recover": "from", "struggle": "with"}.get(predicate.verb)
    is_named = bool(rest) and rest[0].lower() == leading and stands_alone(rest[1:])
    is_ill = predicate.verb != "struggle" or head(rest[1:]) in HEALTH
    stamp = AS_OF if predicate.verb == "recover" else ""
    return (
        [Draft(FACT, agree(predicate.words), "", 0.9, stamp)] if is_named and is_ill and not predicate.is_past else []
    )


def expects(predicate: Predicate) -> list[Draft]:
    """`are expecting our first baby in June`."""
    is_birth = bool({"baby", "child", "twins", "girl", "boy"} & {word.lower() for word in predicate.rest})
    return (
        [Draft(FACT, agree(predicate.words), "", 0.9)]
        if is_birth and predicate.is_progressive and not predicate.is_past
        else []
    )


def gets(predicate: Predicate) -> list[Draft]:
    """`get migraines from red wine`."""
    is_ill = (head(predicate.rest) in HEALTH or predicate.rest[:1] in _SICK) and not predicate.is_past
    return [Draft(FACT, agree(predicate.words), "", 0.85)] if is_ill and stands_alone(predicate.rest) else []


_SICK = {("carsick",), ("seasick",), ("airsick",), ("travel-sick",), ("claustrophobic",), ("hay",)}


def weighs(predicate: Predicate) -> list[Draft]:
    is_told = bool(predicate.rest) and predicate.rest[0][0].isdigit() and not predicate.is_past
    return [Draft(PROFILE, agree(predicate.words), "weight", 0.9, AS_OF)] if is_told else []


def belongs(predicate: Predicate) -> list[Draft]:
    is_told = predicate.rest[:1] == ("to",) and stands_alone(predicate.rest[1:]) and not predicate.is_past
    return [Draft(FACT, agree(predicate.words), "", 0.85)] if is_told else []


def follows(predicate: Predicate) -> list[Draft]:
    is_diet = head(predicate.rest) == "diet" and not predicate.is_past
    return [Draft(CONSTRAINT, agree(predicate.words), "diet", 0.9)] if is_diet else []


def _appointment(predicate: Predicate) -> list[Draft]:
    is_sure = is_dated(predicate.words) or any(word.isdigit() and len(word) == 4 for word in predicate.rest)
    if {"every", "each", "weekly", "monthly"} & {word.lower() for word in predicate.rest} and not predicate.is_past:
        return [Draft(FACT, agree(predicate.words), "", 0.85)] if stands_alone(predicate.rest) else []
    if not is_sure or not stands_alone(tuple(word for word in predicate.rest if not is_mark(word))):
        return []
    return [Draft(EPISODE, agree(predicate.words), "", 0.9)]


def _possession(member: Words, predicate: Predicate) -> Draft | None:
    verb = agree(predicate.words[: len(predicate.words) - len(predicate.rest)])
    noun = head(member)
    if not stands_alone(member):
        return None
    if noun in _ALLERGIES:
        return Draft(CONSTRAINT, (*verb, *member), _allergy_slot(member, noun), 0.95)
    if (
        noun not in _KINDS
        and not noun.endswith(("-year-old", "-month-old"))
        and noun not in ("newborn", "teenager", "teenagers", "lodger")
        and not _is_counted_brand(member)
        and not {"named", "called"} & set(member)
    ):
        return None
    if noun == "experience":
        return Draft(FACT, (*verb, *member), "", 0.85, AS_OF if "years" in member else "")
    return Draft(FACT, (*verb, *member), "", 0.9)


def _allergy_slot(member: Words, noun: str) -> str:
    named = tuple(
        word
        for word in member
        if word.lower() not in (noun, "a", "an", "any", "no", "severe", "mild", "bad", "serious", "to")
    )
    return f"allergy_{slug(named)}" if named else "allergies"


def _is_counted_brand(member: Words) -> bool:
    """`a Honda Civic`, `two Siamese`: a name of a make after an article or number."""
    return (
        len(member) > 1
        and (member[0].lower() in NUMBER_WORDS or member[0].isdigit())
        and member[1][0].isupper()
        and member[1].lower() != "i"
    )
