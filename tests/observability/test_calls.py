"""Which job a call was made for, and what the calls of a day came to."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from observability import calls, figures
from observability.models import ModelCall
from observability.stats import Spending

pytestmark = pytest.mark.django_db

CALL = calls.Call(purpose="extract", model="m", outcome="ok", latency_ms=3, tenant_id=1)


def make_call(at, **fields):
    values = {"tenant_id": 1, "purpose": "extract", "model": "m", "outcome": "ok", "tokens_in": 10, "tokens_out": 2}
    call = ModelCall.objects.create(at=at, price=Decimal("0.5"), **(values | fields))
    figures.add_call(call)
    return call


def test_a_call_belongs_to_the_job_during_which_it_was_made():
    calls.record(CALL)
    with calls.of_job(7):
        calls.record(CALL)
        with calls.of_job(8):
            calls.record(CALL)
        calls.record(CALL)
    calls.record(CALL)

    assert list(ModelCall.objects.order_by("pk").values_list("job_id", flat=True)) == [None, 7, 8, 7, None]


def test_a_job_that_ends_badly_claims_no_later_call():
    with pytest.raises(ZeroDivisionError), calls.of_job(7):
        1 / 0  # noqa: B018 - the work fails

    calls.record(CALL)

    assert ModelCall.objects.get().job_id is None


def test_what_was_spent_is_told_by_day_of_the_projects_zone_and_by_purpose(settings, django_assert_num_queries):
    settings.TIME_ZONE = "Asia/Shanghai"
    now = datetime(2026, 3, 10, 12, tzinfo=UTC)
    make_call(datetime(2026, 3, 10, 11, tzinfo=UTC))
    make_call(datetime(2026, 3, 10, 11, tzinfo=UTC), purpose="embed")
    make_call(datetime(2026, 3, 9, 16, 30, tzinfo=UTC))  # half past midnight of the tenth there
    make_call(datetime(2026, 3, 9, 15, 30, tzinfo=UTC), purpose="judge")
    make_call(datetime(2026, 2, 24, 16, tzinfo=UTC), purpose="embed")
    make_call(datetime(2026, 2, 24, 15, 59, tzinfo=UTC))  # a day too early
    make_call(datetime(2026, 3, 10, 11, tzinfo=UTC), tenant_id=2)

    with django_assert_num_queries(1):
        found = calls.spent_by_day(1, days=14, now=now)

    assert found == [
        Spending(date(2026, 3, 10), "embed", 1, 0, 10, 2, Decimal("0.5")),
        Spending(date(2026, 3, 10), "extract", 2, 0, 20, 4, Decimal("1.0")),
        Spending(date(2026, 3, 9), "judge", 1, 0, 10, 2, Decimal("0.5")),
        Spending(date(2026, 2, 25), "embed", 1, 0, 10, 2, Decimal("0.5")),
    ]
