"""English: a thing that a fact brings up (has an allotment), and what another tells of it (the user's allotment is plot 9)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.embedded.english.vocabulary import words_of
from engine.embedded.tidying import aspects as told_of
from engine.embedded.tidying import facet_words
from engine.embedded.tidying import thing_words as words
from engine.embedded.tidying.aspects import Aspect
from engine.text import concepts

_BODY = re.compile(rf"^The user['’]s (?P<owner>{facet_words.KIN_EN}['’]s )?(?P<body>[\w' -]+.*)$")
_PREDICATES = words_of(
    """
    is are has have takes starts meets sells serves comes came runs costs holds seats weighs measures dates lives works turned turns just goes opens closes
    plays teaches speaks covers stays belongs flares acts sleeps eats usually always often mostly makes grows produces gives stands sits resides
    """
)
_HAVING = re.compile(
    r"^The user (?:also |currently |now |regularly )?(?P<verb>is an? (?:regular )?(?:member|part) of|belongs to|(?!is (?:an?|the|one|his|her|their) )(?:is )?(?!likes?|loves?|wants?|hates?|prefers?|avoids?|needs?|dislikes?|enjoys?|dreams|misses|sold|lost|borrow|lent|wishes|hopes|fears?|remember)[a-z]+(?:s|ing|ed)|has|bought|built|got|made|set up|wrote)"
    r"(?: (?:at|for|in|from|to|up for|out|after|on))? (?:(?P<det>an?|the|his|her|their) )?(?P<np>[\w'’. -]+?)"
    r"(?P<tail>(?:,| (?:in|on|at|with|for|of|from|by|about|to|as|who|which|that|called|named|and|near|every|twice|since|built|made|outside|next|along|around)\b).*)?$"
)
_FOR_A_WHILE = re.compile(r"(?:rents|hires|borrows) (?:on|for|when|every|at|twice|sometimes)\b")
_INNER = re.compile(r" (?:on|of|about|for|in|with|from) ")
_SEVERAL = re.compile(
    r"^(?:two|three|four|five|six|several|some|many|few|another|second|both|other|different|various|\d+|no)\b"
)
_THE_DEED = f"{words.DEED} the "
_THE = r"^The user (?P<rest>(?!likes?|wants?|hates?|sold)[a-z]+(?:s|ing)?\b[\w' ,-]* (?:with|in|on|for|from|to) the THING|[a-z]+s the THING (?:at|in|on|to|for|with|every) .+)$"


@lru_cache(maxsize=4096)
def aspects(content: str) -> tuple[Aspect, ...]:
    """What a fact may tell of a thing, for each place where the thing's name may end."""
    found = _BODY.match(content)
    return tuple(_splits(found["owner"] or "", found["body"].split())) if found else ()


def _splits(owner: str, said: list[str]) -> Iterator[Aspect]:
    for at in range(1, min(len(said), 6)):
        if _is_verb(said[at]) and at + 1 < len(said):
            rest = " ".join(said[at:])
            yield Aspect(owner, " ".join(said[:at]), rest, told_of.kind(rest, is_chinese=False))


def _is_verb(word: str) -> bool:
    """Whether a word can be what is told: any in the third person; what it is told of must have been brought up."""
    return word in _PREDICATES or (word.islower() and word.endswith("s") and not word.endswith(("ss", "us", "'s")))


@lru_cache(maxsize=8192)
def brings_up(content: str, thing: str, owner: str) -> str | None:
    """What follows the thing in a fact that says that the person has it; None where a fact does not."""
    found = None if owner else _HAVING.match(content)
    if not found or _SEVERAL.match(found["np"].lower()):
        return None
    tail = found["tail"] or ""
    if _FOR_A_WHILE.match(f"{found['verb']}{tail}"):
        return None
    had, asked = _stems(found["np"]), _stems(thing)
    if not asked or not had or _head(thing) != had[-1] or not set(asked) <= {*had, *_stems(tail)}:
        return _species(found["np"], thing, tail)
    return tail if found["det"] in ("a", "an") or asked == had else None


def _species(had: str, thing: str, tail: str) -> str | None:
    """A collie is told of as the dog as well."""
    pattern = words.SPECIES_EN.get(thing)
    return tail if pattern and re.search(rf"\b(?:{pattern})$", had.lower()) else None


def the_thing(content: str, thing: str) -> Aspect | None:
    """What a fact tells of "the thing" that has been brought up: hauls timber with the truck."""
    found = re.match(_THE.replace("THING", f"(?:{re.escape(thing)}|{re.escape(thing.split()[-1])})"), content)
    return Aspect("", thing, found["rest"], f"{_THE_DEED}{found['rest'].split()[0]}") if found else None


def had(content: str) -> str:
    """What a fact says that the person has one of; '' where it does not."""
    found = _HAVING.match(content)
    return found["np"] if found and found["det"] in ("a", "an") and not _SEVERAL.match(found["np"].lower()) else ""


def mentions(content: str, thing: str) -> bool:
    """Whether a fact speaks of such a thing at all."""
    return _head(thing) in _stems(content)


def has_several(content: str, thing: str) -> bool:
    """Whether a fact speaks of several such things, or of another one."""
    head = re.escape(_INNER.split(thing)[0].split()[-1])
    which = "two|three|four|five|several|both|all|many|second|other|another|new|old|former|older|younger|twin"
    return bool(re.search(rf"\b(?:{which}) (?:[\w-]+ ){{0,2}}{head}", content, re.IGNORECASE))


def has_one(content: str, thing: str) -> bool:
    """Whether a fact says that the person has such a thing."""
    found = _HAVING.match(content)
    had, asked = _stems(found["np"] if found else ""), _stems(thing)
    if not had or had[-1] != _head(thing):
        return False
    return set(had) <= set(asked) or brings_up(content, thing, "") is not None


def _head(thing: str) -> str:
    """The word that names the thing itself: of a book on Rome the book."""
    return (_stems(_INNER.split(thing)[0]) or [""])[-1]


def _stems(text: str) -> list[str]:
    return [concepts.stem(word) for word in re.findall(r"[a-z0-9']+", text.lower())]


def says_too(first: str, rest: str) -> bool:
    """Whether what is told says nothing that the first does not say."""
    return set(_stems(rest)) <= {*_stems(first), *_stems("is are has have about on in at of the a an it")}


def named(content: str) -> str:
    """The name that a fact gives its thing."""
    found = re.search(r"\b(?:called|named) ([A-Z][\w'-]*)$", content)
    return found[1] if found else ""


def joined(first: str, thing: str, told: list[Aspect]) -> str:
    """The first statement with what the others tell."""
    deeds = [one for one in told if one.kind.startswith(_THE_DEED)]
    rest = [one for one in told if one not in deeds]
    text = first + "".join(f" and {one.rest}" for one in deeds)
    for place, one in enumerate(rest):
        is_clear = text.lower().endswith(one.thing.lower()) and one.name in text
        is_same = place > 0 and one.thing == rest[place - 1].thing and one.name in text
        text += (
            f" and {one.rest}"
            if is_same
            else _behind(one, thing)
            if is_clear
            else f", and the {_called(one, text)} {one.rest}"
        )
    return text


def _behind(one: Aspect, thing: str) -> str:
    """What is told of the last word of a text."""
    if one.kind == words.NAME:
        return " " + re.sub(r"^(?:is|are) ", "", one.rest)
    return f", {'who' if re.fullmatch(facet_words.KIN_EN, thing) else 'which'} {one.rest}"


def _called(one: Aspect, text: str) -> str:
    return one.thing if one.name in text else f"{one.thing} {one.name}"
