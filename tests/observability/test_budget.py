"""The budget of a day: what counts towards it, when it is used up, and who hears of it."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from observability import budget, calls
from observability.models import ModelCall, WorkLogEntry

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 3, 10, 15, 30, tzinfo=UTC)  # 23:30 in Shanghai
MIDNIGHT = datetime(2026, 3, 10, 16, 0, tzinfo=UTC)
SHANGHAI = "Asia/Shanghai"


@pytest.fixture(autouse=True)
def _in_shanghai(settings: Settings) -> None:
    settings.TIME_ZONE = SHANGHAI


def call(price: str, *, at: datetime = EVENING, tenant_id: int | None = 1, **fields: Any) -> None:
    ModelCall.objects.create(
        tenant_id=tenant_id, purpose=fields.pop("purpose", "extract"), model="m", outcome="ok", price=price, at=at
    )


def test_what_was_spent_is_the_sum_of_all_calls_of_the_tenant_and_day() -> None:
    call("0.10")
    call("0.02", purpose="embed")
    call("0.003", purpose="judge", at=EVENING - timedelta(hours=23, minutes=30))
    call("5", at=MIDNIGHT)
    call("5", at=EVENING - timedelta(hours=23, minutes=31))
    call("5", tenant_id=2)
    call("5", tenant_id=None)

    assert calls.spent_on(1, now=EVENING) == Decimal("0.123")


def test_nothing_was_spent_where_nobody_was_asked() -> None:
    assert calls.spent_on(1, now=EVENING) == 0


def test_the_day_is_that_of_the_project_whatever_zone_a_reader_has_chosen() -> None:
    call("0.10", at=MIDNIGHT - timedelta(hours=1))

    with timezone.override("America/New_York"):
        spent = [calls.spent_on(1, now=moment) for moment in (EVENING, MIDNIGHT)]

    assert spent == [Decimal("0.10"), 0]


@pytest.mark.parametrize(
    ("zone", "noon", "hours"),
    [
        ("Europe/Berlin", datetime(2026, 3, 29, 12, tzinfo=UTC), 23),
        ("Europe/Berlin", datetime(2026, 10, 25, 12, tzinfo=UTC), 25),
        ("Africa/Cairo", datetime(2026, 4, 24, 12, tzinfo=UTC), 23),  # there is no midnight on this day
    ],
)
def test_a_day_is_as_long_as_its_clocks_make_it(zone: str, noon: datetime, hours: int, settings: Settings) -> None:
    settings.TIME_ZONE = zone

    start, end = (moment.astimezone(UTC) for moment in calls.day_of(noon))

    assert start <= noon < end
    assert end - start == timedelta(hours=hours)


def test_the_sum_is_one_statement_that_reads_that_day_alone() -> None:
    for number in range(50):
        call("1", at=EVENING - timedelta(days=number))

    with CaptureQueriesContext(connection) as seen:
        calls.spent_on(1, now=EVENING)

    (query,) = seen.captured_queries
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE observability_modelcall")
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN " + query["sql"])
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "modelcall_tenant_at" in plan


@pytest.mark.parametrize(
    ("spent", "now", "seconds"),
    [
        ("0.99999999", EVENING, None),
        ("1", EVENING, 1_800.0),
        ("7", EVENING, 1_800.0),
        ("1", EVENING - timedelta(hours=5), budget.LONGEST_WAIT),
        ("1", MIDNIGHT, None),
    ],
)
def test_over_the_budget_one_waits_for_the_next_day_but_looks_again_each_hour(
    spent: str, now: datetime, seconds: float | None
) -> None:
    call(spent, at=min(now, EVENING))

    assert budget.wait(1, 1.0, now=now) == seconds


def test_operators_hear_of_it_once_a_day() -> None:
    noon = timezone.now()
    for tenant_id in (1, 2):
        call("3", at=noon, tenant_id=tenant_id)

    for tenant_id in (1, 1, 2, 1):
        budget.wait(tenant_id, 2.5, now=noon)

    entries = WorkLogEntry.objects.order_by("pk")
    assert [(entry.tenant_id, entry.level, entry.module) for entry in entries] == [
        (1, "warning", "Models"),
        (2, "warning", "Models"),
    ]
    assert {name: Decimal(value) for name, value in entries[0].details.items()} == {
        "spent": Decimal(3),
        "budget": Decimal("2.5"),
    }


def test_they_hear_of_it_again_on_the_next_day() -> None:
    now = timezone.now()
    call("3", at=now)
    budget.wait(1, 2.5, now=now)
    WorkLogEntry.objects.update(at=now - timedelta(days=1))

    budget.wait(1, 2.5, now=now)

    assert WorkLogEntry.objects.count() == 2
