"""Whose clause it is: the user, something of the user's, or somebody else."""

from engine.embedded.english.dates import is_mark
from engine.embedded.english.prepare import SPEECH
from engine.embedded.english.tokens import SEPARATORS
from engine.embedded.english.verbs import base_of, is_adverb, is_ing, is_past, third
from engine.embedded.english.vocabulary import (
    BE,
    FOREIGN_PRONOUNS,
    HAVE,
    MODALS,
    OTHER_PEOPLE,
    PREPOSITIONS,
    SELF,
    SELF_OWN,
    SUBORDINATORS,
    words_of,
)  # fmt: skip

USER_ITSELF, OWN = "user", "own"
_OPENERS = words_of(
    "well okay ok yes yeah yep no oh ah hi hello hey hmm um uh haha lol sure great thanks also actually honestly frankly fyi so and but then plus "
    "however anyway besides furthermore additionally moreover basically personally unfortunately fortunately luckily sadly obviously though "
    "alright right indeed wow btw sorry correction p.s. ps edit update"
)
_AFTER_NO = words_of(
    "it it's its that that's this these those they he she there you the a an not because actually don't can't"
)
_OPENING_PHRASES = (
    "by the way", "to be honest", "in fact", "as for me", "for me", "in general", "on another note", "of course", "no problem", "you know",
    "just so you know", "for context", "for the record", "for your information", "as you know", "good morning", "good evening", "the thing is",
    "the fact is", "speaking of which", "in addition", "as a result", "that said", "most of the time", "please remember that", "remember that", "remember",
    "please note that", "note that", "keep in mind that", "please keep in mind that", "please remember", "don't forget that", "do not forget that",
    "i meant", "i mean", "what i meant is",
)  # fmt: skip
_TIME_NOUNS = words_of(
    "weekend weekends weekday weekdays morning mornings evening evenings afternoon afternoons night nights day days week weeks month months year years time lunch dinner "
    "breakfast work school monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays summer winter spring autumn "
    "pandemic lockdown covid childhood age university college holidays vacation"
)
_SHARES = words_of("most all some half both many majority two three four one none quarter third several")
_ABOUT = words_of("the about nearly almost roughly over around a vast great approximately")
_HABIT_LEADS = words_of("on in after before during every each at most from since until for")


def without_opener(words: list[str]) -> list[str]:
    """Leave out what only opens the talk: `Well`, `By the way`, `Actually`."""
    rest = list(words)
    while rest:
        text = " ".join(rest).lower() + " "
        phrase = next((one for one in _OPENING_PHRASES if text.startswith(one + " ")), "")
        if phrase:
            rest = rest[len(phrase.split()) :]
        elif _is_opener(rest):
            rest = rest[1:]
        else:
            break
    return rest


def _is_opener(words: list[str]) -> bool:
    """`No, I moved` and `no I moved` open a talk; `no more than 150 pounds` and `no sugar` deny something."""
    first, after = words[0].lower(), words[1].lower() if len(words) > 1 else ""
    if first == "no" and after:
        return words[1] in SELF or after in SEPARATORS | SELF_OWN | _OPENERS | _AFTER_NO
    return first in _OPENERS and (bool(after) or first != "right")


def subject_at(words: list[str]) -> tuple[str, int, int] | None:
    """Kind, start and end of the subject if it is the user or the user's; None for every other subject."""
    for place, word in enumerate(words):
        lower = word.lower()
        if word in SELF:
            return _self_at(words, place)
        if lower in SELF_OWN and (place == 0 or is_telling(words[:place]) or share_of(words[:place])):
            return _joint_at(words, place) or _own_at(words, place)
        if word == SPEECH or lower in SUBORDINATORS - {"after", "before", "since", "as", "until"}:
            return None
    return None


def share_of(words: list[str]) -> str:
    """`Most of`, `about half of`, `80% of` before what is the user's; '' for anything else."""
    if len(words) < 2 or words[-1].lower() != "of":
        return ""
    kind, before = words[-2].lower(), {word.lower() for word in words[:-2]}
    is_share = kind in _SHARES or (kind.endswith("%") and kind[0].isdigit())
    return " ".join(words) if is_share and before <= _ABOUT else ""


def _joint_at(words: list[str], place: int) -> tuple[str, int, int] | None:
    """`My friend and I`."""
    end = next((at for at in range(place + 2, min(place + 5, len(words))) if words[at] in SELF), None)
    return (USER_ITSELF, place, end + 1) if end is not None and words[end - 1].lower() == "and" else None


def _self_at(words: list[str], place: int) -> tuple[str, int, int] | None:
    before = words[:place]
    if place + 1 < len(words) and words[place + 1].lower() == "and":
        end = _companions_end(words, place + 2)
        return (USER_ITSELF, place, end) if end and not before else None
    if before and not (is_telling(before) or is_role(before)):
        return None
    return USER_ITSELF, place, place + 1


def _companions_end(words: list[str], start: int) -> int | None:
    if start >= len(words) or words[start].lower() not in SELF_OWN:
        return None
    return start + 2 if start + 2 < len(words) else None


def _own_at(words: list[str], place: int) -> tuple[str, int, int] | None:
    """`My daughter`, `our company`, `my dog's name`: up to the finite verb, which has to follow within a few words."""
    for end in range(place + 1, min(place + 7, len(words))):
        lower = words[end].lower()
        if end > place + 1 and is_finite(words, end):
            while end > place + 2 and is_adverb(words[end - 1]) and not is_mark(words[end - 1]):
                end -= 1
            return OWN, place, end
        if lower in SUBORDINATORS or words[end] in SEPARATORS:
            return None
    return None


def is_finite(words: list[str], at: int) -> bool:
    lower = words[at].lower()
    if lower in BE | HAVE | MODALS or lower in ("do", "does", "did"):
        return True
    if is_mark(words[at]) or is_ing(lower) or is_adverb(lower):
        return False
    base = base_of(lower)
    if not base:
        return False
    return lower == third(base) or is_past(lower) or (words[at - 1].lower().endswith("s") and lower == base and at >= 2)


def is_telling(lead: list[str]) -> bool:
    """Whether the words before a subject tell when or how often; anything else before it makes it no main clause."""
    if not lead:
        return True
    if all(is_adverb(word) or word == "," for word in lead):
        return True
    if lead[0].lower() not in _HABIT_LEADS or not any(
        is_mark(word) or word.isdigit() or word.lower() in _TIME_NOUNS for word in lead
    ):
        return False
    return not any(
        word in SELF or word.lower() in SUBORDINATORS - {"after", "before", "since", "until", "as"} for word in lead
    )


def is_role(lead: list[str]) -> bool:
    """`As a landlord` right before `I`."""
    return (
        3 <= len(lead) <= 7
        and lead[0].lower() == "as"
        and lead[1].lower() in ("a", "an")
        and not {"and", "that", "who"} & set(lead)
    )


def is_foreign(words: list[str]) -> bool:
    """Whether the words are a clause of somebody or something else."""
    if not words:
        return False
    lower = words[0].lower()
    if lower in FOREIGN_PRONOUNS and not (
        lower in ("one", "people", "both", "all", "most", "those", "that", "everything") and len(words) < 3
    ):
        return True
    if lower in SELF_OWN or is_ing(lower) or lower == "to" or lower in PREPOSITIONS or is_adverb(lower):
        return False
    if lower in OTHER_PEOPLE:
        return True
    return any(
        words[at].lower() in BE | {"has", "had", "would", "will", "can", "could"}
        and words[at - 1].lower() not in ("that", "which", "who")
        for at in range(1, len(words))
    )
