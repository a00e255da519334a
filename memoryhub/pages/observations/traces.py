"""What a request for a context weighed, and why each thing was used or not, in sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from extraction import names
from globalmemory import scoring
from memoryhub import memory_levels, retrieval
from memoryhub.levels import TIME_BUDGET
from observability.figures import ran
from observability.models import LEVELS, Feedback, Observation

KEPT, NO_ROOM = "kept", "max_tokens"
# Parts of the text, in the order in which they stand in it.
PARTS: Mapping[str, object] = {
    "global": gettext_lazy("Global memories"),
    "company": gettext_lazy("Facts about the company"),
    "user": gettext_lazy("Facts about the person"),
    "memories": gettext_lazy("Memories that the question called up"),
    "episodes": gettext_lazy("Earlier conversations"),
    "summary": gettext_lazy("Summary of this conversation"),
    "recent": gettext_lazy("Last messages of this conversation"),
}
LEVEL_NAMES: Mapping[str, object] = {
    "global": gettext_lazy("Global memories"),
    "long_term": gettext_lazy("Facts that always come along"),
    "related": gettext_lazy("Memories that the question calls up"),
    "episodes": gettext_lazy("Earlier conversations"),
    "summary": gettext_lazy("Summary of this conversation"),
    "recent": gettext_lazy("Last messages of this conversation"),
}
WHY: Mapping[str, object] = {
    KEPT: gettext_lazy("It is in the text."),
    NO_ROOM: gettext_lazy("It had to give way: the text was full."),
    memory_levels.REPEATED: gettext_lazy("Left out: what it says stands in the text already."),
    memory_levels.QUESTION: gettext_lazy("Left out: it is the question itself."),
    retrieval.BELOW_THRESHOLD: gettext_lazy("Left out: it has too little to do with the question."),
    retrieval.TOP_K: gettext_lazy("Left out: others fit the question better, and so many were enough."),
    scoring.MANDATORY: gettext_lazy("It always comes along."),
    scoring.ALL: gettext_lazy("It comes along because there are only a few."),
    scoring.TAGS: gettext_lazy("The question names its tags."),
    scoring.SIMILAR: gettext_lazy("It is close to the question."),
    scoring.SIMILAR_TAGS: gettext_lazy("It is close to the question, and the question names its tags."),
    scoring.WORDS: gettext_lazy("It has words of the question."),
    scoring.NO_TAG: gettext_lazy("Left out: the question names none of its tags."),
    scoring.TOO_FAR: gettext_lazy("Left out: it is too far from the question."),
    scoring.NO_WORDS: gettext_lazy("Left out: it has no words of the question."),
    scoring.NO_PLACE: gettext_lazy("Left out: more important ones took all the places."),
}
# What somebody finds bad about an answer or a memory in it.
REASONS: Mapping[str, object] = {
    "": gettext_lazy("no reason given"),
    Feedback.Reason.INACCURATE: gettext_lazy("it was wrong"),
    Feedback.Reason.IRRELEVANT: gettext_lazy("it had nothing to do with the question"),
    Feedback.Reason.MISSING: gettext_lazy("something was missing"),
    Feedback.Reason.OUTDATED: gettext_lazy("it was out of date"),
    Feedback.Reason.PRIVATE: gettext_lazy("it was too private"),
    Feedback.Reason.OTHER: gettext_lazy("another reason"),
}
MODES: Mapping[str, object] = {
    scoring.NONE: gettext_lazy("No global memory is switched on for this agent."),
    scoring.MINIMAL: gettext_lazy("There are only a few global memories for this agent, so all came along."),
    scoring.LIGHTWEIGHT: gettext_lazy("Global memories were chosen by the tags that the question names."),
    scoring.FULL: gettext_lazy("Global memories were chosen by how close they are to the question."),
    scoring.FULL_WITHOUT_VECTORS: gettext_lazy(
        "Global memories were chosen by words, because the question could not be embedded."
    ),
}
OUT_OF_TIME = gettext_lazy("There was no time left for it.")


@dataclass(frozen=True)
class Level:
    """What one level took (milliseconds), found, and put into the text. `error` '': it went well."""

    name: str
    ms: float
    found: int
    kept: int
    tokens: int
    error: str


@dataclass(frozen=True)
class Weighed:
    """One thing that was weighed. `percent` None: it was not scored, it stands there anyway."""

    part: str
    key: str
    percent: int | None
    why: str
    is_kept: bool


def levels(observation: Observation) -> list[Level]:
    """In the order of the text; those that were not run are missing."""
    took = ran(observation)
    return [_level(name, took[name]) for name in LEVELS if name in took]


def weighed(observation: Observation) -> dict[str, Sequence[Weighed]]:
    """By part, what was used first. Of many only the best are on record."""
    told: Mapping[str, Any] = observation.trace.get("levels", {})
    found = {part: [_weighed(part, one) for one in told[part]] for part in PARTS if told.get(part)}
    return {part: sorted(its, key=lambda one: not one.is_kept) for part, its in found.items()}


def embedding_ms(observation: Observation) -> float | None:
    """What the vector of the question took, None where none was asked for."""
    found: float | None = observation.trace.get("embedding_ms")
    return found


def embedding_error(observation: Observation) -> str:
    """Why the question could not be embedded, '' when it could."""
    error = str(observation.trace.get("errors", {}).get("related", ""))
    return "" if error == ran(observation).get("related", {}).get("error", "") else failure(error)


def mode(observation: Observation) -> str:
    return str(MODES.get(observation.mode_of_global, ""))


def failure(error: str) -> str:
    """What went wrong in a sentence; of a fault of the service its class alone is known."""
    if not error:
        return ""
    if error == TIME_BUDGET:
        return str(OUT_OF_TIME)
    if error in names.REASONS:
        return names.reason(error)
    return _("A fault of the service stopped it (%(error)s).") % {"error": error}


def missing(errors: Mapping[str, str]) -> list[tuple[str, str]]:
    """The levels that failed or took too long, each with what went wrong in a sentence."""
    return [(str(LEVEL_NAMES.get(level, level)), failure(error)) for level, error in errors.items()]


def _level(name: str, took: Mapping[str, Any]) -> Level:
    return Level(
        name=str(LEVEL_NAMES[name]),
        ms=float(took.get("ms", 0)),
        found=int(took.get("found", 0)),
        kept=int(took.get("kept", 0)),
        tokens=int(took.get("tokens", 0)),
        error=failure(str(took.get("error", ""))),
    )


def _weighed(part: str, one: Mapping[str, Any]) -> Weighed:
    score, why = one.get("score"), str(one.get("why", ""))
    return Weighed(
        part=part,
        key=str(one.get("id", "")),
        percent=None if score is None else round(100 * float(score)),
        why=str(WHY.get(why, why)),
        is_kept=why == KEPT,
    )
