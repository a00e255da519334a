"""What an observation tells of how a context came about: per level what was weighed, what it took, ids and figures."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engine.text import keywords
from memoryhub.layout import Candidate, Item, Layout
from memoryhub.levels import Levels
from observability import observations
from observability.models import LEVELS, Observation

# Which level of the run brought the parts of the text.
LEVEL_OF = {
    "global": "global", "company": "long_term", "user": "long_term", "memories": "related", "episodes": "episodes",
    "summary": "summary", "recent": "recent",
}  # fmt: skip
# The parts of lasting memory, as against conversations and what was condensed from them.
LONG_TERM = ("company", "user", "memories")


def fill(observation: Observation, laid: Layout, levels: Levels, considered: Iterable[Candidate]) -> None:
    """Write down what became of everything that the levels brought."""
    memories = [item for item in laid.kept if item.part != "recent"]
    found = [item for item in (*laid.kept, *laid.dropped, *laid.repeated) if item.part != "recent"]
    scores = [item.score for item in found if item.score is not None]
    observation.is_injected = bool(memories)
    observation.retrieved_count, observation.injected_count = len(found), len(memories)
    observation.retrieved_ids = [item.key for item in sorted(found, key=_best_first)[: observations.TRACE_LIMIT]]
    observation.recent_message_count = sum(item.part == "recent" for item in laid.kept)
    observation.long_term_count = sum(item.part in LONG_TERM for item in memories)
    observation.has_summary = any(item.part == "summary" for item in memories)
    observation.top_score = max(scores, default=None)
    observation.average_score = sum(scores) / len(scores) if scores else None
    observation.trace = _trace(laid, levels, considered)
    observation.tokens = laid.tokens
    observation.error = "; ".join(f"{level}: {why}" for level, why in levels.errors.items())[:512]


def _trace(laid: Layout, levels: Levels, considered: Iterable[Candidate]) -> dict[str, Any]:
    weighed = [
        *(_candidate(item, "kept") for item in laid.kept),
        *(_candidate(item, "max_tokens") for item in laid.dropped),
        *(_candidate(item, "repeated") for item in laid.repeated),
    ]
    known = {(one.part, one.id) for one in weighed}
    weighed += [one for one in considered if (one.part, one.id) not in known]
    told: dict[str, list[dict[str, Any]]] = {}
    for one in sorted(weighed, key=_best_first)[: observations.TRACE_LIMIT]:
        told.setdefault(one.part, []).append({"id": one.id, "score": one.score, "why": one.why})
    trace: dict[str, Any] = {"levels": told, "ran": _ran(laid, levels), "errors": levels.errors}
    return trace if levels.embedding_ms is None else trace | {"embedding_ms": levels.embedding_ms}


def _ran(laid: Layout, levels: Levels) -> dict[str, dict[str, Any]]:
    """What each level took, brought and put into the text, in the order of the text."""
    tokens, kept = dict.fromkeys(LEVELS, 0), dict.fromkeys(LEVELS, 0)
    for item in laid.kept:
        level = LEVEL_OF[item.part]
        tokens[level] += keywords.estimate_tokens(item.line)
        kept[level] += 1
    return {
        level: asdict(levels.ran[level]) | {"kept": kept[level], "tokens": tokens[level]}
        for level in LEVELS
        if level in levels.ran
    }


def _candidate(item: Item, why: str) -> Candidate:
    return Candidate(item.part, item.key, item.score, why)


def _best_first(one: Item | Candidate) -> tuple[bool, bool, float]:
    """What the question called up, by its score, before what stands in every context anyway; facts and rounds last."""
    return one.score is None, one.part in {"company", "user", "recent"}, -(one.score or 0.0)
