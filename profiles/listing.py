"""The list of one's own facts as an answer: the whole page, or the list alone for a script that asked for it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import reswap, retarget

from profiles import mine
from profiles.console import ConsoleRequest, own_profile, wants_fragment
from profiles.forms import FactForm
from profiles.shelves import View


def page(request: ConsoleRequest, view: View, *, form: FactForm | None = None, status: int = 200) -> HttpResponse:
    about: dict[str, Any] = mine.board(own_profile(request), view, request) | {"form": form or FactForm()}
    part = "#facts" if wants_fragment(request) else ""
    return render(request, f"profiles/mine.html{part}", about, status=status)


def after(request: ConsoleRequest, view: View) -> HttpResponse:
    """The list as it is now: as a part of the page, or by way of a redirect so that a reload repeats nothing."""
    return page(request, view) if wants_fragment(request) else redirect(view.address)


def from_toast(request: ConsoleRequest, view: View) -> HttpResponse:
    """The same in the place of the list, for a button that stands elsewhere: in the toast, or in a line of the list."""
    return reswap(retarget(after(request, view), "#facts"), "outerHTML")
