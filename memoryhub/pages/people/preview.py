"""What the agent sees: the context that it would get of a person now, without a request being counted."""

import time
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from memoryhub import asking, context
from memoryhub.context import Assembled
from memoryhub.pages import context_looks, who
from memoryhub.pages.observations import traces
from memoryhub.pages.people import people, person
from observability.models import Observation
from profiles import choices, firstcall, identity, shelves
from profiles.console import ConsoleRequest, signed_in, wants_fragment
from profiles.models import Agent, Fact, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from summaries.models import Session

AGENTS_SHOWN = 100
SESSIONS_SHOWN = 20
LONGEST_QUESTION = 2_000


@dataclass(frozen=True)
class Wanted:
    """What is asked, by which agent, in which conversation. `is_asked`: the form was sent."""

    question: str = ""
    agent_id: str = ""
    session_id: str = ""
    scope_id: str = DEFAULT_SCOPE
    is_asked: bool = False

    @classmethod
    def of(cls, data: QueryDict) -> "Wanted":
        """What is not usable is as if it were not there."""
        scope_id = data.get("scope", "")
        return cls(
            question=people.written(data, "question")[:LONGEST_QUESTION],
            agent_id=people.written(data, "agent")[:64],
            session_id=people.written(data, "session")[:64],
            scope_id=scope_id if shelves.SCOPE.fullmatch(scope_id) else DEFAULT_SCOPE,
            is_asked=data.get("ask") == "yes",
        )


@dataclass(frozen=True)
class Seen:
    """The answer as the agent gets it, and how it came about."""

    asked: context.Asked
    assembled: Assembled
    milliseconds: float

    @property
    def parts(self) -> list[tuple[str, int]]:
        """The headings in the text and how many lines stand under each."""
        return [(part["heading"].lstrip("# "), len(part["items"])) for part in self.assembled.parts if part["items"]]

    @property
    def missing(self) -> list[tuple[str, str]]:
        return traces.missing(self.assembled.errors)

    @property
    def repeated(self) -> int:
        return len(self.assembled.layout.repeated)

    @property
    def dropped(self) -> int:
        return len(self.assembled.layout.dropped)


@signed_in
@require_safe
def show(request: ConsoleRequest, number: int) -> HttpResponse:
    """For administrators, each look on record. It is no request of an agent: no figure counts it."""
    profile = person.known(who.administrator(request.visitor), number)
    wanted = Wanted.of(request.GET)
    about: dict[str, Any] = {"profile": profile, "name": who.name_of(profile), "wanted": wanted}
    if wanted.is_asked:
        seen = _seen(profile, wanted)
        context_looks.note(request.visitor, seen.asked, seen.assembled.layout, model="context", key=profile.pk)
        about |= {"seen": seen, "call": _call(request, profile, wanted)}
    if wants_fragment(request):
        return render(request, "pages/people/context.html#seen", about)
    scopes = Fact.objects.of(profile).order_by("scope_id").values_list("scope_id", flat=True).distinct()
    about |= {
        "scopes": sorted({DEFAULT_SCOPE, wanted.scope_id, *scopes}),
        "agents": Agent.objects.filter(tenant=profile.tenant_id).order_by("agent_id")[:AGENTS_SHOWN],
        "sessions": Session.objects.of(profile).order_by("-pk")[:SESSIONS_SHOWN],
    }
    return render(request, "pages/people/context.html", about)


def _seen(profile: Profile, wanted: Wanted) -> Seen:
    began = time.perf_counter()
    named = {"question": wanted.question, "agent_id": wanted.agent_id, "session_id": wanted.session_id}
    asked = asking.of(identity.person_behind(profile), named, scope_id=wanted.scope_id)
    assembled = context.assemble(
        asked, choice=choices.embed_choice_of(profile), now=timezone.now(), record=_not_recorded
    )
    return Seen(asked, assembled, (time.perf_counter() - began) * 1000)


def _not_recorded(observation: Observation) -> None:
    """An administrator's look is no request of an agent: figures and lists of requests are about those."""


def _call(request: ConsoleRequest, profile: Profile, wanted: Wanted) -> str:
    """The request with which an agent gets the same."""
    body: dict[str, str] = firstcall.identity_of(profile)
    if wanted.scope_id != DEFAULT_SCOPE:
        body["scope_id"] = wanted.scope_id
    body["agent_id"] = wanted.agent_id or "my-agent"
    body |= {"session_id": wanted.session_id or "a-conversation", "question": wanted.question}
    return firstcall.shell("POST", f"{firstcall.base_of(request)}/api/context", body)
