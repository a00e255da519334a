"""What administrators do for somebody who asks for it: hand out everything that is stored about them, or erase all of it."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from memoryhub import erasure, export
from memoryhub.pages import person, who
from memoryhub.pages.own_data import FILE_NAME, NDJSON
from profiles import identity
from profiles.console import ConsoleRequest, signed_in
from profiles.forms import Marked
from profiles.identity import Named
from profiles.models import Profile


class EraseForm(forms.Form):
    """The confirmation: the id of the person, letter by letter. `people` stands for all of a company."""

    bound_field_class = Marked

    confirm = forms.CharField(
        max_length=300,
        label=gettext_lazy("To confirm, type the id, letter by letter"),
        widget=forms.TextInput(
            attrs={"class": "form-control", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        error_messages={"required": gettext_lazy("Type the id to confirm.")},
    )
    people = forms.BooleanField(
        required=False,
        label=gettext_lazy("Erase all its sub-accounts, too"),
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )

    def __init__(self, *args: Any, named: Named, **options: Any) -> None:
        super().__init__(*args, **options)
        self.named = named
        if named.kind == identity.USER or named.end_sub_user_id:
            del self.fields["people"]

    def clean_confirm(self) -> str:
        typed: str = self.cleaned_data["confirm"]
        if typed != id_of(self.named):
            raise forms.ValidationError(_("This is not the id, so nothing was erased. Capitals matter."))
        return typed


@signed_in
@require_safe
def board(request: ConsoleRequest, number: int) -> HttpResponse:
    profile = person.known(who.administrator(request.visitor), number)
    return _page(request, profile, EraseForm(named=identity.person_behind(profile)))


@signed_in
@require_safe
def download(request: ConsoleRequest, number: int) -> StreamingHttpResponse:
    """Everything about a person, line by line as it is read; the person can see that it was taken."""
    member = who.administrator(request.visitor)
    profile = person.known(member, number)
    with transaction.atomic():
        export.log(profile, actor=request.visitor.actor, is_owner=member.profile_id == profile.pk)
    return StreamingHttpResponse(
        export.lines(identity.person_behind(profile), profile, now=timezone.now()),
        content_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{FILE_NAME}"', "X-Accel-Buffering": "no"},
    )


@signed_in
@require_POST
def erase(request: ConsoleRequest, number: int) -> HttpResponse:
    """All of a person, of a company with its people if that was chosen, for good."""
    profile = person.known(who.administrator(request.visitor), number)
    named = identity.person_behind(profile)
    form = EraseForm(request.POST, named=named)
    if not form.is_valid():
        return _page(request, profile, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    erased = erasure.erase(
        named,
        actor=request.visitor.actor,
        now=timezone.now(),
        include_sub_accounts=form.cleaned_data.get("people", False),
    )
    rows = sum(erased.counts.values())
    done = ngettext("Erased for good: %(rows)d row went.", "Erased for good: %(rows)d rows went.", rows) % {
        "rows": rows
    }
    kept = _("Receipt %(number)d keeps the counts.") % {"number": erased.receipts[0].pk}
    messages.success(request, f"{done} {kept}")
    return redirect("people")


def id_of(named: Named) -> str:
    """The innermost id."""
    return named.user_id or named.end_sub_user_id or named.end_user_id


def _page(request: ConsoleRequest, profile: Profile, form: EraseForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    about = {
        "profile": profile,
        "name": who.name_of(profile),
        "confirmation": id_of(identity.person_behind(profile)),
        "form": form,
    }
    return render(request, "pages/people/data.html", about, status=status)
