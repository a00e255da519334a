"""Takes a whole conversation away: what was said, what was made of it, and what waits because of it.

Facts are not part of a conversation. Those that were learned nowhere else are named, so that their owner can forget
them too.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from extraction.models import Decision, Job
from observability import worklog
from observability.models import Observation
from profiles import ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Status
from profiles.models import Fact, HeldItem, Profile
from summaries import deletion
from summaries.models import Message, Session

FORGOTTEN = "deleted"  # the reason that the fact's history gives


@dataclass(frozen=True)
class Deleted:
    """`facts` rest on nothing any more; `is_forgotten` says that they were deleted with the conversation."""

    messages: int
    facts: tuple[Fact, ...]
    is_forgotten: bool = False


def delete_conversation(
    session: Session, *, scope_id: str, origin: Origin, now: datetime, forgets_facts: bool = False
) -> Deleted | None:
    """Delete what a conversation has in a scope. None when there is nothing (any more). Raises ProfileGone.

    A job that is at work on it finds its row gone, and stores nothing.
    """
    with transaction.atomic():
        profile = ledger.locked(session.profile_id)
        taken = deletion.delete_session(session, scope_id=scope_id)
        if taken is None:
            return None
        Job.objects.filter(session=session.pk, scope_id=scope_id).delete()
        _forget_what_quotes(profile, taken)
        _blank_questions(session, scope_id)
        facts = tuple(_learned_only_from(profile, taken))
        if forgets_facts:
            moves = [Move(fact.pk, Status.DEPRECATED, reason=FORGOTTEN) for fact in facts]
            ledger.apply(profile.pk, moves, origin=origin, now=now)
        _log(session, taken, facts, origin, forgets_facts)
        return Deleted(len(taken), facts, is_forgotten=forgets_facts)


def _learned_only_from(profile: Profile, taken: frozenset[int]) -> Iterable[Fact]:
    """Facts, not yet deleted, of which no message is left."""
    facts = Fact.objects.of(profile).exclude(status=Status.DEPRECATED).filter(evidence__overlap=list(taken))
    found = list(facts.order_by("pk"))
    others = {key for fact in found for key in fact.evidence} - taken
    left = set(Message.objects.filter(profile=profile, pk__in=others).undeleted().values_list("pk", flat=True))
    return [fact for fact in found if left.isdisjoint(fact.evidence)]


def _forget_what_quotes(profile: Profile, taken: frozenset[int]) -> None:
    """Statements that wait, and decisions that led to no fact, when they rest on these messages alone."""
    held = HeldItem.objects.filter(profile=profile, evidence__overlap=list(taken))
    gone = [item.pk for item in held if taken.issuperset(item.evidence)]
    HeldItem.objects.filter(pk__in=gone).delete()
    decisions = Decision.objects.filter(profile=profile, fact_id="", message_ids__overlap=list(taken))
    gone = [decision.pk for decision in decisions if taken.issuperset(decision.message_ids)]
    Decision.objects.filter(pk__in=gone).delete()


def _blank_questions(session: Session, scope_id: str) -> None:
    """A kept question is a word of the conversation; the figures about it stay."""
    asked = Observation.objects.filter(profile_id=session.profile_id, session_id=session.session_id, scope_id=scope_id)
    asked.exclude(question="").update(question="")


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
