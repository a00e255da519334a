"""The shapes of what the profile routes are asked and answer."""

from typing import Any

from django.conf import settings
from django.core.validators import URLValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine import questions
from profiles.document import VERSION
from profiles.fields import Identifier, Identity, Object, Scope, Switch, Text
from profiles.lifecycle import Source, Status

MOST_FACTS = 1_000  # in one document: far beyond the cap, and still a second's work
LONGEST_TEXT = 8_000  # characters that are looked at at all; what a fact may have is less, and a setting


class FactAnswer(serializers.Serializer[Any]):
    """One fact as it stands in a V2 document."""

    factId = serializers.CharField()  # noqa: N815 - the wire format says so
    content = serializers.CharField()
    status = serializers.ChoiceField(choices=[status.value for status in Status])
    updatedAt = serializers.DateTimeField()  # noqa: N815
    source = serializers.ChoiceField(choices=[one.value for one in Source])  # type: ignore[assignment]  # DRF takes it out
    type = serializers.ChoiceField(choices=list(questions.FACT_TYPES))
    slot = serializers.CharField(allow_blank=True)
    scopeId = serializers.CharField()  # noqa: N815
    agentId = serializers.CharField(allow_blank=True)  # noqa: N815
    confidence = serializers.FloatField()
    importance = serializers.FloatField()
    sourceCount = serializers.IntegerField()  # noqa: N815
    pinned = serializers.BooleanField()
    supersededBy = serializers.CharField(allow_blank=True)  # noqa: N815
    createdAt = serializers.DateTimeField()  # noqa: N815


class MemoryAnswer(serializers.Serializer[Any]):
    """The V2 document."""

    version = serializers.IntegerField(default=VERSION)
    facts = FactAnswer(many=True)


class FactPage(serializers.Serializer[Any]):
    items = FactAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


@extend_schema_field(
    {
        "type": "object",
        "required": ["facts"],
        "properties": {
            "version": {"type": "integer", "enum": [1, 2]},
            "facts": {
                "type": "array",
                "maxItems": MOST_FACTS,
                "items": {
                    "oneOf": [
                        {"type": "string"},
                        {
                            "type": "object",
                            "required": ["content"],
                            "properties": {"content": {"type": "string"}, "status": {"type": "string"}},
                        },
                    ]
                },
            },
        },
    }
)
class MemoryDocument(serializers.Field[dict[str, Any], Any, dict[str, Any], Any]):
    """A V1 or V2 document. Every fact of it must be readable: what cannot be read would otherwise count as deleted."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict) or not isinstance(data.get("facts"), list):
            raise serializers.ValidationError('This must be an object such as {"facts": ["…"]}.')
        if data.get("version", VERSION) not in (1, VERSION):
            raise serializers.ValidationError({"version": "This must be 1 or 2."})
        if len(data["facts"]) > MOST_FACTS:
            raise serializers.ValidationError({"facts": f"This must have at most {MOST_FACTS} items."})
        most_active = 2 * settings.MEMORYHUB_FACT_LIMIT  # the rest would be evicted at once, row by row
        if sum(map(_is_active, data["facts"])) > most_active:
            raise serializers.ValidationError({"facts": f"At most {most_active} of them may be active."})
        for index, fact in enumerate(data["facts"]):
            if not _is_fact(fact):
                raise serializers.ValidationError(
                    {
                        f"facts.{index}": f"This must be a text, or an object with one as content, of at most {LONGEST_TEXT} characters."
                    }
                )
        return data

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        return value


def _is_active(value: object) -> bool:
    return not isinstance(value, dict) or value.get("status", Status.ACTIVE) == Status.ACTIVE


def _is_fact(value: object) -> bool:
    text = value.get("content") if isinstance(value, dict) else value
    status = value.get("status", "") if isinstance(value, dict) else ""
    return isinstance(text, str) and len(text) <= LONGEST_TEXT and isinstance(status, str)


class ProfileUpdate(Identity, Scope):
    """What is named is replaced, what is not named stays."""

    memory = MemoryDocument(required=False)
    preferences = Object(required=False)
    nickname = Text(required=False, allow_blank=True, max_length=128)
    avatar = Text(required=False, allow_blank=True, max_length=512, validators=[URLValidator(["http", "https"])])


class Touch(Identity):
    """What was used just now."""

    agent_id = Identifier(required=False)
    knowledge_base_id = Identifier(required=False)


class Touched(serializers.Serializer[Any]):
    """What was used lately, the latest first."""

    recent_agents = serializers.ListField(child=serializers.CharField())
    recent_knowledge_bases = serializers.ListField(child=serializers.CharField())


class NewFact(Identity, Scope):
    """A statement that somebody wrote."""

    content = Text(max_length=LONGEST_TEXT)
    type = serializers.ChoiceField(choices=list(questions.FACT_TYPES), default="user_fact")
    pinned = Switch(default=False)


class FactAdded(serializers.Serializer[Any]):
    """`outcome` held: the statement waits for a person's decision and is no fact."""

    outcome = serializers.ChoiceField(choices=["active", "held"])
    fact = FactAnswer(allow_null=True)


class FactChange(Identity, Scope):
    """What is named is changed."""

    content = Text(required=False, max_length=LONGEST_TEXT)
    type = serializers.ChoiceField(choices=list(questions.FACT_TYPES), required=False)
    pinned = Switch(required=False)


class Reference(Identity, Scope):
    """Which person and scope; all that a deed about one fact needs."""


class MemoryConfig(serializers.Serializer[Any]):
    """What may be learned. An agent or a call can only switch off what is on everywhere."""

    enable_long_term_mem = Switch(required=False)
    enable_user_profile = Switch(required=False)
    enable_semantic_memory = Switch(required=False)
    enable_episodic_memory = Switch(required=False)


class AgentShape(serializers.Serializer[Any]):
    agent_id = Identifier()
    name = Text(required=False, allow_blank=True, max_length=128)
    settings = Object(required=False)
    memory_config = MemoryConfig(required=False)
    paused = Switch(required=False)


class AgentChange(AgentShape):
    agent_id = Identifier(required=False)


class AgentAnswer(serializers.Serializer[Any]):
    agent_id = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    settings = Object()
    memory_config = MemoryConfig()
    paused = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class AgentPage(serializers.Serializer[Any]):
    items = AgentAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)
