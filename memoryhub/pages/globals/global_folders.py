"""Folders of global memories: made, renamed, moved, taken away; and the dialog that asks where something shall go."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import Refused
from globalmemory import folders
from globalmemory.bulk import Deed
from globalmemory.models import Folder
from memoryhub.pages.globals import global_change, global_memories
from memoryhub.pages.globals.global_change import MOVE_FOLDER, Step, undo_address
from memoryhub.pages.globals.global_forms import FolderForm
from memoryhub.pages.globals.global_shelf import Shelf, View, folder_here, key_of, memory_here, sentence_of, shelf_of
from memoryhub.pages.globals.global_tree import Choice, Folders, options
from profiles.console import ConsoleRequest, signed_in, wants_fragment


@dataclass(frozen=True)
class Move:
    """Something that is to go elsewhere: what it is, where it may go, where it lies, and whom to ask."""

    shelf: Shelf
    name: str
    address: str
    back: str
    choices: Sequence[Choice]
    present: str
    is_folder: bool


@signed_in
@require_POST
def make(request: ConsoleRequest) -> HttpResponse:
    """A new folder in the open one, or at the top."""
    view = View.of(request.POST, request.visitor)
    shelf = shelf_of(request, is_tenants=view.is_tenants)
    shelf.check_contents()
    form = FolderForm(request.POST, auto_id="new-%s")
    if form.is_valid():
        try:
            made = folders.create(form.cleaned_data["name"], view.folder_id, hand=shelf.hand())
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The folder is there."))
            return redirect(_address(shelf, made))
    return _again(request, shelf, view, new_form=form)


@signed_in
@require_POST
def rename(request: ConsoleRequest, folder_id: int) -> HttpResponse:
    shelf, folder = folder_here(request, folder_id)
    shelf.check_contents()
    form = FolderForm(request.POST, auto_id="rename-%s")
    if form.is_valid():
        try:
            folders.edit(folder.pk, hand=shelf.hand(), name=form.cleaned_data["name"])
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The folder has its new name."))
            return redirect(_address(shelf, folder))
    return _again(request, shelf, View(is_tenants=shelf.is_tenants, folder=str(folder.pk)), rename_form=form)


@signed_in
@require_POST
def delete(request: ConsoleRequest, folder_id: int) -> HttpResponse:
    """For good; what lies in it goes where the form says, and nothing of that is deleted."""
    shelf, folder = folder_here(request, folder_id)
    hand, target = shelf.hand(), key_of(request.POST.get("target", ""))
    try:
        memories, inner = folders.delete(folder.pk, hand=hand, move_to=target)
    except Refused as refusal:
        view = View(is_tenants=shelf.is_tenants, folder=str(folder.pk))
        return _again(request, shelf, view, delete_error=sentence_of(refusal))
    parts = [_("The folder is deleted.")]
    if memories:
        number = ngettext("%(number)d memory was moved out.", "%(number)d memories were moved out.", memories)
        parts.append(number % {"number": memories})
    if inner:
        number = ngettext("%(number)d folder was moved out.", "%(number)d folders were moved out.", inner)
        parts.append(number % {"number": inner})
    messages.success(request, " ".join(parts))
    return redirect(View(is_tenants=shelf.is_tenants, folder=str(target or "")).address)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def move(request: ConsoleRequest, folder_id: int) -> HttpResponse:
    """Ask where a folder shall go, and put it there with all that is in it."""
    shelf, folder = folder_here(request, folder_id)
    hand, target = shelf.hand(), request.POST.get("target", "")
    asked = Move(
        shelf,
        folder.name,
        reverse("global-folder-move", args=[folder.pk]),
        _address(shelf, folder),
        Folders(shelf).choices(without=folder.pk),
        str(folder.parent_id or ""),
        is_folder=True,
    )
    if request.method != "POST":
        return _dialog(request, asked)
    if target == asked.present:
        messages.info(request, _("It lies there already."))
        return redirect(asked.back)
    try:
        folders.edit(folder.pk, hand=hand, parent_id=key_of(target))
    except Refused as refusal:
        return _dialog(request, asked, chosen=target, error=sentence_of(refusal))
    undo = undo_address(shelf, [Step(MOVE_FOLDER, [folder.pk], "", folder.parent_id)], back=asked.back)
    messages.success(request, _("The folder is moved, with all that is in it."), extra_tags=undo)
    return redirect(asked.back)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def move_memory(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    """Ask where a memory shall go, and put it there."""
    shelf, memory = memory_here(request, memory_id)
    shelf.check_contents()
    own_page = reverse("global-memory", args=[memory.pk])
    if request.method == "POST":
        target = key_of(request.POST.get("target", ""))
        global_change.carry_out(request, shelf, Deed("move", folder_id=target), [memory.pk], back=own_page)
        return redirect(own_page)
    asked = Move(
        shelf,
        memory.name,
        reverse("global-move", args=[memory.pk]),
        own_page,
        Folders(shelf).choices(),
        str(memory.folder_id or ""),
        is_folder=False,
    )
    return _dialog(request, asked)


def _dialog(request: ConsoleRequest, asked: Move, *, chosen: str | None = None, error: str = "") -> HttpResponse:
    """The question as a dialog over the page, or as a page of its own."""
    about = {
        "move": asked,
        "view": View(is_tenants=asked.shelf.is_tenants),
        "options": options(
            asked.choices, asked.present if chosen is None else chosen, note=_("here now"), noted=asked.present
        ),
        "error": error,
    }
    part = "#dialog" if wants_fragment(request) else ""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    return render(request, f"pages/global/move.html{part}", about, status=status)


def _again(request: ConsoleRequest, shelf: Shelf, view: View, **wrong: object) -> HttpResponse:
    return global_memories.page(request, shelf, view, wrong=wrong, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _address(shelf: Shelf, folder: Folder) -> str:
    return View(is_tenants=shelf.is_tenants, folder=str(folder.pk)).address
