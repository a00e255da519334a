"""One conversation at rest: nothing of it is learned, and nothing is recalled in it."""

from datetime import datetime

from django.db import transaction

from observability import worklog
from profiles import ledger
from profiles.models import Profile
from summaries.models import Session


def pause(profile: Profile, session_id: str, is_paused: bool, *, actor: str, now: datetime) -> Session | None:
    """Stop or resume memory in a conversation, which may yet have to begin. Done again, it logs nothing.

    None: there is no such conversation, and none is made to be resumed. Under the profile's lock, so that messages
    come in before or after it. Raises ProfileGone.
    """
    with transaction.atomic():
        ledger.locked(profile.pk)
        session = Session.objects.of(profile).filter(session_id=session_id).first()
        if session is None and is_paused:
            session = Session(profile=profile, session_id=session_id, created_at=now)
        if session is None or session.is_paused == is_paused:
            return session
        session.is_paused = is_paused
        session.save()
        worklog.publish(
            tenant_id=profile.tenant_id,
            profile_id=profile.pk,
            module="Profile",
            level="info",
            actor=actor,
            message="Memory was paused in a conversation." if is_paused else "Memory was resumed in a conversation.",
            details={"session": session.pk},
        )
        return session
