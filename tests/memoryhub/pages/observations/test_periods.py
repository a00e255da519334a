"""Times of the dashboard: whole hours and days, named so that an address means the same whenever it is opened."""

from datetime import UTC, date, datetime, timedelta

import pytest
from pytest_django import Settings

from memoryhub.pages.observations import periods
from memoryhub.pages.observations.periods import Period

NOW = datetime(2026, 3, 10, 12, 34, tzinfo=UTC)


def period(**query: str) -> Period:
    return Period.of(query, now=NOW)


def test_a_day_ends_with_the_hour_that_is_running() -> None:
    found = period(period="24h")

    assert (found.since, found.until) == (datetime(2026, 3, 9, 13, tzinfo=UTC), datetime(2026, 3, 10, 13, tzinfo=UTC))
    assert [step.since.hour for step in found.steps] == [*range(13, 24), *range(13)]


@pytest.mark.parametrize(("name", "days"), [("7d", 7), ("30d", 30), ("", 7), ("forever", 7)])
def test_other_times_are_whole_days_up_to_today(name: str, days: int) -> None:
    found = period(period=name)

    assert (found.last, len(found.steps)) == (date(2026, 3, 10), days)
    assert found.steps[0].since == found.since
    assert found.steps[-1].until == found.until


def test_days_are_taken_in_either_order_and_of_too_many_the_last() -> None:
    turned = period(**{"from": "2026-03-05", "to": "2026-03-01"})
    long = period(**{"from": "2020-01-01", "to": "2026-03-01"})

    assert (turned.first, turned.last) == (date(2026, 3, 1), date(2026, 3, 5))
    assert long.last == date(2026, 3, 1)
    assert len(long.steps) == periods.MOST_DAYS
    assert period(**{"from": "2026-03-08"}).last == date(2026, 3, 10)


@pytest.mark.parametrize("name", ["24h", "7d", "30d"])
def test_an_address_names_the_same_time_tomorrow(name: str) -> None:
    found = period(period=name)
    again = Period.of(found.query, now=NOW + timedelta(days=1))

    assert (again.since, again.until) == (found.since, found.until)


@pytest.mark.parametrize(
    ("zone", "first"),
    [("Asia/Shanghai", 16), ("Asia/Kolkata", 19), ("Asia/Kathmandu", 19), ("America/St_Johns", 3), ("UTC", 0)],
)
def test_a_day_begins_with_the_first_whole_hour_of_its_calendar(settings: Settings, zone: str, first: int) -> None:
    settings.TIME_ZONE = zone
    day = period(**{"from": "2026-03-10", "to": "2026-03-10"})

    assert day.since.hour == first
    assert day.until - day.since == timedelta(days=1)


def test_a_day_on_which_clocks_change_is_an_hour_shorter(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    day = period(**{"from": "2026-03-29", "to": "2026-03-29"})

    assert day.until - day.since == timedelta(hours=23)


@pytest.mark.parametrize(
    "query",
    [
        {"since": "2026-03-01T00:30Z", "until": "2026-03-01T02:00Z"},
        {"since": "2026-03-01T02:00Z", "until": "2026-03-01T01:00Z"},
        {"since": "2026-03-01T00:00Z", "until": "2026-03-04T00:00Z"},
        {"from": "2026-02-30"},
        {"from": "99999-01-01"},
        {"from": "1900-01-01", "to": "9999-12-31"},
    ],
)
def test_what_is_no_time_is_as_if_it_were_not_there(query: dict[str, str]) -> None:
    assert period(**query) == period()
