"""Finding among one person's facts: those that stand in every context, and those that a question calls up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from django.db import models
from django.db.models import F, Func, Q, QuerySet
from django.db.models.functions import Coalesce

from engine import questions
from engine.fusion import Matched, Terms
from engine.text import inflections, words
from profiles import document, legacy, matching, reading
from profiles.composed import Composed, ComposedRows
from profiles.lifecycle import Status
from profiles.matching import Branch, Source
from profiles.models import Fact, FactVector, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.models.words import day_of

KIND = "fact"


def residents(
    profiles: Sequence[Profile], *, scope_id: str, now: datetime, contacts: str = ""
) -> dict[int, list[Fact]]:
    """The resident facts in force of each profile (by primary key), most valuable first, those in the legacy column too.

    `contacts`: see Among.
    """
    found: dict[int, list[Fact]] = {profile.pk: [] for profile in profiles}
    if profiles:
        for fact in _RESIDENTS.objects(people=[*found], scope_id=scope_id, now=now):
            found[fact.profile_id].append(fact)
    for profile in profiles:
        if scope_id == DEFAULT_SCOPE and document.is_document(profile.memory):
            found[profile.pk] += reading.waiting_of(profile, reading.ACTIVE_ONLY, contacts=contacts)
    return found


def _residents(*, people: list[int], scope_id: str, now: datetime) -> "QuerySet[Fact]":
    its = Fact.objects.filter(_in_force(now), profile__in=people, scope_id=scope_id)
    return its.active().resident().most_valuable_first()


_RESIDENTS = ComposedRows(
    Fact, ("id", "profile_id", "fact_id", "content", "type", "importance", "is_pinned"), _residents
)


@dataclass(frozen=True)
class Among:
    """Which facts a question may find: of these people and this scope, active and in force, and what narrows them.

    `types` empty: all; `agent_id` '': of every agent. `contacts` is what the scope does with them; '' looks it up.
    """

    people: tuple[Profile, ...]
    scope_id: str = DEFAULT_SCOPE
    types: frozenset[str] = frozenset()
    agent_id: str = ""
    without_residents: bool = False
    contacts: str = ""

    @property
    def wanted_types(self) -> list[str]:
        asked = self.types or frozenset(questions.FACT_TYPES)
        return [
            name
            for name in questions.FACT_TYPES
            if name in asked and not (self.without_residents and name in questions.RESIDENT_TYPES)
        ]


_FACTS, _VECTORS = Fact._meta.db_table, FactVector._meta.db_table
_ROWS = f"""FROM {_FACTS} WHERE {_FACTS}.profile_id = ANY(%s::bigint[]) AND {_FACTS}.scope_id = %s AND {_FACTS}.type = ANY(%s)
AND {_FACTS}.status = '{Status.ACTIVE}' AND ({_FACTS}.valid_to IS NULL OR {_FACTS}.valid_to > %s)
AND (%s = '' OR {_FACTS}.agent_id = %s)"""
_NEAR_ROWS = f"""FROM {_VECTORS} JOIN {_FACTS} ON {_FACTS}.id = {_VECTORS}.fact_id
WHERE {_VECTORS}.profile_id = ANY(%s::bigint[]) AND {_VECTORS}.scope_id = %s AND {_VECTORS}.type = ANY(%s)
AND {_VECTORS}.model = %s AND NOT {_VECTORS}.is_blocked AND {_FACTS}.status = '{Status.ACTIVE}'
AND ({_FACTS}.valid_to IS NULL OR {_FACTS}.valid_to > %s) AND (%s = '' OR {_FACTS}.agent_id = %s)"""


def source(among: Among, *, model: str, now: datetime) -> Source:
    """The facts that may be found, for the statements of a search: never one that is not active or no longer valid."""
    whose = [[person.pk for person in among.people], among.scope_id, among.wanted_types]
    narrows = [now, among.agent_id, among.agent_id]
    rows, vectors = (_ROWS, [*whose, *narrows]), (_NEAR_ROWS, [*whose, model, *narrows])
    return Source(KIND, _FACTS, rows, _VECTORS, vectors, "fact_id")


def told(keys: Sequence[int], *, now: datetime) -> Branch:
    """What is told of facts, if they are still in force: key, content, when it was last said, who said it, the keys of
    the messages that it rests on, its name, its type."""
    return _TOLD.statement(keys=list(keys), now=now)


def _told(*, keys: list[int], now: datetime) -> "QuerySet[Fact, tuple[object, ...]]":
    found = Fact.objects.filter(_in_force(now), pk__in=keys).active()
    at = Coalesce("said_at", "updated_at")
    return found.values_list("pk", "content", at, "source_role", "evidence", "fact_id", "type")


_TOLD = Composed(_told)


def evidence(found: "QuerySet[Fact]") -> "QuerySet[Fact, int]":
    """The keys of the messages that these facts rest on."""
    message = Func(F("evidence"), function="unnest", output_field=models.BigIntegerField())
    return found.annotate(message=message).order_by().values_list("message", flat=True)


_CAME_OF = f"SELECT unnest(evidence) FROM {_FACTS} WHERE profile_id = %s AND scope_id = %s AND status = ANY(%s)"


def deleted_messages(profile: Profile, *, scope_id: str) -> Branch:
    """The keys of messages from which came what its owner deleted: not to be given back as words either."""
    return _CAME_OF, [profile.pk, scope_id, [str(Status.DEPRECATED)]]


def overtaken_messages(profile: Profile, *, scope_id: str) -> Branch:
    """The keys of messages from which came what was overtaken, and nothing that is in force."""
    whose = (profile.pk, scope_id)
    return f"{_CAME_OF} EXCEPT {_CAME_OF}", [*whose, [str(Status.SUPERSEDED)], *whose, [str(Status.ACTIVE)]]


def waiting(among: Among, terms: Terms) -> tuple[Matched, list[Fact]]:
    """The facts that are still in the legacy column and how they match; their keys are -1, -2, … in the order given."""
    wanted = among.wanted_types
    if legacy.TYPE not in wanted:
        return Matched(), []
    found = [
        fact
        for person in among.people
        if among.scope_id == DEFAULT_SCOPE and not among.agent_id and document.is_document(person.memory)
        for fact in reading.waiting_of(person, reading.ACTIVE_ONLY, contacts=among.contacts)
    ]
    lexemes = [set(words.lexemes(fact.content, day_of(fact.created_at))) for fact in found]
    marks = np.array([_marks(one, terms) for one in lexemes], dtype=np.int64)
    keys, lengths = -np.arange(1, len(found) + 1), np.array([float(len(one)) for one in lexemes])
    is_matched = marks != 0
    length = int(lengths.sum())
    return Matched(keys[is_matched], lengths[is_matched], marks[is_matched], len(found), length), found


def _marks(lexemes: set[str], terms: Terms) -> int:
    """As the database tells them of stored rows."""
    of_day = [any(_is_in(word, lexemes) for word in period.words) for period in terms.periods]
    if not any(of_day) and not any(_is_in(word, lexemes) for word in terms.telling):
        return 0
    has = [*(_is_in(word, lexemes) for word in terms.words), *of_day]
    return sum(1 << bit for bit, is_there in enumerate(has) if is_there)


def _is_in(word: str, lexemes: set[str]) -> bool:
    if matching.is_beginning(word):
        return any(one.startswith(word) for one in lexemes)
    return not lexemes.isdisjoint(inflections.forms(word))


def _in_force(now: datetime) -> Q:
    return Q(valid_to=None) | Q(valid_to__gt=now)
