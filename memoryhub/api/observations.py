"""What became of each request for a context, and what people thought of the answer."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryhub import feedback
from memoryhub.api import observation_shapes as shapes
from observability import looks, observations
from observability.models import Observation
from profiles import fields, idempotency, identity, paging
from profiles.api import LIST, ONCE, PLACE
from profiles.idempotency import Done
from profiles.identity import Caller
from profiles.lifecycle import Source
from profiles.models import Profile

FILTERS = (
    frozenset({"user_id", "end_user_id", "end_sub_user_id", "scope_id", "agent_id", "session_id"}) | paging.FILTERS
)


class ObservationsView(APIView):
    @extend_schema(
        operation_id="observations_list",
        summary="The requests for a context about a person",
        parameters=[
            *PLACE,
            OpenApiParameter("agent_id", str, description="Only those of this agent."),
            OpenApiParameter("session_id", str, description="Only those of this conversation."),
            *LIST,
        ],
        responses=shapes.ObservationPage,
    )
    def get(self, request: Request) -> Response:
        """The newest first, without their traces."""
        query = fields.query(request, known=FILTERS)
        wanted = paging.asked(query, int)
        agent_id = identity.identifier(query.get("agent_id"), field="agent_id") or ""
        person, scope_id = fields.named_in(request, query, agent_id=agent_id)
        profile = identity.find(person)
        caller = identity.caller_of(request)
        found = _visible(caller).filter(profile_id=profile.pk if profile else 0, scope_id=scope_id)
        if agent_id:
            found = found.filter(agent_id=agent_id)
        if "session_id" in query:
            found = found.filter(session_id=identity.identifier(query["session_id"], field="session_id"))
        page = paging.rows(found.defer("trace"), wanted)
        return Response(page.wire([shapes.wire(one) for one in page.items]))


class ObservationView(APIView):
    @extend_schema(summary="What became of one request for a context", responses=shapes.TracedAnswer)
    def get(self, request: Request, observation_id: str) -> Response:
        """With its trace: what was weighed on each level, and why it was used or not."""
        observation = _seen(request, observation_id)
        return Response(shapes.wire(observation) | {"trace": observation.trace})


class FeedbackView(APIView):
    @extend_schema(
        summary="Say what an answer was worth",
        parameters=[ONCE],
        request=shapes.FeedbackQuestion,
        responses=shapes.FeedbackAnswer,
    )
    def post(self, request: Request, observation_id: str) -> Response:
        """A memory of the person that is called inaccurate or outdated waits on the review list from then on."""
        wanted = fields.checked(shapes.FeedbackQuestion, fields.body(request))
        observation = _found(request, observation_id)
        return idempotency.once(request, lambda: _given(request, observation, wanted))


def _given(request: Request, observation: Observation, wanted: dict[str, Any]) -> Done:
    source = Source.CONSOLE if identity.caller_of(request).kind == "session" else Source.API
    waiting = feedback.give(observation, shapes.given(wanted), source=source, now=timezone.now())
    fresh = observations.of_tenant(observation.tenant_id).get(pk=observation.pk)
    return Done(200, shapes.wire_feedback(fresh, waiting), profile_id=observation.profile_id)


def _found(request: Request, observation_id: str) -> Observation:
    """The observation, if this caller may reach it. Raises NotFound."""
    known = identity.identifier(observation_id, field="observation_id") or ""
    observation = feedback.arrived(_visible(identity.caller_of(request)), known)
    if observation is None:
        raise identity.NotFound
    return observation


def _seen(request: Request, observation_id: str) -> Observation:
    """What an administrator sees of somebody else's is on record."""
    observation = _found(request, observation_id)
    caller = identity.caller_of(request)
    if caller.kind == "session" and observation.profile_id not in {None, caller.profile_id}:
        looks.record(
            tenant_id=caller.tenant.pk,
            profile_id=observation.profile_id,
            actor=caller.actor,
            model="observation",
            key=observation.observation_id,
        )
    return observation


def _visible(caller: Caller) -> "QuerySet[Observation]":
    """A person's own; for administrators all of their tenant; for a key those of the people, agents and scopes it has."""
    rows = observations.of_tenant(caller.tenant.pk)
    if caller.is_administrator:
        return rows
    if caller.key is None:
        return rows.filter(profile_id=caller.profile_id or 0)
    places = {"agent_id__in": caller.key.agents, "scope_id__in": caller.key.scope_ids}
    people = Q(profile_id__in=Profile.objects.filter(identity.within_reach(caller)).values("pk"))
    if not caller.key.end_user_prefix:
        people |= Q(profile_id=None)  # about somebody of whom nothing is stored: it says nothing about anybody
    return rows.filter(people, **{name: values for name, values in places.items() if values})
