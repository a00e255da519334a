"""What one whole conversation was about, asked of a model behind an endpoint (SPEC D9)."""

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.condensing import DescribeAnswer, DescribeQuestion
from engine.errors import ProviderFailed
from engine.model import chat, ladder, prompting, reply
from engine.model.ladder import Ladder
from engine.questions import ModelChoice
from engine.text import keywords, normal, retelling
from observability import budget

log = logging.getLogger(__name__)

TEMPLATE = (Path(__file__).parent / "prompts" / "describe.txt").read_text(encoding="utf-8")
VERSION = prompting.version_of(TEMPLATE)
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"summary": {"type": "string"}, "topics": {"type": "array", "items": {"type": "string"}}},
    "required": ["summary", "topics"],
    "additionalProperties": False,
}
# Under which models record and price what condenses conversations.
PURPOSE = "describe"
# More than was asked for is cut: the first topics are the weightiest.
MOST_TOPICS = 5
# Keys under which a model may put the words of a topic that it made an object.
TOPIC_KEYS = ("topic", "name", "text", "title", "keyword")


def describe(question: DescribeQuestion, choice: ModelChoice) -> DescribeAnswer:
    """The model's summary and topics; nobody is asked about nothing. Never raises for what an endpoint does."""
    if not any(line.content.strip() for line in question.lines):
        return DescribeAnswer(failed="nothing_said", engine=choice.model)
    prompt, is_chinese = build(question), prompting.is_chinese(question.lines)
    steps = ladder.start(choice, attempts=question.attempts, plain_after=1)

    def read(said: chat.Said) -> tuple[str, tuple[str, ...]]:
        return _read(said, is_chinese=is_chinese)

    while True:
        try:
            summary, topics = chat.complete(_ask(prompt, choice, steps), choice, read)
        except ProviderFailed as failure:
            if not steps.climbs(failure):
                return _given_up(failure, choice, steps)
        else:
            return DescribeAnswer(summary, topics, engine=choice.model)


def build(question: DescribeQuestion) -> str:
    """The prompt: what was said stands in it as data alone, one line a message."""
    said = [
        {"speaker": line.role, "said": normal.single_line(line.content)}
        for line in question.lines
        if line.content.strip()
    ]
    language = {True: "Chinese", False: "English", None: "the language of the conversation"}[
        prompting.is_chinese(question.lines)
    ]
    return prompting.fill(TEMPLATE, {"lines": _as_data(said), "language": language})


def _as_data(said: Sequence[Mapping[str, str]]) -> str:
    """A JSON list of which no member can end its own string, open a tag or begin a line."""
    rows = (json.dumps(one, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e") for one in said)
    return "[\n" + ",\n".join(rows) + "\n]"


def _ask(prompt: str, choice: ModelChoice, steps: Ladder) -> chat.Ask:
    return chat.Ask(
        purpose=PURPOSE,
        prompt=steps.wording(prompt),
        prompt_version=VERSION,
        schema=SCHEMA,
        max_tokens=choice.max_tokens * steps.growth,
        timeout_s=min(choice.timeout_s, steps.seconds_left),
        attempt=steps.failures + 1,
        is_plain=steps.is_plain,
    )


def _given_up(failure: ProviderFailed, choice: ModelChoice, steps: Ladder) -> DescribeAnswer:
    if failure.reason != budget.USED_UP:  # an empty purse is no fault, and waits for the day to end
        log.error("A model gave no usable description after %d attempts: %s", steps.failures, failure.reason)
    return DescribeAnswer(failed=failure.reason, retry_after=failure.retry_after, engine=choice.model)


def _read(said: chat.Said, *, is_chinese: bool | None) -> tuple[str, tuple[str, ...]]:
    """Summary and topics; a blank one, no topic at all or the wrong language is as good as no answer."""
    document = reply.verdict(said.text, "summary", is_truncated=said.is_truncated)
    summary = document["summary"]
    text = normal.single_line(summary) if isinstance(summary, str) else ""
    topics = tuple(dict.fromkeys(_topics(document.get("topics"))))[:MOST_TOPICS]
    if not text or not topics:
        raise ProviderFailed("truncated" if said.is_truncated else "format")
    if is_chinese is not None and keywords.has_cjk(text) is not is_chinese:
        raise ProviderFailed("format")
    return text, topics


def _topics(given: Any) -> list[str]:
    """Topics as a list, as one text, or as objects that name them."""
    if isinstance(given, str):
        return [topic for topic in map(str.strip, retelling.split_topics(given)) if topic]
    found: list[str] = []
    for one in given if isinstance(given, list) else ():
        named = next((one[key] for key in TOPIC_KEYS if key in one), "") if isinstance(one, dict) else one
        text = normal.single_line(named) if isinstance(named, str) else ""
        if text:
            found.append(text)
    return found
