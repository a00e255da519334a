"""What somebody does to one fact at a desk: each deed is done as that person, and answered where they see the list."""

from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import retarget, trigger_client_event

from engine.errors import Refused
from profiles import editing, ledger, mine
from profiles.console import wants_fragment
from profiles.desk import Desk
from profiles.forms import CorrectionForm, FactForm
from profiles.models import Fact


@dataclass(frozen=True)
class Edited:
    """A fact under correction; `conflict` is set when it is no longer what the writer had before them."""

    fact: Fact
    form: CorrectionForm
    conflict: str = ""


def add(desk: Desk) -> HttpResponse:
    form = desk.form(desk.request.POST)
    if not form.is_valid():
        return _add_again(desk, form)
    try:
        outcome = editing.add(
            desk.profile,
            form.cleaned_data["content"],
            type=form.cleaned_data["type"],
            scope_id=desk.view.scope_id,
            origin=desk.request.visitor.origin,
            now=timezone.now(),
        )
    except Refused as error:
        form.add_error(error.field if error.field in form.fields else None, str(error.sentence))
        return _add_again(desk, form)
    if outcome.counts["held"]:
        sentence = _("This reads like an instruction to the agent. It waits and is not remembered yet.")
        messages.warning(desk.request, sentence)
    elif outcome.counts["repeated"]:
        messages.info(desk.request, _("This was remembered already."))
    else:
        desk.log("A fact was added.", *outcome.facts)
        desk.say(_("Remembered."), outcome.facts)
    response = desk.after()
    return trigger_client_event(response, "fact-added") if wants_fragment(desk.request) else response


def edit(desk: Desk, fact_id: str) -> HttpResponse:
    """The form of a correction, and the correction itself."""
    fact = desk.known(fact_id)
    if desk.request.method == "POST":
        return _correct(desk, fact)
    if not fact.is_active:
        return _conflict(desk, fact, written=fact.content)
    return _edit_form(desk, Edited(fact, desk.correction(fact)))


def row(desk: Desk, fact_id: str) -> HttpResponse:
    """One line of the list as it stands: what a cancelled edit goes back to."""
    fact = desk.known(fact_id)
    if not wants_fragment(desk.request):
        return redirect(desk.view.address)
    desk.look(fact)
    return render(desk.request, "profiles/row.html", desk.about | {"fact": fact})


def delete(desk: Desk, fact_id: str) -> HttpResponse:
    before, origin = desk.known(fact_id), desk.request.visitor.origin
    after = editing.delete(desk.profile, fact_id, scope_id=desk.view.scope_id, origin=origin, now=timezone.now())
    if before.status == after.status:
        messages.info(desk.request, _("This was forgotten already."))
    else:
        desk.say(_("Forgotten. From now on it is in no answer."), [after])
    return desk.after()


def restore(desk: Desk, fact_id: str) -> HttpResponse:
    before, origin = desk.known(fact_id), desk.request.visitor.origin
    after = editing.restore(desk.profile, fact_id, scope_id=desk.view.scope_id, origin=origin, now=timezone.now())
    if before.status == after.status:
        messages.info(desk.request, _("This is remembered already."))
    else:
        desk.say(_("Restored. It is remembered again."), [after])
    return desk.after()


def pin(desk: Desk, fact_id: str) -> HttpResponse:
    """Pin or unpin, as the button said: pressed twice, it does the same again."""
    is_pinned = desk.request.POST.get("pinned") != "no"
    before = desk.known(fact_id)
    after = editing.edit(
        desk.profile,
        fact_id,
        scope_id=desk.view.scope_id,
        is_pinned=is_pinned,
        origin=desk.request.visitor.origin,
        now=timezone.now(),
    )
    if before.is_pinned != is_pinned:
        desk.log("A fact was changed.", after)
    done = _("Pinned. It is kept whatever else is tidied away.") if is_pinned else _("Unpinned.")
    messages.success(desk.request, done)
    return desk.after()


def undo(desk: Desk, fact_id: str, event: int) -> HttpResponse:
    """Take back the change that made this event, unless something happened to the fact since."""
    fact, origin = desk.known(fact_id), desk.request.visitor.origin
    if fact.pk is None or ledger.last_events([fact.pk]).get(fact.pk) != event:
        messages.info(desk.request, _("This was undone already, or changed again since. Nothing was done now."))
    else:
        editing.undo(desk.profile, fact_id, scope_id=desk.view.scope_id, origin=origin, now=timezone.now())
        messages.success(desk.request, _("Undone."))
    return desk.from_toast()


# --- answers -------------------------------------------------------------------------------------------------------


def _add_again(desk: Desk, form: FactForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if wants_fragment(desk.request):
        about = desk.about | {"form": form, "is_answer": True}  # what was said before no longer holds
        return retarget(render(desk.request, "profiles/_adding.html", about, status=status), "#adding")
    return desk.page(form=form, status=status)


def _correct(desk: Desk, fact: Fact) -> HttpResponse:
    form = desk.correction(fact, desk.request.POST)
    if not form.is_valid():
        return _edit_form(desk, Edited(fact, form), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        after = editing.edit(
            desk.profile,
            fact.fact_id,
            scope_id=desk.view.scope_id,
            content=form.cleaned_data["content"],
            type=form.cleaned_data["type"],
            seen_event=form.cleaned_data["seen"],
            origin=desk.request.visitor.origin,
            now=timezone.now(),
        )
    except (editing.NotActive, editing.ChangedMeanwhile, ledger.Stale):
        return _conflict(desk, desk.known(fact.fact_id), written=form.cleaned_data["content"])
    except Refused as error:
        form.add_error(error.field if error.field in form.fields else None, str(error.sentence))
        return _edit_form(desk, Edited(fact, form), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _edited(desk, fact, after)


def _edit_form(desk: Desk, edited: Edited, *, status: int = 200) -> HttpResponse:
    desk.look(edited.fact)
    is_part = wants_fragment(desk.request)
    about = desk.about | {"fact": edited.fact, "form": edited.form, "conflict": edited.conflict}
    about["is_answer"] = is_part and desk.request.method == "POST"  # what was said before no longer holds
    template = "profiles/_edit.html" if is_part else "profiles/edit.html"
    return render(desk.request, template, about, status=status)


def _conflict(desk: Desk, fact: Fact, *, written: str) -> HttpResponse:
    """Say what became of the fact meanwhile; where something took its place, offer to correct that instead."""
    present = mine.in_force(fact)
    if present is None:
        desk.look(fact)
        is_part = wants_fragment(desk.request)
        about = desk.about | {"fact": fact, "event": mine.told(fact, desk.request.visitor), "is_answer": is_part}
        template = "profiles/_gone.html" if is_part else "profiles/gone.html"
        return render(desk.request, template, about, status=HTTPStatus.CONFLICT)
    edited = Edited(present, desk.correction(present, written=written), conflict=present.content)
    return _edit_form(desk, edited, status=HTTPStatus.CONFLICT)


def _edited(desk: Desk, before: Fact, after: Fact) -> HttpResponse:
    """The corrected line alone; the whole list where the correction moved or joined lines."""
    is_unchanged = after.fact_id == before.fact_id and after.type == before.type
    if is_unchanged:
        messages.info(desk.request, _("Nothing was changed."))
    else:
        desk.log("A fact was changed.", *dict.fromkeys((before, after)))
        desk.say(_("Saved."), [after])
    if not wants_fragment(desk.request):
        return redirect(desk.view.address)
    is_new = after.fact_id != before.fact_id and after.source_count == 1
    if is_unchanged or (is_new and after.type == before.type):
        return render(desk.request, "profiles/row.html", desk.about | {"fact": after, "is_answer": True})
    return desk.from_toast()
