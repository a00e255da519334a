"""Rows that have done their service and would only pile up."""

from datetime import datetime, timedelta

from profiles import idempotency, rates

# A client that repeats a request after a day has lost its own memory of it; a rate is counted by the minute.
KEYS_KEPT = timedelta(days=1)
COUNTERS_KEPT = timedelta(hours=1)


def forget_leftovers(*, now: datetime) -> int:
    """Delete what no request can ask for any more; answers how many rows that were."""
    return idempotency.forget(before=now - KEYS_KEPT) + rates.forget(before=now - COUNTERS_KEPT)
