"""Who writes to an owner's global memories, under which lock, and what the work log tells of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models

from globalmemory.models import Owner
from globalmemory.models.owned import Owned, OwnedQuerySet
from observability import worklog
from profiles import identity, ledger
from profiles.models import Tenant


@dataclass(frozen=True)
class Hand:
    """A writer: for whom, as whom (`key:<prefix>`, `account:<pk>`, `user:<profile pk>`), and when."""

    owner: Owner
    actor: str
    now: datetime

    def lock(self) -> None:
        """Against all other writers of this owner, until the transaction ends: limits and trees are judged under it.

        Raises ProfileGone.
        """
        if self.owner.profile_id is not None:
            ledger.locked(self.owner.profile_id)
        else:
            Tenant.objects.select_for_update(no_key=True).get(pk=self.owner.tenant_id)

    def of_new(self) -> dict[str, Any]:
        """What every new row says of its owner and maker."""
        whose = {"tenant_id": self.owner.tenant_id, "profile_id": self.owner.profile_id}
        return whose | {"created_at": self.now, "created_by": self.actor} | self.of_changed()

    def of_changed(self) -> dict[str, Any]:
        return {"updated_at": self.now, "updated_by": self.actor}

    def save(self, row: Owned, **values: Any) -> None:
        """Write these values into a row, and who did."""
        values |= self.of_changed()
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=list(values))

    def log(self, message: str, **details: Any) -> None:
        """Ids and counts: what somebody wrote stands in no log."""
        worklog.publish(
            tenant_id=self.owner.tenant_id,
            profile_id=self.owner.profile_id,
            module="Global memories",
            level="info",
            actor=self.actor,
            message=message,
            details=details,
        )


def find(rows: "OwnedQuerySet[Any]", owner: Owner, key: int | None) -> Any:
    """The owner's row of this key. Raises NotFound, for what is another's as for what is not there."""
    found = rows.of(owner).filter(pk=key).first()
    if found is None:
        raise identity.NotFound
    return found


def differing(row: models.Model, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What of the wanted values is not so yet."""
    return {name: value for name, value in wanted.items() if getattr(row, name) != value}
