"""The context for a question: answered first, observed when the answer is on its way."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryhub import asking, context
from memoryhub.api import serializers
from observability import observations
from observability.models import Observation
from profiles import choices, fields, identity


class ObservedResponse(Response):
    """An answer whose observation is stored when the server has sent it and closes it: nobody waits for that."""

    def __init__(self, data: dict[str, Any], observed: list[Observation]) -> None:
        super().__init__(data)
        self._observed = observed

    def close(self) -> None:
        """Before the connection to the database is given back, so that no second one is taken."""
        while self._observed:
            observations.record(self._observed.pop())
        super().close()


class ContextView(APIView):
    @extend_schema(
        summary="The context for a question", request=serializers.ContextQuestion, responses=serializers.ContextAnswer
    )
    def post(self, request: Request) -> Response:
        """What is worth knowing before the question is answered. Of somebody unknown there is only the organisation's."""
        data = fields.body(request)
        wanted = fields.checked(serializers.ContextQuestion, data)
        person, scope_id = fields.named_in(request, data, agent_id=wanted["agent_id"])
        caller = identity.caller_of(request)
        agents = frozenset(caller.key.agents) if caller.key else frozenset()
        asked = asking.of(person, wanted, scope_id=scope_id, agents=agents)
        profile_id = asked.profile.pk if asked.profile else None
        stored = caller.tenant.embedding_model
        choice = choices.embed_choice(tenant_id=person.tenant_id, profile_id=profile_id, stored=stored)
        observed: list[Observation] = []
        assembled = context.assemble(asked, choice=choice, now=timezone.now(), record=observed.append)
        return ObservedResponse(_wire(assembled), observed)


def _wire(assembled: context.Assembled) -> dict[str, Any]:
    return {
        "text": assembled.layout.text,
        "parts": assembled.parts,
        "dropped": assembled.dropped,
        "tokens": assembled.layout.tokens,
        "observation_id": assembled.observation_id,
        "paused": assembled.is_paused,
        "degraded": assembled.is_degraded,
        "errors": assembled.errors,
    }
