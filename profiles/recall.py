"""Finding among one person's facts: those that stand in every context, and those that a question calls up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from pgvector.django import CosineDistance

from engine import calibration, questions
from profiles import document, reading
from profiles.models import Fact, FactVector, Profile
from profiles.models.tenants import DEFAULT_SCOPE

# Nearest by raw cosine that are scored exactly: far more than are ever shown.
SCANNED = 50


@dataclass(frozen=True)
class Found:
    """A fact that a question called up and its calibrated score, 0..1."""

    fact: Fact
    score: float


def residents(profiles: Sequence[Profile], *, scope_id: str, now: datetime) -> dict[int, list[Fact]]:
    """The resident facts in force of each profile (by primary key), most valuable first, those in the legacy column too."""
    rows = (
        Fact.objects.filter(profile__in=profiles, scope_id=scope_id)
        .active()
        .resident()
        .filter(Q(valid_to=None) | Q(valid_to__gt=now))
        .most_valuable_first()
    )
    found: dict[int, list[Fact]] = {profile.pk: [] for profile in profiles}
    for fact in rows:
        found[fact.profile_id].append(fact)
    for profile in profiles:
        if scope_id == DEFAULT_SCOPE and document.is_document(profile.memory):
            found[profile.pk] += [fact for fact in reading.facts_of(profile, resident_only=True) if fact.pk is None]
    return found


def for_question(
    profiles: Sequence[Profile], vector: Sequence[float], *, model: str, scope_id: str, least: float, limit: int,
    now: datetime,
) -> list[Found]:  # fmt: skip
    """The facts that are not resident and that the question is about, best first: an exact scan, no index misses one."""
    rows = (
        FactVector.objects.filter(profile__in=profiles, scope_id=scope_id, model=model, is_blocked=False)
        .exclude(type__in=questions.RESIDENT_TYPES)
        .filter(Q(fact__valid_to=None) | Q(fact__valid_to__gt=now))
        .select_related("fact")
        .order_by(CosineDistance("embedding", list(vector)), "pk")[:SCANNED]
    )
    near = list(rows)
    scores = calibration.relevances(vector, [row.embedding for row in near], model)
    kept = [Found(row.fact, score) for row, score in zip(near, scores, strict=True) if score >= least]
    kept.sort(key=lambda found: (-found.score, -found.fact.pk))
    return kept[:limit]
