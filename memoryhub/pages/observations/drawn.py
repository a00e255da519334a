"""What the dashboard draws, chart by chart, of the figures of each step of its time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.pages.observations.charts import Cell, Chart, Row, Series, counted, number, percent
from memoryhub.pages.observations.periods import Period
from memoryhub.pages.observations.request_filters import View, slow_line
from observability import stats
from observability.stats import Figures

AGENTS_DRAWN = 10
LONGEST_LABEL = 18
SHARES: Sequence[tuple[object, float, str]] = (
    (gettext_lazy("half of them"), stats.P50, "main"),
    (gettext_lazy("95 of 100"), stats.P95, "second"),
    (gettext_lazy("99 of 100"), stats.P99, "third"),
)


@dataclass(frozen=True)
class Step:
    """One hour or one day, what was asked in it, and the list of that."""

    view: View
    figures: Figures

    @property
    def period(self) -> Period:
        return self.view.period

    @property
    def short(self) -> str:
        """What stands below a bar."""
        if self.period.first is None:
            return formats.time_format(_local(self.period), "H:i")
        return formats.date_format(self.period.day, "MONTH_DAY_FORMAT")

    @property
    def long(self) -> str:
        if self.period.first is None:
            return f"{formats.date_format(_local(self.period), 'DATE_FORMAT')} {self.short}"
        return formats.date_format(self.period.day, "DATE_FORMAT")


def of_requests(view: View, steps: Sequence[Step], agents: Mapping[str, Figures]) -> list[Chart]:
    found = [_requests(steps), _times(steps), _scores(steps)]
    found += [_opinions(steps)] if any(step.figures.good or step.figures.bad for step in steps) else []
    return [*found, _agents(view, agents)]


def _requests(steps: Sequence[Step]) -> Chart:
    whole = stats.total(step.figures for step in steps)
    busiest = max(steps, key=lambda step: step.figures.requests)
    return Chart(
        key="requests",
        title=_("Requests"),
        sum=_("Requests: %(number)s. Most of them (%(most)s): %(when)s.")
        % {"number": number(whole.requests), "most": number(busiest.figures.requests), "when": busiest.long},
        labels=[step.short for step in steps],
        series=[
            Series(_("with memory"), [step.figures.injected for step in steps], "main"),
            Series(_("nothing found to tell"), [step.figures.empty for step in steps], "second"),
            Series(_("memory switched off"), [step.figures.off for step in steps], "off"),
        ],
        head=[
            _("When"),
            _("Requests"),
            _("with memory"),
            _("nothing found to tell"),
            _("memory switched off"),
            _("Failed"),
        ],
        rows=[Row(step.long, _request_cells(step.view, step.figures)) for step in reversed(steps)],
    )


def _request_cells(view: View, found: Figures) -> list[Cell]:
    return [
        counted(found.requests, view.address),
        counted(found.injected, view.narrowed(memory="injected")),
        counted(found.empty, view.narrowed(memory="empty")),
        counted(found.off, view.narrowed(memory="off")),
        counted(found.failed, view.narrowed(state="failed")),
    ]


def _times(steps: Sequence[Step]) -> Chart:
    whole, line, slow = stats.total(step.figures for step in steps), settings.MEMORYHUB_LATENCY_LINE, slow_line()
    return Chart(
        key="times",
        title=_("Time taken"),
        sum=_("Half of all requests took at most %(p50)s ms, 95 of 100 at most %(p95)s ms; the line is at %(line)s ms.")
        % {
            "p50": number(whole.latency.percentile(stats.P50)),
            "p95": number(whole.latency.percentile(stats.P95)),
            "line": number(line),
        },
        labels=[step.short for step in steps],
        series=[
            Series(str(label), [_rounded(step.figures.latency.percentile(share)) for step in steps], colour)
            for label, share, colour in SHARES
        ],
        head=[
            _("When"),
            *(str(label) for label, _share, _colour in SHARES),
            _("more than %(ms)s ms") % {"ms": number(slow)},
        ],
        rows=[Row(step.long, _time_cells(step.view, step.figures, slow)) for step in reversed(steps)],
        kind="line",
        unit="ms",
        line=(_("line"), line),
    )


def _time_cells(view: View, found: Figures, slow: int) -> list[Cell]:
    shares = [_time_cell(view, found, share) for _label, share, _colour in SHARES]
    return [*shares, counted(found.latency.beyond(slow), view.narrowed(over=slow))]


def _time_cell(view: View, found: Figures, share: float) -> Cell:
    ms = found.latency.percentile(share)
    return Cell(number(ms), view.narrowed(over=int(ms)) if ms is not None else "")


def _scores(steps: Sequence[Step]) -> Chart:
    whole, line = stats.total(step.figures for step in steps), settings.MEMORYHUB_SCORE_LINE
    return Chart(
        key="scores",
        title=_("How well it fits"),
        sum=_("The average score is %(score)s, the line is at %(line)s; %(coverage)s of the requests got memory.")
        % {
            "score": number(whole.average_score, 2),
            "line": number(line, 2),
            "coverage": percent(whole.coverage),
        },
        labels=[step.short for step in steps],
        series=[
            Series(_("average score"), [_rounded(step.figures.average_score, 3) for step in steps], "main"),
            Series(_("share with memory"), [_rounded(step.figures.coverage, 3) for step in steps], "second"),
        ],
        head=[_("When"), _("average score"), _("requests with a score"), _("share with memory")],
        rows=[Row(step.long, _score_cells(step.view, step.figures)) for step in reversed(steps)],
        kind="line",
        line=(_("line of the score"), line),
        top=1.0,
    )


def _score_cells(view: View, found: Figures) -> list[Cell]:
    return [
        Cell(number(found.average_score, 2)),
        counted(found.scored, view.narrowed(score="any")),
        Cell(percent(found.coverage), view.narrowed(memory="injected") if found.injected else ""),
    ]


def _opinions(steps: Sequence[Step]) -> Chart:
    whole = stats.total(step.figures for step in steps)
    return Chart(
        key="opinions",
        title=_("Feedback"),
        sum=_("Answers called good: %(good)s; called bad: %(bad)s.")
        % {"good": number(whole.good), "bad": number(whole.bad)},
        labels=[step.short for step in steps],
        series=[
            Series(_("good"), [step.figures.good for step in steps], "main"),
            Series(_("bad"), [step.figures.bad for step in steps], "bad"),
        ],
        head=[_("When"), _("good"), _("bad")],
        rows=[
            Row(
                step.long,
                [
                    counted(step.figures.good, step.view.narrowed(feedback="good")),
                    counted(step.figures.bad, step.view.narrowed(feedback="bad")),
                ],
            )
            for step in reversed(steps)
        ],
        note=_("An opinion counts where the request was made, whenever it was given."),
    )


def _agents(view: View, agents: Mapping[str, Figures]) -> Chart:
    drawn = list(agents.items())[:AGENTS_DRAWN]
    return Chart(
        key="agents",
        title=_("By agent"),
        sum=_("Most requests came from %(agent)s: %(number)s.")
        % {"agent": drawn[0][0] or _("without an agent"), "number": number(drawn[0][1].requests)}
        if drawn
        else "",
        labels=[_short(name) for name, _found in drawn],
        series=[Series(_("Requests"), [found.requests for _name, found in drawn], "main")],
        head=[
            _("Agent"),
            _("Requests"),
            _("nothing found to tell"),
            _("95 of 100 (ms)"),
            _("average score"),
            _("good"),
            _("bad"),
            _("Failed"),
        ],
        rows=[_agent_row(View(view.period, agent=name), found) for name, found in agents.items()],
        is_lying=True,
    )


def _agent_row(view: View, found: Figures) -> Row:
    if not view.agent:  # no filter tells those apart that named none
        return Row(_("without an agent"), [Cell(number(found.requests)), *[Cell(number(None))] * 6])
    p95 = found.latency.percentile(stats.P95)
    return Row(
        view.agent,
        [
            counted(found.requests, view.address),
            counted(found.empty, view.narrowed(memory="empty")),
            Cell(number(p95), view.narrowed(over=int(p95)) if p95 is not None else ""),
            Cell(number(found.average_score, 2), view.narrowed(score="any") if found.scored else ""),
            counted(found.good, view.narrowed(feedback="good")),
            counted(found.bad, view.narrowed(feedback="bad")),
            counted(found.failed, view.narrowed(state="failed")),
        ],
        address=view.dashboard,
        is_name=True,
    )


def _local(period: Period) -> datetime:
    return timezone.localtime(period.since, timezone.get_default_timezone())


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)


def _short(name: str) -> str:
    """An id may be longer than the chart is wide."""
    name = name or _("without an agent")
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"
