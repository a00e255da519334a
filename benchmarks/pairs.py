"""Labelled pairs of a stored and a new statement, each sent through the product's own path, and the figures of them.

To be imported once Django is set up.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine import calibration, embeddings, mind
from engine.embeddings import EmbedChoice
from engine.questions import (
    APPEND,
    ASSISTANT,
    ASSISTANT_TYPES,
    NEW,
    REPLACE,
    SAME,
    SKIP,
    USER,
    Item,
    JudgeAnswer,
    JudgeQuestion,
    Line,
    ModelChoice,
    Switches,
)  # fmt: skip
from extraction import candidates, merge, rulings, settling
from extraction.candidates import Candidate

LANGUAGES = ("zh", "en", "mixed")

# The stored statement is older than the new one by a day.
STORED_AT, SAID_AT = datetime(2026, 3, 10, 9, tzinfo=UTC), datetime(2026, 3, 11, 9, tzinfo=UTC)

# What is left: both statements, one of them, or the new one in the old one's place.
BOTH, ONE, NEWER = "both", "one", "newer"
LEAVES = {APPEND: BOTH, NEW: BOTH, SAME: ONE, SKIP: ONE, REPLACE: NEWER}


@dataclass(frozen=True)
class Done:
    """One pair: its row, what became of it and why."""

    row: dict[str, Any]
    action: str
    is_judged: bool
    reason: str = ""

    @property
    def wanted(self) -> str:
        return LEAVES[self.row["action"]]

    @property
    def left(self) -> str:
        return LEAVES[self.action]

    @property
    def is_right(self) -> bool:
        return self.left == self.wanted

    @property
    def is_stale(self) -> bool:
        return self.wanted == NEWER and self.left != NEWER

    @property
    def is_noise(self) -> bool:
        return self.wanted == ONE and self.left == BOTH

    @property
    def is_lost(self) -> bool:
        """The new statement was to stand and does not, or the old one was to stay and did not."""
        if self.left == ONE:
            return self.wanted != ONE
        return self.left == NEWER and (self.wanted == BOTH or self.row["action"] == SKIP)


@dataclass
class Judge:
    """The engine's judge, timed."""

    choice: ModelChoice
    asked: int = 0
    failed: int = 0
    seconds: float = 0.0

    def __call__(self, question: JudgeQuestion) -> JudgeAnswer:
        started = time.perf_counter()
        answer = mind.for_scope(self.choice).judge(question)
        self.seconds += time.perf_counter() - started
        self.asked += 1
        self.failed += bool(answer.failed)
        return answer


def read(path: Path) -> list[dict[str, Any]]:
    """The labelled pairs of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def learn(rows: Sequence[dict[str, Any]], judge: Judge) -> list[Done]:
    """What becomes of each pair, in a memory of its own."""
    stored = [_admitted(row, row["existing"], STORED_AT) or [_as_written(row)] for row in rows]
    said = [_admitted(row, row["incoming"], SAID_AT) for row in rows]
    vectors = _vectors({one.bare for batch in (*stored, *said) for one in batch})
    model = embeddings.model_name(EmbedChoice())
    rules = rulings.Rules(
        scores=lambda one, others: calibration.similarities(one, others, model), limits=settling.limits(), judge=judge
    )
    return [
        _pair(row, _with_vectors(old, vectors), _with_vectors(new, vectors), rules)
        for row, old, new in zip(rows, stored, said, strict=True)
    ]


def _admitted(row: dict[str, Any], text: str, at: datetime) -> list[Candidate]:
    """What the pipeline lets in of a statement; an agent's was confirmed."""
    role = ASSISTANT if row["memory_type"] in ASSISTANT_TYPES else USER
    line = Line(role, text if role == USER else f"Confirmed / 已确认: {text}", key=1, said_at=at)
    item = Item(row["memory_type"], text, source_role=role, evidence=(1,))
    return candidates.Screen([line], Switches()).sift([item]).accepted


def _as_written(row: dict[str, Any]) -> Candidate:
    return Candidate(row["existing"], row["memory_type"], said_at=STORED_AT)


def _vectors(texts: set[str]) -> dict[str, tuple[float, ...]]:
    ordered = sorted(texts)
    return dict(zip(ordered, map(tuple, embeddings.embed_passages(ordered, EmbedChoice())), strict=True))


def _with_vectors(batch: Sequence[Candidate], vectors: dict[str, tuple[float, ...]]) -> list[Candidate]:
    return [replace(one, vector=vectors[one.bare]) for one in batch]


def _pair(row: dict[str, Any], stored: Sequence[Candidate], said: Sequence[Candidate], rules: rulings.Rules) -> Done:
    if not said:
        return Done(row, SKIP, is_judged=False, reason="not admitted")
    known = [
        rulings.Known(
            place, one.content, type=one.type, slot=one.slot, slot_key=one.slot_key, said_at=one.said_at, vector=one.vector
        )
        for place, one in enumerate(stored, start=1)
    ]  # fmt: skip
    plan = merge.decide(said, known, rules)
    told = max(plan.rulings, key=_weight)
    return Done(row, _action(told), plan.judged > 0, _reason(told))


def _weight(ruling: rulings.Ruling) -> int:
    """Of several statements that one text holds, the one that changed most tells what became of the pair."""
    return (SKIP, SAME, NEW, APPEND, REPLACE).index(_action(ruling))


def _action(ruling: rulings.Ruling) -> str:
    if ruling.action in (rulings.REPEATED, rulings.REWORDED):
        return SAME
    if ruling.action == rulings.REPLACED:
        return REPLACE
    if ruling.action != rulings.APPENDED:
        return SKIP
    return next((one.action for one in ruling.compared if one.action in (APPEND, NEW)), NEW)


def _reason(ruling: rulings.Ruling) -> str:
    nearest = max((one.score or 0.0 for one in ruling.compared), default=0.0)
    screen = next((one.screen for one in ruling.compared if one.screen), "")
    return f"{ruling.reason}; score {nearest:.2f}{f', judged for {screen}' if screen else ''}"


def _figures(done: Sequence[Done]) -> dict[str, Any]:
    """`lost` is a share of all pairs, `lost_of_both` of those that were to leave two statements."""
    both = [one for one in done if one.wanted == BOTH]
    return {
        "pairs": len(done),
        "effect": _share(sum(one.is_right for one in done), len(done)),
        "stale": _share(sum(one.is_stale for one in done), sum(one.wanted == NEWER for one in done)),
        "lost": _share(sum(one.is_lost for one in done), len(done)),
        "lost_of_both": _share(sum(one.is_lost for one in both), len(both)),
        "noise": _share(sum(one.is_noise for one in done), sum(one.wanted == ONE for one in done)),
        "exact": _share(sum(one.action == one.row["action"] for one in done), len(done)),
        "judged": _share(sum(one.is_judged for one in done), len(done)),
    }


def summary(done: Sequence[Done], judge: Judge) -> dict[str, Any]:
    """All figures, overall and for each language."""
    return {
        "engine": mind.for_scope(judge.choice).name,
        **_figures(done),
        **{language: _figures([one for one in done if one.row["lang"] == language]) for language in LANGUAGES},
        "calls": judge.asked,
        "failed": judge.failed,
        "ms_per_call": round(1000 * judge.seconds / judge.asked, 3) if judge.asked else None,
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None
