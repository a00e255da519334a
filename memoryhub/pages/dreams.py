"""The dreams of a tenant for those who run the service: when the next one is, how the last ones went, one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from engine.text import normal
from extraction.dream import runs, schedule, undo
from extraction.models import DreamOperation, DreamPart, DreamRun
from memoryhub.pages import who
from profiles import firstcall, mine, story
from profiles.console import ConsoleRequest, NothingHere, signed_in, wants_fragment
from profiles.models import Member

RUNS_SHOWN = 30
PARTS_SHOWN = 50
# What the figures of a run show, in this order.
FIGURES = ("users", "merged", "outdated", "waiting", "rejected", "failed", "skipped", "episodes", "tokens")
WITH_CHANGES, WITH_WAITING = "changes", "waiting"
FILTERS: Mapping[str, Q] = {
    DreamPart.State.FAILED: Q(state=DreamPart.State.FAILED),
    DreamPart.State.SKIPPED: Q(state=DreamPart.State.SKIPPED),
    DreamPart.State.PENDING: Q(state=DreamPart.State.PENDING),
    WITH_CHANGES: Q(counts__merged__gt=0) | Q(counts__outdated__gt=0),
    WITH_WAITING: Q(operations__state=DreamOperation.State.WAITING),
}


@dataclass(frozen=True)
class Told:
    """A run with who started it and its figures in words; `done` of `parts` people are over with."""

    run: DreamRun
    who: str
    parts: int = 0
    done: int = 0

    @property
    def figures(self) -> Sequence[tuple[str, object]]:
        counts = self.run.counts
        return [(word, counts[word]) for word in FIGURES if counts.get(word)]

    @property
    def is_scheduled(self) -> bool:
        return bool(self.run.slot)

    @property
    def seconds(self) -> float | None:
        """How long it took, None while it is under way."""
        over = self.run.finished_at
        return (over - self.run.started_at).total_seconds() if over else None


@dataclass(frozen=True)
class View:
    """Which people of a run somebody looks at."""

    show: str = ""
    after: int | None = None

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        """What is not usable is as if it were not there."""
        show = data.get("show", "")
        return cls(show if show in FILTERS else "", normal.whole_number(data.get("after")))

    @property
    def filters(self) -> str:
        return urlencode({"show": self.show}) if self.show else ""


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    return _board(request)


@signed_in
@require_POST
def start(request: ConsoleRequest) -> HttpResponse:
    """Start a dream for everybody with news, or show what it would do. A second start shows the running one."""
    member, is_dry = who.administrator(request.visitor), request.POST.get("dry") == "yes"
    run, is_new = runs.start(member.tenant, actor=request.visitor.actor, now=timezone.now(), is_dry=is_dry)
    if is_new:
        messages.success(request, _("It begins in a moment."))
    elif run.is_dry and not is_dry:
        messages.warning(request, _("A dry run is under way: nothing else began. Start again when it is over."))
    else:
        messages.info(request, _("A dream is running already: here it is."))
    return redirect("dream", run.pk)


@signed_in
@require_safe
def show(request: ConsoleRequest, run_id: int) -> HttpResponse:
    member = who.operator(request.visitor)
    return _run_page(request, known(member, run_id))


@signed_in
@require_POST
def take_back(request: ConsoleRequest, run_id: int) -> HttpResponse:
    """Everything that a run changed returns to its former state, person by person."""
    run = known(who.administrator(request.visitor), run_id)
    done = undo.of_run(run, origin=request.visitor.origin, now=timezone.now())
    messages.success(request, returned(len(done.fact_ids), len(done.kept)))
    if done.left:
        messages.info(request, _("This was not yet everybody. Undo it again for the others."))
    if wants_fragment(request):
        return _run_page(request, known(who.operator(request.visitor), run_id))
    return redirect("dream", run_id)


def known(member: Member, run_id: int) -> DreamRun:
    """A run of the tenant. Raises NothingHere."""
    run = DreamRun.objects.filter(tenant=member.tenant_id, pk=run_id).first()
    if run is None:
        raise NothingHere
    return run


def returned(number: int, kept: int) -> str:
    """What was taken back, as a sentence."""
    sentence = ngettext(
        "Taken back: %(number)d fact is as before.", "Taken back: %(number)d facts are as before.", number
    ) % {"number": number}
    if not kept:
        return sentence
    left = ngettext("%(number)d stays as it is.", "%(number)d stay as they are.", kept) % {"number": kept}
    return f"{sentence} {left}"


def _board(request: ConsoleRequest) -> HttpResponse:
    member, now = who.operator(request.visitor), timezone.now()
    after = normal.whole_number(request.GET.get("after"))
    found = DreamRun.objects.filter(tenant=member.tenant_id)
    found = found if after is None else found.filter(pk__lt=after)
    ahead = list(found.order_by("-pk")[: RUNS_SHOWN + 1])
    told = _told(ahead[:RUNS_SHOWN], request)
    about: dict[str, Any] = {
        "open": next((one for one in told if one.run.state != DreamRun.State.DONE), None),
        "told": told,
        "next": ahead[RUNS_SHOWN - 1].pk if len(ahead) > RUNS_SHOWN else None,
        "after": after,
        "next_start": schedule.upcoming(now),
        "now": now,
        "is_paused": member.tenant.is_paused,
        "may_start": member.is_administrator,
        "call": "" if told or after else firstcall.shell("POST", f"{firstcall.base_of(request)}/api/admin/dream", {}),
    }
    part = "#dreams" if wants_fragment(request) else ""
    return render(request, f"pages/dreams.html{part}", about)


def _run_page(request: ConsoleRequest, run: DreamRun) -> HttpResponse:
    view = View.of(request.GET)
    every = DreamPart.objects.filter(run=run)
    found = every.filter(FILTERS[view.show]).distinct() if view.show else every
    found = found if view.after is None else found.filter(pk__gt=view.after)
    ahead = list(_with_people(found).order_by("pk")[: PARTS_SHOWN + 1])
    member = request.visitor.member
    about: dict[str, Any] = {
        "told": _told([run], request)[0],
        "run": run,
        "view": view,
        "filters": FILTERS,
        "rows": [(part, who.name_of(part.profile)) for part in ahead[:PARTS_SHOWN]],
        "next": ahead[PARTS_SHOWN - 1].pk if len(ahead) > PARTS_SHOWN else None,
        "may_undo": bool(member and member.is_administrator) and _can_be_undone(run),
        "may_start": bool(member and member.is_administrator) and run.is_dry and run.state == DreamRun.State.DONE,
    }
    part = "#dream" if wants_fragment(request) else ""
    return render(request, f"pages/dream.html{part}", about)


def _can_be_undone(run: DreamRun) -> bool:
    return run.state == DreamRun.State.DONE and not run.is_dry and run.undone_at is None


def _with_people(parts: "QuerySet[DreamPart]") -> "QuerySet[DreamPart]":
    return parts.select_related("profile", "profile__user", "profile__end_user").defer("log")


def _told(found: Sequence[DreamRun], request: ConsoleRequest) -> list[Told]:
    names = mine.names_of([run.actor for run in found])
    own = mine.own_actors(request.visitor)
    numbers = _progress([run for run in found if run.state != DreamRun.State.DONE])
    return [Told(run, story.who(run.actor, own=own, accounts=names), *numbers.get(run.pk, (0, 0))) for run in found]


def _progress(open_runs: Sequence[DreamRun]) -> dict[int, tuple[int, int]]:
    """How many people each open run has, and how many of them are over with."""
    if not open_runs:
        return {}
    rows = DreamPart.objects.filter(run__in=open_runs).values("run")
    counted = rows.annotate(every=Count("pk"), done=Count("pk", filter=~Q(state=DreamPart.State.PENDING)))
    return {row["run"]: (row["every"], row["done"]) for row in counted.order_by()}
