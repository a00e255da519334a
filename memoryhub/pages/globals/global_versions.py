"""What a global memory said before: beside what it says now, brought back, or forgotten for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from globalmemory import editing, versions
from globalmemory.models import GlobalMemory, GlobalMemoryVersion
from memoryhub.pages import differences
from memoryhub.pages.differences import Piece
from memoryhub.pages.effort import Effort
from memoryhub.pages.globals.global_forms import COMPARED, MemoryForm, written
from memoryhub.pages.globals.global_shelf import Shelf, memory_here
from profiles import identity
from profiles.console import ConsoleRequest, NothingHere, signed_in


@dataclass(frozen=True)
class Compared:
    """One field in which something stands, then or now, in pieces that the other side has, too, or has not."""

    label: object
    then: Sequence[Piece]
    now: Sequence[Piece]
    is_changed: bool


@signed_in
@require_safe
def show(request: ConsoleRequest, memory_id: int, version: int) -> HttpResponse:
    _shelf, memory, former = _known(request, memory_id, version)
    about: dict[str, Any] = {
        "memory": memory,
        "former": former,
        "fields": compared(former, memory),
    }
    return render(request, "pages/global/version.html", about)


@signed_in
@require_POST
def restore(request: ConsoleRequest, memory_id: int, version: int) -> HttpResponse:
    """Write the former text again, as a new version; unless the memory changed since it was looked at."""
    shelf, memory, former = _known(request, memory_id, version)
    seen = request.POST.get("seen", "")
    after = editing.edit(memory.pk, versions.texts_of(former), hand=shelf.hand(), etags=[seen] if seen else ())
    if after.etag == memory.etag:
        messages.info(request, _("It says this already."))
    else:
        messages.success(request, _("Brought back. The text that it replaced is kept as an earlier version."))
    return redirect("global-memory", memory.pk)


@signed_in
@require_POST
def forget(request: ConsoleRequest, memory_id: int) -> HttpResponse:
    """Delete all that it said before, for good."""
    shelf, memory = memory_here(request, memory_id)
    number = versions.forget(memory.pk, hand=shelf.hand())
    done = ngettext(
        "%(number)d earlier version is deleted for good.", "%(number)d earlier versions are deleted for good.", number
    )
    messages.success(request, done % {"number": number})
    return redirect("global-memory", memory.pk)


def compared(former: GlobalMemoryVersion, memory: GlobalMemory) -> list[Compared]:
    """Then and now, field by field; what was blank both times is left out."""
    labels, now = MemoryForm.base_fields, written(memory)
    effort, found = Effort(), []
    for field in COMPARED:
        text, present = _text(former, field), str(now[field])
        if text or present:
            pieces = differences.against(text, [present], effort), differences.against(present, [text], effort)
            found.append(Compared(labels[field].label, *pieces, is_changed=text != present))
    return found


def _text(former: GlobalMemoryVersion, field: str) -> str:
    return "\n".join(former.tags) if field == "tags" else str(getattr(former, field))


def _known(request: ConsoleRequest, memory_id: int, version: int) -> tuple[Shelf, GlobalMemory, GlobalMemoryVersion]:
    """Raises NothingHere, KeptByAdministrators."""
    shelf, memory = memory_here(request, memory_id)
    shelf.check_contents()
    try:
        return shelf, memory, versions.find(memory, version)
    except identity.NotFound as unknown:
        raise NothingHere from unknown
