"""What became of a fact after it was learned: the answers that it went into, and what was thought of it there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from memoryhub.pages.observations.traces import REASONS
from observability import uses
from observability.models import Feedback, MemoryFeedback, Observation
from profiles.models import Fact
from summaries.models import Session

SHOWN = 20
VERDICTS: Mapping[str, object] = {
    "kept": _("Went into an answer."),
    "max_tokens": _("Was left out of an answer for want of room."),
    "repeated": _("Was left out of an answer, because what it says stood there already."),
}
FOUND = _("Was found for an answer.")
RATINGS: Mapping[int, object] = {
    Feedback.Rating.GOOD: _("The answer was called good."),
    Feedback.Rating.BAD: _("The answer was called bad."),
}
THOUGHTS: Mapping[int, object] = {
    Feedback.Rating.GOOD: _("This fact was called good."),
    Feedback.Rating.BAD: _("This fact was called bad."),
    Feedback.Rating.NONE: _("Something was said of this fact."),
}


@dataclass(frozen=True)
class Use:
    """One answer. `conversation` is the key of a conversation that is still stored, None for none."""

    observation: Observation
    verdict: object
    rating: object = ""
    conversation: int | None = None


@dataclass(frozen=True)
class Thought:
    """What was thought of the fact itself in one answer."""

    given: MemoryFeedback
    sentence: object

    @property
    def reason(self) -> str:
        return str(REASONS[self.given.reason]) if self.given.reason else ""


def told(fact: Fact, *, until: datetime | None) -> dict[str, Any]:
    """The latest uses of the fact and the latest thoughts of it, in two statements."""
    about: dict[str, Any] = {"scope_id": fact.scope_id, "until": until}
    named = Session.objects.filter(profile=fact.profile_id, session_id=OuterRef("session_id"))
    found = uses.of_memory(fact.profile_id, fact.fact_id, **about)
    rows = list(found.annotate(conversation=Subquery(named.values("pk")[:1]))[: SHOWN + 1])
    return {
        "uses": [_use(row, fact.fact_id) for row in rows[:SHOWN]],
        "has_more_uses": len(rows) > SHOWN,
        "answers_read": uses.ANSWERS_READ,
        "thoughts": [
            Thought(given, THOUGHTS[given.rating])
            for given in uses.thoughts_of(fact.profile_id, fact.fact_id, **about)[:SHOWN]
        ],
    }


def _use(row: Observation, fact_id: str) -> Use:
    feedback: Feedback | None = getattr(row, "feedback", None)
    return Use(
        observation=row,
        verdict=VERDICTS.get(uses.verdict_on(row, fact_id), FOUND),
        rating=RATINGS.get(feedback.rating, "") if feedback else "",
        conversation=getattr(row, "conversation", None),
    )
