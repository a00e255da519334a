"""What people say about a dream's proposals: what waits for their word, and what they took back or refused before."""

from collections.abc import Iterable

from django.db.models import F

from extraction.dream.decided import Decided
from extraction.models import DreamOperation
from profiles.lifecycle import BY_HAND, Status
from profiles.models import FactEvent, HeldItem

Op, State = DreamOperation.Op, DreamOperation.State
NAYS = (State.UNDONE, State.REFUSED)


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
