"""What becomes of new statements beside those already known: M1 to M5. Pure but for the judge that it is given.

A statement with the same content is left to the ledger (M2), and so is who stays in a single slot (M4).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.questions import ASSISTANT_TYPES, RESIDENT_TYPES, SAME, SKIP
from extraction import blocking, doubles, nearest, verdicts
from extraction.candidates import Candidate
from extraction.rulings import (
    APPENDED,
    BLOCKED,
    OLDER,
    REPEATED,
    REPLACED,
    REWORDED,
    SKIPPED,
    Compared,
    Known,
    Plan,
    Rules,
    Ruling,
)
from extraction.verdicts import Verdict
from profiles import lifecycle
from profiles.changes import Again, Blocked, Change, New


def decide(
    candidates: Iterable[Candidate], known: Sequence[Known], rules: Rules, *, blocked: Sequence[Known] = ()
) -> Plan:
    """Changes and reasons for all statements, in the order said: each meets what the earlier ones of the batch left.

    `blocked` are deleted facts: automatic paraphrases of them do not come in (P7).
    """
    desk = _Desk(rules, list(known), blocked)
    kept, gave_way = doubles.together(candidates, rules)
    for candidate in sorted(kept, key=_when):
        desk.take(candidate)
    stands = {ruling.candidate.content: ruling.stands for ruling in desk.rulings}
    joined = [
        Ruling(lesser, REPEATED, "same_batch", stands=stands.get(kept[place].content, "")) for lesser, place in gave_way
    ]
    return Plan(tuple(desk.changes), (*desk.rulings, *joined))


def append(
    candidates: Iterable[Candidate], rules: Rules, *, reason: str = "not_compared", blocked: Sequence[Known] = ()
) -> Plan:
    """Every statement as it is, compared with nothing but what was deleted."""
    desk = _Desk(rules, [], [replace(one, event=None) for one in blocked])
    for candidate in candidates:
        desk.append(candidate, reason)
    return Plan(tuple(desk.changes), tuple(desk.rulings))


def new_of(candidate: Candidate, rules: Rules) -> New:
    return New(
        content=candidate.content,
        type=candidate.type,
        scope_id=rules.scope_id,
        slot=candidate.slot,
        slot_key=candidate.slot_key,
        source_role=candidate.source_role,
        confidence=candidate.confidence,
        importance=candidate.importance,
        evidence=candidate.evidence,
        agent_id=rules.agent_id,
        said_at=candidate.said_at,
        confirmed_at=candidate.confirmed_at,
        vector=candidate.vector,
        vector_model=rules.vector_model,
    )


@dataclass
class _Desk:
    """One pass over a batch: `known` grows by what was taken in and shrinks by what was replaced."""

    rules: Rules
    known: list[Known]
    blocked: Sequence[Known]
    changes: list[Change] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)

    def take(self, candidate: Candidate) -> None:
        if self._is_repeated(candidate) or self._is_blocked(candidate):
            return
        scored = self._scored(candidate)
        twin = doubles.nearest_same(candidate, scored, self.rules)
        if twin is not None:
            self._again(candidate, *twin)
        elif (holder := self._holder(candidate)) is not None:
            self._contest(candidate, holder)
        else:
            self._judge(candidate, scored)

    def append(self, candidate: Candidate, reason: str) -> None:
        if not self._is_blocked(candidate):
            self.changes.append(new_of(candidate, self.rules))
            self.rulings.append(Ruling(candidate, APPENDED, reason, stands=candidate.content))

    def _is_repeated(self, candidate: Candidate) -> bool:
        if not any(one.content == candidate.content for one in self.known):
            return False
        self._rule(candidate, REPEATED, "same_content", new_of(candidate, self.rules))
        return True

    def _is_blocked(self, candidate: Candidate) -> bool:
        """What its owner deleted, in the very words or in others."""
        twin = blocking.twin_of(candidate, self.blocked, self.rules)
        if twin is None:
            return False
        one, score = twin
        self.changes.append(Blocked(one.fact, seen_event=one.event))
        self.rulings.append(Ruling(candidate, BLOCKED, "deleted", compared=(Compared.of(one, score, action=SAME),)))
        return True

    def _scored(self, candidate: Candidate) -> list[tuple[Known, float]]:
        """Facts of the same kind of memory, nearest first; another speaker's or agent's never count."""
        agent = self.rules.agent_id
        kin = [one for one in self.known if one.vector is not None and _is_kin(one, candidate.type, agent)]
        return doubles.likeness(candidate, kin, self.rules)

    def _holder(self, candidate: Candidate) -> Known | None:
        return next((one for one in self.known if candidate.slot_key and one.slot_key == candidate.slot_key), None)

    def _again(self, candidate: Candidate, one: Known, score: float, compared: tuple[Compared, ...] = ()) -> None:
        """Said again: the fact is strengthened, or the fuller wording takes its place."""
        seen = compared or (Compared.of(one, score, action=SAME),)
        if not one.is_fixed and doubles.says_more(candidate.content, one.content):
            self._rule(candidate, REWORDED, "says_more", self._reworded(candidate, one), seen, gone=(one,))
        elif one.fact > 0 and not _is_promoted(candidate.type, one.type):
            again = Again(
                one.fact,
                evidence=candidate.evidence,
                confidence=candidate.confidence,
                said_at=candidate.said_at,
                seen_event=one.event,
            )
            self.changes.append(again)
            self.rulings.append(Ruling(candidate, REPEATED, "same_meaning", one.content, _engine(seen), seen))
        else:
            repeated = replace(new_of(candidate, self.rules), content=one.content, vector=None)
            self.changes.append(replace(repeated, slot=one.slot, slot_key=one.slot_key))
            self.rulings.append(Ruling(candidate, REPEATED, "same_meaning", one.content, _engine(seen), seen))

    def _contest(self, candidate: Candidate, holder: Known) -> None:
        """One slot, two values (M4): the ledger settles it by the same rule."""
        wins = lifecycle.takes_slot(holder, said_at=candidate.said_at, by_person=False)
        why = "slot" if wins else ("pinned" if holder.is_pinned else "said_earlier")
        seen = (Compared.of(holder, action="replace" if wins else "older", reason=why),)
        gone = (holder,) if wins else ()
        self._rule(
            candidate, REPLACED if wins else OLDER, why, new_of(candidate, self.rules), seen, gone=gone, stays=wins
        )

    def _judge(self, candidate: Candidate, scored: Sequence[tuple[Known, float]]) -> None:
        limits = self.rules.limits
        near = nearest.find(candidate, scored, limits)
        verdict = verdicts.reach(candidate, near, limits, self.rules.judge)
        if verdict.action == SAME and verdict.same is not None:
            score = next(score for one, score in near if one is verdict.same)
            self._again(candidate, verdict.same, score, verdict.compared)
        elif verdict.action == SKIP:
            self.rulings.append(
                Ruling(candidate, SKIPPED, verdict.reason, engine=verdict.engine, compared=verdict.compared)
            )
        else:
            self._take_in(candidate, verdict)

    def _take_in(self, candidate: Candidate, verdict: Verdict) -> None:
        """Append, or replace what the verdict names – all of it, or the atom concerned."""
        gone = tuple(one for one, _ in verdict.replaced)
        new = replace(
            new_of(candidate, self.rules),
            **_replacing(gone, "replaced"),
            yields_to=verdict.yields_to.fact if verdict.yields_to else None,
        )
        if verdict.yields_to is not None:
            new = replace(new, seen_events=(*new.seen_events, *verdict.yields_to.seen))
        action = OLDER if verdict.yields_to else REPLACED if gone else APPENDED
        for one, rest in verdict.replaced:
            self.changes += [self._remainder(one, atom) for atom in rest]
        self._rule(candidate, action, verdict.reason, new, verdict.compared, gone=gone, stays=not verdict.yields_to)

    def _remainder(self, one: Known, atom: str) -> New:
        """What stays of a joined statement of which one part is replaced."""
        return New(
            content=atom, type=one.type, scope_id=self.rules.scope_id, slot="", confidence=one.confidence,
            importance=one.importance, evidence=one.evidence, agent_id=one.agent_id, said_at=one.said_at,
            reason="split", **_replacing((one,), "split"),
        )  # fmt: skip

    def _reworded(self, candidate: Candidate, old: Known) -> New:
        """The fuller wording takes the place of the old one and inherits what it rested on."""
        return replace(
            new_of(candidate, self.rules),
            slot=candidate.slot or old.slot,
            slot_key=candidate.slot_key or (old.slot_key if candidate.type == old.type else None),
            confidence=max(candidate.confidence, old.confidence),
            importance=max(candidate.importance or 0.0, old.importance),
            evidence=tuple(dict.fromkeys((*old.evidence, *candidate.evidence))),
            said_at=max(filter(None, (old.said_at, candidate.said_at)), default=None),
            **_replacing((old,), "reworded"),
        )

    def _rule(
        self, candidate: Candidate, action: str, reason: str, new: New, compared: tuple[Compared, ...] = (),
        *, gone: tuple[Known, ...] = (), stays: bool = True,
    ) -> None:  # fmt: skip
        """Note the change and its reason, and let the rest of the batch meet what it leaves behind."""
        self.changes.append(new)
        self.rulings.append(Ruling(candidate, action, reason, candidate.content, _engine(compared), compared))
        self.known = [one for one in self.known if one not in gone]
        if stays and action != REPEATED:
            self.known.append(_of_batch(new, -len(self.rulings)))


def _of_batch(new: New, fact: int) -> Known:
    return Known(
        fact, new.content, type=new.type, slot=new.slot, slot_key=new.slot_key, agent_id=new.agent_id,
        confidence=new.confidence, evidence=new.evidence, said_at=new.said_at, vector=new.vector,
    )  # fmt: skip


def _replacing(gone: Sequence[Known], reason: str) -> dict[str, Any]:
    if not gone:
        return {}
    return {
        "replaces": tuple(one.fact for one in gone if one.fact > 0),
        "replaces_contents": tuple(one.content for one in gone if one.fact < 0),
        "replaces_reason": reason,
        "seen_events": tuple(pair for one in gone for pair in one.seen),
    }


def _is_kin(one: Known, type: str, agent_id: str) -> bool:
    """What a person says of themselves is of one kind, however it is filed; an agent's word is its own."""
    if type in ASSISTANT_TYPES:
        return one.type in ASSISTANT_TYPES and one.agent_id == agent_id
    return one.type not in ASSISTANT_TYPES


def _when(candidate: Candidate) -> tuple[bool, float]:
    """In the order said; what has no time comes last."""
    said = candidate.said_at
    return (said is None, said.timestamp() if said else 0.0)


def _is_promoted(new: str, old: str) -> bool:
    """A resident type takes over from another: what is said of oneself stands in every context (P9)."""
    return new in RESIDENT_TYPES and old not in RESIDENT_TYPES


def _engine(compared: Sequence[Compared]) -> str:
    return next((one.engine for one in compared if one.engine), "")
