"""Takes a message, or a whole conversation, out of everything that is shown or learned."""

from datetime import datetime

from django.db import transaction

from observability import worklog
from profiles import ledger
from summaries import episodes, indexing
from summaries.models import EpisodeSummary, Message, Session, SummarySnapshot


def delete_message(message: Message, *, actor: str, now: datetime) -> bool:
    """Mark it deleted: the row stays, so that what rests on it can say so. Done again, it logs nothing; False then."""
    with transaction.atomic():
        profile = ledger.locked(message.profile_id)
        if not Message.objects.filter(pk=message.pk).undeleted().update(deleted_at=now):
            return False
        Session.objects.filter(pk=message.session_id).update(has_news=True)
        indexing.forget([message.pk])
        episodes.forget(message)
        worklog.publish(
            tenant_id=profile.tenant_id,
            profile_id=profile.pk,
            module="Conversations",
            level="info",
            actor=actor,
            message="A message was deleted.",
            details={"message": message.pk, "session": message.session_id},
        )
        return True


def delete_session(session: Session, *, scope_id: str) -> frozenset[int] | None:
    """Delete what a conversation has in a scope, and the conversation itself when nothing of another scope is left.

    Answers the keys of the messages that were in it; None when it has nothing in this scope. Call it under the
    profile's lock. Messages are locked before what hangs on them, as by everybody else who deletes some.
    """
    if not Session.objects.filter(pk=session.pk).exists():
        return None
    messages = Message.objects.filter(session=session)
    here = messages.filter(scope_id=scope_id)
    keys = frozenset(here.select_for_update().order_by("pk").values_list("pk", flat=True))
    if not keys and messages.exists():
        return None
    indexing.forget(keys)
    here.delete()
    SummarySnapshot.objects.filter(session=session, scope_id=scope_id).delete()
    EpisodeSummary.objects.filter(session=session, scope_id=scope_id).delete()
    if not messages.exists():
        Session.objects.filter(pk=session.pk).delete()
    return keys
