"""Members of the organisation: who has which role, which person they are, who comes in and who goes."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Refused
from memoryhub.pages import who
from memoryhub.pages.operations.member_form import EXPLAINED, LONGEST_NAME, ROLES, MemberForm, PersonForm, RoleForm
from profiles import members
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.members import Entry
from profiles.models import Member

SHOWN = 50


@dataclass(frozen=True)
class View:
    """Which members somebody looks at: of a role, with a name that begins so, after a name."""

    role: str = ""
    query: str = ""
    after: str = ""

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        """What is not usable is as if it were not there."""
        role = data.get("role", "")
        query, after = (data.get(name, "").replace("\0", "")[:LONGEST_NAME] for name in ("q", "after"))
        return cls(role if role in ROLES else "", query.strip(), after)

    @property
    def filters(self) -> str:
        return urlencode({name: value for name, value in (("role", self.role), ("q", self.query)) if value})

    @property
    def address(self) -> str:
        return reverse("members") + (f"?{self.filters}" if self.filters else "")

    @property
    def further(self) -> str:
        """The query of the next page but for its beginning."""
        return f"{self.filters}&" if self.filters else ""

    def rows(self, every: QuerySet[Member]) -> list[Member]:
        """One more than are shown, by name."""
        found = every.filter(role=self.role) if self.role else every
        found = found.filter(account__username__startswith=self.query) if self.query else found
        found = found.filter(account__username__gt=self.after) if self.after else found
        return list(_with_names(found).order_by("account__username", "pk")[: SHOWN + 1])


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, view = who.operator(request.visitor), View.of(request.GET)
    ahead = view.rows(Member.objects.filter(tenant=member.tenant_id))
    last = ahead[SHOWN - 1].account.get_username() if len(ahead) > SHOWN else ""
    about: dict[str, Any] = {
        "view": view,
        "rows": [(one, who.name_of(one.profile) if one.profile else "") for one in ahead[:SHOWN]],
        "next": urlencode({"after": last}) if last else "",
        "may_keep": member.is_administrator,
        "roles": ROLES.items(),
        "explained": [(name, EXPLAINED[role]) for role, name in ROLES.items()],
    }
    part = "#members" if wants_fragment(request) else ""
    return render(request, f"pages/operations/members.html{part}", about)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: ConsoleRequest) -> HttpResponse:
    who.administrator(request.visitor)
    form = MemberForm(request.POST or None, may_link=members.may_link(request.visitor))
    if not form.is_valid():
        return _form(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK)
    wanted = form.cleaned_data
    try:
        entry = members.add(
            request.visitor,
            wanted["name"],
            role=wanted["role"],
            user_id=wanted.get("user_id", ""),
            may_begin=wanted.get("begins", False),
            now=timezone.now(),
        )
    except Refused as error:
        _blame(form, error)
        return _form(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _made(request, entry)


@signed_in
@require_safe
def show(request: ConsoleRequest, member_id: int) -> HttpResponse:
    return _page(request, who.operator(request.visitor), member_id)


@signed_in
@require_POST
def role(request: ConsoleRequest, member_id: int) -> HttpResponse:
    form = RoleForm(request.POST)

    def change() -> None:
        members.change_role(request.visitor, member_id, form.cleaned_data["role"])
        messages.success(request, _("The role was changed. It counts from the next click on."))

    return _changed(request, member_id, form, change)


@signed_in
@require_POST
def person(request: ConsoleRequest, member_id: int) -> HttpResponse:
    form = PersonForm(request.POST)

    def change() -> None:
        wanted = form.cleaned_data
        members.link(request.visitor, member_id, wanted["user_id"], may_begin=wanted["begins"], now=timezone.now())
        messages.success(request, _("Linked. The account now sees this person's memory as its own."))

    return _changed(request, member_id, form, change)


@signed_in
@require_POST
def unlink(request: ConsoleRequest, member_id: int) -> HttpResponse:
    who.administrator(request.visitor)
    members.unlink(request.visitor, member_id)
    messages.success(request, _("Unlinked. What is remembered about the person stays."))
    return redirect("member", member_id)


@signed_in
@require_POST
def password(request: ConsoleRequest, member_id: int) -> HttpResponse:
    who.administrator(request.visitor)
    return _made(request, members.renew_password(request.visitor, member_id))


@signed_in
@require_POST
def remove(request: ConsoleRequest, member_id: int) -> HttpResponse:
    is_oneself = who.administrator(request.visitor).pk == member_id
    members.remove(request.visitor, member_id)
    messages.success(request, _("Removed. The account can no longer open anything of your organisation."))
    return redirect("home" if is_oneself else "members")


def _with_names(found: QuerySet[Member]) -> QuerySet[Member]:
    return found.select_related("account", "profile", "profile__user", "profile__end_user")


def _page(request: ConsoleRequest, viewer: Member, member_id: int, *, failed: forms.Form | None = None) -> HttpResponse:
    """One member; `failed` is the form that was filled in wrongly."""
    member = _with_names(Member.objects.filter(tenant=viewer.tenant_id, pk=member_id)).first()
    if member is None:
        raise NothingHere
    about: dict[str, Any] = {
        "member": member,
        "role_name": ROLES[member.role],
        "person": who.name_of(member.profile) if member.profile else "",
        "is_oneself": member.pk == viewer.pk,
        "may_keep": viewer.is_administrator,
        "may_link": members.may_link(request.visitor),
        "may_renew_password": viewer.is_administrator and members.may_renew_password(request.visitor, member),
        "role_form": failed if isinstance(failed, RoleForm) else RoleForm(initial={"role": member.role}),
        "person_form": failed if isinstance(failed, PersonForm) else PersonForm(),
        "explained": [(name, EXPLAINED[role]) for role, name in ROLES.items()],
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed else HTTPStatus.OK
    return render(request, "pages/operations/member.html", about, status=status)


def _changed(request: ConsoleRequest, member_id: int, form: forms.Form, change: Callable[[], None]) -> HttpResponse:
    """Make a change that a form asks for, and lead back; what is refused is said beside the field."""
    viewer = who.administrator(request.visitor)
    if form.is_valid():
        try:
            change()
        except Refused as error:
            if error.field not in form.fields:
                raise
            _blame(form, error)
    if form.errors:
        return _page(request, viewer, member_id, failed=form)
    return redirect("home" if viewer.pk == member_id else "member", *([] if viewer.pk == member_id else [member_id]))


def _blame(form: forms.Form, error: Refused) -> None:
    form.add_error(error.field if error.field in form.fields else None, str(error.sentence))


def _form(request: ConsoleRequest, form: MemberForm, *, status: int) -> HttpResponse:
    part = "#making" if wants_fragment(request) else ""
    about = {"form": form, "explained": [(name, EXPLAINED[role]) for role, name in ROLES.items()]}
    return render(request, f"pages/operations/member_new.html{part}", about, status=status)


def _made(request: ConsoleRequest, entry: Entry) -> HttpResponse:
    """The only page that ever shows a password."""
    about = {"entry": entry, "address": request.build_absolute_uri(reverse("sign-in"))}
    part = "#made" if wants_fragment(request) else ""
    return render(request, f"pages/operations/member_made.html{part}", about)
