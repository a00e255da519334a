"""How a person finds their way among their facts: by type, by words, page by page."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from engine import questions
from engine.text import normal
from profiles import names
from profiles.lifecycle import Source, Status
from profiles.models import Fact
from profiles.models.tenants import DEFAULT_SCOPE

SCOPE = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
REMEMBERED, PAST = "remembered", "past"
PAST_STATES = (Status.SUPERSEDED, Status.DEPRECATED)
PINNED = "pinned"


def scope_query(scope_id: str) -> str:
    """What a link to one fact of a scope carries: empty for the default scope."""
    return "" if scope_id == DEFAULT_SCOPE else "?" + urlencode({"scope": scope_id})


@dataclass(frozen=True)
class View:
    """Which part of the facts somebody looks at; it travels in the address and in the hidden fields of forms.

    `group` is a type, `only` PINNED or ''. `page` counts pages of what is remembered, `after` is the key of the last
    past fact that was seen.
    """

    scope_id: str = DEFAULT_SCOPE
    query: str = ""
    show: str = REMEMBERED
    group: str = ""
    source: str = ""
    state: str = ""
    only: str = ""
    page: str = ""
    after: int | None = None

    is_at_people: ClassVar[bool] = False

    @classmethod
    def of(cls, data: QueryDict) -> "View":
        """Read it from a query or a form; what is not usable is as if it were not there."""
        scope_id = data.get("scope", "")
        is_past = data.get("show") == PAST
        return cls(
            scope_id=scope_id if SCOPE.fullmatch(scope_id) else DEFAULT_SCOPE,
            query=data.get("q", "").strip()[:200],
            show=PAST if is_past else REMEMBERED,
            group=_one_of(questions.FACT_TYPES, data.get("group")),
            source=_one_of(Source, data.get("source")),
            state=_one_of(PAST_STATES, data.get("state")) if is_past else "",
            only=_one_of((PINNED,), data.get("only")),
            page=data.get("page", ""),
            after=normal.whole_number(data.get("after")) if is_past else None,
        )

    @property
    def is_past(self) -> bool:
        return self.show == PAST

    @property
    def is_narrowed(self) -> bool:
        """Whether it leaves out some of what stands under its tab."""
        return any(self.narrowing.values())

    @property
    def narrowing(self) -> dict[str, str]:
        """What a form hands on besides scope and tab."""
        return {
            "q": self.query, "group": self.group, "source": self.source, "state": self.state, "only": self.only
        }  # fmt: skip

    @property
    def columns(self) -> dict[str, object]:
        """The filters as a condition on rows; the words are not among them."""
        chosen = {"type": self.group, "source": self.source, "status": self.state}
        return {name: value for name, value in chosen.items() if value} | ({"is_pinned": True} if self.only else {})

    @property
    def scope_query(self) -> str:
        return scope_query(self.scope_id)

    @property
    def query_string(self) -> str:
        place = {"scope": self.scope_id if self.scope_id != DEFAULT_SCOPE else ""}
        shown = place | self.narrowing | {"show": self.show if self.is_past else ""}
        return urlencode({key: value for key, value in shown.items() if value})

    @property
    def address(self) -> str:
        return self.home + (f"?{self.query_string}" if self.query_string else "")

    @property
    def home(self) -> str:
        """The address of the list as it is opened first."""
        return reverse("memory")

    def to(self, route: str, *args: object) -> str:
        """Where something is done to one of these facts, named as in 'My memory'."""
        return reverse(route, args=args)

    @property
    def whole(self) -> str:
        """The address of the same tab with nothing left out."""
        return replace(self, query="", group="", source="", state="", only="").address


def _one_of(known: Iterable[str], value: str | None) -> str:
    return next((str(one) for one in known if one == value), "")


@dataclass
class Shelf:
    """The facts of one type under the name that people know it by."""

    type: str
    facts: list[Fact] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(names.TYPES.get(self.type, self.type))


def matching(facts: Iterable[Fact], view: View) -> list[Fact]:
    """The facts in which every word of the query occurs, whatever its case, and that the filters leave in."""
    words = view.query.casefold().split()
    return [
        fact
        for fact in facts
        if view.group in ("", fact.type)
        and view.source in ("", fact.source)
        and view.state in ("", fact.status)
        and (fact.is_pinned or not view.only)
        and all(word in fact.content.casefold() for word in words)
    ]


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
