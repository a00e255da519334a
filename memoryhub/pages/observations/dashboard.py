"""Whether memory works: figures of a time and an agent, each of which leads to the requests that it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from extraction.models import Job
from memoryhub.pages import first_request, who
from memoryhub.pages.observations import drawn, periods, spending
from memoryhub.pages.observations.drawn import Step
from memoryhub.pages.observations.periods import Period
from memoryhub.pages.observations.request_filters import View, slow_line
from observability import stats
from observability.models import REASONS
from observability.stats import Figures
from profiles.console import ConsoleRequest, signed_in
from profiles.models import Member

AGENTS_SHOWN = 20
SHARES = (("p50", stats.P50), ("p95", stats.P95), ("p99", stats.P99))
ENDS = (Job.State.DONE, Job.State.PARTIAL, Job.State.FAILED)


@dataclass(frozen=True)
class Percentile:
    """`share` of a hundred requests took at most `ms`; None of nothing."""

    share: int
    ms: float | None
    address: str

    @property
    def is_beyond(self) -> bool:
        return self.ms is not None and self.ms > settings.MEMORYHUB_LATENCY_LINE


@signed_in
@require_safe
def board(request: ConsoleRequest) -> HttpResponse:
    member, now = who.operator(request.visitor), timezone.now()
    asked = View.of(request.GET, now=now)
    view = View(asked.period, agent=asked.agent)
    steps = _steps(member, view)
    whole = stats.total(step.figures for step in steps)
    agents = stats.by_agent(_hours(member, View(view.period)), most=AGENTS_SHOWN)
    last = None if whole.requests else stats.last_hour(member.tenant_id)
    about: dict[str, Any] = {
        "view": view,
        "period": view.period,
        "presets": periods.NAMES,
        "agents": view.agents_offered(agents),
        "whole": whole,
        "zone": timezone.get_default_timezone_name(),
        "last": View(Period.days(_day_of(last), _day_of(last))).dashboard if last else "",
        "call": "" if whole.requests or last else first_request.command(request),
        "kept_days": settings.MEMORYHUB_OBSERVATION_DAYS,
        **_figures(view, whole),
        **_work(member, view),
    }
    about["charts"] = drawn.of_requests(view, steps, agents) if whole.requests else []
    return render(request, "pages/observations/dashboard.html", about)


def _hours(member: Member, view: View) -> stats.Hours:
    since, until = view.period.since, view.period.until
    return stats.hours(member.tenant_id, since=since, until=until, agent_id=view.agent or None)


def _steps(member: Member, view: View) -> Sequence[Step]:
    """Every hour or day of the time, the oldest first, also those in which nothing was asked."""
    period, rows = view.period, _hours(member, view)
    found: Mapping[Any, Figures]
    if period.is_by_hour:
        found = stats.by_hour(rows)
        return [Step(View(one, agent=view.agent), found.get(one.since, Figures())) for one in period.steps]
    found = stats.by_day(rows, timezone.get_default_timezone())
    return [Step(View(one, agent=view.agent), found.get(one.day, Figures())) for one in period.steps]


def _figures(view: View, whole: Figures) -> dict[str, Any]:
    """The numbers at the top, and where they lead."""
    slow = slow_line()
    return {
        "percentiles": [
            Percentile(int(name[1:]), ms, view.narrowed(over=int(ms)) if ms is not None else "")
            for name, share in SHARES
            for ms in [whole.latency.percentile(share)]
        ],
        "latency_line": settings.MEMORYHUB_LATENCY_LINE,
        "slow": whole.latency.beyond(slow),
        "slow_ms": slow,
        "slow_address": view.narrowed(over=slow),
        "score_line": settings.MEMORYHUB_SCORE_LINE,
        "is_score_low": whole.average_score is not None and whole.average_score < settings.MEMORYHUB_SCORE_LINE,
        "coverage": None if whole.coverage is None else 100 * whole.coverage,
        "addresses": _addresses(view),
        "reasons": [
            *((reason, whole.reasons[reason], view.narrowed(feedback="bad", reason=reason)) for reason in REASONS),
            ("", whole.unreasoned, view.narrowed(feedback="bad", reason="none")),
        ],
    }


def _addresses(view: View) -> dict[str, str]:
    """Where each figure leads: to the requests that it counts."""
    return {
        "scored": view.narrowed(score="any"),
        "low": view.narrowed(score="low"),
        "injected": view.narrowed(memory="injected"),
        "empty": view.narrowed(memory="empty"),
        "off": view.narrowed(memory="off"),
        "failed": view.narrowed(state="failed"),
        "degraded": view.narrowed(state="degraded"),
        "good": view.narrowed(feedback="good"),
        "bad": view.narrowed(feedback="bad"),
    }


def _work(member: Member, view: View) -> dict[str, Any]:
    """Jobs and money are not told apart by agent."""
    since, until = view.period.since, view.period.until
    ended = stats.jobs(member.tenant_id, since=since, until=until)
    kinds = [(kind, [(state, ended.get((kind, state), 0)) for state in ENDS]) for kind in Job.Kind.values]
    zone = None if view.period.is_by_hour else timezone.get_default_timezone()
    spent = stats.spending(member.tenant_id, since=since, until=until, zone=zone)
    return {
        "ends": ENDS,
        "work": f"{reverse('work')}?{view.time}",
        "calls": f"{reverse('model-calls')}?{view.time}",
        "jobs": [(kind, numbers) for kind, numbers in kinds if any(number for _state, number in numbers)],
        "spending": spending.by_purpose(spent),
        "spent": spending.summed(spent),
        "cost": spending.chart(view, spent) if spent else None,
    }


def _day_of(hour: datetime) -> date:
    return timezone.localdate(hour, timezone.get_default_timezone())
