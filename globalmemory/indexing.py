"""Gives global memories the vectors by which a question finds them; what has none yet is found by its tags and words."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.text import normal
from globalmemory.models import GlobalMemory, GlobalMemoryVector
from profiles import choices

# Memories of one round: a second or two with the bundled model.
ROUND = 200
# Those changed lately are looked at each minute; all others once an hour.
LATELY = timedelta(minutes=10)


def lacking(model: str, *, tenant_id: int | None = None) -> QuerySet[GlobalMemory]:
    """The memories whose present version no vector of this model stands beside, of one tenant or of all."""
    rows = GlobalMemory.objects.undeleted()
    has_vector = GlobalMemoryVector.objects.filter(
        global_memory=OuterRef("pk"), model=model, version=OuterRef("version")
    )
    return (rows if tenant_id is None else rows.filter(tenant=tenant_id)).filter(~Exists(has_vector))


def fill_missing(choice: EmbedChoice, *, since: datetime | None = None, limit: int = ROUND) -> int:
    """Embed memories of the choice's tenant that lack a vector of its model; how many have one now.

    `since`: only those that changed after it. Without an embedder nothing happens: the next round tries again.
    """
    model = embeddings.model_name(choice)
    rows = lacking(model, tenant_id=choice.tenant_id)
    if since is not None:
        rows = rows.filter(updated_at__gte=since)
    memories = list(rows.order_by("-updated_at", "-pk")[:limit])
    vectors = embeddings.try_embed([embedded_text(memory) for memory in memories], choice) if memories else None
    return _store(memories, vectors, model=model) if vectors else 0


def fill_everywhere(*, now: datetime, is_thorough: bool) -> int:
    """One round for each tenant that has something to embed: what changed lately, or with `is_thorough` all."""
    since = None if is_thorough else now - LATELY
    rows = GlobalMemory.objects.undeleted() if since is None else GlobalMemory.objects.filter(updated_at__gte=since)
    tenants = rows.order_by("tenant").values_list("tenant", "tenant__embedding_model").distinct()
    return sum(fill_missing(choices.embed_choice(tenant_id=pk, stored=model), since=since) for pk, model in tenants)


def embedded_text(memory: GlobalMemory) -> str:
    """All filled fields, bare: a label before each would draw unrelated memories together."""
    return "\n".join(normal.single_line(text) for text in memory.texts)


def store(
    rows: Sequence[GlobalMemory], vectors: Mapping[int, Sequence[float] | None], *, model: str, now: datetime
) -> int:
    """The vectors of these memories, by their keys; None for a text that has no words."""
    spoken = [(row, vector) for row in rows if (vector := vectors[row.pk]) is not None]
    return _store([row for row, _ in spoken], [vector for _, vector in spoken], model=model)


def _store(memories: Sequence[GlobalMemory], vectors: Sequence[Sequence[float]], *, model: str) -> int:
    """Under the rows' locks, so that a text that was edited, deleted or erased meanwhile gets no vector of the old one."""
    with transaction.atomic():
        rows = (
            GlobalMemory.objects.undeleted().select_for_update(no_key=True).filter(pk__in=[one.pk for one in memories])
        )
        present = dict(rows.order_by("pk").values_list("pk", "version"))
        made = [
            GlobalMemoryVector(global_memory_id=memory.pk, model=model, version=memory.version, embedding=list(vector))
            for memory, vector in zip(memories, vectors, strict=True)
            if present.get(memory.pk) == memory.version
        ]
        GlobalMemoryVector.objects.bulk_create(
            made,
            update_conflicts=True,
            unique_fields=["global_memory", "model"],
            update_fields=["version", "embedding"],
        )
    return len(made)


def forget(memory: GlobalMemory) -> None:
    """Take away the vectors of a text that is no more."""
    GlobalMemoryVector.objects.filter(global_memory=memory).exclude(version=F("global_memory__version")).delete()
