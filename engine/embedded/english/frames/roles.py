"""What somebody is by occupation, kinship or character: the nouns behind a `be`."""

import re

from engine.embedded.english.frames.draft import (
    AS_OF,
    CONSTRAINT,
    FACT,
    PREFERENCE,
    PROFILE,
    Draft,
    Words,
    be_words,
)
from engine.embedded.english.nouns import article, head, stands_alone
from engine.embedded.english.verbs import Predicate
from engine.embedded.english.vocabulary import (
    DIETS,
    JOBS,
    PARENTHOOD,
    PREPOSITIONS,
    TRAIT_NOUNS,
    words_of,
)  # fmt: skip

_FIRMS = words_of(
    "company startup start-up scale-up firm agency manufacturer supplier distributor retailer reseller wholesaler importer exporter consultancy nonprofit non-profit charity bakery "
    "shop studio practice clinic hospital school university college restaurant cafe café hotel chain brewery winery farm bank insurer brokerage business enterprise sme group "
    "cooperative co-op foundation publisher label garage workshop factory mill laboratory lab pharmacy gym salon dealership integrator vendor carrier airline provider "
    "nursery museum marketplace store producer employer operator"
)
_HEADS = words_of("head vp chief chair chairman chairwoman chairperson dean president treasurer partner")


def role(words: Words, predicate: Predicate) -> Draft | None:
    """An occupation, a kinship, a trait, a diet said as a noun, or what somebody is a fan of."""
    first, main = words[0].lower(), head(words)
    told = _fan_or_sibling(words, main, predicate)
    if told is not None or first in ("both", "one") or (words[0][0].isupper() and first not in ("a", "an", "the")):
        return told
    if first == "the" and not {"of", "at"} & set(words):
        return None
    is_companys = predicate.finite == "are" and first in ("a", "an", "the")
    said = (*be_words(predicate), *(() if first in ("a", "an", "the") else (article(first),)), *words)
    if (main in _FIRMS or (is_companys and main == "team")) and not predicate.is_negated:
        return _company(said, main)
    if main in DIETS and first not in PREPOSITIONS | {"off"}:
        return Draft(CONSTRAINT, said, "diet", 0.95)
    if main in PARENTHOOD:
        return Draft(FACT, said, "family", 0.9)
    if main in TRAIT_NOUNS and first in ("a", "an"):
        return Draft(FACT, said, "", 0.9)
    is_machine = main in ("assistant", "model", "bot", "chatbot") and bool(
        {"ai", "language", "virtual"} & {word.lower() for word in words}
    )
    if is_machine or (main not in JOBS | _HEADS and not _ends_like_job(words, main)):
        return None
    is_aged = len(words) > 2 and bool(re.match(r"\d{1,3}-year-old", words[1]))
    return Draft(PROFILE, said, "occupation", 0.9 if is_aged else 0.95, AS_OF if is_aged else "")


def _company(said: Words, main: str) -> Draft:
    """`We are a bakery in Leeds`, `we are a team of six`."""
    if main == "team":
        return Draft(FACT, (said[0], "part", "of", *said[1:]), "", 0.85)
    return Draft(FACT, said, "", 0.85, subject="The user's company")


def _fan_or_sibling(words: Words, main: str, predicate: Predicate) -> Draft | None:
    said = (*be_words(predicate), *words)
    if main == "fan" and len(words) > 2 and ("of" not in words or stands_alone(words[words.index("of") + 1 :])):
        return Draft(PREFERENCE, said, "", 0.9)
    is_place_in_row = (
        words[0].lower() == "the" and words[1:2] and words[1].lower() in ("youngest", "oldest", "eldest", "middle")
    )
    if (main == "child" and "only" in words) or (is_place_in_row and "of" in words):
        return Draft(FACT, said, "siblings", 0.9)
    return None


def _ends_like_job(words: Words, noun: str) -> bool:
    is_kind = words[0].lower() in ("a", "an") and any(word.lower() in JOBS for word in words)
    return is_kind or noun.endswith(
        ("ologist", "ician", "engineer", "worker", "keeper", "maker", "therapist", "grapher", "smith", "wright")
    )


def employer_apart(draft: Draft) -> list[Draft]:
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
