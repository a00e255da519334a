"""One person for those who run the service: figures and ids, for administrators also what is remembered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from extraction.models import Job
from memoryhub.pages import who
from memoryhub.pages.people import people
from observability.models import Observation
from profiles import mine, names, reading, shelves
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.forms import FactForm
from profiles.models import Fact, HeldItem, Member, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.shelves import Shelf
from summaries.models import Session

FACTS_SHOWN = 100
CONVERSATIONS_SHOWN = 10
JOBS_SHOWN = 5


@dataclass(frozen=True)
class View(shelves.View):
    """Which facts of a person somebody else looks at."""

    number: int = 0

    is_at_people: ClassVar[bool] = True

    @classmethod
    def of_person(cls, number: int, data: QueryDict, *, reads: bool) -> "View":
        """What is not usable is as if it were not there; who may not read contents cannot search in them either."""
        asked = shelves.View.of(data)
        query = people.written(data, "q")[:200] if reads else ""
        return cls(asked.scope_id, query, asked.show, page=asked.page, after=asked.after, number=number)

    @property
    def home(self) -> str:
        return reverse("person", args=[self.number])

    def to(self, route: str, *args: object) -> str:
        return reverse(f"person-{route}", args=[self.number, *args])


@dataclass(frozen=True)
class Figures:
    """How it stands with a person, told without what is remembered. `waiting` are statements that wait for a word."""

    conversations: int
    waiting: int
    open_jobs: int
    failed_jobs: int
    asked_at: datetime | None


@signed_in
@require_safe
def show(request: ConsoleRequest, number: int) -> HttpResponse:
    member = who.operator(request.visitor)
    profile = known(member, number)
    return page(request, member, profile, View.of_person(number, request.GET, reads=member.is_administrator))


def known(member: Member, number: int) -> Profile:
    """A person of the tenant, with the names by which agents know them. Raises NothingHere."""
    found = Profile.objects.filter(tenant=member.tenant_id).select_related("tenant", "user", "end_user")
    profile = found.filter(pk=number).first()
    if profile is None:
        raise NothingHere
    return profile


def company_of(profile: Profile) -> str:
    """The address of the company that somebody belongs to; '' for employees."""
    return people.company_address(profile.end_user.end_user_id) if profile.kind == Profile.Kind.END_USER else ""


def page(
    request: ConsoleRequest, member: Member, profile: Profile, view: View, *, form: FactForm | None = None, status: int = 200
) -> HttpResponse:  # fmt: skip
    """The whole page, or the list of facts alone where only that was asked for. `form` is a fact that is to be added."""
    reads = member.is_administrator
    about: dict[str, Any] = {"view": view, "profile": profile, "reads": reads, "name": who.name_of(profile)}
    about |= _remembered(request, profile, view)
    if reads and about["listed"]:
        who.note_look(request.visitor, profile.pk, model="profile", key=profile.pk)
    if wants_fragment(request):
        return render(request, "pages/people/person.html#facts", about, status=status)
    jobs = Job.objects.filter(profile=profile).order_by("-pk")[:JOBS_SHOWN]
    sessions = Session.objects.of(profile).order_by(F("last_message_at").desc(nulls_last=True), "-pk")[
        :CONVERSATIONS_SHOWN
    ]
    about |= {
        "company": company_of(profile),
        "figures": _figures(profile),
        "jobs": jobs,
        "sessions": sessions,
        "is_paused": profile.is_paused or profile.tenant.is_paused,
        "dream": _last_dream(profile),
        "form": form or FactForm(types=names.TYPES_OF_OTHERS),
    }
    return render(request, "pages/people/person.html", about, status=status)


def _figures(profile: Profile) -> Figures:
    """In one statement for all of them."""
    jobs = Job.objects.filter(profile=profile)
    waiting = HeldItem.objects.filter(profile=profile, released_at=None)
    asked = Observation.objects.filter(profile_id=profile.pk).order_by("-at")
    found = Profile.objects.filter(pk=profile.pk).values_list(
        _number(Session.objects.of(profile)),
        _number(waiting),
        _number(jobs.open()),
        _number(jobs.filter(state=Job.State.FAILED)),
        Subquery(asked.values("at")[:1]),
    )
    return Figures(*found[0])


def _number(rows: "QuerySet[Any]") -> Any:
    """How many rows there are, 0 for none, as a part of another statement."""
    return Coalesce(Subquery(rows.order_by().values("profile").annotate(number=Count("pk")).values("number")), 0)


def _remembered(request: ConsoleRequest, profile: Profile, view: View) -> dict[str, Any]:
    """The facts in force type by type, or those of the past, and how many there are of each in every scope."""
    counts = reading.counts_of(profile)
    remembered, past = counts.get(view.scope_id, (0, 0))
    about: dict[str, Any] = {"scopes": sorted({DEFAULT_SCOPE, view.scope_id, *counts}), "past": past}
    if view.is_past:
        return about | {"remembered": remembered} | _past(profile, view)
    every = reading.facts_of(profile, scope_id=view.scope_id)
    found = shelves.by_type(shelves.matching(every, view))
    page = Paginator(found, FACTS_SHOWN).get_page(view.page)
    return about | {
        "remembered": len(every),
        "page": page,
        "listed": page.object_list,
        "shelves": [(_name(shelf), shelf.facts) for shelf in shelves.shelved(list(page.object_list))],
        "call": "" if every else mine.first_call(profile, request, view.scope_id),
    }


def _past(profile: Profile, view: View) -> dict[str, Any]:
    rows = Fact.objects.of(profile).filter(scope_id=view.scope_id).containing(view.query.split())
    ahead = list(rows.for_past_page(view.after)[: FACTS_SHOWN + 1])
    listed = ahead[:FACTS_SHOWN]
    return {"listed": listed, "next": listed[-1].pk if len(ahead) > FACTS_SHOWN else None}


def _name(shelf: Shelf) -> str:
    return str(names.TYPES_OF_OTHERS.get(shelf.type, shelf.type))


def _last_dream(profile: Profile) -> Sequence[Any]:
    """When the last dream looked at this person, and the address of what it did; empty when none did."""
    last = profile.metadata.get("lastDream")
    if not isinstance(last, dict):
        return ()
    return datetime.fromisoformat(last["at"]), reverse("dream-part", args=[last["run"], last["part"]])
