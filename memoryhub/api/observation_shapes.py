"""The shapes of observations and of feedback on them."""

from typing import Any, NoReturn

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api.serializers import moment
from memoryhub.feedback import LONGEST_REMARK, Given
from observability.feedback import OnMemory
from observability.models import Feedback, MemoryFeedback, Observation
from profiles.fields import Text

WORDS = {"none": Feedback.Rating.NONE, "good": Feedback.Rating.GOOD, "bad": Feedback.Rating.BAD}
REASONS = Feedback.Reason.values
MOST_MEMORIES = 200


@extend_schema_field({"oneOf": [{"type": "integer", "enum": [0, 1, 2]}, {"type": "string", "enum": list(WORDS)}]})
class RatingField(serializers.Field[int, Any, Any, Any]):
    """0, 1, 2, or what they mean: none, good, bad."""

    default_error_messages = {"invalid": "This must be 0, 1 or 2, or none, good or bad."}  # noqa: RUF012 - as in DRF

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, str) and data in WORDS:
            return int(WORDS[data])
        if not isinstance(data, int) or isinstance(data, bool) or data not in WORDS.values():
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class MemoryFeedbackShape(serializers.Serializer[Any]):
    id = Text(max_length=80, help_text="As it stands in the parts of the context.")
    rating = RatingField()
    reason = serializers.ChoiceField(choices=REASONS, required=False, allow_blank=True)


class FeedbackQuestion(serializers.Serializer[Any]):
    """What somebody thinks of an answer, and of single memories in it. Given again, it is changed; what is left out
    stays. `rating` 0 takes it back."""

    rating = RatingField(required=False)
    reason = serializers.ChoiceField(choices=REASONS, required=False, allow_blank=True)
    remark = Text(required=False, allow_blank=True, max_length=LONGEST_REMARK)
    memories = serializers.ListField(child=MemoryFeedbackShape(), required=False, max_length=MOST_MEMORIES)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            _missing("rating")
        ids = [one["id"] for one in attrs.get("memories", [])]
        if len(ids) != len(set(ids)):
            raise serializers.ValidationError({"memories": "Name each memory once."})
        return attrs


class MemoryFeedbackAnswer(serializers.Serializer[Any]):
    id = serializers.CharField()
    rating = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class FeedbackAnswer(serializers.Serializer[Any]):
    """`waiting`: the facts that wait on the review list because of what was said now."""

    observation_id = serializers.CharField()
    rating = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    remark = serializers.CharField(allow_blank=True)
    memories = MemoryFeedbackAnswer(many=True)
    waiting = serializers.ListField(child=serializers.CharField())


class OpinionAnswer(serializers.Serializer[Any]):
    rating = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    remark = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class ObservationAnswer(serializers.Serializer[Any]):
    """One request for a context. `question` is kept only where contents are logged; times are milliseconds."""

    observation_id = serializers.CharField()
    at = serializers.DateTimeField()
    agent_id = serializers.CharField(allow_blank=True)
    session_id = serializers.CharField(allow_blank=True)
    message_id = serializers.CharField(allow_blank=True)
    scope_id = serializers.CharField(allow_blank=True)
    question = serializers.CharField(allow_blank=True)
    enabled = serializers.BooleanField()
    injected = serializers.BooleanField()
    degraded = serializers.BooleanField()
    retrieved_count = serializers.IntegerField()
    injected_count = serializers.IntegerField()
    retrieved_ids = serializers.ListField(child=serializers.CharField())
    retrieval_ms = serializers.FloatField()
    build_ms = serializers.FloatField()
    recent_message_count = serializers.IntegerField()
    long_term_count = serializers.IntegerField()
    has_summary = serializers.BooleanField()
    top_score = serializers.FloatField(allow_null=True)
    average_score = serializers.FloatField(allow_null=True)
    mode_of_global = serializers.CharField(allow_blank=True)
    tokens = serializers.IntegerField()
    error = serializers.CharField(allow_blank=True)
    feedback = OpinionAnswer(allow_null=True)
    memory_feedback = MemoryFeedbackAnswer(many=True)


class TracedAnswer(ObservationAnswer):
    """With the trace: by part the best candidates with their scores and why each was kept or not, by level what it took
    (`ms`), what it found, and the tokens of what was kept."""

    trace = serializers.DictField()


class ObservationPage(serializers.Serializer[Any]):
    items = ObservationAnswer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


PLAIN = (
    "observation_id", "agent_id", "session_id", "message_id", "scope_id", "question", "retrieved_count", "injected_count",
    "retrieved_ids", "retrieval_ms", "build_ms", "recent_message_count", "long_term_count", "has_summary", "top_score",
    "average_score", "mode_of_global", "tokens", "error",
)  # fmt: skip


def wire(observation: Observation) -> dict[str, Any]:
    opinion: Feedback | None = getattr(observation, "feedback", None)
    return {
        **{name: getattr(observation, name) for name in PLAIN},
        "at": moment(observation.at),
        "enabled": observation.is_enabled,
        "injected": observation.is_injected,
        "degraded": observation.is_degraded,
        "feedback": None if opinion is None else _opinion(opinion) | {"at": moment(opinion.at)},
        "memory_feedback": _memories(observation),
    }


def wire_feedback(observation: Observation, waiting: list[str]) -> dict[str, Any]:
    opinion: Feedback = getattr(observation, "feedback", None) or Feedback()
    return {
        "observation_id": observation.observation_id,
        **_opinion(opinion),
        "memories": _memories(observation),
        "waiting": waiting,
    }


def given(wanted: dict[str, Any]) -> Given:
    memories = [OnMemory(one["id"], one["rating"], _reason(one)) for one in wanted.get("memories", [])]
    reason = "" if wanted.get("rating") == Feedback.Rating.NONE else wanted.get("reason")
    return Given(wanted.get("rating"), reason, wanted.get("remark"), memories)


def _reason(one: dict[str, Any]) -> str:
    """What is no opinion has no reason."""
    return "" if one["rating"] == Feedback.Rating.NONE else str(one.get("reason", ""))


def _opinion(opinion: Feedback) -> dict[str, Any]:
    return {"rating": opinion.rating, "reason": opinion.reason, "remark": opinion.remark}


def _memories(observation: Observation) -> list[dict[str, Any]]:
    rows: list[MemoryFeedback] = sorted(observation.memory_feedback.all(), key=lambda row: row.pk)
    return [{"id": row.memory_id, "rating": row.rating, "reason": row.reason, "at": moment(row.at)} for row in rows]


def _missing(field: str) -> NoReturn:
    raise serializers.ValidationError({field: serializers.ErrorDetail("Say what you think of it.", code="required")})
