"""Which requests for a context somebody looks at: filters that travel in the address, so that each figure leads to its own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from engine.text import normal
from memoryhub.pages import newest
from memoryhub.pages.newest import Place
from memoryhub.pages.observations.periods import Period
from observability import asked
from observability.asked import Wanted
from observability.models import LATENCY_BOUNDS_MS, LEVELS, REASONS, Feedback

FAILED, DEGRADED = "failed", "degraded"
# Of which any level failed, or this one.
FAILED_LEVELS = {f"{FAILED}:{level}": level for level in LEVELS}
STATES = (FAILED, *FAILED_LEVELS, DEGRADED)
LOW, SCORED = SCORES = ("low", "any")
RATINGS = {"good": Feedback.Rating.GOOD, "bad": Feedback.Rating.BAD}
AGENTS_OFFERED = 200
LONGEST_AGENT = 64
SLOWEST_MS = 10_000_000


def slow_line() -> int:
    """Milliseconds above which a request is slow: the line of the settings, or the next one that figures are kept for."""
    return next(
        (bound for bound in LATENCY_BOUNDS_MS if bound >= settings.MEMORYHUB_LATENCY_LINE), LATENCY_BOUNDS_MS[-1]
    )


@dataclass(frozen=True)
class View:
    """What is asked of the requests; '' or None asks nothing."""

    period: Period
    agent: str = ""
    person: str = ""
    memory: str = ""
    over: int | None = None
    score: str = ""
    state: str = ""
    feedback: str = ""
    reason: str = ""
    after: Place | None = None

    @classmethod
    def of(cls, data: Mapping[str, str], *, now: datetime) -> "View":
        """What is not usable is as if it were not there."""
        over = normal.whole_number(data.get("over"))
        feedback = _one_of(RATINGS, data.get("feedback", ""))
        reason = _one_of((*REASONS, asked.NO_REASON), data.get("reason", "")) if feedback != "good" else ""
        return cls(
            period=Period.of(data, now=now),
            agent=newest.word(data.get("agent", ""))[:LONGEST_AGENT],
            person=newest.word(data.get("person", "")),
            memory=_one_of(asked.MEMORY, data.get("memory", "")),
            over=None if over is None or over > SLOWEST_MS else over,
            score=_one_of(SCORES, data.get("score", "")),
            state=_one_of(STATES, data.get("state", "")),
            feedback="bad" if reason else feedback,
            reason=reason,
            after=Place.of(data.get("after", "")),
        )

    @property
    def chosen(self) -> dict[str, Any]:
        """What is asked beside the time."""
        names = ("agent", "person", "memory", "over", "score", "state", "feedback", "reason")
        return {name: value for name in names if (value := getattr(self, name)) not in ("", None)}

    @property
    def filters(self) -> str:
        return urlencode(self.period.query | self.chosen)

    @cached_property
    def address(self) -> str:
        """From the newest of them on."""
        return f"{reverse('requests')}?{self.filters}"

    @property
    def further(self) -> str:
        """The next page: what lies behind `after`."""
        return f"{self.address}&{urlencode({'after': str(self.after)})}"

    @property
    def everything(self) -> str:
        """All requests of the same time."""
        return View(self.period).address

    @property
    def dashboard(self) -> str:
        """The figures of the same time and agent."""
        return f"{reverse('observations')}?{self._time_and_agent}"

    @property
    def levels(self) -> str:
        """What the levels did in the same time for the same agent."""
        return f"{reverse('levels')}?{self._time_and_agent}"

    @property
    def time(self) -> str:
        """How an address of another list names the same time."""
        return urlencode(self.period.query)

    def narrowed(self, **chosen: Any) -> str:
        """The address of those of these requests that something more holds of, which was not asked yet."""
        return f"{self.address}&{urlencode(chosen)}"

    def agents_offered(self, known: Iterable[str]) -> list[str]:
        """What the filter lets choose: the agents that are known, and the one that is chosen already."""
        return sorted({*known, self.agent} - {""})

    @property
    def _time_and_agent(self) -> str:
        return urlencode(self.period.query | ({"agent": self.agent} if self.agent else {}))

    def wanted(self, profiles: Sequence[int] | None) -> Wanted:
        return Wanted(
            since=self.period.since,
            until=self.period.until,
            agent_id=self.agent or None,
            profiles=profiles,
            memory=self.memory,
            over_ms=self.over,
            under_score=settings.MEMORYHUB_SCORE_LINE if self.score == LOW else None,
            is_scored=self.score == SCORED,
            has_failed=self.state == FAILED or self.state in FAILED_LEVELS,
            failed_level=FAILED_LEVELS.get(self.state, ""),
            is_degraded=self.state == DEGRADED,
            rating=RATINGS.get(self.feedback),
            reason=self.reason,
        )


def _one_of(values: Any, value: str) -> str:
    return value if value in values else ""
