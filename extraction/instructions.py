"""What becomes of explicit wishes about the memory (SPEC X10): find, have it confirmed, change. Pure but for who confirms.

A wish that finds nothing, or whose find is not confirmed, changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.text import atoms
from extraction import deeds, merge
from extraction.candidates import Candidate
from extraction.finding import Ask, Finder, Look
from extraction.rulings import BLOCKED, OLDER, SKIPPED, Known, Rules, Ruling
from extraction.wishes import (
    ADD,
    DELETE,
    FORGOTTEN,
    INSTRUCTED,
    NOT_CONFIRMED,
    NOT_FOUND,
    NOT_STORED,
    REMEMBERED,
    UNDECIDED,
    UPDATE,
    UPDATED,
    WAITING,
    HeldWish,
    Plan,
    Verdict,
    Wish,
)
from profiles import slots
from profiles.changes import Again, Change, New


def plan(
    asked: Sequence[Wish], active: Sequence[Known], deleted: Sequence[Known], *, ask: Ask, rules: Rules, limit: int,
    slot_policy: Mapping[str, slots.Policy] = slots.POLICY, learned: Sequence[Candidate] = (), contacts: str = "keep",
) -> Plan:  # fmt: skip
    """Changes for at most `limit` stored facts, and a verdict on every wish; what is more waits.

    `deleted` are facts that only a wish to remember them brings back. `learned` are statements of the same turn: what
    the wishes settle of them is `taken`.
    """
    desk = _Desk(list(active), deleted, Finder(ask, rules), limit, slot_policy, learned, contacts)
    for wish in asked:
        desk.take(wish)
    touched = frozenset(desk.touched | desk.contested())
    return Plan(
        (*desk.changes, *desk.cuts()), tuple(desk.verdicts), tuple(desk.waiting), touched, frozenset(desk.taken)
    )


@dataclass
class _Desk:
    """One pass over the wishes of a turn, in the order said."""

    active: list[Known]
    deleted: Sequence[Known]
    finder: Finder
    left: int
    slot_policy: Mapping[str, slots.Policy]
    learned: Sequence[Candidate]
    contacts: str
    changes: list[Change] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    waiting: list[HeldWish] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    # Joined statements of which parts go: as stored, what is left, and the wish that took the last part.
    cut: dict[int, tuple[Known, tuple[str, ...], Wish]] = field(default_factory=dict)

    def take(self, wish: Wish) -> None:
        if wish.candidate is not None:
            self.taken.add(wish.candidate.content)
        if wish.is_done:
            self._unsaid(wish)
            return
        if wish.why_not or (wish.op != DELETE and wish.candidate is None):
            outcome = NOT_CONFIRMED if wish.op == DELETE else NOT_STORED
            self.verdicts.append(Verdict(wish, outcome, wish.why_not))
            return
        act = {ADD: self._add, UPDATE: self._update, DELETE: self._forget}[wish.op]
        self.verdicts.append(act(wish))

    def contested(self) -> set[int]:
        """Facts that a new statement pushes out of its slot when it is written."""
        slots_taken = {change.slot_key for change in self.changes if isinstance(change, New) and change.slot_key}
        return {one.fact for one in self.active if one.slot_key in slots_taken}

    def _free(self) -> list[Known]:
        """What no earlier wish of the turn has settled; what an agent decided is no memory of the person's."""
        return [one for one in self.active if one.fact not in self.touched and not one.type.startswith("assistant_")]

    def _forget(self, wish: Wish) -> Verdict:
        look = self.finder.look(wish, self._free() + [one for one, _rest, _wish in self.cut.values()])
        unsaid = self._unsaid(wish)
        if not look.meant:
            return look.told(wish, FORGOTTEN, "not_learned") if unsaid else look.nothing(wish)
        done = [one for one in look.meant if self._may_change(look, one, FORGOTTEN)]
        for one in look.meant:
            rest = self._rest(wish, one)
            if one not in done:
                self.waiting.append(_held(one, rest, wish))
            elif rest:
                self.cut[one.fact] = (one, rest, wish)
            else:
                self.cut.pop(one.fact, None)
                self.changes.append(deeds.forget(one, asked_at=wish.said_at, evidence=wish.evidence))
        return self._ended(wish, look, done, FORGOTTEN)

    def _unsaid(self, wish: Wish) -> bool:
        """What was said in the same turn, and not after the wish, is not learned at all."""
        unsaid = [
            one.content
            for one in self.learned
            if not _is_later(one, wish) and self.finder.means(wish, one.content).is_match
        ]
        self.taken.update(unsaid)
        return bool(unsaid)

    def _rest(self, wish: Wish, one: Known) -> tuple[str, ...]:
        """The parts of a joined statement that are not meant; none when all of it goes."""
        is_cut = one.fact in self.cut
        parts = self.cut[one.fact][1] if is_cut else atoms.atoms(one.content)
        if len(parts) == 1 and not is_cut:
            return ()
        rest = tuple(part for part in parts if not self.finder.means(wish, part).is_match)
        return rest if is_cut or len(rest) < len(parts) else ()

    def cuts(self) -> list[Change]:
        """The facts of which only parts are forgotten."""
        rules = self.finder.rules
        return [
            change
            for one, rest, wish in self.cut.values()
            for change in deeds.cut(
                one, rest, scope_id=rules.scope_id, slot_policy=self.slot_policy, asked_at=wish.said_at,
                evidence=wish.evidence,
            )
        ]  # fmt: skip

    def _update(self, wish: Wish) -> Verdict:
        look = self.finder.look(wish, self._free())
        if not look.meant:
            nothing = look.nothing(wish)
            return replace(nothing, reason="nothing_to_correct") if nothing.outcome == NOT_FOUND else nothing
        replaced = self._in_one_slot(wish, look)
        new = self._new_for(wish, replaced[0])
        if new is None:
            return look.told(wish, NOT_STORED, "not_admitted")
        self.taken.add(new.content)
        if all(one.content == new.content for one in replaced):
            return look.told(wish, UPDATED, "known", stands=new.content)
        replaced = [one for one in replaced if one.content != new.content]
        done = [one for one in replaced if not wish.held and self._may_change(look, one, UPDATED)]
        if done:
            self.changes.append(deeds.correct(new, done, asked_at=wish.said_at))
        for one in replaced:
            if one not in done:
                look.rows[one.fact]["action"] = WAITING
                why = wish.held or "many"
                self.waiting.append(HeldWish(UPDATE, why, new.content, one.fact_id, new.type, new.slot, wish.evidence))
        return replace(self._ended(wish, look, done, UPDATED), stands=new.content if done else "")

    def _in_one_slot(self, wish: Wish, look: Look) -> list[Known]:
        """What is meant, confined to the attribute that the new statement fills: no other is touched."""
        assert wish.candidate is not None
        slot = wish.candidate.slot
        alike = [one for one in look.meant if slot and one.slot == slot]
        kept = alike or (look.meant[:1] if wish.is_topic else look.meant)
        for one in look.meant:
            if one not in kept:
                look.rows[one.fact]["action"] = "left alone"
        return kept

    def _new_for(self, wish: Wish, old: Known) -> New | None:
        """The new statement in place of the old one, or None when it may not be stored; a third fact keeps its slot."""
        new = deeds.in_place_of(
            old, wish, rules=self.finder.rules, slot_policy=self.slot_policy, contacts=self.contacts
        )  # fmt: skip
        return replace(new, slot_key=None) if new and self._disturbs(new, old) else new

    def _disturbs(self, new: New, old: Known) -> bool:
        """Whether the new statement would push a third fact out of its slot."""
        return any(new.slot_key and one.slot_key == new.slot_key and one.fact != old.fact for one in self.active)

    def _add(self, wish: Wish) -> Verdict:
        assert wish.candidate is not None
        candidate, look = wish.candidate, Look()
        if wish.held:
            self.waiting.append(
                HeldWish(ADD, wish.held, candidate.content, "", candidate.type, candidate.slot, candidate.evidence)
            )
            return look.told(wish, WAITING, wish.held)
        later = self.finder.nearest_same(candidate, [one for one in self.deleted if one.is_since(wish.said_at)])
        if later is not None:
            look.leave(*later)
            return look.nothing(wish)
        gone = self.finder.nearest_same(candidate, self.deleted)
        if gone is not None:
            verdict = self._bring_back(wish, look, *gone)
            if verdict is not None:
                return verdict
        twin = self.finder.nearest_same(candidate, self.active)
        if twin is not None:
            one, score = twin
            look.note(one, score, "known")
            self._strengthen(candidate, one)
            return look.told(wish, REMEMBERED, "known", stands=one.content)
        return self._remember(wish, candidate)

    def _bring_back(self, wish: Wish, look: Look, one: Known, score: float) -> Verdict | None:
        """A deleted fact comes back only when it is what is meant (P7). None: something else is meant, which is new."""
        answer = self.finder.confirm(wish, one, look)
        if answer.failed:
            look.note(one, score, UNDECIDED, answer.failed)
            return look.told(wish, UNDECIDED, answer.failed)
        if not answer.is_match:
            look.note(one, score, "no match", answer.reason)
            return look.told(wish, NOT_CONFIRMED) if one.content == wish.new else None
        if not self._may_change(look, one, "restored", score):
            held = wish.candidate
            self.waiting.append(
                HeldWish(ADD, "many", one.content, "", one.type, one.slot, held.evidence if held else ())
            )
            return look.told(wish, WAITING, "many")
        self.changes.append(deeds.bring_back(one, asked_at=wish.said_at, evidence=wish.evidence))
        return look.told(wish, REMEMBERED, "restored", stands=one.content, facts=(one.fact,))

    def _strengthen(self, candidate: Candidate, one: Known) -> None:
        if one.fact not in self.touched:
            self.changes.append(
                Again(one.fact, candidate.evidence, candidate.confidence, candidate.said_at, seen_event=one.event)
            )
            self.touched.add(one.fact)

    def _remember(self, wish: Wish, candidate: Candidate) -> Verdict:
        """A new statement meets what it contradicts like any other, but is never left out."""
        found = merge.decide([candidate], self._free(), self.finder.rules)
        ruling = found.rulings[0]
        later = [one for one in self._against(candidate, found.changes) if one.is_since(wish.said_at)]
        if later:
            look = Look()
            look.leave(later[0], 0.0)
            return look.nothing(wish)
        is_taken = ruling.action not in (SKIPPED, OLDER, BLOCKED)
        changes = found.changes if is_taken else (merge.new_of(candidate, self.finder.rules),)
        self.changes += [_instructed(change, wish) for change in changes]
        self.touched |= {key for change in changes if isinstance(change, New) for key in change.replaces}
        return Verdict(
            wish, REMEMBERED, "added", candidate.content, candidates=_rows(ruling) if is_taken else (), engine=ruling.engine
        )  # fmt: skip

    def _against(self, candidate: Candidate, changes: Sequence[Change]) -> list[Known]:
        """The facts that contradict a statement: what it would take the place of, or yield to."""
        named = {key for change in changes if isinstance(change, New) for key in (*change.replaces, change.yields_to)}
        slot = candidate.slot_key
        return [one for one in self.active if one.fact in named or (slot and one.slot_key == slot)]

    def _may_change(self, look: Look, one: Known, deed: str, score: float | None = None) -> bool:
        """Take one of the facts that this turn may change; noted is what happens to it."""
        if one.fact not in look.rows:
            look.note(one, score or 0.0, deed)
        if one.fact in self.cut:
            look.rows[one.fact]["action"] = deed
            return True
        is_free = self.left > 0
        self.left -= is_free
        if is_free:
            self.touched.add(one.fact)
        look.rows[one.fact]["action"] = deed if is_free else WAITING
        return is_free

    def _ended(self, wish: Wish, look: Look, done: Sequence[Known], outcome: str) -> Verdict:
        waits = any(row["action"] == WAITING for row in look.rows.values())
        facts = tuple(one.fact for one in done)
        if not done:
            return look.told(wish, WAITING, wish.held or "many")
        return look.told(wish, outcome, "some_wait" if waits else "", facts=facts)


def _held(one: Known, rest: Sequence[str], wish: Wish) -> HeldWish:
    """The change put off: a fact to be forgotten, or a part of it."""
    op, content = (UPDATE, deeds.joined(one, rest)) if rest else (DELETE, "")
    return HeldWish(op, "many", content, one.fact_id, one.type, one.slot, wish.evidence)


def _instructed(change: Change, wish: Wish) -> Change:
    return replace(change, reason=INSTRUCTED, asked_at=wish.said_at) if isinstance(change, New) else change


def _is_later(one: Candidate, wish: Wish) -> bool:
    return wish.said_at is not None and one.said_at is not None and one.said_at > wish.said_at


def _rows(ruling: Ruling) -> tuple[dict[str, str | float | None], ...]:
    return tuple(one.as_row(one.fact_id) for one in ruling.compared)
