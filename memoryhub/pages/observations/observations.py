"""Requests for a context: the list of those who run the service, and one request, also for the person it was about."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from memoryhub import feedback
from memoryhub.feedback import Given
from memoryhub.pages import first_request, who
from memoryhub.pages.newest import SHOWN, Place
from memoryhub.pages.observations import trace_contents, traces
from memoryhub.pages.observations.observation_forms import OpinionForm
from memoryhub.pages.observations.request_filters import AGENTS_OFFERED, FAILED_LEVELS, View, slow_line
from observability import asked, observations, stats, texts
from observability.models import REASONS, Feedback, Observation
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.lifecycle import Source
from profiles.models import Member


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, view = who.operator(request.visitor), View.of(request.GET, now=timezone.now())
    person = who.with_name(member.tenant_id, view.person) if view.person else None
    profiles = None if not view.person else [person] if person else []
    after = (view.after.at, view.after.key) if view.after else None
    page = asked.page(member.tenant_id, view.wanted(profiles), after=after, limit=SHOWN)
    people = who.names_of(member.tenant_id, {row.profile_id for row in page.rows if row.profile_id})
    since, until = view.period.since, view.period.until
    agents = stats.agents(member.tenant_id, since=since, until=until, most=AGENTS_OFFERED)
    about: dict[str, Any] = {
        "view": view,
        "period": view.period,
        "rows": [(row, people.get(row.profile_id or 0, "")) for row in page.rows],
        "next": replace(view, after=Place(*page.next)).further if page.next else "",
        "is_cut": page.is_cut,
        "is_nobody": bool(view.person) and person is None,
        "agents": view.agents_offered(agents),
        "slow_ms": slow_line(),
        "latency_line": settings.MEMORYHUB_LATENCY_LINE,
        "score_line": settings.MEMORYHUB_SCORE_LINE,
        "reasons": REASONS,
        "failed_levels": [(value, traces.LEVEL_NAMES[level]) for value, level in FAILED_LEVELS.items()],
        "kept_days": settings.MEMORYHUB_OBSERVATION_DAYS,
        "call": "" if page.rows or view.chosen else first_request.missing(request, member.tenant_id),
    }
    part = "#requests" if wants_fragment(request) else ""
    return render(request, f"pages/observations/requests.html{part}", about)


@signed_in
@require_safe
def show(request: ConsoleRequest, observation_id: str) -> HttpResponse:
    observation = _known(request, observation_id)
    return _page(request, observation, OpinionForm(initial=_said(observation)))


@signed_in
@require_POST
def say(request: ConsoleRequest, observation_id: str) -> HttpResponse:
    """Take down what somebody thinks of the answer; given again, it is changed."""
    observation = _known(request, observation_id)
    if not _may_judge(request, observation):
        raise NothingHere
    form = OpinionForm(request.POST)
    if not form.is_valid():
        return _page(request, observation, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    given = Given(form.cleaned_data["rating"], form.given_reason, form.cleaned_data["remark"], form.on_memories)
    try:
        waiting = feedback.give(observation, given, source=Source.CONSOLE, now=timezone.now())
    except (feedback.RemarkTooLong, feedback.UnknownMemory) as error:
        form.add_error("remark" if error.field == "remark" else None, str(error.sentence))
        return _page(request, observation, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _told(given, len(waiting)))
    return redirect("request", observation_id)


def _told(given: Given, waiting: int) -> str:
    if waiting:
        return ngettext(
            "Noted. %(number)d fact waits for a person's word because of it.",
            "Noted. %(number)d facts wait for a person's word because of it.",
            waiting,
        ) % {"number": waiting}
    return _("Taken back.") if given.rating == Feedback.Rating.NONE and not given.memories else _("Noted.")


def _known(request: ConsoleRequest, observation_id: str) -> Observation:
    """One of the tenant for those who run the service, one's own for everybody else. Raises NothingHere."""
    member = request.visitor.member
    if member is None:
        raise NothingHere
    rows = observations.of_tenant(member.tenant_id)
    if not request.visitor.may_administer:
        rows = rows.filter(profile_id=member.profile_id or 0)
    if who.reads_logged(request.visitor):
        rows = rows.select_related("context_text")
    found = feedback.arrived(rows, observation_id[:64])
    if found is None:
        raise NothingHere
    return found


def _is_own(request: ConsoleRequest, observation: Observation) -> bool:
    member = request.visitor.member
    return member is not None and observation.profile_id is not None and member.profile_id == observation.profile_id


def _may_judge(request: ConsoleRequest, observation: Observation) -> bool:
    member = request.visitor.member
    return _is_own(request, observation) or (member is not None and member.is_administrator)


def _page(request: ConsoleRequest, observation: Observation, form: OpinionForm, *, status: int = 200) -> HttpResponse:
    is_own, may_judge = _is_own(request, observation), _may_judge(request, observation)
    may_read = is_own or who.reads_logged(request.visitor)
    shows_contents = is_own or (may_read and request.GET.get("contents") == "yes")
    trace = traces.weighed(observation)
    places = trace_contents.places(observation, trace)
    opinion: Feedback | None = getattr(observation, "feedback", None)
    reads_remark = opinion is not None and bool(opinion.remark) and may_judge
    contents = trace_contents.contents(places, trace) if shows_contents else {}
    text = texts.of(observation) if shows_contents and who.reads_logged(request.visitor) else None
    if (shows_contents or reads_remark) and not is_own:
        told = trace_contents.told_of(places, trace, contents, is_whole=bool(text))
        who.note_looks(request.visitor, told, model="observation", key=observation.observation_id)
    form.offer_memories(trace, observation)
    about: dict[str, Any] = {
        "one": observation,
        "person": _person(request.visitor.member, observation),
        "trace": [(traces.PARTS[part], its) for part, its in trace.items()],
        "trace_limit": observations.TRACE_LIMIT,
        "addresses": trace_contents.addresses(request.visitor, places, trace),
        "contents": contents,
        "text": text,
        "thought": {row.memory_id: row for row in observation.memory_feedback.all()},
        "opinion": opinion,
        "form": form if may_judge else None,
        "is_own": is_own,
        "may_read": may_read,
        "may_judge": may_judge,
        "shows_contents": shows_contents,
        **_measured(observation),
    }
    return render(request, "pages/observations/request.html", about, status=status)


def _measured(observation: Observation) -> dict[str, Any]:
    """What is the same for every reader: how it went, and the lines by which it is called slow or poor."""
    return {
        "levels": traces.levels(observation),
        "mode": traces.mode(observation),
        "embedding_ms": traces.embedding_ms(observation),
        "embedding_error": traces.embedding_error(observation),
        "logs_contents": bool(settings.MEMORYHUB_LOG_CONTENT),
        "latency_line": settings.MEMORYHUB_LATENCY_LINE,
        "score_line": settings.MEMORYHUB_SCORE_LINE,
    }


def _person(member: Member | None, observation: Observation) -> str:
    if member is None or observation.profile_id is None:
        return ""
    return who.names_of(member.tenant_id, {observation.profile_id}).get(observation.profile_id, "")


def _said(observation: Observation) -> dict[str, Any]:
    opinion: Feedback | None = getattr(observation, "feedback", None)
    if opinion is None:
        return {}
    return {"rating": opinion.rating, "reason": opinion.reason, "remark": opinion.remark}
