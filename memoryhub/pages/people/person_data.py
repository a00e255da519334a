"""What administrators do for somebody who asks for it: hand out everything that is stored about them, or erase all of it."""

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from memoryhub import erasure, export
from memoryhub.pages import who
from memoryhub.pages.mine.erase_form import EraseForm
from memoryhub.pages.people import person
from profiles import identity
from profiles.console import ConsoleRequest, signed_in
from profiles.identity import Named
from profiles.models import Profile


@signed_in
@require_safe
def board(request: ConsoleRequest, number: int) -> HttpResponse:
    profile = person.known(who.administrator(request.visitor), number)
    return _page(request, profile, _form(identity.person_behind(profile)))


@signed_in
@require_safe
def download(request: ConsoleRequest, number: int) -> StreamingHttpResponse:
    """Everything about a person, line by line as it is read; the person can see that it was taken."""
    member = who.administrator(request.visitor)
    profile = person.known(member, number)
    with transaction.atomic():
        export.log(profile, actor=request.visitor.actor, is_owner=member.profile_id == profile.pk)
    return export.response(identity.person_behind(profile), profile, now=timezone.now())


@signed_in
@require_POST
def erase(request: ConsoleRequest, number: int) -> HttpResponse:
    """All of a person, of a company with its people if that was chosen, for good."""
    profile = person.known(who.administrator(request.visitor), number)
    named = identity.person_behind(profile)
    form = _form(named, request.POST)
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


def _form(named: Named, data: QueryDict | None = None) -> EraseForm:
    is_company = named.kind == identity.END_USER and not named.end_sub_user_id
    return EraseForm(data, accepted=frozenset({named.own_id}), with_people=is_company)


def _page(request: ConsoleRequest, profile: Profile, form: EraseForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    about = {
        "profile": profile,
        "name": who.name_of(profile),
        "confirmation": identity.person_behind(profile).own_id,
        "form": form,
    }
    return render(request, "pages/people/data.html", about, status=status)
