"""What a context tells of lasting memory: the facts that always stand in it, and what the question calls up."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from memoryhub.layout import Item, Yields
from profiles import recall
from profiles.models import Fact, Profile

Owners = Sequence[tuple[str, Profile]]


def residents(owners: Owners, *, scope_id: str, now: datetime) -> list[Item]:
    """The facts of each owner under the part named with them. One statement."""
    found = recall.residents([profile for _part, profile in owners], scope_id=scope_id, now=now)
    return [_resident(fact, part) for part, profile in owners for fact in found[profile.pk]]


def related(owners: Owners, vector: Sequence[float] | None, *, model: str, scope_id: str, now: datetime) -> list[Item]:
    if vector is None:
        return []
    found = recall.for_question(
        [profile for _part, profile in owners], vector, model=model, scope_id=scope_id, least=settings.MEMORYHUB_SEARCH_SCORE,
        limit=settings.MEMORYHUB_SIMILAR_FACTS, now=now,
    )  # fmt: skip
    return [
        Item(
            "memories",
            one.fact.fact_id,
            one.fact.stored_text,
            Yields.MEMORY_FOUND,
            weight=one.score,
            score=round(one.score, 4),
            type=one.fact.type,
        )
        for one in found
    ]


def _resident(fact: Fact, part: str) -> Item:
    value = fact.importance + (1.0 if fact.is_pinned else 0.0)
    return Item(part, fact.fact_id, fact.content, Yields.RESIDENT, weight=value, type=fact.type)
