"""The summary on its way: lines are added, replaced, finished and answered as the conversation goes on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from engine.embedded import judge
from engine.embedded.condense import cues, deeds, likeness, promises, questions
from engine.embedded.condense.sentences import Sentence
from engine.questions import REPLACE, JudgeQuestion
from engine.text import attributes, headings, quantities

# The share of a line that another speaks of, from which it says nothing new, is answered, or may contradict it.
SAID, ANSWERED, AKIN = 0.85, 0.5, 0.3


@dataclass
class State:
    """The lines of each section in order, the newest last, at most `most`; `former`, those of the summary before, keep their words."""

    most: int
    lines: dict[str, list[str]] = field(default_factory=dict)
    former: frozenset[str] = frozenset()
    _of_message: set[str] = field(default_factory=set)

    @classmethod
    def after(cls, previous: str, *, most: int) -> "State":
        found = headings.read(previous)
        former = frozenset(line for lines in found.values() for line in lines)
        return cls(most, {name: list(found.get(name, ())) for name in headings.NAMES}, former)

    def begin(self) -> None:
        """Another message: what one message says does not contradict itself."""
        self._of_message = set()

    def state(self, name: str, line: str) -> None:
        """Add a line; it takes the place of the one that it contradicts, and is left out where nothing is new in it."""
        lines = self.lines[name]
        if any(headings.key(one) == headings.key(line) or likeness.covered(line, one) >= SAID for one in lines):
            return
        self._of_message.add(line)
        over = self._over(name, line)
        if over:
            nearest = max(over, key=lambda one: (likeness.covered(one, line), likeness.length(one)))
            lines[lines.index(nearest)] = line
        else:
            lines.append(line)
            del lines[: -self.most]

    def finish(self, deed: Sentence) -> None:
        """Take out what has been done by this; the agent's deeds are of what the agent was to do."""
        self._leave(
            headings.TODO_ITEMS,
            lambda line: (deed.is_users or promises.is_agents(line)) and deeds.finishes(deed, line),
        )

    def call_off(self, word: Sentence) -> bool:
        """Take out what is not wanted any more; whether there was any."""
        count = sum(map(len, self.lines.values()))
        for name in (headings.TODO_ITEMS, headings.OPEN_QUESTIONS):
            self._leave(name, lambda line: deeds.calls_off(word, line))
        return sum(map(len, self.lines.values())) < count

    def drop(self, lines: Iterable[str]) -> None:
        """Take out these to-dos."""
        gone = set(lines)
        self._leave(headings.TODO_ITEMS, lambda line: line in gone)

    def report(self, told: str, *, is_users: bool) -> None:
        """Somebody comes back with what they were to find out."""
        self._leave(headings.OPEN_QUESTIONS, lambda line: likeness.covered(line, told) > 0)
        self._leave(
            headings.TODO_ITEMS, lambda line: promises.is_agents(line) is not is_users and deeds.finds_out(told, line)
        )

    def answer(self, told: str) -> None:
        """Take out the questions that this answers."""
        self._leave(headings.OPEN_QUESTIONS, lambda line: likeness.covered(line, told) >= ANSWERED)

    def close(self, question: str) -> None:
        self._leave(headings.OPEN_QUESTIONS, lambda line: headings.key(line) == headings.key(question))

    def let_offers_lapse(self) -> None:
        """Whoever goes on to speak has taken up an offer or left it."""
        self._leave(headings.OPEN_QUESTIONS, questions.is_offer)

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

    def sections(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(self.lines[name][-self.most :]) for name in headings.NAMES}

    def _over(self, name: str, line: str) -> list[str]:
        """The lines that hold no longer: of a change first of all those that it speaks of."""
        lines = self.lines[name]
        if name != headings.TODO_ITEMS and cues.CHANGED.search(line):
            spoken_of = [one for one in lines if one not in self._of_message and likeness.covered(one, line) >= SAID]
            if spoken_of:
                return spoken_of
        return [one for one in lines if self._gives_way(name, one, line)]

    def _gives_way(self, name: str, stored: str, line: str) -> bool:
        """To a fuller wording of this window, or to what contradicts it; one message does not contradict itself."""
        if stored not in self.former and likeness.covered(stored, line) >= SAID:
            return True
        return name != headings.TODO_ITEMS and stored not in self._of_message and _contradicts(line, stored)

    def _leave(self, name: str, is_over: Callable[[str], bool]) -> None:
        self.lines[name] = [line for line in self.lines[name] if not is_over(line)]


def _contradicts(line: str, stored: str) -> bool:
    """Whether both cannot hold: as the judge sees it, or another number of the same thing."""
    attribute = _attribute_of(line)
    are_one = bool(attribute) and attribute == _attribute_of(stored)
    if are_one:
        ours, theirs = (quantities.quantities(quantities.marked(text)) for text in (line, stored))
        if ours and theirs and ours != theirs:
            return True
    if not are_one and max(likeness.covered(line, stored), likeness.covered(stored, line)) < AKIN:
        return False  # they speak of different things: the judge is the costly step, and sees a contradiction in a shared word
    return judge.judge(JudgeQuestion(existing=stored, incoming=line)).action == REPLACE


@lru_cache(maxsize=512)
def _attribute_of(line: str) -> str:
    return attributes.attribute_of(line)
