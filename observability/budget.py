"""What the model calls of a tenant may cost in a day: asked before each call, told to operators when it is used up."""

from datetime import datetime
from decimal import Decimal

from observability import calls, worklog
from observability.models import WorkLogEntry

# The reason of what was not tried for want of money.
USED_UP = "budget"
MODULE = "Models"
SENTENCE = "The budget for model calls of this day is used up; learning waits."
# Seconds: an operator may raise the budget during the day, and what waits should hear of it.
LONGEST_WAIT = 3_600.0


def wait(tenant_id: int, limit: float, *, now: datetime) -> float | None:
    """The seconds after which it is worth trying again, None while there is money left.

    What is counted is what has ended. Calls under way in other threads and processes are not: together they may cost
    more than was left, by at most what those calls cost. Calls whose record was lost or erased are not counted either.
    """
    spent = calls.spent_on(tenant_id, now=now)
    if spent < Decimal(str(limit)):
        return None
    _tell_operators(tenant_id, spent=spent, limit=limit, now=now)
    return min(LONGEST_WAIT, (calls.day_of(now)[1] - now).total_seconds())


def _tell_operators(tenant_id: int, *, spent: Decimal, limit: float, now: datetime) -> None:
    """Once a day; two processes that find out in the same moment may both say it."""
    start, _ = calls.day_of(now)
    today = WorkLogEntry.objects.filter(tenant_id=tenant_id, at__gte=start, module=MODULE, message=SENTENCE)
    if today.exists():
        return
    worklog.publish(
        tenant_id=tenant_id,
        module=MODULE,
        level="warning",
        actor="_system",
        message=SENTENCE,
        details={"spent": str(spent), "budget": str(limit)},
    )
