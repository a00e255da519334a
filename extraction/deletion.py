"""Takes a message or a whole conversation away: what was said, what was made of it, and what waits because of it.

Facts are not part of a conversation. Those that were learned nowhere else are named, so that their owner can forget
them too.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from extraction import forgetting, quotes
from extraction.models import Job
from observability import worklog
from observability.models import Observation
from profiles import ledger, told
from profiles.changes import Move, Origin
from profiles.lifecycle import Status
from profiles.models import Fact, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries import deletion
from summaries.models import Message, Session

FORGOTTEN = "deleted"  # the reason that the fact's history gives


@dataclass(frozen=True)
class Deleted:
    """`facts` rest on nothing any more; `is_forgotten` says that they were deleted with the conversation."""

    messages: int
    facts: tuple[Fact, ...]
    is_forgotten: bool = False


def delete_message(message: Message, *, actor: str, now: datetime) -> None:
    """Mark a message deleted, and forget what repeats it. Done again, it changes nothing. Raises ProfileGone."""
    with transaction.atomic():
        ledger.locked(message.profile_id)
        if not deletion.delete_message(message, actor=actor, now=now):
            return
        forgetting.have_condensed_anew(message, now=now)
        quotes.forget([message.pk], profiles=[message.profile_id])
        quotes.blank_calls(_jobs_of(message.session, message.scope_id))
        _asked_in(message.session, message.scope_id).filter(message_id=message.message_id).update(question="")
        told.forget(message.profile_id)


def delete_conversation(
    session: Session, *, scope_id: str, origin: Origin, now: datetime, forgets_facts: bool = False
) -> Deleted | None:
    """Delete what a conversation has in a scope. None when there is nothing (any more). Raises ProfileGone.

    A job that is at work on it finds its row gone, and stores nothing.
    """
    with transaction.atomic():
        profile = ledger.locked(session.profile_id)
        jobs = _jobs_of(session, scope_id)
        taken = deletion.delete_session(session, scope_id=scope_id)
        if taken is None:
            return None
        quotes.forget(taken, profiles=[profile.pk])
        quotes.blank_calls(jobs)
        Job.objects.filter(pk__in=jobs).delete()
        _asked_in(session, scope_id).update(question="")
        told.forget(profile.pk)
        facts = tuple(_learned_only_from(profile, taken))
        if forgets_facts:
            moves = [Move(fact.pk, Status.DEPRECATED, reason=FORGOTTEN) for fact in facts]
            ledger.apply(profile.pk, moves, origin=origin, now=now)
        _log(session, taken, facts, origin, forgets_facts)
        return Deleted(len(taken), facts, is_forgotten=forgets_facts)


def learned_only_in(session: Session) -> list[Fact]:
    """The facts, not yet deleted, that would rest on nothing any more if the whole conversation were deleted."""
    keys = frozenset(Message.objects.filter(session=session).values_list("pk", flat=True))
    return _learned_only_from(session.profile, keys)


def delete_whole(session: Session, *, origin: Origin, now: datetime, forgets_facts: bool = False) -> Deleted | None:
    """The same in every scope in which something was said. None when it is gone already. Raises ProfileGone."""
    with transaction.atomic():
        ledger.locked(session.profile_id)
        scopes = Message.objects.filter(session=session).values_list("scope_id", flat=True).distinct()
        facts: dict[int, Fact] = {}
        messages, found = 0, False
        for scope_id in sorted(scopes) or [DEFAULT_SCOPE]:
            deleted = delete_conversation(
                session, scope_id=scope_id, origin=origin, now=now, forgets_facts=forgets_facts
            )
            if deleted is not None:
                found, messages = True, messages + deleted.messages
                facts |= {fact.pk: fact for fact in deleted.facts}
        return Deleted(messages, tuple(facts.values()), is_forgotten=forgets_facts) if found else None


def _learned_only_from(profile: Profile, taken: frozenset[int]) -> list[Fact]:
    """Facts, not yet deleted, of which no message is left."""
    facts = Fact.objects.of(profile).exclude(status=Status.DEPRECATED).filter(evidence__overlap=list(taken))
    found = list(facts.order_by("pk"))
    others = {key for fact in found for key in fact.evidence} - taken
    left = set(Message.objects.filter(profile=profile, pk__in=others).undeleted().values_list("pk", flat=True))
    return [fact for fact in found if left.isdisjoint(fact.evidence)]


def _jobs_of(session: Session, scope_id: str) -> list[int]:
    return list(Job.objects.filter(session=session.pk, scope_id=scope_id).values_list("pk", flat=True))


def _asked_in(session: Session, scope_id: str) -> QuerySet[Observation]:
    """Where a question is kept: it is a word of the conversation. The figures about it stay."""
    asked = Observation.objects.filter(profile_id=session.profile_id, session_id=session.session_id, scope_id=scope_id)
    return asked.exclude(question="")


def _log(
    session: Session, taken: Collection[int], facts: Collection[Fact], origin: Origin, forgets_facts: bool
) -> None:
    worklog.publish(
        tenant_id=session.profile.tenant_id,
        profile_id=session.profile_id,
        module="Conversations",
        level="info",
        actor=origin.actor,
        message="A conversation was deleted.",
        details={
            "session": session.pk,
            "messages": len(taken),
            "facts": [fact.fact_id for fact in facts],
            "facts_forgotten": forgets_facts,
        },
    )
