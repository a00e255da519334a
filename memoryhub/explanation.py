"""Why do you know this? A fact with everything that happened to it and the messages that it was learned from."""

from copy import copy
from dataclasses import dataclass
from datetime import datetime

from profiles import reading
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent
from summaries.models import Message


@dataclass(frozen=True)
class Explanation:
    """`messages` in the order in which they were said; a deleted one is there without its text, and says so.

    `missing` counts messages that are no longer stored (their retention ended).
    """

    fact: Fact
    events: tuple[FactEvent, ...]
    messages: tuple[Message, ...]
    missing: int = 0


def explain(fact: Fact, *, as_of: datetime | None = None) -> Explanation:
    """The life of a fact; with `as_of` as it was recorded by then, and only with the messages stored by then.

    A fact that still waits in the legacy column has none yet.
    """
    if fact.pk is None:
        return Explanation(fact, (), ())
    events = tuple(reading.history(fact, as_of=as_of))
    wanted = _evidence(fact, events, as_of)
    rows = Message.objects.filter(profile=fact.profile_id, pk__in=wanted).select_related("session").as_said()
    messages = tuple(_shown(message) for message in rows if as_of is None or message.stored_at <= as_of)
    if as_of is None:
        return Explanation(fact, events, messages, missing=len(wanted) - len(messages))
    return Explanation(_then(fact, events), events, messages)


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
