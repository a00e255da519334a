"""What people say about a dream's proposals: what waits for their word, and what they took back or refused before."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db.models import F, QuerySet

from extraction.dream.decided import Decided
from extraction.models import DreamOperation, Job
from profiles import ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import BY_HAND, Status
from profiles.models import Fact, FactEvent, HeldItem

Op, State = DreamOperation.Op, DreamOperation.State
NAYS = (State.UNDONE, State.REFUSED)
# Why a fact that a person let go stays all the same.
NOT_ACTIVE, CHANGED = "not_active", "changed"


def decided_before(profile_id: int, scope_id: str) -> Decided:
    """What may not be proposed again. Whoever brings back a fact by hand that a dream retired has decided as well."""
    operations = DreamOperation.objects.filter(profile=profile_id, scope_id=scope_id)
    rows = list(operations.filter(state__in=NAYS).values_list("op", "fact_ids", "result"))
    applied = operations.filter(state=State.APPLIED, fact_ids__overlap=_brought_back(profile_id, scope_id))
    rows += applied.values_list("op", "fact_ids", "result")
    return Decided(
        merges=_sets((*ids, result) for op, ids, result in rows if op == Op.MERGE),
        retirements=_sets(ids for op, ids, _result in rows if op != Op.MERGE),
    )


def waiting(profile_id: int, scope_id: str) -> frozenset[str]:
    """Ids of the facts whose retirement waits for a person's word already."""
    items = HeldItem.objects.filter(profile=profile_id, scope_id=scope_id, op=HeldItem.Op.RETIRE)
    return frozenset(items.values_list("target", flat=True))


def reasons(items: Iterable[HeldItem]) -> dict[int, str]:
    """Why the dream takes the facts for outdated, in the words of its engine, by item."""
    owners = {item.pk: item.profile_id for item in items}
    if not owners:
        return {}
    rows = DreamOperation.objects.filter(profile__in=set(owners.values()), held_id__in=owners)
    return {item: reason for item, reason in rows.values_list("held_id", "reason") if item is not None}


def retire(item: HeldItem, fact: Fact | None, *, origin: Origin, now: datetime) -> str:
    """Carry out a retirement that somebody let through, unless the fact changed or was said again since the dream.

    Answers why the fact stays, '' when it was retired. The person is locked.
    """
    operation = _operations(item).first()
    why = why_not(item, fact)
    _operations(item).update(state=State.STALE if why else State.APPLIED, why=why, decided_at=now)
    if fact is not None and not why:
        by = replace(origin, dream_part_id=operation.part_id if operation else None)
        ledger.apply(item.profile_id, [Move(fact.pk, Status.SUPERSEDED, Op.OUTDATED.value)], origin=by, now=now)
    return why


def refuse(item: HeldItem, *, now: datetime) -> None:
    """Note that the fact is to stay."""
    _operations(item).update(state=State.REFUSED, decided_at=now)


def taken_back(job: Job, *, now: datetime) -> None:
    """Note that what a job had carried out on a person's word was taken back."""
    approved = DreamOperation.objects.filter(profile=job.profile_id, held_id__in=job.options.get("held", []))
    approved.filter(state=State.APPLIED).update(state=State.UNDONE, decided_at=now)


def _operations(item: HeldItem) -> QuerySet[DreamOperation]:
    return DreamOperation.objects.filter(profile=item.profile_id, held_id=item.pk, state=State.WAITING)


def why_not(item: HeldItem, fact: Fact | None) -> str:
    """Why a fact whose retirement was let through stays: not in force, or changed since it was proposed. '' if it goes."""
    if fact is None or not fact.is_active:
        return NOT_ACTIVE
    is_same = fact.last_seen_at <= item.created_at and not fact.events.filter(at__gt=item.created_at).exists()
    return "" if is_same else CHANGED


def _brought_back(profile_id: int, scope_id: str) -> list[str]:
    """Ids of the facts in force that a person restored after a dream had put them out of force."""
    restored = FactEvent.objects.filter(
        profile=profile_id, fact__scope_id=scope_id, fact__status=Status.ACTIVE, from_status=Status.SUPERSEDED,
        to_status=Status.ACTIVE, source__in=BY_HAND, fact__events__dream_part_id__isnull=False,
        fact__events__to_status=Status.SUPERSEDED, fact__events__pk__lt=F("pk"),
    )  # fmt: skip
    return list(restored.values_list("fact__fact_id", flat=True).distinct())


def _sets(groups: Iterable[Iterable[str]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(filter(None, group)) for group in groups)
