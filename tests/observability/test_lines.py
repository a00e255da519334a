"""Hours that were worse than they should be are told once."""

from datetime import timedelta
from typing import Any

import pytest

from observability import lines
from observability.lines import TOO_FAR, TOO_SLOW, Lines
from observability.models import HourlyFigures, WorkLogEntry
from tests.builders import NOON, after

pytestmark = pytest.mark.django_db
LINES = Lines(latency_ms=500, score=0.6)


def make_hour(tenant_id: int = 1, *, hours_ago: int = 1, **sums: Any) -> HourlyFigures:
    return HourlyFigures.objects.create(tenant_id=tenant_id, hour=NOON - timedelta(hours=hours_ago), **sums)


def test_a_slow_hour_and_one_that_found_little_stand_in_the_work_log_once():
    make_hour(requests=2, build_ms=1_400.0, agent_id="a1")
    make_hour(requests=2, build_ms=1_000.0, scored=2, score_sum=0.9, agent_id="a2")

    told = [lines.warn(LINES, now=after(minutes)) for minutes in (5, 6, 65)]

    assert told == [2, 0, 0]
    slow, far = WorkLogEntry.objects.order_by("pk")
    assert (slow.message, slow.level, slow.tenant_id) == (TOO_SLOW, "warning", 1)
    assert slow.details == {
        "hour": "2026-03-10T11:00:00+00:00", "line": "latency", "mean": 600.0, "bound": 500, "requests": 4,
    }  # fmt: skip
    assert (far.message, far.details["mean"]) == (TOO_FAR, 0.45)


def test_an_hour_on_its_line_is_good_enough():
    make_hour(requests=2, build_ms=1_000.0, scored=2, score_sum=1.2)

    assert lines.warn(LINES, now=after(5)) == 0


def test_the_hour_that_is_not_over_and_hours_long_past_are_left_alone():
    make_hour(hours_ago=0, requests=1, build_ms=9_000.0)
    make_hour(hours_ago=30, requests=1, build_ms=9_000.0)

    assert lines.warn(LINES, now=after(5)) == 0


def test_an_hour_without_requests_or_scores_divides_by_nothing():
    make_hour()

    assert lines.warn(LINES, now=after(5)) == 0


def test_each_tenant_is_told_of_its_own_hours():
    make_hour(1, requests=1, build_ms=9_000.0)
    make_hour(2, requests=1, build_ms=9.0)

    lines.warn(LINES, now=after(5))

    assert [entry.tenant_id for entry in WorkLogEntry.objects.all()] == [1]
