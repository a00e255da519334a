"""The stored facts that a job's statements are compared with."""

from extraction.models import Job
from extraction.rulings import Known
from profiles import ledger
from profiles.lifecycle import BY_HAND, Status
from profiles.models import Fact, FactVector
from profiles.models.facts import FactQuerySet


def contents(job: Job) -> list[str]:
    """What an engine is told not to say again: the resident facts, most valuable first."""
    return list(_facts(job).active().resident().most_valuable_first().values_list("content", flat=True))


def read(job: Job, *, model: str) -> list[Known]:
    """All active facts of the job's scope, each with its vector of this model and its last event."""
    return _read(job, Status.ACTIVE, model)


def deleted(job: Job, *, model: str) -> list[Known]:
    """The facts of the scope that their owner deleted: they block paraphrases of themselves (P7)."""
    return _read(job, Status.DEPRECATED, model)


def _read(job: Job, status: Status, model: str) -> list[Known]:
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
    return [of_fact(fact, events[fact.pk], vectors.get(fact.pk)) for fact in facts]


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
        written_at=fact.status_at if fact.source in BY_HAND else None,
        event=event,
        confidence=fact.confidence,
        importance=fact.importance,
        evidence=tuple(fact.evidence),
        said_at=fact.said_at,
        vector=vector,
    )


def _facts(job: Job) -> FactQuerySet:
    return Fact.objects.filter(profile=job.profile_id, scope_id=job.scope_id)
