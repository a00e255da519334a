"""Noun phrases: their head, whether they can be understood alone, and lists taken apart where that is safe."""

from engine.embedded.english.dates import is_mark
from engine.embedded.english.prepare import SPEECH
from engine.embedded.english.verbs import base_of, is_ing
from engine.embedded.english.vocabulary import (
    GENERIC_DEFINITES,
    HAVE,
    MODALS,
    NUMBER_WORDS,
    POINTING,
    PREPOSITIONS,
    SUBORDINATORS,
    VAGUE_HEADS,
    words_of,
)  # fmt: skip

Words = tuple[str, ...]

_DETERMINERS = words_of(
    "a an the my our some any many much more another several no few this that these those two three four five six both all lots lot couple bit kind kinds type types form forms of"
)
_ENUMERATING = words_of(
    "like including between both either neither such especially particularly mainly mostly e.g. from"
)
_THIN = words_of("project projects task tasks assignment report")  # say something only with a word that tells which
_MADE_CLEAR = words_of(
    "bullet voice simple plain short written technical conversion pain"
)  # `bullet points`, `voice messages`
_MEASURES = words_of("lot lots couple bit kind kinds type types form forms sort sorts pair number year years")
_FREQUENCIES = words_of("every each once twice daily weekly three four five six alone together instead")
_WORKS = words_of("movie movies film films book books novel novels song songs show series article")
_TAILS = words_of(
    ", and or but btw too also though either anymore well as - etc etc. next again before instead then sometimes especially particularly though tho lol haha please"
)
_LEADING = {
    ("in",),
    ("on",),
    ("with",),
    ("for",),
    ("to",),
    ("from",),
    ("at",),
    ("a",),
    ("the",),
    ("my",),
    ("our",),
    ("that",),
}
_STOPS_HEAD = (
    PREPOSITIONS
    | SUBORDINATORS
    | words_of("who which aged called named titled based located founded owned , and or but to for")
)


def head(words: Words) -> str:
    """The lower-cased main noun: `a big old dog from Leeds` → `dog`, `a mild form of asthma` → `asthma`."""
    noun = ""
    for place, word in enumerate(words):
        lower = word.lower()
        if is_mark(word):
            continue
        if lower == "of" and place and words[place - 1].lower() in _MEASURES:
            noun = ""
            continue
        if noun and (lower in _STOPS_HEAD or lower in _FREQUENCIES or _describes(words, place)):
            break
        if lower not in _DETERMINERS and not (noun and lower.isdigit()):
            noun = lower
    return noun.removesuffix("'s")


def article(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"


def _describes(words: Words, place: int) -> bool:
    """`a firm specialising in …`: a participle behind the noun that it tells more of."""
    return is_ing(words[place].lower()) and tuple(word.lower() for word in words[place + 1 : place + 2]) in _LEADING


def stands_alone(words: Words) -> bool:
    """Whether a reader who sees nothing else understands what is meant."""
    words = tuple(word for word in words if not is_mark(word))
    if not words or SPEECH in words or any(_points(words, place) for place in range(len(words))):
        return False
    if words[0].lower() in ("to", "and", "or", ",") and len(words) == 1:
        return False
    noun = head(words)
    if not noun or _is_vague(words, noun):
        return False
    return words[0].lower() != "the" or _is_known_definite(words)


def _is_vague(words: Words, noun: str) -> bool:
    """`thing`, `one`, `point` – but not `SAP Business One`, `bullet points`."""
    if noun in _THIN:
        return len(words) <= 2
    is_name = any(word.lower() == noun and word[0].isupper() for word in words[1:])
    return noun in VAGUE_HEADS and not is_name and not _MADE_CLEAR & {word.lower() for word in words}


def _points(words: Words, place: int) -> bool:
    lower = words[place].lower()
    if lower == "that":
        return (
            place == 0
            or place == len(words) - 1
            or words[place - 1].lower() in PREPOSITIONS
            or not _relates(words, place)
        )
    return lower in POINTING and not (lower == "it" and tuple(words[place + 1 : place + 2]) == ("when",))


def _relates(words: Words, place: int) -> bool:
    following = words[place + 1].lower()
    return (
        following in ("i", "we", "my", "is", "are", "was", "were")
        or following in HAVE | MODALS
        or bool(base_of(following))
    )


def _is_known_definite(words: Words) -> bool:
    if any(word[0].isupper() or ord(word[0]) >= 0xE000 for word in words[1:]):
        return True
    return head(words) in GENERIC_DEFINITES


def is_unnamed_work(words: Words) -> bool:
    """`a movie`, `to see some film that was good`: a work that nobody could find again."""
    has_name = any(word[0].isupper() or ord(word[0]) >= 0xE200 for word in words)
    return (
        not has_name
        and any(word.lower() in _WORKS for word in words)
        and not any(word.lower() in ("about", "on", "called") for word in words)
    )


def trimmed(words: Words) -> Words:
    """Without a closing part that points at something unsaid: `sushi , and it was good` → `sushi`. Empty when nothing is left."""
    for place in range(len(words)):
        if words[place] != SPEECH and not _points(words, place):
            continue
        if place == len(words) - 1 and place > 1 and words[place - 1].lower() == "for":
            return trimmed(words[: place - 1])  # what a budget or a purchase was `for` is left open
        cut = max(
            (
                at
                for at in range(1, place)
                if words[at].lower() in (",", "and", "as", "since", "where", "so", "because", "or")
            ),
            default=0,
        )
        return trimmed(words[:cut])
    while words and words[-1].lower() in _TAILS:
        words = words[:-1]
    return words


def split_list(words: Words) -> list[Words]:
    """The members of a list of likes, allergies, skills …; one member when a cut could tear something apart."""
    if not words or words[0].lower() == "the":
        return [words] if words else []
    limit = next(
        (
            at
            for at, word in enumerate(words)
            if word.lower() in _ENUMERATING or word.lower() in ("that", "who", "which", "because", "when")
        ),
        len(words),
    )
    if limit and words[limit - 1] == ",":
        limit -= 1
    members = _members(words[:limit])
    if len(members) < 2 or not _is_safe(members, words[:limit]):
        return [words]
    last = (*members[-1], *words[limit:])
    members = [*members[:-1], last]
    return [("to", *member) if words[0].lower() == "to" and member[0].lower() != "to" else member for member in members]


def _members(words: Words) -> list[Words]:
    members: list[list[str]] = [[]]
    for place, word in enumerate(words):
        if word.lower() in (",", "and", "or", "nor", "plus") and not _goes_on_naming(members[-1], words[place + 1 :]):
            if members[-1]:
                members.append([])
        else:
            members[-1].append(word)
    return [tuple(member) for member in members if member]


def _goes_on_naming(member: list[str], following: Words) -> bool:
    """`two cats called Biscuit and Pepper`: the names belong together."""
    is_naming = any(word.lower() in ("called", "named") for word in member)
    return is_naming and bool(following) and following[0][0].isupper()


def _is_safe(members: list[Words], words: Words) -> bool:
    if any(len(member) > 7 or member[0].lower() in PREPOSITIONS - {"like", "to"} for member in members):
        return False
    first, others = members[0], members[1:]
    if _ends_openly(members):
        return False
    if (first[0].lower() in ("my", "our", "their") or first[0].lower() in NUMBER_WORDS or first[0].isdigit()) and any(
        member[0][0].isupper() for member in others
    ):
        return False  # my two cats, Milo and Otis
    if first[0].lower() == "to":
        return all(base_of(member[0]) == member[0].lower() or member[0].lower() == "to" for member in others)
    if is_ing(first[0].lower()) and len(first) > 1:
        return any(is_ing(member[0].lower()) for member in others) and len(first) <= 6
    if any(word.lower() in PREPOSITIONS for word in first) and len(members) == 2:
        return False
    return _heads_are_own(members)


def _ends_openly(members: list[Words]) -> bool:
    """`museums and looking into history and change`: the last member may belong to the doing before it."""
    is_reaching = [
        is_ing(member[0].lower()) and any(word.lower() in PREPOSITIONS for word in member) for member in members
    ]
    doing = max((at for at, reaches in enumerate(is_reaching) if reaches), default=len(members))
    after = members[doing + 1 :]
    goes_on = any(is_ing(member[0].lower()) and len(member) > 1 for member in after)
    return not goes_on and any(not is_ing(member[0].lower()) and not is_ing(member[-1].lower()) for member in after)


def _heads_are_own(members: list[Words]) -> bool:
    """`Sichuan and Cantonese cuisine` shares its noun, `hiking and long walks` does not."""
    *earlier, last = members
    if len(last) == 1 or any(len(member) > 1 for member in earlier):
        return True
    return all(member[0].lower().endswith(("s", "ing")) or ord(member[0][0]) >= 0xE000 for member in earlier) and not (
        len(members) == 2 and is_ing(earlier[0][0].lower()) and is_ing(last[-1].lower())
    )
