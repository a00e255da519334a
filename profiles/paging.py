"""Pages of a list: a cursor that says where the next one begins, over a column in which no two rows are alike."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import models

from engine.errors import Refused

DEFAULT_LIMIT = 50
MOST = 200
FILTERS = frozenset({"cursor", "limit"})

Item = TypeVar("Item")
Row = TypeVar("Row", bound=models.Model)


@dataclass(frozen=True)
class Page(Generic[Item]):
    """`next_cursor` None: this was the last page."""

    items: list[Item]
    next_cursor: str | None = None

    def wire(self, items: list[dict[str, Any]]) -> dict[str, Any]:
        return {"items": items, "next_cursor": self.next_cursor}


@dataclass(frozen=True)
class Asked(Generic[Item]):
    """Which page: how many items, and after which position (None: from the beginning)."""

    limit: int
    after: Item | None


def asked(query: Mapping[str, str], kind: type[Item]) -> Asked[Item]:
    """What a query asks for; `kind` is the type of a position. Raises Refused (`field_invalid`)."""
    return Asked(_limit(query.get("limit")), _position(query.get("cursor"), kind))


def rows(found: models.QuerySet[Row], wanted: Asked[int]) -> Page[Row]:
    """One page of rows, the newest first."""
    if wanted.after is not None:
        found = found.filter(pk__lt=wanted.after)
    ahead = list(found.order_by("-pk")[: wanted.limit + 1])
    return cut(ahead, wanted.limit, lambda row: row.pk)


def cut(ahead: list[Item], limit: int, position: Any) -> Page[Item]:
    """A page of at most `limit` items out of a list that was read one further; `position` tells that of an item."""
    if len(ahead) <= limit:
        return Page(ahead)
    return Page(ahead[:limit], cursor_at(position(ahead[limit - 1])))


def cursor_at(position: int | str) -> str:
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


def _position(cursor: str | None, kind: type[Item]) -> Item | None:
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        position = json.loads(text)
    except (binascii.Error, ValueError, RecursionError):
        position = None
    if type(position) is not kind or not _is_storable(str(position)):
        raise Refused("This cursor is broken: begin without one.", code="field_invalid", field="cursor")
    return position


def _is_storable(text: str) -> bool:
    """The database takes neither NUL nor lone surrogates, and JSON spells both."""
    return "\0" not in text and not re.search("[\ud800-\udfff]", text)


def _limit(text: str | None) -> int:
    if text is None:
        return DEFAULT_LIMIT
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= MOST and len(text) <= 6):
        raise Refused(f"limit must be a whole number from 1 to {MOST}.", code="field_invalid", field="limit")
    return int(text)
