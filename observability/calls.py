"""The record of calls to model endpoints: what each was for, what it took, what came of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import structlog
from django.db import connection
from django.db.models import F, Sum
from django.utils import timezone

from observability import figures, sink, stats
from observability.models import ModelCall
from observability.stats import Spending

OK = figures.OK
_job: ContextVar[int | None] = ContextVar("job", default=None)


@dataclass(frozen=True)
class Call:
    """One finished request. `price_in` and `price_out` are per million tokens; texts are given always and kept only
    when `keeps_text` is set and the person is known."""

    purpose: str
    model: str
    outcome: str
    latency_ms: int
    attempt: int = 1
    prompt_version: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    price_in: float = 0.0
    price_out: float = 0.0
    tenant_id: int | None = None
    profile_id: int | None = None
    keeps_text: bool = False
    request_text: str = ""
    reply_text: str = ""

    @property
    def price(self) -> Decimal:
        """What the call cost, exact to a hundred-millionth."""
        parts = Decimal(str(self.price_in)) * self.tokens_in + Decimal(str(self.price_out)) * self.tokens_out
        return (parts / 1_000_000).quantize(Decimal("1e-8"))


@contextmanager
def of_job(job_id: int) -> Iterator[None]:
    """Whatever is recorded inside was asked for this background job; log lines name it until the task ends."""
    structlog.contextvars.bind_contextvars(job_id=job_id)
    token = _job.set(job_id)
    try:
        yield
    finally:
        _job.reset(token)


def record(call: Call) -> None:
    """Store the call. To be called outside transactions; a failure is logged and counted, never raised."""
    keeps_text = call.keeps_text and call.profile_id is not None
    row = ModelCall(
        tenant_id=call.tenant_id,
        profile_id=call.profile_id,
        job_id=_job.get(),
        purpose=call.purpose,
        model=call.model[:128],
        prompt_version=call.prompt_version,
        tokens_in=call.tokens_in,
        tokens_out=call.tokens_out,
        price=call.price,
        latency_ms=call.latency_ms,
        outcome=call.outcome,
        attempt=call.attempt,
        request_text=_storable(call.request_text) if keeps_text else "",
        reply_text=_storable(call.reply_text) if keeps_text else "",
    )
    sink.insert(row, then=lambda: figures.add_call(row))


def spent_on(tenant_id: int, *, now: datetime) -> Decimal:
    """What all calls of a tenant have cost on the day of `now`, embeddings included."""
    start, end = day_of(now)
    calls = ModelCall.objects.filter(tenant_id=tenant_id, at__gte=start, at__lt=end)
    spent: Decimal | None = calls.aggregate(spent=Sum("price"))["spent"]
    return spent or Decimal(0)


def tokens_of(job_id: int) -> int:
    """All tokens that were sent and received for one background job, embeddings included."""
    calls = ModelCall.objects.filter(job_id=job_id)
    found: int | None = calls.aggregate(tokens=Sum(F("tokens_in") + F("tokens_out")))["tokens"]
    return found or 0


def spent_by_day(tenant_id: int, *, days: int, now: datetime) -> list[Spending]:
    """What a tenant spent on each of its last days and for what, the day of `now` first."""
    start, end = day_of(now)
    # By the calendar: a clock changed in between moves no midnight.
    since = start - timedelta(days=days - 1)
    found = stats.spending(tenant_id, since=since, until=end, zone=timezone.get_default_timezone())
    return sorted(found, key=lambda one: one.place, reverse=True)  # and within a day as they come, by purpose


def let_go_of_the_database() -> None:
    """Give the connection back before a model thinks: others need it, and a server ends one that idles for minutes."""
    if not connection.in_atomic_block:
        connection.close()


def day_of(now: datetime) -> tuple[datetime, datetime]:
    """Beginning and end of the calendar day of `now` in the project's zone, whatever zone a reader has chosen."""
    return bounds_of(now.astimezone(timezone.get_default_timezone()).date())


def bounds_of(day: date) -> tuple[datetime, datetime]:
    """Beginning and end of this day of the project's calendar."""
    zone = timezone.get_default_timezone()
    start, end = (datetime.combine(one, time.min, tzinfo=zone) for one in (day, day + timedelta(days=1)))
    return start, end


def _storable(text: str) -> str:
    """The text as the database takes it: without NUL and half characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
