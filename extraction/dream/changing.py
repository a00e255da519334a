"""What a night's plan comes to in the ledger: each proposal as a change of facts, and what the rules retire besides."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.conf import settings

from engine.condensing import MERGE
from extraction.dream.plan import Checked
from extraction.dream.reading import Scope
from extraction.dream.thinking import Thought
from extraction.rulings import Known
from profiles import ledger, lifecycle, sheet
from profiles.changes import Change, Move, New
from profiles.lifecycle import Status
from profiles.models import Fact

MERGED, OUTDATED, EXPIRED, EVICTED = "merged", "outdated", "expired", "evicted"

Rows = Mapping[int, Fact]


@dataclass(frozen=True)
class Step:
    """One proposal on the facts that it names, in one scope."""

    thought: Thought
    checked: Checked

    @property
    def scope(self) -> Scope:
        return self.thought.scope

    @property
    def facts(self) -> list[Known]:
        return [found for one in self.checked.operation.ids if (found := self.scope.by_id.get(one)) is not None]


def steps(thoughts: Iterable[Thought]) -> list[Step]:
    return [Step(thought, checked) for thought in thoughts for checked in thought.checked]


def rows_of(facts: Iterable[Known]) -> Rows:
    """The facts as they are now."""
    return Fact.objects.in_bulk([one.fact for one in facts])


def changed(facts: Iterable[Known], rows: Rows, scopes: Iterable[Scope]) -> set[int]:
    """Those of the facts that are not as they were read: another state, another event, or said again since."""
    seen = {key: at for scope in scopes for key, at in scope.seen.items()}
    events = ledger.last_events(rows)
    return {
        one.fact
        for one in facts
        if one.fact not in rows
        or not rows[one.fact].is_active
        or events.get(one.fact) != one.event
        or rows[one.fact].last_seen_at != seen.get(one.fact)
    }


def change(step: Step, rows: Rows, *, model: str, now: datetime) -> Change:
    """What carries an accepted proposal out."""
    if step.checked.operation.op == MERGE:
        return _merge(step, rows, model)
    fact = step.facts[0]
    told = max(filter(None, (step.scope.told_at, fact.said_at)), default=now)
    return Move(fact.fact, Status.SUPERSEDED, OUTDATED, seen_event=fact.event, asked_at=min(told, now))


def expiry(fact: Known, rows: Rows) -> Move:
    """As of the day on which it ended: said again after that, it is in force again."""
    return Move(fact.fact, Status.SUPERSEDED, EXPIRED, seen_event=fact.event, asked_at=rows[fact.fact].valid_to)


def _merge(step: Step, rows: Rows, model: str) -> New:
    """The wording with all that its sources rest on; one that has it already stays as the record that it is.

    All sources are named, that one too: should it have changed meanwhile, nothing is merged into it.
    """
    sources = [rows[one.fact] for one in step.facts]
    content = step.checked.operation.content
    lead = next((one for one in sources if one.fact_id == step.checked.keeps), None) or max(sources, key=_value)
    vector = step.thought.vectors.get(content)
    return New(
        content,
        type=lead.type,
        scope_id=lead.scope_id,
        slot=lead.slot,
        slot_key=lead.slot_key,
        source_role=lead.source_role,
        confidence=max(one.confidence for one in sources),
        importance=max(one.importance for one in sources),
        evidence=tuple(dict.fromkeys(key for one in sources for key in one.evidence)),
        agent_id=lead.agent_id,
        said_at=max((one.said_at for one in sources if one.said_at is not None), default=None),
        valid_from=min((one.valid_from for one in sources if one.valid_from is not None), default=None),
        valid_to=lead.valid_to,
        confirmed_at=max((one.confirmed_at for one in sources if one.confirmed_at is not None), default=None),
        reason=MERGED,
        replaces=tuple(one.fact for one in step.facts),
        replaces_reason=MERGED,
        seen_events=tuple(pair for one in step.facts for pair in one.seen),
        vector=vector,
        vector_model=model if vector else "",
    )


def _value(fact: Fact) -> tuple[bool, float, datetime, int]:
    """What fills a single slot leads, so that its next value finds it; then the most important, then the last seen."""
    return fact.slot_key is not None, fact.importance, fact.last_seen_at, -fact.pk


def crowding(profile_id: int, *, leaving: Collection[int] = (), coming: Sequence[New] = ()) -> list[Fact]:
    """Who has to go so that no scope holds more than it may (P8), once `leaving` are gone and `coming` are there."""
    active = Fact.objects.filter(profile=profile_id).active().exclude(pk__in=leaving).order_by("scope_id", "pk")
    gone: list[Fact] = []
    for scope_id, facts in groupby(active, key=lambda fact: fact.scope_id):
        here = list(facts)
        for is_resident, limit in _limits():
            kin = {fact.pk: fact for fact in here if fact.is_resident is is_resident}
            more = sum(
                1 for new in coming if new.scope_id == scope_id and Fact(type=new.type).is_resident is is_resident
            )
            standings = [sheet.standing(fact) for fact in kin.values()]
            gone += [kin[key] for key in lifecycle.evicted(standings, limit=max(0, limit - more), fresh=frozenset())]
    return gone


def _limits() -> tuple[tuple[bool, int], ...]:
    return (True, settings.MEMORYHUB_FACT_LIMIT), (False, settings.MEMORYHUB_RECALLED_FACT_LIMIT)


def eviction(fact: Fact) -> Move:
    """As of when it was last said: said again it comes back, however long ago its conversation was."""
    return Move(fact.pk, Status.SUPERSEDED, EVICTED, asked_at=fact.said_at)
