"""The changes by which wishes are carried out, at once or when they were let through: forget, forget a part, correct. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from engine.text import atoms, keywords
from extraction import merge
from extraction.rulings import Known, Rules
from extraction.wishes import INSTRUCTED, Wish
from profiles import admission, slots
from profiles.changes import Change, Move, New
from profiles.lifecycle import Status


def forget(
    one: Known, *, reason: str = INSTRUCTED, asked_at: datetime | None = None, evidence: tuple[int, ...] = ()
) -> Move:
    return Move(
        one.fact, Status.DEPRECATED, reason=reason, seen_event=one.event, asked_at=asked_at, message_ids=evidence
    )


def bring_back(one: Known, *, asked_at: datetime | None = None, evidence: tuple[int, ...] = ()) -> Move:
    return Move(
        one.fact, Status.ACTIVE, reason=INSTRUCTED, seen_event=one.event, asked_at=asked_at, message_ids=evidence
    )


def correct(
    new: New, replaced: Sequence[Known], *, reason: str = INSTRUCTED, asked_at: datetime | None = None
) -> New:  # fmt: skip
    """The new statement in the place of the old ones, as firmly kept as they were."""
    return replace(
        new,
        is_pinned=any(one.is_pinned for one in replaced),
        importance=max((new.importance or 0.0, *(one.importance for one in replaced))),
        reason=reason,
        replaces=tuple(one.fact for one in replaced),
        replaces_reason=reason,
        seen_events=tuple(pair for one in replaced for pair in one.seen),
        asked_at=asked_at,
    )


def cut(
    one: Known, rest: Sequence[str], *, scope_id: str, slot_policy: Mapping[str, slots.Policy],
    reason: str = INSTRUCTED, asked_at: datetime | None = None, evidence: tuple[int, ...] = (),
) -> list[Change]:  # fmt: skip
    """A joined statement without the parts that are not in `rest`; each of these is kept as deleted, and so blocked (P7)."""
    new = wording_of(one, joined(one, rest), scope_id=scope_id, type=one.type, slot_policy=slot_policy)
    gone = [
        replace(
            wording_of(one, part, scope_id=scope_id, type=one.type, slot_policy=slot_policy),
            status=Status.DEPRECATED, reason=reason, evidence=evidence or one.evidence, replaces=(one.fact,),
            seen_events=one.seen, asked_at=asked_at,
        )
        for part in atoms.atoms(one.content)
        if part not in rest
    ]  # fmt: skip
    return [correct(new, [one], reason=reason, asked_at=asked_at), *gone]


def joined(one: Known, rest: Sequence[str]) -> str:
    return ("；" if keywords.has_cjk(one.content) else "; ").join(rest)


def parts_in(one: Known, content: str) -> tuple[str, ...]:
    """The parts of a stored statement that make up this wording of it; none when it says something else."""
    whole, left = atoms.atoms(one.content), atoms.parts(content)
    return left if len(whole) > len(left) and set(left) <= set(whole) else ()


def in_place_of(
    old: Known, wish: Wish, *, rules: Rules, slot_policy: Mapping[str, slots.Policy], contacts: str
) -> New | None:
    """What a wish puts in the place of a fact; a value alone where the old one stands. None: it may not be stored."""
    assert wish.candidate is not None
    new = merge.new_of(wish.candidate, rules)
    if wish.is_value:
        at = old.content.casefold().find(wish.old.casefold())
        if at < 0:
            return None
        content = old.content[:at] + wish.new + old.content[at + len(wish.old) :]
        if admission.admit(content, contacts=contacts).outcome != admission.OK:
            return None
        like = wording_of(old, content, scope_id=rules.scope_id, type=old.type, slot_policy=slot_policy)
        return replace(like, evidence=wish.candidate.evidence, said_at=wish.candidate.said_at)
    if not new.slot or new.type == "user_fact" or old.slot == new.slot:
        slot = new.slot or old.slot  # what names no attribute fills that of which it takes the place
        key = slots.slot_key(old.type, slot, rules.agent_id, slot_policy)
        return replace(new, type=old.type, slot=slot, slot_key=key)
    return new


def wording_of(
    one: Known, content: str, *, scope_id: str, type: str, slot_policy: Mapping[str, slots.Policy], slot: str = ""
) -> New:
    """Another wording in the place of a stored fact, resting on the same messages."""
    slot = slot or slots.slot_of(type, content, "")
    return New(
        content=content, type=type, scope_id=scope_id, slot=slot,
        slot_key=slots.slot_key(type, slot, one.agent_id, slot_policy), confidence=one.confidence,
        importance=one.importance, evidence=one.evidence, agent_id=one.agent_id, said_at=one.said_at,
    )  # fmt: skip
