"""How long observations and the texts of model calls are kept, and the figures made of them."""

from collections.abc import Callable
from datetime import datetime

from django.db import models, transaction

from observability.models import (
    ContextText,
    Feedback,
    HourlyFigures,
    HourlyJobs,
    HourlySpending,
    MemoryFeedback,
    ModelCall,
    Observation,
)

BATCH = 1_000  # rows of one transaction: a second at most, and nobody waits for it
MOST_BATCHES = 200  # of one round; what is left is for the next hour


def in_batches(forget: Callable[[], int]) -> int:
    """Call it until it has less than a batch to do; answers how many rows went."""
    gone = 0
    for _round in range(MOST_BATCHES):
        found = forget()
        gone += found
        if found < BATCH:
            break
    return gone


def oldest(rows: "models.QuerySet[models.Model]", column: str, *, before: datetime) -> list[int]:
    """Keys of at most a batch of rows that are older; read from the lower end of the table, and no further than needed.

    Keys are given out in the order of time, give or take a moment.
    """
    page = rows.order_by("pk").values_list("pk", column)[:BATCH]
    return [key for key, at in page if at < before]


def forget_observations(*, before: datetime) -> int:
    """Delete one batch, with what was thought of the answers; answers how many observations there were."""
    with transaction.atomic():
        keys = oldest(Observation.objects.all(), "at", before=before)
        MemoryFeedback.objects.filter(observation__in=keys).delete()
        Feedback.objects.filter(observation__in=keys).delete()
        return Observation.objects.filter(pk__in=keys).delete()[0]


def forget_figures(*, before: datetime) -> int:
    """Delete one batch of the figures of hours of each kind; answers the longest batch of them."""
    return max(_forget_hours(model, before) for model in (HourlyFigures, HourlyJobs, HourlySpending))


def _forget_hours(model: "type[models.Model]", before: datetime) -> int:
    rows = model._default_manager
    return rows.filter(pk__in=oldest(rows.all(), "hour", before=before)).delete()[0]


def forget_texts(*, before: datetime) -> int:
    """Blank what one batch of model calls quotes (what they cost stays), and delete one of texts that agents got."""
    handed = _forget_handed(before)
    quoting = ModelCall.objects.filter(at__lt=before).exclude(request_text="", reply_text="")
    keys = list(quoting.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return max(handed, ModelCall.objects.filter(pk__in=keys).update(request_text="", reply_text=""))


def _forget_handed(before: datetime) -> int:
    """Those that somebody has locked are going anyway."""
    with transaction.atomic():
        keys = oldest(ContextText.objects.all(), "at", before=before)
        locked = ContextText.objects.select_for_update(skip_locked=True).filter(pk__in=keys)
        return ContextText.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).delete()[0]
