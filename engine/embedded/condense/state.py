"""The summary on its way: lines are added, replaced, finished and answered as the conversation goes on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.embedded import judge
from engine.embedded.condense import likeness
from engine.questions import REPLACE, JudgeQuestion
from engine.text import attributes, headings, quantities

# The share of a line that another speaks of, from which it says nothing new, is done, or is answered.
SAID, DONE, ANSWERED = 0.85, 0.6, 0.5


@dataclass
class State:
    """The lines of each section in order, the newest last; `former` are those of the summary before, which keep their words."""

    lines: dict[str, list[str]] = field(default_factory=dict)
    former: frozenset[str] = frozenset()

    @classmethod
    def after(cls, previous: str) -> "State":
        found = headings.read(previous)
        former = frozenset(line for lines in found.values() for line in lines)
        return cls({name: list(found.get(name, ())) for name in headings.NAMES}, former)

    def state(self, name: str, line: str) -> None:
        """Add a line; it takes the place of the one that it contradicts, and is left out where nothing is new in it."""
        lines = self.lines[name]
        for place, stored in enumerate(lines):
            if headings.key(stored) == headings.key(line) or likeness.covered(line, stored) >= SAID:
                return
            is_fuller = stored not in self.former and likeness.covered(stored, line) >= SAID
            if is_fuller or (name != headings.TODO_ITEMS and _contradicts(line, stored)):
                lines[place] = line
                return
        lines.append(line)

    def finish(self, deed: str) -> None:
        """Take out what has been done by this."""
        self._leave(headings.TODO_ITEMS, lambda line: likeness.covered(line, deed) >= DONE)

    def answer(self, told: str) -> None:
        """Take out the questions that this answers."""
        self._leave(headings.OPEN_QUESTIONS, lambda line: likeness.covered(line, told) >= ANSWERED)

    def ask(self, question: str) -> None:
        lines = self.lines[headings.OPEN_QUESTIONS]
        if all(headings.key(line) != headings.key(question) for line in lines):
            lines.append(question)

    def settle_topic(self, topics: Iterable[str], *, keeps: Callable[[str], bool]) -> None:
        """The topic as it is now, after that of before where it is still spoken of."""
        name = headings.CURRENT_TOPIC
        new = [topic for topic in topics if topic]
        former = [line for line in self.lines[name] if not new or keeps(line)]
        self.lines[name] = [*former[-1:], *(line for line in new if line not in former)]

    def sections(self, *, most: int) -> dict[str, tuple[str, ...]]:
        return {name: tuple(self.lines[name][-most:]) for name in headings.NAMES}

    def _leave(self, name: str, is_over: Callable[[str], bool]) -> None:
        self.lines[name] = [line for line in self.lines[name] if not is_over(line)]


def _contradicts(line: str, stored: str) -> bool:
    """Whether both cannot hold: as the judge sees it, or another number of the same thing."""
    attribute = attributes.attribute_of(line)
    if attribute and attribute == attributes.attribute_of(stored):
        ours, theirs = (quantities.quantities(quantities.marked(text)) for text in (line, stored))
        if ours and theirs and ours != theirs:
            return True
    return judge.judge(JudgeQuestion(existing=stored, incoming=line)).action == REPLACE
