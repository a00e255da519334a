"""Where the time of a context goes: what each level took, found and put into the text."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from memoryhub.pages import first_request, who
from memoryhub.pages.observations import periods
from memoryhub.pages.observations.request_filters import AGENTS_OFFERED, FAILED, View
from memoryhub.pages.observations.traces import LEVEL_NAMES
from observability import stats
from observability.stats import LevelFigures
from profiles.console import ConsoleRequest, signed_in


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member = who.operator(request.visitor)
    asked = View.of(request.GET, now=timezone.now())
    view = View(asked.period, agent=asked.agent)
    span = {"since": view.period.since, "until": view.period.until}
    found = stats.levels(stats.hours(member.tenant_id, agent_id=view.agent or None, **span))
    agents = stats.agents(member.tenant_id, most=AGENTS_OFFERED, **span)
    levels = [
        (LEVEL_NAMES[level], its, _percentiles(its), view.narrowed(state=f"{FAILED}:{level}"))
        for level, its in found.items()
        if its.runs
    ]
    about: dict[str, Any] = {
        "view": view,
        "period": view.period,
        "presets": periods.NAMES,
        "agents": view.agents_offered(agents),
        "levels": levels,
        "call": "" if levels else first_request.missing(request, member.tenant_id),
        "failed": view.narrowed(state="failed"),
    }
    return render(request, "pages/observations/levels.html", about)


def _percentiles(its: LevelFigures) -> list[float | None]:
    return [its.latency.percentile(share) for share in (stats.P50, stats.P95, stats.P99)]
