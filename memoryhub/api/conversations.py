"""What goes in and what comes out: messages, and the context for a question."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from extraction import deletion
from extraction.policy import policy_for, policy_of
from memoryhub import context, ingest
from memoryhub.api import serializers
from memoryhub.api.serializers import NOT_KEPT
from profiles import choices, fields, idempotency, identity
from profiles.api import ONCE, PLACE
from profiles.idempotency import Done
from profiles.models import Profile
from summaries.models import Message, Session


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


class ContextView(APIView):
    @extend_schema(
        summary="The context for a question", request=serializers.ContextQuestion, responses=serializers.ContextAnswer
    )
    def post(self, request: Request) -> Response:
        """What is worth knowing before the question is answered. Of somebody unknown the text is empty."""
        data = fields.body(request)
        wanted = fields.checked(serializers.ContextQuestion, data)
        person, scope_id = fields.named_in(request, data, agent_id=wanted["agent_id"])
        asked = _asked(person, wanted, scope_id)
        profile_id = asked.profile.pk if asked.profile else None
        choice = choices.embed_choice(tenant_id=person.tenant_id, profile_id=profile_id)
        return Response(_wire_context(context.assemble(asked, choice=choice, now=timezone.now())))


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


def _asked(person: identity.Named, wanted: dict[str, Any], scope_id: str) -> context.Asked:
    profile = identity.find(person)
    company = _company_of(person)
    return context.Asked(
        tenant_id=person.tenant_id,
        profile=profile,
        company=company if company and not company.is_paused else None,
        agent_id=wanted["agent_id"],
        session_id=wanted["session_id"],
        question=wanted["question"],
        message_id=wanted.get("message_id", ""),
        scope_id=scope_id,
        is_enabled=wanted["memory_enabled"],
        is_paused=_is_paused(person.tenant_id, profile, wanted, scope_id),
        max_tokens=wanted.get("max_tokens", 0),
        locale=wanted.get("locale", ""),
    )


def _company_of(person: identity.Named) -> Profile | None:
    """The company above a sub-account, where its facts are to be shown and something is stored of it."""
    named = person.company if settings.MEMORYHUB_SHOW_COMPANY_FACTS else None
    return identity.find(named) if named else None


def _is_paused(tenant_id: int, profile: Profile | None, wanted: dict[str, Any], scope_id: str) -> bool:
    """For the tenant, the person, the agent or this conversation."""
    if profile is None:
        return policy_for(tenant_id, agent_id=wanted["agent_id"], scope_id=scope_id).is_paused
    if policy_of(profile, agent_id=wanted["agent_id"], scope_id=scope_id).is_paused:
        return True
    return Session.objects.of(profile).filter(session_id=wanted["session_id"], is_paused=True).exists()


def _wire_context(assembled: context.Assembled) -> dict[str, Any]:
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
