"""What a dream reads of one person: the facts in force by scope, and the conversations that no dream has looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.db.models import Max

from engine.condensing import Digest, Stored
from engine.questions import USER
from extraction import known
from extraction.dream import digest
from extraction.models import DreamPart
from extraction.rulings import Known
from profiles.lifecycle import Status
from profiles.models import Fact
from summaries import spoken
from summaries.models import Message, MessageQuerySet


@dataclass(frozen=True)
class Place:
    """One scope of one person."""

    profile_id: int
    scope_id: str


@dataclass(frozen=True)
class Scope:
    """The facts of one scope as they were read, in the order in which they were stored.

    `seen` tells when each was last said and `until` to when it holds, by primary key; `expired` are those whose time is over, `others` the wordings
    and `inactive` the ids of what is no longer in force. `digests` are the day's conversations in this scope.
    """

    place: Place
    facts: tuple[Known, ...]
    expired: tuple[Known, ...]
    seen: Mapping[int, datetime]
    until: Mapping[int, datetime | None]
    inactive: frozenset[str]
    others: frozenset[str]
    digests: tuple[Digest, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Known]:
        return {one.fact_id: one for one in self.facts}

    @property
    def stored(self) -> tuple[Stored, ...]:
        return tuple(
            Stored(
                fact_id=one.fact_id,
                content=one.content,
                type=one.type,
                slot=one.slot,
                said_at=one.said_at or one.written_at,
                is_pinned=one.is_pinned,
            )
            for one in self.facts
        )

    @property
    def has_evidence(self) -> bool:
        """Whether the person themselves said anything: without it nothing is outdated."""
        return any(line.role == USER for one in self.digests for line in one.lines)

    @property
    def told_at(self) -> datetime | None:
        """When the last word of the day was said: what it outdates, it outdates as of then."""
        return max((one.ended_at for one in self.digests if one.ended_at is not None), default=None)


@dataclass(frozen=True)
class Day:
    """What one person's part is about, said above the key `since` up to `through`. `left` counts conversations that were too many to be read again."""

    scopes: tuple[Scope, ...]
    since: int
    through: int
    sessions: tuple[int, ...] = ()
    left: int = 0

    @property
    def active(self) -> int:
        return sum(len(one.facts) + len(one.expired) for one in self.scopes)


def read(part: DreamPart, *, since: int, model: str, now: datetime) -> Day:
    """Facts before messages: what is learned in between is as good as said after them."""
    scopes = [_scope(Place(part.profile_id, scope_id), model, now) for scope_id in _scopes(part.profile_id)]
    newest = Message.objects.filter(profile=part.profile_id, pk__gt=since).aggregate(last=Max("pk"))["last"]
    through = newest or since
    window = _window(part.profile_id, since, through)
    sessions, left = _conversations(window)
    told = _digests(window.filter(session__in=sessions), {one.place.scope_id: one for one in scopes})
    heard = tuple(replace(one, digests=tuple(told.get(one.place.scope_id, ()))) for one in scopes)
    return Day(scopes=heard, since=since, through=through, sessions=tuple(sessions), left=left)


def _scopes(profile_id: int) -> list[str]:
    facts = Fact.objects.filter(profile=profile_id, status=Status.ACTIVE)
    return list(facts.order_by("scope_id").values_list("scope_id", flat=True).distinct())


def _scope(place: Place, model: str, now: datetime) -> Scope:
    stored = sorted(known.read(place, model=model), key=lambda one: one.fact)
    rows = Fact.objects.filter(profile=place.profile_id, scope_id=place.scope_id)
    times = {pk: (seen, to) for pk, seen, to in rows.active().values_list("pk", "last_seen_at", "valid_to")}
    over = {pk for pk, (_seen, valid_to) in times.items() if valid_to is not None and valid_to < now}
    gone = dict(rows.exclude(status=Status.ACTIVE).values_list("fact_id", "content"))
    return Scope(
        place=place,
        facts=tuple(one for one in stored if one.fact not in over or one.is_pinned),
        expired=tuple(one for one in stored if one.fact in over and not one.is_pinned),
        seen={pk: seen for pk, (seen, _to) in times.items()},
        until={pk: to for pk, (_seen, to) in times.items()},
        inactive=frozenset(gone),
        others=frozenset(gone.values()),
    )


def _window(profile_id: int, since: int, through: int) -> MessageQuerySet:
    """What was said, may teach and still stands. What was said in a pause teaches nothing."""
    said = Message.objects.condensable().filter(profile=profile_id, teaches=True)
    return said.filter(pk__gt=since, pk__lte=through)


def _conversations(window: MessageQuerySet) -> tuple[list[int], int]:
    """The newest conversations, as many as one night reads, and how many more there are."""
    newest = window.filter(session__is_paused=False).values("session_id").annotate(last=Max("pk")).order_by("-last")
    sessions = [row["session_id"] for row in newest]
    most = settings.MEMORYHUB_DREAM_CONVERSATIONS
    return sessions[:most], max(0, len(sessions) - most)


def _digests(messages: MessageQuerySet, scopes: Mapping[str, Scope]) -> Mapping[str, list[Digest]]:
    """Each conversation by what was said of it in one scope, oldest first."""
    talks: dict[tuple[str, int], list[Message]] = {}
    for message in messages.as_said():
        if message.scope_id in scopes:
            talks.setdefault((message.scope_id, message.session_id), []).append(message)
    found: dict[str, list[Digest]] = {}
    for (scope_id, _session), said in talks.items():
        told = _digest(said, [one.content for one in scopes[scope_id].facts])
        if told.lines:
            found.setdefault(scope_id, []).append(told)
    return found


def _digest(messages: Sequence[Message], contents: Sequence[str]) -> Digest:
    lines = [spoken.line(message) for message in messages]
    return digest.digest(lines, contents, settings.MEMORYHUB_DIGEST_CHARACTERS)
