"""Dreams as tests need them: runs, parts and operations, without anybody having slept."""

from typing import Any

from extraction.models import DreamOperation, DreamPart, DreamRun
from profiles import ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, HeldItem, Profile, Tenant
from tests.builders import NOON, make_fact

SYSTEM = "_system"


def make_run(tenant: Tenant, state: str = "done", **fields: Any) -> DreamRun:
    values = {"actor": SYSTEM, "started_at": NOON, "counts": {}} | fields
    if state == "done":
        values.setdefault("finished_at", NOON)
    return DreamRun.objects.create(tenant=tenant, state=state, **values)


def make_part(run: DreamRun, profile: Profile, state: str = "done", **fields: Any) -> DreamPart:
    values = {"engine": "embedded", "seconds": 0.5} | fields
    return DreamPart.objects.create(run=run, profile=profile, state=state, **values)


def make_operation(
    part: DreamPart, op: str, facts: list[Fact], state: str = "applied", **fields: Any
) -> DreamOperation:
    """An operation on these facts, in the wording that they have."""
    values = {"fact_ids": [fact.fact_id for fact in facts], "before": [fact.content for fact in facts]} | fields
    return DreamOperation.objects.create(part=part, profile=part.profile, op=op, state=state, **values)


def make_retired(part: DreamPart, content: str, *, reason: str = "outdated") -> Fact:
    """A fact that this part has put out of force."""
    fact = make_fact(part.profile, content)
    origin = Origin(SYSTEM, Source.DREAM, dream_part_id=part.pk)
    ledger.apply(part.profile_id, [Move(fact.pk, Status.SUPERSEDED, reason)], origin=origin, now=NOON)
    fact.refresh_from_db()
    return fact


def make_waiting(part: DreamPart, fact: Fact) -> DreamOperation:
    """A retirement that waits for a person's word, on the review list too."""
    held = HeldItem.objects.create(
        profile=part.profile, op=HeldItem.Op.RETIRE, target=fact.fact_id, content=fact.content, type=fact.type,
        source="dream", reason="dream", created_at=NOON,
    )  # fmt: skip
    return make_operation(part, "outdated", [fact], "waiting", held_id=held.pk)
