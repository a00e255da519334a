"""What goes in: messages, and their deletion."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from extraction import deletion
from memoryhub import ingest
from memoryhub.api import serializers
from memoryhub.api.serializers import NOT_KEPT
from profiles import fields, idempotency, identity
from profiles.api import ONCE, PLACE
from profiles.idempotency import Done
from summaries.models import Message


class MessagesView(APIView):
    @extend_schema(
        summary="Store messages and learn from them",
        parameters=[ONCE],
        request=serializers.MessagesQuestion,
        responses={202: serializers.MessagesAnswer},
    )
    def post(self, request: Request) -> Response:
        """All of them or none. A message id that is known with the same content is accepted and stored once."""
        data = fields.body(request)
        wanted = fields.checked(serializers.MessagesQuestion, data)
        person, scope_id = fields.named_in(request, data, agent_id=wanted["agent_id"])
        batch = _batch(wanted, scope_id)
        return idempotency.once(request, lambda: _record(person, batch))


class MessageView(APIView):
    @extend_schema(summary="Delete a message", parameters=PLACE, responses={200: serializers.MessageDeleted})
    def delete(self, request: Request, session_id: str, message_id: str) -> Response:
        """It leaves every window and teaches nothing more. Facts learned from it stay, and their history says so."""
        person, scope_id = fields.named_in(request, fields.query(request))
        message = _message(request, person, scope_id, session_id, message_id)
        actor = identity.caller_of(request).actor_on(message.profile)
        deletion.delete_message(message, actor=actor, now=timezone.now())
        return Response({"session_id": message.session.session_id, "message_id": message.message_id, "deleted": True})


def _batch(wanted: dict[str, Any], scope_id: str) -> ingest.Batch:
    return ingest.Batch(
        session_id=wanted["session_id"],
        agent_id=wanted["agent_id"],
        scope_id=scope_id,
        messages=tuple(_incoming(message) for message in wanted["messages"]),
        teaches=wanted["gen_mem"],
        history_count=wanted.get("gen_mem_with_history_msg_num"),
        memory_config=wanted.get("memory_config", {}),
    )


def _incoming(message: dict[str, Any]) -> ingest.Incoming:
    content, dropped_parts = message["content"] or ("", 0)
    return ingest.Incoming(
        role=message["role"],
        content=content,
        message_id=message.get("message_id", ""),
        name=message.get("name", ""),
        said_at=message.get("created_at"),
        parent_message_id=message.get("parent_message_id", ""),
        message_type=message["message_type"],
        stage=message.get("stage", ""),
        sub_type=message.get("sub_type", ""),
        step=message.get("step", ""),
        token_count=message.get("token_count"),
        dropped_parts=dropped_parts,
    )


def _message(request: Request, person: identity.Named, scope_id: str, session_id: str, message_id: str) -> Message:
    """The person's message of this scope, deleted or not. Raises NotFound."""
    profile = identity.find(person)
    known = Message.objects.select_related("session", "profile").filter(
        profile=profile,
        scope_id=scope_id,
        session__session_id=identity.identifier(session_id, field="session_id"),
        message_id=identity.identifier(message_id, field="message_id"),
    )
    message = known.first() if profile else None
    if message is None:
        raise identity.NotFound
    identity.check_agent(identity.caller_of(request), message.agent_id)
    return message


def _record(person: identity.Named, batch: ingest.Batch) -> Done:
    recorded = ingest.record(person, batch, now=timezone.now())
    answer = {
        "session_id": batch.session_id,
        "message_ids": list(recorded.message_ids),
        "stored": recorded.stored,
        "job_id": recorded.job_id,
        "state": recorded.state or ("stored" if recorded.is_kept else NOT_KEPT),
        "paused": recorded.is_paused,
    }
    return Done(202, answer, person, recorded.profile_id)
