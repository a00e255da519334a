"""When a person had a hand in a fact that they did not write, as its events tell."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db.models import Max

from profiles import lifecycle
from profiles.lifecycle import Source, Standing, Status
from profiles.models import Fact, FactEvent


def brought_back(facts: Iterable[int]) -> dict[int, datetime]:
    """When each of these facts was last brought back into force by hand; those that never were are left out.

    What is asked for in a conversation is not among them: it counts from when it was said.
    """
    events = FactEvent.objects.filter(
        fact__in=list(facts),
        source__in=(Source.API, Source.CONSOLE),
        from_status__in=(Status.SUPERSEDED, Status.DEPRECATED),
        to_status=Status.ACTIVE,
    )
    return dict(events.values_list("fact_id").annotate(Max("at")).order_by())


def gives_way(holder: Fact, held: Standing, *, said_at: datetime | None) -> bool:
    """Whether a fact that stands so leaves its slot to what was said then: not when a person brought it back since."""
    if not lifecycle.takes_slot(held, said_at=said_at, by_person=False):
        return False
    back = brought_back([holder.pk]).get(holder.pk) if holder.pk else None
    return lifecycle.takes_slot(replace(held, written_at=back or held.written_at), said_at=said_at, by_person=False)
