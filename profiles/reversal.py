"""How the last change of a fact is taken back."""

from profiles.changes import Change, Mark, Move
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent


def changes_of(fact: Fact) -> list[Change]:
    last = fact.events.order_by("pk").last()
    if last is None:
        return []
    if last.from_status == last.to_status:
        return [Mark(fact.pk, is_pinned=last.reason == "unpinned")] if "pinned" in last.reason else []
    if last.to_status == Status.DEPRECATED:
        return [Move(fact.pk, Status.ACTIVE, reason="undone")]
    if last.to_status == Status.SUPERSEDED:
        return _unedit(fact, last.related_fact) if last.reason == "edited" else []
    if last.from_status == "" and last.reason == "edited":
        before = Fact.objects.filter(profile=fact.profile_id, scope_id=fact.scope_id, fact_id=last.related_fact).first()
        return _unedit(before, fact.fact_id) if before else []
    return [Move(fact.pk, _former(last), reason="undone")]


def _former(last: FactEvent) -> Status:
    return Status.SUPERSEDED if last.from_status == Status.SUPERSEDED else Status.DEPRECATED


def _unedit(before: Fact, successor: str) -> list[Change]:
    after = Fact.objects.filter(
        profile=before.profile_id, scope_id=before.scope_id, fact_id=successor, status=Status.ACTIVE
    ).first()
    changes: list[Change] = [Move(before.pk, Status.ACTIVE, reason="undone")]
    if after is not None:
        changes.insert(0, Move(after.pk, Status.SUPERSEDED, reason="undone", related=before.fact_id))
    return changes
