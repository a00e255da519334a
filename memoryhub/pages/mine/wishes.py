"""What you asked for: every wish about the memory with what became of it, and a way to take each change back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from engine.text import normal
from extraction import wishes
from extraction.models import Decision
from profiles import editing, firstcall, ledger
from profiles.console import ConsoleRequest, own_profile, signed_in
from profiles.models import Fact, FactEvent, Profile
from profiles.shelves import scope_query

SHOWN = 25

ASKED = {
    wishes.DELETE: gettext_lazy("You asked to forget"),
    wishes.UPDATE: gettext_lazy("You asked to correct"),
    wishes.ADD: gettext_lazy("You asked to remember"),
}

NOTHING_DONE = gettext_lazy("This was not done, and nothing was changed.")

# What became of a wish, by outcome and, where it says more, by reason.
OUTCOMES: Mapping[tuple[str, str], object] = {
    (wishes.FORGOTTEN, ""): gettext_lazy("Forgotten."),
    (wishes.FORGOTTEN, "accepted"): gettext_lazy("Forgotten, after it was accepted."),
    (wishes.FORGOTTEN, "some_wait"): gettext_lazy(
        "Forgotten in part. More was meant than is done without asking back: the rest waits for your word."
    ),
    (wishes.FORGOTTEN, "not_learned"): gettext_lazy("It was not taken in at all."),
    (wishes.UPDATED, ""): gettext_lazy("Corrected."),
    (wishes.UPDATED, "accepted"): gettext_lazy("Corrected, after it was accepted."),
    (wishes.UPDATED, "some_wait"): gettext_lazy(
        "Corrected in part. More was meant than is done without asking back: the rest waits for your word."
    ),
    (wishes.UPDATED, "known"): gettext_lazy("This was known already. Nothing had to be changed."),
    (wishes.REMEMBERED, ""): gettext_lazy("Remembered."),
    (wishes.REMEMBERED, "known"): gettext_lazy("This was remembered already."),
    (wishes.REMEMBERED, "restored"): gettext_lazy("Remembered again, although it had been deleted."),
    (wishes.WAITING, ""): gettext_lazy("Not done yet: it waits for your word."),
    (wishes.NOT_FOUND, ""): gettext_lazy("Nothing like this is remembered, so nothing was changed."),
    (wishes.NOT_FOUND, "nothing_to_correct"): gettext_lazy(
        "Nothing like this is remembered, so there was nothing to correct. To have the new statement remembered, say so."
    ),
    (wishes.NOT_FOUND, "not_in_force"): gettext_lazy("It was no longer in force by then, so nothing was changed."),
    (wishes.NOT_CONFIRMED, ""): gettext_lazy(
        "It is not sure that anything remembered was meant, so nothing was changed. Name it more exactly."
    ),
    (wishes.NOT_CONFIRMED, wishes.SAID_SINCE): gettext_lazy(
        "What concerns this was said, changed or deleted after this wish, so it stays as it is."
    ),
    (wishes.NOT_CONFIRMED, wishes.NOT_UNDERSTOOD): gettext_lazy(
        "These words could not be read, so nothing was changed because of them. Say it in a sentence of its own."
    ),
    (wishes.UNDECIDED, ""): gettext_lazy(
        "It could not be checked what was meant, so nothing was changed. Ask again in a while."
    ),
    (wishes.NOT_STORED, ""): gettext_lazy("The new statement may not be stored as it was said. Nothing was changed."),
    (wishes.NOT_STORED, wishes.NOT_UNDERSTOOD): gettext_lazy(
        "These words could not be read, so nothing was changed because of them. Say it in a sentence of its own."
    ),
    (wishes.NOT_STORED, "secret"): gettext_lazy(
        "The new statement holds something secret, which is never stored. Nothing was changed."
    ),
}

# What was done with one of the facts that a wish was compared with; '' where the state of the fact says it.
DEEDS = {
    wishes.FORGOTTEN: "",
    wishes.UPDATED: "",
    wishes.WAITING: gettext_lazy("waits for your word"),
    "restored": gettext_lazy("remembered again"),
    "known": gettext_lazy("remembered already"),
}


class UnknownWish(editing.UnknownFact):
    """No such wish of this person, or no such fact of the wish."""


@dataclass(frozen=True)
class View:
    """How far down the list somebody looks; it travels in the address and in the hidden fields of forms."""

    after: int | None = None

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        return cls(normal.whole_number(data.get("after")))

    @property
    def address(self) -> str:
        return reverse("wishes") + (f"?after={self.after}" if self.after else "")


@dataclass(frozen=True)
class Concerned:
    """A fact that a wish was compared with; `is_changed`: it was changed, or will be. `event` can be undone, None: nothing."""

    fact: Fact
    deed: str = ""
    is_changed: bool = False
    event: int | None = None

    @property
    def scope_query(self) -> str:
        return scope_query(self.fact.scope_id)


@dataclass(frozen=True)
class Told:
    """One wish, told: what was asked, what became of it, and the facts that it is about."""

    decision: Decision
    asked: str
    outcome: str
    facts: tuple[Concerned, ...] = ()
    near: tuple[Concerned, ...] = ()

    @property
    def at(self) -> datetime:
        return self.decision.at

    @property
    def waits(self) -> bool:
        return self.decision.action == wishes.WAITING or self.decision.reason == "some_wait"


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    profile, view = own_profile(request), View.of(request.GET)
    rows = Decision.objects.filter(profile=profile, kind=Decision.Kind.INSTRUCTION)
    if view.after is not None:
        rows = rows.filter(pk__lt=view.after)
    ahead = list(rows.order_by("-pk")[: SHOWN + 1])
    shown = ahead[:SHOWN]
    about: dict[str, Any] = {
        "view": view,
        "wishes": _told(profile, shown),
        "next": shown[-1].pk if len(ahead) > SHOWN else None,
        "call": "" if shown else _first_call(profile, request),
    }
    return render(request, "pages/wishes.html", about)


def _first_call(profile: Profile, request: ConsoleRequest) -> str:
    said = _("Remember that I do not eat pork.")
    return firstcall.command(profile, base_url=firstcall.base_of(request), said=said)


@signed_in
@require_POST
def undo(request: ConsoleRequest, decision_id: int, fact_id: str, event: int) -> HttpResponse:
    """Take back what a wish did to a fact, unless something happened to the fact since."""
    profile, view = own_profile(request), View.of(request.POST)
    decision = Decision.objects.filter(profile=profile, kind=Decision.Kind.INSTRUCTION, pk=decision_id).first()
    fact = _fact_of(decision, fact_id) if decision else None
    if fact is None:
        raise UnknownWish
    if ledger.last_events([fact.pk]).get(fact.pk) != event:
        messages.info(request, _("This was undone already, or changed again since. Nothing was done now."))
        return redirect(view.address)
    editing.undo(profile, fact_id, scope_id=fact.scope_id, origin=request.visitor.origin, now=timezone.now())
    messages.success(request, _("Undone."))
    return redirect(view.address)


def _fact_of(decision: Decision, fact_id: str) -> Fact | None:
    if fact_id not in _named([decision]):
        return None
    return Fact.objects.filter(profile=decision.profile_id, scope_id=decision.scope_id, fact_id=fact_id).first()


def _told(profile: Profile, decisions: Sequence[Decision]) -> list[Told]:
    facts = {
        (fact.scope_id, fact.fact_id): fact
        for fact in Fact.objects.of(profile).filter(fact_id__in=_named(decisions)).order_by("pk")
    }
    events = _last_events(facts.values())
    return [_one(decision, facts, events) for decision in decisions]


def _named(decisions: Iterable[Decision]) -> set[str]:
    """The ids of all facts that these wishes are about or were compared with."""
    rows = {str(row.get("fact_id", "")) for decision in decisions for row in decision.candidates}
    return (rows | {decision.fact_id for decision in decisions}) - {""}


def _last_events(facts: Iterable[Fact]) -> dict[int, FactEvent]:
    newest = ledger.last_events(fact.pk for fact in facts)
    return {event.fact_id: event for event in FactEvent.objects.filter(pk__in=newest.values())}


def _one(decision: Decision, facts: Mapping[tuple[str, str], Fact], events: Mapping[int, FactEvent]) -> Told:
    deeds = {str(row["fact_id"]): str(row.get("action", "")) for row in decision.candidates}
    if decision.fact_id:
        deeds.setdefault(decision.fact_id, "")
    about = [
        Concerned(fact, str(DEEDS.get(deed, "")), deed in DEEDS, _undoable(decision, events.get(fact.pk)))
        for fact_id, deed in deeds.items()
        if (fact := facts.get((decision.scope_id, fact_id))) is not None
    ]
    concerned = [one for one in about if one.is_changed or one.fact.fact_id == decision.fact_id]
    return Told(
        decision=decision,
        asked=str(ASKED.get(decision.type, "")),
        outcome=str(outcome_of(decision)),
        facts=tuple(_without_doubles(concerned)),
        near=tuple(one for one in about if one not in concerned),
    )


def outcome_of(decision: Decision) -> object:
    """What became of a wish, as a sentence."""
    by_reason = OUTCOMES.get((decision.action, decision.reason))
    return by_reason or OUTCOMES.get((decision.action, ""), NOTHING_DONE)


def _undoable(decision: Decision, event: FactEvent | None) -> int | None:
    """The event by which this very wish changed the fact, when nothing happened to the fact since."""
    if event is None or event.job_id != decision.job_id or event.at != decision.at:
        return None
    return event.pk if event.from_status != event.to_status else None


def _without_doubles(concerned: Sequence[Concerned]) -> Iterable[Concerned]:
    """Where the old statement can be brought back, the new one goes with it: one button is enough."""
    has_old = any(one.event for one in concerned if not one.fact.is_active)
    for one in concerned:
        is_successor = has_old and one.fact.is_active
        yield replace(one, event=None) if is_successor else one
