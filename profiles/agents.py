"""The routes of a tenant's agents."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refused
from observability import worklog
from profiles import card, fields, idempotency, identity, paging, serializers
from profiles.api import LIST, ONCE
from profiles.idempotency import Done
from profiles.models import Agent, Profile

# What of an agent can be changed, and where it stands.
COLUMNS = {"name": "name", "settings": "settings", "memory_config": "memory_config", "paused": "is_paused"}


class AgentsView(APIView):
    @extend_schema(operation_id="agents_list", summary="List agents", parameters=LIST, responses=serializers.AgentPage)
    def get(self, request: Request) -> Response:
        query = fields.query(request, known=paging.FILTERS)
        page = paging.rows(_agents(request), paging.asked(query, int))
        return Response(page.wire([_wire_agent(agent) for agent in page.items]))

    @extend_schema(
        summary="Make an agent",
        parameters=[ONCE],
        request=serializers.AgentShape,
        responses={201: serializers.AgentAnswer},
    )
    def post(self, request: Request) -> Response:
        """Settings that are not given are taken from the preferences of the person who makes it."""
        wanted = fields.checked(serializers.AgentShape, fields.body(request))
        identity.check_agent(identity.caller_of(request), wanted["agent_id"])
        return idempotency.once(request, lambda: _make_agent(request, wanted))


class AgentView(APIView):
    @extend_schema(summary="Read an agent", responses=serializers.AgentAnswer)
    def get(self, request: Request, agent_id: str) -> Response:
        return Response(_wire_agent(_agent(request, agent_id)))

    @extend_schema(summary="Change an agent", request=serializers.AgentChange, responses=serializers.AgentAnswer)
    def patch(self, request: Request, agent_id: str) -> Response:
        caller = identity.caller_of(request)
        if caller.key is None and not caller.is_administrator:
            raise Refused("Agents are changed by administrators.", code="forbidden", status=403)
        wanted = fields.checked(serializers.AgentChange, fields.body(request))
        with transaction.atomic():
            agent = _agent(request, agent_id, is_locked=True)
            was_paused = agent.is_paused
            _fill(agent, wanted)
            agent.save(update_fields=[column for name, column in COLUMNS.items() if name in wanted])
            if agent.is_paused != was_paused:
                note_pause(agent, actor=caller.actor)
        return Response(_wire_agent(agent))


def _agents(request: Request) -> QuerySet[Agent]:
    caller = identity.caller_of(request)
    agents = Agent.objects.filter(tenant=caller.tenant)
    return agents.filter(agent_id__in=caller.key.agents) if caller.key and caller.key.agents else agents


def _agent(request: Request, agent_id: str, *, is_locked: bool = False) -> Agent:
    rows = _agents(request).select_for_update() if is_locked else _agents(request)
    found = rows.filter(agent_id=agent_id).first()
    if found is None:
        raise identity.NotFound
    return found


def _make_agent(request: Request, wanted: dict[str, Any]) -> Done:
    caller = identity.caller_of(request)
    maker = Profile.objects.filter(pk=caller.profile_id).first() if caller.profile_id else None
    agent = Agent(tenant=caller.tenant, agent_id=wanted["agent_id"], settings=dict(maker.preferences) if maker else {})
    _fill(agent, wanted | {"settings": agent.settings | wanted.get("settings", {})})
    try:
        with transaction.atomic():
            agent.save(force_insert=True)
    except IntegrityError as taken:
        raise Refused("There is an agent with this id already.", code="agent_exists", status=409) from taken
    return Done(201, _wire_agent(agent))


def _fill(agent: Agent, wanted: dict[str, Any]) -> None:
    card.check_preferences(wanted.get("settings", {}), field="settings")
    agent.name = wanted.get("name", agent.name)
    agent.settings = wanted.get("settings", agent.settings)
    agent.memory_config = wanted.get("memory_config", agent.memory_config)
    agent.is_paused = wanted.get("paused", agent.is_paused)


def note_pause(agent: Agent, *, actor: str) -> None:
    """Put a pause that began or ended into the work log."""
    worklog.publish(
        tenant_id=agent.tenant_id,
        module="Agents",
        level="info",
        actor=actor,
        message="Memory was paused for an agent." if agent.is_paused else "Memory was resumed for an agent.",
        details={"agent": agent.pk},
    )


def _wire_agent(agent: Agent) -> dict[str, Any]:
    return {
        "agent_id": agent.agent_id,
        "name": agent.name,
        "settings": agent.settings,
        "memory_config": agent.memory_config,
        "paused": agent.is_paused,
        "created_at": agent.created_at.isoformat(timespec="milliseconds"),
    }
