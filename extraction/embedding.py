"""Gives vectors to what has none: what was said lately, written by hand, loaded, or learned while the embedder was away."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event

from django.conf import settings
from django.utils import timezone

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from extraction import vectors
from profiles import choices, measures
from profiles.models import Fact, FactVector, Profile, Tenant
from summaries import indexing
from summaries.models import MessageVector

log = logging.getLogger(__name__)

# Facts of one round; a round is a few seconds with the bundled model, and the next one follows in a minute.
ROUND = 500
# Texts of one round and kind: messages are longer, a tenth of a second each at worst.
TEXTS = 128
# Seconds of the minute that one call may use.
SECONDS = 40.0
# Whether the last call left something undone: known to this process alone, and found again at the full hour.
backlog = Event()
# Profiles written to lately are looked at each round; all others once an hour.
LATELY = timedelta(minutes=10)


def fill(profile_id: int, *, choice: EmbedChoice, limit: int = 0) -> int:
    """Embed a profile's active and deleted facts that have no vector of this model; answers how many now have one.

    Without an embedder nothing happens: the next round tries again. `limit` 0 is one round.
    """
    return _fill(profile_id, choice, limit or ROUND) or 0


def _fill(profile_id: int, choice: EmbedChoice, limit: int) -> int | None:
    wanting = vectors.FACTS.lacking(vectors.FACTS.wanting().filter(profile=profile_id), embeddings.model_name(choice))
    return _embedded(vectors.FACTS, list(wanting.order_by("-pk")[:limit]), choice, timezone.now())


def fill_missing(*, now: datetime, clock: Callable[[], float] = time.monotonic) -> int:
    """Round after round for most of a minute: what was said and learned lately, and at the full hour everybody's facts.

    What is left then (a large import) is taken up by the next minute's call, over everybody.
    """
    until, done = clock() + SECONDS, 0
    is_thorough = now.minute == 0 or backlog.is_set()
    backlog.clear()
    settle_models()
    away: set[int] = set()
    while True:
        of_facts, of_memories = (
            _round(is_thorough=is_thorough, now=now),
            fill_global_memories(is_thorough=is_thorough, now=now),
        )
        number = of_facts + _texts(now, away) + of_memories
        if not number:
            break
        # Looking through everybody costs seconds: not again for each hundred of many messages.
        is_thorough = is_thorough and bool(of_facts or of_memories)
        done += number
        if clock() >= until:
            backlog.set()
            break
    return done


def settle_models() -> None:
    """Whose vectors there are and nobody has said by which model: from now on it is that one, until it is changed."""
    present = embeddings.model_name(choices.present_embedder())
    for tenant in Tenant.objects.filter(embedding_model=""):
        stored = FactVector.objects.filter(profile__tenant=tenant), MessageVector.objects.filter(profile__tenant=tenant)
        if any(rows.filter(model=present).exists() for rows in stored):
            measures.pin(tenant, present)
        elif other := next((row.model for rows in stored if (row := rows.first())), ""):
            measures.pin(tenant, other)


def _round(*, is_thorough: bool, now: datetime) -> int:
    people = Profile.objects.all() if is_thorough else Profile.objects.filter(updated_at__gte=now - LATELY)
    done = 0
    for tenant in Tenant.objects.filter(pk__in=people.values("tenant")):
        choice = _choice(tenant)
        theirs = Fact.objects.filter(profile__in=people.filter(tenant=tenant), status__in=vectors.EMBEDDED)
        lacking = vectors.FACTS.lacking(theirs, embeddings.model_name(choice)).order_by("-pk")
        for profile_id in dict.fromkeys(lacking.values_list("profile_id", flat=True)[:ROUND]):
            found = _fill(profile_id, choice, ROUND)
            if found is None:  # away, for the others of this tenant as well
                break
            done += found
    return done


def fill_global_memories(*, is_thorough: bool, now: datetime) -> int:
    """Those that changed lately, or with `is_thorough` all; how many have a vector of their present text now."""
    wanting = vectors.GLOBAL.wanting()
    rows, done = wanting if is_thorough else wanting.filter(updated_at__gte=now - LATELY), 0
    for tenant in Tenant.objects.filter(pk__in=rows.values("tenant")):
        choice = _choice(tenant)
        lacking = vectors.GLOBAL.lacking(rows.filter(tenant=tenant), embeddings.model_name(choice))
        done += _embedded(vectors.GLOBAL, list(lacking.order_by("-pk")[:TEXTS]), choice, now) or 0
    return done


def _texts(now: datetime, away: set[int]) -> int:
    """The newest of what was said and condensed, of all tenants but those whose embedder is `away`."""
    indexing.skip_former(now=now)
    done = 0
    for kind in vectors.MARKED:
        if kind is vectors.MESSAGES and not settings.MEMORYHUB_EMBED_MESSAGES:
            continue
        waiting = kind.wanting().filter(embedded_at=None).exclude(profile__tenant__in=away)
        rows = list(waiting.select_related("profile").order_by("-pk")[:TEXTS])
        for tenant in Tenant.objects.filter(pk__in={row.profile.tenant_id for row in rows}):
            theirs = [row for row in rows if row.profile.tenant_id == tenant.pk]
            found = _embedded(kind, theirs, _choice(tenant), now)
            if found is None:
                away.add(tenant.pk)
            done += len(theirs) if found is not None else 0
    return done


def _choice(tenant: Tenant) -> EmbedChoice:
    return choices.embed_choice(tenant_id=tenant.pk, stored=tenant.embedding_model)


def _embedded(kind: vectors.Kind, rows: list[object], choice: EmbedChoice, now: datetime) -> int | None:
    """How many have a vector now; None when the embedder fails: the next call tries again."""
    if not rows:
        return 0
    try:
        return vectors.embed(kind, rows, choice, now=now)
    except ProviderFailed as failure:
        log.warning("%d rows of %s were not embedded: %s", len(rows), kind.name, failure.reason)
        return None
