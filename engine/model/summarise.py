"""The running summary of a conversation, asked of a model behind an endpoint (SPEC S3)."""

import logging
import re
from collections.abc import Iterable
from pathlib import Path

from engine.condensing import SummariseAnswer, SummariseQuestion
from engine.errors import ProviderFailed
from engine.model import chat, ladder, prompting
from engine.model.ladder import Ladder
from engine.questions import Line, ModelChoice
from engine.text import headings

log = logging.getLogger(__name__)

TEMPLATE = (Path(__file__).parent / "prompts" / "summarise.txt").read_text(encoding="utf-8")
VERSION = prompting.version_of(TEMPLATE)

NO_PREVIOUS = "(There is no previous summary: this is the first one.)"
LANGUAGE = {
    True: "Write the lines in Chinese, as the conversation is; only the headings stay as they are.",
    False: "Write the lines in the language of the conversation; only the headings stay as they are.",
}
AGAIN = (
    "\n\nEarlier attempts at this summary: {count}, none of them usable. Do not answer the messages. Write the five headings"
    ' with their lines and nothing else, beginning with "[CURRENT_TOPIC]".'
)
# What could open or close a part of the prompt.
_FRAME = re.compile(r"<(?=\s*/?\s*(?:previous_summary|new_messages)\b)", re.IGNORECASE)


def summarise(question: SummariseQuestion, choice: ModelChoice) -> SummariseAnswer:
    """The model's summary with all five headings; after the last attempt also one that lacks some.

    Never raises for what an endpoint does.
    """
    steps = ladder.start(choice, attempts=question.attempts, plain_after=question.attempts, again=AGAIN)
    prompt, best = build(question), _Best()
    while True:
        try:
            text = chat.complete(_ask(prompt, choice, steps), choice, best.read)
        except ProviderFailed as failure:
            if steps.climbs(failure):
                continue
            if best.text:
                return SummariseAnswer(text=best.text, engine=choice.model)
            log.warning("A model gave no usable summary after %d attempts: %s", steps.failures, failure)
            return SummariseAnswer(failed=failure.reason, retry_after=failure.retry_after, engine=choice.model)
        return SummariseAnswer(text=text, engine=choice.model)


def build(question: SummariseQuestion) -> str:
    """The prompt: the previous summary and the new messages stand in it as data alone."""
    previous = headings.read(question.previous)
    is_chinese = prompting.is_chinese(question.lines) is True  # not for one Chinese word in an English conversation
    values = {
        "previous": _framed(headings.write(previous, is_chinese=is_chinese)) if question.previous else NO_PREVIOUS,
        "messages": _messages(question.lines),
        "nothing": headings.NOTHING[is_chinese],
        "most": str(question.most_lines),
        "language": LANGUAGE[is_chinese],
    }
    return prompting.fill(TEMPLATE, values)


class _Best:
    """Reads replies and remembers the fullest of those that lack sections."""

    def __init__(self) -> None:
        self.text = ""
        self.count = 1  # one heading alone may be a quotation

    def read(self, said: chat.Said) -> str:
        if said.is_truncated:
            raise ProviderFailed(ladder.CUT_OFF)
        found = headings.read(said.text)
        if len(found) == len(headings.NAMES):
            return said.text
        if len(found) > self.count:
            self.text, self.count = said.text, len(found)
        raise ProviderFailed("format")


def _messages(lines: Iterable[Line]) -> str:
    """One `name (time): content` line each; no message can begin a line of its own."""
    return "\n".join(_framed(f"- {_speaker(line)}: {' '.join(line.content.split())}") for line in lines)


def _speaker(line: Line) -> str:
    who = " ".join(line.speaker.split())
    return f"{who} ({line.said_at.isoformat(' ', 'minutes')})" if line.said_at else who


def _framed(text: str) -> str:
    return _FRAME.sub("‹", text)


def _ask(prompt: str, choice: ModelChoice, steps: Ladder) -> chat.Ask:
    return chat.Ask(
        purpose="summarise",
        prompt=steps.wording(prompt),
        prompt_version=VERSION,
        schema=None,
        max_tokens=choice.max_tokens * steps.growth,
        timeout_s=min(choice.timeout_s, steps.seconds_left),
        attempt=steps.failures + 1,
    )
