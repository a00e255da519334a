"""First steps: an administrator of an empty installation is led to a key, first messages and a first context."""

import os
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.text import normal
from memoryhub import environment
from memoryhub.home import Home
from memoryhub.pages import who
from memoryhub.pages.playground import first_steps, playground_ask, playground_say, playground_seat
from memoryhub.pages.playground.playground_ask import AskForm
from memoryhub.pages.playground.playground_calls import Calls
from memoryhub.pages.playground.playground_say import SayForm
from profiles import console, firstcall
from profiles.console import ConsoleRequest, Visitor, signed_in, wants_fragment
from profiles.models import Member

COOKIE, DISMISSED = "first-steps", "dismissed"
SESSION = "first-conversation"
# Seconds for which the page asks how far one has come; after that its reader can ask again.
LOOKS_FOR = 30 * 60


def is_wanted(request: HttpRequest, visitor: Visitor) -> bool:
    """Whether home should lead here: for an administrator who has not been here, while nothing is remembered."""
    member = visitor.member
    if member is None or not member.is_administrator or request.COOKIES.get(COOKIE) == DISMISSED:
        return False
    return first_steps.is_empty(member)


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    """The three steps; asked for a part, nothing while there is nothing new."""
    member = who.administrator(request.visitor)
    about = _about(request, member)
    if not wants_fragment(request):
        return render(request, "pages/first_run.html", about)
    if about["is_watched"] and request.GET.get("seen") == about["progress"].word:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "pages/first_run.html#steps", about)


@signed_in
@require_POST
def say(request: ConsoleRequest) -> HttpResponse:
    """Send the first message from here, to the visitor's own sandbox."""
    member = who.administrator(request.visitor)
    console.count(request)
    form = SayForm(_filled(said=firstcall.said(), session=SESSION))
    form.is_valid()
    recorded = playground_say.record(playground_seat.sandbox(member), form, now=timezone.now())
    if recorded.job_id is None:
        messages.warning(request, _("Memory is paused, and what is said meanwhile is not kept. Nothing was stored."))
    else:
        messages.success(request, _("Sent. It is learned from in a moment."))
    return _page(request, member)


@signed_in
@require_POST
def ask(request: ConsoleRequest) -> HttpResponse:
    """Ask the first question from here, and show what an agent would be told."""
    member = who.administrator(request.visitor)
    console.count(request)
    form = AskForm(_filled(question=firstcall.question(), session=SESSION))
    form.is_valid()
    seat = playground_seat.sandbox(member)
    answer = playground_ask.answer(seat, form, tenant=member.tenant, now=timezone.now())
    return _page(request, member, answer=answer)


@signed_in
@require_POST
def dismiss(request: ConsoleRequest) -> HttpResponse:
    """Do not lead here by itself any more."""
    who.administrator(request.visitor)
    messages.info(request, _("The first steps stay in reach at the foot of every page."))
    answer = redirect("home")
    answer.set_cookie(
        COOKIE, DISMISSED, max_age=console.A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
    )
    return answer


def _page(request: ConsoleRequest, member: Member, **more: Any) -> HttpResponse:
    """Without scripts an answer that can be had again is led to; what can be seen only now is shown at once."""
    if wants_fragment(request):
        return render(request, "pages/first_run.html#steps", _about(request, member) | more | {"is_answer": True})
    return render(request, "pages/first_run.html", _about(request, member) | more) if more else redirect("first-run")


def _about(request: ConsoleRequest, member: Member) -> dict[str, Any]:
    now, seat = timezone.now(), playground_seat.sandbox(member)
    progress, until = first_steps.of(member, now=now), _until(request, round(now.timestamp()))
    calls = Calls(firstcall.base_of(request), seat)
    return {
        "progress": progress,
        "until": until,
        "is_watched": not progress.is_done and now.timestamp() < until,
        "first_start": Home(environment.home(os.environ)).first_start,
        "seat": seat,
        "say_call": calls.say([("user", firstcall.said())], SESSION),
        "ask_call": calls.ask(firstcall.question(), SESSION),
    }


def _until(request: ConsoleRequest, now: int) -> int:
    """The second until which the page asks again, as it was when the page was opened."""
    given = normal.whole_number(request.GET.get("until"))
    return now + LOOKS_FOR if given is None else min(given, now + LOOKS_FOR)


def _filled(**values: str) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(values)
    return data
