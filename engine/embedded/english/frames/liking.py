"""Likes and dislikes."""

from engine.embedded.english.frames.draft import FACT, PREFERENCE, Draft, Words
from engine.embedded.english.nouns import split_list, stands_alone
from engine.embedded.english.verbs import PARTICIPLE_OF, Predicate, agree, base_of, is_ing
from engine.embedded.english.vocabulary import words_of

VERBS = words_of("like love enjoy adore prefer hate dislike detest loathe crave")
# `I like to think`, `I hate to bother you`, `I love talking`: said about the talk, not about the person.
_OF_THE_TALK = words_of(
    "think say ask bother admit know see hear chat share talk tell thinking chatting talking hearing being seeing having learning_from knowing"
)


def of(predicate: Predicate) -> list[Draft]:
    """One statement for each thing that is liked; a past liking is told only where it lasted."""
    rest = _object(predicate)
    if _is_when(predicate):
        return [Draft(PREFERENCE, agree(predicate.words), "", 0.85)]
    if not rest or predicate.modal or (predicate.is_past and not predicate.is_perfect):
        return []
    verb = _verb_words(predicate)
    drafts = [Draft(PREFERENCE, (*verb, *member), "", 0.9) for member in _members(rest)]
    return [draft for draft in drafts if draft.words]


def _is_when(predicate: Predicate) -> bool:
    """`hate it when people use jargon`."""
    rest = tuple(word.lower() for word in predicate.rest)
    is_lasting = not (predicate.is_past or predicate.modal or predicate.is_progressive)
    return (
        is_lasting
        and rest[:2] == ("it", "when")
        and len(rest) > 4
        and rest[2] in ("people", "someone", "somebody", "companies", "suppliers", "meetings", "vendors", "others")
    )


_FELT = words_of(
    "exhausting annoying boring tiring stressful difficult hard easy relaxing distracting confusing useful helpful overwhelming frustrating irritating unhelpful intimidating soothing depressing fascinating"
)


def finds(predicate: Predicate) -> list[Draft]:
    """`find long emails exhausting`: how a kind of thing strikes the user."""
    rest = predicate.rest
    if predicate.is_past or predicate.is_perfect or predicate.modal or len(rest) < 2 or rest[-1].lower() not in _FELT:
        return []
    what = rest[:-1]
    is_kind = what[0].lower() not in ("the", "this", "that", "it", "your", "these", "those") and (
        what[-1].endswith("s") or is_ing(what[0])
    )
    return [Draft(PREFERENCE, agree(predicate.words), "", 0.85)] if is_kind and stands_alone(what) else []


def would(predicate: Predicate) -> list[Draft]:
    """`I would rather take the train`, `I would prefer tea`: a preference said politely."""
    words = predicate.words
    if predicate.verb == "prefer" and stands_alone(predicate.rest):
        return [Draft(PREFERENCE, ("prefers", *predicate.rest), "", 0.8)]
    if predicate.verb in ("choose", "pick", "take") and "over" in predicate.rest and stands_alone(predicate.rest):
        return [Draft(PREFERENCE, ("would", predicate.verb, *predicate.rest), "", 0.8)]
    if predicate.verb == "describe" and predicate.rest[:2] == ("myself", "as") and len(predicate.rest) > 3:
        return [Draft(FACT, words, "", 0.85)]
    if "rather" in words:
        after = words[words.index("rather") + 1 :]
        if after and base_of(after[0]) and stands_alone(after[1:]):
            return [Draft(PREFERENCE, ("would", "rather", *after), "", 0.8)]
    return []


def cannot_stand(predicate: Predicate) -> list[Draft]:
    rest = predicate.rest
    if not stands_alone(rest[1:] if rest[:1] == ("the",) else rest):
        return []
    said = predicate.words[predicate.words.index(predicate.rest[0]) - 1]
    return [Draft(PREFERENCE, ("cannot", said, *member), "", 0.9) for member in split_list(predicate.rest)]


def _verb_words(predicate: Predicate) -> Words:
    words = agree(predicate.words[: len(predicate.words) - len(predicate.rest)])
    return tuple(
        word for word in words if word.lower() not in ("mainly", "mostly", "especially", "particularly", "kind", "all")
    )


def _object(predicate: Predicate) -> Words:
    rest = predicate.rest
    if (
        rest[-2:-1]
        and rest[-2].lower() in ("the", "very", "a")
        and rest[-1].lower() in ("most", "best", "lot", "much", "more")
    ):
        rest = rest[:-2]
    elif rest[-1:] and rest[-1].lower() in ("most", "best", "more"):
        rest = rest[:-1]
    if rest[:1] == ("being",) and len(rest) > 2 and (rest[1].endswith("ed") or rest[1] in PARTICIPLE_OF):
        return rest  # being called sir
    first = rest[1].lower() if len(rest) > 1 and rest[0].lower() == "to" else rest[0].lower() if rest else ""
    return rest if rest and first not in _OF_THE_TALK and not (rest[0].lower() == "to" and len(rest) < 2) else ()


def _members(rest: Words) -> list[Words]:
    members = split_list(rest)
    if not all(_is_likeable(member) for member in members) and len(members) > 1:
        members = [member for member in members if _is_likeable(member)]
    return [member for member in members if _is_likeable(member)]


def _is_likeable(member: Words) -> bool:
    if member[0].lower() == "to":
        return len(member) > 1 and bool(base_of(member[1])) and (len(member) == 2 or _object_stands(member[2:]))
    if is_ing(member[0].lower()) and len(member) > 1:
        return _object_stands(member[1:])
    return stands_alone(member) and not (
        member[0].lower() in ("some", "a", "an") and len(member) == 2 and member[0].lower() == "some"
    )


def _object_stands(words: Words) -> bool:
    return stands_alone(words) or all(
        word.lower() in ("out", "up", "alone", "together", "abroad", "home", "outside", "outdoors") for word in words
    )
