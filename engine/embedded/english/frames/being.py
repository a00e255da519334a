"""What somebody is: name, age, occupation, origin, place, diet, traits – the complements of `be`."""

import re
from collections.abc import Callable

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames import naming
from engine.embedded.english.frames.draft import (
    AS_OF,
    CONSTRAINT,
    EPISODE,
    FACT,
    MENTIONED,
    PREFERENCE,
    PROFILE,
    Draft,
    Words,
    slug,
)
from engine.embedded.english.nouns import head, split_list, stands_alone
from engine.embedded.english.verbs import Predicate, is_adverb
from engine.embedded.english.vocabulary import (
    DEMONYMS,
    DIETS,
    FIELDS,
    JOBS,
    MONTHS,
    NUMBER_WORDS,
    PARENTHOOD,
    PREPOSITIONS,
    STATES,
    TRAIT_NOUNS,
    WEEKDAYS,
    words_of,
)  # fmt: skip

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
    "terrified of", "married to", "engaged to", "responsible for", "in charge of", "familiar with", "new to", "used to", "involved in",
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
_DECADES = words_of("twenties thirties forties fifties sixties seventies eighties 20s 30s 40s 50s 60s 70s 80s")
_YEARS = re.compile(r"(?:years? old|years? of age|yo|y/o|yrs old|)")


def of(predicate: Predicate) -> list[Draft]:
    """The statements in the complement of a `be`; what is past is kept only for jobs and states."""
    if not predicate.rest or predicate.modal:
        return []
    rest = _without_degree(predicate.rest)
    drafts = [draft for part in _complements(rest) if (draft := _complement(part, predicate)) is not None]
    if predicate.is_past:
        return [
            draft if draft.type == EPISODE else Draft(FACT, draft.words, "", draft.confidence, draft.stamp)
            for draft in drafts
        ]
    return [draft for one in drafts for draft in _employer_apart(one)]


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


def _be(predicate: Predicate) -> Words:
    if "no longer" in predicate.words:
        return ("is", "no longer")
    if predicate.is_perfect:
        return ("has", "not", "been") if predicate.is_negated else ("has", "been")
    verb = "was" if predicate.is_past else "is"
    return (verb, "not") if predicate.is_negated else (verb,)


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
    value = int(number) if number.isdigit() else NUMBER_WORDS.get(number, 0) if number not in ("a", "an") else 0
    unit = " ".join(word for word in words[1:] if not is_mark(word)).lower()
    if not 3 <= value <= 120 or not _YEARS.fullmatch(unit) or predicate.is_negated or predicate.is_past:
        return None
    return Draft(PROFILE, (*_be(predicate), words[0], "years", "old"), "age", 0.95, AS_OF)


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


def _noun(words: Words, predicate: Predicate) -> Draft | None:
    first, be = words[0].lower(), _be(predicate)
    noun = head(words)
    if (noun == "fan" and len(words) > 2) and ("of" not in words or stands_alone(words[words.index("of") + 1 :])):
        return Draft(PREFERENCE, (*be, *words), "", 0.9, is_negated=predicate.is_negated)
    if (noun == "child" and "only" in words) or (
        first == "the" and words[1].lower() in ("youngest", "oldest", "eldest", "middle") and "of" in words
    ):
        return Draft(FACT, (*be, *words), "siblings", 0.9)
    if words[0][0].isupper() and first not in ("a", "an", "the"):
        return None
    article: Words = () if first in ("a", "an", "the", "both", "one") else ("a",)
    if first in ("both", "one") or (first == "the" and "of" not in words and "at" not in words):
        return None
    if noun in DIETS:
        return Draft(CONSTRAINT, (*be, *article, *words), "diet", 0.95)
    if noun in PARENTHOOD or (noun in TRAIT_NOUNS and first in ("a", "an")):
        return Draft(FACT, (*be, *article, *words), _trait_slot(noun), 0.9)
    if noun not in JOBS and not _ends_like_job(words, noun):
        return None
    aged = re.match(r"(\d{1,3})-year-old", words[1]) if len(words) > 2 else None
    return Draft(PROFILE, (*be, *article, *words), "occupation", 0.95 if not aged else 0.9, AS_OF if aged else "")


def _trait_slot(noun: str) -> str:
    return "family" if noun in PARENTHOOD else ""


def _ends_like_job(words: Words, noun: str) -> bool:
    is_kind = words[0].lower() in ("a", "an") and any(word.lower() in JOBS for word in words)
    return is_kind or noun.endswith(
        ("ologist", "ician", "engineer", "worker", "keeper", "maker", "therapist", "grapher", "smith", "wright")
    )


def _place(words: Words, predicate: Predicate) -> Draft | None:
    first, rest = words[0].lower(), words[1:]
    if first == "on" and rest and rest[-1].lower() in ("diet", "medication", "insulin"):
        return Draft(CONSTRAINT, (*_be(predicate), *words), "diet" if rest[-1].lower() == "diet" else "", 0.9)
    if first in ("based", "located", "living") and rest and rest[0].lower() in ("in", "near", "at", "out"):
        return Draft(PROFILE, (*_be(predicate), *words), "location", 0.95)
    if first == "to" and predicate.is_perfect and rest and rest[0][0].isupper():
        return Draft(FACT, (*_be(predicate), *words), "", 0.85)
    if first == "from" and rest and any(word[0].isupper() for word in rest):
        return Draft(PROFILE, (*_be(predicate), *words), "hometown", 0.9)
    if first == "in" and rest and rest[0].lower() in FIELDS and len(rest) <= 2:
        return Draft(
            PROFILE, ("works", *words) if not predicate.is_negated else (*_be(predicate), *words), "industry", 0.85
        )
    if first == "in" and rest and rest[0][0].isupper() and is_dated(words):
        return Draft(EPISODE, (*_be(predicate), *words), "", 0.85)
    if (
        first == "in"
        and rest
        and rest[0][0].isupper()
        and rest[0].lower() not in MONTHS | WEEKDAYS
        and not any(is_mark(word) for word in words)
    ):
        return Draft(PROFILE, (*_be(predicate), *words), "location", 0.8)
    return None


def _sensitive(words: Words, predicate: Predicate) -> Draft | None:
    text = " ".join(words).lower()
    opening = next((one for one in _SENSITIVE if text.startswith(one)), "")
    if not opening:
        return None
    what = words[len(opening.split()) :]
    topic = slug(what) or opening.split()[0]
    return Draft(CONSTRAINT, (*_be(predicate), *words), f"allergy_{topic}", 0.95)


def _state(words: Words, predicate: Predicate) -> Draft | None:
    first = words[0].lower()
    bare = tuple(word for word in words if not is_mark(word))
    text = " ".join(bare).lower()
    if first in DIETS and (len(bare) == 1 or bare[1].lower() in ("intolerant", "since", "for", "free")):
        return Draft(
            CONSTRAINT, (*_be(predicate), *words), "diet" if "intolerant" not in text else f"allergy_{first}", 0.95
        )
    if first in DEMONYMS and len(bare) == 1:
        return Draft(PROFILE, (*_be(predicate), *words), "nationality", 0.9)
    if first in STATES and (len(bare) == 1 or bare[1].lower() in ("to", "since", "for", "and")):
        return Draft(
            FACT,
            (*_be(predicate), *words),
            "marital_status" if first in ("married", "single", "divorced", "engaged", "widowed") else "",
            0.9,
        )
    return None


def _related(words: Words, predicate: Predicate) -> Draft | None:
    text = " ".join(words).lower()
    opening = next((one for one in (*_LIKINGS, *_RELATIONS) if text.startswith(one + " ")), "")
    what = words[len(opening.split()) :]
    if predicate.is_past and opening not in ("responsible for", "in charge of", "married to", "engaged to"):
        return None
    if opening in ("responsible for", "in charge of") and what[:1] == ("the",):
        return Draft(FACT, (*_be(predicate), *words), "", 0.85) if stands_alone(what[1:]) else None
    if not opening or not stands_alone(what) or what[0].lower() in ("how", "what", "whether", "if", "making"):
        return None
    kind = PREFERENCE if opening in _LIKINGS else FACT
    return Draft(kind, (*_be(predicate), *words), "", 0.85, is_negated=predicate.is_negated)


def _employer_apart(draft: Draft) -> list[Draft]:
    """`a developer at Acme` tells two things: each must be able to change without the other."""
    if draft.slot != "occupation" or {"student", "undergraduate", "intern", "trainee"} & set(draft.words):
        return [draft]
    at = next(
        (
            place
            for place, word in enumerate(draft.words)
            if word.lower() in ("at", "for") and place + 1 < len(draft.words)
        ),
        0,
    )
    if not at or not draft.words[at + 1][0].isupper() or "not" in draft.words:
        return [draft]
    verb = "worked" if draft.words[0] == "was" else "works"
    return [
        Draft(PROFILE, draft.words[:at], "occupation", draft.confidence, draft.stamp),
        Draft(PROFILE, (verb, *draft.words[at:]), "employer", draft.confidence),
    ]


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
            is_negated=draft.is_negated,
        )
        for member in members
    ]


def _passive(words: Words, predicate: Predicate) -> Draft | None:
    """`was laid off`, `have been diagnosed with asthma`, `am on parental leave until May`."""
    text = " ".join(words).lower()
    if text.startswith("diagnosed with ") and stands_alone(words[2:]):
        return Draft(FACT, (*_be(predicate), *words), "", 0.95)
    if (predicate.is_past or predicate.is_perfect) and text.startswith(_SUFFERED) and not predicate.is_negated:
        return Draft(EPISODE, (*_be(predicate), *words), "", 0.85, MENTIONED)
    is_away = words[0].lower() == "away" or (
        len(words) > 1
        and words[0].lower() == "on"
        and any(word.lower() in ("vacation", "holiday", "leave", "sabbatical") for word in words[1:3])
    )
    return Draft(EPISODE, (*_be(predicate), *words), "", 0.85) if is_away and is_dated(words) else None


def _measure(words: Words, predicate: Predicate) -> Draft | None:
    """`1.80 m tall`, `in my thirties`."""
    if words[-1].lower() == "tall" and any(sign.isdigit() for sign in words[0]):
        return Draft(PROFILE, (*_be(predicate), *words), "height", 0.9)
    if len(words) >= 3 and words[0].lower() == "in" and words[1].lower() == "my" and words[-1].lower() in _DECADES:
        return Draft(PROFILE, (*_be(predicate), *words), "age", 0.85, AS_OF)
    return None


_READERS: tuple[Callable[[Words, Predicate], Draft | None], ...] = (
    _age,
    _measure,
    _passive,
    _sensitive,
    _state,
    _related,
    _place,
    _noun,
    _name,
)
