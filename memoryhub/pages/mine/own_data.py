"""What is mine to take: everything that is stored about me as a file, and the way to have all of it erased."""

from http import HTTPStatus

from django.apps import apps
from django.db import transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from memoryhub import erasure, export
from memoryhub.pages.mine.erase_form import EraseForm, OwnEraseForm
from profiles import identity
from profiles.console import ConsoleRequest, NothingHere, own_profile, signed_in
from profiles.models import ErasureReceipt
from summaries.models import Session

# What counts of a receipt call otherwise than the model does.
KINDS = {
    "profile": gettext_lazy("profile"),
    "member": gettext_lazy("links of accounts"),
    "user_profile": gettext_lazy("name and picture"),
    "end_user_profile": gettext_lazy("ids"),
    "observation": gettext_lazy("what was found for questions"),
    "dream_part": gettext_lazy("what nights did with the facts"),
    "work_log_entry": gettext_lazy("lines of the work log"),
    "seen_message": gettext_lazy("ids of messages (their fingerprints stay for a while)"),
}


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    return _page(request, OwnEraseForm(accepted=frozenset()))


@signed_in
@require_safe
def download(request: ConsoleRequest) -> StreamingHttpResponse:
    """Everything about oneself, line by line as it is read."""
    profile = own_profile(request)
    with transaction.atomic():
        export.log(profile, actor=request.visitor.actor, is_owner=True)
    return export.response(identity.person_behind(profile), profile, now=timezone.now())


@signed_in
@require_POST
def erase(request: ConsoleRequest) -> HttpResponse:
    person = identity.person_behind(own_profile(request))
    form = OwnEraseForm(request.POST, accepted=frozenset({person.own_id, request.user.get_username()}))
    if not form.is_valid():
        return _page(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    receipt = erasure.erase(person, actor=request.visitor.actor, now=timezone.now()).receipts[0]
    return redirect("own-receipt", receipt.pk)


@signed_in
@require_safe
def receipt(request: ConsoleRequest, receipt_id: int) -> HttpResponse:
    """What went, for whoever had it erased: it is all that is left to show."""
    member = request.visitor.member
    found = ErasureReceipt.objects.filter(tenant=member.tenant_id, actor=request.visitor.actor) if member else None
    row = found.filter(pk=receipt_id).first() if found is not None else None
    if row is None:
        raise NothingHere
    names = _names()
    counts = sorted(((names.get(kind, kind), number) for kind, number in row.counts.items()), key=lambda one: -one[1])
    return render(request, "pages/receipt.html", {"receipt": row, "counts": counts})


def _page(request: ConsoleRequest, form: EraseForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    profile = own_profile(request)
    person = identity.person_behind(profile)
    about = {
        "form": form,
        "own_id": person.own_id,
        "is_company": person.kind == identity.END_USER and not person.end_sub_user_id,
        "account": request.user.get_username(),
        "facts": profile.active_facts,
        "conversations": Session.objects.of(profile).count(),
    }
    return render(request, "pages/own_data.html", about, status=status)


def _names() -> dict[str, str]:
    """What can count in a receipt, in words."""
    erased = [model for model in apps.get_models() if erasure.path_to_profile(model)]
    words = {erasure.kind_of(model): model._meta.verbose_name_plural for model in erased} | KINDS
    return {kind: str(word) for kind, word in words.items()}
