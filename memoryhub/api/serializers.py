"""The shapes of what the routes that cross apps are asked and answer."""

from datetime import datetime
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine import questions
from extraction.models import Job
from profiles.fields import Identifier, Identity, Moment, Scope, Switch, Text, Whole
from profiles.lifecycle import Source
from profiles.models import Profile
from profiles.serializers import FactAnswer, MemoryAnswer, MemoryConfig
from summaries.models import CHAT, ROLES

MOST_MESSAGES = 200
NOT_KEPT = "not_kept"  # memory is paused, and the installation keeps no messages of such times
LARGEST_COUNT = 2_147_483_647
MAY_BE_EMPTY = (questions.ASSISTANT, questions.TOOL)


class ProblemAnswer(serializers.Serializer[Any]):
    """RFC 9457. `code` stays the same; `detail` says what to do; `field` is the part of the request at fault."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    field = serializers.CharField(required=False)
    errors = serializers.ListField(  # type: ignore[assignment]  # DRF takes declared fields out of the class
        child=serializers.DictField(child=serializers.CharField()), required=False
    )


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string"},
            {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["type"],
                    "properties": {"type": {"type": "string"}, "text": {"type": "string"}},
                },
            },
        ],
        "nullable": True,
        "description": "A text, or parts of which the texts are joined. null only from an assistant or a tool.",
    }
)
class Content(serializers.Field[tuple[str, int], Any, Any, Any]):
    """The text of a message and how many parts of it were no text."""

    default_error_messages: ClassVar = {
        "invalid": "This must be a text or a list of parts.",
        "part": "Part {index} must be an object with a type, and with a text if its type is text.",
    }

    def to_internal_value(self, data: Any) -> tuple[str, int]:
        if isinstance(data, str):
            return data, 0
        if not isinstance(data, list):
            self.fail("invalid")
        for index, part in enumerate(data):
            if not _is_part(part):
                self.fail("part", index=index)
        texts = [part["text"] for part in data if part["type"] == "text"]
        return "\n".join(texts), len(data) - len(texts)

    def to_representation(self, value: Any) -> Any:
        return value


def _is_part(part: object) -> bool:
    if not isinstance(part, dict) or not isinstance(part.get("type"), str):
        return False
    return part["type"] != "text" or isinstance(part.get("text"), str)


class MessageShape(serializers.Serializer[Any]):
    message_id = Identifier(required=False)
    role = serializers.ChoiceField(choices=list(ROLES))
    content = Content(allow_null=True)
    name = Text(required=False, allow_blank=True, max_length=128)
    created_at = Moment(required=False)
    parent_message_id = Identifier(required=False)
    message_type = Text(required=False, max_length=32, default=CHAT)
    stage = Text(required=False, allow_blank=True, max_length=64)
    sub_type = Text(required=False, allow_blank=True, max_length=64)
    step = Text(required=False, allow_blank=True, max_length=64)
    token_count = Whole(required=False, min_value=0, max_value=LARGEST_COUNT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["content"] is None and attrs["role"] not in MAY_BE_EMPTY:
            raise serializers.ValidationError(
                {"content": "This must be a text: only an assistant or a tool may say null."}
            )
        return attrs


class MessagesQuestion(Identity, Scope):
    """What was said in one conversation, to be stored as a whole."""

    session_id = Identifier()
    agent_id = Identifier()
    messages = serializers.ListField(child=MessageShape(), min_length=1, max_length=MOST_MESSAGES)
    gen_mem = Switch(default=True)
    gen_mem_with_history_msg_num = Whole(required=False, min_value=0, max_value=100)
    memory_config = MemoryConfig(required=False)


class MessagesAnswer(serializers.Serializer[Any]):
    """`stored` counts the messages that were new. `job_id` null: nothing is to be learned from them.

    `state` is the job's; without one `stored`, or `not_kept` when memory is paused and such messages are not kept.
    """

    session_id = serializers.CharField()
    message_ids = serializers.ListField(child=serializers.CharField())
    stored = serializers.IntegerField()
    job_id = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=["stored", NOT_KEPT, *Job.State.values])
    paused = serializers.BooleanField()


class MessageDeleted(serializers.Serializer[Any]):
    """The same however often it is asked for."""

    session_id = serializers.CharField()
    message_id = serializers.CharField()
    deleted = serializers.BooleanField()


class ContextQuestion(Identity, Scope):
    """A question that is about to be answered."""

    agent_id = Identifier()
    session_id = Identifier()
    question = Text(allow_blank=True)
    message_id = Identifier(required=False)
    memory_enabled = Switch(default=True)
    max_tokens = Whole(required=False, min_value=1, max_value=1_000_000)
    locale = Text(required=False, max_length=35)


class ContextItem(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    type = serializers.CharField(allow_blank=True)
    score = serializers.FloatField(allow_null=True)


class ContextPart(serializers.Serializer[Any]):
    level = serializers.CharField()
    heading = serializers.CharField()
    items = ContextItem(many=True)


class DroppedItem(serializers.Serializer[Any]):
    level = serializers.CharField()
    id = serializers.CharField()
    reason = serializers.CharField()


class ContextAnswer(serializers.Serializer[Any]):
    """`text` goes into the prompt as it is; `errors` names the levels that are missing from it, and why."""

    text = serializers.CharField(allow_blank=True)
    parts = ContextPart(many=True)
    dropped = DroppedItem(many=True)
    tokens = serializers.IntegerField()
    observation_id = serializers.CharField()
    paused = serializers.BooleanField()
    degraded = serializers.BooleanField()
    errors = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]  # DRF takes it out


class ProfileAnswer(serializers.Serializer[Any]):
    """`pending_jobs` above 0: what was said lately is still being learned from, by `engine`."""

    kind = serializers.ChoiceField(choices=Profile.Kind.values)
    user_id = serializers.CharField(required=False)
    end_user_id = serializers.CharField(required=False)
    end_sub_user_id = serializers.CharField(required=False, allow_blank=True)
    nickname = serializers.CharField(allow_blank=True)
    avatar = serializers.CharField(allow_blank=True)
    preferences = serializers.DictField()
    memory = MemoryAnswer()
    metadata = serializers.DictField()
    paused = serializers.BooleanField()
    engine = serializers.CharField()
    pending_jobs = serializers.IntegerField()
    created_at = serializers.DateTimeField(allow_null=True)
    updated_at = serializers.DateTimeField(allow_null=True)


class EventAnswer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    from_status = serializers.CharField(allow_blank=True)
    to_status = serializers.CharField()
    source = serializers.ChoiceField(choices=[one.value for one in Source])  # type: ignore[assignment]  # DRF takes it out
    reason = serializers.CharField(allow_blank=True)
    related_fact = serializers.CharField(allow_blank=True)
    message_ids = serializers.ListField(child=serializers.CharField())


class EvidenceAnswer(serializers.Serializer[Any]):
    """A message that the fact was learned from. A deleted one stands here without its text."""

    message_id = serializers.CharField()
    session_id = serializers.CharField()
    role = serializers.CharField()
    content = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    deleted = serializers.BooleanField()


class HistoryQuestion(Identity, Scope):
    """The moment at which the history is looked at."""

    as_of = Moment(required=False)


class ComparedAnswer(serializers.Serializer[Any]):
    """A fact that the statement was compared with. `screen` is why the pair was judged; without it, it was not."""

    fact_id = serializers.CharField()
    score = serializers.FloatField(allow_null=True)
    screen = serializers.CharField(required=False)
    action = serializers.CharField(required=False)
    reason = serializers.CharField(required=False)
    engine = serializers.CharField(required=False)


class DecisionAnswer(serializers.Serializer[Any]):
    """Why a statement was taken in as it was, or what became of an explicit wish."""

    at = serializers.DateTimeField()
    kind = serializers.CharField()
    action = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    engine = serializers.CharField(allow_blank=True)
    content = serializers.CharField()
    candidates = ComparedAnswer(many=True)


class HistoryAnswer(serializers.Serializer[Any]):
    """Why this is known. `missing` counts messages that are no longer stored."""

    fact = FactAnswer()
    events = EventAnswer(many=True)
    messages = EvidenceAnswer(many=True)
    missing = serializers.IntegerField()
    decisions = DecisionAnswer(many=True)


class CompanyAnswer(serializers.Serializer[Any]):
    end_user_id = serializers.CharField()
    profiles = serializers.IntegerField()
    facts = serializers.IntegerField()


class CompanyPage(serializers.Serializer[Any]):
    items = CompanyAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class AccountAnswer(serializers.Serializer[Any]):
    end_user_id = serializers.CharField()
    end_sub_user_id = serializers.CharField(allow_blank=True)
    facts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class AccountPage(serializers.Serializer[Any]):
    items = AccountAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


def moment(at: datetime | None) -> str | None:
    """ISO 8601 with offset."""
    return at.isoformat(timespec="milliseconds") if at else None
