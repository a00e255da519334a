"""Writes one person's night: facts, what became of each proposal, the log and the end of the part, all or nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engine.condensing import MERGE, OUTDATED
from engine.text import contacts, normal, secrets
from extraction.dream import changing, plan, retold
from extraction.dream.changing import Step
from extraction.dream.reading import Day
from extraction.dream.thinking import Thought
from extraction.models import DreamOperation, DreamPart, Job
from extraction.rulings import Known
from profiles import ledger
from profiles.changes import SYSTEM_ACTOR, Change, New, Origin
from profiles.lifecycle import Source
from profiles.models import Fact, FactEvent, HeldItem, Profile

Op, State = DreamOperation.Op, DreamOperation.State

ADD = "add"  # as which any proposal is kept that is neither a merge nor a retirement
CHANGED, ALLOWANCE = "changed", "allowance"
LONGEST_ID, LONGEST_REASON, LONGEST_CONTENT, MOST_IDS = 66, 200, 1_000, 100


@dataclass
class Night:
    """What was done for one person, in the order in which it was done. `fact_ids` are those of merged wordings."""

    operations: list[DreamOperation] = field(default_factory=list)
    log: dict[str, Any] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    fact_ids: list[str] = field(default_factory=list)


def carry_out(job: Job, part: DreamPart, day: Day, thoughts: Sequence[Thought], *, model: str, now: datetime) -> Night:
    """Change the facts under the person's lock, which the caller holds in a transaction of its own."""
    steps = changing.steps(thoughts)
    expired = [one for scope in day.scopes for one in scope.expired]
    facts = [fact for step in steps for fact in step.facts] + expired
    rows = changing.rows_of(facts)
    stale = changing.changed(facts, rows, day.scopes)
    changes = {
        place: changing.change(step, rows, model=model, now=now)
        for place, step in enumerate(steps)
        if step.checked.state == plan.ACCEPTED and not stale & {fact.fact for fact in step.facts}
    }
    over = [changing.expiry(one, rows) for one in expired if one.fact not in stale]
    origin = Origin(SYSTEM_ACTOR, Source.DREAM, job_id=job.pk, dream_part_id=part.pk)
    done = ledger.apply(job.profile_id, [*over, *changes.values()], origin=origin, now=now, on_stale="skip")
    results = {(fact.scope_id, fact.content): fact for fact in done.facts}
    crowd = [changing.eviction(fact) for fact in changing.crowding(job.profile_id)]
    if crowd:
        ledger.apply(job.profile_id, crowd, origin=origin, now=now, on_stale="skip")
    night = Night()
    for one in over:
        if one not in done.stale:
            night.operations.append(_retired(part, rows[one.fact], Op.EXPIRED, State.APPLIED))
    for place, step in enumerate(steps):
        change = changes.get(place)
        is_done = change is not None and change not in done.stale and _stands(change, results)
        night.operations.append(_row(part, step, now, stale, result=_result(change, results) if is_done else None))
    night.operations += [_retired(part, fact, Op.EVICTED, State.APPLIED) for fact in _evicted(part)]
    _sum_up(night, day, thoughts, State.APPLIED)
    return night


def rehearse(part: DreamPart, day: Day, thoughts: Sequence[Thought], *, model: str, now: datetime) -> Night:
    """The same on paper: nothing is changed, and what would be done is `planned`."""
    steps = changing.steps(thoughts)
    expired = [one for scope in day.scopes for one in scope.expired]
    rows = changing.rows_of([*(fact for step in steps for fact in step.facts), *expired])
    accepted = [
        step for step in steps if step.checked.state == plan.ACCEPTED and all(one.fact in rows for one in step.facts)
    ]
    changes = [changing.change(step, rows, model=model, now=now) for step in accepted]
    leaving = {one.fact for step in accepted for one in step.facts} | {one.fact for one in expired}
    coming = [one for one in changes if isinstance(one, New)]
    night = Night()
    night.operations += [
        _retired(part, rows[one.fact], Op.EXPIRED, State.PLANNED) for one in expired if one.fact in rows
    ]
    night.operations += [_planned(part, step) for step in steps]
    crowd = changing.crowding(part.profile_id, leaving=leaving, coming=coming)
    night.operations += [_retired(part, fact, Op.EVICTED, State.PLANNED) for fact in crowd]
    _sum_up(night, day, thoughts, State.PLANNED)
    return night


def remember(profile: Profile, night: Night, part: DreamPart, *, through: int, now: datetime) -> None:
    """The log into the metadata of the locked profile with where it came from, and how far a dream has looked by now."""
    profile.refresh_from_db(fields=["metadata", "dreamed_through"])
    last = {"run": part.run_id, "part": part.pk, "at": now.isoformat()}
    profile.metadata = profile.metadata | {retold.LOG: night.log, retold.LAST: last}
    profile.dreamed_through = max(profile.dreamed_through, through)
    profile.save(update_fields=["metadata", "dreamed_through"])


# --- what became of a proposal ----------------------------------------------------------------------------------------


def _stands(change: Change, results: Mapping[tuple[str, str], Fact]) -> bool:
    """Whether what was merged is in force: the ledger may have known better."""
    return not isinstance(change, New) or (change.scope_id, change.content) in results


def _result(change: Change | None, results: Mapping[tuple[str, str], Fact]) -> str:
    return results[change.scope_id, change.content].fact_id if isinstance(change, New) else ""


def _row(part: DreamPart, step: Step, now: datetime, stale: set[int], *, result: str | None) -> DreamOperation:
    """`result` None: it was not carried out."""
    row = _named(part, step)
    if step.checked.state == plan.REJECTED:
        row.state, row.why = State.REJECTED, step.checked.why
    elif step.checked.state == plan.WAITING and not stale & {fact.fact for fact in step.facts}:
        row.state, row.held_id = State.WAITING, _hold(part, step.facts[0], now)
    elif result is None:
        row.state, row.why = State.STALE, CHANGED
    else:
        row.state, row.result = State.APPLIED, result
    return row


def _planned(part: DreamPart, step: Step) -> DreamOperation:
    row = _named(part, step)
    row.state, row.why = State.PLANNED, ALLOWANCE if step.checked.state == plan.WAITING else ""
    if step.checked.state == plan.REJECTED:
        row.state, row.why = State.REJECTED, step.checked.why
    return row


def _named(part: DreamPart, step: Step) -> DreamOperation:
    operation, known = step.checked.operation, step.scope.by_id
    content = contacts.mask(operation.content).text if step.checked.why == "contact" else operation.content
    ids = [_short(one, LONGEST_ID) for one in operation.ids[:MOST_IDS]]
    return DreamOperation(
        part=part,
        profile_id=part.profile_id,
        scope_id=step.scope.place.scope_id,
        op=operation.op if operation.op in (MERGE, OUTDATED) else ADD,
        fact_ids=ids,
        before=[known[one].content if one in known else "" for one in ids],
        content=_short(content, LONGEST_CONTENT),
        reason=_short(operation.reason, LONGEST_REASON),
        doubt=operation.doubt,
    )


def _short(text: str, longest: int) -> str:
    """An engine's words as they may be kept: without what is secret, and no more of them than fits."""
    return secrets.mask(normal.single_line(text)).text[:longest].strip()


def _retired(part: DreamPart, fact: Fact, op: DreamOperation.Op, state: DreamOperation.State) -> DreamOperation:
    return DreamOperation(
        part=part, profile_id=part.profile_id, scope_id=fact.scope_id, op=op, state=state,
        fact_ids=[fact.fact_id], before=[fact.content],
    )  # fmt: skip


def _hold(part: DreamPart, fact: Known, now: datetime) -> int:
    """The item on the review list that asks for a person's word."""
    row = Fact.objects.get(pk=fact.fact)
    item, _is_new = HeldItem.objects.get_or_create(
        profile_id=part.profile_id,
        scope_id=row.scope_id,
        op=HeldItem.Op.RETIRE,
        target=row.fact_id,
        content=row.content,
        defaults={
            "type": row.type, "slot": row.slot, "source": Source.DREAM, "source_role": row.source_role,
            "reason": "dream", "agent_id": row.agent_id, "evidence": row.evidence, "job_id": part.job_id,
            "created_at": now,
        },
    )  # fmt: skip
    return item.pk


def _evicted(part: DreamPart) -> list[Fact]:
    events = FactEvent.objects.filter(profile=part.profile_id, dream_part_id=part.pk, reason=changing.EVICTED)
    return [event.fact for event in events.select_related("fact").order_by("pk")]


# --- what is told of it -----------------------------------------------------------------------------------------------


def _sum_up(night: Night, day: Day, thoughts: Iterable[Thought], state: DreamOperation.State) -> None:
    """The log (SPEC D6) and the counts, of what was done or would be."""
    done = [one for one in night.operations if one.state == state and one.why != ALLOWANCE]
    merged = [[one.before, one.content] for one in done if one.op == Op.MERGE]
    left = [one.before[0] for one in done if one.op != Op.MERGE]
    touched = {(one.scope_id, fact_id) for one in done for fact_id in one.fact_ids}
    shown = {(scope.place.scope_id, one.fact_id) for scope in day.scopes for one in (*scope.facts, *scope.expired)}
    night.log = {"merged": merged, "outdated": left, "unchanged": len(shown - touched)}
    by_op, by_state = Counter(one.op for one in done), Counter(one.state for one in night.operations)
    not_read = sum(_unreadable(one) for one in thoughts)
    night.counts.update(
        {
            "merged": by_op[Op.MERGE],
            "outdated": by_op[Op.OUTDATED],
            "expired": by_op[Op.EXPIRED],
            "evicted": by_op[Op.EVICTED],
            "waiting": by_state[State.WAITING] + sum(one.why == ALLOWANCE for one in night.operations),
            "rejected": by_state[State.REJECTED] + not_read,
            "stale": by_state[State.STALE],
            "unchanged": len(shown - touched),
            "conversations": len(day.sessions),
            "conversations_left": day.left,
        }
    )
    night.fact_ids = [one.result for one in done if one.result]


def _unreadable(thought: Thought) -> int:
    """What an engine proposed that was no operation at all."""
    dropped = thought.answer.dropped if thought.answer is not None else {}
    return sum(number for word, number in dropped.items() if word != "truncated")
