"""One dream over everybody who was learned about: what it did, and the doubles in force before and after it.

To be imported once Django is set up.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from benchmarks import conversations
from extraction.dream import runs
from extraction.models import DreamOperation, DreamPart
from profiles.changes import SYSTEM_ACTOR
from profiles.models import Fact, Profile

# Person and two statements that say the same.
Double = Sequence[str]


def tidy(doubles: Sequence[Double], *, now: datetime) -> dict[str, Any]:
    """Dream of each person with all of their conversations. `doubles` are pairs known to say the same."""
    before, facts_before = _left(doubles), Fact.objects.active().count()
    for profile in Profile.objects.order_by("pk"):
        _dream_of(profile, now)
    after, facts = _left(doubles), Fact.objects.active().count()
    parts = Counter(DreamPart.objects.values_list("state", flat=True))
    by_content = facts - Fact.objects.active().values("profile", "scope_id", "content").distinct().count()
    return {
        "people": sum(parts.values()),
        "parts": dict(parts),
        "facts_before": facts_before,
        "facts": facts,
        "doubles_before": len(before),
        "doubles": len(after) + by_content,
        "share_before": round(len(before) / max(1, facts_before), 4),
        "share": round((len(after) + by_content) / max(1, facts), 4),
        "pairs": [list(one) for one in after],
        "operations": dict(Counter(f"{one.op} {one.state} {one.why}".strip() for one in DreamOperation.objects.all())),
    }


def show() -> None:
    """Every operation with the facts that it names, for reading."""
    for one in DreamOperation.objects.select_related("profile__user").order_by("profile", "pk"):
        print(f"{one.profile.user.user_id} {one.op} {one.state} {one.why} {one.doubt:.2f} {one.reason}")
        for content in one.before:
            print(f"    - {content}")
        if one.content:
            print(f"    = {one.content}")


def _dream_of(profile: Profile, now: datetime) -> None:
    run, _is_new = runs.start(profile.tenant, actor=SYSTEM_ACTOR, now=now, profile=profile)
    conversations.work(profile.pk, now=now)
    runs.settle(run.pk, now)


def _left(doubles: Sequence[Double]) -> list[Double]:
    """The pairs of which both are in force."""
    active = conversations.in_force({person for person, _, _ in doubles})
    return [(person, one, other) for person, one, other in doubles if {(person, one), (person, other)} <= active]
