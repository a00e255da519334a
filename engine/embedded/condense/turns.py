"""One message in its place: what is said in it, and what the other side says until its speaker goes on."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.embedded.condense import cues, deeds, likeness, promises, questions
from engine.embedded.condense.questions import Reply
from engine.embedded.condense.sentences import LONGEST, Sentence
from engine.questions import USER, Line


@dataclass(frozen=True)
class Turn:
    """`promises` says whether the reply undertakes something, `reports` whether this message brings what was looked for."""

    line: Line
    said: tuple[Sentence, ...]
    reply: Reply
    promises: bool
    reports: bool

    @classmethod
    def at(cls, place: int, lines: Sequence[Line], said: Sequence[tuple[Sentence, ...]]) -> "Turn":
        end = _end_of_reply(place, lines)
        start = next((at for at in range(place, end) if lines[at].role != lines[place].role), end)
        reply, spoken = lines[start:end], said[start:end]
        undertakes = any(
            line.role != USER and any(not deeds.names_nothing(one.line) for one in promises.of(own, line))
            for line, own in zip(reply, spoken, strict=True)
        )
        told = [sentence for sentence in said[place] if questions.tells(sentence)]
        return cls(
            lines[place],
            said[place],
            Reply.of(reply, spoken),
            undertakes,
            any(questions.reports(sentence.text) for sentence in told),
        )

    @property
    def is_only_granted(self) -> bool:
        """Whether the reply says yes, and neither does it at once nor says what will be done."""
        return not (self.promises or self.reply.told) and questions.assents(self.reply.first)

    def is_order(self, sentence: Sentence) -> bool:
        """Whether it only asks for something at this moment, and gets it."""
        return bool(cues.ORDER.search(sentence.text)) and (bool(self.reply.told) or self.promises)

    def worded(self, question: Sentence) -> str:
        """The question as it was asked; one that names nothing, with what was said before it."""
        place = self.said.index(question)
        before = self.said[place - 1] if place else None
        if before is None or before.asks or likeness.has_matter(question.text):
            return question.wording
        whole = f"{before.text}{'。' if before.is_chinese else '. '}{question.wording}"
        return whole if len(whole) <= LONGEST else question.wording


def _end_of_reply(place: int, lines: Sequence[Line]) -> int:
    """The place after the other side's next messages, up to the next of the same speaker."""
    role, end = lines[place].role, place + 1
    while end < len(lines) and lines[end].role == role:
        end += 1
    while end < len(lines) and lines[end].role != role:
        end += 1
    return end
