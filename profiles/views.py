"""My memory: what is remembered about the person who is signed in, and everything they may do with it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url

from profiles import deeds, editing, mine
from profiles.console import ConsoleRequest, own_profile, signed_in, wants_fragment
from profiles.desk import Desk


@signed_in
@require_safe
def memory(request: ConsoleRequest) -> HttpResponse:
    if request.visitor.profile is None and wants_fragment(request):  # erased meanwhile, in another tab
        return HttpResponseClientRedirect(reverse("memory"))
    if request.visitor.profile is None:
        return render(request, "profiles/nobody.html", {"receipt": mine.last_receipt(request.visitor)})
    desk = Desk.own(request)
    if wants_fragment(request):
        return push_url(desk.page(), desk.view.address)
    if (
        "" in request.GET.values()
    ):  # a form without scripts names every filter; the address needs those alone that are set
        return redirect(desk.view.address)
    return desk.page()


@signed_in
@require_POST
def add(request: ConsoleRequest) -> HttpResponse:
    return deeds.add(Desk.own(request))


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    return deeds.edit(Desk.own(request), fact_id)


@signed_in
@require_safe
def row(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    return deeds.row(Desk.own(request), fact_id)


@signed_in
@require_POST
def delete(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    return deeds.delete(Desk.own(request), fact_id)


@signed_in
@require_POST
def restore(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    return deeds.restore(Desk.own(request), fact_id)


@signed_in
@require_POST
def pin(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    return deeds.pin(Desk.own(request), fact_id)


@signed_in
@require_POST
def undo(request: ConsoleRequest, fact_id: str, event: int) -> HttpResponse:
    return deeds.undo(Desk.own(request), fact_id, event)


@signed_in
@require_POST
def pause(request: ConsoleRequest) -> HttpResponse:
    """Stop or resume, as the button said: pressed twice, it does the same again."""
    is_paused = request.POST.get("paused") != "no"
    editing.pause(own_profile(request), is_paused, origin=request.visitor.origin, now=timezone.now())
    done = _("Paused. Nothing new is learned, and nothing of this is used.") if is_paused else _("Memory works again.")
    messages.success(request, done)
    return redirect("memory")
