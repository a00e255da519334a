"""The words sent to a model: how a template is filled in one pass, and the one for extraction; pure."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.questions import ASSISTANT, FACT_TYPES, USER, Definitions, ExtractQuestion, Line
from engine.text import confirmation, keywords, weeks

TEMPLATE = (Path(__file__).parent / "prompts" / "extract.txt").read_text(encoding="utf-8")

DEFAULTS = Definitions(
    user_profile="who the user is: name, age, home, family, occupation, employer, education, languages.",
    semantic_memory="lasting knowledge about the user's world: their company, projects, products, tools, people around them.",
    episodic_memory="something that happened to the user, or that they did, at a certain time.",
)

_NULLABLE_TEXT: Mapping[str, Any] = {"type": ["string", "null"]}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string", "enum": list(FACT_TYPES)},
                    "content": {"type": "string"},
                    "slot": _NULLABLE_TEXT,
                    "confidence": {"type": "number"},
                    "importance": {"type": ["number", "null"]},
                },
                "required": ["type", "content", "slot", "confidence", "importance"],
                "additionalProperties": False,
            },
        },
        "instructions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "op": {"type": "string", "enum": ["ADD", "UPDATE", "DELETE"]},
                    "old": _NULLABLE_TEXT,
                    "new": _NULLABLE_TEXT,
                },
                "required": ["op", "old", "new"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["memories", "instructions"],
    "additionalProperties": False,
}

# What could end or open a part of the template.
_FRAME = re.compile(
    r"<(?=\s*/?\s*(?:conversation_time|current_week|reference_messages|target_messages|already_known)\b)", re.IGNORECASE
)
_VARIABLE = re.compile(r"\{\{(\w+)\}\}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with its variables replaced, once: what looks like a variable inside a value stays text.

    Raises KeyError for a variable without a value.
    """
    return _VARIABLE.sub(lambda match: values[match[1]], template)


def version_of(template: str) -> str:
    """A name of the wording, the same wherever the same words are in use."""
    return hashlib.sha256(template.encode("utf-8")).hexdigest()[:12]


VERSION = version_of(TEMPLATE)


def as_text(lines: Iterable[Line]) -> str:
    """One `name: content` line each, the role when there is no name; a line break inside a message is a blank."""
    return "".join(f"{_one_line(line.speaker)}: {_one_line(line.content)}\n" for line in lines)


def is_chinese(lines: Iterable[Line]) -> bool | None:
    """Whether a conversation is Chinese; False: it is written in Latin letters; None: neither can be told."""
    text = "".join(line.content for line in lines)
    if any("\u3040" <= sign <= "\u30ff" or "\uac00" <= sign <= "\ud7af" for sign in text):
        return None
    signs = sum(keywords.has_cjk(sign) for sign in text)
    if signs * 4 >= sum(sign.isalpha() for sign in text):
        return True if signs else None
    return False if not signs else None


def targets(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines from which anything may be learned: what the user said, and what the assistant confirmed."""
    return tuple(line for line in lines if _is_target(line))


def build(question: ExtractQuestion, target: Iterable[Line], *, known: Iterable[str] = ()) -> str:
    """The prompt for `target`, some lines of the question's own; `known` is added to what the question calls known."""
    lines = tuple(target)
    told = [*question.known, *known]
    values = {
        "conversation_time": _FRAME.sub("‹", question.conversation_time),
        "current_week": _FRAME.sub("‹", weeks.current_week(question.conversation_time)),
        "reference_messages": as_text(question.reference),
        "input_messages": as_text(line for line in lines if line.role == USER),
        "assistant_messages": as_text(line for line in lines if line.role == ASSISTANT),
        "known": "".join(f"- {_one_line(statement)}\n" for statement in told),
        "user_profile_definition": question.definitions.user_profile or DEFAULTS.user_profile,
        "semantic_memory_definition": question.definitions.semantic_memory or DEFAULTS.semantic_memory,
        "episodic_memory_definition": question.definitions.episodic_memory or DEFAULTS.episodic_memory,
    }
    return fill(TEMPLATE, values)


def _is_target(line: Line) -> bool:
    if not line.content.strip():
        return False
    return line.role == USER or (line.role == ASSISTANT and confirmation.is_confirmed(line.content))


def _one_line(text: str) -> str:
    """The text as data: it cannot begin a line of its own, nor open or close a part of the prompt."""
    return _FRAME.sub("‹", " ".join(text.split()))
