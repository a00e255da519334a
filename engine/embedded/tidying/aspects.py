"""What a fact tells of a thing that somebody has: whose it is, what it is called, and what is told, of one kind."""

from dataclasses import dataclass

from engine.condensing import Stored
from engine.embedded.tidying import sorts
from engine.embedded.tidying import thing_words as words
from engine.text import plans, polarity, stance

# Signs of a statement that can take another one in and still be read.
LONGEST = 80


@dataclass(frozen=True)
class Facets:
    """Facts of one thing and the statement that says all of them."""

    facts: tuple[Stored, ...]
    content: str


@dataclass(frozen=True)
class Aspect:
    """`rest` is told of `thing`, which belongs to `owner` ('' for the person); `kind` is what sort of detail that is.

    `name` is the name by which the thing is called besides.
    """

    owner: str
    thing: str
    rest: str
    kind: str
    name: str = ""


def kind(rest: str, *, is_chinese: bool) -> str:
    """What a predicate tells of its subject; a deed by its first word, as of two deeds of one sort one is too many."""
    for name, pattern in (words.KINDS_ZH if is_chinese else words.KINDS_EN).items():
        if pattern.match(rest):
            return name
    return f"{words.DEED} {rest[:1] if is_chinese else rest.split()[0]}"


def is_plain(fact: Stored) -> bool:
    """Whether a fact tells how things are: no plan, no past, no end, no refusal; and fills no slot of its own."""
    bare = sorts.bare_of(fact.content)
    if fact.is_pinned or fact.slot or not fact.type.startswith("user_") or len(bare) > LONGEST:
        return False
    return not (plans.is_plan(bare) or stance.is_past(bare) or sorts.is_over_now(bare) or polarity.is_negative(bare))
