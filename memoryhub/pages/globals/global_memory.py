"""One global memory: as its agents are told it, who they are, where it lies, what it said before."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.errors import Refused
from globalmemory import editing
from globalmemory.models import AgentBinding, GlobalMemory, GlobalMemoryVersion
from globalmemory.models.memories import FIELDS
from memoryhub.pages.globals import global_telling
from memoryhub.pages.globals.global_change import Step, undo_address
from memoryhub.pages.globals.global_forms import AgentForm, MemoryForm
from memoryhub.pages.globals.global_shelf import Shelf, View, agents_of, memory_here
from memoryhub.pages.globals.global_tree import Folders
from profiles import mine, story
from profiles.console import ConsoleRequest, signed_in


@dataclass(frozen=True)
class Bound:
    """An agent that has the memory, and how many of the owner's memories it has in all."""

    binding: AgentBinding
    number: int


@signed_in
@require_safe
def show(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    shelf, memory = memory_here(request, memory_id)
    return _page(request, shelf, memory, AgentForm())


@signed_in
@require_POST
def bind(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    """Give the memory to one agent more."""
    shelf, memory = memory_here(request, memory_id)
    shelf.check_contents()
    form = AgentForm(request.POST)
    if not form.is_valid():
        return _page(request, shelf, memory, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    agent_id = form.cleaned_data["agent_id"]
    try:
        _binding, is_new = editing.bind(memory.pk, agent_id, hand=shelf.hand())
    except Refused as refusal:
        form.refuse(refusal)
        return _page(request, shelf, memory, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    back = reverse("global-memory", args=[memory.pk])
    if is_new:
        undo = undo_address(shelf, [Step("unbind", [memory.pk], agent_id)], back=back)
        messages.success(request, _("%(agent)s is told it from now on.") % {"agent": agent_id}, extra_tags=undo)
    else:
        messages.info(request, _("%(agent)s has it already.") % {"agent": agent_id})
    return redirect(back)


@signed_in
@require_POST
def copy(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    """A second one of the same texts, given to nobody yet."""
    shelf, memory = memory_here(request, memory_id)
    made = editing.copy(memory.pk, hand=shelf.hand())
    messages.success(request, _("This is the copy. It is given to no agent yet."))
    return redirect("global-memory", made.pk)


def _page(
    request: ConsoleRequest, shelf: Shelf, memory: GlobalMemory, form: AgentForm, *, status: int = HTTPStatus.OK
) -> HttpResponse:
    folders = Folders(shelf)
    preview = global_telling.told([memory]) if shelf.sees_contents else ""
    about: dict[str, Any] = {
        "shelf": shelf,
        "view": View(is_tenants=shelf.is_tenants),
        "memory": memory,
        "way": folders.way_to(memory.folder_id),
        "bound": _bound(shelf, memory),
        "most_bindings": settings.MEMORYHUB_GLOBAL_BINDINGS,
        "agents": agents_of(shelf.owner),
        "form": form,
        "preview": preview,
        "tokens": global_telling.tokens(preview),
        "lengths": [] if shelf.sees_contents else _lengths(memory),
        **_signatures(request, memory, list(memory.versions.order_by("-version")) if shelf.sees_contents else []),
    }
    return render(request, "pages/global/memory.html", about, status=status)


def _bound(shelf: Shelf, memory: GlobalMemory) -> list[Bound]:
    rows = list(memory.bindings.filter(deleted_at=None).order_by("agent_id"))
    counted = AgentBinding.objects.of(shelf.owner).live().filter(agent_id__in=[row.agent_id for row in rows])
    numbers = dict(counted.values_list("agent_id").annotate(number=Count("pk")).order_by())
    return [Bound(row, numbers.get(row.agent_id, 0)) for row in rows]


def _lengths(memory: GlobalMemory) -> Sequence[tuple[object, int]]:
    """How much stands in each field, for those who do not see what."""
    labels = MemoryForm.base_fields
    texts = [(labels[field].label, len(getattr(memory, field))) for field in ("name", *FIELDS)]
    return [*texts, (labels["tags"].label, len(memory.tags))]


def _signatures(
    request: ConsoleRequest, memory: GlobalMemory, versions: Sequence[GlobalMemoryVersion]
) -> dict[str, Any]:
    """Who wrote it, who changed it last, and who replaced each earlier version, by the names of their accounts."""
    own = mine.own_actors(request.visitor)
    names = mine.names_of([memory.updated_by, memory.created_by, *(one.created_by for one in versions)])

    def name(actor: str) -> str:
        return story.who(actor, own=own, accounts=names)

    return {
        "changed_by": name(memory.updated_by),
        "made_by": name(memory.created_by),
        "versions": [(one, name(one.created_by)) for one in versions],
    }
