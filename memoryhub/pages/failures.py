"""What a person sees when something cannot be shown: a sentence and a way on, as a page or as a line on the page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _

from profiles import console


def out_of_date(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that was opened before somebody signed out or in again, or from somewhere else."""
    return _sorry(
        request,
        title=_("This page is out of date"),
        sentence=_("You signed in or out since this page was opened, so nothing was changed. Reload it and try again."),
        status=403,
        back=request.path if request.method == "GET" else "/",
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    nothing = console.NothingHere()
    return _sorry(request, title=_("Not found"), sentence=nothing.sentence, status=nothing.status)


def broken(request: HttpRequest) -> HttpResponse:
    """A fault of ours. Neither session nor database is asked: they may be what is broken."""
    if request.headers.get("HX-Request") == "true":
        return render(None, "fault_line.html", status=500)
    return render(None, "fault.html", status=500)


def _sorry(request: HttpRequest, *, title: object, sentence: object, status: int, back: str = "/") -> HttpResponse:
    response = console.sorry(request, title=title, sentence=sentence, status=status, back=back)
    patch_vary_headers(response, console.VARIES)
    return response
