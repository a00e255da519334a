"""Labelled nights dreamt through the product's own path: digests, the engine's plan, the checks, the night's allowance.

Without a database. To be imported once Django is set up.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import Any

from django.conf import settings

from benchmarks import nights
from benchmarks.nights import Night, Outcome
from engine import calibration, embeddings, mind
from engine.condensing import ConsolidateAnswer, ConsolidateQuestion, Digest, Operation, Stored
from engine.embeddings import EmbedChoice
from engine.questions import ASSISTANT_TYPES, USER, Line, ModelChoice
from engine.text import normal
from extraction.dream import digest, plan, thinking
from extraction.dream.plan import Bounds

Vectors = dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Dreamt:
    """A night: what came of it, what the checks refused and why, and what waits for a person."""

    outcome: Outcome
    refused: tuple[tuple[str, Operation], ...] = ()
    waiting: tuple[Operation, ...] = ()
    failed: str = ""


@dataclass
class Dreamer:
    """The engine that plans, timed."""

    choice: ModelChoice
    asked: int = 0
    failed: int = 0
    seconds: float = 0.0
    dropped: dict[str, int] = field(default_factory=dict)

    def __call__(self, question: ConsolidateQuestion) -> ConsolidateAnswer:
        started = time.perf_counter()
        answer = mind.for_scope(self.choice).consolidate(question)
        self.seconds += time.perf_counter() - started
        self.asked += 1
        self.failed += bool(answer.failed)
        for word, number in answer.dropped.items():
            self.dropped[word] = self.dropped.get(word, 0) + number
        return answer


def dream(rows: Sequence[dict[str, Any]], dreamer: Dreamer) -> list[Dreamt]:
    """Each person's night, by itself."""
    vectors = _vectors({normal.bare(fact["content"]) for row in rows for fact in row["facts"]})
    return [_night(row, vectors, dreamer) for row in rows]


def summary(dreamt: Sequence[Dreamt], dreamer: Dreamer) -> dict[str, Any]:
    """All figures, overall, for each language and for each kind."""
    return {
        "engine": mind.for_scope(dreamer.choice).name,
        **nights.summary([one.outcome for one in dreamt]),
        "refused": sum(len(one.refused) for one in dreamt),
        "waiting": sum(len(one.waiting) for one in dreamt),
        "dropped": dreamer.dropped,
        "calls": dreamer.asked,
        "failed": dreamer.failed,
        "ms_per_call": round(1000 * dreamer.seconds / dreamer.asked, 3) if dreamer.asked else None,
    }


def _night(row: dict[str, Any], vectors: Vectors, dreamer: Dreamer) -> Dreamt:
    facts = tuple(_stored(fact) for fact in row["facts"])
    digests = tuple(told for session in row["day"] if (told := _digest(session["messages"], facts)).lines)
    answer = dreamer(ConsolidateQuestion(facts=facts, digests=digests, alike=_alike(facts, vectors)))
    checked = plan.allow(plan.check(facts, answer.operations, _bounds(digests)), _allowance(facts))
    done = [one.operation for one in checked if one.state == plan.ACCEPTED]
    return Dreamt(
        nights.weigh(Night.of(row), done),
        refused=tuple((one.why, one.operation) for one in checked if one.state == plan.REJECTED),
        waiting=tuple(one.operation for one in checked if one.state == plan.WAITING),
        failed=answer.failed,
    )


def _stored(fact: dict[str, Any]) -> Stored:
    return Stored(
        fact["id"], fact["content"], type=fact["type"], slot=fact.get("slot", ""),
        said_at=datetime.fromisoformat(fact["said_at"]), is_pinned=fact.get("pinned", False),
    )  # fmt: skip


def _digest(messages: Sequence[dict[str, str]], facts: Sequence[Stored]) -> Digest:
    lines = [
        Line(one["role"], one["content"], key=key, said_at=datetime.fromisoformat(one["at"]))
        for key, one in enumerate(messages, start=1)
    ]
    return digest.digest(lines, [fact.content for fact in facts], settings.MEMORYHUB_DIGEST_CHARACTERS)


def _alike(facts: Sequence[Stored], vectors: Vectors) -> tuple[tuple[str, str, float], ...]:
    """All pairs that are at all alike, the most alike first."""
    model = embeddings.model_name(EmbedChoice())
    own = {fact.fact_id: vectors[normal.bare(fact.content)] for fact in facts}
    pairs = [(one, other, calibration.similar(own[one], own[other], model)) for one, other in combinations(own, 2)]
    return tuple(sorted((pair for pair in pairs if pair[2] >= thinking.LEAST_ALIKE), key=lambda pair: -pair[2]))


def _bounds(digests: Sequence[Digest]) -> Bounds:
    """What the product knows of such a person: nothing deleted, nothing decided before, one agent."""
    return Bounds(
        has_evidence=any(line.role == USER for one in digests for line in one.lines),
        owner=lambda fact: fact.type in ASSISTANT_TYPES,
        slot=lambda fact: fact.slot,
        longest=settings.MEMORYHUB_FACT_LENGTH,
    )


def _allowance(facts: Sequence[Stored]) -> int:
    share, least = settings.MEMORYHUB_DREAM_LEAVING_SHARE, settings.MEMORYHUB_DREAM_LEAVING_LEAST
    return plan.allowance(len(facts), share=share, least=least)


def _vectors(texts: set[str]) -> Vectors:
    ordered = sorted(texts)
    return dict(zip(ordered, map(tuple, embeddings.embed_passages(ordered, EmbedChoice())), strict=True))
