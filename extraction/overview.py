"""How the background work of a tenant stands: what waits, runs, failed or came to nothing, and what models cost today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db.models import Count, Max, Min, Q

from extraction.jobs import NOT_TRIED
from extraction.models import Job, JobQuerySet
from observability import calls
from observability.stats import Spending

# Jobs that are over and well are counted for this long: what came to nothing last month helps nobody today, and a busy
# organisation ends tens of thousands a day.
COUNTED_FOR = timedelta(days=1)
NOT_DONE = tuple(state for state in Job.State.values if state != Job.State.DONE)
# Days of which it is told what models cost: last week beside the week before.
SPENDING_DAYS = 14


@dataclass(frozen=True)
class Group:
    """Jobs of one state and reason. `first` is when the oldest was asked for."""

    state: str
    reason: str
    number: int
    first: datetime


@dataclass(frozen=True)
class Figures:
    """`groups` in the order of their size. `due_since` is since when the oldest job could run, None when none could.

    `spending` by day and purpose, the newest day first. `budget` None: there is no limit.
    """

    groups: Sequence[Group]
    oldest_waiting_at: datetime | None
    due_since: datetime | None
    last_finished_at: datetime | None
    leased_until: datetime | None
    spent: Decimal
    spending: Sequence[Spending]
    budget: Decimal | None
    now: datetime

    def count(self, state: str) -> int:
        return sum(group.number for group in self.groups if group.state == state)

    def by_reason(self, state: str) -> list[Group]:
        return [group for group in self.groups if group.state == state and group.reason]

    @property
    def held_up(self) -> list[Group]:
        """What waits although nothing is wrong with it: the day's money is spent, or the endpoint is left alone."""
        return [group for group in self.by_reason(Job.State.PENDING) if group.reason in NOT_TRIED]

    @property
    def is_standing_still(self) -> bool:
        """A worker can be alive and idle: work is due for longer than any job may take, and nobody does or did one."""
        return stands_still(
            self.due_since, finished_at=self.last_finished_at, leased_until=self.leased_until, now=self.now
        )


def stands_still(
    due_since: datetime | None, *, finished_at: datetime | None, leased_until: datetime | None, now: datetime
) -> bool:
    """Whether work is due for longer than any job may take, while nobody does or did one."""
    if due_since is None:
        return False
    longest = timedelta(seconds=settings.MEMORYHUB_JOB_LEASE_SECONDS)
    is_held = leased_until is not None and leased_until > now
    return not is_held and now - max(due_since, finished_at or due_since) > longest


def figures(found: JobQuerySet, *, tenant_id: int, now: datetime) -> Figures:
    """The figures of these jobs, in three statements however many there are."""
    counted = found.filter(Q(state__in=NOT_DONE) | Q(state=Job.State.DONE, finished_at__gte=now - COUNTED_FOR))
    rows = list(
        counted.values("state", "reason")
        .annotate(
            number=Count("pk"),
            first=Min("created_at"),
            due=Min("due_at", filter=Q(state=Job.State.PENDING, due_at__lte=now)),
            last=Max("finished_at"),
            leased=Max("leased_until"),
        )
        .order_by("-number", "state", "reason")
    )
    limit = settings.MEMORYHUB_LLM_DAILY_BUDGET
    return Figures(
        groups=[Group(row["state"], row["reason"], row["number"], row["first"]) for row in rows],
        oldest_waiting_at=min((row["first"] for row in rows if row["state"] == Job.State.PENDING), default=None),
        due_since=min((row["due"] for row in rows if row["due"]), default=None),
        last_finished_at=max((row["last"] for row in rows if row["last"]), default=None),
        leased_until=max((row["leased"] for row in rows if row["leased"]), default=None),
        spent=calls.spent_on(tenant_id, now=now),
        spending=calls.spent_by_day(tenant_id, days=SPENDING_DAYS, now=now),
        budget=Decimal(str(limit)) if limit else None,
        now=now,
    )
