"""What people thought of answers and of single memories in them: stored once each, and changed when given again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from observability import figures
from observability.models import Feedback, MemoryFeedback, Observation

# Reasons that speak against the memory itself, and not against its use for this question.
DOUBTS = frozenset({Feedback.Reason.INACCURATE.value, Feedback.Reason.OUTDATED.value})


@dataclass(frozen=True)
class OnMemory:
    """What somebody thinks of one memory, by the id under which the answer named it."""

    memory_id: str
    rating: int
    reason: str = ""

    @property
    def is_doubt(self) -> bool:
        return self.rating == Feedback.Rating.BAD and self.reason in DOUBTS


def on_answer(observation: Observation, values: Mapping[str, Any], *, now: datetime) -> None:
    """Set what is given (rating, reason, remark) and leave the rest as it was; the figures of its hour follow."""
    before = Feedback.objects.filter(observation=observation).first()
    about = {
        "tenant_id": observation.tenant_id,
        "profile_id": observation.profile_id,
        "asked_at": observation.at,
        "at": now,
    }
    after, _is_new = Feedback.objects.update_or_create(observation=observation, defaults={**about, **values})
    figures.add_opinion(observation, before, after)


def on_memories(observation: Observation, given: Iterable[OnMemory], *, now: datetime) -> list[OnMemory]:
    """Set what is given of each memory; answers what was thought of them before, as far as anything was."""
    wanted = {one.memory_id: one for one in given}
    known = MemoryFeedback.objects.filter(observation=observation, memory_id__in=wanted)
    before = [OnMemory(row.memory_id, row.rating, row.reason) for row in known]
    MemoryFeedback.objects.bulk_create(
        [
            MemoryFeedback(
                observation=observation,
                tenant_id=observation.tenant_id,
                profile_id=observation.profile_id,
                memory_id=one.memory_id,
                rating=one.rating,
                reason=one.reason,
                at=now,
            )
            for one in wanted.values()
        ],
        update_conflicts=True,
        unique_fields=["observation", "memory_id"],
        update_fields=["rating", "reason", "at"],
    )
    return before


def still_doubted(profile_id: int, scope_id: str, memory_ids: Iterable[str]) -> set[str]:
    """Those of these memories that somebody doubts, in whatever answer."""
    doubts = MemoryFeedback.objects.filter(
        profile_id=profile_id, observation__scope_id=scope_id, memory_id__in=memory_ids, rating=Feedback.Rating.BAD,
        reason__in=DOUBTS,
    )  # fmt: skip
    return set(doubts.values_list("memory_id", flat=True))
