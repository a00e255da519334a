"""What somebody cannot, must not or must: food, hours, money, deadlines; and what they are able to do."""

import re
from itertools import pairwise

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames import liking
from engine.embedded.english.frames.draft import CONSTRAINT, FACT, Draft, Words, slug
from engine.embedded.english.nouns import head, split_list, stands_alone
from engine.embedded.english.verbs import Predicate, agree, third
from engine.embedded.english.vocabulary import LANGUAGES, WEEKDAYS, words_of

_INTAKE = words_of("eat drink tolerate digest have take consume")
_BARRED = _INTAKE | words_of(
    "use attend work travel fly drive swim afford lift exceed spend run walk climb share install access ski dance cook smell meet read ride deploy process accept "
    "receive pay ship deliver sell export import sign store host offer commit operate take"
)
_ABSTRACT = words_of(
    "life work lunch dinner breakfast part place care stock day break nap it time access regrets plans idea clue kids children"
)
_SKILLS = words_of(
    "speak play drive swim cook code program ski ride dance sing draw paint fly type knit juggle sail read write surf skate bake sew"
)
ABSTAINED = words_of("fly swim cook eat drink smoke consume use watch wear drive celebrate")


def cannot(predicate: Predicate) -> list[Draft]:
    """What the body, the purse or the diary forbids; `cannot decide`, `cannot find it` say nothing lasting."""
    if predicate.verb in ("stand", "bear") or (
        predicate.verb == "" and predicate.rest[:1] and "stand" in predicate.words
    ):
        return liking.cannot_stand(predicate)
    rest = predicate.rest
    if (
        predicate.verb in ("do", "make", "come")
        and any(word.lower().rstrip("s") in WEEKDAYS for word in rest)
        and not is_dated(rest)
    ):
        return [Draft(CONSTRAINT, predicate.words, f"cannot_{slug((predicate.verb, *rest))}", 0.9)]
    if predicate.verb not in _BARRED or (rest and head(rest) in _ABSTRACT):
        return []
    if not rest:
        return (
            [Draft(CONSTRAINT, predicate.words, f"cannot_{predicate.verb}", 0.9)]
            if predicate.verb in ("swim", "drive", "fly", "cook", "read", "ski")
            else []
        )
    if not stands_alone(tuple(word for word in rest if not is_mark(word))):
        return []
    verb = predicate.words[: len(predicate.words) - len(rest)]
    return [
        Draft(CONSTRAINT, (*verb, *member), f"cannot_{slug((predicate.verb, *member))}", 0.95)
        for member in split_list(rest)
    ]


def able(predicate: Predicate) -> list[Draft]:
    """A skill, or with `only` the bounds of what is possible."""
    if "only" in predicate.words and predicate.verb in _BARRED | _DOABLE and stands_alone(predicate.rest):
        return [Draft(CONSTRAINT, predicate.words, f"only_{predicate.verb}", 0.9)]
    if predicate.verb in ("go", "spend") and predicate.rest[:2] == ("up", "to"):
        return [Draft(CONSTRAINT, predicate.words, "budget", 0.9)]
    if (
        predicate.verb not in _SKILLS
        or not stands_alone(predicate.rest)
        or (predicate.verb == "speak" and not any(word.lower() in LANGUAGES for word in predicate.rest))
    ):
        return []
    verb = predicate.words[: len(predicate.words) - len(predicate.rest)]
    return [Draft(FACT, (*verb, *member), "", 0.85) for member in split_list(predicate.rest)]


_DOABLE = words_of("do meet talk make join come work")


def never_learned(predicate: Predicate) -> list[Draft]:
    """`never learned to drive`."""
    is_told = (
        predicate.is_negated
        and (predicate.is_past or predicate.is_perfect)
        and "never" in predicate.words
        and len(predicate.rest) > 1
    )
    return (
        [Draft(FACT, agree(predicate.words), "", 0.9)] if is_told and predicate.rest[0].lower() in ("to", "how") else []
    )


def abstains(predicate: Predicate) -> list[Draft]:
    """`do not eat meat`, `never drink coffee`, `do not smoke`."""
    rest = predicate.rest
    verb = agree(predicate.words[: len(predicate.words) - len(rest)])
    if not rest:
        return (
            [Draft(FACT, verb, third(predicate.verb), 0.9)]
            if predicate.verb in ("smoke", "drink", "drive", "fly", "swim", "cook")
            else []
        )
    if not stands_alone(rest) or head(rest) in _ABSTRACT:
        return []
    kind = CONSTRAINT if predicate.verb in ("eat", "drink", "consume") and not predicate.is_perfect else FACT
    return [
        Draft(kind, (*verb, *member), f"no_{slug(member)}" if kind == CONSTRAINT else "", 0.95)
        for member in split_list(rest)
    ]


def must(predicate: Predicate) -> list[Draft]:
    """A duty with a date, a diet, or a rule of the body: `have to take insulin`, `must finish by Friday`."""
    rest, words = predicate.rest, predicate.words
    if predicate.modal != "must" and rest[:1] == ("to",):
        rest = rest[1:]
        verb = rest[0].lower() if rest else ""
        rest = rest[1:]
    else:
        verb = predicate.verb
    bare = tuple(word for word in rest if not is_mark(word))
    is_dated = len(bare) < len(rest) or any(word.lower() in ("every", "by", "before", "until") for word in rest)
    is_rule = (
        verb
        in (
            "avoid",
            "take",
            "wear",
            "use",
            "eat",
            "follow",
            "inject",
            "keep",
            "store",
            "host",
            "comply",
            "encrypt",
            "retain",
            "archive",
        )
        and stands_alone(bare)
        and head(bare) not in _ABSTRACT
    )
    is_duty = (
        is_dated
        and verb in words_of("finish submit deliver leave pick attend pay renew return be take complete")
        and stands_alone(bare)
    )
    if not (is_rule or is_duty) or predicate.is_past:
        return []
    return [Draft(CONSTRAINT, agree(words), f"must_{slug((verb, *bare))}", 0.85)]


def needs(predicate: Predicate) -> list[Draft]:
    """`need invoices as PDF`, `need step-free access`, `need everything in writing`: in what form, not what for the moment."""
    if predicate.is_past or predicate.is_negated or predicate.modal:
        return []
    rest = _to_comma(tuple(word for word in predicate.rest if not is_mark(word)))
    if not rest or rest[0].lower() in _VAGUE or not (_is_form(rest) or _is_rule(rest) or head(rest) in _ACCESS):
        return []
    return [
        Draft(
            CONSTRAINT,
            (*agree(predicate.words[: len(predicate.words) - len(predicate.rest)]), *rest),
            f"needs_{slug(rest)}",
            0.85,
        )
    ]


def _to_comma(rest: Words) -> Words:
    at = next((place for place, word in enumerate(rest) if word == ","), len(rest))
    return rest[:at]


def _is_form(rest: Words) -> bool:
    """`invoices as PDF`, `everything in writing`."""
    at = next((place for place, word in enumerate(rest) if place and word.lower() in ("as", "in", "by", "with")), 0)
    is_kind = bool(at) and (rest[at - 1].endswith("s") or rest[0].lower() in ("everything", "all"))
    return is_kind and stands_alone(rest[at + 1 :])


def _is_rule(rest: Words) -> bool:
    """`receipts for every purchase`, `delivery before 8am`."""
    if rest[0].lower() in ("a", "an", "the") or not stands_alone(rest):
        return False
    pairs = list(pairwise(word.lower() for word in rest))
    for_each = any(first == "for" and second in ("every", "each", "all") for first, second in pairs)
    by_hour = any(first in ("before", "after", "by") and _HOUR.fullmatch(second) for first, second in pairs)
    return for_each or by_hour


_VAGUE = words_of("tips ideas suggestions answers examples details help the these this some your")
_HOUR = re.compile(r"\d{1,2}(?:[:.]\d{2})?(?:am|pm)?|noon|midnight|midday", re.IGNORECASE)
_ACCESS = words_of("access accessibility interpreter captions subtitles parking wheelchair glasses")


def avoids(predicate: Predicate) -> list[Draft]:
    if not stands_alone(predicate.rest) or predicate.is_past or predicate.is_negated:
        return []
    verb = agree(predicate.words[: len(predicate.words) - len(predicate.rest)])
    return [
        Draft(CONSTRAINT, (*verb, *member), f"avoids_{slug(member)}", 0.85)
        for member in split_list(predicate.rest)
        if stands_alone(member)
    ]


def only(predicate: Predicate) -> list[Draft]:
    """`only eat halal food`, `only work mornings`."""
    rest = predicate.rest
    if not stands_alone(rest) or predicate.verb not in _INTAKE | {"work", "use", "drink"} or predicate.verb == "have":
        return []
    return [Draft(CONSTRAINT, agree(predicate.words), f"only_{predicate.verb}", 0.9)]
