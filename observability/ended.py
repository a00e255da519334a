"""Background work that ended, counted by the hour once the end is sure."""

from datetime import datetime

from django.db import transaction

from observability import figures, sink
from observability.models import HourlyJobs


def count(tenant_id: int, *, kind: str, state: str, now: datetime) -> None:
    """When the caller's transaction stands, and apart from it: one row of the hour is written by all workers at once, and
    nobody's facts wait for it. A count that is lost is counted as lost."""
    row = HourlyJobs(tenant_id=tenant_id, hour=figures.hour_of(now), kind=kind, state=state, jobs=1)
    transaction.on_commit(lambda: sink.carry_out(row, lambda: figures.add_job(row)), robust=True)
