"""Ids of an erased person's messages, kept for a while as keyed hashes, so that a client's late retry is not stored anew."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from profiles.identity import Named
from profiles.models import Profile
from summaries.models import Message, SeenMessage

SALT = "memoryhub.summaries.seen"
PAGE = 2_000  # messages read and hashed at a time, however long somebody has been talking


def remember(profile: Profile, person: Named) -> int:
    """Keep the hashes of all message ids of a profile that is about to go; answers how many."""
    messages = (
        Message.objects.filter(profile=profile).order_by("pk").values_list("pk", "session__session_id", "message_id")
    )
    kept, last = 0, 0
    while page := list(messages.filter(pk__gt=last)[:PAGE]):
        digests = [digest(person, session_id, message_id) for _key, session_id, message_id in page]
        rows = [SeenMessage(tenant_id=person.tenant_id, digest=one) for one in digests]
        SeenMessage.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["tenant", "digest"], update_fields=["seen_at"]
        )
        kept, last = kept + len(page), page[-1][0]
    return kept


def known(
    person: Named, profile: Profile, session_id: str, message_ids: Iterable[str], *, now: datetime
) -> frozenset[str]:
    """Those of these ids under which an erased person of this name has already sent something; '' names none.

    A profile that is older than such memories are kept has followed nobody: then nothing is asked.
    """
    given = [message_id for message_id in message_ids if message_id]
    if not given or profile.created_at < oldest(now):
        return frozenset()
    by_digest = {digest(person, session_id, message_id): message_id for message_id in given}
    rows = SeenMessage.objects.filter(tenant=person.tenant_id, digest__in=list(by_digest), seen_at__gte=oldest(now))
    return frozenset(by_digest[found] for found in rows.values_list("digest", flat=True))


def oldest(now: datetime) -> datetime:
    """What was erased before this is no longer remembered."""
    return now - timedelta(days=settings.MEMORYHUB_SEEN_MESSAGE_DAYS)


def digest(person: Named, session_id: str, message_id: str) -> str:
    """Keyed by the server's secret: the table does not tell who was here, and nobody can try out names on it."""
    said = [person.tenant_id, person.kind, person.user_id, person.end_user_id, person.end_sub_user_id]
    return salted_hmac(SALT, json.dumps([*said, session_id, message_id]), algorithm="sha256").hexdigest()
