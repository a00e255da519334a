"""The judge behind an endpoint: what becomes of a new statement beside a stored one (SPEC M5)."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.errors import ProviderFailed
from engine.model import chat, prompting, reply, verdict
from engine.questions import ACTIONS, JudgeAnswer, JudgeQuestion, ModelChoice
from engine.text import normal

TEMPLATE = (Path(__file__).parent / "prompts" / "judge.txt").read_text(encoding="utf-8")
VERSION = prompting.version_of(TEMPLATE)
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"action": {"type": "string", "enum": list(ACTIONS)}, "reason": {"type": ["string", "null"]}},
    "required": ["action", "reason"],
    "additionalProperties": False,
}
# Characters of a reason: a sentence for the history of a fact, no essay.
LONGEST_REASON = 200


def judge(question: JudgeQuestion, choice: ModelChoice) -> JudgeAnswer:
    """The model's verdict; an unusable one, after one retry, counts as append and says so. Never raises for what an
    endpoint does."""
    matter = verdict.Matter("judge", build(question), VERSION, SCHEMA)
    try:
        action, reason = verdict.ask(matter, choice, _read)
    except ProviderFailed as failure:
        return JudgeAnswer(failed=failure.reason, retry_after=failure.retry_after, engine=choice.model)
    return JudgeAnswer(action=action, reason=reason, engine=choice.model)


def build(question: JudgeQuestion) -> str:
    """The prompt: what people said stands in it as data alone."""
    pair = {
        "stored": question.existing,
        "stored_said_at": _written(question.existing_said_at),
        "new": question.incoming,
        "new_said_at": _written(question.incoming_said_at),
        "type_of_new": question.type,
    }
    return prompting.fill(TEMPLATE, {"pair": verdict.as_data(pair)})


def _written(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="minutes") if moment is not None else None


def _read(said: chat.Said) -> tuple[str, str]:
    document = reply.verdict(said.text, "action", is_truncated=said.is_truncated)
    action = document["action"]
    plain = action.strip().casefold() if isinstance(action, str) else ""
    if plain not in ACTIONS:
        raise ProviderFailed("format")
    reason = document.get("reason")
    return plain, normal.single_line(reason)[:LONGEST_REASON].rstrip() if isinstance(reason, str) else ""
