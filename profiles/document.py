"""How facts travel: fact ids, the V2 document, and the V1 document of old clients. Pure."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from profiles.lifecycle import Status

VERSION = 2
SHORT = 8
LONGEST = 64


@dataclass(frozen=True)
class Entry:
    """One fact of a document, as it was written there. `updated_at` is the raw text, '' when missing.

    `is_plain` tells a V1 string, `place` its place in the list. An unknown status has become superseded, a missing one active.
    """

    content: str
    status: Status = Status.ACTIVE
    fact_id: str = ""
    source: str = ""
    updated_at: str = ""
    is_plain: bool = True
    place: int = field(default=0, compare=False)


def digest_of(content: str, length: int = SHORT) -> str:
    """`f_` and the first hex digits of the SHA-256 of the UTF-8 text."""
    return "f_" + hashlib.sha256(content.encode()).hexdigest()[:length]


def free_id(content: str, is_taken: Callable[[str], bool]) -> str:
    """The shortest id of this content that no *other* content has (`is_taken` says so for an id)."""
    for length in range(SHORT, LONGEST):
        candidate = digest_of(content, length)
        if not is_taken(candidate):
            return candidate
    return digest_of(content, LONGEST)


def is_document(value: object) -> bool:
    """Whether a value of the legacy column is a V1 or V2 document; anything else is read as empty and left as it is."""
    return isinstance(value, dict) and isinstance(value.get("facts"), list)


def entries(value: Any) -> list[Entry]:
    """The facts of a V1, V2 or mixed document in their order; items that are neither text nor object are skipped."""
    if not is_document(value):
        return []
    found = ((place, _entry(item)) for place, item in enumerate(value["facts"]))
    return [replace(entry, place=place) for place, entry in found if entry is not None]


def _entry(item: object) -> Entry | None:
    if isinstance(item, str):
        return Entry(item)
    if not isinstance(item, dict) or not isinstance(item.get("content"), str):
        return None
    return Entry(
        content=item["content"],
        status=_status(item.get("status")),
        fact_id=_text(item.get("factId")),
        source=_text(item.get("source")),
        updated_at=_text(item.get("updatedAt")),
        is_plain=False,
    )


def _status(value: object) -> Status:
    if value is None:
        return Status.ACTIVE
    known = [status for status in Status if status == value]
    return known[0] if known else Status.SUPERSEDED


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def wire(facts: list[dict[str, Any]]) -> dict[str, Any]:
    """The V2 document around facts that are already in wire form."""
    return {"version": VERSION, "facts": facts}


def moment(at: datetime) -> str:
    """ISO 8601 with offset."""
    return at.isoformat(timespec="milliseconds")
