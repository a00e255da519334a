"""How many facts a scope has room for, and which one would go first if it got crowded."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from profiles import lifecycle, sheet
from profiles.models import Fact


@dataclass(frozen=True)
class Room:
    """One of the two stores of a scope: what stands in every answer (`is_resident`), and what a question calls up.

    `next_out` None: nothing may go, because each one is pinned.
    """

    is_resident: bool
    number: int
    limit: int
    next_out: Fact | None


def taken(facts: Sequence[Fact]) -> list[Room]:
    """How full the stores are, given the facts in force of one scope; an empty store is left out."""
    resident = [fact for fact in facts if fact.is_resident]
    recalled = [fact for fact in facts if not fact.is_resident]
    rooms = (
        _room(resident, settings.MEMORYHUB_FACT_LIMIT, is_resident=True),
        _room(recalled, settings.MEMORYHUB_RECALLED_FACT_LIMIT, is_resident=False),
    )
    return [room for room in rooms if room.number]


def _room(facts: Sequence[Fact], limit: int, *, is_resident: bool) -> Room:
    stored = {fact.pk: fact for fact in facts if fact.pk is not None}  # what waits in the legacy column has no turn yet
    standings = [sheet.standing(fact) for fact in stored.values()]
    first = lifecycle.evicted(standings, limit=len(standings) - 1, fresh=frozenset())
    return Room(is_resident, len(facts), limit, stored[first[0]] if first else None)
