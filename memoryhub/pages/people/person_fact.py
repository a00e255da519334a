"""Why is this known of somebody? One fact of another person with its history, for administrators, each look on record."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from memoryhub.pages import who
from memoryhub.pages.mine import fact_story
from memoryhub.pages.people import person
from memoryhub.pages.people.person import View
from profiles import mine
from profiles.console import ConsoleRequest, signed_in
from profiles.models import Fact, Member


@signed_in
@require_safe
def show(request: ConsoleRequest, number: int, fact_id: str) -> HttpResponse:
    view = View.of_person(number, request.GET, reads=True)
    fact = _known(who.administrator(request.visitor), view, fact_id)
    profile = fact.profile
    who.note_look(request.visitor, profile.pk, model="fact", key=fact.pk or fact.fact_id)

    def link(other: Fact) -> str:
        return reverse("person-fact", args=[profile.pk, other.fact_id]) + view.scope_query

    told = fact_story.told(fact, request.visitor, day=request.GET.get("as_of", ""), link=link)
    about = {"view": view, "fact": fact, "profile": profile, "name": who.name_of(profile), **told}
    return render(request, "pages/people/fact.html", about)


def _known(member: Member, view: View, fact_id: str) -> Fact:
    """The fact with its owner, who is one of the tenant. Raises NothingHere, UnknownFact."""
    its = Fact.objects.filter(profile=view.number, profile__tenant=member.tenant_id, scope_id=view.scope_id)
    stored = its.filter(fact_id=fact_id).select_related("profile__user", "profile__end_user").first()
    return stored or mine.known(person.known(member, view.number), fact_id, scope_id=view.scope_id)
