"""Background work for those who run the service: how it stands, one job, and what can be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from engine.text import normal
from extraction import jobs, names, overview, undo
from extraction.models import Decision, Job, JobQuerySet
from memoryhub import reasons
from memoryhub.pages import first_message, who
from memoryhub.pages.observations.periods import Period
from memoryhub.reasons import Neighbour
from observability import looks
from observability.models import ModelCall
from profiles import reversal, story
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import FactEvent, Member

SHOWN = 50
DECISIONS_SHOWN = 100
CALLS_SHOWN = 50
IS_KEPT = ExpressionWrapper(~Q(reply_text=""), output_field=BooleanField())
OVER_WITH = (Job.State.FAILED, Job.State.PARTIAL)


@dataclass(frozen=True)
class View:
    """Which jobs somebody looks at, of whatever time or those that ended in `period`; it travels in the address and in the hidden fields of forms."""

    state: str = ""
    reason: str = ""
    kind: str = ""
    period: Period | None = None
    after: int | None = None

    @classmethod
    def of(cls, data: QueryDict, *, now: datetime) -> "View":
        """What is not usable is as if it were not there."""
        state, kind = data.get("state", ""), data.get("kind", "")
        return cls(
            state=state if state in Job.State.values else "",
            reason=data.get("reason", "")[:64],
            kind=kind if kind in Job.Kind.values else "",
            period=Period.named(data, now=now),
            after=normal.whole_number(data.get("after")),
        )

    @property
    def chosen(self) -> dict[str, str]:
        return {**self._named, **(self.period.query if self.period else {})}

    @property
    def wanted(self) -> Q:
        """Of a time are the jobs that ended in it."""
        ended = {"finished_at__gte": self.period.since, "finished_at__lt": self.period.until} if self.period else {}
        return Q(**self._named, **ended)

    @property
    def _named(self) -> dict[str, str]:
        values = {"state": self.state, "reason": self.reason, "kind": self.kind}
        return {name: value for name, value in values.items() if value}

    @property
    def filters(self) -> str:
        return urlencode(self.chosen)

    @property
    def address(self) -> str:
        return reverse("work") + (f"?{self.filters}" if self.filters else "")

    @property
    def of_any_time(self) -> str:
        return replace(self, period=None).address


@dataclass(frozen=True)
class Ruled:
    """A decision in words. What a model says in its own words may quote: it is shown with the contents alone."""

    decision: Decision
    sentence: str
    neighbours: Sequence[tuple[str, Neighbour]]


@dataclass(frozen=True)
class Effect:
    """What a job did to one fact, told without what the fact says."""

    event: FactEvent
    what: str


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    return _page(request, View.of(request.GET, now=timezone.now()))


@signed_in
@require_POST
def rerun_all(request: ConsoleRequest) -> HttpResponse:
    """Start again whatever the filters show and can be."""
    member, now = who.operator(request.visitor), timezone.now()
    view = View.of(request.POST, now=now)
    number = jobs.rerun_all(_of(member).filter(view.wanted), actor=request.visitor.actor, now=now)
    done = ngettext("%(number)d job runs again.", "%(number)d jobs run again.", number) % {"number": number}
    messages.success(request, done)
    return _page(request, view) if wants_fragment(request) else redirect(view.address)


@signed_in
@require_safe
def show(request: ConsoleRequest, job_id: int) -> HttpResponse:
    member = who.operator(request.visitor)
    return _job_page(request, member, _known(member, job_id))


@signed_in
@require_POST
def rerun(request: ConsoleRequest, job_id: int) -> HttpResponse:
    member = who.operator(request.visitor)
    jobs.rerun(_known(member, job_id), actor=request.visitor.actor, now=timezone.now())
    messages.success(request, _("It runs again."))
    return _after(request, member, job_id)


@signed_in
@require_POST
def take_back(request: ConsoleRequest, job_id: int) -> HttpResponse:
    """Like the undoing of a dream: of one's own, and for administrators of everybody's."""
    member = who.operator(request.visitor)
    job = _known(member, job_id)
    if not who.sees_contents(request.visitor, job.profile_id):
        raise who.NotForYou
    done = undo.take_back(job, origin=request.visitor.origin, now=timezone.now())
    number = len(done.fact_ids)
    sentence = ngettext(
        "Taken back: %(number)d fact is as before.", "Taken back: %(number)d facts are as before.", number
    )
    messages.success(request, sentence % {"number": number})
    return _after(request, member, job_id)


@signed_in
@require_safe
def reply(request: ConsoleRequest, job_id: int, call_id: int) -> HttpResponse:
    """What a model answered: for administrators, while contents may be logged, and each look is on record."""
    member = who.operator(request.visitor)
    job = _known(member, job_id)
    call = _calls(job).filter(pk=call_id).exclude(reply_text="").first()
    if call is None or not who.reads_logged(request.visitor):
        raise NothingHere
    who.note_look(request.visitor, job.profile_id, model="modelcall", key=call.pk)
    return render(request, "pages/job_reply.html", {"job": job, "call": call})


def _of(member: Member) -> JobQuerySet:
    return Job.objects.filter(profile__tenant=member.tenant_id)


def _known(member: Member, job_id: int) -> Job:
    found = _of(member).select_related("profile", "profile__user", "profile__end_user", "session")
    job = found.filter(pk=job_id).first()
    if job is None:
        raise NothingHere
    return job


def _page(request: ConsoleRequest, view: View) -> HttpResponse:
    member, now = who.operator(request.visitor), timezone.now()
    every = _of(member)
    found = every.filter(view.wanted)
    after = found if view.after is None else found.filter(pk__lt=view.after)
    ahead = list(after.select_related("profile", "profile__user", "profile__end_user").order_by("-pk")[: SHOWN + 1])
    figures = overview.figures(every, tenant_id=member.tenant_id, now=now)
    about: dict[str, Any] = {
        "view": view,
        "rows": [(job, who.name_of(job.profile)) for job in ahead[:SHOWN]],
        "next": ahead[SHOWN - 1].pk if len(ahead) > SHOWN else None,
        "figures": figures,
        "spending_days": overview.SPENDING_DAYS,
        "counts": [
            (state, figures.count(state)) for state in (Job.State.PENDING, Job.State.RUNNING, *reversed(OVER_WITH))
        ],
        "failures": [group for state in OVER_WITH for group in figures.by_reason(state)],
        "nothing": figures.by_reason(Job.State.DONE),
        "states": Job.State.values,
        "kinds": Job.Kind.values,
        "reasons": sorted({group.reason for group in figures.groups} - {""}),
        "again": found.can_run_again().count()
        if figures.count(Job.State.FAILED) + figures.count(Job.State.PARTIAL)
        else 0,
        "now": now,
        "call": "" if ahead or view.filters or view.after else first_message.command(request),
    }
    part = "#work" if wants_fragment(request) else ""
    return render(request, f"pages/jobs.html{part}", about)


def _after(request: ConsoleRequest, member: Member, job_id: int) -> HttpResponse:
    if wants_fragment(request):
        return _job_page(request, member, _known(member, job_id))
    return redirect("work-job", job_id)


def _job_page(request: ConsoleRequest, member: Member, job: Job) -> HttpResponse:
    is_readable = who.sees_contents(request.visitor, job.profile_id)
    decisions = list(Decision.objects.filter(profile=job.profile_id, job_id=job.pk).order_by("pk")[:DECISIONS_SHOWN])
    shows_contents = is_readable and bool(decisions) and request.GET.get("contents") == "yes"
    if shows_contents and job.profile_id != member.profile_id:
        rows = [(job.profile_id, decision.pk) for decision in decisions]
        looks.record_all(tenant_id=member.tenant_id, actor=request.visitor.actor, model="decision", rows=rows)
    may_undo = is_readable and job.state not in undo.OPEN
    about: dict[str, Any] = {
        "job": job,
        "name": who.name_of(job.profile),
        "effects": _effects(job),
        "decisions": [_ruled(decision) for decision in decisions],
        "shows_contents": shows_contents,
        "may_show_contents": is_readable and bool(decisions) and not shows_contents,
        "calls": list(_calls(job)[:CALLS_SHOWN]),
        "reads_replies": who.reads_logged(request.visitor),
        "undone": undo.undone(job),
        "may_run_again": job.state in OVER_WITH and undo.undone(job) is None,
        "plan": reversal.of_events(job.profile_id, Q(job_id=job.pk), over_at=job.finished_at) if may_undo else None,
    }
    part = "#job" if wants_fragment(request) else ""
    return render(request, f"pages/job.html{part}", about)


def _effects(job: Job) -> Sequence[Effect]:
    events = FactEvent.objects.filter(profile=job.profile_id, job_id=job.pk).select_related("fact").order_by("pk")
    return [Effect(event, story.sentence(event)) for event in events]


def _ruled(decision: Decision) -> Ruled:
    told = reasons.told(decision, {})
    sentence = str(names.WISHES.get(decision.action, told.sentence)) if _is_wish(decision) else told.sentence
    ids = [str(one.get("fact_id", "")) for one in decision.candidates]
    return Ruled(decision, sentence, list(zip(ids, told.neighbours, strict=True)))


def _is_wish(decision: Decision) -> bool:
    return decision.kind == Decision.Kind.INSTRUCTION


def _calls(job: Job) -> Any:
    found = ModelCall.objects.filter(tenant_id=job.profile.tenant_id, profile_id=job.profile_id, job_id=job.pk)
    return found.defer("request_text", "reply_text").annotate(has_reply=IS_KEPT).order_by("-at", "-pk")
