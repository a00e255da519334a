"""Why is this known of somebody? One fact of another person with its history, for administrators, each look on record."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import questions
from extraction.models import Decision
from memoryhub import explanation, reasons
from memoryhub.pages import person, who
from memoryhub.pages.conversations import PERSON
from memoryhub.pages.fact import OTHER_SPEAKER, SPEAKERS
from memoryhub.pages.person import View
from profiles import mine, story
from profiles.console import ConsoleRequest, signed_in
from summaries.models import Message


@signed_in
@require_safe
def show(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    profile = person.known(person.administrator(request), number)
    view = View.of(number, request.GET, reads=True)
    fact = mine.known(profile, fact_id, scope_id=view.scope_id)
    person.note_look(request, profile, model="fact", key=fact.pk or fact.fact_id)
    found = explanation.explain(fact)
    names, own = mine.names_of([event.actor for event in found.events]), mine.own_actors(request.visitor)
    about = {
        "view": view,
        "fact": fact,
        "profile": profile,
        "name": who.name_of(profile),
        "quotes": [(_speaker(message), message) for message in found.messages],
        "missing": found.missing,
        "steps": [
            (event.at, story.who(event.actor, own=own, accounts=names), story.sentence(event)) for event in found.events
        ],
        "reasons": [
            reasons.told(one, {fact.fact_id: fact}, of=fact)
            for one in found.decisions
            if one.kind == Decision.Kind.MERGE
        ],
    }
    return render(request, "pages/people/fact.html", about)


def _speaker(message: Message) -> str:
    known = {**SPEAKERS, questions.USER: PERSON}
    return message.name or str(known.get(message.role, OTHER_SPEAKER))
