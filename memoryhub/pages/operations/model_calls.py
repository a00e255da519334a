"""Calls to models for those who run the service: what was asked for, what it took and cost, what came of it."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.text import normal
from extraction import names
from memoryhub.pages import first_message, newest, who
from memoryhub.pages.newest import Place
from memoryhub.pages.observations import spending
from memoryhub.pages.observations.periods import Period
from observability import calls, stats
from observability.models import ModelCall
from observability.stats import Spending
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import Member

# Days that are added up; a week is what is asked for by default.
SPANS = (1, 7, 31)
FAILED = "failed"  # every outcome but a good one
# The bad ends that a call can have, one by one, as a filter offers them.
BAD_OUTCOMES = (
    "truncated", "format", "timeout", "unreachable", "server_error", "rate_limited", "unauthorized", "quota", "not_json",
    "too_large", "no_choices", "no_content", "refused",
)  # fmt: skip
IS_KEPT = ExpressionWrapper(~Q(request_text="", reply_text=""), output_field=BooleanField())


@dataclass(frozen=True)
class View:
    """Which calls somebody looks at; it travels in the address."""

    purpose: str = ""
    outcome: str = ""
    model: str = ""
    person: str = ""
    day: date | None = None
    period: Period | None = None
    days: int = 7
    after: Place | None = None

    @classmethod
    def of(cls, data: QueryDict, *, now: datetime) -> "View":
        """What is not usable is as if it were not there. A day goes before a time of several."""
        day = newest.day(data.get("day", ""))
        purpose, outcome, days = data.get("purpose", ""), data.get("outcome", ""), normal.whole_number(data.get("days"))
        return cls(
            purpose=purpose if purpose in names.PURPOSES else "",
            outcome=outcome if outcome in (calls.OK, FAILED) or outcome in names.REASONS else "",
            model=newest.word(data.get("model", "")),
            person=newest.word(data.get("person", "")),
            day=day,
            period=None if day else Period.named(data, now=now),
            days=days if days in SPANS else cls.days,
            after=Place.of(data.get("after", "")),
        )

    @property
    def filters(self) -> str:
        values = {"purpose": self.purpose, "outcome": self.outcome, "model": self.model, "person": self.person}
        day = {"day": self.day.isoformat()} if self.day else self.period.query if self.period else {}
        days = {"days": self.days} if self.days != View.days else {}
        return urlencode({name: value for name, value in values.items() if value} | day | days)

    @property
    def address(self) -> str:
        return reverse("model-calls") + (f"?{self.filters}" if self.filters else "")

    @property
    def bounds(self) -> tuple[datetime, datetime] | None:
        """The time that is looked at, None for any."""
        if self.day:
            return calls.bounds_of(self.day)
        return (self.period.since, self.period.until) if self.period else None

    @property
    def spans(self) -> list[tuple[int, str]]:
        """The spans that can be added up, each with its address."""
        return [(days, replace(self, days=days, after=None).address) for days in SPANS]

    @property
    def has_sums(self) -> bool:
        """Whether what is looked at was added up: by purpose and hour alone."""
        return not (self.model or self.outcome or self.person)


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, view = who.operator(request.visitor), View.of(request.GET, now=timezone.now())
    about_whom = who.with_name(member.tenant_id, view.person) if view.person else None
    is_nobody = bool(view.person) and about_whom is None
    page = newest.Stretch[ModelCall]([], None) if is_nobody else _page(member, view, about_whom)
    people = who.names_of(member.tenant_id, {call.profile_id for call in page.rows if call.profile_id})
    spent = _spent(member, view) if view.has_sums else []
    about: dict[str, Any] = {
        "view": view,
        "rows": [(call, people.get(call.profile_id or 0, "")) for call in page.rows],
        "page": page,
        "spending": spent,
        "spent": spending.summed(spent),
        "is_nobody": is_nobody,
        "purposes": names.PURPOSES,
        "outcomes": BAD_OUTCOMES,
        "is_built_in": not settings.MEMORYHUB_LLM_BASE_URL,
        "call": "" if page.rows or view.filters else first_message.command(request),
    }
    part = "#calls" if wants_fragment(request) else ""
    return render(request, f"pages/operations/calls.html{part}", about)


@signed_in
@require_safe
def show(request: ConsoleRequest, call_id: int) -> HttpResponse:
    """The figures of one call; its texts for administrators, while contents may be logged, and each look is on record."""
    member = who.operator(request.visitor)
    every = ModelCall.objects.filter(tenant_id=member.tenant_id, pk=call_id)
    call = every.defer("request_text", "reply_text").annotate(is_kept=IS_KEPT).first()
    if call is None:
        raise NothingHere
    is_kept = bool(getattr(call, "is_kept", False))
    may_read = is_kept and who.reads_logged(request.visitor)
    shows_texts = may_read and request.GET.get("contents") == "yes"
    if shows_texts:
        who.note_look(request.visitor, call.profile_id, model="modelcall", key=call.pk)
    about: dict[str, Any] = {
        "call": call,
        "person": who.names_of(member.tenant_id, {call.profile_id}).get(call.profile_id) if call.profile_id else None,
        "texts": every.values("request_text", "reply_text").first() if shows_texts else None,
        "may_read": may_read,
        "logs_contents": bool(settings.MEMORYHUB_LOG_CONTENT),
        "is_administrator": member.is_administrator,
    }
    return render(request, "pages/operations/call.html", about)


def _page(member: Member, view: View, profile_id: int | None) -> "newest.Stretch[ModelCall]":
    """Of a person and of what failed an index knows; of the rest a bounded number of rows is read."""
    found = ModelCall.objects.filter(tenant_id=member.tenant_id).defer("request_text", "reply_text")
    narrowed = Q(**{name: value for name in ("purpose", "model") if (value := getattr(view, name))})
    if view.outcome not in ("", calls.OK):
        found = found.exclude(outcome=calls.OK)
    if view.outcome not in ("", FAILED):
        narrowed &= Q(outcome=view.outcome)
    if profile_id is not None:
        found = found.filter(profile_id=profile_id)
    if view.bounds is not None:
        found = found.filter(at__gte=view.bounds[0], at__lt=view.bounds[1])
    return newest.stretch(found, after=view.after, narrowed=narrowed or None)


def _spent(member: Member, view: View) -> list[Spending]:
    """By day and purpose: of the day or time that is looked at, or else of the last days."""
    if view.bounds is not None:
        since, until = view.bounds
        zone = timezone.get_default_timezone()
        found = stats.spending(member.tenant_id, since=since, until=until, zone=zone)
    else:
        found = calls.spent_by_day(member.tenant_id, days=view.days, now=timezone.now())
    return [one for one in found if view.purpose in ("", one.purpose)]
