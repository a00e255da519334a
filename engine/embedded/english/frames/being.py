"""What somebody is: name, age, occupation, origin, place, diet, traits – the complements of `be`."""

import re
from collections.abc import Callable

from engine.embedded.english.dates import is_mark
from engine.embedded.english.frames import conditions, naming, placed, roles
from engine.embedded.english.frames.draft import (
    AS_OF,
    EPISODE,
    FACT,
    PREFERENCE,
    PROFILE,
    Draft,
    Words,
    be_words,
    slug,
)
from engine.embedded.english.nouns import head, split_list, stands_alone
from engine.embedded.english.verbs import Predicate, is_adverb
from engine.embedded.english.vocabulary import (
    DIETS,
    FAMILY,
    JOBS,
    NUMBER_WORDS,
    PARENTHOOD,
    PETS,
    PREPOSITIONS,
    STATES,
)  # fmt: skip
from engine.text import normal

_LIKINGS = (
    "interested in",
    "into",
    "keen on",
    "passionate about",
    "fond of",
    "obsessed with",
    "crazy about",
    "addicted to",
    "enthusiastic about",
)
_RELATIONS = (
    "good at", "bad at", "good with", "bad with", "terrible at", "fluent in", "proficient in", "experienced in", "experienced with", "skilled in", "afraid of", "scared of",
    "terrified of", "married to", "engaged to", "responsible for", "in charge of", "familiar with", "comfortable in", "comfortable with", "confident in", "new to", "used to", "involved in",
)  # fmt: skip
_YEARS = re.compile(r"(?:years? old|years? of age|yo|y/o|yrs old|)")


def of(predicate: Predicate) -> list[Draft]:
    """The statements in the complement of a `be`; what is past is kept only for jobs and states."""
    if not predicate.rest or predicate.modal:
        return []
    rest = _without_degree(predicate.rest)
    first, *others = _complements(rest) or [()]
    named = _name(first, predicate) if first else None
    read = [_complement(part, predicate) for part in (first, *others)]
    drafts = [draft for draft in (read[0] or named, *read[1:]) if draft is not None]
    if named is not None and read[0] is None:
        drafts += _introduced(first[len(named.words) - 1 :])
    if predicate.is_past:
        return [
            draft if draft.type == EPISODE else Draft(FACT, draft.words, "", draft.confidence, draft.stamp)
            for draft in drafts
        ]
    return [draft for one in drafts for draft in roles.employer_apart(one)]


def _introduced(after: Words) -> list[Draft]:
    """What follows a name: `I am Daniel Okafor from Lumen Freight`, `… at Zoho`."""
    if len(after) < 2 or not after[1][0].isupper():
        return []
    if after[0].lower() in ("at", "with"):
        return [Draft(PROFILE, ("works", "at", *after[1:]), "employer", 0.85)]
    return [Draft(FACT, ("is", *after), "", 0.8)] if after[0].lower() in ("from", "of") else []


def _complements(rest: Words) -> list[Words]:
    parts: list[list[str]] = [[]]
    for place, word in enumerate(rest):
        following = rest[place + 1 :]
        if word == "," or (word.lower() == "and" and following and _starts_complement(following, parts[-1])):
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part[1:] if part[0].lower() == "and" else part) for part in parts if part and part != ["and"]]


def _starts_complement(following: Words, before: list[str]) -> bool:
    first = following[0].lower()
    is_short = len(before) <= 2 and not any(word.lower() in PREPOSITIONS for word in before)
    return (
        first in ("a", "an", "from", "based", "allergic", "interested")
        or first in STATES | DIETS
        or (is_short and first in JOBS | PARENTHOOD)
    )


def _without_degree(rest: Words) -> Words:
    at = 0
    while (
        at < len(rest) - 1
        and not is_mark(rest[at])
        and (is_adverb(rest[at]) or rest[at].lower() in ("super", "more"))
        and rest[at].lower() not in ("only", "both", "all")
    ):
        at += 1
    return rest[at:]


def _complement(words: Words, predicate: Predicate) -> Draft | None:
    named = words[1:] if words and words[0].lower() == "the" else words
    if not named or not stands_alone(tuple(word for word in named if not is_mark(word)) or ("it",)):
        return None
    for reader in _READERS:
        draft = reader(words, predicate)
        if draft is not None:
            return draft
    return None


def _age(words: Words, predicate: Predicate) -> Draft | None:
    number = words[0].lower()
    value = normal.whole_number(number) or (NUMBER_WORDS.get(number, 0) if number not in ("a", "an") else 0)
    unit = " ".join(word for word in words[1:] if not is_mark(word)).lower()
    if not 3 <= value <= 120 or not _YEARS.fullmatch(unit) or predicate.is_negated or predicate.is_past:
        return None
    return Draft(PROFILE, (*be_words(predicate), words[0], "years", "old"), "age", 0.95, AS_OF)


def _name(words: Words, predicate: Predicate) -> Draft | None:
    words = words[1:] if words[0].lower() in ("called", "named") else words
    name = naming.name_in(words, is_sure=False)
    if (
        not name
        or predicate.is_negated
        or predicate.is_past
        or len(name) > 3
        or (len(words) > len(name) and words[len(name)].lower() not in PREPOSITIONS)
    ):
        return None
    return Draft(PROFILE, ("is", *name), "name", 0.9, subject="The user's name")


def _with_kin(words: Words, predicate: Predicate) -> Draft | None:
    """`am a single parent , two boys aged 7 and 10`."""
    is_counted = words[0].lower() in NUMBER_WORDS.keys() - {"a", "an"} or words[0].isdigit()
    if (
        predicate.finite != "am"
        or not is_counted
        or head(words) not in FAMILY | PETS | {"boys", "girls"}
        or predicate.is_negated
    ):
        return None
    return Draft(FACT, ("has", *words), "", 0.85)


def _related(words: Words, predicate: Predicate) -> Draft | None:
    text = " ".join(words).lower()
    opening = next((one for one in (*_LIKINGS, *_RELATIONS) if text.startswith(one + " ")), "")
    what = words[len(opening.split()) :]
    if predicate.is_past and opening not in ("responsible for", "in charge of", "married to", "engaged to"):
        return None
    if opening in ("responsible for", "in charge of") and what[:1] == ("the",):
        return Draft(FACT, (*be_words(predicate), *words), "", 0.85) if stands_alone(what[1:]) else None
    if not opening or not stands_alone(what) or what[0].lower() in ("how", "what", "whether", "if", "making"):
        return None
    kind = PREFERENCE if opening in _LIKINGS else FACT
    return Draft(kind, (*be_words(predicate), *words), "", 0.85)


def likings(draft: Draft) -> list[Draft]:
    """`interested in chess and fine wine`, `allergic to nuts and eggs`: one statement for each."""
    is_allergy = draft.slot.startswith("allergy_")
    at = next((place for place, word in enumerate(draft.words) if word.lower() in PREPOSITIONS), 0)
    if not (draft.type == PREFERENCE or is_allergy) or not at:
        return [draft]
    members = split_list(draft.words[at + 1 :])
    return [
        Draft(
            draft.type,
            (*draft.words[: at + 1], *member),
            f"allergy_{slug(member)}" if is_allergy else "",
            draft.confidence,
        )
        for member in members
    ]


_READERS: tuple[Callable[[Words, Predicate], Draft | None], ...] = (
    _age, _with_kin, conditions.measure, conditions.passive, conditions.sensitive, conditions.state, conditions.availability, _related, placed.of, roles.role,
)  # fmt: skip
