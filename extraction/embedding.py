"""Gives vectors to facts that have none: what was written by hand, loaded, or learned while the embedder was away."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from threading import Event

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.text import normal
from profiles import choices, ledger
from profiles.lifecycle import Status
from profiles.models import Fact, FactVector, Profile

EMBEDDED = (Status.ACTIVE, Status.DEPRECATED)
# Facts of one round; a round is a few seconds with the bundled model, and the next one follows in a minute.
ROUND = 500
# Seconds of the minute that one call may use.
SECONDS = 40.0
# Whether the last call left something undone: known to this process alone, and found again at the full hour.
backlog = Event()
# Profiles written to lately are looked at each round; all others once an hour.
LATELY = timedelta(minutes=10)


def fill(profile_id: int, *, choice: EmbedChoice, limit: int = 0) -> int:
    """Embed a profile's active and deleted facts that have no vector of this model; answers how many now have one.

    Without an embedder nothing happens: the next round tries again. `limit` 0 is one round. Raises ProfileGone.
    """
    model = embeddings.model_name(choice)
    facts = list(_bare(Fact.objects.filter(profile=profile_id), model)[: limit or ROUND])
    vectors = embeddings.try_embed([normal.bare(fact.content) for fact in facts], choice) if facts else None
    return _store(facts, vectors, model=model) if vectors else 0


def fill_missing(*, now: datetime, clock: Callable[[], float] = time.monotonic) -> int:
    """Round after round for most of a minute: those who were written to lately, and at the full hour all.

    What is left then (a large import) is taken up by the next minute's call, over everybody.
    """
    until, done = clock() + SECONDS, 0
    is_thorough = now.minute == 0 or backlog.is_set()
    backlog.clear()
    while number := _round(now, is_thorough=is_thorough):
        done += number
        if clock() >= until:
            backlog.set()
            break
    return done


def _round(now: datetime, *, is_thorough: bool) -> int:
    people = Profile.objects.all() if is_thorough else Profile.objects.filter(updated_at__gte=now - LATELY)
    done = 0
    for tenant_id in people.values_list("tenant_id", flat=True).distinct():
        choice = choices.embed_choice(tenant_id=tenant_id)
        lacking = _bare(Fact.objects.filter(profile__in=people.filter(tenant=tenant_id)), embeddings.model_name(choice))
        for profile_id in dict.fromkeys(lacking.values_list("profile_id", flat=True)[:ROUND]):
            done += _filled(profile_id, choice)
    return done


def _filled(profile_id: int, choice: EmbedChoice) -> int:
    try:
        return fill(profile_id, choice=choice)
    except ledger.ProfileGone:
        return 0


def _bare(facts: QuerySet[Fact], model: str) -> QuerySet[Fact]:
    """Those in force or deleted that no vector of this model stands beside, newest first: a deleted one blocks (P7)."""
    has_vector = Exists(FactVector.objects.filter(fact=OuterRef("pk"), model=model))
    return facts.filter(~has_vector, status__in=EMBEDDED).order_by("-pk")


def _store(facts: Sequence[Fact], vectors: Sequence[Sequence[float]], *, model: str) -> int:
    """Under the profile's lock: a fact that has left meanwhile must not get a vector again."""
    with transaction.atomic():
        ledger.locked(facts[0].profile_id)
        rows_now = Fact.objects.filter(pk__in=[fact.pk for fact in facts], status__in=EMBEDDED)
        still = dict(rows_now.values_list("pk", "status"))
        rows = [
            FactVector(
                fact=fact,
                profile_id=fact.profile_id,
                scope_id=fact.scope_id,
                type=fact.type,
                model=model,
                is_blocked=still[fact.pk] == Status.DEPRECATED,
                embedding=list(vector),
            )
            for fact, vector in zip(facts, vectors, strict=True)
            if fact.pk in still
        ]
        FactVector.objects.bulk_create(rows, ignore_conflicts=True)
        return len(rows)
