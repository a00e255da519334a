"""One line of an import file, read into statements of one person, or refused with a sentence.

A line is a fact (`{"user_id" | "end_user_id" …, "content": …}`), a document (`{…, "memory": V1 or V2}` or the document's
own keys beside the identity), or a line of an export, where the `profile` line says whose the following ones are.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from engine import questions
from engine.errors import Refused
from profiles import admission, document, identity, slots
from profiles.identity import Named
from profiles.lifecycle import Source, Status
from profiles.models.tenants import DEFAULT_SCOPE

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
class Read:
    """What some lines held: statements and refusals with their line numbers, and the reader as it was behind them."""

    found: list[tuple[int, "Statement | WrongLine"]]
    reader: "Reader"


def read_all(reader: "Reader", numbered: Sequence[tuple[int, str]]) -> Read:
    """Read these lines in their order; to be run in a process of its own where there are many."""
    found: list[tuple[int, Statement | WrongLine]] = []
    for number, text in numbered:
        try:
            found += [(number, one) for one in reader.read(number, text)]
        except WrongLine as wrong:
            found.append((number, wrong))
    return Read(found, reader)


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

    def read(self, number: int, text: str) -> list[Statement | WrongLine]:
        """The statements of a line in their order, each refused one in its place. Raises WrongLine for the whole line."""
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
        return [self._statement(number, person, line, item) for item in _items(line)]

    def behind(self, texts: Sequence[str]) -> "Reader":
        """A fresh reader as this one would be behind these lines: only a `profile` line changes it."""
        person = self.person
        for text in texts:
            if '"profile"' in text and '"kind"' in text:
                with suppress(ValueError, RecursionError, WrongLine):
                    line = json.loads(text)
                    if isinstance(line, dict) and line.get("kind") == PROFILE:
                        person = person_of(line, self.tenant_id) or person
        return Reader(
            self.tenant_id, person=person, scope_id=self.scope_id, contacts=self.contacts,
            usual_contacts=self.usual_contacts, now=self.now,
        )  # fmt: skip

    def _statement(
        self, number: int, person: Named, line: Mapping[str, Any], item: Mapping[str, Any]
    ) -> Statement | WrongLine:
        try:
            scope = _scope_of(item, line, self.scope_id)
            read = _read(number, person, item, scope, self.contacts.get(scope) or self.usual_contacts)
            _check_times(read, self.now)
            return read
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


def _read(number: int, person: Named, item: Mapping[str, Any], scope_id: str, contacts: str) -> Statement:
    content = item.get("content")
    if not isinstance(content, str):
        raise WrongLine("content has to be text")
    if len(content) > LONGEST:
        raise WrongLine(f"content has more than {LONGEST} characters")
    verdict = admission.admit_loaded(content, contacts=contacts)
    if verdict.outcome == admission.DROPPED:
        raise WrongLine(f"content may not be stored ({verdict.reason})")
    kind = item["type"] if item.get("type") in questions.FACT_TYPES else "user_fact"
    return Statement(
        line=number,
        person=person,
        content=verdict.content,
        held=verdict.reason if verdict.outcome == admission.HELD else "",
        status=_status(item.get("status")),
        type=kind,
        slot=slots.slot_of(kind, verdict.content, _text(item, "slot")),
        scope_id=scope_id,
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


def _check_times(one: Statement, now: datetime | None) -> None:
    """What is dated ahead would stand above everything that is said from now on (as for messages)."""
    latest = now + A_DAY if now else None
    for name, moment in (("updatedAt", one.written_at), ("saidAt", one.said_at)):
        if moment and ((latest and moment > latest) or moment.year < EARLIEST):
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
