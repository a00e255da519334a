"""The work log: what the service and its people did, for those who run it."""

from collections.abc import Mapping
from typing import Any

from observability.models import WorkLogEntry


def publish(
    *,
    tenant_id: int,
    module: str,
    level: str,
    actor: str,
    message: str,
    details: Mapping[str, Any] | None = None,
    profile_id: int | None = None,
) -> None:
    """Add an entry as part of the caller's transaction, so that it stands exactly if the deed does.

    `message` and `details` name things by id and count them; they never quote what somebody said. `level` is one of
    WorkLogEntry.Level, `actor` a person's or key's public id, or `_system`.
    """
    WorkLogEntry.objects.create(
        tenant_id=tenant_id,
        profile_id=profile_id,
        module=module,
        level=level,
        actor=actor,
        message=message[:512],
        details=dict(details or {}),
    )
