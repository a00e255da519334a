"""The dream's tidying by a model: a person's facts and the day's conversations go in, a plan of operations comes back."""

import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.condensing import MERGE, OUTDATED, ConsolidateAnswer, ConsolidateQuestion, Digest, Operation, Stored
from engine.errors import ProviderFailed
from engine.model import chat, ladder, plan, prompting
from engine.model.ladder import Ladder
from engine.questions import USER, ModelChoice
from engine.text import normal, similarity

log = logging.getLogger(__name__)

TEMPLATE = (Path(__file__).parent / "prompts" / "consolidate.txt").read_text(encoding="utf-8")
VERSION = prompting.version_of(TEMPLATE)
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        plan.KEY: {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "op": {"type": "string", "enum": [MERGE, OUTDATED]},
                    "ids": {"type": "array", "items": {"type": "string"}},
                    "content": {"type": ["string", "null"]},
                    "reason": {"type": ["string", "null"]},
                },
                "required": ["op", "ids", "content", "reason"],
                "additionalProperties": False,
            },
        },
    },
    "required": [plan.KEY],
    "additionalProperties": False,
}

# Pairs that are pointed out: the likest ones; a longer list costs more than it helps.
MOST_PAIRS = 30
# How far a fact is in doubt whose end the user's own words of the day speak of, and of which they say nothing.
SPOKEN_OF, UNSPOKEN = 0.3, 0.7


def consolidate(question: ConsolidateQuestion, choice: ModelChoice) -> ConsolidateAnswer:
    """The model's plan. Never raises for what an endpoint does: after `max(1, attempts)` failed attempts the answer
    is empty and names the reason. Without a fact nobody is asked.

    A reply that was cut off is asked for once more with room; if that is cut off too, what it finished counts.
    """
    if not question.facts:
        return ConsolidateAnswer(engine=choice.model)
    prompt = build(question)
    steps = ladder.start(choice, attempts=question.attempts, plain_after=1)
    cut = plan.Plan()
    while True:
        try:
            read = chat.complete(_ask(prompt, choice, steps), choice, _read)
            if not read.is_partial:
                return _answer(question, read, choice)
            cut = max(cut, read, key=lambda one: len(one.operations))
            raise ProviderFailed(ladder.CUT_OFF)
        except ProviderFailed as failure:
            has_enough = bool(cut.operations) and steps.growth > 1
            if has_enough or not steps.climbs(failure):
                return _settled(question, cut, failure, choice)


def build(question: ConsolidateQuestion) -> str:
    """The prompt: what people said stands in it as data alone, one JSON value a line."""
    return prompting.fill(
        TEMPLATE,
        {
            "facts": _lines(_fact(fact) for fact in question.facts),
            "alike": _lines([one, other] for one, other, _ in question.alike[:MOST_PAIRS]),
            "digests": _lines(map(_conversation, question.digests)),
            "longest": str(question.longest),
        },
    )


def _ask(prompt: str, choice: ModelChoice, steps: Ladder) -> chat.Ask:
    return chat.Ask(
        purpose="consolidate",
        prompt=steps.wording(prompt),
        prompt_version=VERSION,
        schema=SCHEMA,
        max_tokens=choice.max_tokens * steps.growth,
        timeout_s=min(choice.timeout_s, steps.seconds_left),
        attempt=steps.failures + 1,
        is_plain=steps.is_plain,
    )


def _read(said: chat.Said) -> plan.Plan:
    return plan.parse(said.text, is_truncated=said.is_truncated)


def _settled(
    question: ConsolidateQuestion, cut: plan.Plan, failure: ProviderFailed, choice: ModelChoice
) -> ConsolidateAnswer:
    """What a reply that was cut off had finished, otherwise the failure."""
    if cut.operations:
        return _answer(question, cut, choice)
    log.warning("A model gave no usable plan for a dream: %s", failure.reason)
    return ConsolidateAnswer(failed=failure.reason, retry_after=failure.retry_after, engine=choice.model)


def _answer(question: ConsolidateQuestion, read: plan.Plan, choice: ModelChoice) -> ConsolidateAnswer:
    dropped = Counter(read.dropped)
    dropped.update(truncated=int(read.is_partial))
    contents = {fact.fact_id: fact.content for fact in question.facts}
    spoken = [line.content for digest in question.digests for line in digest.lines if line.role == USER]
    operations = tuple(_weighed(operation, contents, spoken) for operation in read.operations)
    return ConsolidateAnswer(operations, dict(+dropped), engine=choice.model)


def _weighed(operation: Operation, contents: Mapping[str, str], spoken: Iterable[str]) -> Operation:
    """The operation with its doubt: a fact on which the user said nothing that day is retired on the model's word alone."""
    if operation.op != OUTDATED:
        return operation
    content = contents.get(operation.ids[0], "")
    return replace(
        operation, doubt=SPOKEN_OF if any(similarity.shared_things(content, line) for line in spoken) else UNSPOKEN
    )


def _fact(fact: Stored) -> dict[str, Any]:
    known = {"id": fact.fact_id, "type": fact.type, "said_on": _day(fact.said_at), "content": _plain(fact.content)}
    return known | ({"pinned": True} if fact.is_pinned else {})


def _conversation(digest: Digest) -> dict[str, Any]:
    said = [{"by": line.role, "said": _plain(line.content)} for line in digest.lines]
    return {"on": _day(digest.ended_at), "lines": said}


def _day(moment: datetime | None) -> str | None:
    return moment.date().isoformat() if moment is not None else None


def _plain(text: str) -> str:
    return normal.single_line(text)


def _lines(values: Iterable[Any]) -> str:
    """Values of which none can end its own string, open a tag or begin a line."""
    lines = [json.dumps(value, ensure_ascii=False) for value in values]
    return "\n".join(lines or ["null"]).replace("<", "\\u003c").replace(">", "\\u003e")
