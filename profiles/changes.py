"""What can be asked of the ledger, and what it answers: plain values."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from profiles.lifecycle import BY_HAND, Source, Status

if TYPE_CHECKING:
    from profiles.models import Fact

SYSTEM_ACTOR = "_system"


@dataclass(frozen=True)
class Origin:
    """Who changes facts, and through what. `actor`: `_system`, `key:<prefix>`, `account:<pk>`, `user:<profile pk>`."""

    actor: str
    source: Source
    job_id: int | None = None
    dream_part_id: int | None = None

    @property
    def is_by_person(self) -> bool:
        return self.source in BY_HAND


LEARNED = Origin(SYSTEM_ACTOR, Source.EXTRACTION)


@dataclass(frozen=True)
class New:
    """A statement to be in force. The same content that is already there is strengthened, brought back or blocked.

    `importance` None takes the default of the type. `replaces` are primary keys of facts that this one supersedes for
    `replaces_reason`. `status` other than active, `source` other than the origin's and `written_at` other than now
    only come from a loaded document. `vector` (of `vector_model`) is stored beside it; without one the background
    embeds it. `seen_events` pairs a replaced fact with the last event that the decision was based on.
    `replaces_contents` are statements of the same write that this one supersedes. `yields_to` is the fact that was said
    later and contradicts it: the statement is kept, superseded by that one. `asked_at` is the moment from which a
    person's word counts (None: now): what was said or written since then stays. A statement that is `deprecated` at once
    only blocks itself (P7).
    """

    content: str
    type: str = "user_fact"
    scope_id: str = "__default__"
    slot: str = ""
    slot_key: str | None = None
    source_role: str = "user"
    confidence: float = 1.0
    importance: float | None = None
    evidence: tuple[int, ...] = ()
    agent_id: str = ""
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confirmed_at: datetime | None = None
    is_pinned: bool = False
    status: Status = Status.ACTIVE
    source: Source | None = None
    written_at: datetime | None = None
    reason: str = ""
    replaces: tuple[int, ...] = ()
    replaces_reason: str = ""
    replaces_contents: tuple[str, ...] = ()
    yields_to: int | None = None
    asked_at: datetime | None = None
    seen_events: tuple[tuple[int, int], ...] = ()
    vector: tuple[float, ...] | None = None
    vector_model: str = ""


@dataclass(frozen=True)
class Move:
    """Bring a stored fact into another state. `seen_event` None: whatever happened to it meanwhile does not matter.

    `asked_at` as for New; `message_ids` are the messages in which it was asked for.
    """

    fact: int
    to: Status
    reason: str = ""
    related: str = ""
    seen_event: int | None = None
    asked_at: datetime | None = None
    message_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class Again:
    """A stored, active fact was said again in other words: it is strengthened, no row is added."""

    fact: int
    evidence: tuple[int, ...] = ()
    confidence: float = 1.0
    said_at: datetime | None = None
    seen_event: int | None = None


@dataclass(frozen=True)
class Blocked:
    """A deleted fact was said again in other words: counted, nothing comes in (P7)."""

    fact: int
    seen_event: int | None = None


@dataclass(frozen=True)
class Mark:
    """Pin, unpin or retype a stored fact; None leaves as it is. A new type brings its slot and slot key."""

    fact: int
    is_pinned: bool | None = None
    type: str | None = None
    slot: str = ""
    slot_key: str | None = None


Change = New | Move | Again | Blocked | Mark


@dataclass
class Outcome:
    """What became of the changes. `facts` are those in force because of this write (new, brought back, strengthened),
    in the order asked, without doubles; `counts` by what happened (added, repeated, restored, blocked, evicted …)."""

    facts: list["Fact"] = field(default_factory=list)
    changed: list["Fact"] = field(default_factory=list)
    stale: list[Change] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def fact_ids(self) -> list[str]:
        return [fact.fact_id for fact in self.facts]


def touched(changes: Sequence[Change]) -> dict[int, int | None]:
    """Primary keys of the stored facts that changes name, each with the last event seen (None: not compared)."""
    seen: dict[int, int | None] = {}
    for change in changes:
        if isinstance(change, New):
            events = dict(change.seen_events)
            named = (*change.replaces, *([] if change.yields_to is None else [change.yields_to]))
            seen.update({key: events.get(key) for key in named})
        elif isinstance(change, Mark):
            seen[change.fact] = None
        else:
            seen[change.fact] = change.seen_event
    return seen
