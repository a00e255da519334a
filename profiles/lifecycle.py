"""The life of a fact, as pure rules: which transitions exist, who takes a slot, who goes when it gets crowded."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from engine.errors import Refused


class Status(StrEnum):
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"


class Source(StrEnum):
    EXTRACTION = "extraction"
    DREAM = "dream"
    API = "api"
    CONSOLE = "console"
    INSTRUCTION = "instruction"
    IMPORT = "import"


# A person's own hand, as against what was learned, tidied or loaded.
BY_HAND = frozenset({Source.API, Source.CONSOLE, Source.INSTRUCTION})

ALLOWED = {
    Status.ACTIVE: {Status.SUPERSEDED, Status.DEPRECATED},
    Status.SUPERSEDED: {Status.ACTIVE, Status.DEPRECATED},
    Status.DEPRECATED: {Status.ACTIVE},
}


class ForbiddenTransition(Refused):
    code = "forbidden_transition"
    status = 409

    def __init__(self, old: str, new: str) -> None:
        super().__init__(f"A fact that is {old} cannot become {new} this way.")
        self.old = old
        self.new = new


def check(old: Status, new: Status, *, by_person: bool) -> None:
    """Raise ForbiddenTransition unless a fact may go from old to new. What a person deleted only a person brings back."""
    if new not in ALLOWED[old]:
        raise ForbiddenTransition(old, new)
    if old is Status.DEPRECATED and not by_person:
        raise ForbiddenTransition(old, new)


@dataclass(frozen=True)
class Standing:
    """What of a fact decides who stays: `said_at` None when it was never said, `written_at` None when not by hand."""

    key: int
    importance: float
    last_seen_at: datetime
    is_pinned: bool = False
    said_at: datetime | None = None
    written_at: datetime | None = None


class Claim(Protocol):
    """What of a stored statement decides whether a new one may take its place."""

    @property
    def is_pinned(self) -> bool: ...
    @property
    def said_at(self) -> datetime | None: ...
    @property
    def written_at(self) -> datetime | None: ...


def takes_slot(old: Claim, *, said_at: datetime | None, by_person: bool) -> bool:
    """Whether a new statement overwrites the old one in its slot (M4). A person's own hand always does."""
    if by_person:
        return True
    if old.is_pinned:
        return False
    if said_at is None:
        return old.written_at is None
    if old.said_at is not None and old.said_at > said_at:
        return False
    return old.written_at is None or old.written_at <= said_at


def comes_back(*, said_at: datetime | None, superseded_at: datetime) -> bool:
    """Whether a superseded statement that is said again is in force again: only if it was said after it was retired."""
    return said_at is not None and said_at > superseded_at


def evicted(standings: Iterable[Standing], *, limit: int, fresh: Set[int]) -> list[int]:
    """Keys of those that must go so that at most `limit` stay: least important first, then longest unseen (P8).

    Pinned ones never go; what the present write brought (`fresh`) goes only when nothing else is left.
    """
    everyone = list(standings)
    surplus = len(everyone) - limit
    if surplus <= 0:
        return []
    movable = [one for one in everyone if not one.is_pinned]
    movable.sort(key=lambda one: (one.key in fresh, one.importance, one.last_seen_at, one.key))
    return [one.key for one in movable[:surplus]]
