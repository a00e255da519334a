"""Where one memory was put into answers of its owner, and what they thought of it there."""

from datetime import datetime

from django.db.models import QuerySet

from observability.models import MemoryFeedback, Observation

# Of how many of the latest answers it is looked for: a person's answers are read by their time, and never all of them.
ANSWERS_READ = 500


def of_memory(
    profile_id: int, memory_id: str, *, scope_id: str, until: datetime | None = None
) -> "QuerySet[Observation]":
    """The latest answers for which this memory was found, newest first, each with what was thought of the answer."""
    recent = Observation.objects.filter(profile_id=profile_id, scope_id=scope_id)
    if until is not None:
        recent = recent.filter(at__lte=until)
    read = recent.order_by("-at").values("pk")[:ANSWERS_READ]
    found = Observation.objects.filter(pk__in=read, retrieved_ids__contains=[memory_id])
    return found.select_related("feedback").order_by("-at", "-pk")


def verdict_on(observation: Observation, memory_id: str) -> str:
    """What became of the memory in this answer, in the stable word of the trace; '' where it says nothing."""
    levels = observation.trace.get("levels", {})
    return next((one["why"] for level in levels.values() for one in level if one["id"] == memory_id), "")


def thoughts_of(
    profile_id: int, memory_id: str, *, scope_id: str, until: datetime | None = None
) -> "QuerySet[MemoryFeedback]":
    """What was thought of this very memory in whatever answer, newest first."""
    given = MemoryFeedback.objects.filter(
        profile_id=profile_id, memory_id=memory_id, observation__scope_id=scope_id
    ).exclude(rating=0, reason="")
    if until is not None:
        given = given.filter(at__lte=until)
    return given.select_related("observation").order_by("-at", "-pk")
