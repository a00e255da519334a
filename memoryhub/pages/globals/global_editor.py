"""Writing a global memory: the form, what an agent would be told of it, and what happens when two write at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import retarget

from engine.errors import Refused
from globalmemory import editing, texts
from globalmemory.models import GlobalMemory
from memoryhub.pages import differences
from memoryhub.pages.differences import Piece
from memoryhub.pages.effort import Effort
from memoryhub.pages.globals import global_telling
from memoryhub.pages.globals.global_forms import COMPARED, MemoryForm, written
from memoryhub.pages.globals.global_shelf import Shelf, View, memory_here, shelf_of
from memoryhub.pages.globals.global_tree import Folders
from profiles.console import ConsoleRequest, signed_in, wants_fragment


@dataclass(frozen=True)
class Differing:
    """A field that somebody else wrote otherwise meanwhile: what stands there now, and the part that is not yours."""

    label: object
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Desk:
    """What is being written: by whom, into which memory (None: a new one), with what around it."""

    shelf: Shelf
    view: View
    form: MemoryForm
    memory: GlobalMemory | None = None


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: ConsoleRequest) -> HttpResponse:
    view = View.of(request.POST if request.method == "POST" else request.GET, request.visitor)
    shelf = shelf_of(request, is_tenants=view.is_tenants)
    shelf.check_contents()
    places = Folders(shelf).choices()
    if request.method != "POST":
        folder = str(view.folder_id or "")
        begun = {"is_enabled": True, "folder": folder if any(one.value == folder for one in places) else ""}
        return _page(request, Desk(shelf, view, MemoryForm(initial=begun, folders=places)))
    desk = Desk(shelf, view, MemoryForm(request.POST, folders=places))
    if not desk.form.is_valid() or "preview" in request.POST:
        return _shown_again(request, desk)
    try:
        memory = editing.create(desk.form.wanted, hand=shelf.hand())
    except Refused as refusal:
        desk.form.refuse(refusal)
        return _page(request, desk, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _("Written. Now say which agents are told it."))
    return redirect("global-memory", memory.pk)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    shelf, memory = memory_here(request, memory_id)
    shelf.check_contents()
    view, places = View(is_tenants=shelf.is_tenants), Folders(shelf).choices()
    if request.method != "POST":
        if memory.deleted_at is not None:
            return redirect("global-memory", memory.pk)
        return _page(request, Desk(shelf, view, MemoryForm(initial=written(memory), folders=places), memory))
    desk = Desk(shelf, view, MemoryForm(request.POST, folders=places), memory)
    if not desk.form.is_valid() or "preview" in request.POST:
        return _shown_again(request, desk)
    seen = desk.form.cleaned_data["seen"]
    try:
        after = editing.edit(memory.pk, desk.form.wanted, hand=shelf.hand(), etags=[seen] if seen else ())
    except (editing.ChangedSince, editing.MemoryDeleted):
        return _conflict(request, desk)
    except Refused as refusal:
        desk.form.refuse(refusal)
        return _page(request, desk, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if after.etag == memory.etag:
        messages.info(request, _("Nothing was changed."))
    else:
        messages.success(request, _("Saved. It holds from the next question on."))
    return redirect("global-memory", memory.pk)


def _shown_again(request: ConsoleRequest, desk: Desk) -> HttpResponse:
    """The form as it was filled in: with what is wrong in it, or with what an agent would be told."""
    preview = ""
    if desk.form.is_valid():
        try:
            values = texts.admitted(desk.form.wanted, tenant_id=desk.shelf.owner.tenant_id)
            preview = global_telling.told([GlobalMemory(**values)])
        except Refused as refusal:
            desk.form.refuse(refusal)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if desk.form.errors else HTTPStatus.OK
    return _page(request, desk, preview=preview, status=status)


def _conflict(request: ConsoleRequest, desk: Desk) -> HttpResponse:
    """Somebody else was faster: say what stands there now; saved again, the writer's text takes its place."""
    present = editing.find(desk.shelf.owner, desk.memory.pk if desk.memory else 0)
    again = request.POST.copy()
    again["seen"] = present.etag
    form = MemoryForm(again, folders=Folders(desk.shelf).choices())
    about: dict[str, Any] = {"present": present, "differing": _differing(written(present), form)}
    desk = Desk(desk.shelf, desk.view, form, present)
    return _page(request, desk, status=HTTPStatus.CONFLICT, about=about)


def _differing(present: dict[str, Any], form: MemoryForm) -> list[Differing]:
    effort, found = Effort(), []
    for field in COMPARED:
        now, yours = str(present[field]), str(form.data.get(field, "")).replace("\r\n", "\n")
        if now.split() != yours.split():
            found.append(Differing(form.fields[field].label, differences.against(now, [yours], effort)))
    return found


def _page(
    request: ConsoleRequest,
    desk: Desk,
    *,
    status: int = HTTPStatus.OK,
    preview: str = "",
    about: Mapping[str, Any] | None = None,
) -> HttpResponse:
    shown = dict(about or {}) | {
        "shelf": desk.shelf,
        "view": desk.view,
        "form": desk.form,
        "memory": desk.memory,
        "preview": preview,
        "tokens": global_telling.tokens(preview),
        "is_previewed": bool(preview),
    }
    part = "" if not wants_fragment(request) else "#editor" if desk.form.errors else "#preview"
    response = render(request, f"pages/global/editor.html{part}", shown, status=status)
    return retarget(response, "#editor") if part == "#editor" else response
