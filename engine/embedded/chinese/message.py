"""The state of reading one message: whom it speaks of, and what it has given so far."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from engine.embedded.chinese import statement
from engine.embedded.chinese.cleaning import Cleaned
from engine.embedded.chinese.predicate import Prepared
from engine.embedded.chinese.rules import Found, Predicate
from engine.embedded.chinese.subject import Subject


@dataclass(frozen=True)
class Statement:
    """A finished statement with the number of the sentence that it stands in."""

    type: str
    slot: str
    content: str
    sentence: int


@dataclass
class Message:
    """The state of reading one message."""

    today: date | None
    cleaned: Cleaned
    greets: bool
    statements: list[Statement] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    topic: Subject | None = None
    sentence: int = -1
    wishes: bool = False
    like: str = ""
    like_is_open: bool = False
    last: tuple[str, int] = ("", 0)
    repairs: str = ""
    day: Predicate | None = None
    last_type: str = ""
    is_wanting: bool = False
    speakers: frozenset[int] = frozenset()


def add(message: Message, prepared: Prepared, label: str, found: Iterable[Found]) -> int:
    """Take what can stand alone, count the rest by reason; how many were taken."""
    count = 0
    for fact in found:
        content, reason = statement.build(label, prepared.predicate.past, fact, prepared.times, message.cleaned.kept)
        if reason:
            message.dropped[reason] += 1
            continue
        message.statements.append(Statement(fact.type, fact.slot, content, message.sentence))
        count += 1
    return count
