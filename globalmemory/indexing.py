"""How global memories are embedded; what has no vector of its present text is found by its tags and words (G7)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from engine.text import normal
from globalmemory.models import GlobalMemory, GlobalMemoryVector

Vectors = Mapping[int, Sequence[float] | None]


def embedded_text(memory: GlobalMemory) -> str:
    """All filled fields, bare: a label before each would draw unrelated memories together."""
    return "\n".join(normal.single_line(text) for text in memory.texts)


def store(rows: Sequence[GlobalMemory], vectors: Vectors, *, model: str, now: datetime) -> int:
    """Keep vectors of these rows, by their keys; of how many they are.

    Under the rows' locks: a text that was edited, deleted or erased meanwhile gets no vector of what it was.
    """
    with transaction.atomic():
        locked = GlobalMemory.objects.undeleted().select_for_update(no_key=True)
        present = dict(locked.filter(pk__in=[row.pk for row in rows]).order_by("pk").values_list("pk", "version"))
        made = [
            GlobalMemoryVector(global_memory_id=row.pk, model=model, version=row.version, embedding=list(vector))
            for row in rows
            if present.get(row.pk) == row.version and (vector := vectors[row.pk]) is not None
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
