"""Why do you know this? A fact with everything that happened to it and the messages that it was learned from."""

from copy import copy
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, Subquery

from extraction.models import Decision, DreamPart
from profiles import reading
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent
from summaries.models import Message

# A fact that is said again in other words every day has many; the newest are what one asks about.
MOST_DECISIONS = 20


@dataclass(frozen=True)
class Explanation:
    """`messages` in the order in which they were said; a deleted one is there without its text, and says so.

    Each of `events` knows the `dream_run` of its night, None by day. `missing` counts messages that are no longer stored
    (their retention ended). `decisions` say why its statements were taken in as they were.
    """

    fact: Fact
    events: tuple[FactEvent, ...]
    messages: tuple[Message, ...]
    missing: int = 0
    decisions: tuple[Decision, ...] = ()


def explain(fact: Fact, *, as_of: datetime | None = None) -> Explanation:
    """The life of a fact; with `as_of` as it was recorded by then, and only with the messages stored by then.

    A fact that still waits in the legacy column has none yet.
    """
    if fact.pk is None:
        return Explanation(fact, (), ())
    nights = DreamPart.objects.filter(profile=fact.profile_id, pk=OuterRef("dream_part_id"))
    events = tuple(reading.history(fact, as_of=as_of).annotate(dream_run=Subquery(nights.values("run")[:1])))
    wanted = _evidence(fact, events, as_of)
    rows = Message.objects.filter(profile=fact.profile_id, pk__in=wanted).select_related("session").as_said()
    messages = tuple(_shown(message) for message in rows if as_of is None or message.stored_at <= as_of)
    decisions = _decisions(fact, as_of)
    if as_of is None:
        return Explanation(fact, events, messages, missing=len(wanted) - len(messages), decisions=decisions)
    return Explanation(_then(fact, events), events, messages, decisions=decisions)


def _decisions(fact: Fact, as_of: datetime | None) -> tuple[Decision, ...]:
    """The newest that led to this fact, and the one that put another in its place, oldest first."""
    retired = Q(fact_id=fact.superseded_by, candidates__contains=[{"fact_id": fact.fact_id}]) & ~Q(fact_id="")
    made = Decision.objects.filter(Q(fact_id=fact.fact_id) | retired, profile=fact.profile_id, scope_id=fact.scope_id)
    if as_of is not None:
        made = made.filter(at__lte=as_of)
    return tuple(reversed(made.order_by("-pk")[:MOST_DECISIONS]))


def _then(fact: Fact, events: tuple[FactEvent, ...]) -> Fact:
    """The fact in the state into which its last change until then had brought it."""
    then = copy(fact)
    change = next((event for event in reversed(events) if event.from_status != event.to_status), None)
    if change is not None:
        then.status, then.updated_at = change.to_status, events[-1].at
        then.superseded_by = change.related_fact if change.to_status == Status.SUPERSEDED else ""
    return then


def _evidence(fact: Fact, events: tuple[FactEvent, ...], as_of: datetime | None) -> list[int]:
    if as_of is None:
        return list(fact.evidence)
    return sorted({key for event in events for key in event.message_ids})


def _shown(message: Message) -> Message:
    if message.deleted_at is not None:
        message.content = ""
    return message
