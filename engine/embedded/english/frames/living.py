"""Where somebody lives and comes from, what they work and study, what they speak."""

import re

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames.draft import AS_OF, EPISODE, FACT, PROFILE, Draft, Words, slug
from engine.embedded.english.nouns import head, stands_alone
from engine.embedded.english.verbs import Predicate, agree, is_adverb
from engine.embedded.english.vocabulary import FIELDS, JOBS, LANGUAGES, LEARNING, PREPOSITIONS, words_of

_TENSE_OF_DURATION = words_of("for over")
_NOT_WORK = words_of("hard out harder well together fine through")


def lives(predicate: Predicate) -> list[Draft]:
    """`live in Oslo`, `have lived in Oslo for two years`; once somebody lived elsewhere that is no location any more."""
    first = predicate.rest[0].lower() if predicate.rest else ""
    if first not in (
        "in",
        "at",
        "near",
        "on",
        "with",
        "alone",
        "outside",
        "by",
        "abroad",
        "close",
        "between",
    ) or not _is_told(predicate.rest[1:] or ("alone",)):
        return []
    is_named = first not in ("with", "alone") or any(word.lower() in ("in", "near", "at") for word in predicate.rest)
    is_place = is_named and not (predicate.is_past and not predicate.is_perfect)
    return [
        Draft(
            PROFILE if is_place else FACT,
            agree(predicate.words),
            "location" if is_place else "",
            0.95,
            _since(predicate),
        )
    ]


def moves(predicate: Predicate) -> list[Draft]:
    """A move that happened is the new location; one that is planned is a dated event."""
    rest = predicate.rest
    to = next(
        (place for place, word in enumerate(rest) if word.lower() in ("to", "into") and place + 1 < len(rest)), None
    )
    if to is None or predicate.is_negated or not _is_told(rest[to + 1 :]):
        return []
    has_moved = predicate.is_past or predicate.is_perfect
    if not has_moved:
        return []
    is_region = rest[to + 1][0].isupper() and rest[0].lower() not in ("my", "our", "the")  # moved our headquarters
    return [
        Draft(
            PROFILE if is_region else EPISODE,
            agree(predicate.words),
            "location" if is_region else "",
            0.9,
            "" if is_region else "mentioned",
        )
    ]


def works(predicate: Predicate) -> list[Draft]:
    """Occupation, employer, trade and hours are told apart, so that one can change without the others."""
    rest = predicate.rest
    if not rest or rest[0].lower() in _NOT_WORK or (predicate.is_progressive and rest[0].lower() == "with"):
        return []
    if not stands_alone(rest[1:] if rest[0].lower() == "the" else rest):
        return []
    verb = agree(predicate.words[: len(predicate.words) - len(rest)])
    drafts = [_work(verb, piece, predicate) for piece in _pieces(rest)]
    return [draft for draft in drafts if draft is not None]


def _pieces(rest: Words) -> list[Words]:
    """`as a nurse at Acme from home`: cut before `as`, `at`, `for` and `from`."""
    if rest[0].lower() == "on":
        return [rest]
    pieces: list[list[str]] = [[]]
    for place, word in enumerate(rest):
        is_start = word.lower() in ("as", "at", "from") or (
            word.lower() == "for" and rest[place + 1 : place + 2] and rest[place + 1][0].isupper()
        )
        if is_start and any(not is_adverb(said) for said in pieces[-1]):
            pieces.append([])
        pieces[-1].append(word)
    return [tuple(piece) for piece in pieces]


def _work(verb: Words, piece: Words, predicate: Predicate) -> Draft | None:
    first, noun = piece[0].lower(), head(piece[1:]) if len(piece) > 1 else ""
    is_now = not predicate.is_past or predicate.is_perfect
    kind = PROFILE if is_now else FACT
    if first == "as" and len(piece) > 1:
        return Draft(kind, (*verb, *piece), "occupation" if is_now else "", 0.95, _since(predicate))
    if (
        first in ("at", "for")
        and len(piece) > 1
        and noun not in ("night", "least", "hours", "years", "home", "day", "moment")
    ):
        return (
            Draft(kind, (*verb, *piece), "employer" if is_now else "", 0.95, _since(predicate))
            if _is_told(piece[1:]) and noun != "company"
            else None
        )
    if first == "in" and len(piece) > 1:
        if any(word.lower() in FIELDS for word in piece[1:3]):
            return Draft(kind, (*verb, *piece), "industry" if is_now else "", 0.9, _since(predicate))
        return Draft(FACT, (*verb, *piece), "", 0.85, _since(predicate)) if _is_told(piece[1:]) else None
    if all(is_mark(word) for word in piece) or (first == "on" and not stands_alone(piece[1:])):
        return None
    return Draft(FACT, (*verb, *piece), "", 0.85, _since(predicate))


def studies(predicate: Predicate) -> list[Draft]:
    rest = tuple(word for word in predicate.rest if not is_mark(word))
    if not rest or not stands_alone(rest) or rest[0].lower() in ("hard", "well"):
        return []
    return [Draft(PROFILE, agree(predicate.words), "education", 0.85)]


def holds(predicate: Predicate) -> list[Draft]:
    """`hold a PhD in physics`, `dropped out of college`."""
    is_degree = predicate.verb == "hold" and head(predicate.rest) in LEARNING
    has_left = predicate.verb == "drop" and predicate.rest[:2] == ("out", "of")
    return [Draft(PROFILE, agree(predicate.words), "education", 0.9)] if is_degree or has_left else []


def graduated(predicate: Predicate) -> list[Draft]:
    if not predicate.rest or not (predicate.is_past or predicate.is_perfect):
        return []
    return [Draft(PROFILE, agree(predicate.words), "education", 0.95)]


def speaks(predicate: Predicate) -> list[Draft]:
    """Each language on its own: a person may speak many."""
    if not any(word.lower() in LANGUAGES for word in predicate.rest):
        return []
    verb = agree(predicate.words[: len(predicate.words) - len(predicate.rest)])
    members = [tuple(part.split()) for part in re.split(r" ?, (?:and |but )?| and | but ", predicate.said)]
    told = [member for member in members if any(word.lower() in LANGUAGES for word in member)]
    return [
        Draft(
            FACT, (*verb, *member), f"speaks_{slug(tuple(word for word in member if word.lower() in LANGUAGES))}", 0.9
        )
        for member in told
    ]


def born(predicate: Predicate) -> list[Draft]:
    """`was born in 1990`, `was born in Lyon`."""
    rest = predicate.rest
    at = next((place for place, word in enumerate(rest) if word.lower() in ("born", "raised")), None)
    if at is None or len(rest) < at + 3:
        return []
    is_date = any(any(sign.isdigit() for sign in word) for word in rest) or any(is_mark(word) for word in rest)
    return [
        Draft(
            PROFILE, agree(predicate.words), "birthday" if is_date and rest[at].lower() == "born" else "hometown", 0.95
        )
    ]


def grew_up(predicate: Predicate) -> list[Draft]:
    if predicate.rest[:1] != ("up",) or len(predicate.rest) < 3:
        return []
    is_placed = predicate.rest[1].lower() in PREPOSITIONS and any(word[0].isupper() for word in predicate.rest)
    return [Draft(PROFILE if is_placed else FACT, agree(predicate.words), "hometown" if is_placed else "", 0.9)]


def turns(predicate: Predicate) -> list[Draft]:
    """`turned 40 yesterday`: an age with the day on which it began."""
    is_age = bool(predicate.rest) and predicate.rest[0].isdigit() and len(predicate.rest) <= 2
    return (
        [Draft(PROFILE, agree(predicate.words), "age", 0.95, AS_OF if not is_dated(predicate.words) else "")]
        if is_age and (predicate.is_past or predicate.is_perfect)
        else []
    )


def comes(predicate: Predicate) -> list[Draft]:
    if (
        predicate.rest[:1] != ("from",)
        or len(predicate.rest) < 2
        or not predicate.rest[1][0].isupper()
        or predicate.is_past
    ):
        return []
    return [Draft(PROFILE, agree(predicate.words), "hometown", 0.9)]


def teaches(predicate: Predicate) -> list[Draft]:
    if not stands_alone(predicate.rest) or predicate.is_negated or predicate.rest[0].lower() in ("me", "myself"):
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.85)]


def leads(predicate: Predicate) -> list[Draft]:
    """`run a bakery`, `manage a team of ten`, `lead the data platform`: what somebody answers for."""
    noun = head(predicate.rest)
    is_post = bool(
        {noun}
        & words_of(
            "team teams bakery shop store company business farm restaurant startup department group clinic project school cafe agency hotel gym"
        )
    )
    if not stands_alone(predicate.rest) or not (is_post or noun in JOBS):
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.9)]


def _since(predicate: Predicate) -> str:
    """A length of time is true on one day only."""
    said = [word.lower() for word in predicate.rest]
    has_length = any(
        said[place] in _TENSE_OF_DURATION
        and any(unit in said[place:] for unit in ("years", "year", "months", "weeks", "decade", "decades"))
        for place in range(len(said))
    )
    return AS_OF if has_length else ""


def _is_told(words: Words) -> bool:
    bare = tuple(word for word in words if not is_mark(word))
    return bool(bare) and stands_alone(bare[1:] if bare[0].lower() in PREPOSITIONS and len(bare) > 1 else bare)
