"""The settings of scopes: which scopes say something for themselves, what holds in one and who says so, and the form."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Refused
from engine.text import normal
from memoryhub.pages import who
from memoryhub.pages.operations.scope_form import GROUPS, Difference, ScopeForm
from observability.labels import LABELS
from profiles import firstcall, identity, inforce, scopes
from profiles.console import ConsoleRequest, signed_in
from profiles.models import Member, ScopeConfig
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.setting_names import ORIGINS, worded

SHOWN = 50


class WrongScope(Refused):
    code = "scope_invalid"
    status = 400

    def __init__(self) -> None:
        super().__init__(_("A scope's name has 1 to 64 of the characters A-Z a-z 0-9 _ . : and -"))


@dataclass(frozen=True)
class Row:
    """A scope and what it sets for itself."""

    scope_id: str
    own: list[str]


@dataclass(frozen=True)
class Setting:
    """What holds, in words, and who says so; `is_own` when the scope itself does.

    `idle` is what the scope says to no effect: a model, where there is no endpoint to ask it.
    """

    label: object
    value: str
    origin: object
    is_own: bool
    idle: str = ""


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    """Those that set something, the newest first; the general one before all. Another is opened by its name."""
    member = who.operator(request.visitor)
    opened = request.GET.get("open", "").strip()
    if identity.SCOPE_ID.fullmatch(opened):
        return _to(opened)
    after = normal.whole_number(request.GET.get("after"))
    every = ScopeConfig.objects.filter(tenant=member.tenant_id).exclude(scope_id=DEFAULT_SCOPE)
    ahead = list((every if after is None else every.filter(pk__lt=after)).order_by("-pk")[: SHOWN + 1])
    change = {"enable_episodic_memory": False}
    about: dict[str, Any] = {
        "general": _row(DEFAULT_SCOPE, scopes.find(member.tenant, DEFAULT_SCOPE)),
        "rows": [_row(one.scope_id, one) for one in ahead[:SHOWN]],
        "after": after,
        "next": ahead[SHOWN - 1].pk if len(ahead) > SHOWN else None,
        "opened": opened[:100],
        "problem": str(WrongScope().sentence) if opened else "",
        "call": firstcall.shell("PUT", f"{firstcall.base_of(request)}/api/scopes/club", change),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if opened else HTTPStatus.OK
    return render(request, "pages/operations/scopes.html", about, status=status)


@signed_in
@require_safe
def show(request: ConsoleRequest) -> HttpResponse:
    member, scope_id = who.operator(request.visitor), _named(request.GET.get("scope"))
    own = scopes.own_of(scopes.find(member.tenant, scope_id))
    about: dict[str, Any] = {
        "scope_id": scope_id,
        "query": urlencode({"scope": scope_id}),
        "is_general": scope_id == DEFAULT_SCOPE,
        "groups": _groups(own),
        "has_own": any(value is not None for value in own.values()),
        "has_endpoint": scopes.installation().has_endpoint,
        "seen": scopes.fingerprint(own),
        "may_keep": member.is_administrator,
    }
    return render(request, "pages/operations/scope.html", about)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: ConsoleRequest) -> HttpResponse:
    member, is_sent = who.administrator(request.visitor), request.method == "POST"
    scope_id = _named((request.POST if is_sent else request.GET).get("scope"))
    own = scopes.own_of(scopes.find(member.tenant, scope_id))
    form = ScopeForm(own, request.POST if is_sent else None)
    if not is_sent:
        return _form(request, scope_id, form, seen=scopes.fingerprint(own))
    seen = request.POST.get("seen", "")
    if not form.is_valid():
        return _form(request, scope_id, form, seen=seen, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        scopes.change(member.tenant, scope_id, form.wanted(), actor=request.visitor.actor, seen=seen)
    except scopes.ChangedMeanwhile:
        return _conflict(request, member, scope_id)
    if form.wanted() == own:
        messages.info(request, _("Nothing was changed."))
    else:
        messages.success(request, _("Saved. It holds from the next message and the next question on."))
    return _to(scope_id)


@signed_in
@require_POST
def clear(request: ConsoleRequest) -> HttpResponse:
    """Back to what holds everywhere, unless the settings are no longer what the visitor saw."""
    member, scope_id = who.administrator(request.visitor), _named(request.POST.get("scope"))
    nothing = dict.fromkeys(inforce.NAMES)
    scopes.change(member.tenant, scope_id, nothing, actor=request.visitor.actor, seen=request.POST.get("seen", ""))
    messages.success(request, _("Cleared. Here everything holds as everywhere."))
    return _to(scope_id)


def _named(text: str | None) -> str:
    """The scope of the address, the general one when it names none. Raises WrongScope."""
    scope_id = DEFAULT_SCOPE if text is None else text
    if not identity.SCOPE_ID.fullmatch(scope_id):
        raise WrongScope
    return scope_id


def _to(scope_id: str) -> HttpResponseRedirect:
    return redirect(f"{reverse('scope-settings')}?{urlencode({'scope': scope_id})}")


def _row(scope_id: str, row: ScopeConfig | None) -> Row:
    own = scopes.own_of(row)
    return Row(scope_id, [str(LABELS[name]) for name in inforce.NAMES if own[name] is not None])


def _groups(own: dict[str, Any]) -> list[tuple[object, list[Setting]]]:
    held = scopes.in_force(own)

    def setting(name: str) -> Setting:
        one = held[name]
        is_own = own[name] is not None and one.origin == inforce.SCOPE
        idle = "" if is_own or own[name] is None else worded(name, own[name])
        return Setting(LABELS[name], worded(name, one.value), ORIGINS[one.origin], is_own, idle)

    return [(title, [setting(name) for name in names]) for title, names in GROUPS]


def _form(
    request: ConsoleRequest,
    scope_id: str,
    form: ScopeForm,
    *,
    seen: str,
    differences: list[Difference] | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    about = {
        "scope_id": scope_id,
        "query": urlencode({"scope": scope_id}),
        "form": form,
        "seen": seen,
        "differences": differences,
        "is_stale": differences is not None,
        "has_endpoint": scopes.installation().has_endpoint,
    }
    return render(request, "pages/operations/scope_edit.html", about, status=status)


def _conflict(request: ConsoleRequest, member: Member, scope_id: str) -> HttpResponse:
    """The form as it was written, with what stands now beside it; sent again, it replaces that."""
    own = scopes.own_of(scopes.find(member.tenant, scope_id))
    form = ScopeForm(own, request.POST)
    form.is_valid()
    return _form(
        request,
        scope_id,
        form,
        seen=scopes.fingerprint(own),
        differences=form.differences(own),
        status=HTTPStatus.CONFLICT,
    )
