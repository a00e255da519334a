"""The check of a wish about the memory by a model behind an endpoint (SPEC X10)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import ProviderFailed
from engine.model import chat, prompting, reply, verdict
from engine.questions import MatchAnswer, MatchQuestion, ModelChoice

TEMPLATE = (Path(__file__).parent / "prompts" / "match.txt").read_text(encoding="utf-8")
VERSION = prompting.version_of(TEMPLATE)
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"match": {"type": "boolean"}},
    "required": ["match"],
    "additionalProperties": False,
}
# What the person wants, in the words of the prompt.
WISHES: Mapping[str, str] = {
    "DELETE": "forget this",
    "UPDATE": "replace this with something newer",
    "ADD": "remember this again, although it was deleted",
}


def match(question: MatchQuestion, choice: ModelChoice) -> MatchAnswer:
    """The model's verdict; an unusable one, after one retry, is no match. Never raises for what an endpoint does."""
    matter = verdict.Matter("match", build(question), VERSION, SCHEMA)
    try:
        is_match = verdict.ask(matter, choice, _read)
    except ProviderFailed as failure:
        return MatchAnswer(failed=failure.reason, retry_after=failure.retry_after, engine=choice.model)
    return MatchAnswer(is_match=is_match, engine=choice.model)


def build(question: MatchQuestion) -> str:
    """The prompt: what people said stands in it as data alone."""
    pair = {"wish": WISHES.get(question.op, question.op), "about": question.wish, "stored": question.stored}
    return prompting.fill(TEMPLATE, {"pair": verdict.as_data(pair)})


def _read(said: chat.Said) -> bool:
    """Only a boolean counts: a deletion must not rest on the word "true", which "not true" holds too, or on a number."""
    answer = reply.verdict(said.text, "match", is_truncated=said.is_truncated)["match"]
    if not isinstance(answer, bool):
        raise ProviderFailed("format")
    return answer
