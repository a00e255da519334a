"""What a merge works on and what it says: stored facts as they were, the rules, the changes and the reason of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from engine.questions import JudgeAnswer, JudgeQuestion
from extraction.candidates import Candidate
from extraction.screening import Limits
from profiles.changes import Change

Vector = Sequence[float]
# Scores (0–1) of one vector with each of the others.
Scores = Callable[[Vector, Sequence[Vector]], Sequence[float]]
Judge = Callable[[JudgeQuestion], JudgeAnswer]

# What was done with a statement, beside the judge's own words.
REPEATED, REWORDED, OLDER, BLOCKED = "repeated", "reworded", "older", "blocked"
APPENDED, REPLACED, SKIPPED = "appended", "replaced", "skipped"


@dataclass(frozen=True)
class Known:
    """A stored fact as it was when the decision was taken; a negative `fact` is a statement of the same batch.

    `written_at` is when a person wrote it by hand, `handled_at` when one last wrote, pinned, deleted or restored it;
    None otherwise.
    """

    fact: int
    content: str
    fact_id: str = ""
    type: str = "user_fact"
    slot: str = ""
    slot_key: str | None = None
    agent_id: str = ""
    is_pinned: bool = False
    written_at: datetime | None = None
    handled_at: datetime | None = None
    event: int | None = None
    confidence: float = 1.0
    importance: float = 0.5
    evidence: tuple[int, ...] = ()
    said_at: datetime | None = None
    vector: Vector | None = None

    @property
    def is_fixed(self) -> bool:
        """Pinned or written by hand: its wording stays."""
        return self.is_pinned or self.written_at is not None

    def is_since(self, moment: datetime | None) -> bool:
        """Whether it was said, or a person had a hand in it, after this moment (None: now, when nothing is)."""
        deeds = (self.said_at, self.written_at, self.handled_at)
        return moment is not None and any(at is not None and at > moment for at in deeds)

    @property
    def seen(self) -> tuple[tuple[int, int], ...]:
        return ((self.fact, self.event),) if self.event is not None and self.fact > 0 else ()


@dataclass(frozen=True)
class Compared:
    """One fact that a statement was compared with. `screen` '' when the pair was not judged."""

    fact_id: str
    content: str
    score: float | None = None
    screen: str = ""
    action: str = ""
    reason: str = ""
    engine: str = ""

    @classmethod
    def of(cls, one: Known, score: float | None = None, **told: str) -> Self:
        return cls(one.fact_id, one.content, None if score is None else round(score, 4), **told)

    def as_row(self, fact_id: str) -> dict[str, str | float | None]:
        """Ids, figures and the judge's words; the fact's own text stays with the fact."""
        told = {"screen": self.screen, "action": self.action, "reason": self.reason, "engine": self.engine}
        return {"fact_id": fact_id, "score": self.score} | {name: word for name, word in told.items() if word}


def keep_both(question: JudgeQuestion) -> JudgeAnswer:
    """The judge of those who have none."""
    return JudgeAnswer(reason="not judged")


@dataclass(frozen=True)
class Rules:
    """How likeness is measured, from which scores two statements are compared or the same, and who judges the rest."""

    scores: Scores
    limits: Limits = field(default_factory=Limits)
    judge: Judge = keep_both
    vector_model: str = ""
    scope_id: str = "__default__"
    agent_id: str = ""


@dataclass(frozen=True)
class Ruling:
    """What was decided about one statement. `stands` is the content of the fact that holds it now, '' when none does."""

    candidate: Candidate
    action: str
    reason: str = ""
    stands: str = ""
    engine: str = ""
    compared: tuple[Compared, ...] = ()


@dataclass(frozen=True)
class Plan:
    changes: tuple[Change, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    @property
    def judged(self) -> int:
        """Statements that needed the judge."""
        return sum(any(one.screen for one in ruling.compared) for ruling in self.rulings)
