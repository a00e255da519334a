"""What a person does to the facts about them: add, edit, delete, restore, pin, undo, replace all, pause."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from observability import worklog
from profiles import admission, document, ledger, reversal, wording
from profiles.changes import Change, Move, New, Origin, Outcome
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, Profile
from profiles.models.tenants import DEFAULT_SCOPE


class UnknownFact(Refused):
    code = "unknown_fact"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("There is no such fact."))


class NotActive(Refused):
    """The fact is no longer in force; `reason` of its last event says why."""

    code = "fact_not_active"
    status = 409

    def __init__(self, fact: Fact, event: FactEvent | None) -> None:
        super().__init__(_("This fact is no longer in force, so it cannot be edited. Look at its history."))
        self.fact = fact
        self.event = event


class ChangedMeanwhile(Refused):
    code = "changed_meanwhile"
    status = 409

    def __init__(self, fact: Fact) -> None:
        super().__init__(_("This fact was changed meanwhile. Look at it again before you change it."))
        self.fact = fact


def find(profile: Profile, fact_id: str, *, scope_id: str = DEFAULT_SCOPE) -> Fact:
    """The stored fact. Raises UnknownFact. A fact still in the legacy column is taken in first."""
    fact = _stored(profile, fact_id, scope_id)
    if fact is None and document.is_document(profile.memory):
        ledger.take_in_legacy(profile.pk)
        fact = _stored(profile, fact_id, scope_id)
    if fact is None:
        raise UnknownFact
    return fact


def _stored(profile: Profile, fact_id: str, scope_id: str) -> Fact | None:
    return Fact.objects.of(profile).filter(scope_id=scope_id, fact_id=fact_id).first()


def add(
    profile: Profile, content: str, *, origin: Origin, now: datetime, type: str = "user_fact",
    scope_id: str = DEFAULT_SCOPE, is_pinned: bool = False,
) -> Outcome:  # fmt: skip
    """Remember what a person wrote. A deleted fact of the same content comes back; a suspicious one waits (held)."""
    verdict = wording.admitted(content, contacts=wording.contacts_in(profile, scope_id))
    if verdict.outcome == admission.HELD:
        with transaction.atomic():
            ledger.locked(profile.pk)  # somebody erased meanwhile is told here, not by the commit
            return wording.hold(profile, [verdict], type=type, scope_id=scope_id, origin=origin, now=now)
    new = wording.by_hand(verdict.content, type=type, scope_id=scope_id, is_pinned=is_pinned)
    return ledger.apply(profile.pk, [new], origin=origin, now=now)


def edit(
    profile: Profile, fact_id: str, *, origin: Origin, now: datetime, scope_id: str = DEFAULT_SCOPE,
    content: str | None = None, type: str | None = None, is_pinned: bool | None = None, seen_event: int | None = None,
) -> Fact:  # fmt: skip
    """Change a fact: other content makes a new fact that supersedes this one, which is returned instead.

    Raises UnknownFact, NotActive (content and type of what is no longer in force), ChangedMeanwhile when `seen_event`
    is given and is not its last event, and Refused for content that may not be stored.
    """
    fact = find(profile, fact_id, scope_id=scope_id)
    _check_seen(fact, seen_event)
    if not fact.is_active:
        raise NotActive(fact, fact.events.order_by("pk").last())
    change = wording.edited(fact, content=content, type=type, is_pinned=is_pinned)
    if change is None:
        return fact
    outcome = ledger.apply(profile.pk, [change], origin=origin, now=now)
    return outcome.facts[0] if outcome.facts else find(profile, fact_id, scope_id=scope_id)


def delete(profile: Profile, fact_id: str, *, origin: Origin, now: datetime, scope_id: str = DEFAULT_SCOPE) -> Fact:
    """Forget a fact: it is deprecated, kept for audit, and leaves every answer. Done again, it logs nothing."""
    fact = find(profile, fact_id, scope_id=scope_id)
    outcome = ledger.apply(profile.pk, [Move(fact.pk, Status.DEPRECATED, reason="deleted")], origin=origin, now=now)
    if outcome.changed:
        log(profile, origin, "A fact was deleted.", fact)
    return _fresh(fact)


def delete_all(
    profile: Profile, fact_ids: Sequence[str], *, origin: Origin, now: datetime, scope_id: str = DEFAULT_SCOPE
) -> tuple[list[Fact], range]:
    """Forget several facts at once; what is unknown or no longer in force is passed over.

    Answers those that were forgotten, and the keys of their events from the first to the last: nobody else's event of
    this person lies between them, because all were written under one lock.
    """
    with transaction.atomic():
        ledger.take_in_legacy(profile.pk)
        facts = Fact.objects.of(profile).active().filter(scope_id=scope_id, fact_id__in=fact_ids)
        moves = [Move(fact.pk, Status.DEPRECATED, reason="deleted") for fact in facts]
        changed = ledger.apply(profile.pk, moves, origin=origin, now=now).changed
        if not changed:
            return [], range(0)
        log(profile, origin, "Facts were deleted.", *changed)
        events = ledger.last_events(fact.pk for fact in changed).values()
        return changed, range(min(events), max(events) + 1)


def restore_all(profile: Profile, events: range, *, origin: Origin, now: datetime) -> reversal.Undone:
    """Take back what `delete_all` did in these events, but for the facts to which something happened since."""
    deleted = Q(pk__gte=events.start, pk__lt=events.stop, from_status=Status.ACTIVE, to_status=Status.DEPRECATED)
    with transaction.atomic():
        ledger.locked(profile.pk)
        done = reversal.carry_out(profile.pk, deleted & Q(actor=origin.actor), over_at=None, origin=origin, now=now)
        if done.fact_ids:
            restored = (
                Fact.objects.of(profile).filter(fact_id__in=done.fact_ids).order_by("fact_id").distinct("fact_id")
            )
            log(profile, origin, "Facts were restored.", *restored)
        return done


def restore(profile: Profile, fact_id: str, *, origin: Origin, now: datetime, scope_id: str = DEFAULT_SCOPE) -> Fact:
    """Bring a deleted or superseded fact back into force."""
    fact = find(profile, fact_id, scope_id=scope_id)
    outcome = ledger.apply(profile.pk, [Move(fact.pk, Status.ACTIVE, reason="restored")], origin=origin, now=now)
    if outcome.changed:
        log(profile, origin, "A fact was restored.", fact)
    return _fresh(fact)


def undo(profile: Profile, fact_id: str, *, origin: Origin, now: datetime, scope_id: str = DEFAULT_SCOPE) -> Fact:
    """Take back the last change of a fact. Raises Refused (`nothing_to_undo`) when it was none of a person's."""
    fact = find(profile, fact_id, scope_id=scope_id)
    changes = reversal.changes_of(fact)
    if not changes:
        raise Refused(_("There is nothing here that could be undone."), code="nothing_to_undo", status=409)
    ledger.apply(profile.pk, changes, origin=origin, now=now)
    return _fresh(fact)


def replace(
    profile: Profile, contents: Sequence[New], *, origin: Origin, now: datetime, scope_id: str = DEFAULT_SCOPE
) -> Outcome:
    """Make these the resident facts of the scope: what is missing is deprecated, what is new is added (P11).

    `contents` come from `from_document`. Call it inside the transaction that compared the ETag under the lock.
    """
    ledger.take_in_legacy(profile.pk)
    wanted = {new.content for new in contents if new.status == Status.ACTIVE}
    present = Fact.objects.of(profile).active().resident().filter(scope_id=scope_id)
    leaving = [fact for fact in present if fact.content not in wanted]
    changes: list[Change] = [Move(fact.pk, Status.DEPRECATED, reason="replaced") for fact in leaving]
    changes += [new for new in contents if new.status == Status.ACTIVE]
    outcome = ledger.apply(profile.pk, changes, origin=origin, now=now)
    if leaving:
        log(profile, origin, "Facts were deleted by a replacement.", *leaving)
    return outcome


def from_document(value: object, *, scope_id: str = DEFAULT_SCOPE, contacts: str = "keep") -> list[New]:
    """The statements of a V1 or V2 document that a client sent, as the field `memory`.

    Raises Refused (400), which names its place, for what may not be stored.
    """
    news: dict[str, New] = {}
    for entry in document.entries(value):
        place = f"memory.facts.{entry.place}"
        verdict = wording.admitted(entry.content, contacts=contacts, field=place)
        if verdict.outcome == admission.HELD:
            raise wording.refusal("steering", field=place)
        new = wording.by_hand(verdict.content, type="user_fact", scope_id=scope_id, status=entry.status)
        news.setdefault(new.content, new)
    return list(news.values())


def pause(profile: Profile, is_paused: bool, *, origin: Origin, now: datetime) -> Profile:
    """Stop or resume learning and recall for this person. Done again, it logs nothing."""
    with transaction.atomic():
        row = ledger.locked(profile.pk)
        if row.is_paused != is_paused:
            row.is_paused, row.updated_at = is_paused, now
            row.save(update_fields=["is_paused", "updated_at"])
            log(row, origin, "Memory was paused." if is_paused else "Memory was resumed.")
    return row


def _check_seen(fact: Fact, seen_event: int | None) -> None:
    if seen_event is not None and ledger.last_events([fact.pk]).get(fact.pk) != seen_event:
        raise ChangedMeanwhile(fact)


def _fresh(fact: Fact) -> Fact:
    return Fact.objects.get(pk=fact.pk)


def log(profile: Profile, origin: Origin, message: str, *facts: Fact) -> None:
    """Put on record in the work log what somebody did to facts of a person."""
    worklog.publish(
        tenant_id=profile.tenant_id,
        module="Profile",
        level="info",
        actor=origin.actor,
        message=message,
        details={"facts": [fact.fact_id for fact in facts]},
        profile_id=profile.pk,
    )
