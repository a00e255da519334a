"""Feedback on an answer: taken down beside its observation; what doubts a fact waits on the review list."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from engine.text import contacts, normal, secrets
from extraction import doubts
from extraction.policy import policy_of
from observability import calls, feedback
from observability.feedback import OnMemory
from observability.models import Observation, is_fresh
from profiles import ledger
from profiles.lifecycle import Source
from profiles.models import Fact, Profile

# Seconds: an observation is stored when its answer has been sent, so a reader may be a moment ahead of it.
WAITS = (0.02, 0.05, 0.1, 0.15, 0.2)
LONGEST_REMARK = 2_000


class UnknownMemory(Refused):
    code = "memory_unknown"

    def __init__(self) -> None:
        super().__init__(_("Name memories by the ids under which this answer told them."), field="memories")


class RemarkTooLong(Refused):
    code = "remark_too_long"

    def __init__(self) -> None:
        super().__init__(_("A remark may have at most 2,000 characters. Make it shorter."), field="remark")


@dataclass(frozen=True)
class Given:
    """What somebody thinks of an answer; what is None stays as it was."""

    rating: int | None = None
    reason: str | None = None
    remark: str | None = None
    memories: Sequence[OnMemory] = ()


def arrived(rows: "QuerySet[Observation]", observation_id: str) -> Observation | None:
    """The observation, waited for a moment if its answer was sent just now; no connection is held meanwhile."""
    waits = WAITS if is_fresh(observation_id) else ()
    found = rows.filter(observation_id=observation_id).first()
    for seconds in waits:
        if found is not None:
            break
        calls.let_go_of_the_database()
        time.sleep(seconds)
        found = rows.filter(observation_id=observation_id).first()
    return found


def give(observation: Observation, given: Given, *, source: Source, now: datetime) -> list[str]:
    """Take it down; given again, it is changed. Answers the ids of the facts that wait for a word because of it.

    Raises UnknownMemory, RemarkTooLong and ProfileGone, and then changes nothing.
    """
    with transaction.atomic():
        profile = ledger.locked(observation.profile_id) if observation.profile_id is not None else None
        observation = Observation.objects.select_for_update().get(pk=observation.pk)
        _check_memories(observation, given.memories)
        values = _values(observation, given, profile)
        if values:
            feedback.on_answer(observation, values, now=now)
        before = feedback.on_memories(observation, given.memories, now=now) if given.memories else []
        return _doubted(observation, given.memories, before, source=source, now=now)


def _values(observation: Observation, given: Given, profile: Profile | None) -> dict[str, Any]:
    """What changes of the answer's own feedback. A remark about nobody known is left out: no erasure would find it."""
    values: dict[str, Any] = {"rating": given.rating, "reason": given.reason}
    if given.remark is not None and profile is not None:
        values["remark"] = _guarded(given.remark, observation, profile)
    return {name: value for name, value in values.items() if value is not None}


def _guarded(remark: str, observation: Observation, profile: Profile) -> str:
    """Secrets never stand in a remark, contacts only where the scope keeps them."""
    policy = policy_of(profile, agent_id=observation.agent_id, scope_id=observation.scope_id)
    text = secrets.mask(normal.clean(remark)).text.strip()
    if policy.contacts != contacts.KEEP:
        text = contacts.mask(text).text
    if len(text) > LONGEST_REMARK:
        raise RemarkTooLong
    return text


def _check_memories(observation: Observation, given: Iterable[OnMemory]) -> None:
    """Each was told in this answer, or is a fact of this person: of a hundred facts a trace names the best alone."""
    told = {one["id"] for level in observation.trace.get("levels", {}).values() for one in level}
    unknown = {one.memory_id for one in given} - told - set(observation.retrieved_ids)
    facts = Fact.objects.filter(profile=observation.profile_id or 0, scope_id=observation.scope_id)
    if unknown - set(facts.filter(fact_id__in=unknown).values_list("fact_id", flat=True)):
        raise UnknownMemory


def _doubted(
    observation: Observation, given: Iterable[OnMemory], before: Iterable[OnMemory], *, source: Source, now: datetime
) -> list[str]:
    """Put what is doubted anew on the review list, and take off what nobody doubts any more."""
    profile_id, scope_id = observation.profile_id, observation.scope_id
    if profile_id is None:
        return []
    doubted_before = {one.memory_id: one.reason for one in before if one.is_doubt}
    doubts_now = {one.memory_id: one.reason for one in given if one.is_doubt}
    taken_back = doubted_before.keys() & {one.memory_id for one in given} - doubts_now.keys()
    if taken_back:
        left = feedback.still_doubted(profile_id, scope_id, taken_back)
        doubts.withdraw(profile_id, scope_id, taken_back - left)
    fresh = {key: reason for key, reason in doubts_now.items() if doubted_before.get(key) != reason}
    return doubts.raise_about(profile_id, scope_id, fresh, source=source, now=now) if fresh else []
