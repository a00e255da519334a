"""An engine that condenses as the test wants, and remembers what it was asked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Lock

import pytest

from engine import mind
from engine.condensing import SummariseAnswer, SummariseQuestion
from engine.text import headings


@dataclass
class Condenser:
    """Answers what it is told, otherwise with the last words that it read as one fact more."""

    answers: list[SummariseAnswer] = field(default_factory=list)
    asked: list[SummariseQuestion] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None
    name: str = "scripted"
    _lock: Lock = field(default_factory=Lock)

    def summarise(self, question: SummariseQuestion) -> SummariseAnswer:
        with self._lock:
            self.asked.append(question)
            answer = self.answers.pop(0) if self.answers else None
        self.meanwhile()
        return answer or SummariseAnswer(text=condensed(question), engine=self.name)

    @property
    def read(self) -> list[list[str]]:
        """The contents of the messages of each call."""
        return [[line.content for line in question.lines] for question in self.asked]


def condensed(question: SummariseQuestion) -> str:
    former = headings.read(question.previous).get("CONFIRMED_FACTS", ())
    facts = (*former, f"up to {question.lines[-1].content}")
    return headings.write({"CURRENT_TOPIC": ("talk",), "CONFIRMED_FACTS": facts}, is_chinese=False)


def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Condenser]:
    engine = Condenser()
    monkeypatch.setattr(mind, "for_scope", lambda _choice: engine)
    yield engine
