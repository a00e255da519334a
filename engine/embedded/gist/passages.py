"""What the topics of a conversation are read from: each message without code, links, small talk and quoted matter."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.questions import USER, Line
from engine.text import guard, retelling, small_talk

# The person decides what a conversation is about; the agent's long answers would drown it.
OF_USER, OF_AGENT = 1.0, 0.35

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_LINK = re.compile(
    r"(?:https?|ftp)://[^\s一-鿿，。]+|[^\s@]{1,64}@[^\s@]{1,255}|\[masked: [a-z_]+\]|[^\s\\/]{0,60}(?:[\\/][^\s\\/]{0,60}){2,40}"
)
_CLAUSE = re.compile(r"[，,;；:：]\s*")


@dataclass(frozen=True)
class Said:
    """One message as it counts: its clauses, its weight, and the whole without what is no prose."""

    clauses: tuple[str, ...]
    weight: float
    text: str


def of(lines: Sequence[Line]) -> list[Said]:
    """The messages that say something, in order; sentences that command the agent are left out."""
    return [said for said in map(_said, lines) if said.clauses]


def _said(line: Line) -> Said:
    text = _LINK.sub(" ", _FENCE.sub("\n", line.content))
    clauses = tuple(_clauses(text))
    return Said(clauses, OF_USER if line.role == USER else OF_AGENT, text)


def sentences(text: str) -> list[str]:
    """The sentences of a message with their closing marks."""
    return [sentence for line in text.splitlines() for sentence in retelling.sentences(line)]


def _clauses(text: str) -> Iterator[str]:
    for sentence in sentences(text):
        if guard.by_rules(sentence) >= guard.STEERING_LIMIT:
            continue
        for clause in _CLAUSE.split(sentence):
            if clause.strip() and not small_talk.is_small_talk(clause):
                yield clause
