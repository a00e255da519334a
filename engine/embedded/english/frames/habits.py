"""What somebody does again and again, uses, or has given up."""

from engine.embedded.english.dates import is_mark
from engine.embedded.english.frames.draft import AS_OF, FACT, MENTIONED, Draft
from engine.embedded.english.nouns import split_list, stands_alone
from engine.embedded.english.verbs import Predicate, agree, base_of, is_ing
from engine.embedded.english.vocabulary import words_of

# Done habitually, these tell about a life even without "every day".
_LASTING = words_of(
    "play use collect practice practise volunteer smoke code program cook bake paint draw sing dance garden knit sew run swim cycle jog meditate hike climb "
    "wear commute coach mentor breed keep brew photograph invest study compose ski skate sail fish row surf camp bike journal specialise specialize "
    "represent sell raise train develop design build restore repair maintain support deploy freelance consult"
)
# Said with a frequency these are habits, without one they may be anything.
_OCCASIONAL = words_of(
    "go read watch listen exercise travel sleep walk drink eat write work sleep take meet visit help get check answer pick drop do spend make buy ride drive start shop call fly attend teach host wake teach try explore "
    "join participate stretch lift donate pay order post record review"
)
_FREQUENT = words_of(
    "always usually often sometimes rarely seldom mostly mainly generally normally typically occasionally frequently regularly never"
)
_TRANSITIVE = words_of(
    "play use collect wear keep brew build sell raise make develop read watch take buy get visit meet eat drink"
)
_REPEATED = words_of(
    "every each daily weekly twice times weekends weekdays mornings evenings mondays tuesdays wednesdays thursdays fridays saturdays sundays"
)
_ENDED = words_of("stop quit drop abandon")


_MEDICINE = frozenset({"medication", "insulin", "antidepressants", "statins", "pills"})
_NEEDS_OBJECT = words_of("use keep wear build sell make")
_LISTED = words_of("use play collect sell wear study")


def of(predicate: Predicate) -> list[Draft]:
    """A present habit of the user, with as much of it as can be understood alone."""
    rest, verb = predicate.rest, predicate.verb
    if (
        predicate.is_past
        or predicate.modal
        or predicate.is_progressive
        or predicate.is_perfect
        or not _is_habit(predicate)
    ):
        return []
    if not rest:
        return [Draft(FACT, agree(predicate.words), "", 0.85)] if verb in _LASTING - _NEEDS_OBJECT else []
    is_bare = verb in _TRANSITIVE and rest[0].lower() in (
        "every",
        "each",
        "once",
        "twice",
        "on",
        "at",
        "in",
        "with",
        "for",
    )
    if is_bare or not stands_alone(_object(rest)):
        return []
    said = agree(predicate.words[: len(predicate.words) - len(rest)])
    members = split_list(rest) if verb in _LISTED and not _is_frequent(predicate) else [rest]
    return [Draft(FACT, (*said, *member), "", 0.85) for member in members]


def _is_habit(predicate: Predicate) -> bool:
    verb = predicate.verb
    if verb in _LASTING or (verb in _OCCASIONAL and _is_frequent(predicate)):
        return True
    if verb in ("get", "wake") and predicate.rest[:2] == ("up", "at") and len(predicate.rest) > 2:
        return True
    if verb in ("make", "grow", "bake", "brew", "cook") and predicate.rest[:2] in (("my", "own"), ("our", "own")):
        return True
    if verb == "take":
        return bool(_MEDICINE & set(predicate.rest))
    return verb in ("watch", "read", "listen", "drink", "eat") and _is_kind(_object(predicate.rest))


def ended(predicate: Predicate) -> list[Draft]:
    """`quit smoking`, `stopped eating meat`, `gave up coffee`, `no longer …`: what holds no more."""
    rest = predicate.rest
    if predicate.verb == "give" and rest[:1] == ("up",):
        rest = rest[1:]
    elif predicate.verb not in _ENDED:
        return []
    is_told = predicate.is_past or predicate.is_perfect or predicate.finite == "quit"
    bare = tuple(word for word in rest if not is_mark(word))
    is_named = bool(bare) and (is_ing(bare[0]) or predicate.verb in ("give", "quit")) and stands_alone(bare)
    return [Draft(FACT, agree(predicate.words), "", 0.9)] if is_told and is_named else []


def started(predicate: Predicate) -> list[Draft]:
    """`recently started learning the cello`, `have begun to paint`."""
    rest = tuple(word for word in predicate.rest if not is_mark(word))
    if not (predicate.is_past or predicate.is_perfect) or predicate.is_negated or len(rest) < 2:
        return []
    is_doing = (is_ing(rest[0]) and bool(base_of(rest[0]))) or rest[0].lower() == "to" or rest[:2] == ("a", "new")
    if not is_doing or not stands_alone(rest[1:]):
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.85, MENTIONED)]


def used_to(predicate: Predicate) -> list[Draft]:
    """`used to live in Rome`: past, and kept as past."""
    rest = predicate.rest
    if rest[:1] != ("to",) or len(rest) < 3 or not base_of(rest[1]) or not stands_alone(_object(rest[2:])):
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.85)]


def spends(predicate: Predicate) -> list[Draft]:
    """`spend an hour every day drawing`."""
    is_past_doing = predicate.is_past and any(word.lower() in ("years", "months") for word in predicate.rest)
    if is_past_doing and any(is_ing(word.lower()) and base_of(word) for word in predicate.rest):
        return [Draft(FACT, agree(predicate.words), "", 0.85)] if stands_alone(predicate.rest) else []
    is_habit = any(word.lower() in ("every", "each", "per", "daily") for word in predicate.rest)
    return (
        [Draft(FACT, agree(predicate.words), "", 0.85)]
        if is_habit and stands_alone(predicate.rest) and not predicate.is_past
        else []
    )


def lasting(predicate: Predicate) -> list[Draft]:
    """`have played the violin since 2010`, `have been painting for years`."""
    said = {word.lower() for word in predicate.rest}
    if (
        not said & {"since", "years", "decade", "decades", "months"}
        or not stands_alone(_object(predicate.rest))
        or predicate.is_negated
    ):
        return []
    if not predicate.is_progressive and predicate.verb not in _LASTING | {"live", "work", "own", "do", "have", "teach"}:
        return []
    return [Draft(FACT, agree(predicate.words), "", 0.85, "" if "since" in said else AS_OF)]


def _is_frequent(predicate: Predicate) -> bool:
    words = [word.lower() for word in predicate.words]
    is_counted = any(
        words[at] in ("a", "an", "per") and words[at + 1] in ("day", "night", "week", "month", "year")
        for at in range(1, len(words) - 1)
    )
    is_mostly = any(
        words[at] == "most" and words[at + 1] in ("days", "nights", "mornings", "evenings", "weeks", "weekends")
        for at in range(len(words) - 1)
    )
    return is_counted or is_mostly or any(word in _FREQUENT | _REPEATED for word in words)


def _is_kind(words: tuple[str, ...]) -> bool:
    """`anime`, `a lot of sci-fi`: what is done by habit, against `the message` or `two pills`, which is done once."""
    lower = tuple(word.lower() for word in words)
    return bool(lower) and (
        lower[:3] == ("a", "lot", "of")
        or (lower[0] not in ("a", "an", "the", "my", "some", "this", "that", "about", "and") and not lower[0].isdigit())
    )


def _object(words: tuple[str, ...]) -> tuple[str, ...]:
    return (
        words[1:]
        if len(words) > 1
        and words[0].lower() in ("to", "for", "in", "on", "at", "with", "from", "by", "about", "out", "up")
        else words
    )
