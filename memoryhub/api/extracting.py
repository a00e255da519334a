"""The route of the stateless extraction: what a conversation says, for callers that remember it themselves."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.questions import FACT_TYPES, Definitions, Instruction
from extraction import categories, messageguard, stateless
from extraction.candidates import Candidate
from extraction.policy import Policy, policy_for, policy_of
from memoryhub.api.scope_settings import Wording
from memoryhub.api.serializers import MOST_MESSAGES, MessageShape
from profiles import fields, identity
from profiles.fields import Identifier, Identity, Scope, Text, Whole
from profiles.models import Profile
from profiles.serializers import MemoryConfig
from summaries.models import CHAT

LONGEST_TIMESTAMP = 64
MOST_ATTEMPTS = 10
_IDENTITY = ("user_id", "end_user_id", "end_sub_user_id")


class DefinitionsShape(serializers.Serializer[Any]):
    """What the three categories mean in this call; what is left out is as in the scope."""

    user_profile = Wording(required=False, allow_null=True)
    semantic_memory = Wording(required=False, allow_null=True)
    episodic_memory = Wording(required=False, allow_null=True)


class ExtractQuestion(Identity, Scope):
    """A conversation to read. Of `history` nothing is taken; it only tells what the messages point at."""

    messages = serializers.ListField(child=MessageShape(), min_length=1, max_length=MOST_MESSAGES)
    history = serializers.ListField(
        child=MessageShape(), max_length=MOST_MESSAGES, required=False, allow_null=True, default=list
    )
    timestamp = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=LONGEST_TIMESTAMP,
        help_text="When it was said: ISO 8601 with or without offset, or a date. Left out: now.",
    )
    agent_id = Identifier(required=False)
    definitions = DefinitionsShape(required=False, allow_null=True)
    memory_config = MemoryConfig(required=False, allow_null=True)
    retries = Whole(required=False, min_value=0, max_value=MOST_ATTEMPTS)


class MemoryFound(serializers.Serializer[Any]):
    """One statement. `slot` names the attribute that it fills, blank when it fills none."""

    type = serializers.ChoiceField(choices=list(FACT_TYPES))
    slot = serializers.CharField(allow_blank=True)
    content = serializers.CharField()
    confidence = serializers.FloatField()


class InstructionFound(serializers.Serializer[Any]):
    """What the person asked to be forgotten, corrected or remembered. Nothing of it was carried out."""

    op = serializers.ChoiceField(choices=["ADD", "UPDATE", "DELETE"])
    old = serializers.CharField(allow_blank=True)
    new = serializers.CharField(allow_blank=True)


class ExtractFound(serializers.Serializer[Any]):
    """`reason` says why there is nothing. `failed`: no engine gave an answer; `partial`: it did not read everything.

    `dropped` counts statements that were left out, `held` those that memory would keep for a person's decision, `gate`
    the messages from which nothing was to be learned; each by reason.
    """

    user_profile = serializers.ListField(child=serializers.CharField())
    semantic_memory = serializers.ListField(child=serializers.CharField())
    episodic_memory = serializers.ListField(child=serializers.CharField())
    memories = MemoryFound(many=True)
    instructions = InstructionFound(many=True)
    dropped = serializers.DictField(child=serializers.IntegerField())
    held = serializers.DictField(child=serializers.IntegerField())
    gate = serializers.DictField(child=serializers.IntegerField())
    engine = serializers.CharField()
    partial = serializers.BooleanField()  # type: ignore[assignment]  # DRF takes it out
    failed = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)


class ExtractView(APIView):
    @extend_schema(
        summary="Extract memories from messages without storing them", request=ExtractQuestion, responses=ExtractFound
    )
    def post(self, request: Request) -> Response:
        """The gate, the engine and the checks of learning, and nothing is kept. A failed model is an empty answer."""
        data = fields.body(request)
        wanted = fields.checked(ExtractQuestion, data)
        policy, profile = _policy(request, data, wanted)
        found = stateless.extract(_asked(wanted, policy, profile), policy, now=timezone.now())
        return Response(_wire(found))


def _policy(request: Request, data: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[Policy, Profile | None]:
    """What holds in the named scope, and for the person if one is named: whose memory is paused is not read for.

    Raises NotFound where the caller's key is confined elsewhere.
    """
    caller = identity.caller_of(request)
    agent_id, scope_id = wanted.get("agent_id", ""), identity.scope_of(data.get("scope_id"))
    profile = None
    if any(data.get(name) is not None for name in _IDENTITY):
        person, _ = fields.named_in(request, data, agent_id=agent_id)
        profile = identity.find(person)
    else:
        identity.check_scope(caller, scope_id)
        identity.check_agent(caller, agent_id)
    if profile is None:
        return policy_for(caller.tenant.pk, agent_id=agent_id, scope_id=scope_id), None
    return policy_of(profile, agent_id=agent_id, scope_id=scope_id), profile


def _asked(wanted: Mapping[str, Any], policy: Policy, profile: Profile | None) -> stateless.Asked:
    own = {name: text or "" for name, text in (wanted.get("definitions") or {}).items()}
    return stateless.Asked(
        messages=_said(wanted["messages"], policy),
        history=_said(wanted["history"] or (), policy),
        timestamp=(wanted.get("timestamp") or "").strip(),
        definitions=Definitions(**own),
        memory_config=wanted.get("memory_config") or {},
        attempts=wanted.get("retries", settings.MEMORYHUB_REPLY_ATTEMPTS),
        agent_id=wanted.get("agent_id", ""),
        profile_id=profile.pk if profile else None,
    )


def _said(messages: Sequence[Mapping[str, Any]], policy: Policy) -> tuple[stateless.Said, ...]:
    """The messages as learning would read them: through the write guard, as if they were to be stored."""
    return tuple(
        stateless.Said(
            role=message["role"],
            content=messageguard.guarded((message["content"] or ("", 0))[0], policy).text,
            name=messageguard.guarded_name(message.get("name", ""), policy),
            said_at=message.get("created_at"),
            is_chat=message["message_type"] == CHAT,
        )
        for message in messages
    )


def _wire(found: stateless.Extracted) -> dict[str, Any]:
    return {
        **categories.by_category((one.type, one.content) for one in found.candidates),
        "memories": [_wire_memory(one) for one in found.candidates],
        "instructions": [_wire_instruction(one) for one in found.instructions],
        "dropped": dict(found.dropped),
        "held": dict(found.held),
        "gate": dict(found.closed),
        "engine": found.engine,
        "partial": found.is_partial,
        "failed": found.is_failed,
        "reason": found.reason,
    }


def _wire_memory(one: Candidate) -> dict[str, Any]:
    return {"type": one.type, "slot": one.slot, "content": one.content, "confidence": one.confidence}


def _wire_instruction(wish: Instruction) -> dict[str, str]:
    return {"op": wish.op, "old": wish.old, "new": wish.new}
