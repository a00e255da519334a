"""What tests of the pages of observations share: requests that were made, with the figures that they leave."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from observability import feedback, observations
from observability.models import Observation
from profiles.models import Profile
from tests.builders import make_tenant

DASHBOARD, REQUESTS = "/observations/", "/observations/requests/"
QUESTION = "Which invisible stamps do I collect?"
REMARK = "It told my neighbour's stamps"


def make_request(profile: Profile | None = None, *, at: datetime | None = None, **fields: Any) -> Observation:
    """A request as the service records it, an hour of figures with it."""
    rating, reason = fields.pop("rating", None), fields.pop("reason", "")
    values: dict[str, Any] = {
        "tenant_id": profile.tenant_id if profile else make_tenant().pk,
        "profile_id": profile.pk if profile else None,
        "agent_id": "shop",
        "session_id": "s1",
        "scope_id": "__default__",
        "is_injected": True,
        "build_ms": 40.0,
        "at": at or timezone.now(),
    }
    made = Observation(**values | fields)
    observations.record(made)
    stored = Observation.objects.get(observation_id=made.observation_id)
    if rating is not None:
        feedback.on_answer(stored, {"rating": rating, "reason": reason}, now=timezone.now())
    return stored


def trace_of(**parts: list[tuple[str, float | None, str]]) -> dict[str, Any]:
    """A trace of these candidates, each an id, a score and why."""
    told = {part: [{"id": key, "score": score, "why": why} for key, score, why in its] for part, its in parts.items()}
    ran = {
        "long_term": {"ms": 3.2, "found": 2, "error": "", "kept": 2, "tokens": 31},
        "related": {"ms": 18.4, "found": 2, "error": "time_budget", "kept": 1, "tokens": 12},
    }
    return {"levels": told, "ran": ran, "errors": {}, "embedding_ms": 9.5}


def address_of(observation: Observation, query: str = "") -> str:
    return f"{REQUESTS}{observation.observation_id}/{query}"
