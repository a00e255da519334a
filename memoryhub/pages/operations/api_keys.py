"""API keys of the organisation: listed, made and shown once, replaced, revoked."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.text import normal
from memoryhub.pages import who
from memoryhub.pages.operations import api_key_call
from memoryhub.pages.operations.api_key_form import RIGHTS, ApiKeyForm
from profiles import firstcall, idempotency, keys, mine, story
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import ApiKey, Member

SHOWN = 25  # each comes with two forms, which take a millisecond or two to draw
# How long a replaced key goes on working, in hours, while programs are given the new one.
GRACES = {
    24: gettext_lazy("for one more day"),
    1: gettext_lazy("for one more hour"),
    168: gettext_lazy("for one more week"),
    0: gettext_lazy("no longer: it ends at once"),
}
_ONCE = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class View:
    """Which keys somebody looks at: those that work, or those that are over."""

    is_past: bool = False
    after: int | None = None

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        """What is not usable is as if it were not there."""
        return cls(data.get("show") == "past", normal.whole_number(data.get("after")))

    @property
    def address(self) -> str:
        return reverse("keys") + ("?show=past" if self.is_past else "")


@dataclass(frozen=True)
class Row:
    """A key with what it may do in words, and who made it ('' where that is not known)."""

    key: ApiKey
    rights: list[str]
    made_by: str

    @property
    def is_confined(self) -> bool:
        return bool(self.key.agents or self.key.scope_ids or self.key.end_user_prefix)


@dataclass(frozen=True)
class Made:
    """A new key in the only moment in which it can be read; `replaced` is the one whose place it took."""

    key: ApiKey
    text: str
    replaced: ApiKey | None = None


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, view, now = who.operator(request.visitor), View.of(request.GET), timezone.now()
    every = ApiKey.objects.filter(tenant=member.tenant_id)
    found = every.over(now=now) if view.is_past else every.usable(now=now)
    found = found if view.after is None else found.filter(pk__lt=view.after)
    ahead = list(found.order_by("-pk")[: SHOWN + 1])
    about: dict[str, Any] = {
        "view": view,
        "rows": _rows(request, ahead[:SHOWN]),
        "next": ahead[SHOWN - 1].pk if len(ahead) > SHOWN else None,
        "may_keep": member.is_administrator,
        "graces": [(hours, str(words)) for hours, words in GRACES.items()],
        "once": secrets.token_hex(16),
        "now": now,
    }
    return render(request, "pages/operations/keys.html", about)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: ConsoleRequest) -> HttpResponse:
    """The form of a new key, and its answer: the only page that ever shows the key."""
    member = who.administrator(request.visitor)
    form = ApiKeyForm(request.POST) if request.method == "POST" else ApiKeyForm()
    if not form.is_valid():
        return _form(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK)

    def make() -> Made:
        return Made(*keys.create(member.tenant, **form.options(), actor=request.visitor.actor))

    try:
        return _shown_once(request, member, make)
    except ValidationError as error:
        form.add_error(None, "; ".join(error.messages))
        return _form(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@signed_in
@require_POST
def replace(request: ConsoleRequest, key_id: int) -> HttpResponse:
    member, now = who.administrator(request.visitor), timezone.now()
    old = _known(member, key_id)
    chosen = next((hours for hours in GRACES if str(hours) == request.POST.get("grace")), next(iter(GRACES)))
    until = now + timedelta(hours=chosen) if chosen else None

    def make() -> Made:
        made = keys.replace(old, until=until, actor=request.visitor.actor, now=now)
        old.refresh_from_db()
        return Made(*made, replaced=old)

    return _shown_once(request, member, make)


@signed_in
@require_POST
def revoke(request: ConsoleRequest, key_id: int) -> HttpResponse:
    key = _known(who.administrator(request.visitor), key_id)
    keys.revoke(key, actor=request.visitor.actor, now=timezone.now())
    messages.success(request, _("Revoked: this key opens nothing any more."))
    return redirect("keys")


def _known(member: Member, key_id: int) -> ApiKey:
    """A key of the organisation. Raises NothingHere."""
    key = ApiKey.objects.filter(tenant=member.tenant_id, pk=key_id).first()
    if key is None:
        raise NothingHere
    return key


def _rows(request: ConsoleRequest, found: list[ApiKey]) -> list[Row]:
    names, own = mine.names_of([key.created_by for key in found]), mine.own_actors(request.visitor)
    return [
        Row(
            key,
            [str(RIGHTS[right]) for right in ApiKey.Scope.values if right in key.scopes],
            story.who(key.created_by, own=own, accounts=names) if key.created_by else "",
        )
        for key in found
    ]


def _form(request: ConsoleRequest, form: ApiKeyForm, *, status: int) -> HttpResponse:
    part = "#making" if wants_fragment(request) else ""
    about = {"form": form, "once": secrets.token_hex(16)}
    return render(request, f"pages/operations/key_new.html{part}", about, status=status)


def _shown_once(request: ConsoleRequest, member: Member, make: Callable[[], Made]) -> HttpResponse:
    """Make a key and show it, unless the same form came before: then the key was shown, and nothing happens now."""
    once = request.POST.get("once", "")
    with transaction.atomic():
        made = make() if _is_first(request, member, once) else None
    about: dict[str, Any] = {"made": made}
    if made:
        about["call"] = api_key_call.command(made.key, made.text, base_url=firstcall.base_of(request))
    part = "#made" if wants_fragment(request) else ""
    status = HTTPStatus.OK if made else HTTPStatus.CONFLICT
    return render(request, f"pages/operations/key_made.html{part}", about, status=status)


def _is_first(request: ConsoleRequest, member: Member, once: str) -> bool:
    if not _ONCE.fullmatch(once):
        return False
    return idempotency.is_first(member.tenant_id, caller=f"page:{request.visitor.account.pk}", key=once)
