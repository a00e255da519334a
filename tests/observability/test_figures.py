"""The figures of an hour: what each request adds, also when many do at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.db import connection
from hypothesis import given, strategies

from observability import figures, observations, stats
from observability.models import LATENCY_BOUNDS_MS, LEVELS, HourlyFigures, Observation
from observability.stats import Figures, Latency
from tests.builders import NOON, after, make_profile


def make_observation(**fields: Any) -> Observation:
    return Observation(**{"tenant_id": 1, "agent_id": "a1", "at": NOON} | fields)


def ran(**levels: dict[str, Any]) -> dict[str, Any]:
    return {"ran": {name: {"ms": 1.0, "found": 0, "tokens": 0, "error": ""} | took for name, took in levels.items()}}


@pytest.mark.django_db
def test_requests_of_one_hour_and_agent_add_up_in_one_row():
    observations.record(
        make_observation(
            is_injected=True, build_ms=12.0, average_score=0.5, tokens=100,
            trace=ran(long_term={"ms": 2.0, "found": 3, "tokens": 40}, related={"ms": 8.0}),
        )
    )  # fmt: skip
    observations.record(
        make_observation(
            at=after(59), build_ms=700.0, error="related: timeout", is_degraded=True, tokens=1,
            trace=ran(long_term={"ms": 3.0, "found": 1}, related={"ms": 600.0, "error": "timeout"}),
        )
    )  # fmt: skip
    observations.record(make_observation(at=after(60)))
    observations.record(make_observation(agent_id="a2"))
    observations.record(make_observation(tenant_id=2))

    row = HourlyFigures.objects.get(tenant_id=1, hour=NOON, agent_id="a1")
    assert (row.requests, row.enabled, row.injected, row.failed, row.degraded) == (2, 2, 1, 1, 1)
    assert (row.scored, row.score_sum, row.tokens, row.build_ms) == (1, 0.5, 101, 712.0)
    assert HourlyFigures.objects.count() == 4
    whole = stats.total([row])
    assert (whole.levels["long_term"].found, whole.levels["long_term"].tokens, whole.levels["long_term"].runs) == (
        4,
        40,
        2,
    )
    assert (whole.levels["related"].empty, whole.levels["related"].failed) == (2, 1)
    assert whole.levels["global"].runs == 0


@pytest.mark.django_db
def test_of_somebody_erased_meanwhile_the_request_is_counted_and_nothing_else_kept():
    profile = make_profile()
    gone = profile.pk
    profile.delete()

    observations.record(make_observation(profile_id=gone, session_id="s1"))

    assert not Observation.objects.exists()
    assert HourlyFigures.objects.get().requests == 1


@pytest.mark.django_db
def test_a_row_of_before_a_level_was_added_is_added_to():
    short = len(LEVELS) - 1
    width = len(LATENCY_BOUNDS_MS) + 1
    HourlyFigures.objects.create(
        tenant_id=1, hour=NOON, agent_id="a1", requests=1, level_found=[2] * short, level_latency=[0] * width * short
    )

    observations.record(make_observation(trace=ran(**{LEVELS[-1]: {"found": 5}})))

    row = HourlyFigures.objects.get()
    assert row.level_found == [2] * short + [5]
    assert sum(row.level_latency) == 1


@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_time_lose_nothing():
    def write(number: int) -> None:
        try:
            for _turn in range(10):
                observations.record(make_observation(build_ms=float(number), average_score=0.5, tokens=2))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))

    row = HourlyFigures.objects.get()
    assert (row.requests, row.scored, row.score_sum, row.tokens, sum(row.latency)) == (40, 40, 20.0, 80, 40)
    assert Observation.objects.count() == 40


@given(strategies.floats(min_value=0, max_value=1e6))
def test_each_time_falls_into_one_bucket_that_holds_it(ms):
    (place,) = [place for place, number in enumerate(figures.histogram(ms)) if number]

    assert place == len(LATENCY_BOUNDS_MS) or ms <= LATENCY_BOUNDS_MS[place]
    assert place == 0 or ms > LATENCY_BOUNDS_MS[place - 1]


@given(strategies.lists(strategies.floats(min_value=0, max_value=4_999), min_size=1, max_size=200))
def test_a_percentile_lies_in_the_bucket_of_the_true_one_and_they_rise(times):
    whole = [sum(counts) for counts in zip(*map(figures.histogram, times), strict=True)]
    found = [Latency(whole).percentile(share) for share in (0.5, 0.95, 0.99, 1.0)]

    assert None not in found
    assert found == sorted(found)
    for share, read in zip((0.5, 0.95, 1.0), (found[0], found[1], found[3]), strict=True):
        true = sorted(times)[max(0, -(-len(times) * round(share * 100) // 100) - 1)]
        below = max((bound for bound in LATENCY_BOUNDS_MS if bound < true), default=0)
        above = min((bound for bound in LATENCY_BOUNDS_MS if bound >= true), default=LATENCY_BOUNDS_MS[-1])
        assert below <= read <= above


def test_of_nothing_there_is_no_average_no_coverage_and_no_percentile():
    nothing = Figures()

    assert (nothing.average_score, nothing.coverage, nothing.average_ms, nothing.average_tokens) == (None,) * 4
    assert nothing.latency.percentile(stats.P95) is None
    assert nothing.empty == 0


def test_what_took_longer_than_the_last_bound_counts_as_the_last_bound():
    assert Latency(figures.histogram(60_000)).percentile(stats.P50) == LATENCY_BOUNDS_MS[-1]


@pytest.mark.django_db
def test_figures_are_read_by_agent_and_by_day_of_the_reader_and_of_one_tenant():
    for hours, agent_id, is_injected in ((0, "a1", True), (1, "a1", False), (13, "a2", True)):
        observations.record(
            make_observation(at=NOON + timedelta(hours=hours), agent_id=agent_id, is_injected=is_injected, build_ms=20)
        )
    observations.record(make_observation(tenant_id=2))

    rows = list(stats.hours(1, since=NOON - timedelta(days=1), until=NOON + timedelta(days=1)))
    agents, days = stats.by_agent(rows), stats.by_day(rows, UTC)

    assert {name: one.requests for name, one in agents.items()} == {"a1": 2, "a2": 1}
    assert [(day.isoformat(), one.requests) for day, one in days.items()] == [("2026-03-11", 1), ("2026-03-10", 2)]
    assert agents["a1"].coverage == 0.5
    assert agents["a1"].empty == 1
    assert stats.total(rows).latency.percentile(stats.P50) == pytest.approx(17.5)
    assert not stats.hours(1, since=NOON, until=NOON).exists()
    assert stats.hours(1, since=NOON, until=NOON + timedelta(days=1), agent_id="a2").count() == 1
