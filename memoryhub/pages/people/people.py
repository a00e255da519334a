"""Whom agents speak to, for those who run the service: companies with their people, employees, and whose facts say what."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.text import normal
from memoryhub.pages import first_message, who
from observability import looks
from profiles import directory
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import EndUserProfile, Fact, Member, UserProfile

COMPANIES, EMPLOYEES, FACTS = "companies", "employees", "facts"
SHOWN = 50
# People found by their own id or name stand above the list; who does not find theirs writes more of it.
FOUND = 10
SAMPLES = 3  # facts beside an account


@dataclass(frozen=True)
class View:
    """Which list somebody looks at, what they look for, and after which row the page begins."""

    tab: str = COMPANIES
    query: str = ""
    after: str = ""

    @classmethod
    def of(cls, data: QueryDict, tabs: Sequence[str]) -> "View":
        """What is not usable is as if it were not there."""
        tab = data.get("tab", "")
        return cls(tab if tab in tabs else tabs[0], written(data, "q")[:200], written(data, "after"))

    @property
    def address(self) -> str:
        chosen = {"tab": self.tab if self.tab != COMPANIES else "", "q": self.query}
        return reverse("people") + _asking(chosen)

    @property
    def key(self) -> int | None:
        """The row after which a page of facts begins."""
        return normal.whole_number(self.after)

    def beginning(self, after: object) -> str:
        """The address of the page that begins after a row."""
        chosen = {"tab": self.tab if self.tab != COMPANIES else "", "q": self.query, "after": str(after)}
        return reverse("people") + _asking(chosen)


@dataclass(frozen=True)
class CompanyView:
    """Which company somebody looks at, and which of its people."""

    end_user_id: str
    query: str = ""
    after: str = ""
    shows_facts: bool = False

    @classmethod
    def of(cls, data: QueryDict) -> "CompanyView":
        return cls(written(data, "id"), written(data, "q")[:64], written(data, "after"), data.get("facts") == "yes")

    @property
    def address(self) -> str:
        return company_address(self.end_user_id)

    @property
    def with_facts(self) -> str:
        return replace(self, shows_facts=True).beginning(self.after)

    @property
    def without_facts(self) -> str:
        return replace(self, shows_facts=False).beginning(self.after)

    def beginning(self, after: str) -> str:
        """The address of the page that begins after an account."""
        chosen = {"id": self.end_user_id, "q": self.query, "facts": "yes" if self.shows_facts else "", "after": after}
        return reverse("company") + _asking(chosen)


def written(data: QueryDict, name: str) -> str:
    """A text out of an address, without the blanks around it that no id has."""
    return data.get(name, "").strip()


def company_address(end_user_id: str) -> str:
    """Ids may hold any sign, a slash too: they stand behind the question mark."""
    return reverse("company") + _asking({"id": end_user_id})


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member = who.operator(request.visitor)
    tabs = (COMPANIES, EMPLOYEES, FACTS) if member.is_administrator else (COMPANIES, EMPLOYEES)
    view = View.of(request.GET, tabs)
    about: dict[str, Any] = {"view": view, "tabs": tabs, "reads": member.is_administrator, "call": ""}
    about |= LISTS[view.tab](request, member, view)
    part = "#people" if wants_fragment(request) else ""
    return render(request, f"pages/people/list.html{part}", about)


def _companies(request: ConsoleRequest, member: Member, view: View) -> dict[str, Any]:
    ahead = directory.companies(member.tenant_id, limit=SHOWN + 1, after=view.after, beginning=view.query)
    found: list[EndUserProfile] = []
    if view.query and not view.after:
        found = list(_end_users(member).whose_own_id_begins(view.query)[: FOUND + 1])
    is_empty = not ahead and not view.query and not view.after
    return {
        "companies": ahead[:SHOWN],
        "next": view.beginning(ahead[SHOWN - 1].end_user_id) if len(ahead) > SHOWN else "",
        "found": found[:FOUND],
        "finds_more": len(found) > FOUND,
        "call": first_message.command(request, end_user_id="company-a", end_sub_user_id="ming") if is_empty else "",
    }


def _employees(request: ConsoleRequest, member: Member, view: View) -> dict[str, Any]:
    """By the beginning of their id; administrators, who may see names, find them by their names too."""
    every = UserProfile.objects.filter(tenant=member.tenant_id)
    listed = every.for_list_page().filter(user_id__startswith=view.query, user_id__gt=view.after)
    ahead = list(listed[: SHOWN + 1])
    found: list[UserProfile] = []
    if view.query and not view.after and member.is_administrator:
        found = list(every.for_list_page().called(view.query)[: FOUND + 1])
    is_empty = not ahead and not view.query and not view.after
    return {
        "employees": ahead[:SHOWN],
        "next": view.beginning(ahead[SHOWN - 1].user_id) if len(ahead) > SHOWN else "",
        "found": found[:FOUND],
        "finds_more": len(found) > FOUND,
        "call": first_message.command(request, user_id="ada") if is_empty else "",
    }


def _facts(request: ConsoleRequest, member: Member, view: View) -> dict[str, Any]:
    """Whose facts have these words; each that is shown is a look at it."""
    try:
        ahead = directory.facts_saying(member.tenant_id, view.query, limit=SHOWN + 1, after=view.key)
    except directory.TooCommon as error:
        return {"facts": [], "next": "", "sentence": error.sentence}
    facts = ahead[:SHOWN]
    others = [(fact.profile_id, fact.pk) for fact in facts if fact.profile_id != member.profile_id]
    looks.record_all(tenant_id=member.tenant_id, actor=request.visitor.actor, model="fact", rows=others)
    return {
        "facts": [(fact, who.name_of(fact.profile)) for fact in facts],
        "next": view.beginning(facts[-1].pk) if len(ahead) > SHOWN else "",
    }


LISTS = {COMPANIES: _companies, EMPLOYEES: _employees, FACTS: _facts}


@signed_in
@require_safe
def company(request: ConsoleRequest) -> HttpResponse:
    """One company: its main account, then its people, as many as there may be."""
    member, view = who.operator(request.visitor), CompanyView.of(request.GET)
    figures = directory.company(member.tenant_id, view.end_user_id)
    if figures is None:
        raise NothingHere
    its = _end_users(member).for_list_page().filter(end_user_id=view.end_user_id)
    main = None if view.after or view.query else its.filter(end_sub_user_id="").first()
    people = its.filter(end_sub_user_id__startswith=view.query, end_sub_user_id__gt=view.after)
    ahead = list(people[: SHOWN + 1])
    shown = [*([main] if main else []), *ahead[:SHOWN]]
    samples = _samples(request, member, shown) if view.shows_facts and member.is_administrator else {}
    about = {
        "view": view,
        "company": figures,
        "main": main,
        "rows": [(account, samples.get(account.pk, [])) for account in shown],
        "shows_facts": view.shows_facts and member.is_administrator,
        "may_show_facts": member.is_administrator and not view.shows_facts,
        "next": view.beginning(ahead[SHOWN - 1].end_sub_user_id) if len(ahead) > SHOWN else "",
    }
    part = "#company" if wants_fragment(request) else ""
    return render(request, f"pages/people/company.html{part}", about)


def _samples(request: ConsoleRequest, member: Member, shown: Sequence[EndUserProfile]) -> dict[int, list[Fact]]:
    """The most valuable facts of each, on record as a look at every profile of which there are some."""
    found: dict[int, list[Fact]] = {}
    for fact in Fact.objects.most_valuable_of_each([account.pk for account in shown], number=SAMPLES):
        found.setdefault(fact.profile_id, []).append(fact)
    others = [(key, key) for key in found if key != member.profile_id]
    looks.record_all(tenant_id=member.tenant_id, actor=request.visitor.actor, model="profile", rows=others)
    return found


def _end_users(member: Member) -> Any:
    return EndUserProfile.objects.filter(tenant=member.tenant_id)


def _asking(chosen: dict[str, str]) -> str:
    asked = urlencode({name: value for name, value in chosen.items() if value})
    return f"?{asked}" if asked else ""
