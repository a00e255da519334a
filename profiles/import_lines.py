"""One line of an import file, read into statements of one person, or refused with a sentence.

A line is a fact (`{"user_id" | "end_user_id" …, "content": …}`), a document (`{…, "memory": V1 or V2}` or the document's
own keys beside the identity), or a line of an export, where the `profile` line says whose the following ones are.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from engine import questions
from engine.errors import Refused
from profiles import document, identity
from profiles.identity import Named
from profiles.lifecycle import Source, Status
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.weighing import Asked, Weighed

PROFILE, FACT = "profile", "fact"
SOURCES = {source.value: source for source in Source}
# Characters of a loaded fact: a document's facts are not cut, but a line of this length holds no fact.
LONGEST = 5_000
# The years before are a clock that was never set; a day ahead is another time zone.
EARLIEST = 2000
A_DAY = timedelta(days=1)


class WrongLine(Exception):
    """Why a line, or one statement of it, was not taken."""


@dataclass(frozen=True)
class Statement:
    """One statement to be loaded; `held` is why it waits for a person's word instead, '' when it does not."""

    line: int
    person: Named
    content: str
    held: str = ""
    status: Status = Status.ACTIVE
    type: str = "user_fact"
    slot: str = ""
    scope_id: str = DEFAULT_SCOPE
    agent_id: str = ""
    source: Source = Source.IMPORT
    source_role: str = questions.USER
    confidence: float = 1.0
    importance: float | None = None
    source_count: int = 1
    is_pinned: bool = False
    superseded_by: str = ""
    written_at: datetime | None = None
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True)
class Draft:
    """A statement as the line has it, whose content is still to be weighed."""

    line: int
    person: Named
    scope_id: str
    asked: Asked
    item: Mapping[str, Any]

    def completed(self, weighed: Weighed) -> "Statement | WrongLine":
        """The statement with what may be stored of its content, or why none of it may."""
        if weighed.refused:
            return WrongLine(f"content may not be stored ({weighed.refused})")
        return _statement(self, weighed)


class Reader:
    """Reads line after line. `person` is whose the lines are that name nobody; `scope_id` the scope of those without.

    `contacts` tells the policy for phone numbers and e-mail addresses of the scopes that have one of their own. What is
    dated more than a day after `now` is refused.
    """

    def __init__(
        self, tenant_id: int, *, person: Named | None = None, scope_id: str = DEFAULT_SCOPE,
        contacts: Mapping[str, str] | None = None, usual_contacts: str = "keep", now: datetime | None = None,
    ) -> None:  # fmt: skip
        self.tenant_id = tenant_id
        self.now = now
        self.contacts = contacts or {}
        self.usual_contacts = usual_contacts
        self.person = person
        self.scope_id = scope_id
        self.skipped: dict[str, int] = {}

    def read(self, number: int, text: str) -> list[Draft | WrongLine]:
        """The drafts of a line in their order, each refused one in its place; one refusal for a line that holds none."""
        try:
            return self._read(number, text)
        except WrongLine as wrong:
            return [wrong]

    def _read(self, number: int, text: str) -> list[Draft | WrongLine]:
        try:
            line = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise WrongLine("this is no JSON") from None
        if not isinstance(line, dict):
            raise WrongLine("a line has to be a JSON object")
        kind = line.get("kind", FACT)
        if kind == PROFILE:
            self.person = person_of(line, self.tenant_id) or self.person
            return []
        if kind != FACT:
            self.skipped[str(kind)[:32]] = self.skipped.get(str(kind)[:32], 0) + 1
            return []
        person = person_of(line, self.tenant_id) or self.person
        if person is None:
            raise WrongLine("it names nobody: user_id or end_user_id is missing")
        return [self._draft(number, person, line, item) for item in _items(line)]

    def _draft(self, number: int, person: Named, line: Mapping[str, Any], item: Mapping[str, Any]) -> Draft | WrongLine:
        try:
            scope = _scope_of(item, line, self.scope_id)
            kind = item["type"] if item.get("type") in questions.FACT_TYPES else "user_fact"
            contacts = self.contacts.get(scope) or self.usual_contacts
            _check_times(item, self.now)
            return Draft(number, person, scope, Asked(_content(item), kind, _text(item, "slot"), contacts), item)
        except WrongLine as wrong:
            return wrong


def person_of(line: Mapping[str, Any], tenant_id: int) -> Named | None:
    """Whom a line names, None when it names nobody. Raises WrongLine for two people, and for what is no name."""
    if not (line.get("user_id") or line.get("end_user_id")):
        return None
    if line.get("user_id") and line.get("end_user_id"):
        raise WrongLine("it names two people: user_id and end_user_id")
    try:
        if line.get("user_id"):
            return Named(tenant_id, identity.USER, user_id=_identifier(line, "user_id"))
        sub = _identifier(line, "end_sub_user_id") if line.get("end_sub_user_id") else ""
        company = _identifier(line, "end_user_id")
    except Refused as refused:
        raise WrongLine(str(refused.sentence)) from None
    return Named(tenant_id, identity.END_USER, end_user_id=company, end_sub_user_id=sub)


def _items(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The facts of a line: its own content, or those of the document that it carries."""
    if "content" in line:
        yield line
        return
    memory = line.get("memory", line)
    if not document.is_document(memory):
        raise WrongLine("it holds neither content nor a document with facts")
    for item in memory["facts"]:
        yield item if isinstance(item, dict) else {"content": item}


def _scope_of(item: Mapping[str, Any], line: Mapping[str, Any], usual: str) -> str:
    scope = item.get("scopeId") or item.get("scope_id") or line.get("scope_id") or usual
    if not (isinstance(scope, str) and identity.SCOPE_ID.match(scope)):
        raise WrongLine(identity.SCOPE_SENTENCE)
    return scope


def _content(item: Mapping[str, Any]) -> str:
    content = item.get("content")
    if not isinstance(content, str):
        raise WrongLine("content has to be text")
    if len(content) > LONGEST:
        raise WrongLine(f"content has more than {LONGEST} characters")
    return content


def _statement(draft: Draft, weighed: Weighed) -> Statement:
    item = draft.item
    return Statement(
        line=draft.line,
        person=draft.person,
        content=weighed.content,
        held=weighed.held,
        status=_status(item.get("status")),
        type=draft.asked.type,
        slot=weighed.slot,
        scope_id=draft.scope_id,
        agent_id=_text(item, "agentId", "agent_id")[:64],
        source=SOURCES.get(_text(item, "source"), Source.IMPORT),
        source_role=questions.ASSISTANT if item.get("sourceRole") == questions.ASSISTANT else questions.USER,
        confidence=_share(item.get("confidence"), otherwise=1.0) or 0.0,
        importance=_share(item.get("importance"), otherwise=None),
        source_count=_count(item.get("sourceCount")),
        is_pinned=item.get("pinned") is True,
        superseded_by=_text(item, "supersededBy")[:66],
        written_at=_moment(item, "updatedAt", "updated_at"),
        said_at=_moment(item, "saidAt", "said_at"),
        valid_from=_moment(item, "validFrom", "valid_from"),
        valid_to=_moment(item, "validTo", "valid_to"),
    )


def _check_times(item: Mapping[str, Any], now: datetime | None) -> None:
    """What is dated ahead would stand above everything that is said from now on (as for messages)."""
    for name, other in (("updatedAt", "updated_at"), ("saidAt", "said_at")):
        moment = _moment(item, name, other)
        if moment and ((now and moment > now + A_DAY) or moment.year < EARLIEST):
            raise WrongLine(f"{name} lies before {EARLIEST} or in the future")


def _identifier(line: Mapping[str, Any], name: str) -> str:
    value = line.get(name)
    if not isinstance(value, str):
        raise WrongLine(f"{name} has to be text")
    return str(identity.identifier(value, field=name))


def _status(value: object) -> Status:
    """A missing state is active, an unknown one superseded, as everywhere (P4)."""
    if value is None:
        return Status.ACTIVE
    return next((status for status in Status if status == value), Status.SUPERSEDED)


def _text(item: Mapping[str, Any], *names: str) -> str:
    """The first of these that is text."""
    return next((value for name in names if isinstance(value := item.get(name), str)), "")


def _share(value: object, *, otherwise: float | None) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= 1 else otherwise  # type: ignore[operator, arg-type]


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 2**31 else 1


def _moment(item: Mapping[str, Any], *names: str) -> datetime | None:
    """None when there is no readable time; without an offset it is read in the project's zone."""
    text = _text(item, *names)
    if not text:
        return None
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    if found is None:
        return None
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def _no_constant(name: str) -> float:
    raise ValueError(name)
