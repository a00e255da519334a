"""How a person finds their way among their facts: by type, by words, page by page."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from engine import questions
from profiles import names
from profiles.models import Fact
from profiles.models.tenants import DEFAULT_SCOPE

SCOPE = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
REMEMBERED, PAST = "remembered", "past"


@dataclass(frozen=True)
class View:
    """Which part of the facts somebody looks at; it travels in the address and in the hidden fields of forms."""

    scope_id: str = DEFAULT_SCOPE
    query: str = ""
    show: str = REMEMBERED
    page: str = ""

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        """Read it from a query or a form; what is not usable is as if it were not there."""
        scope_id = data.get("scope", "")
        return cls(
            scope_id=scope_id if SCOPE.fullmatch(scope_id) else DEFAULT_SCOPE,
            query=data.get("q", "").strip()[:200],
            show=PAST if data.get("show") == PAST else REMEMBERED,
            page=data.get("page", ""),
        )

    @property
    def is_past(self) -> bool:
        return self.show == PAST

    @property
    def scope_query(self) -> str:
        """What a link to one fact of this scope carries: empty for the default scope."""
        return "" if self.scope_id == DEFAULT_SCOPE else "?" + urlencode({"scope": self.scope_id})

    @property
    def query_string(self) -> str:
        shown = {"scope": self.scope_id if self.scope_id != DEFAULT_SCOPE else "", "q": self.query}
        shown["show"] = self.show if self.is_past else ""
        return urlencode({key: value for key, value in shown.items() if value})

    @property
    def address(self) -> str:
        return reverse("memory") + (f"?{self.query_string}" if self.query_string else "")


@dataclass
class Shelf:
    """The facts of one type under the name that people know it by."""

    type: str
    facts: list[Fact] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(names.TYPES.get(self.type, self.type))


def matching(facts: Iterable[Fact], query: str) -> list[Fact]:
    """The facts in which every word of the query occurs, whatever its case."""
    words = query.casefold().split()
    return [fact for fact in facts if all(word in fact.content.casefold() for word in words)]


def by_type(facts: Iterable[Fact]) -> list[Fact]:
    """Type by type in the order of the shelves; within a type the given order stays."""
    order = {kind: place for place, kind in enumerate(questions.FACT_TYPES)}
    return sorted(facts, key=lambda fact: order.get(fact.type, len(order)))


def shelved(facts: Sequence[Fact]) -> list[Shelf]:
    """Facts that are sorted by type, put on their shelves; no shelf is empty."""
    shelves: list[Shelf] = []
    for fact in facts:
        if not shelves or shelves[-1].type != fact.type:
            shelves.append(Shelf(fact.type))
        shelves[-1].facts.append(fact)
    return shelves
