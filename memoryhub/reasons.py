"""Why a statement was taken in as it was, told in sentences in the language of the reader (SPEC M8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine import mind
from extraction import rulings
from extraction.models import Decision
from profiles.models import Fact

TAKEN_IN: Mapping[str, object] = {
    rulings.APPENDED: _("Taken in beside what was known."),
    rulings.REPLACED: _("Took the place of what it contradicts or brings up to date."),
    rulings.REWORDED: _("Took the place of a wording that says less."),
    rulings.REPEATED: _("Known already in other words: counted as said again."),
    rulings.OLDER: _("Kept in the history only: what stands was said later, or is pinned."),
    rulings.SKIPPED: _("Left out: it adds nothing that should be kept."),
    rulings.BLOCKED: _("Left out: it repeats something that was deleted."),
}
WITHOUT_LIKENESS = _("Taken in: nothing like it was known.")
GAVE_WAY = _("Gave way to what was said later:")
NOT_COMPARED = _("Taken in without comparison, because other changes kept coming meanwhile.")

VERDICTS: Mapping[str, object] = {
    "replace": _("contradicted, or out of date"),
    "append": _("both hold"),
    "same": _("says the same"),
    "skip": _("adds nothing"),
    "new": _("speaks of something else"),
    "older": _("said later, or pinned"),
}
UNJUDGED = _("alike, but not about the same thing")
FAILED = _("no judgement could be had, so both are kept")


@dataclass(frozen=True)
class Neighbour:
    """A fact that the statement was compared with, how alike they are (0–100, None when that was not measured), and
    what was found. `words` are a model's own."""

    fact: Fact | None
    percent: int | None
    verdict: str
    words: str = ""


@dataclass(frozen=True)
class Reason:
    """`said` is the statement in the words that were said, '' when the fact has them."""

    at: datetime
    sentence: str
    said: str
    engine: str
    neighbours: tuple[Neighbour, ...]


def told(decision: Decision, facts: Mapping[str, Fact], *, of: Fact | None = None) -> Reason:
    """The decision in words. `facts` holds those it was compared with, by their ids; one that is missing stays unnamed.

    Of a decision that put another fact in the place of this one (`of`) the statement is told too.
    """
    of = of or facts.get(decision.fact_id)
    is_its_own = of is None or decision.fact_id == of.fact_id
    return Reason(
        at=decision.at,
        sentence=_sentence(decision) if is_its_own else str(GAVE_WAY),
        said="" if of and of.content == decision.content else decision.content,
        engine="" if decision.engine in ("", mind.EMBEDDED) else decision.engine,
        neighbours=tuple(_neighbour(one, facts) for one in decision.candidates),
    )


def _sentence(decision: Decision) -> str:
    if decision.action == rulings.APPENDED and decision.reason == "nothing_alike":
        return str(WITHOUT_LIKENESS)
    if decision.action == rulings.APPENDED and decision.reason == "changed_meanwhile":
        return str(NOT_COMPARED)
    return str(TAKEN_IN.get(decision.action, TAKEN_IN[rulings.APPENDED]))


def _neighbour(one: Mapping[str, Any], facts: Mapping[str, Fact]) -> Neighbour:
    score = one.get("score")
    reason = str(one.get("reason", ""))
    has_failed = reason.startswith("failed:")
    return Neighbour(
        fact=facts.get(str(one.get("fact_id", ""))),
        percent=None if score is None else round(100 * float(score)),
        verdict=str(FAILED if has_failed else VERDICTS.get(str(one.get("action", "")), UNJUDGED)),
        words="" if has_failed or one.get("engine") in (None, "", mind.EMBEDDED) else reason,
    )
