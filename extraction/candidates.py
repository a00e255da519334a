"""From what an engine found to what may become a fact: the pipeline's own checks, the same for every engine. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from engine.questions import ASSISTANT, ASSISTANT_TYPES, FACT_TYPES, USER, Item, Line, Switches
from engine.text import atoms, confirmation, normal, secrets, stance, weeks
from profiles import admission, slots


@dataclass(frozen=True)
class Candidate:
    """A statement that may be stored. `said_at` is when the newest of its lines was said, None when that is unknown."""

    content: str
    type: str = "user_fact"
    slot: str = ""
    slot_key: str | None = None
    confidence: float = 1.0
    importance: float | None = None
    source_role: str = USER
    evidence: tuple[int, ...] = ()
    said_at: datetime | None = None
    confirmed_at: datetime | None = None
    vector: tuple[float, ...] | None = None

    @property
    def bare(self) -> str:
        """What is embedded."""
        return normal.bare(self.content)


@dataclass(frozen=True)
class Held:
    """A statement that waits for a person's word, and why."""

    candidate: Candidate
    reason: str


@dataclass
class Screened:
    accepted: list[Candidate] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Screen:
    """What one job lets through. `agent_id` belongs to the slot of what an agent decided; `contacts` is the scope's
    policy for phone numbers and e-mail addresses."""

    lines: Sequence[Line]
    switches: Switches
    agent_id: str = ""
    least_confidence: float = 0.5
    longest: int = admission.LONGEST
    contacts: str = "keep"
    slot_policy: Mapping[str, slots.Policy] = field(default_factory=lambda: slots.POLICY)

    def sift(self, items: Iterable[Item], *, orders: Iterable[Item] = ()) -> Screened:
        """What may be stored of `items`. Sentences that command the agent wait, and are never stored by themselves."""
        found = self._sifted(items)
        given = self._sifted(orders)
        found.held += given.held
        found.dropped += given.dropped + Counter(steering=len(given.accepted))
        return found

    def _sifted(self, items: Iterable[Item]) -> Screened:
        found = Screened()
        for item in items:
            reason = self._why_not(item)
            if reason:
                found.dropped[reason] += 1
                continue
            self._admit(item, found)
        return found

    def _why_not(self, item: Item) -> str:
        if item.type not in FACT_TYPES:
            return "unknown_type"
        if not 0.0 <= item.confidence <= 1.0 or item.confidence < self.least_confidence:
            return "low_confidence"
        if not self.switches.allow(item.type):
            return "switched_off"
        return self._why_not_theirs(item)

    def _why_not_theirs(self, item: Item) -> str:
        """Nobody's words but the user's say something about the user, and an agent decides only what it confirms (X9)."""
        behind = self._behind(item)
        is_agents = item.type in ASSISTANT_TYPES
        role = ASSISTANT if is_agents else USER
        if item.source_role != role or not behind:
            return "wrong_role"
        if is_agents and not any(confirmation.confirms(item.content, line.content) for line in behind):
            return "not_confirmed"
        return ""

    def _behind(self, item: Item) -> list[Line]:
        """The lines that an item rests on: those that the engine named, of the speaker whose word it is."""
        spoken = [line for line in self.lines if line.role == item.source_role]
        return [line for line in spoken if line.key in item.evidence] or ([] if item.evidence else spoken)

    def _admit(self, item: Item, found: Screened) -> None:
        for part in atoms.parts(item.content):
            self._admit_one(item, part, found)

    def _admit_one(self, item: Item, content: str, found: Screened) -> None:
        behind = self._behind(item)
        said_at = max((line.said_at for line in behind if line.said_at is not None), default=None)
        dated = weeks.absolute(content, said_at.date() if said_at else None)
        verdict = admission.admit(content if dated is None else dated, longest=self.longest, contacts=self.contacts)
        reason = self._why_nothing(content, dated, verdict)
        if reason:
            found.dropped[reason] += 1
            return
        slot = slots.slot_of(item.type, verdict.content, item.slot)
        candidate = Candidate(
            content=verdict.content,
            type=item.type,
            slot=slot,
            slot_key=slots.slot_key(item.type, slot, self.agent_id, self.slot_policy),
            confidence=item.confidence,
            importance=item.importance,
            source_role=item.source_role,
            evidence=tuple(line.key for line in behind),
            said_at=said_at,
            confirmed_at=said_at if item.type in ASSISTANT_TYPES else None,
        )
        if verdict.outcome == admission.HELD:
            found.held.append(Held(candidate, verdict.reason))
        else:
            found.accepted.append(candidate)

    @staticmethod
    def _why_nothing(content: str, dated: str | None, verdict: admission.Admitted) -> str:
        """Why nothing may come of it, not even a statement that waits: an order to the agent need not be one."""
        if verdict.outcome == admission.HELD:
            return ""
        if secrets.holds_mask(content):
            return "secret"
        if dated is None:
            return "relative_time"
        return verdict.reason or stance.no_statement(content) or stance.no_statement(verdict.content)
