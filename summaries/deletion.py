"""Takes a message out of everything that is shown or learned; the row stays, so that what rests on it can say so."""

from datetime import datetime

from django.db import transaction

from observability import worklog
from summaries.models import Message, MessageVector


def delete_message(message: Message, *, actor: str, now: datetime) -> None:
    """Mark it deleted. Done again, it logs nothing."""
    with transaction.atomic():
        if not Message.objects.filter(pk=message.pk).undeleted().update(deleted_at=now):
            return
        MessageVector.objects.filter(message=message).delete()
        worklog.publish(
            tenant_id=message.profile.tenant_id,
            profile_id=message.profile_id,
            module="Conversations",
            level="info",
            actor=actor,
            message="A message was deleted.",
            details={"message": message.pk, "session": message.session_id},
        )
