"""The work log for those who run the service: what the service and its people did, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from memoryhub.pages import newest, who
from memoryhub.pages.newest import Place
from memoryhub.pages.operations import log_words
from memoryhub.pages.operations.log_words import Detail
from observability.models import WorkLogEntry
from profiles import mine, story
from profiles.changes import SYSTEM_ACTOR
from profiles.console import ConsoleRequest, signed_in, wants_fragment
from profiles.models import Member

PEOPLE_OFFERED = 50  # accounts among which the filter lets choose; a line's own actor is a link to all of theirs
LEVELS = WorkLogEntry.Level.values


@dataclass(frozen=True)
class View:
    """Which lines somebody looks at; it travels in the address."""

    module: str = ""
    level: str = ""
    actor: str = ""
    person: str = ""
    day: date | None = None
    after: Place | None = None

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        """What is not usable is as if it were not there."""
        module, level = data.get("module", ""), data.get("level", "")
        return cls(
            module=module if module in log_words.MODULES else "",
            level=level if level in LEVELS else "",
            actor=newest.word(data.get("actor", "")),
            person=newest.word(data.get("person", "")),
            day=newest.day(data.get("day", "")),
            after=Place.of(data.get("after", "")),
        )

    @property
    def filters(self) -> str:
        values = {"module": self.module, "level": self.level, "actor": self.actor, "person": self.person}
        day = {"day": self.day.isoformat()} if self.day else {}
        return urlencode({name: value for name, value in values.items() if value} | day)

    @property
    def address(self) -> str:
        return reverse("work-log") + (f"?{self.filters}" if self.filters else "")


@dataclass(frozen=True)
class Line:
    """One entry as it is read. `person` is the id by which agents know whom it is about, '' for nobody's."""

    entry: WorkLogEntry
    module: str
    who: str
    sentence: str
    person: str
    details: Sequence[Detail]


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, view = who.operator(request.visitor), View.of(request.GET)
    about_whom = who.with_name(member.tenant_id, view.person) if view.person else None
    is_nobody = bool(view.person) and about_whom is None
    page = newest.Stretch[WorkLogEntry]([], None) if is_nobody else _page(member, view, about_whom)
    names = _accounts(member, view.actor) | mine.names_of([entry.actor for entry in page.rows])
    about: dict[str, Any] = {
        "view": view,
        "lines": _lines(request, member, page.rows, names),
        "page": page,
        "is_nobody": is_nobody,
        "modules": sorted((log_words.module(name), name) for name in log_words.MODULES),
        "levels": WorkLogEntry.Level.choices,
        "actors": _actors(request, view, names),
    }
    part = "#log" if wants_fragment(request) else ""
    return render(request, f"pages/operations/log.html{part}", about)


def _page(member: Member, view: View, profile_id: int | None) -> "newest.Stretch[WorkLogEntry]":
    """The index of one column goes in the order of time; of what is asked beside it a bounded number of rows is read."""
    asked = {"profile_id": profile_id, "actor": view.actor, "module": view.module, "level": view.level}
    wanted = [Q(**{name: value}) for name, value in asked.items() if value]
    found = WorkLogEntry.objects.filter(*wanted[:1], tenant_id=member.tenant_id)
    narrowed = Q(*wanted[1:]) or None
    return newest.stretch(found.filter(newest.on(view.day)) if view.day else found, after=view.after, narrowed=narrowed)


def _lines(
    request: ConsoleRequest, member: Member, entries: Sequence[WorkLogEntry], accounts: dict[int, str]
) -> list[Line]:
    own = mine.own_actors(request.visitor)
    people = who.names_of(member.tenant_id, {entry.profile_id for entry in entries if entry.profile_id})
    return [
        Line(
            entry=entry,
            module=log_words.module(entry.module),
            who=story.who(entry.actor, own=own, accounts=accounts),
            sentence=log_words.sentence(entry),
            person=people.get(entry.profile_id or 0, ""),
            details=list(log_words.details(entry)),
        )
        for entry in entries
    ]


def _accounts(member: Member, chosen: str) -> dict[int, str]:
    """The names of those who may sign in to the organisation: the first ones, and whoever of them is chosen. What an
    address names beyond that may be anybody's account."""
    found = Member.objects.filter(tenant=member.tenant_id).order_by("account__username")
    rows = found.values_list("account_id", "account__username")
    names = dict(rows[:PEOPLE_OFFERED])
    wanted = story.accounts_in([chosen]) - names.keys()
    return names | dict(rows.filter(account_id__in=wanted)) if wanted else names


def _actors(request: ConsoleRequest, view: View, names: dict[int, str]) -> list[tuple[str, str]]:
    """Whom the filter offers: the service, oneself, the others who may sign in, and who is chosen already."""
    own = mine.own_actors(request.visitor)
    offered = dict.fromkeys([SYSTEM_ACTOR, request.visitor.actor, *(f"account:{key}" for key in names), view.actor])
    return [(actor, story.who(actor, own=own, accounts=names)) for actor in offered if actor]
