"""What administrators do on the page of a person, when they are asked to: pause, forget, restore, undo."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from memoryhub.pages import person, who
from memoryhub.pages.person import View
from profiles import editing, ledger
from profiles.console import ConsoleRequest, signed_in, wants_fragment
from profiles.models import Fact, Profile


@signed_in
@require_POST
def pause(request: ConsoleRequest, number: int) -> HttpResponse:
    """Stop or resume the memory of a person, as the button said: pressed twice, it does the same again."""
    profile = person.known(who.administrator(request.visitor), number)
    is_paused = request.POST.get("paused") != "no"
    editing.pause(profile, is_paused, origin=request.visitor.origin, now=timezone.now())
    done = (
        _("Paused. Nothing new is learned of this person, and nothing of this is used.")
        if is_paused
        else _("The memory of this person works again.")
    )
    messages.success(request, done)
    return redirect("person", number)


@signed_in
@require_POST
def delete(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    profile, view = _changeable(request, number)
    fact = editing.delete(profile, fact_id, scope_id=view.scope_id, origin=request.visitor.origin, now=timezone.now())
    _say(request, view, _("Forgotten. From now on it is in no answer."), fact)
    return _after(request, profile, view)


@signed_in
@require_POST
def restore(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    profile, view = _changeable(request, number)
    fact = editing.restore(profile, fact_id, scope_id=view.scope_id, origin=request.visitor.origin, now=timezone.now())
    _say(request, view, _("Restored. It is remembered again."), fact)
    return _after(request, profile, view)


@signed_in
@require_POST
def undo(request: ConsoleRequest, number: int, fact_id: str, event: int) -> HttpResponse:
    """Take back the change that made this event, unless something happened to the fact since."""
    profile = person.known(who.administrator(request.visitor), number)
    view = View.of(number, request.GET, reads=True)
    fact = editing.find(profile, fact_id, scope_id=view.scope_id)
    if ledger.last_events([fact.pk]).get(fact.pk) != event:
        messages.info(request, _("This was undone already, or changed again since. Nothing was done now."))
    else:
        editing.undo(profile, fact_id, scope_id=view.scope_id, origin=request.visitor.origin, now=timezone.now())
        messages.success(request, _("Undone."))
    return HttpResponseClientRedirect(view.address) if wants_fragment(request) else redirect(view.address)


def _changeable(request: ConsoleRequest, number: int) -> tuple[Profile, View]:
    profile = person.known(who.administrator(request.visitor), number)
    return profile, View.of(number, request.POST, reads=True)


def _say(request: ConsoleRequest, view: View, sentence: str, fact: Fact) -> None:
    event = ledger.last_events([fact.pk]).get(fact.pk)
    address = reverse("person-fact-undo", args=[view.number, fact.fact_id, event]) + view.scope_query if event else ""
    messages.success(request, sentence, extra_tags=address)


def _after(request: ConsoleRequest, profile: Profile, view: View) -> HttpResponse:
    if not wants_fragment(request):
        return redirect(view.address)
    return person.page(request, who.administrator(request.visitor), profile, view)
