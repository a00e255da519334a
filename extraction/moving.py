"""Moves all that a tenant has to the vectors of another model: beside the old ones first, then in one step, then alone.

It can be stopped at any moment and be done again: what has its new vector is not embedded twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.errors import ProviderFailed
from extraction import vectors
from extraction.vectors import Kind
from profiles import measures
from profiles.models import Tenant
from summaries.models import MessageMean

# Rows of one call and one transaction: nobody's profile is locked for long.
BATCH = 64
# Vectors that one statement removes.
REMOVED = 5_000
# How often the switch is tried while new rows keep coming in.
TRIES = 20

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Progress:
    """How far it is: `done` of `total` rows of a kind have their new vector."""

    kind: str
    done: int
    total: int


def prepare(tenant: Tenant, choice: EmbedChoice, *, clock: Clock) -> Iterator[Progress]:
    """Give everything a vector of the new model; search goes on by the old ones. Raises ProviderFailed."""
    for kind in _kinds():
        lacking = _lacking(kind, tenant, choice)
        total, done, last = lacking.count(), 0, 0
        yield Progress(kind.name, 0, total)
        # Each row once, whatever becomes of it: one of which no text is taken would be the next one for ever.
        while rows := list(_lacking(kind, tenant, choice).filter(pk__gt=last).order_by("pk")[:BATCH]):
            vectors.embed(kind, rows, choice, now=clock())
            done, last = done + len(rows), rows[-1].pk
            yield Progress(kind.name, done, max(total, done))


def switch(tenant: Tenant, choice: EmbedChoice, *, clock: Clock) -> bool:
    """Search by the new model from now on, once nothing lacks its vector; False when new rows came faster than vectors."""
    name = embeddings.model_name(choice)
    for _ in range(TRIES):
        for _progress in prepare(tenant, choice, clock=clock):
            pass
        with transaction.atomic():
            Tenant.objects.select_for_update().get(pk=tenant.pk)
            if not any(_lacking(kind, tenant, choice).exists() for kind in _kinds()):
                Tenant.objects.filter(pk=tenant.pk).update(embedding_model=name)
                return True
    return False


def settle(tenant: Tenant, model: str, *, clock: Clock) -> None:
    """After the switch: what has its vector by now does not wait for one, so that no round embeds it again."""
    for kind in vectors.MARKED:
        waiting = kind.of(tenant.pk).filter(embedded_at=None)
        there = kind.vectors._default_manager.filter(**{kind.owner: OuterRef("pk"), "model": model})
        last = 0
        while keys := list(
            waiting.filter(Exists(there), pk__gt=last).order_by("pk").values_list("pk", flat=True)[:REMOVED]
        ):
            waiting.filter(pk__in=keys).update(embedded_at=clock())
            last = keys[-1]


def clean(tenant: Tenant, model: str) -> int:
    """Remove the vectors of all other models; answers how many that were."""
    gone = 0
    for kind in vectors.KINDS:
        gone += _removed(kind.stored(tenant.pk).exclude(model=model))
    _removed(MessageMean.objects.filter(profile__tenant=tenant).exclude(model=model))
    return gone


def check(choice: EmbedChoice, text: str) -> None:
    """Raise ProviderFailed unless the embedder answers, with vectors as long as those that it may have stored already."""
    vector = embeddings.embed_passages([text], choice)[0]
    if not measures.admit(embeddings.model_name(choice), len(vector)):
        raise ProviderFailed("wrong_dimensions", is_retryable=False)


def _kinds() -> list[Kind]:
    return [kind for kind in vectors.KINDS if kind is not vectors.MESSAGES or settings.MEMORYHUB_EMBED_MESSAGES]


def _lacking(kind: Kind, tenant: Tenant, choice: EmbedChoice) -> "QuerySet[Any]":
    return kind.lacking(kind.of(tenant.pk), embeddings.model_name(choice))


def _removed(rows: "QuerySet[Any]") -> int:
    gone = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:REMOVED]):
        gone += rows.model._default_manager.filter(pk__in=keys).delete()[0]
    return gone
