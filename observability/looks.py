"""Looks at what belongs to somebody: each one by another person is on record, and its owner can see it."""

from collections.abc import Iterable

from observability import worklog
from observability.models import WorkLogEntry

MODULE = "Admin"
MESSAGE = "Somebody's content was looked at."


def record(*, tenant_id: int, profile_id: int | None, actor: str, model: str, key: object) -> None:
    """Note that `actor` looked at one row of a model; the entry names the row and quotes nothing."""
    worklog.publish(
        tenant_id=tenant_id,
        module=MODULE,
        level=WorkLogEntry.Level.INFO,
        actor=actor,
        message=MESSAGE,
        details={"model": model, "id": str(key)},
        profile_id=profile_id,
    )


def record_all(*, tenant_id: int, actor: str, model: str, rows: Iterable[tuple[int, object]]) -> None:
    """Note a look at each of these rows, given as profile and key, in one statement."""
    WorkLogEntry.objects.bulk_create(
        _entry(tenant_id, profile_id, actor=actor, model=model, key=key) for profile_id, key in rows
    )


def _entry(tenant_id: int, profile_id: int, *, actor: str, model: str, key: object) -> WorkLogEntry:
    return WorkLogEntry(
        tenant_id=tenant_id,
        profile_id=profile_id,
        module=MODULE,
        level=WorkLogEntry.Level.INFO,
        actor=actor,
        message=MESSAGE,
        details={"model": model, "id": str(key)},
    )


def at_profile(profile_id: int, *, limit: int) -> list[WorkLogEntry]:
    """The latest looks at what belongs to this person, newest first."""
    entries = WorkLogEntry.objects.filter(profile_id=profile_id, module=MODULE)
    return list(entries.order_by("-at", "-pk")[:limit])
