"""Switching, moving, deleting, restoring global memories and giving them to agents, one or many, and taking it back."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from engine.errors import Refused
from engine.text import normal
from globalmemory import bulk, folders
from globalmemory.bulk import Action, Deed, Outcome
from globalmemory.models import GlobalMemory
from memoryhub.pages.globals import global_memories, global_words
from memoryhub.pages.globals.global_shelf import Shelf, View, key_of, memory_here, sentence_of, shelf_of
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment

MOST_AT_ONCE = 200
SALT = "global-memories-undo"
ACTIONS: tuple[str, ...] = get_args(Action)
OPPOSITES: dict[str, Action] = {
    "enable": "disable",
    "disable": "enable",
    "delete": "restore",
    "restore": "delete",
    "bind": "unbind",
    "unbind": "bind",
}
MOVE_FOLDER = "move-folder"


@dataclass(frozen=True)
class Step:
    """One deed that takes something back; with MOVE_FOLDER the single key is a folder's."""

    action: str
    keys: Sequence[int]
    agent_id: str = ""
    folder_id: int | None = None


@signed_in
@require_POST
def many(request: ConsoleRequest) -> HttpResponse:
    """Do one thing to all that are selected."""
    view = View.of(request.POST, request.visitor)
    shelf = shelf_of(request, is_tenants=view.is_tenants)
    keys = [key for text in request.POST.getlist("ids")[:MOST_AT_ONCE] if (key := key_of(text))]
    change(request, shelf, keys, back=view.address)
    return global_memories.after(request, shelf, view)


@signed_in
@require_POST
def one(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    """Do one thing to one memory, from the list or from its own page."""
    shelf, memory = memory_here(request, memory_id)
    view = View.of(request.POST, request.visitor)
    own_page = reverse("global-memory", args=[memory.pk])
    is_in_list = request.POST.get("back") != "memory"
    change(request, shelf, [memory.pk], back=view.address if is_in_list else own_page)
    return global_memories.after(request, shelf, view) if is_in_list else redirect(own_page)


@signed_in
@require_POST
def undo(request: ConsoleRequest, token: str) -> HttpResponse:
    """Take back what a toast told of, as far as it is still so."""
    try:
        said: dict[str, Any] = signing.loads(token, salt=SALT)
    except signing.BadSignature as broken:
        raise NothingHere from broken
    shelf = shelf_of(request, is_tenants=said["tenants"])
    if said["owner"] != _named(shelf):
        raise NothingHere
    _take_back(request, shelf, [Step(*step) for step in said["steps"]])
    return HttpResponseClientRedirect(said["back"]) if wants_fragment(request) else redirect(said["back"])


def _named(shelf: Shelf) -> list[int]:
    """Whose memories these are: what belongs to an organisation has the same key in each."""
    return [shelf.owner.tenant_id, shelf.owner.key]


def change(request: ConsoleRequest, shelf: Shelf, keys: Sequence[int], *, back: str) -> None:
    """Do what a form says. Raises KeptByAdministrators."""
    shelf.check_contents()
    deed = _deed(request.POST)
    if deed is None or not keys:
        messages.info(request, _("Nothing was done: select memories, and say what to do with them."))
        return
    carry_out(request, shelf, deed, keys, back=back)


def carry_out(request: ConsoleRequest, shelf: Shelf, deed: Deed, keys: Sequence[int], *, back: str) -> None:
    """Do it, and tell what came of it, with a way to take it back. Raises KeptByAdministrators."""
    hand = shelf.hand()
    places = dict(GlobalMemory.objects.of(shelf.owner).filter(pk__in=keys).values_list("pk", "folder"))
    try:
        outcomes = bulk.carry_out(deed, keys, hand=hand)
    except Refused as refusal:
        messages.error(request, sentence_of(refusal))
        return
    global_words.tell(request, deed, outcomes, undo=_undo(shelf, deed, outcomes, places, back))


def undo_address(shelf: Shelf, steps: Sequence[Step], *, back: str) -> str:
    """Where a button posts to that takes these steps; signed, because it says where to go afterwards."""
    said = {
        "tenants": shelf.is_tenants,
        "owner": _named(shelf),
        "steps": [(step.action, list(step.keys), step.agent_id, step.folder_id) for step in steps],
        "back": back,
    }
    return reverse("global-undo", args=[signing.dumps(said, salt=SALT, compress=True)])


def _deed(data: QueryDict) -> Deed | None:
    """What a form says, None when it says nothing that can be done."""
    action, agent_id = data.get("action", ""), normal.identifier(data.get("agent_id", "")) or ""
    if action not in ACTIONS or (action in ("bind", "unbind") and not agent_id):
        return None
    is_for_agent = action in ("bind", "unbind") or data.get("for") == "agent"
    return Deed(
        cast("Action", action),
        agent_id if is_for_agent else "",
        key_of(data.get("target", "")) if action == "move" else None,
    )


def _undo(shelf: Shelf, deed: Deed, outcomes: Sequence[Outcome], places: Mapping[int, int | None], back: str) -> str:
    keys = [one.key for one in outcomes if one.outcome == bulk.DONE]
    if not keys:
        return ""
    if deed.action != "move":
        return undo_address(shelf, [Step(OPPOSITES[deed.action], keys, deed.agent_id)], back=back)
    origins: dict[int | None, list[int]] = defaultdict(list)
    for key in keys:
        origins[places.get(key)].append(key)
    return undo_address(shelf, [Step("move", group, "", folder) for folder, group in origins.items()], back=back)


def _take_back(request: ConsoleRequest, shelf: Shelf, steps: Sequence[Step]) -> None:
    hand, is_done = shelf.hand(), False
    try:
        for step in steps:
            if step.action == MOVE_FOLDER:
                folders.edit(step.keys[0], hand=hand, parent_id=step.folder_id)
                is_done = True
            else:
                deed = Deed(cast("Action", step.action), step.agent_id, step.folder_id)
                outcomes = bulk.carry_out(deed, step.keys, hand=hand)
                is_done = is_done or any(one.outcome == bulk.DONE for one in outcomes)
                refusal = next((one.refusal for one in outcomes if one.refusal), None)
                if refusal:
                    raise refusal
    except Refused as refusal:
        messages.warning(request, " ".join([_("Not all could be undone."), sentence_of(refusal)]))
        return
    if is_done:
        messages.success(request, _("Undone."))
    else:
        messages.info(request, _("This was undone already. Nothing was done now."))
