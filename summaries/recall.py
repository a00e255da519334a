"""What a question may find in a person's conversations: messages, episodes, and the running summaries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, Exists, F, Func, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from profiles import recall as facts
from profiles.matching import Source
from profiles.models import Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries import indexing
from summaries.models import (
    EpisodeSummary,
    EpisodeVector,
    Message,
    MessageMean,
    MessageQuerySet,
    MessageVector,
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

    @property
    def whose(self) -> dict[str, object]:
        return {"profile": self.person, "scope_id": self.scope_id}


def messages(among: Among, *, model: str) -> Source:
    """What was said between person and agent and may teach; nothing deleted, nothing of a pause, nothing whose fact was
    deleted. Only such messages have vectors, and lose them with their words."""
    vectors = MessageVector.objects.filter(**among.whose, model=model)
    return Source(
        MESSAGE,
        Message.objects.filter(**among.whose).searchable().filter(_by_agents(among)),
        vectors.filter(_by_agents(among, "message__")),
        "message_id",
        means=MessageMean.objects.filter(**among.whose, model=model),
        hidden=facts.hidden_messages(among.person, scope_id=among.scope_id, superseded_too=among.hides_superseded),
    )


def episodes(among: Among, *, model: str) -> Source:
    rows = EpisodeSummary.objects.filter(_in_sessions(among), **among.whose)
    vectors = EpisodeVector.objects.filter(_in_sessions(among, "episode__"), **among.whose, model=model)
    return Source(EPISODE, rows, vectors, "episode_id")


def snapshots(among: Among, *, model: str) -> Source:
    """The summary in use of each conversation, no earlier version."""
    rows = indexing.snapshots().filter(_in_sessions(among), **among.whose)
    vectors = SnapshotVector.objects.filter(**among.whose, model=model, snapshot__in=rows.values("pk"))
    return Source(SUMMARY, rows, vectors, "snapshot_id")


def told_messages(keys: Sequence[int]) -> Told:
    found = Message.objects.filter(pk__in=keys).searchable()
    return found.values_list("pk", "content", "said_at", "role", _keys("pk"))


def told_episodes(keys: Sequence[int]) -> Told:
    found = EpisodeSummary.objects.filter(pk__in=keys)
    return found.values_list("pk", "summary", "happened_at", Value(""), _keys("covers_through"))


def told_snapshots(keys: Sequence[int]) -> Told:
    """They rest on all messages up to the last one; named are the first and the last."""
    found = indexing.snapshots().filter(pk__in=keys)
    at = Coalesce("covered_until", "created_at")
    return found.values_list("pk", "text", at, Value(""), _keys("first_message_id", "last_message_id"))


def evidence(facts_found: Sequence[int], episodes_found: Sequence[int], snapshots_found: Sequence[int]) -> list[Told]:
    """The messages on which these rest and that are still there: key, name, when, conversation."""
    snapshots_told = SummarySnapshot.objects.filter(pk__in=snapshots_found)
    wanted: tuple[tuple[Sequence[int], Any], ...] = (
        (facts_found, facts.evidence(facts_found)),
        (episodes_found, EpisodeSummary.objects.filter(pk__in=episodes_found).values("covers_through")),
        (snapshots_found, snapshots_told.values("first_message_id")),
        (snapshots_found, snapshots_told.values("last_message_id")),
    )
    return [_named(Message.objects.filter(pk__in=keys)) for found, keys in wanted if found]


def themselves(keys: Sequence[int]) -> Told:
    """Messages as what rests on them would name them."""
    return _named(Message.objects.filter(pk__in=keys))


def _named(found: MessageQuerySet) -> Told:
    return found.undeleted().values_list("pk", "message_id", "said_at", "session__session_id")


def _keys(*names: str) -> Func:
    fields = (F(name) for name in names)
    return Func(*fields, template="ARRAY[%(expressions)s]::bigint[]", output_field=ArrayField(BigIntegerField()))


def _by_agents(among: Among, path: str = "") -> Q:
    named = Q(**{f"{path}agent_id": among.agent_id}) if among.agent_id else Q()
    return named & Q(**{f"{path}agent_id__in": sorted(among.agents)}) if among.agents else named


def _in_sessions(among: Among, path: str = "") -> Q:
    """A key that is confined to agents reaches only a conversation that no other agent took part in."""
    named = Q(**{f"{path}session__agent_id": among.agent_id}) if among.agent_id else Q()
    if not among.agents:
        return named
    in_reach = Q(**{f"{path}session__agent_id__in": sorted(among.agents)})
    its = Message.objects.filter(session=OuterRef(f"{path}session"), scope_id=among.scope_id)
    others = its.exclude(agent_id__in=among.agents)
    return named & in_reach & Q(~Exists(others))
