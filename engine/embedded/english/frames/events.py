"""What happened or is to happen: dated, never as if it still went on."""

from engine.embedded.english.dates import is_dated, is_mark
from engine.embedded.english.frames.draft import EPISODE, MENTIONED, Draft, Words
from engine.embedded.english.nouns import head, is_unnamed_work, stands_alone
from engine.embedded.english.verbs import Predicate, agree, base_of, is_adverb
from engine.embedded.english.vocabulary import words_of

_HAPPENINGS = words_of(
    "buy sell move visit travel go see watch read learn make cook attend join finish pass fail adopt break lose quit resign sign register apply "
    "receive win meet marry divorce retire start open launch publish write paint climb hike run swim fly drive ride donate inherit rent book order "
    "graduate celebrate move return move hire propose bake build design complete climb injure hurt crash catch leave form found play listen sing perform plant renovate "
    "present sprain twist fracture damage steal sponsor negotiate release acquire merge cancel postpone reschedule host close migrate onboard deploy ship raise interview "
    "renew relocate graduate deliver submit invest close rebrand cut reduce "
    "install upgrade replace switch change enroll enrol discover purchase recover participate record shoot travel bring eat try get take"
)
# So common in talk that the object has to be concrete.
_LOOSE = words_of("get take make try bring change go see start receive meet lose catch learn write discover")
_TALK_NOUNS = words_of(
    "note notes decision mistake effort sense progress look account advantage care break shower nap breath lot plan plans choice point news email message call answer reply "
    "suggestion suggestions sleep tired sick lost stuck ready home work bed idea weight knowledge lesson difficulties difficulty challenges step steps solution solutions "
    "opportunity opportunities obstacles problem problems place part day fun time mood way experience article today feedback explanation"
)
_STATIVE = words_of(
    "feel think know believe hope wish find seem look want need like love enjoy hate have be say tell ask hear notice realize realise understand"
)


def happened(predicate: Predicate) -> list[Draft]:
    """A past event in one sentence; the day stands in it, or the day on which it was told."""
    if (
        not (predicate.is_past or predicate.is_perfect)
        or predicate.verb not in _HAPPENINGS
        or predicate.is_negated
        or predicate.is_progressive
        or predicate.modal
    ):
        return []
    rest = tuple(word for word in predicate.rest if not is_mark(word))
    if not rest or _is_errand(predicate.verb, rest) or not _is_concrete(predicate.verb, rest):
        return []
    is_sure = is_dated(predicate.words) or any(word.isdigit() and len(word) == 4 for word in rest)
    if _is_trivial(predicate.verb, rest, is_sure=is_sure):
        return []
    return [Draft(EPISODE, agree(predicate.words), "", 0.85 if is_sure else 0.75, MENTIONED)]


def comes_up(predicate: Predicate) -> list[Draft]:
    """`fly to Rome on Friday`, `have surgery next week`: a present that means a dated future."""
    if (
        not is_dated(predicate.words)
        or predicate.is_negated
        or predicate.is_past
        or predicate.is_perfect
        or predicate.verb
        not in words_of(
            "fly leave start move travel graduate retire marry go begin return open launch close host celebrate exhibit relocate release migrate switch present merge"
        )
    ):
        return []
    bare = tuple(word for word in predicate.rest if not is_mark(word))
    return [Draft(EPISODE, agree(predicate.words), "", 0.85)] if stands_alone(_object(bare)) else []


def _is_trivial(verb: str, rest: Words, *, is_sure: bool) -> bool:
    """`watched a movie`, `went for a walk`: nothing that anybody would want to know later."""
    has_name = any(word[0].isupper() or ord(word[0]) >= 0xE200 for word in rest)
    if not has_name and (is_unnamed_work(rest) or head(_object(rest)) in ("walk", "stroll")):
        return True
    if (
        has_name
        or head(rest) in ("jobs", "job", "careers", "career", "schools", "surname", "provider", "bank")
        or verb
        in words_of(
            "sprain twist fracture damage present sign steal acquire raise merge cancel host injure buy sell adopt lose break join pass fail finish move rent hire open launch win book get quit marry adopt"
        )
    ):
        return False
    return len(rest) <= (2 if is_sure else 3)


_GOING = words_of("go travel move return fly drive")
_WAYS = words_of(
    "to on for in into with out hiking swimming skiing shopping camping climbing running fishing surfing mountain scuba sailing skating cycling dancing"
)
_TURNS_OF_LIFE = words_of("married engaged divorced promoted fired hired vaccinated accepted a an my new laid injured")
_HANDLED = words_of(
    "open close submit deliver cancel sign complete start replace release raise return receive order install upgrade"
)
_SUPPORT = words_of(
    "ticket tickets case request complaint order orders refund form page file files browser tab link session chat issue invoice update account app"
)
_OPEN_ENDS = words_of("to some more any up over in out on at with from about for around lot")


def _is_errand(verb: str, rest: Words) -> bool:
    """`opened a ticket`, `cancelled my order`, `quit in 2019`: support talk, or without what it was about."""
    is_support = verb in _HANDLED and head(_object(rest)) in _SUPPORT
    is_bare = rest[0].lower() in ("in", "on", "at", "since") and rest[1:2] and rest[1].isdigit()
    return is_support or (bool(is_bare) and verb in words_of("quit lose break buy sell sign win"))


def _is_concrete(verb: str, rest: Words) -> bool:
    first, what = rest[0].lower(), _object(rest)
    if what[:1] == ("the",) and verb in _GOING:
        what = what[1:]  # a place to go to is known by its noun alone
    if (
        not what
        or not stands_alone(what)
        or head(what) in _TALK_NOUNS
        or first in ("that", "how", "what", "if", "into")
    ):
        return False
    if verb in _GOING:
        return first in _WAYS and what[0].lower() not in ("work", "bed", "sleep", "dinner")
    if verb == "leave":
        return rest[0][0].isupper() or head(rest) in ("job", "company", "school", "university", "army", "employer")
    if verb == "get":
        return first in _TURNS_OF_LIFE or (rest[:2] == ("back", "from") and stands_alone(rest[2:]))
    if verb == "learn" and first == "to":
        return len(rest) > 1
    return verb not in _LOOSE or not ((first in _OPEN_ENDS and verb != "take") or "lot" in rest[:2])


def _object(words: Words) -> Words:
    at = 0
    while at < len(words) - 1 and (
        words[at].lower() in ("to", "for", "in", "on", "at", "with", "from", "out", "into", "how", "about", "up")
        or is_adverb(words[at])
    ):
        at += 1
    return words[at:] if not (at and base_of(words[at]) and words[at].lower() in _STATIVE) else ()
