"""What a model's reply to the question of tidying says: operations over facts, however it is wrapped; pure."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.condensing import MERGE, OUTDATED, Operation
from engine.errors import ProviderFailed
from engine.model import reply
from engine.text import normal, secrets

KEY = "operations"
# What the caller refuses by name, so that the attempt stands on record (SPEC D4).
ADD = "add"
KNOWN = frozenset({MERGE, OUTDATED, ADD})
# More operations than a profile has resident facts: the reply of a model that repeats itself.
MOST = 200
# Characters of a reason: a sentence for the history of a fact, no essay.
LONGEST_REASON = 200

_IDS = ("ids", "id", "fact_ids", "fact_id", "factids", "factid", "facts")
_BETWEEN = re.compile(r"[\s,，、;；]+")


@dataclass(frozen=True)
class Plan:
    """`dropped` counts by reason what is no operation; `is_partial` says that the reply was cut off."""

    operations: tuple[Operation, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    is_partial: bool = False


def parse(text: str, *, is_truncated: bool = False) -> Plan:
    """Read a reply. Raises ProviderFailed with reason `truncated`, `no_content` or `format` when it holds no plan.

    An empty list is a plan. A list of which not one element is an operation is none.
    """
    elements, is_whole = reply.listed(text, KEY, one="op", is_truncated=is_truncated)
    operations: dict[Operation, None] = {}
    dropped: Counter[str] = Counter()
    for element in elements:
        found, reason = _operations(element)
        dropped.update([reason] if reason else [])
        operations.update(dict.fromkeys(found))
    kept = tuple(operations)[:MOST]
    dropped.update(too_many=len(operations) - len(kept))
    if not operations and not is_whole:
        raise ProviderFailed("truncated")
    if elements and not operations and dropped["unknown_op"] == 0:
        raise ProviderFailed("format")
    return Plan(kept, dict(+dropped), not is_whole)


def _operations(element: Any) -> tuple[list[Operation], str]:
    """The operations that one element of the list stands for, or why it is none."""
    if not isinstance(element, dict):
        return [], "no_object"
    members = {str(name).strip().casefold(): value for name, value in element.items()}
    op = _line(members.get("op")).casefold()
    if op not in KNOWN:
        return [], "unknown_op" if op else "no_op"
    ids = _ids(next((members[name] for name in _IDS if members.get(name)), None))
    content = _line(members.get("content"))
    if op != ADD and not ids:
        return [], "no_ids"
    if op != OUTDATED and not content:
        return [], "no_content"
    reason = secrets.mask(_line(members.get("reason"))).text[:LONGEST_REASON].rstrip()
    if op == OUTDATED:
        return [Operation(op, (fact_id,), reason=reason) for fact_id in ids], ""
    return [Operation(op, ids, content, reason)], ""


def _line(value: Any) -> str:
    return normal.single_line(value) if isinstance(value, str) else ""


def _ids(value: Any) -> tuple[str, ...]:
    """The names in a list, in one string, or in objects that hold them; each once."""
    if isinstance(value, str):
        value = _BETWEEN.split(value.strip("[]() \t\n"))
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return ()
    plain = [
        next((one[name] for name in _IDS if one.get(name)), None) if isinstance(one, dict) else one for one in value
    ]
    return tuple(dict.fromkeys(name for one in plain if (name := _line(one).strip("'\"`"))))
