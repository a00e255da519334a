"""The figures of an hour: what each request adds, also when many do at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given, strategies

from observability import calls, feedback, figures, observations, stats
from observability.calls import Call
from observability.models import (
    LATENCY_BOUNDS_MS,
    LEVELS,
    Feedback,
    HourlyFigures,
    HourlySpending,
    Observation,
    empty_histogram,
)
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
    levels = stats.levels(HourlyFigures.objects.filter(pk=row.pk))
    assert (levels["long_term"].found, levels["long_term"].tokens, levels["long_term"].runs) == (4, 40, 2)
    assert (levels["related"].empty, levels["related"].failed) == (2, 1)
    assert levels["global"].runs == 0


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


@given(strategies.lists(strategies.integers(min_value=0, max_value=2_000), max_size=50))
def test_what_lies_beyond_a_bound_is_counted_exactly(times):
    whole = [sum(counts) for counts in zip(empty_histogram(), *map(figures.histogram, times), strict=True)]

    assert Latency(whole).beyond(500) == sum(ms > 500 for ms in times)


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

    rows = stats.hours(1, since=NOON - timedelta(days=1), until=NOON + timedelta(days=1))
    agents, days, hours = stats.by_agent(rows, most=10), stats.by_day(rows, UTC), stats.by_hour(rows)

    assert {name: one.requests for name, one in agents.items()} == {"a1": 2, "a2": 1}
    assert [(day.isoformat(), one.requests) for day, one in days.items()] == [("2026-03-11", 1), ("2026-03-10", 2)]
    assert agents["a1"].coverage == 0.5
    assert agents["a1"].empty == 1
    assert [one.requests for one in hours.values()] == [1, 1, 1]
    assert stats.total(days.values()).latency.percentile(stats.P50) == pytest.approx(17.5)
    assert list(stats.by_agent(rows, most=1)) == ["a1"]
    assert stats.agents(1, since=NOON, until=NOON + timedelta(days=2), most=5) == ["a1", "a2"]
    assert stats.last_hour(1) == NOON + timedelta(hours=13)
    assert stats.last_hour(3) is None
    assert not stats.hours(1, since=NOON, until=NOON).exists()
    assert stats.hours(1, since=NOON, until=NOON + timedelta(days=1), agent_id="a2").count() == 1


@pytest.mark.django_db
def test_an_opinion_counts_in_the_hour_of_its_request_and_takes_the_place_of_the_former_one():
    made = make_observation()
    observations.record(made)
    observation = Observation.objects.get()
    said = after(600)

    def now(**values: Any) -> Figures:
        feedback.on_answer(observation, values, now=said)
        return stats.total(stats.by_hour(stats.hours(1, since=NOON, until=after(60))).values())

    good = now(rating=1)
    bad = now(rating=2, reason="outdated")
    other = now(reason="private")
    silent = now(reason="")
    none = now(rating=0)

    assert [(one.good, one.bad) for one in (good, bad, other, silent, none)] == [(1, 0), (0, 1), (0, 1), (0, 1), (0, 0)]
    assert bad.reasons["outdated"] == 1
    assert (other.reasons["outdated"], other.reasons["private"]) == (0, 1)
    assert (silent.unreasoned, sum(silent.reasons.values())) == (1, 0)
    assert Feedback.objects.get().asked_at == NOON


@pytest.mark.django_db
def test_calls_of_an_hour_are_summed_by_purpose_and_those_of_no_tenant_are_not():
    for purpose, outcome, tenant_id in (
        ("extract", "ok", 1),
        ("extract", "timeout", 1),
        ("judge", "ok", 1),
        ("judge", "ok", None),
    ):
        calls.record(
            Call(purpose=purpose, model="m", outcome=outcome, latency_ms=5, tokens_in=10, tokens_out=2, price_in=1e5, tenant_id=tenant_id)
        )  # fmt: skip

    hour = figures.hour_of(timezone.now())
    found = stats.spending(1, since=hour - timedelta(hours=1), until=hour + timedelta(hours=2), zone=UTC)

    assert [(one.purpose, one.calls, one.failed, one.tokens_in, one.tokens_out) for one in found] == [
        ("extract", 2, 1, 20, 4), ("judge", 1, 0, 10, 2),
    ]  # fmt: skip
    assert found[0].price == Decimal(2)
    assert HourlySpending.objects.count() == 2
