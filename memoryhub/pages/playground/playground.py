"""The playground: say something and see what is learned from it, ask and see what an agent would be told."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from engine.errors import Refused
from extraction import undo
from extraction.models import Job
from memoryhub import erasure
from memoryhub.ingest import Recorded
from memoryhub.pages import context_looks, who
from memoryhub.pages.playground import playground_ask, playground_say, playground_seat, playground_steps
from memoryhub.pages.playground.playground_ask import AskForm
from memoryhub.pages.playground.playground_calls import Calls
from memoryhub.pages.playground.playground_say import REFUSED, SayForm
from memoryhub.pages.playground.playground_seat import Seat, SeatForm
from memoryhub.pages.playground.playground_steps import Standing
from observability import worklog
from profiles import console, firstcall
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import Agent, Member
from profiles.shelves import scope_query
from summaries.models import Session

AGENTS_OFFERED = 50
MODULE = "Playground"


class NotYoursToSpeakFor(Refused):
    code = "not_found"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("This person is not known, or not yours to speak for. Choose again at the playground."))


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member = playground_seat.sitting(request.visitor)
    form = SeatForm(member, request.GET) if "whose" in request.GET else None
    if form is not None and not form.is_valid():
        about = _about(request, playground_seat.sandbox(member)) | {"choice": form}
        return render(request, "pages/playground.html", about, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _page(request, form.seat() if form else playground_seat.sandbox(member))


@signed_in
@require_POST
def try_out(request: ConsoleRequest) -> HttpResponse:
    """Read and decide as learning would, and store nothing."""
    seat, form = _seat(request), SayForm(request.POST)
    if not form.is_valid():
        return _saying(request, seat, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        tried = playground_say.tried(seat, form, now=timezone.now())
    except Refused as error:
        return _said_no(request, seat, form, error)
    if tried.is_compared:
        _note_look(request, seat, model="decision", key=seat.profile.pk if seat.profile else "")
    calls = Calls(firstcall.base_of(request), seat)
    return _saying(request, seat, form, tried=tried, tried_call=calls.try_out(form.turns))


@signed_in
@require_POST
def say(request: ConsoleRequest) -> HttpResponse:
    """Store what was said and have it learned from, as an agent's call would."""
    seat, form = _seat(request), SayForm(request.POST)
    if not form.is_valid():
        return _saying(request, seat, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        recorded = playground_say.record(seat, form, now=timezone.now())
    except Refused as error:
        return _said_no(request, seat, form, error)
    if recorded.job_id is None:
        messages.warning(request, _("Memory is paused, and what is said meanwhile is not kept. Nothing was stored."))
        return _onward(request, f"{reverse('playground')}?{seat.query}")
    _note_words(request, seat, recorded)
    return _onward(request, reverse("playground-run", args=[recorded.job_id]))


@signed_in
@require_safe
def run(request: ConsoleRequest, job_id: int) -> HttpResponse:
    """What became of something that was said; asked for a part, nothing while there is nothing new."""
    seat, job = _known(request, job_id)
    standing = Standing(job, timezone.now())
    if wants_fragment(request):
        if request.GET.get("seen") == standing.word:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return render(request, "pages/playground.html#run", _run(request, seat, standing))
    return _page(request, seat, standing)


@signed_in
@require_POST
def take_back(request: ConsoleRequest, job_id: int) -> HttpResponse:
    """Take back what was learned from something that was said."""
    _seat_of_it, job = _known(request, job_id)
    done = undo.take_back(job, origin=request.visitor.origin, now=timezone.now())
    number = len(done.fact_ids)
    sentence = ngettext(
        "Taken back: %(number)d fact is as before.", "Taken back: %(number)d facts are as before.", number
    )
    messages.success(request, sentence % {"number": number})
    return _onward(request, reverse("playground-run", args=[job_id]))


@signed_in
@require_POST
def ask(request: ConsoleRequest) -> HttpResponse:
    """The context for a question. It is observed like any other request, so it is asked for by a POST."""
    seat, form = _seat(request), AskForm(request.POST)
    if not form.is_valid():
        return _asking(request, seat, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    tenant = playground_seat.sitting(request.visitor).tenant
    answer = playground_ask.answer(
        seat,
        form,
        tenant=tenant,
        now=timezone.now(),
        hides_global=not playground_seat.reads_global(request.visitor, seat),
    )
    if seat.is_others:
        laid, key = answer.assembled.layout, answer.observation.observation_id
        context_looks.note(request.visitor, answer.asked, laid, model="observation", key=key)
    calls, values = Calls(firstcall.base_of(request), seat), form.cleaned_data
    return _asking(
        request,
        seat,
        form,
        answer=answer,
        links_facts=seat.whose == playground_seat.ME,
        links_request=seat.whose == playground_seat.ME or request.visitor.may_administer,
        ask_call=calls.ask(answer.question, form.session_id, values["max_tokens"]),
        observation_call=calls.observation(answer.observation.observation_id),
    )


@signed_in
@require_POST
def empty(request: ConsoleRequest) -> HttpResponse:
    """Take away everything that was ever typed into the visitor's sandbox."""
    seat = playground_seat.sandbox(playground_seat.sitting(request.visitor))
    if seat.profile is not None:
        erasure.erase(seat.named, actor=request.visitor.actor, now=timezone.now())
    messages.success(request, _("Your sandbox is empty."))
    return _onward(request, reverse("playground"))


# --- whose ---------------------------------------------------------------------------------------------------------


def _seat(request: ConsoleRequest) -> Seat:
    """The seat that a form names in its hidden fields, for which a model may work. Raises TooMany, NotYoursToSpeakFor."""
    console.count(request)
    form = SeatForm(playground_seat.sitting(request.visitor), request.POST)
    if not form.is_valid():
        raise NotYoursToSpeakFor
    return form.seat()


def _known(request: ConsoleRequest, job_id: int) -> tuple[Seat, Job]:
    """What was said to one's own memory or sandbox; for administrators, to anybody's of the tenant. Raises NothingHere."""
    member = playground_seat.sitting(request.visitor)
    found = Job.objects.filter(profile__tenant=member.tenant_id, kind=Job.Kind.LEARN, pk=job_id)
    job = found.select_related("profile__tenant", "profile__user", "profile__end_user", "session").first()
    if job is None:
        raise NothingHere
    seat = playground_seat.of(member, job.profile, agent_id=job.agent_id or playground_seat.AGENT)
    if not playground_seat.may_sit(request.visitor, seat):
        raise NothingHere
    return seat, job


def _note_look(request: ConsoleRequest, seat: Seat, *, model: str, key: object) -> None:
    """An administrator's look at what is somebody else's is on record, and its owner can see it."""
    if seat.is_others and seat.profile is not None:
        who.note_look(request.visitor, seat.profile.pk, model=model, key=key)


def _note_words(request: ConsoleRequest, seat: Seat, recorded: Recorded) -> None:
    """Words that somebody else put into a person's mouth are on record with who it was."""
    if seat.is_others:
        worklog.publish(
            tenant_id=seat.named.tenant_id,
            profile_id=recorded.profile_id,
            module=MODULE,
            level="info",
            actor=request.visitor.actor,
            message="Messages were sent for a person from the playground.",
            details={"job": recorded.job_id, "messages": recorded.stored},
        )


# --- answers -------------------------------------------------------------------------------------------------------


def _page(request: ConsoleRequest, seat: Seat, standing: Standing | None = None) -> HttpResponse:
    about = _about(request, seat, session=standing.job.session if standing else None)
    return render(request, "pages/playground.html", about | (_run(request, seat, standing) if standing else {}))


def _about(request: ConsoleRequest, seat: Seat, *, session: Session | None = None) -> dict[str, Any]:
    member = playground_seat.sitting(request.visitor)
    saying = SayForm(session=session.session_id if session else "")
    choice = SeatForm(member)
    choice.initial = seat.values
    return {
        "seat": seat,
        "choice": choice,
        "agents": _agents(member),
        "saying": saying,
        "asking": AskForm(session=saying.session_id),
        "session": session,
        "facts_call": Calls(firstcall.base_of(request), seat).facts(),
    }


def _agents(member: Member) -> list[str]:
    known = Agent.objects.filter(tenant=member.tenant_id).order_by("agent_id").values_list("agent_id", flat=True)
    return list(known[:AGENTS_OFFERED])


def _run(request: ConsoleRequest, seat: Seat, standing: Standing) -> dict[str, Any]:
    """The steps when it is over; before that only how it stands, without a word that was said."""
    job, calls = standing.job, Calls(firstcall.base_of(request), seat)
    about: dict[str, Any] = {"seat": seat, "standing": standing, "job": job, "job_call": calls.job(job.pk)}
    if not standing.is_over:
        return about
    _note_look(request, seat, model="session", key=job.session_id)
    steps = playground_steps.of_job(job)
    turns = [(one.role, one.text) for one in steps.spoken]
    session_id = job.session.session_id if job.session else ""
    return about | {
        "steps": steps,
        "links": "own" if seat.whose == playground_seat.ME else "others" if _is_administrator(request) else "",
        "scope_query": scope_query(job.scope_id),
        "say_call": calls.say(turns, session_id),
        "undo_call": calls.undo(job.pk),
    }


def _is_administrator(request: ConsoleRequest) -> bool:
    return playground_seat.sitting(request.visitor).is_administrator


def _saying(
    request: ConsoleRequest, seat: Seat, form: SayForm, *, status: int = HTTPStatus.OK, **about: Any
) -> HttpResponse:
    about |= {"saying": form, "is_answer": wants_fragment(request)}
    if wants_fragment(request):
        return render(request, "pages/playground.html#saying", about | {"seat": seat}, status=status)
    asking = AskForm(session=form.session_id)
    return render(request, "pages/playground.html", _about(request, seat) | about | {"asking": asking}, status=status)


def _asking(
    request: ConsoleRequest, seat: Seat, form: AskForm, *, status: int = HTTPStatus.OK, **about: Any
) -> HttpResponse:
    about |= {"asking": form, "is_answer": wants_fragment(request)}
    if wants_fragment(request):
        return render(request, "pages/playground.html#asking", about | {"seat": seat}, status=status)
    saying = SayForm(session=form.session_id)
    return render(request, "pages/playground.html", _about(request, seat) | about | {"saying": saying}, status=status)


def _said_no(request: ConsoleRequest, seat: Seat, form: SayForm, error: Refused) -> HttpResponse:
    form.add_error("said", str(REFUSED.get(error.code, error.sentence)))
    form.renew()
    return _saying(request, seat, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _onward(request: ConsoleRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if wants_fragment(request) else redirect(address)
