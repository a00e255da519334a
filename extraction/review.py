"""Statements, wishes and a dream's proposals that wait for a person's word: who may decide, accept and refuse."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from extraction import bell, jobs
from extraction.dream import approval
from extraction.models import Job
from observability import worklog
from profiles import ledger, wording
from profiles.changes import Origin
from profiles.models import Fact, HeldItem, IdempotencyKey, Profile
from summaries.models import Message

ACCEPTED, REFUSED = "accepted", "refused"
# What stores no wording: it only takes a fact out of force.
TAKES_OUT = frozenset({HeldItem.Op.DELETE.value, HeldItem.Op.RETIRE.value, HeldItem.Op.DOUBT.value})
CALLER = "_review"  # under which a decision is kept for as long as a repeated request may come


class UnknownItem(Refused):
    code = "not_found"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("Nothing waits here by that number."))


class Decided(Refused):
    """The same was decided the other way before."""

    code = "held_decided"
    status = 409

    def __init__(self, state: str) -> None:
        accepted, refused = _("This was accepted already."), _("This was refused already.")
        super().__init__(accepted if state == ACCEPTED else refused)


@dataclass(frozen=True)
class Reach:
    """Whose items somebody may see or decide: `people` is a condition on `profile…`; no `scope_ids`: all scopes, no
    `agents`: all agents."""

    people: Q
    scope_ids: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()

    @property
    def items(self) -> QuerySet[HeldItem]:
        return HeldItem.objects.filter(self.people, **self._places())

    @property
    def decisions(self) -> QuerySet[IdempotencyKey]:
        return IdempotencyKey.objects.filter(self.people, caller=CALLER, **self._places("answer__"))

    def _places(self, of: str = "") -> dict[str, tuple[str, ...]]:
        wanted = {f"{of}scope_id__in": self.scope_ids, f"{of}agent_id__in": self.agents}
        return {name: values for name, values in wanted.items() if values}


@dataclass(frozen=True)
class Word:
    """What was decided. `job_id` carries out what was accepted."""

    id: int
    state: str
    job_id: int | None = None


@dataclass(frozen=True)
class Waiting:
    """An item with the messages it came from and the fact that it is about; `missing` messages are gone.

    `why` are the words of the engine that proposed to retire the fact.
    """

    item: HeldItem
    messages: tuple[Message, ...] = ()
    missing: int = 0
    target: Fact | None = None
    why: str = ""


def listed(reach: Reach) -> QuerySet[HeldItem]:
    """What waits, with whose it is."""
    return reach.items.select_related("profile", "profile__user", "profile__end_user")


def told(items: Sequence[HeldItem]) -> list[Waiting]:
    """The items with what they rest on, in a few statements however many there are."""
    wanted = {key for item in items for key in item.evidence}
    rows = Message.objects.filter(profile__in={item.profile_id for item in items}, pk__in=wanted)
    messages = {message.pk: message for message in rows.select_related("session").as_said()}
    targets = _targets(items)
    reasons = approval.reasons(item for item in items if item.op == HeldItem.Op.RETIRE)
    return [replace(_told(item, messages, targets), why=reasons.get(item.pk, "")) for item in items]


def accept(held_id: int, *, reach: Reach, origin: Origin, now: datetime) -> Word:
    """Let a statement or wish through: a job carries it out. Done again, it answers the same.

    Raises UnknownItem, Decided when it was refused, and Refused for what may never be stored.
    """
    with transaction.atomic():
        item = _locked(held_id, reach)
        if item is None or item.released_at is not None:
            return _again(held_id, reach, ACCEPTED)
        if item.op not in TAKES_OUT:
            wording.admitted(item.content, contacts=wording.contacts_in(item.profile, item.scope_id))
        job = _promise(item, origin, now)
        HeldItem.objects.filter(pk=item.pk).update(released_at=now)
        return _settled(item, Word(item.pk, ACCEPTED, job.pk), origin)


def refuse(held_id: int, *, reach: Reach, origin: Origin, now: datetime) -> Word:
    """Delete a statement or wish. Done again, it answers the same. Raises UnknownItem, Decided when it was accepted."""
    with transaction.atomic():
        item = _locked(held_id, reach)
        if item is None or item.released_at is not None:
            return _again(held_id, reach, REFUSED)
        word = _settled(item, Word(item.pk, REFUSED), origin)
        if item.op == HeldItem.Op.RETIRE:
            approval.refuse(item, now=now)
        item.delete()
        return word


def _told(item: HeldItem, messages: dict[int, Message], targets: dict[tuple[Any, ...], Fact]) -> Waiting:
    found = [messages[key] for key in item.evidence if key in messages]
    own = tuple(message for message in found if message.profile_id == item.profile_id)
    target = targets.get((item.profile_id, item.scope_id, item.target))
    return Waiting(item, own, len(item.evidence) - len(own), target)


def _targets(items: Iterable[HeldItem]) -> dict[tuple[Any, ...], Fact]:
    about = Q(pk__in=[])
    for item in items:
        if item.target:
            about |= Q(profile=item.profile_id, scope_id=item.scope_id, fact_id=item.target)
    return {(fact.profile_id, fact.scope_id, fact.fact_id): fact for fact in Fact.objects.filter(about)}


def _locked(held_id: int, reach: Reach) -> HeldItem | None:
    """The item, under the lock of its person first: whoever erases them locks in this order."""
    owner = reach.items.filter(pk=held_id).values_list("profile_id", flat=True).first()
    if owner is None:
        return None
    ledger.locked(owner)
    rows = reach.items.select_for_update(of=("self",)).select_related("profile")
    return rows.filter(pk=held_id).first()


def _promise(item: HeldItem, origin: Origin, now: datetime) -> Job:
    job = jobs.add(
        item.profile,
        Job.Kind.LEARN,
        now=now,
        scope_id=item.scope_id,
        agent_id=item.agent_id,
        message_ids=item.evidence,
        options={"held": [item.pk], "actor": origin.actor, "source": origin.source.value},
    )
    transaction.on_commit(partial(bell.ring, item.profile_id, queue=jobs.QUEUES[Job.Kind.LEARN]), robust=True)
    return job


def _settled(item: HeldItem, word: Word, origin: Origin) -> Word:
    """Note the decision: in the work log, and for whoever asks again when the item is gone."""
    profile: Profile = item.profile
    IdempotencyKey.objects.create(
        tenant_id=profile.tenant_id,
        profile=profile,
        caller=CALLER,
        key=str(item.pk),
        request_hash="",
        status=200,
        answer={
            "state": word.state,
            "job_id": word.job_id,
            "scope_id": item.scope_id,
            "agent_id": item.agent_id,
        },
    )
    worklog.publish(
        tenant_id=profile.tenant_id,
        profile_id=profile.pk,
        module="Review",
        level="info",
        actor=origin.actor,
        message=f"Something that waited was {word.state}.",
        details={"held": item.pk, "op": item.op, "reason": item.reason, "job": word.job_id},
    )
    return word


def _again(held_id: int, reach: Reach, state: str) -> Word:
    """The answer that was given before, if it was the same decision."""
    known = reach.decisions.filter(key=str(held_id)).first()
    if known is None:
        return _of_job(held_id, reach, state)
    if known.answer["state"] != state:
        raise Decided(known.answer["state"])
    return Word(held_id, state, known.answer["job_id"])


def _of_job(held_id: int, reach: Reach, state: str) -> Word:
    """An item that was accepted long ago and could not be carried out so far."""
    item = reach.items.filter(pk=held_id, released_at__isnull=False).first()
    if item is None:
        raise UnknownItem
    if state == REFUSED:
        raise Decided(ACCEPTED)
    job = Job.objects.filter(profile=item.profile_id, options__held__contains=[held_id]).order_by("-pk").first()
    return Word(held_id, ACCEPTED, job.pk if job else None)
