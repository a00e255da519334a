"""Why do you know this? The life of one fact: the words it came from, how it was decided, what happened to it by day
and by night, and where it was used."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from engine import questions
from extraction.models import Decision, DreamPart
from memoryhub import explanation, reasons
from memoryhub.explanation import Explanation
from memoryhub.pages import fact_uses, wishes
from profiles import mine, story
from profiles.console import ConsoleRequest, Visitor, own_profile, signed_in
from profiles.models import Fact, FactEvent
from profiles.shelves import View
from summaries.models import Message

SPEAKERS = {questions.USER: gettext_lazy("You"), questions.ASSISTANT: gettext_lazy("The agent")}
MERGE = Decision.Kind.MERGE
OTHER_SPEAKER = gettext_lazy("The system")


@dataclass(frozen=True)
class Step:
    """One event of the fact, told. `related` is the other fact that took part in it, `dream` leads to the night's work."""

    at: datetime
    who: str
    what: str
    related: Fact | None = None
    dream: str = ""


@dataclass(frozen=True)
class Wish:
    """An explicit wish that led to the fact: what was asked for, in which words, and what became of it."""

    at: datetime
    asked: str
    said: str
    outcome: str


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


@signed_in
@require_safe
def show(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    profile, view = own_profile(request), View.of(request.GET)
    fact = mine.known(profile, fact_id, scope_id=view.scope_id)
    as_of = _end_of(request.GET.get("as_of", ""))
    found = explanation.explain(fact, as_of=as_of)
    relatives = _relatives(fact, found)
    about = {
        "view": view,
        "fact": fact,
        "as_of": as_of,
        "steps": _steps(found.events, relatives, request.visitor),
        "quotes": _quotes(found),
        "reasons": [
            reasons.told(one, relatives | {fact.fact_id: fact}, of=fact) for one in found.decisions if one.kind == MERGE
        ],
        "wishes": [_wish(one) for one in found.decisions if one.kind == Decision.Kind.INSTRUCTION],
        "predecessors": [other for other in relatives.values() if other.superseded_by == fact.fact_id],
        "successor": relatives.get(fact.superseded_by),
        **fact_uses.told(fact, until=as_of),
    }
    return render(request, "pages/fact.html", about)


def _wish(decision: Decision) -> Wish:
    asked = str(wishes.ASKED.get(decision.type, ""))
    return Wish(decision.at, asked, decision.content, str(wishes.outcome_of(decision)))


def _end_of(day: str) -> datetime | None:
    """The last moment of a day as the reader's calendar has it; None for what is no day."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    return timezone.make_aware(datetime.combine(found, time.max))


def _relatives(fact: Fact, found: Explanation) -> dict[str, Fact]:
    """Facts that took part in this one's history, were compared with it, or were replaced by it, by their id."""
    compared = {str(one.get("fact_id", "")) for decision in found.decisions for one in decision.candidates}
    named = {event.related_fact for event in found.events} | compared | {fact.superseded_by}
    family = Fact.objects.filter(profile=fact.profile_id, scope_id=fact.scope_id).exclude(fact_id=fact.fact_id)
    known = family.filter(fact_id__in=named - {""}) | family.filter(superseded_by=fact.fact_id)
    return {other.fact_id: other for other in known.order_by("pk")}


def _steps(events: Sequence[FactEvent], relatives: dict[str, Fact], visitor: Visitor) -> list[Step]:
    names = mine.names_of([event.actor for event in events])
    own = mine.own_actors(visitor)
    dreams = _dreams(events)
    return [
        Step(
            at=event.at,
            who=story.who(event.actor, own=own, accounts=names),
            what=story.sentence(event),
            related=relatives.get(event.related_fact),
            dream=dreams.get(event.dream_part_id or 0, ""),
        )
        for event in events
    ]


def _dreams(events: Sequence[FactEvent]) -> dict[int, str]:
    """Where the nights stand in which something happened, by their part."""
    named = {event.dream_part_id for event in events if event.dream_part_id}
    parts = DreamPart.objects.filter(profile=events[0].profile_id, pk__in=named) if named else []
    return {part.pk: reverse("dream-part", args=[part.run_id, part.pk]) for part in parts}


def _quotes(found: Explanation) -> list[Quote]:
    """The messages behind the fact in the order in which they were said."""
    quotes = [_quote(message) for message in found.messages]
    if found.missing:
        quotes.append(Quote(speaker="", at=None, content="", state=_("A message it came from is no longer stored.")))
    return quotes


def _quote(message: Message) -> Quote:
    is_deleted = message.deleted_at is not None
    return Quote(
        speaker=message.name or str(SPEAKERS.get(message.role, OTHER_SPEAKER)),
        at=message.said_at,
        content="" if is_deleted else message.content,
        session_id=message.session.session_id,
        conversation=message.session_id,
        key=message.pk,
        state=_("This message was deleted.") if is_deleted else "",
    )
