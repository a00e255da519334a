"""Why do you know this? The life of one fact of the visitor."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from memoryhub.pages.mine import fact_story
from profiles import mine
from profiles.console import ConsoleRequest, own_profile, signed_in
from profiles.models import Fact
from profiles.shelves import View


@signed_in
@require_safe
def show(request: ConsoleRequest, fact_id: str) -> HttpResponse:
    profile, view = own_profile(request), View.of(request.GET)
    fact = mine.known(profile, fact_id, scope_id=view.scope_id)

    def link(other: Fact) -> str:
        return reverse("fact", args=[other.fact_id]) + view.scope_query

    told = fact_story.told(fact, request.visitor, day=request.GET.get("as_of", ""), link=link)
    return render(request, "pages/fact.html", {"view": view, "fact": fact, **told})
