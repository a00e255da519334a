"""How the last change of a fact is taken back, and with it what that change did to other facts."""

from profiles.changes import Change, Mark, Move
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent


def changes_of(fact: Fact) -> list[Change]:
    """What takes back the last thing that happened to a fact; empty when that cannot be taken back."""
    last = _last_event(fact)
    if last is None:
        return []
    if last.from_status == last.to_status:
        return [Mark(fact.pk, is_pinned=last.reason == "unpinned")] if "pinned" in last.reason else []
    if last.to_status == Status.DEPRECATED:
        return [Move(fact.pk, Status.ACTIVE, reason="undone")]
    if last.to_status == Status.SUPERSEDED:
        return _unedit(fact, last) if last.reason == "edited" else []
    return _unenter(fact, last)


def _unedit(before: Fact, last: FactEvent) -> list[Change]:
    """The former wording is back; the corrected one goes, unless it was known before the correction."""
    after = Fact.objects.filter(
        profile=before.profile_id, scope_id=before.scope_id, fact_id=last.related_fact, status=Status.ACTIVE
    ).first()
    entry = _last_event(after) if after else None
    if after is None or entry is None or entry.at != last.at:
        return [Move(before.pk, Status.ACTIVE, reason="undone")]
    return _unenter(after, entry)


def _unenter(fact: Fact, entry: FactEvent) -> list[Change]:
    """The fact leaves again, and what it pushed out when it came is back."""
    displaced = Fact.objects.filter(
        profile=fact.profile_id,
        scope_id=fact.scope_id,
        status=Status.SUPERSEDED,
        superseded_by=fact.fact_id,
        events__at=entry.at,
        events__to_status=Status.SUPERSEDED,
    )
    back = list(displaced.order_by("pk").distinct())
    leaves = Move(fact.pk, _former(entry), reason="undone", related=back[0].fact_id if back else "")
    return [leaves, *(Move(one.pk, Status.ACTIVE, reason="undone") for one in back)]


def _former(entry: FactEvent) -> Status:
    """The state before; what had none goes as its origin has it: a correction is replaced, a statement forgotten."""
    is_correction = entry.from_status == "" and entry.reason == "edited"
    return Status.SUPERSEDED if is_correction or entry.from_status == Status.SUPERSEDED else Status.DEPRECATED


def _last_event(fact: Fact) -> FactEvent | None:
    return fact.events.order_by("pk").last() if fact.pk else None
