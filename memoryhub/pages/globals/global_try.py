"""Which global memories would an agent be told for this question, and why not the others?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.text import normal
from globalmemory import recall, trial
from globalmemory.models import AgentBinding, Owner
from globalmemory.models.owned import OF_THE_TENANT
from globalmemory.recall import Considered
from memoryhub.pages import who
from memoryhub.pages.globals import global_telling, global_words
from memoryhub.pages.globals.global_shelf import Shelf, View, agents_of, shelf_of
from profiles import console
from profiles.console import ConsoleRequest, signed_in, wants_fragment
from profiles.models import Tenant

LONGEST_QUESTION = 2_000


@dataclass(frozen=True)
class Verdict:
    """What became of one memory. `address` is '' where the visitor may not open it."""

    one: Considered
    why: str
    address: str
    is_tenants: bool


@signed_in
@require_safe
def page(request: ConsoleRequest) -> HttpResponse:
    view = View.of(request.GET, request.visitor)
    shelf = shelf_of(request, is_tenants=view.is_tenants)
    shelf.check_contents()
    question = normal.clean(request.GET.get("question", "")[:LONGEST_QUESTION]).strip()
    about: dict[str, Any] = {
        "shelf": shelf,
        "view": view,
        "question": question,
        "agents": agents_of(shelf.owner),
        "bound_agents": _bound_agents(shelf.owner),
        "limits": recall.limits(),
        "is_asked": bool(view.agent_id),
    }
    if view.agent_id:
        console.count(request)
        about |= _tried(shelf, view.agent_id, question)
    part = "#tried" if wants_fragment(request) else ""
    return render(request, f"pages/global/try.html{part}", about)


def _tried(shelf: Shelf, agent_id: str, question: str) -> dict[str, Any]:
    tenant = _tenant(shelf)
    tried = trial.try_out(tenant, shelf.owner, agent_id=agent_id, question=question)
    recalled = tried.recalled
    text = global_telling.told([one.memory for one in recalled.found])
    return {
        "mode": global_words.MODES[recalled.mode],
        "key_words": tried.key_words,
        "verdicts": _verdicts(shelf, recalled.considered),
        "number": len(recalled.found),
        "text": text,
        "tokens": global_telling.tokens(text),
        "is_paused": tenant.is_paused or bool(not shelf.is_tenants and _profile_is_paused(shelf)),
    }


def _tenant(shelf: Shelf) -> Tenant:
    member = shelf.visitor.member
    if member is None:
        raise who.NoOrganisation
    return member.tenant


def _profile_is_paused(shelf: Shelf) -> bool:
    return bool(shelf.visitor.profile and shelf.visitor.profile.is_paused)


def _verdicts(shelf: Shelf, considered: Sequence[Considered]) -> list[Verdict]:
    return [_verdict(shelf, one) for one in considered]


def _verdict(shelf: Shelf, one: Considered) -> Verdict:
    is_tenants = one.memory.profile_id is None
    may_open = not is_tenants or shelf.is_tenants or shelf.visitor.may_administer
    address = reverse("global-memory", args=[one.memory.pk]) if may_open else ""
    return Verdict(one, global_words.why(one), address, is_tenants)


def _bound_agents(owner: Owner) -> list[str]:
    """The agents that have a memory of this owner or of the tenant."""
    rows = AgentBinding.objects.live().filter(tenant=owner.tenant_id, owner_key__in={owner.key, OF_THE_TENANT})
    return list(rows.order_by("agent_id").values_list("agent_id", flat=True).distinct())
