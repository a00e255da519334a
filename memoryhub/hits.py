"""What is told of the rows that a search found: their words, their time, and the messages they rest on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from profiles import matching
from profiles import recall as facts
from profiles.models import Fact
from summaries import recall as conversations

FACT, MESSAGE = facts.KIND, conversations.MESSAGE
SUMMARY, EPISODE = conversations.SUMMARY, conversations.EPISODE
_EVIDENCE = "evidence"
_NAMES = {SUMMARY: "s_", EPISODE: "e_", MESSAGE: "m_"}

Keys = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Said:
    """A message that something rests on, by the names that its sender gave."""

    message_id: str
    session_id: str


@dataclass(frozen=True)
class Hit:
    """Something found. `key` is its name on the wire; `pk` below zero: a fact that is still in the legacy column.

    `at` is when the newest message that it rests on was said, and where it rests on none when it was written; `role` is
    who said it, '' for what is condensed.
    """

    kind: str
    pk: int
    key: str
    content: str
    type: str
    at: datetime
    role: str = ""
    evidence: tuple[Said, ...] = ()


def told(keys: Keys, waiting: Sequence[Fact], *, now: datetime) -> dict[tuple[str, int], Hit]:
    """What the rows with these keys say, by kind and key; a row that may no longer be shown is missing. One statement.

    `waiting` are the facts of the legacy column, the first of which has the key -1.
    """
    stored = {kind: [key for key in its if key > 0] for kind, its in keys.items()}
    rows = matching.fetched([*_rows(stored, now), *_evidence(stored)])
    said = {row[1]: Said(row[2], row[4]) for row in rows if row[0] == _EVIDENCE}
    hits = [_hit(row, said) for row in rows if row[0] != _EVIDENCE]
    hits += [_waiting(key, waiting[-1 - key]) for key in keys.get(FACT, ()) if key < 0]
    return {(hit.kind, hit.pk): hit for hit in hits}


def _rows(keys: Keys, now: datetime) -> Iterator[matching.Branch]:
    if its := keys.get(FACT):
        yield _branch(FACT, facts.told(its, now=now), "its.*")
    for kind, tells in (
        (MESSAGE, conversations.told_messages),
        (EPISODE, conversations.told_episodes),
        (SUMMARY, conversations.told_snapshots),
    ):
        if its := keys.get(kind):
            yield _branch(kind, tells(its), "its.*, NULL::text, NULL::text")


def _evidence(keys: Keys) -> Iterator[matching.Branch]:
    found = conversations.evidence(keys.get(FACT, ()), keys.get(EPISODE, ()), keys.get(SUMMARY, ()))
    found += [conversations.themselves(its)] if (its := keys.get(MESSAGE)) else []
    for rows in found:
        yield _branch(_EVIDENCE, rows, "its.*, NULL::bigint[], NULL::text, NULL::text")


def _branch(kind: str, rows: matching.Branch, columns: str) -> matching.Branch:
    sql, params = rows
    return f"SELECT '{kind}', {columns} FROM ({sql}) AS its", params


def _hit(row: tuple[Any, ...], said: Mapping[int, Said]) -> Hit:
    kind, pk, content, at, role, rests, name, type_ = row
    keys = dict.fromkeys(rests or ())
    evidence = tuple(said[key] for key in keys if key in said)
    return Hit(kind, pk, name or f"{_NAMES[kind]}{pk}", content, type_ or kind, at, role, evidence)


def _waiting(key: int, fact: Fact) -> Hit:
    return Hit(FACT, key, fact.fact_id, fact.content, fact.type, fact.updated_at, fact.source_role)
