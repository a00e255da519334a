"""Rows that have done their service, or whose time is over: removed each hour, a bounded number at a time."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from extraction import quotes
from observability import lines, retention
from observability.lines import Lines
from profiles import idempotency, rates
from summaries import indexing, seen
from summaries.models import Message, SeenMessage

# A client that repeats a request after a day has lost its own memory of it; a rate is counted by the minute.
KEYS_KEPT = timedelta(days=1)
COUNTERS_KEPT = timedelta(hours=1)


def forget_leftovers(*, now: datetime) -> int:
    """Delete what no request can ask for any more, and what its retention has ended; answers how many rows that were.

    Before, tell operators of hours that were worse than they should be.
    """
    lines.warn(Lines(settings.MEMORYHUB_LATENCY_LINE, settings.MEMORYHUB_SCORE_LINE), now=now)
    leftovers = idempotency.forget(before=now - KEYS_KEPT) + rates.forget(before=now - COUNTERS_KEPT)
    return leftovers + forget_expired(now=now)


def forget_expired(*, now: datetime) -> int:
    """Delete messages, observations and hashes of erased messages whose days are over. Facts and summaries stay.

    What repeats the words of messages without being a fact goes with the last of them.
    """
    said, asked = settings.MEMORYHUB_MESSAGE_DAYS, settings.MEMORYHUB_OBSERVATION_DAYS
    figured = settings.MEMORYHUB_FIGURES_DAYS
    gone = retention.in_batches(lambda: _forget_seen(before=seen.oldest(now)))
    if said:
        gone += retention.in_batches(lambda: _forget_messages(before=now - timedelta(days=said)))
    if asked:
        gone += retention.in_batches(lambda: retention.forget_observations(before=now - timedelta(days=asked)))
    if figured:
        gone += retention.in_batches(lambda: retention.forget_figures(before=now - timedelta(days=figured)))
    kept = min(days for days in (said, asked) if days) if said or asked else 0
    if kept:
        gone += retention.in_batches(lambda: retention.forget_texts(before=now - timedelta(days=kept)))
    return gone


def _forget_messages(*, before: datetime) -> int:
    """One batch, by when they were stored. Whoever deletes a message at the same time locks it first, too."""
    with transaction.atomic():
        keys = retention.oldest(Message.objects.all(), "stored_at", before=before)
        locked = Message.objects.select_for_update(skip_locked=True).filter(pk__in=keys).order_by("pk")
        owners = dict(locked.values_list("pk", "profile_id"))
        indexing.forget(owners)
        gone = Message.objects.filter(pk__in=owners).delete()[0]
        quotes.forget(owners, profiles=set(owners.values()))
        return gone


def _forget_seen(*, before: datetime) -> int:
    keys = SeenMessage.objects.filter(seen_at__lt=before).order_by("seen_at").values_list("pk", flat=True)
    return SeenMessage.objects.filter(pk__in=list(keys[: retention.BATCH])).delete()[0]
