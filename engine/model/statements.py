"""One element of a model's reply made into an item or an instruction, or the reason why it is none; pure."""

import math
import re
from dataclasses import dataclass
from typing import Any

from engine.questions import FACT_TYPES, Instruction, Item
from engine.text import normal, secrets


@dataclass(frozen=True)
class Limits:
    """What an item has to keep to: confidence 0–1, length in characters, number in one reply."""

    confidence: float = 0.5
    characters: int = 500
    items: int = 300


LIMITS = Limits()

# Names that models give to the types of the contract.
SYNONYMS = {
    "profile": "user_profile",
    "identity": "user_profile",
    "user_identity": "user_profile",
    "personal_info": "user_profile",
    "goal": "user_goal",
    "plan": "user_goal",
    "user_plan": "user_goal",
    "user_intention": "user_goal",
    "constraint": "user_constraint",
    "user_requirement": "user_constraint",
    "requirement": "user_constraint",
    "preference": "user_preference",
    "user_like": "user_preference",
    "user_dislike": "user_preference",
    "fact": "user_fact",
    "user_information": "user_fact",
    "user_info": "user_fact",
    "decision": "assistant_decision",
    "assistant_agreement": "assistant_decision",
    "assistant_next_step": "assistant_action",
    "action": "assistant_action",
    "semantic": "semantic_memory",
    "episodic": "episodic_memory",
    "episode": "episodic_memory",
    "event": "episodic_memory",
}
TEXT_KEYS = ("content", "text", "statement", "fact", "memory", "value")
OPERATIONS = {
    "ADD": "ADD",
    "REMEMBER": "ADD",
    "INSERT": "ADD",
    "UPDATE": "UPDATE",
    "REPLACE": "UPDATE",
    "CHANGE": "UPDATE",
    "DELETE": "DELETE",
    "REMOVE": "DELETE",
    "FORGET": "DELETE",
}
WORDS = {"certain": 1.0, "very high": 0.95, "high": 0.9, "medium": 0.7, "moderate": 0.7, "low": 0.4, "very low": 0.2}
TAGGED = re.compile(r"\s*\[\s*([A-Za-z_]+)\s*\]\s*(?=\S)")
SURROGATE = re.compile(r"[\ud800-\udfff]")


def has_text(element: dict[str, Any]) -> bool:
    return any(isinstance(element.get(key), str) for key in TEXT_KEYS)


def item(element: Any, *, default: str, limits: Limits) -> Item | str:
    """The item that `element` is, of type `default` unless it names one; otherwise the reason to drop it."""
    if isinstance(element, str):
        element = {"content": element}
    if not isinstance(element, dict) or not has_text(element):
        return "wrong_item"
    raw = next(element[key] for key in TEXT_KEYS if isinstance(element.get(key), str))
    kind = _type(element.get("type"), raw, default=default)
    confidence = _confidence(element.get("confidence"))
    reason = _why_not(kind, confidence, limits)
    content = "" if reason else _content(raw)
    reason = reason or _why_not_content(raw, content, limits)
    if reason or kind is None or confidence is None:
        return reason
    return Item(
        type=kind,
        content=content,
        slot=_slot(element.get("slot")),
        confidence=confidence,
        importance=_share(element.get("importance")),
        source_role="assistant" if kind.startswith("assistant_") else "user",
    )


def instruction(element: Any, *, limits: Limits) -> Instruction | str:
    """The instruction that `element` is, otherwise the reason to drop it."""
    if not isinstance(element, dict):
        return "wrong_instruction"
    op = OPERATIONS.get(str(element.get("op") or element.get("action") or "").strip().upper())
    old, new = (_content(value) if isinstance(value, str) else "" for value in (element.get("old"), element.get("new")))
    is_complete = {"ADD": bool(new), "UPDATE": bool(old and new), "DELETE": bool(old)}.get(op or "", False)
    if op is None or not is_complete:
        return "wrong_instruction"
    if max(len(old), len(new)) > limits.characters:
        return "too_long"
    if secrets.has_secret(new) or secrets.has_secret(old):
        return "secret"
    return Instruction(op=op, old="" if op == "ADD" else old, new="" if op == "DELETE" else new)


def _type(named: Any, raw: str, *, default: str) -> str | None:
    """The type by name, by the tag before the content, or the default; None for a name that is no type."""
    tag = TAGGED.match(raw)
    tagged = _known(tag[1]) if tag else None
    if named is None or named == "":
        return tagged or default
    return _known(named) if isinstance(named, str) else None


def _known(name: str) -> str | None:
    plain = re.sub(r"[\s\-]+", "_", name.strip().strip("[]").strip().lower())
    plain = SYNONYMS.get(plain, plain)
    return plain if plain in FACT_TYPES else None


def _why_not(kind: str | None, confidence: float | None, limits: Limits) -> str:
    if kind is None:
        return "unknown_type"
    if confidence is None:
        return "wrong_confidence"
    return "low_confidence" if confidence < limits.confidence else ""


def _content(raw: str) -> str:
    """The statement as it would be stored, its tag taken off."""
    tag = TAGGED.match(raw)
    return normal.statement(raw[tag.end() :] if tag and _known(tag[1]) else raw)


def _why_not_content(raw: str, content: str, limits: Limits) -> str:
    if SURROGATE.search(raw):
        return "broken_text"
    if not content:
        return "blank"
    if len(content) > limits.characters:
        return "too_long"
    return "secret" if secrets.has_secret(content) else ""


def _confidence(value: Any) -> float | None:
    """0–1; percentages and words are understood, nothing at all is certainty, None is not to be read."""
    if value is None:
        return 1.0
    if isinstance(value, str) and value.strip().lower() in WORDS:
        return WORDS[value.strip().lower()]
    number = _number(value)
    if number is None or number > 100:
        return None
    if number > 1:
        number = number / 100 if number >= 2 else 1.0
    return max(number, 0.0)


def _share(value: Any) -> float | None:
    """A number of 0–1, None for anything else."""
    number = _number(value)
    return number if number is not None and 0 <= number <= 1 else None


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value.strip().rstrip("%").strip()) if isinstance(value, str) else float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _slot(value: Any) -> str:
    """The attribute that is filled, as a short plain name; '' when there is none."""
    if not isinstance(value, str):
        return ""
    slot = re.sub(r"[\s\-]+", "_", normal.single_line(value).lower())
    return slot if len(slot) <= 64 and slot not in {"null", "none", "n/a"} else ""
