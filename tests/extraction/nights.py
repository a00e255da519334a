"""A night as a dream leaves it, written without an engine: a run with one part, and what was done in it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from extraction.models import DreamOperation, DreamPart, DreamRun, Job
from profiles import ledger
from profiles.changes import SYSTEM_ACTOR, Change, Move, New, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, HeldItem, Profile
from tests.builders import after

NIGHT = after(15 * 60)  # 03:00 on the next day
MORNING = after(20 * 60)


def make_run(tenant: Any, *, state: str = DreamRun.State.DONE, **fields: Any) -> DreamRun:
    fields.setdefault("actor", SYSTEM_ACTOR)
    fields.setdefault("finished_at", NIGHT if state == DreamRun.State.DONE else None)
    return DreamRun.objects.create(tenant=tenant, state=state, started_at=NIGHT, **fields)


def make_part(profile: Profile, run: DreamRun | None = None, *, now: datetime = NIGHT, **fields: Any) -> DreamPart:
    run = run or make_run(profile.tenant)
    job = Job.objects.create(
        profile=profile, kind=Job.Kind.DREAM, state=Job.State.DONE, due_at=now, created_at=now, finished_at=now
    )
    fields.setdefault("state", DreamPart.State.DONE)
    fields.setdefault("finished_at", now)
    part = DreamPart.objects.create(run=run, profile=profile, job=job, **fields)
    Job.objects.filter(pk=job.pk).update(options={"part": part.pk})
    return part


def origin_of(part: DreamPart) -> Origin:
    return Origin(SYSTEM_ACTOR, Source.DREAM, job_id=part.job_id, dream_part_id=part.pk)


def make_merge(part: DreamPart, sources: Sequence[Fact], content: str, *, now: datetime = NIGHT) -> DreamOperation:
    """Facts in one wording, as the dream writes them; the wording may be that of one of them."""
    new = New(
        content,
        type=sources[0].type,
        scope_id=sources[0].scope_id,
        slot=sources[0].slot,
        slot_key=sources[0].slot_key,
        evidence=tuple(sorted({key for fact in sources for key in fact.evidence})),
        said_at=max((fact.said_at for fact in sources if fact.said_at), default=None),
        replaces=tuple(fact.pk for fact in sources if fact.content != content),
        replaces_reason="merged",
        asked_at=now,
    )
    result = _carry_out(part, new, now)
    return make_proposal(part, DreamOperation.Op.MERGE, sources, content=content, result=result.facts[0].fact_id)


def make_retirement(
    part: DreamPart, fact: Fact, *, op: str = DreamOperation.Op.OUTDATED, now: datetime = NIGHT
) -> DreamOperation:
    _carry_out(part, Move(fact.pk, Status.SUPERSEDED, op), now)
    return make_proposal(part, op, [fact])


def make_waiting(part: DreamPart, fact: Fact, *, now: datetime = NIGHT, **fields: Any) -> DreamOperation:
    """A retirement that waits for a person's word."""
    item = HeldItem.objects.create(
        profile=part.profile, scope_id=fact.scope_id, op=HeldItem.Op.RETIRE, target=fact.fact_id, content=fact.content,
        type=fact.type, slot=fact.slot, source=Source.DREAM, reason="dream", job_id=part.job_id, created_at=now,
    )  # fmt: skip
    state = DreamOperation.State.WAITING
    return make_proposal(part, DreamOperation.Op.OUTDATED, [fact], state=state, held_id=item.pk, **fields)


def _carry_out(part: DreamPart, change: Change, now: datetime) -> Any:
    return ledger.apply(part.profile_id, [change], origin=origin_of(part), now=now)


def make_proposal(part: DreamPart, op: str, facts: Sequence[Fact], **fields: Any) -> DreamOperation:
    """What was proposed about these facts, in the wording that they have; by itself it changes none."""
    fields.setdefault("state", DreamOperation.State.APPLIED)
    return DreamOperation.objects.create(
        part=part, profile=part.profile, scope_id=facts[0].scope_id, op=op,
        fact_ids=[fact.fact_id for fact in facts], before=[fact.content for fact in facts], **fields,
    )  # fmt: skip
