"""Episodes: what each conversation of a person was about, written at night and rebuilt when a message leaves (SPEC D9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from engine.condensing import DescribeQuestion
from engine.mind import Mind
from engine.questions import Line
from engine.text import contacts as contact_data
from engine.text import normal, retelling
from profiles import ledger
from profiles.composed import ComposedRows
from profiles.models import Agent, Profile
from summaries import reach, spoken, told
from summaries.models import EpisodeSummary, EpisodeVector, Message, MessageQuerySet, Session
from summaries.told import Weights

MOST_SENTENCES, LONGEST_SUMMARY = 3, 600
MOST_TOPICS, LONGEST_TOPIC = 5, 64
# Messages of a very long conversation that are read: how it began, and where it stands. And the characters of them all.
FIRST_READ, LAST_READ = 30, 170
MOST_CHARACTERS = 20_000
LEAST_OF_A_MESSAGE = 80
# Episodes of the last days that are weighed for one question, newest first: more than a person holds in a week.
MOST_WEIGHED = 200


@dataclass(frozen=True)
class Due:
    """A conversation that wants an episode: its messages of one scope, `count` in all, up to the key `through`."""

    session_id: int
    profile_id: int
    scope_id: str
    count: int
    through: int


@dataclass(frozen=True)
class Described:
    """What was thought about a conversation. `failed` says why nothing came of it, `retry_after` as in DescribeAnswer.

    `summary` is '' when nothing of what was said may be kept; then there shall be no episode.
    """

    due: Due
    summary: str = ""
    topics: tuple[str, ...] = ()
    happened_at: datetime | None = None
    offset_minutes: int = 0
    engine: str = ""
    failed: str = ""
    retry_after: float | None = None


def due(profile_id: int, *, since_message: int = 0) -> list[Due]:
    """Conversations in which something was said above `since_message` and that their episode does not cover; oldest first.

    Each is counted as a whole, however many days it lasts. Those that rest, or whose agent does, are left out.
    """
    fresh = _teaching().filter(session=OuterRef("pk"), pk__gt=since_message)
    return _due(Session.objects.filter(Exists(fresh), profile=profile_id))


def due_of(session_id: int) -> Due | None:
    """The conversation, if it wants an episode that no dream will write, because dreams have passed it."""
    found = next(iter(_due(Session.objects.filter(pk=session_id))), None)
    if found is None or not Profile.objects.filter(pk=found.profile_id, dreamed_through__gte=found.through).exists():
        return None
    return found


def describe(due: Due, mind: Mind, *, contacts: str = contact_data.KEEP) -> Described:
    """Read the conversation and have it described. Reads, and thinks; call it outside a transaction.

    `contacts` is the scope's policy for phone numbers and e-mail addresses.
    """
    messages = _read(due)
    if not messages:
        return Described(due)
    answer = mind.describe(DescribeQuestion(_lines(messages), attempts=settings.MEMORYHUB_REPLY_ATTEMPTS))
    if answer.failed:
        return Described(due, engine=answer.engine, failed=answer.failed, retry_after=answer.retry_after)
    newest = messages[-1]
    keeps = contacts == contact_data.KEEP
    summary = answer.summary if keeps else contact_data.mask(normal.single_line(answer.summary)).text
    topics = [topic for topic in answer.topics if keeps or not contact_data.has_contact(topic)]
    return Described(
        due,
        summary=retelling.summary(summary, most=MOST_SENTENCES, longest=LONGEST_SUMMARY),
        topics=retelling.topics(topics, most=MOST_TOPICS, longest=LONGEST_TOPIC),
        happened_at=newest.said_at,
        offset_minutes=newest.said_offset_minutes,
        engine=answer.engine,
    )


def write(described: Described, *, now: datetime) -> bool:
    """Store it as the one episode of its conversation. False when it failed, is not wanted any more or is the older one.

    Under the profile's lock: a message that was deleted while we thought makes it void, one that was said meanwhile does
    not. Twice is once. Raises ProfileGone.
    """
    if described.failed:
        return False
    with transaction.atomic():
        ledger.locked(described.due.profile_id)
        if not _still_stands(described.due):
            return False
        kept = EpisodeSummary.objects.filter(session=described.due.session_id)
        if kept.filter(scope_id=described.due.scope_id, covers_through__gt=described.due.through).exists():
            return False
        if not described.summary:
            kept.delete()
            return False
        episode, _ = EpisodeSummary.objects.update_or_create(
            session_id=described.due.session_id, defaults=_row(described, now)
        )
        EpisodeVector.objects.filter(episode=episode).delete()  # that of other words
        return True


def forget(message: Message) -> bool:
    """Take away the episode that a deleted message stands in, until it is written anew; whether there was one."""
    covering = EpisodeSummary.objects.filter(
        session=message.session_id, scope_id=message.scope_id, covers_through__gte=message.pk
    )
    return bool(covering.delete()[0]) if message.teaches else False


def _row(described: Described, now: datetime) -> dict[str, Any]:
    return {
        "profile_id": described.due.profile_id,
        "scope_id": described.due.scope_id,
        "summary": described.summary,
        "topics": list(described.topics),
        "covers_through": described.due.through,
        "message_count": described.due.count,
        "engine": described.engine,
        "happened_at": described.happened_at or now,
        "said_offset_minutes": described.offset_minutes,
        "written_at": now,
        "embedded_at": None,
    }


def _teaching() -> MessageQuerySet:
    return Message.objects.undeleted().chat().filter(teaches=True).unforgotten()


def _due(sessions: QuerySet[Session]) -> list[Due]:
    resting = Agent.objects.filter(tenant=OuterRef("profile__tenant"), agent_id=OuterRef("agent_id"), is_paused=True)
    awake = sessions.filter(~Q(is_paused=True), ~Exists(resting))
    counted = (
        _teaching()
        .filter(session__in=awake)
        .values("session_id", "scope_id", "profile_id")
        .annotate(count=Count("pk"), through=Max("pk"))
        .filter(count__gte=settings.MEMORYHUB_EPISODE_MESSAGES)
        .order_by("through")
    )
    # Of several scopes in one conversation the one in which it goes on: there is one episode, and it tells of one scope.
    newest = {row["session_id"]: Due(**row) for row in counted}
    known = {episode.session_id: episode for episode in EpisodeSummary.objects.filter(session__in=newest)}
    return sorted(
        (one for one in newest.values() if not _is_covered(one, known.get(one.session_id))),
        key=lambda one: one.through,
    )


def _is_covered(due: Due, episode: EpisodeSummary | None) -> bool:
    if episode is None or episode.scope_id != due.scope_id:
        return False
    return episode.covers_through == due.through and episode.message_count == due.count


def _read(due: Due) -> list[Message]:
    """The messages that are described, by the order in which they were said."""
    said = _teaching().filter(session=due.session_id, scope_id=due.scope_id, pk__lte=due.through)
    last = list(said.order_by("-said_at", "-pk")[: FIRST_READ + LAST_READ])[::-1]
    if due.count <= FIRST_READ + LAST_READ:
        return last
    first = list(said.as_said()[:FIRST_READ])
    return [*first, *last[FIRST_READ:]]


def _lines(messages: list[Message]) -> tuple[Line, ...]:
    longest = max(LEAST_OF_A_MESSAGE, MOST_CHARACTERS // len(messages))
    lines = (spoken.line(message) for message in messages)
    return tuple(
        Line(line.role, spoken.excerpt(line.content, longest), line.name, line.key, line.said_at) for line in lines
    )


def _still_stands(due: Due) -> bool:
    """Whether all that was counted is still there, and memory does not rest by now."""
    there = _teaching().filter(session=due.session_id, scope_id=due.scope_id, pk__lte=due.through)
    paused = Q(is_paused=True) | Q(profile__is_paused=True) | Q(profile__tenant__is_paused=True)
    is_awake = not Session.objects.filter(paused, pk=due.session_id).exists()
    return is_awake and there.count() == due.count


@dataclass(frozen=True)
class Recalled:
    """An episode that a question called up, and its score."""

    episode: EpisodeSummary
    score: float

    def told(self, now: datetime, *, is_chinese: bool) -> str:
        """Its one line, with the day as the person's calendar names it."""
        zone = told.zone_of(self.episode.said_offset_minutes, timezone.get_default_timezone())
        day = told.day_name(self.episode.happened_at, now, zone, is_chinese=is_chinese)
        return told.line(day, self.episode.summary, self.episode.topics, is_chinese=is_chinese)


def recall(
    profile: Profile,
    *,
    scope_id: str,
    question: str,
    now: datetime,
    running: str = "",
    agents: frozenset[str] = frozenset(),
) -> list[Recalled]:
    """The episodes of the last days that the question calls up, best first, ties newest first. One statement.

    None of the conversation `running`. `agents`: those of conversations that no other agent took part in.
    """
    window = timedelta(days=settings.MEMORYHUB_EPISODE_DAYS)
    weights = Weights(settings.MEMORYHUB_EPISODE_AGE_WEIGHT, settings.MEMORYHUB_EPISODE_WORDS_WEIGHT, window)
    confined = {"agents": sorted(agents)} if agents else {}
    recent = _RECENT.objects(profile=profile.pk, scope_id=scope_id, after=now - window, running=running, **confined)
    sought = told.Sought(told.question_words(question))
    found = [Recalled(one, _score(one, sought, now, weights)) for one in recent]
    return sorted(found, key=lambda one: -one.score)[: settings.MEMORYHUB_RECALLED_EPISODES]


def _recent(
    *, profile: int, scope_id: str, after: datetime, running: str, agents: Sequence[str] = ()
) -> QuerySet[EpisodeSummary]:
    its = EpisodeSummary.objects.good().filter(profile=profile, scope_id=scope_id, happened_at__gt=after)
    its = its.exclude(session__session_id=running)
    its = its.filter(reach.of_agents(agents)) if agents else its
    return its.order_by("-happened_at", "-pk")[:MOST_WEIGHED]


_RECENT = ComposedRows(EpisodeSummary, ("id", "summary", "topics", "said_offset_minutes", "happened_at"), _recent)


def _score(episode: EpisodeSummary, sought: told.Sought, now: datetime, weights: Weights) -> float:
    age = now - episode.happened_at
    return told.score(sought, text=episode.summary, topics=episode.topics, age=age, weights=weights)
