"""The stored facts that a job's statements are compared with, or that a dream tidies."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from extraction.rulings import Known
from profiles import hands, ledger
from profiles.lifecycle import BY_HAND, Source, Status
from profiles.models import Fact, FactEvent, FactVector
from profiles.models.facts import FactQuerySet
from summaries.models import Message


class Place(Protocol):
    """Whose facts, and in which scope: a job names them."""

    @property
    def profile_id(self) -> int: ...
    @property
    def scope_id(self) -> str: ...


def contents(job: Place) -> list[str]:
    """What an engine is told not to say again: the resident facts, most valuable first."""
    return list(_facts(job).active().resident().most_valuable_first().values_list("content", flat=True))


def read(job: Place, *, model: str) -> list[Known]:
    """All active facts of the job's scope, each with its vector of this model and its last event."""
    return _read(job, Status.ACTIVE, model)


def deleted(job: Place, *, model: str) -> list[Known]:
    """The facts of the scope that their owner deleted: they block paraphrases of themselves (P7)."""
    return _read(job, Status.DEPRECATED, model)


def with_hands(job: Place, facts: Sequence[Known]) -> list[Known]:
    """The facts with when a person last had a hand in each: in a conversation, when they said so."""
    events = FactEvent.objects.filter(fact__in=[one.fact for one in facts], source__in=BY_HAND)
    rows = list(events.values_list("fact_id", "source", "at", "message_ids"))
    asked = [keys for _fact, source, _at, keys in rows if source == Source.INSTRUCTION]
    said = _said(job, {key for keys in asked for key in keys})
    found: dict[int, datetime] = {}
    for fact, source, at, keys in rows:
        when = max((said[key] for key in keys if key in said), default=at) if source == Source.INSTRUCTION else at
        found[fact] = max(when, found.get(fact, when))
    return [replace(one, handled_at=found.get(one.fact, one.handled_at)) for one in facts]


def _said(job: Place, keys: Iterable[int]) -> dict[int, datetime]:
    return dict(Message.objects.filter(profile=job.profile_id, pk__in=keys).values_list("pk", "said_at"))


def _read(job: Place, status: Status, model: str) -> list[Known]:
    """Events are read before the facts: a fact that changes in between looks older than it is, and is decided again."""
    rows = _facts(job).filter(status=status)
    events = ledger.last_events(rows.values_list("pk", flat=True))
    facts = [fact for fact in rows if fact.pk in events]
    if not facts:
        return []
    stored = FactVector.objects.filter(
        profile=job.profile_id, scope_id=job.scope_id, model=model, is_blocked=status is Status.DEPRECATED
    )
    vectors = {vector.fact_id: list(vector.embedding) for vector in stored}
    found = [of_fact(fact, events[fact.pk], vectors.get(fact.pk)) for fact in facts]
    back = hands.brought_back(events)
    return [replace(one, written_at=back.get(one.fact, one.written_at)) for one in found]


def of_fact(fact: Fact, event: int | None, vector: list[float] | None = None) -> Known:
    """The fact as it is now; `event` is its last one."""
    return Known(
        fact=fact.pk,
        content=fact.content,
        fact_id=fact.fact_id,
        type=fact.type,
        slot=fact.slot,
        slot_key=fact.slot_key,
        agent_id=fact.agent_id,
        is_pinned=fact.is_pinned,
        written_at=fact.written_at,
        handled_at=fact.status_at if fact.status == Status.DEPRECATED else None,
        event=event,
        confidence=fact.confidence,
        importance=fact.importance,
        evidence=tuple(fact.evidence),
        said_at=fact.said_at,
        vector=vector,
    )


def _facts(job: Place) -> FactQuerySet:
    return Fact.objects.filter(profile=job.profile_id, scope_id=job.scope_id)
