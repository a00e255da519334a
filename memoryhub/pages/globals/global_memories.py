"""Global memories of a person or of the organisation: the folder tree and the list beside it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from globalmemory import listing
from globalmemory.models import AgentBinding, GlobalMemory
from globalmemory.models.memories import FIELDS
from memoryhub.pages.globals import global_call
from memoryhub.pages.globals.global_shelf import Shelf, View, agents_of, shelf_of
from memoryhub.pages.globals.global_tree import Folders, options
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment

SHOWN = 50
TAGS_OFFERED = 200
EXCERPT = 160
LIST = "memories"  # the part of the page that a filter replaces


@dataclass(frozen=True)
class Row:
    """One memory of the list. Without contents there are its lengths, not its texts."""

    memory: GlobalMemory
    folder: str
    bindings: Sequence[AgentBinding]

    @property
    def excerpt(self) -> str:
        filled = (" ".join(getattr(self.memory, field).split()) for field in reversed(FIELDS))
        text = next(filter(None, filled), "")
        return text if len(text) <= EXCERPT else text[:EXCERPT] + "…"

    @cached_property
    def change_address(self) -> str:
        return reverse("global-change-one", args=[self.memory.pk])

    @property
    def length(self) -> int:
        return sum(map(len, self.memory.texts))

    @property
    def is_bound(self) -> bool:
        return any(binding.is_enabled for binding in self.bindings)


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    view = View.of(request.GET, request.visitor)
    return page(request, shelf_of(request, is_tenants=view.is_tenants), view)


def after(request: ConsoleRequest, shelf: Shelf, view: View) -> HttpResponse:
    """The page as it is now: as a part, or by way of a redirect so that a reload repeats nothing."""
    return page(request, shelf, view) if wants_fragment(request) else redirect(view.address)


def page(
    request: ConsoleRequest, shelf: Shelf, view: View, *, wrong: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """`wrong` is a form of the open folder that was filled in wrongly, under its name."""
    seen = view if shelf.sees_contents else view.without_contents
    part = "" if not wants_fragment(request) else "#memories" if request.htmx.target == LIST else "#global"
    about = _about(request, shelf, seen) | dict(wrong or {})
    return render(request, f"pages/global/board.html{part}", about, status=status)


def _about(request: ConsoleRequest, shelf: Shelf, view: View) -> dict[str, Any]:
    folders = Folders(shelf)
    if view.folder_id and view.folder_id not in folders.by_key:
        if request.method != "POST":
            raise NothingHere
        view = replace(view, folder="")  # it went away with what was done
    ahead = _ahead(shelf, view)
    rows = _rows(ahead[:SHOWN], folders)
    return {
        "shelf": shelf,
        "view": view,
        "folders": folders,
        "folder": folders.by_key.get(view.folder_id or 0),
        "way": folders.way_to(view.folder_id),
        "narrowed_address": f"{reverse('global')}?{'whose=tenant&' if view.is_tenants else ''}",
        "branches": folders.branches(view.folder_id),
        "many_options": options(folders.choices(), view.folder),
        "delete_options": _delete_options(folders, view) if view.folder_id else "",
        "inner": len(folders.tree.children.get(view.folder_id, [])) if view.folder_id else 0,
        "held": folders.counts.get(view.folder_id, 0),
        "rows": rows,
        "next": ahead[SHOWN - 1].pk if len(ahead) > SHOWN else None,
        "tags": listing.tags(shelf.owner, after="", limit=TAGS_OFFERED) if shelf.sees_contents else [],
        "agents": agents_of(shelf.owner),
        "bound_agents": _bound_agents(shelf),
        "call": global_call.command(request, shelf) if shelf.sees_contents and not folders.total else "",
    }


def _delete_options(folders: Folders, view: View) -> str:
    """Where the contents of the open folder may go; unless something else is said, up."""
    upwards = folders.tree.parents.get(view.folder_id or 0)
    return options(folders.choices(without=view.folder_id), str(upwards or ""))


def _ahead(shelf: Shelf, view: View) -> list[GlobalMemory]:
    found = listing.memories(shelf.owner, view.narrowing)
    if view.after is not None:
        found = found.filter(pk__lt=view.after)
    return list(found.order_by("-pk")[: SHOWN + 1])


def _rows(memories: Sequence[GlobalMemory], folders: Folders) -> list[Row]:
    bound: dict[int, list[AgentBinding]] = defaultdict(list)
    keys = [memory.pk for memory in memories]
    for binding in AgentBinding.objects.filter(global_memory__in=keys, deleted_at=None).order_by("agent_id"):
        bound[binding.global_memory_id].append(binding)
    return [
        Row(memory, folders.path(memory.folder_id) if memory.folder_id else "", bound[memory.pk]) for memory in memories
    ]


def _bound_agents(shelf: Shelf) -> list[str]:
    """The agents that have any of these memories."""
    rows = AgentBinding.objects.of(shelf.owner).filter(deleted_at=None)
    return list(rows.order_by("agent_id").values_list("agent_id", flat=True).distinct())
