"""What a question may find in a person's conversations: messages, episodes, and the running summaries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, F, Func, QuerySet, Value
from django.db.models.functions import Coalesce

from engine import questions
from profiles import matching
from profiles import recall as facts
from profiles.composed import Composed
from profiles.matching import Branch, Source
from profiles.models import Fact, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries import indexing
from summaries.models import (
    EpisodeSummary,
    EpisodeVector,
    Message,
    MessageMean,
    MessageVector,
    Session,
    SnapshotVector,
    SummarySnapshot,
)

# What is told of rows: key, content, when, who said it, and the keys of the messages on which it rests.
Told = QuerySet[Any, tuple[Any, ...]]

MESSAGE, EPISODE, SUMMARY = "message", "episode", "summary"


@dataclass(frozen=True)
class Among:
    """Whose conversations, in which scope, and what narrows them.

    `agent_id` '': of every agent; `agents`: those that a key is confined to. `hides_superseded`: messages are left out
    also when all that came of them was overtaken.
    """

    person: Profile
    scope_id: str = DEFAULT_SCOPE
    agent_id: str = ""
    agents: frozenset[str] = frozenset()
    hides_superseded: bool = False


_MESSAGES, _MESSAGE_VECTORS = Message._meta.db_table, MessageVector._meta.db_table
_EPISODES, _EPISODE_VECTORS = EpisodeSummary._meta.db_table, EpisodeVector._meta.db_table
_SNAPSHOTS, _SNAPSHOT_VECTORS = SummarySnapshot._meta.db_table, SnapshotVector._meta.db_table
_MEANS = f"SELECT mean, count FROM {MessageMean._meta.db_table} WHERE profile_id = %s AND scope_id = %s AND model = %s"


def messages(among: Among, *, model: str) -> Source:
    """What was said between person and agent and may teach; nothing deleted, nothing of a pause, nothing whose fact was
    deleted. Only such messages have vectors, and lose them with their words."""
    agents = _by_agents(among)
    rows = _joined(_whose(_MESSAGES, among), _may_be_found(), agents)
    by_agents = [(f"{_MESSAGE_VECTORS}.message_id IN (SELECT id FROM {_MESSAGES} WHERE {agents[0]})", agents[1])]
    vectors = _joined(_whose(_MESSAGE_VECTORS, among, model), *(by_agents if agents[0] != "true" else ()))
    return Source(
        MESSAGE,
        _MESSAGES,
        (f"FROM {_MESSAGES} WHERE {rows[0]}", rows[1]),
        _MESSAGE_VECTORS,
        (f"FROM {_MESSAGE_VECTORS} WHERE {vectors[0]}", vectors[1]),
        "message_id",
        means=(_MEANS, [among.person.pk, among.scope_id, model]),
        hidden=_hidden(among),
    )


# Above every key: nobody has said anything since.
_NO_NEXT = 2**63 - 1


def _hidden(among: Among) -> Branch:
    """What is not given back: what came to be deleted facts, with what was replied to it, and what was overtaken."""
    deleted, params = facts.deleted_messages(among.person, scope_id=among.scope_id)
    sql = f"""WITH gone (id) AS ({deleted}), asked AS MATERIALIZED (SELECT said.id, said.session_id, (SELECT later.id
    FROM {_MESSAGES} AS later WHERE later.session_id = said.session_id AND later.role = '{questions.USER}'
    AND later.id > said.id ORDER BY later.id LIMIT 1) AS next
    FROM gone JOIN {_MESSAGES} AS said ON said.id = gone.id AND said.role = '{questions.USER}')
    SELECT id FROM gone UNION SELECT reply.id FROM asked JOIN {_MESSAGES} AS reply ON reply.session_id = asked.session_id
    AND reply.role = '{questions.ASSISTANT}' AND reply.id > asked.id AND reply.id < coalesce(asked.next, {_NO_NEXT})"""
    if not among.hides_superseded:
        return sql, params
    overtaken, more = facts.overtaken_messages(among.person, scope_id=among.scope_id)
    return f"{sql} UNION ({overtaken})", [*params, *more]


def episodes(among: Among, *, model: str) -> Source:
    return _condensed(EPISODE, _EPISODES, _EPISODE_VECTORS, among, model, _is_good())


def snapshots(among: Among, *, model: str) -> Source:
    """The summary in use of each conversation, no earlier version."""
    return _condensed(SUMMARY, _SNAPSHOTS, _SNAPSHOT_VECTORS, among, model, _is_in_use())


def _condensed(kind: str, table: str, vector_table: str, among: Among, model: str, holds: Branch) -> Source:
    key = "snapshot_id" if kind == SUMMARY else "episode_id"
    rows = _joined(_whose(table, among), holds, _in_sessions(table, among))
    near = _joined(_whose(vector_table, among, model), rows)
    join = f"FROM {vector_table} JOIN {table} ON {table}.id = {vector_table}.{key} WHERE {near[0]}"
    return Source(kind, table, (f"FROM {table} WHERE {rows[0]}", rows[1]), vector_table, (join, near[1]), key)


def _whose(table: str, among: Among, model: str = "") -> Branch:
    sql, params = f"{table}.profile_id = %s AND {table}.scope_id = %s", [among.person.pk, among.scope_id]
    return (f"{sql} AND {table}.model = %s", [*params, model]) if model else (sql, params)


def _joined(*conditions: Branch) -> Branch:
    return " AND ".join(sql for sql, _ in conditions), [one for _, params in conditions for one in params]


@cache
def _may_be_found() -> Branch:
    return _condition(Message.objects.searchable())


@cache
def _is_in_use() -> Branch:
    return _condition(indexing.snapshots())


@cache
def _is_good() -> Branch:
    return _condition(indexing.episodes())


def _condition(rows: "QuerySet[Any]") -> Branch:
    """The condition of a query that knows no values of a request, as the ORM writes it."""
    sql, params = matching.compiled(rows.values("pk"))
    return f"({sql.split(' WHERE ', 1)[1]})", params


def _by_agents(among: Among) -> Branch:
    conditions: list[Branch] = []
    conditions += [(f"{_MESSAGES}.agent_id = %s", [among.agent_id])] if among.agent_id else []
    conditions += [(f"{_MESSAGES}.agent_id = ANY(%s)", [sorted(among.agents)])] if among.agents else []
    return _joined(*conditions) if conditions else ("true", [])


def _in_sessions(table: str, among: Among) -> Branch:
    """A key that is confined to agents reaches only a conversation that no other agent took part in."""
    its = f"EXISTS (SELECT 1 FROM {Session._meta.db_table} AS its WHERE its.id = {table}.session_id AND its.agent_id"
    named = (f"{its} = %s)", [among.agent_id]) if among.agent_id else ("true", [])
    if not among.agents:
        return named
    agents = sorted(among.agents)
    others = (
        f"NOT EXISTS (SELECT 1 FROM {_MESSAGES} AS others WHERE others.session_id = {table}.session_id"
        " AND others.scope_id = %s AND others.agent_id <> ALL(%s))"
    )
    return _joined(named, (f"{its} = ANY(%s))", [agents]), (others, [among.scope_id, agents]))


def told_messages(keys: Sequence[int]) -> Branch:
    return _TOLD_MESSAGES.statement(keys=list(keys))


def told_episodes(keys: Sequence[int]) -> Branch:
    return _TOLD_EPISODES.statement(keys=list(keys))


def told_snapshots(keys: Sequence[int]) -> Branch:
    """They rest on all messages up to the last one; named are the first and the last."""
    return _TOLD_SNAPSHOTS.statement(keys=list(keys))


def evidence(facts_found: Sequence[int], episodes_found: Sequence[int], snapshots_found: Sequence[int]) -> list[Branch]:
    """The messages on which these rest and that are still there: key, name, when, conversation."""
    wanted = (
        (facts_found, _OF_FACTS),
        (episodes_found, _OF_EPISODES),
        (snapshots_found, _FIRST_OF_SNAPSHOTS),
        (snapshots_found, _LAST_OF_SNAPSHOTS),
    )
    return [composed.statement(keys=list(found)) for found, composed in wanted if found]


def themselves(keys: Sequence[int]) -> Branch:
    """Messages as what rests on them would name them."""
    return _THEMSELVES.statement(keys=list(keys))


def _messages_told(*, keys: list[int]) -> Told:
    return Message.objects.searchable().filter(pk__in=keys).values_list("pk", "content", "said_at", "role", _keys("pk"))


def _episodes_told(*, keys: list[int]) -> Told:
    found = indexing.episodes().filter(pk__in=keys)
    return found.values_list("pk", "summary", "happened_at", Value(""), _keys("covers_through"))


def _snapshots_told(*, keys: list[int]) -> Told:
    found = indexing.snapshots().filter(pk__in=keys)
    at = Coalesce("covered_until", "created_at")
    return found.values_list("pk", "text", at, Value(""), _keys("first_message_id", "last_message_id"))


def _named(among: Callable[[list[int]], Any]) -> Composed:
    """The messages among which `among` says a row rests, as its evidence is told."""

    def build(*, keys: list[int]) -> Told:
        found = Message.objects.filter(pk__in=among(keys)).undeleted()
        return found.values_list("pk", "message_id", "said_at", "session__session_id")

    return Composed(build)


_TOLD_MESSAGES, _TOLD_EPISODES, _TOLD_SNAPSHOTS = map(Composed, (_messages_told, _episodes_told, _snapshots_told))
_THEMSELVES = _named(lambda keys: keys)
_OF_FACTS = _named(lambda keys: facts.evidence(Fact.objects.filter(pk__in=keys)))
_OF_EPISODES = _named(lambda keys: EpisodeSummary.objects.filter(pk__in=keys).values("covers_through"))
_FIRST_OF_SNAPSHOTS, _LAST_OF_SNAPSHOTS = (
    _named(lambda keys, column=column: SummarySnapshot.objects.filter(pk__in=keys).values(column))  # type: ignore[misc]
    for column in ("first_message_id", "last_message_id")
)


def _keys(*names: str) -> Func:
    fields = (F(name) for name in names)
    return Func(*fields, template="ARRAY[%(expressions)s]::bigint[]", output_field=ArrayField(BigIntegerField()))
