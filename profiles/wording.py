"""What a person wrote, turned into a change of the ledger, or refused with a sentence."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from engine import questions
from engine.errors import Refused
from profiles import admission, choices, slots
from profiles.changes import Change, Mark, New, Origin, Outcome
from profiles.lifecycle import Status
from profiles.models import Fact, HeldItem, Profile, ScopeConfig

REFUSALS = {
    "blank": ("content_blank", _("Write what should be remembered.")),
    "too_long": ("content_too_long", _("A fact may have at most 500 characters. Make it shorter or split it.")),
    "secret": ("content_secret", _("Passwords, keys, card and identity numbers are never remembered. Leave them out.")),
    "contact": (
        "content_contact",
        _("Phone numbers and e-mail addresses are not remembered here. Leave them out."),
    ),
    "steering": (
        "content_suspicious",
        _("This reads like an instruction to the agent, not like a fact about a person."),
    ),
}


def admitted(content: str, *, contacts: str = "keep", field: str = "content") -> admission.Admitted:
    """What may be stored or waits. Raises Refused, which names `field`, for what is dropped."""
    verdict = admission.admit(content, longest=settings.MEMORYHUB_FACT_LENGTH, contacts=contacts)
    if verdict.outcome == admission.DROPPED:
        raise refusal(verdict.reason, field=field)
    return verdict


def refusal(reason: str, *, field: str = "content") -> Refused:
    code, sentence = REFUSALS[reason]
    return Refused(sentence, code=code, field=field)


def contacts_in(profile: Profile, scope_id: str) -> str:
    """What the scope does with phone numbers and e-mail addresses: `keep`, `mask` or `refuse`."""
    own = ScopeConfig.objects.filter(tenant_id=profile.tenant_id, scope_id=scope_id)
    policy: str = own.values_list("contacts", flat=True).first() or settings.MEMORYHUB_CONTACTS
    return policy


def by_hand(content: str, *, type: str, scope_id: str, is_pinned: bool = False, status: Status = Status.ACTIVE) -> New:
    if type not in questions.FACT_TYPES:
        raise Refused(_("There is no such type of fact."), code="field_invalid", field="type")
    slot = slots.slot_of(type, content, "")
    return New(
        content=content,
        type=type,
        scope_id=scope_id,
        slot=slot,
        slot_key=slots.slot_key(type, slot, "", choices.slot_policy()),
        is_pinned=is_pinned,
        status=status,
    )


def hold(
    profile: Profile, verdicts: Sequence[admission.Admitted], *, type: str, scope_id: str, origin: Origin, now: datetime
) -> Outcome:
    outcome = Outcome()
    rows = [
        HeldItem(
            profile=profile, scope_id=scope_id, content=verdict.content, type=type, source=origin.source,
            reason=verdict.reason, created_at=now,
        )
        for verdict in verdicts
    ]  # fmt: skip
    HeldItem.objects.bulk_create(rows, ignore_conflicts=True)
    outcome.counts["held"] = len(rows)
    return outcome


def edited(fact: Fact, *, content: str | None, type: str | None, is_pinned: bool | None) -> Change | None:
    """The one change that an edit amounts to; None when nothing would change."""
    kind = type or fact.type
    text = fact.content
    if content is not None:
        verdict = admitted(content, contacts=contacts_in(fact.profile, fact.scope_id))
        if verdict.outcome == admission.HELD:
            raise refusal("steering")
        text = verdict.content
    if text != fact.content:
        new = by_hand(text, type=kind, scope_id=fact.scope_id)
        pinned = fact.is_pinned if is_pinned is None else is_pinned
        return successor(fact, new, pinned)
    slot = slots.slot_of(kind, text, fact.slot if kind == fact.type else "")
    if kind == fact.type and (is_pinned is None or is_pinned == fact.is_pinned):
        return None
    key = slots.slot_key(kind, slot, fact.agent_id, choices.slot_policy())
    return Mark(fact.pk, is_pinned=is_pinned, type=kind, slot=slot, slot_key=key)


def successor(fact: Fact, new: New, is_pinned: bool) -> New:
    """The new wording of a fact. It rests on the same messages, and counts from now: a person wrote it."""
    slot = new.slot or (fact.slot if new.type == fact.type else "")
    return New(
        content=new.content,
        type=new.type,
        scope_id=new.scope_id,
        slot=slot,
        slot_key=slots.slot_key(new.type, slot, fact.agent_id, choices.slot_policy()),
        source_role=fact.source_role,
        importance=fact.importance if new.type == fact.type else None,
        agent_id=fact.agent_id,
        evidence=tuple(fact.evidence),
        is_pinned=is_pinned,
        reason="edited",
        replaces=(fact.pk,),
        replaces_reason="edited",
    )
