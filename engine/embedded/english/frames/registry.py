"""Which frame reads which predicate of the user."""

from collections.abc import Callable

from engine.embedded.english.frames import being, business, events, habits, having, liking, limits, living, wanting
from engine.embedded.english.frames.draft import Draft
from engine.embedded.english.verbs import Predicate
from engine.embedded.english.vocabulary import UNSURE

Frame = Callable[[Predicate], list[Draft]]

_BY_VERB: dict[str, tuple[Frame, ...]] = {
    "live": (living.lives,), "reside": (living.lives,), "move": (living.moves, wanting.is_going_to, events.happened, events.comes_up),
    "relocate": (living.moves, events.happened), "work": (living.works, habits.of), "study": (wanting.undertakes, living.studies, habits.of),
    "major": (living.studies,), "graduate": (living.graduated, events.comes_up), "speak": (living.speaks,), "grow": (living.grew_up, habits.of),
    "come": (living.comes,), "teach": (living.teaches,), "manage": (living.leads, business.systems, business.does), "run": (living.leads, business.systems, wanting.undertakes, habits.of, events.happened), "lead": (living.leads,),
    "supervise": (living.leads,), "have": (having.of,), "own": (having.owns,), "drive": (limits.abstains, having.owns, habits.of, events.happened),
    "rent": (having.owns,), "suffer": (having.suffers,), "struggle": (having.suffers,), "recover": (having.suffers, events.happened), "find": (liking.finds, events.happened), "avoid": (limits.avoids,), "use": (habits.used_to, habits.of), "spend": (habits.spends,),
    "decide": (wanting.decides,), "stop": (habits.ended,), "quit": (habits.ended, events.happened), "give": (habits.ended,), "start": (habits.started, events.happened, events.comes_up),
    "begin": (habits.started,), "turn": (living.turns,), "get": (having.gets, habits.of, events.happened), "weigh": (having.weighs,), "hold": (living.holds,), "drop": (living.holds, habits.ended), "fear": (having.owns,), "belong": (having.belongs,), "follow": (having.follows, habits.of), "go": (wanting.is_going_to, habits.of, events.happened), "learn": (limits.never_learned, habits.of, events.happened), "need": (limits.must, limits.needs),
    "know": (business.knows,), "look": (business.cares,), "take": (business.cares, habits.of, events.happened), "deal": (business.cares,), "report": (business.cares,),
    "specialise": (business.cares, habits.of), "specialize": (business.cares, habits.of), "focus": (business.cares,), "share": (having.shares,), "do": (business.systems, business.keeps, habits.of),
}  # fmt: skip


_OTHERS: tuple[Frame, ...] = (habits.of, business.systems, business.does, events.happened, events.comes_up)


def of_user(predicate: Predicate) -> list[Draft]:
    """The statements in a predicate whose subject is the user: the first frame that finds any."""
    for frame in _frames(predicate):
        drafts = frame(predicate)
        if drafts:
            return drafts
    return []


def _frames(predicate: Predicate) -> tuple[Frame, ...]:
    if predicate.modal in UNSURE:
        return (liking.would, _would_like) if predicate.modal == "would" else ()
    if predicate.modal in ("can", "cannot"):
        return (limits.cannot,) if predicate.is_negated else (limits.able,)
    if predicate.modal in ("will", "shall"):
        return (wanting.will,)
    if predicate.modal == "must" or (predicate.verb == "have" and predicate.rest[:1] == ("to",)):
        return (limits.must,)
    return _plain(predicate)


def _would_like(predicate: Predicate) -> list[Draft]:
    return wanting.would_like(predicate) if predicate.verb in ("like", "love") and not predicate.is_negated else []


def _plain(predicate: Predicate) -> tuple[Frame, ...]:
    verb = predicate.verb
    if verb == "be":
        return (living.born, _being)
    if verb in liking.VERBS and not predicate.is_progressive:
        return (liking.of,)
    if verb in wanting.VERBS and (verb == "want" or not predicate.is_progressive):
        return (wanting.wants,)
    if predicate.is_progressive:
        return (
            *(
                frame
                for frame in _BY_VERB.get(verb, ())
                if frame in (living.works, living.lives, having.suffers, living.moves)
            ),
            *((having.expects,) if verb == "expect" else ()),
            wanting.undertakes,
            wanting.is_going_to,
            habits.lasting,
        )
    negated: tuple[Frame, ...] = (limits.abstains,) if predicate.is_negated and verb in limits.ABSTAINED else ()
    only: tuple[Frame, ...] = (limits.only,) if "only" in predicate.words[:2] else ()
    perfect: tuple[Frame, ...] = (habits.lasting,) if predicate.is_perfect else ()
    if verb in ("work", "live"):
        return (*only, *_BY_VERB[verb], *perfect)
    return (*negated, *only, *perfect, *_BY_VERB.get(verb, _OTHERS))


def _being(predicate: Predicate) -> list[Draft]:
    return [one for draft in being.of(predicate) for one in being.likings(draft)]
