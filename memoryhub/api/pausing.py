"""The route by which the memory of a person, or of one of their conversations, rests and works again."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from profiles import editing, fields, identity
from profiles.api import origin_of
from profiles.fields import Identifier, Identity, Switch
from summaries import pausing


class Pause(Identity):
    """Whether memory rests: everywhere, or in the named conversation alone, which may yet have to begin."""

    paused = Switch(default=True)
    session_id = Identifier(required=False, allow_null=True)


class Paused(serializers.Serializer[Any]):
    """`paused` is what was asked for; `session_id` is there when it was asked for one conversation."""

    paused = serializers.BooleanField()
    session_id = serializers.CharField(required=False)


class PauseView(APIView):
    @extend_schema(summary="Pause or resume memory", request=Pause, responses=Paused)
    def post(self, request: Request) -> Response:
        """While it rests nothing is learned and nothing is recalled, and what is said is never learned later."""
        data = fields.body(request)
        person, _ = fields.named_in(request, data)
        wanted = fields.checked(Pause, data)
        session_id = wanted.get("session_id")
        if wanted["paused"] or identity.find(person) is not None:
            _carry_out(request, person, session_id, is_paused=wanted["paused"])
        answer = {"paused": wanted["paused"]}
        return Response(answer | ({"session_id": session_id} if session_id else {}))


def _carry_out(request: Request, person: identity.Named, session_id: str | None, *, is_paused: bool) -> None:
    now = timezone.now()
    profile = identity.get_or_create(person, now=now)
    origin = origin_of(request, profile)
    if session_id:
        pausing.pause(profile, session_id, is_paused, actor=origin.actor, now=now)
    else:
        editing.pause(profile, is_paused, origin=origin, now=now)
