"""My memory: what is remembered about the person who is signed in, and everything they may do with it."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url, retarget, trigger_client_event

from engine.errors import Refused
from profiles import editing, ledger, listing, mine
from profiles.console import ConsoleRequest, own_profile, signed_in, wants_fragment
from profiles.forms import CorrectionForm, FactForm
from profiles.models import Fact
from profiles.shelves import View


@dataclass(frozen=True)
class Edited:
    """A fact under correction; `conflict` is set when it is no longer what the writer had before them."""

    fact: Fact
    form: CorrectionForm
    conflict: str = ""


@signed_in
@require_safe
def memory(request: ConsoleRequest) -> HttpResponse:
    if request.visitor.profile is None and wants_fragment(request):  # erased meanwhile, in another tab
        return HttpResponseClientRedirect(reverse("memory"))
    if request.visitor.profile is None:
        return render(request, "profiles/nobody.html", {"receipt": mine.last_receipt(request.visitor)})
    view = View.of(request.GET)
    if wants_fragment(request):
        return push_url(listing.page(request, view), view.address)
    if (
        "" in request.GET.values()
    ):  # a form without scripts names every filter; the address needs those alone that are set
        return redirect(view.address)
    return listing.page(request, view)


@signed_in
@require_POST
def add(request: ConsoleRequest) -> HttpResponse:
    profile, view = own_profile(request), View.of(request.POST)
    form = FactForm(request.POST)
    if not form.is_valid():
        return _add_again(request, view, form)
    try:
        outcome = editing.add(
            profile,
            form.cleaned_data["content"],
            type=form.cleaned_data["type"],
            scope_id=view.scope_id,
            origin=request.visitor.origin,
            now=timezone.now(),
        )
    except Refused as error:
        form.add_error(error.field if error.field in form.fields else None, str(error.sentence))
        return _add_again(request, view, form)
    if outcome.counts["held"]:
        messages.warning(request, _("This reads like an instruction to the agent. It waits and is not remembered yet."))
    elif outcome.counts["repeated"]:
        messages.info(request, _("This was remembered already."))
    else:
        mine.say(request, _("Remembered."), outcome.facts)
    response = listing.after(request, view)
    return trigger_client_event(response, "fact-added") if wants_fragment(request) else response


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    profile = own_profile(request)
    view = View.of(request.POST if request.method == "POST" else request.GET)
    fact = mine.known(profile, fact_id, scope_id=view.scope_id)
    if request.method != "POST":
        if not fact.is_active:
            return _conflict(request, view, fact, written=fact.content)
        return _edit_form(request, view, Edited(fact, _form_of(fact)))
    form = CorrectionForm(request.POST, auto_id=f"id_{fact_id}_%s")
    if not form.is_valid():
        return _edit_form(request, view, Edited(fact, form), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        after = editing.edit(
            profile,
            fact_id,
            scope_id=view.scope_id,
            content=form.cleaned_data["content"],
            type=form.cleaned_data["type"],
            seen_event=form.cleaned_data["seen"],
            origin=request.visitor.origin,
            now=timezone.now(),
        )
    except (editing.NotActive, editing.ChangedMeanwhile, ledger.Stale):
        present = mine.known(profile, fact_id, scope_id=view.scope_id)
        return _conflict(request, view, present, written=form.cleaned_data["content"])
    except Refused as error:
        form.add_error(error.field if error.field in form.fields else None, str(error.sentence))
        return _edit_form(request, view, Edited(fact, form), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _edited(request, view, fact, after)


@signed_in
@require_safe
def row(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    """One line of the list as it stands: what a cancelled edit goes back to."""
    view = View.of(request.GET)
    fact = mine.known(own_profile(request), fact_id, scope_id=view.scope_id)
    if wants_fragment(request):
        return render(request, "profiles/row.html", {"fact": fact, "view": view})
    return redirect(view.address)


@signed_in
@require_POST
def delete(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    profile, view = own_profile(request), View.of(request.POST)
    before = mine.known(profile, fact_id, scope_id=view.scope_id)
    after = editing.delete(profile, fact_id, scope_id=view.scope_id, origin=request.visitor.origin, now=timezone.now())
    if before.status == after.status:
        messages.info(request, _("This was forgotten already."))
    else:
        mine.say(request, _("Forgotten. From now on it is in no answer."), [after])
    return listing.after(request, view)


@signed_in
@require_POST
def restore(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    profile, view = own_profile(request), View.of(request.POST)
    before = mine.known(profile, fact_id, scope_id=view.scope_id)
    after = editing.restore(profile, fact_id, scope_id=view.scope_id, origin=request.visitor.origin, now=timezone.now())
    if before.status == after.status:
        messages.info(request, _("This is remembered already."))
    else:
        mine.say(request, _("Restored. It is remembered again."), [after])
    return listing.after(request, view)


@signed_in
@require_POST
def pin(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    """Pin or unpin, as the button said: pressed twice, it does the same again."""
    profile, view = own_profile(request), View.of(request.POST)
    is_pinned = request.POST.get("pinned") != "no"
    editing.edit(
        profile,
        fact_id,
        scope_id=view.scope_id,
        is_pinned=is_pinned,
        origin=request.visitor.origin,
        now=timezone.now(),
    )
    messages.success(request, _("Pinned. It is kept whatever else is tidied away.") if is_pinned else _("Unpinned."))
    return listing.after(request, view)


@signed_in
@require_POST
def undo(request: ConsoleRequest, fact_id: str, event: int) -> HttpResponse:
    """Take back the change that made this event, unless something happened to the fact since."""
    profile, view = own_profile(request), View.of(request.POST)
    fact = mine.known(profile, fact_id, scope_id=view.scope_id)
    if fact.pk is None or ledger.last_events([fact.pk]).get(fact.pk) != event:
        messages.info(request, _("This was undone already, or changed again since. Nothing was done now."))
    else:
        editing.undo(profile, fact_id, scope_id=view.scope_id, origin=request.visitor.origin, now=timezone.now())
        messages.success(request, _("Undone."))
    return listing.from_toast(request, view)


@signed_in
@require_POST
def pause(request: ConsoleRequest) -> HttpResponse:
    """Stop or resume, as the button said: pressed twice, it does the same again."""
    is_paused = request.POST.get("paused") != "no"
    editing.pause(own_profile(request), is_paused, origin=request.visitor.origin, now=timezone.now())
    done = _("Paused. Nothing new is learned, and nothing of this is used.") if is_paused else _("Memory works again.")
    messages.success(request, done)
    return redirect("memory")


# --- answers -------------------------------------------------------------------------------------------------------


def _add_again(request: ConsoleRequest, view: View, form: FactForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if wants_fragment(request):
        about = {"form": form, "view": view, "is_answer": True}  # what was said before no longer holds
        return retarget(render(request, "profiles/mine.html#adding", about, status=status), "#adding")
    return listing.page(request, view, form=form, status=status)


def _form_of(fact: Fact, *, written: str | None = None) -> CorrectionForm:
    seen = ledger.last_events([fact.pk]).get(fact.pk) if fact.pk else None
    text = fact.content if written is None else written
    return CorrectionForm(initial={"content": text, "type": fact.type, "seen": seen}, auto_id=f"id_{fact.fact_id}_%s")


def _edit_form(request: ConsoleRequest, view: View, edited: Edited, *, status: int = 200) -> HttpResponse:
    is_part = wants_fragment(request)
    about: dict[str, Any] = {"fact": edited.fact, "form": edited.form, "conflict": edited.conflict, "view": view}
    about["is_answer"] = is_part and request.method == "POST"  # what was said before no longer holds
    template = "profiles/_edit.html" if is_part else "profiles/edit.html"
    return render(request, template, about, status=status)


def _conflict(request: ConsoleRequest, view: View, fact: Fact, *, written: str) -> HttpResponse:
    """Say what became of the fact meanwhile; where something took its place, offer to correct that instead."""
    present = mine.in_force(fact)
    if present is None:
        is_part = wants_fragment(request)
        about = {"fact": fact, "view": view, "event": mine.told(fact, request.visitor), "is_answer": is_part}
        template = "profiles/_gone.html" if is_part else "profiles/gone.html"
        return render(request, template, about, status=HTTPStatus.CONFLICT)
    edited = Edited(present, _form_of(present, written=written), conflict=present.content)
    return _edit_form(request, view, edited, status=HTTPStatus.CONFLICT)


def _edited(request: ConsoleRequest, view: View, before: Fact, after: Fact) -> HttpResponse:
    """The corrected line alone; the whole list where the correction moved or joined lines."""
    is_unchanged = after.fact_id == before.fact_id and after.type == before.type
    if is_unchanged:
        messages.info(request, _("Nothing was changed."))
    else:
        mine.say(request, _("Saved."), [after])
    if not wants_fragment(request):
        return redirect(view.address)
    is_new = after.fact_id != before.fact_id and after.source_count == 1
    if is_unchanged or (is_new and after.type == before.type):
        return render(request, "profiles/row.html", {"fact": after, "view": view, "is_answer": True})
    return listing.from_toast(request, view)
