"""Doubts about facts: somebody called one inaccurate or outdated after an answer, and it waits for a person's word."""

from collections.abc import Collection, Mapping
from datetime import datetime

from extraction.dream import approval
from profiles import ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, HeldItem

FEEDBACK = "feedback"  # why the fact went


def raise_about(
    profile_id: int, scope_id: str, reasons: Mapping[str, str], *, source: Source, now: datetime
) -> list[str]:
    """Put the facts in force among these ids on the review list, each once, with the reason given for it.

    Answers the ids of those that wait now. The person is locked.
    """
    facts = Fact.objects.filter(profile=profile_id, scope_id=scope_id, fact_id__in=reasons).active().order_by("pk")
    rows = [
        HeldItem(
            profile_id=profile_id, scope_id=scope_id, op=HeldItem.Op.DOUBT, target=fact.fact_id, content=fact.content,
            type=fact.type, slot=fact.slot, source=source, source_role=fact.source_role, reason=reasons[fact.fact_id],
            agent_id=fact.agent_id, evidence=fact.evidence, created_at=now,
        )
        for fact in facts
    ]  # fmt: skip
    HeldItem.objects.bulk_create(rows, ignore_conflicts=True)
    return [row.target for row in rows]


def withdraw(profile_id: int, scope_id: str, fact_ids: Collection[str]) -> int:
    """Take doubts off the list that nobody has any more and nobody has decided; how many there were."""
    waiting = HeldItem.objects.filter(profile=profile_id, scope_id=scope_id, op=HeldItem.Op.DOUBT, released_at=None)
    return waiting.filter(target__in=fact_ids).delete()[0]


def retire(item: HeldItem, fact: Fact | None, *, origin: Origin, now: datetime) -> str:
    """Put a doubted fact out of force, as somebody let the doubt through, unless it changed or was said again since.

    Answers why it stays, '' when it went. It is superseded, not deprecated: said again, it may be true again. The
    person is locked.
    """
    why = approval.why_not(item, fact)
    if fact is not None and not why:
        ledger.apply(item.profile_id, [Move(fact.pk, Status.SUPERSEDED, FEEDBACK)], origin=origin, now=now)
    return why
