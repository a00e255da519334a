"""The active facts that a job's statements are compared with."""

from extraction.merge import Known
from extraction.models import Job
from profiles import ledger
from profiles.lifecycle import BY_HAND
from profiles.models import Fact, FactVector
from profiles.models.facts import FactQuerySet


def contents(job: Job) -> list[str]:
    """What an engine is told not to say again: the resident facts, most valuable first."""
    return list(_facts(job).resident().most_valuable_first().values_list("content", flat=True))


def read(job: Job, *, model: str) -> list[Known]:
    """All active facts of the job's scope, each with its vector of this model and its last event.

    Events are read before the facts: a fact that changes in between looks older than it is, and is decided again.
    """
    events = ledger.last_events(_facts(job).values_list("pk", flat=True))
    facts = [fact for fact in _facts(job) if fact.pk in events]
    stored = FactVector.objects.filter(profile=job.profile_id, scope_id=job.scope_id, model=model, is_blocked=False)
    vectors = {vector.fact_id: list(vector.embedding) for vector in stored}
    return [
        Known(
            fact=fact.pk,
            content=fact.content,
            type=fact.type,
            slot=fact.slot,
            slot_key=fact.slot_key,
            is_fixed=fact.is_pinned or fact.source in BY_HAND,
            event=events[fact.pk],
            confidence=fact.confidence,
            importance=fact.importance,
            evidence=tuple(fact.evidence),
            said_at=fact.said_at,
            vector=vectors.get(fact.pk),
        )
        for fact in facts
    ]


def _facts(job: Job) -> FactQuerySet:
    return Fact.objects.filter(profile=job.profile_id, scope_id=job.scope_id).active()
