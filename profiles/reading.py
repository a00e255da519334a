"""Reading what is known about a person: rows and the legacy column together, and the document in which they travel."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from profiles import document, legacy, sheet
from profiles.changes import New
from profiles.lifecycle import Source, Status
from profiles.models import Fact, FactEvent, Profile
from profiles.models.tenants import DEFAULT_SCOPE

ACTIVE_ONLY = frozenset({Status.ACTIVE})
EVERY_STATUS = frozenset(Status)


def facts_of(
    profile: Profile,
    *,
    scope_id: str = DEFAULT_SCOPE,
    statuses: Collection[Status] = ACTIVE_ONLY,
    resident_only: bool = False,
) -> list[Fact]:
    """The facts of one scope, most valuable first; those still in the legacy column are unsaved rows (pk None)."""
    rows = Fact.objects.of(profile).filter(scope_id=scope_id, status__in=[*statuses])
    if resident_only:
        rows = rows.resident()
    found = list(rows.most_valuable_first())
    if scope_id == DEFAULT_SCOPE and document.is_document(profile.memory):
        found += waiting_of(profile, statuses)
    return found


def counts_of(profile: Profile) -> dict[str, tuple[int, int]]:
    """How many stored facts each scope has: remembered, and no longer in force."""
    counts: dict[str, tuple[int, int]] = {}
    for row in Fact.objects.of(profile).values("scope_id", "status").annotate(number=Count("pk")):
        remembered, past = counts.get(row["scope_id"], (0, 0))
        is_active = row["status"] == Status.ACTIVE
        counts[row["scope_id"]] = (remembered + row["number"] * is_active, past + row["number"] * (not is_active))
    return counts


def waiting_of(profile: Profile, statuses: Collection[Status], *, contacts: str = "") -> list[Fact]:
    """The facts that are still in the legacy column only, as unsaved rows; they belong to the default scope.

    `contacts` is what that does with them; '' looks it up.
    """
    waiting = [new for new in legacy.news(profile, contacts=contacts) if new.status in statuses]
    contents = [new.content for new in waiting]
    known = set(
        Fact.objects.of(profile).filter(scope_id=DEFAULT_SCOPE, content__in=contents).values_list("content", flat=True)
    )
    return [_unsaved(profile, new) for new in waiting if new.content not in known]


def _unsaved(profile: Profile, new: New) -> Fact:
    at = new.written_at or profile.updated_at
    return Fact(
        profile=profile,
        fact_id=document.digest_of(new.content),
        content=new.content,
        status=new.status,
        source=new.source or Source.IMPORT,
        importance=sheet.importance_of(new.type),
        status_at=at,
        created_at=at,
        updated_at=at,
        last_seen_at=at,
    )


def wire(fact: Fact) -> dict[str, Any]:
    """One fact of the V2 document. The first five keys are the contract, the rest may grow."""
    return {
        "factId": fact.fact_id,
        "content": fact.content,
        "status": str(fact.status),
        "updatedAt": document.moment(fact.updated_at),
        "source": str(fact.source),
        "type": fact.type,
        "slot": fact.slot,
        "scopeId": fact.scope_id,
        "agentId": fact.agent_id,
        "confidence": fact.confidence,
        "importance": fact.importance,
        "sourceCount": fact.source_count,
        "pinned": fact.is_pinned,
        "supersededBy": fact.superseded_by,
        "createdAt": document.moment(fact.created_at),
    }


def wire_document(facts: Iterable[Fact]) -> dict[str, Any]:
    """The V2 document of these facts."""
    return document.wire([wire(fact) for fact in facts])


def history(fact: Fact, *, as_of: datetime | None = None) -> QuerySet[FactEvent]:
    """Everything that happened to a fact, oldest first; with `as_of` only what was recorded by then."""
    events = FactEvent.objects.filter(fact=fact).order_by("pk")
    return events.filter(at__lte=as_of) if as_of else events
