"""What is the user's: `my name is`, `my daughter goes to school`, `our company sells`, `my favourite band is`."""

from dataclasses import replace

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames import being, naming
from engine.embedded.english.frames.draft import (
    AS_OF,
    CONSTRAINT,
    EPISODE,
    FACT,
    GOAL,
    MENTIONED,
    PREFERENCE,
    PROFILE,
    Draft,
    Words,
    slug,
)
from engine.embedded.english.nouns import head, stands_alone
from engine.embedded.english.verbs import Predicate
from engine.embedded.english.vocabulary import (
    APPOINTMENTS,
    BELONGINGS,
    BODY,
    BUSINESS,
    FAMILY,
    JOBS,
    LANGUAGES,
    NUMBER_WORDS,
    ORGANISATION,
    OTHER_PEOPLE,
    PETS,
    words_of,
)

_PROFILE_SLOTS = {
    "age": "age", "birthday": "birthday", "birthdate": "birthday", "job": "occupation", "occupation": "occupation", "profession": "occupation", "role": "occupation",
    "title": "occupation", "position": "occupation", "employer": "employer", "hometown": "hometown", "nationality": "nationality", "language": "language",
    "tongue": "language", "major": "education", "degree": "education", "university": "education", "height": "height", "timezone": "timezone", "zone": "timezone",
    "pronouns": "pronouns", "address": "address", "hours": "working_hours", "nickname": "nickname", "surname": "surname", "gender": "gender", "industry": "industry", "religion": "religion",
}  # fmt: skip
_NAME_KINDS = words_of("name full first last real given family middle own")
_HOBBIES = words_of("hobby hobbies interest interests passion passions pastime")
_AIMS = words_of("goal goals dream aim ambition plan resolution target")
_LIMITS = words_of("budget deadline diet limit")
_KEPT = FAMILY | PETS | BELONGINGS | ORGANISATION | BUSINESS | BODY
_TELLING_VERBS = words_of(
    "be have like love enjoy prefer hate dislike work live study speak play go attend own use make sell build drive need want teach learn run collect weigh eat drink "
    "expect come turn ship export import specialise specialize focus operate supply distribute manufacture employ treat end close open handle buy invoice include cover consist process "
    "accept store host cost expire span total amount exceed belong date process bill charge "
    "suffer cook sing train help offer produce develop serve move marry graduate retire start die"
)
_AT_WORK = words_of(
    "assistant accountant lawyer solicitor gp doctor dentist therapist landlord ceo cto cfo coo supervisor mentor coach rep contact counterpart lead director"
)
_RATED = words_of(
    "time times rate rates price prices fee fees shift shifts volume volumes costs sales spend"
)  # lead times, day rate
_EVENT_VERBS = words_of(
    "die move marry graduate retire start switch migrate acquire raise open launch close merge rebrand hire win lose expand relocate adopt buy sell sign pass fail "
    "break join finish visit turn release get leave build replace upgrade begin expire"
)
_DAMAGED = words_of(
    "stolen broken flooded damaged hacked burgled robbed cancelled canceled postponed acquired sold moved delayed destroyed lost"
)
_PASSING = words_of(
    "excited thrilled exhausted stressed worried nervous anxious proud busy here there away sick tired sad angry happy upset mad asleep worried great good nice fine bad amazing awesome broken slow down okay ok beautiful delicious crazy late early ready full bored boring stable important"
)


def of(subject: Words, predicate: Predicate) -> list[Draft]:
    """`subject` as said, beginning with `my` or `our`."""
    owned = subject[1:]
    noun = head(owned)
    if not owned or not predicate.rest or predicate.modal in ("could", "would", "might", "may", "should"):
        return []
    if owned[0].lower() in ("favourite", "favorite") and predicate.verb == "be" and not predicate.is_past:
        return _favourite(owned, predicate)
    if predicate.verb == "be" and noun == "name" and len(owned) <= 2 and owned[0].lower() in _NAME_KINDS:
        return _own_name(owned, predicate)
    if noun in APPOINTMENTS - _LIMITS:
        return _appointment(predicate)
    if noun in OTHER_PEOPLE | _AT_WORK:
        return _acquaintance(predicate)
    is_anothers = any(word.endswith(("'s", "s'")) for word in owned)
    if not is_anothers and noun in _HOBBIES | _AIMS | _LIMITS | _PROFILE_SLOTS.keys() and len(owned) <= 4:
        return _attribute(noun, predicate)
    if _is_kept(owned, noun):
        return _of_kept(subject, noun, predicate)
    return []


def _acquaintance(predicate: Predicate) -> list[Draft]:
    """`my boss is Dana Whitfield`: who it is; what else other people do is theirs."""
    rest = predicate.rest[1:] if predicate.rest[0].lower() in ("called", "named") else predicate.rest
    is_named = bool(naming.name_in(rest, is_sure=False)) and len(rest) <= 4
    is_told = predicate.verb == "be" and not predicate.is_past and not predicate.is_negated
    return [Draft(FACT, predicate.words, "", 0.85)] if is_told and is_named else []


def _appointment(predicate: Predicate) -> list[Draft]:
    """`my flight leaves on 12 March`, `our contract runs until 2026`."""
    is_written = is_dated(predicate.rest) or any(word.isdigit() and len(word) == 4 for word in predicate.rest)
    is_event = predicate.verb in ("be", "leave", "start", "begin", "end", "run", "expire") and not predicate.is_past
    return [Draft(EPISODE, predicate.words, "", 0.85)] if is_written and is_event else []


def _is_kept(owned: Words, noun: str) -> bool:
    """Family, animals, belongings and the organisation; `my daughter's name` and `my dog Rex` too."""
    owners = [word.lower().removesuffix("'s") for word in owned if word.endswith("'s")]
    if any(owner not in _KEPT and not owner[0].isupper() for owner in owners):
        return False  # my neighbour's cat
    named = len(owned) >= 2 and owned[-1][0].isupper() and owned[-2].lower() in FAMILY | PETS
    named = named or (noun in _RATED and len(owned) >= 2)
    return noun in _KEPT or named or (bool(owners) and noun in words_of("name names birthday age school job birthdays"))


def _favourite(owned: Words, predicate: Predicate) -> list[Draft]:
    thing = owned[1:]
    rest = predicate.rest
    if not stands_alone(rest) or (not thing and len(rest) < 1):
        return []
    words = ("is" if predicate.finite == "is" else "are", *rest)
    return [Draft(PREFERENCE, words, f"favourite_{slug(thing)}" if thing else "", 0.9)] if thing else []


def _own_name(owned: Words, predicate: Predicate) -> list[Draft]:
    name = naming.name_in(predicate.rest, is_sure=True)
    if not name or predicate.is_negated or predicate.is_past:
        return []
    if predicate.rest[len(name) : len(name) + 1] == (",",):  # my name is Ravi , 29 , backend developer at Zoho
        told = [
            replace(draft, subject="The user")
            for draft in being.of(replace(predicate, rest=predicate.rest[len(name) + 1 :]))
        ]
    else:
        told = []
    slot = {"last": "surname", "first": "first_name", "middle": "middle_name"}.get(owned[0].lower(), "name")
    return [Draft(PROFILE, ("is", *name), slot, 0.98), *told]


def _attribute(noun: str, predicate: Predicate) -> list[Draft]:
    rest = predicate.rest
    bare = tuple(word for word in rest if not is_mark(word))
    if predicate.verb == "include" and noun in _HOBBIES and stands_alone(bare):
        return [Draft(PREFERENCE, predicate.words, "", 0.9)]
    if predicate.verb != "be" or predicate.is_past or not (bare or rest):
        return []
    words = (predicate.finite, *(("not",) if predicate.is_negated else ()), *rest)
    if noun in _PROFILE_SLOTS:
        return _profile(noun, words, bare)
    if noun in _LIMITS and is_dated(rest):
        return [Draft(CONSTRAINT, words, noun, 0.95)]
    if not stands_alone(bare) or bare[0].lower() in _PASSING:
        return []
    if noun in _LIMITS:
        return [Draft(CONSTRAINT, words, noun, 0.95)]
    return [Draft(GOAL if noun in _AIMS else PREFERENCE, words, "", 0.9)]


def _profile(noun: str, words: Words, bare: Words) -> list[Draft]:
    slot = _PROFILE_SLOTS[noun]
    if (
        not bare
        or is_dated(words)
        or bare[0].lower() in _PASSING
        or (noun in ("zone", "tongue", "language") and not stands_alone(bare))
    ):
        return []
    if (
        noun == "role"
        and len(bare) > 1
        and bare[0].lower() in ("mostly", "mainly", "largely", "in")
        and stands_alone(bare[1:])
    ):
        return [Draft(FACT, words, "", 0.85)]
    if slot == "occupation" and not (
        bare[0].lower() in ("a", "an", "to") or head(bare) in JOBS or all(word[0].isupper() for word in bare)
    ):
        return []
    if slot == "language" and not any(word.lower() in LANGUAGES for word in bare):
        return []
    return [Draft(PROFILE, words, slot, 0.95, AS_OF if noun == "age" else "")]


def _befell(predicate: Predicate) -> list[Draft]:
    """`our rabbit died last week`, `my laptop got stolen`, `our company switched from Salesforce to HubSpot`."""
    if (
        not (predicate.is_past or predicate.is_perfect)
        or predicate.is_negated
        or predicate.is_progressive
        or predicate.modal
    ):
        return []
    rest = tuple(word for word in predicate.rest if not is_mark(word))
    is_harm = predicate.verb in ("be", "get") and bool(rest) and rest[0].lower() in _DAMAGED
    if (
        predicate.verb == "be"
        and rest[:1]
        and rest[0].lower() in ("founded", "established", "started", "incorporated", "acquired")
    ):
        return [Draft(FACT, predicate.words, "", 0.9)]
    if is_harm or (predicate.verb == "die" and not rest):
        return [Draft(EPISODE, predicate.words, "", 0.85, MENTIONED)]
    is_told = (
        predicate.verb in _EVENT_VERBS
        and bool(rest)
        and stands_alone(rest[1:] if rest[0].lower() in ("to", "from", "in", "as") else rest)
    )
    if predicate.verb == "get" and rest[:1] not in (("married",), ("promoted",), ("divorced",), ("engaged",)):
        return []
    return [Draft(EPISODE, predicate.words, "", 0.85, MENTIONED)] if is_told else []


def _of_kept(subject: Words, noun: str, predicate: Predicate) -> list[Draft]:
    rest = tuple(word for word in predicate.rest if not is_mark(word))
    if predicate.verb == "pass" and rest[:1] == ("away",):
        return [Draft(FACT, predicate.words, "", 0.9)]
    befell = _befell(predicate)
    if befell or (predicate.verb not in _TELLING_VERBS and not predicate.is_negated):
        return befell
    if not rest or rest[0].lower() in _PASSING or not _tells(rest, predicate, noun):
        return []
    if predicate.verb == "go" and rest[0].lower() != "to":
        return []
    if predicate.is_past or predicate.modal in ("will", "can"):
        return []
    is_number = rest[0].lower() in NUMBER_WORDS.keys() - {"a", "an"} or rest[0].isdigit()
    dated = AS_OF if is_number and predicate.verb == "be" and len(rest) <= 3 else ""
    return [Draft(FACT, predicate.words, "", 0.85, dated)]


def _tells(rest: Words, predicate: Predicate, noun: str) -> bool:
    if predicate.verb != "be":
        return stands_alone(rest)
    first = rest[0].lower()
    if noun in BUSINESS and len(rest) == 1 and rest[0].islower():
        return False  # our data is wrong, our platform is slow
    if (first in NUMBER_WORDS or first.isdigit()) and first not in ("a", "an"):
        return True
    is_feeling = (
        len(rest) == 1 and first.endswith(("ed", "ing")) and first not in ("married", "retired", "divorced", "engaged")
    )
    return stands_alone(rest) and not is_feeling and first not in ("so", "too", "very", "really", "always")
