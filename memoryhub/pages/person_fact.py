"""Why is this known of somebody? One fact of another person with its history, for administrators, each look on record."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import questions
from extraction.models import Decision
from memoryhub import explanation, reasons
from memoryhub.explanation import Explanation
from memoryhub.pages import fact_uses, person, who
from memoryhub.pages.conversations import PERSON
from memoryhub.pages.fact import OTHER_SPEAKER, SPEAKERS, Step
from memoryhub.pages.person import View
from profiles import mine, story
from profiles.console import ConsoleRequest, signed_in
from profiles.models import Fact, Member
from summaries.models import Message


@signed_in
@require_safe
def show(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    view = View.of(number, request.GET, reads=True)
    fact = _known(who.administrator(request.visitor), view, fact_id)
    profile = fact.profile
    who.note_look(request.visitor, profile.pk, model="fact", key=fact.pk or fact.fact_id)
    found = explanation.explain(fact)
    relatives = _relatives(fact, found)
    names, own = mine.names_of([event.actor for event in found.events]), mine.own_actors(request.visitor)
    about = {
        "view": view,
        "fact": fact,
        "profile": profile,
        "name": who.name_of(profile),
        "quotes": [(_speaker(message), message) for message in found.messages],
        "missing": found.missing,
        "steps": [
            Step(
                at=event.at,
                who=story.who(event.actor, own=own, accounts=names),
                what=story.sentence(event),
                related=relatives.get(event.related_fact),
            )
            for event in found.events
        ],
        "predecessors": [other for other in relatives.values() if other.superseded_by == fact.fact_id],
        "successor": relatives.get(fact.superseded_by),
        "reasons": [
            reasons.told(one, {fact.fact_id: fact}, of=fact)
            for one in found.decisions
            if one.kind == Decision.Kind.MERGE
        ],
        **fact_uses.told(fact, until=None),
    }
    return render(request, "pages/people/fact.html", about)


def _known(member: Member, view: View, fact_id: str) -> Fact:
    """The fact with its owner, who is one of the tenant. Raises NothingHere, UnknownFact."""
    its = Fact.objects.filter(profile=view.number, profile__tenant=member.tenant_id, scope_id=view.scope_id)
    stored = its.filter(fact_id=fact_id).select_related("profile__user", "profile__end_user").first()
    return stored or mine.known(person.known(member, view.number), fact_id, scope_id=view.scope_id)


def _relatives(fact: Fact, found: Explanation) -> dict[str, Fact]:
    """Facts that took part in this one's history, or that it replaced, by their id."""
    named = {event.related_fact for event in found.events} | {fact.superseded_by}
    family = Fact.objects.filter(profile=fact.profile_id, scope_id=fact.scope_id).exclude(fact_id=fact.fact_id)
    known = family.filter(fact_id__in=named - {""}) | family.filter(superseded_by=fact.fact_id)
    return {other.fact_id: other for other in known.order_by("pk")}


def _speaker(message: Message) -> str:
    known = {**SPEAKERS, questions.USER: PERSON}
    return message.name or str(known.get(message.role, OTHER_SPEAKER))
