"""The life of one fact, told to its owner or to an administrator: the words it came from, how it was decided, what
happened to it by day and by night, and where it was used."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from extraction import names
from extraction.models import Decision
from memoryhub import explanation, reasons
from memoryhub.explanation import Explanation
from memoryhub.pages import newest
from memoryhub.pages.mine import fact_uses, speakers, wishes
from memoryhub.reasons import Neighbour, Reason
from profiles import mine, story
from profiles.console import Visitor
from profiles.models import Fact, FactEvent
from summaries.models import Message

Link = Callable[[Fact], str]


@dataclass(frozen=True)
class Relative:
    """Another fact that has a part in the life of this one, and where its own is told."""

    fact: Fact
    address: str


@dataclass(frozen=True)
class Step:
    """One event of the fact, told. `related` is the other fact that took part in it, `dream` leads to the night's work."""

    at: datetime
    who: str
    what: str
    related: Relative | None = None
    dream: str = ""


@dataclass(frozen=True)
class Wish:
    """An explicit wish that led to the fact: what was asked for, in which words, and what became of it.

    `asked` is '' where the outcome says it.
    """

    at: datetime
    asked: str
    said: str
    outcome: str


@dataclass(frozen=True)
class Judged:
    """How a statement was taken in, and what it was compared with; '' leads to no other fact."""

    reason: Reason
    neighbours: Sequence[tuple[Neighbour, str]]


@dataclass(frozen=True)
class Quote:
    """One message that the fact rests on. `content` is empty when it was deleted or is gone."""

    speaker: str
    at: datetime | None
    content: str
    session_id: str = ""
    conversation: int = 0
    key: int = 0
    state: str = ""


def told(fact: Fact, visitor: Visitor, *, day: str, link: Link) -> dict[str, Any]:
    """Everything that `pages/_story.html`, `_uses.html` and `_thoughts.html` show, as it was by the end of a day.

    `link` is where the visitor finds another fact of the same person.
    """
    is_own = visitor.member is not None and visitor.member.profile_id == fact.profile_id
    as_of = _end_of(day)
    found = explanation.explain(fact, as_of=as_of)
    relatives = {other.fact_id: Relative(other, link(other)) for other in _relatives(fact, found)}
    return {
        "is_own": is_own,
        "as_of": as_of,
        "steps": _steps(found.events, relatives, visitor),
        "quotes": _quotes(found, is_own=is_own),
        "reasons": _judged(fact, found, relatives),
        "wishes": [_wish(one, is_own=is_own) for one in found.decisions if one.kind == Decision.Kind.INSTRUCTION],
        "predecessors": [one for one in relatives.values() if one.fact.superseded_by == fact.fact_id],
        "successor": relatives.get(fact.superseded_by),
        **fact_uses.told(fact, until=as_of),
    }


def _end_of(day: str) -> datetime | None:
    """The last moment of a day as the reader's calendar has it; None for what is no day."""
    found = newest.day(day)
    return timezone.make_aware(datetime.combine(found, time.max)) if found else None


def _relatives(fact: Fact, found: Explanation) -> Iterable[Fact]:
    """Facts that took part in this one's history, were compared with it, or were replaced by it."""
    compared = {str(one.get("fact_id", "")) for decision in found.decisions for one in decision.candidates}
    named = {event.related_fact for event in found.events} | compared | {fact.superseded_by}
    family = Fact.objects.filter(profile=fact.profile_id, scope_id=fact.scope_id).exclude(fact_id=fact.fact_id)
    return (family.filter(fact_id__in=named - {""}) | family.filter(superseded_by=fact.fact_id)).order_by("pk")


def _steps(events: Sequence[FactEvent], relatives: Mapping[str, Relative], visitor: Visitor) -> list[Step]:
    accounts = mine.names_of([event.actor for event in events])
    own = mine.own_actors(visitor)
    return [
        Step(
            at=event.at,
            who=story.who(event.actor, own=own, accounts=accounts),
            what=story.sentence(event),
            related=relatives.get(event.related_fact),
            dream=_dream(event),
        )
        for event in events
    ]


def _dream(event: FactEvent) -> str:
    """Where the night stands in which it happened, '' by day."""
    run_id: int | None = getattr(event, "dream_run", None)
    return reverse("dream-part", args=[run_id, event.dream_part_id]) if run_id else ""


def _judged(fact: Fact, found: Explanation, relatives: Mapping[str, Relative]) -> list[Judged]:
    facts = {fact_id: one.fact for fact_id, one in relatives.items()} | {fact.fact_id: fact}
    addresses = {fact_id: one.address for fact_id, one in relatives.items()}
    told = [reasons.told(one, facts, of=fact) for one in found.decisions if one.kind == Decision.Kind.MERGE]
    return [
        Judged(one, [(other, addresses.get(other.fact.fact_id, "") if other.fact else "") for other in one.neighbours])
        for one in told
    ]


def _wish(decision: Decision, *, is_own: bool) -> Wish:
    if not is_own:
        return Wish(decision.at, "", decision.content, str(names.WISHES.get(decision.action, "")))
    asked = str(wishes.ASKED.get(decision.type, ""))
    return Wish(decision.at, asked, decision.content, str(wishes.outcome_of(decision)))


def _quotes(found: Explanation, *, is_own: bool) -> list[Quote]:
    """The messages behind the fact in the order in which they were said."""
    quotes = [_quote(message, is_own=is_own) for message in found.messages]
    if found.missing:
        quotes.append(Quote(speaker="", at=None, content="", state=_("A message it came from is no longer stored.")))
    return quotes


def _quote(message: Message, *, is_own: bool) -> Quote:
    is_deleted = message.deleted_at is not None
    return Quote(
        speaker=message.name or speakers.named(message.role, is_own=is_own),
        at=message.said_at,
        content="" if is_deleted else message.content,
        session_id=message.session.session_id,
        conversation=message.session_id,
        key=message.pk,
        state=_("This message was deleted.") if is_deleted else "",
    )
