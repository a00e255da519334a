from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.dream import slots
from extraction.dream.slots import Crontab, Slot

ALL_DAYS, ALL_MONTHS, ALL_WEEKDAYS = range(1, 32), range(1, 13), range(7)
START = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
ZONES = ("Asia/Shanghai", "Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")


def crontab(
    zone: str,
    hours: Iterable[int],
    minutes: Iterable[int] = (0,),
    *,
    days: Iterable[int] = ALL_DAYS,
    months: Iterable[int] = ALL_MONTHS,
    weekdays: Iterable[int] = ALL_WEEKDAYS,
) -> Crontab:
    fields = (frozenset(field) for field in (minutes, hours, days, months, weekdays))
    return Crontab(*fields, zone=ZoneInfo(zone))


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def latest(table: Crontab, now: datetime) -> Slot:
    slot = slots.latest(table, now)
    assert slot is not None
    return slot


def following(table: Crontab, now: datetime) -> Slot:
    slot = slots.following(table, now)
    assert slot is not None
    return slot


def seen(table: Crontab, start: str, end: str) -> list[Slot]:
    """The slots that somebody sees who asks each quarter of an hour which one was the latest."""
    now, found = moment(start), []
    while now <= moment(end):
        slot = slots.latest(table, now)
        if slot is not None and slot.at >= moment(start) and slot not in found:
            found.append(slot)
        now += HOUR / 4
    return found


def test_three_in_the_morning_is_three_by_the_clock_of_the_place() -> None:
    slot = latest(crontab("Asia/Shanghai", [3]), moment("2026-03-10T19:00Z"))

    assert slot == Slot(moment("2026-03-10T19:00Z"), "2026-03-11T03:00")


def test_a_moment_before_it_is_due_the_latest_is_that_of_the_day_before() -> None:
    slot = latest(crontab("Asia/Shanghai", [3]), moment("2026-03-10T18:59:59Z"))

    assert slot.name == "2026-03-10T03:00"


def test_a_time_that_the_clock_change_leaves_out_comes_after_it_once() -> None:
    found = seen(crontab("Europe/Berlin", [2], [30]), "2026-03-28T12:00Z", "2026-03-30T12:00Z")

    assert found == [
        Slot(moment("2026-03-29T01:30Z"), "2026-03-29T02:30"),
        Slot(moment("2026-03-30T00:30Z"), "2026-03-30T02:30"),
    ]


def test_a_time_that_comes_twice_counts_the_first_time() -> None:
    found = seen(crontab("America/Los_Angeles", [1], [30]), "2026-11-01T00:00Z", "2026-11-02T12:00Z")

    assert found == [
        Slot(moment("2026-11-01T08:30Z"), "2026-11-01T01:30"),
        Slot(moment("2026-11-02T09:30Z"), "2026-11-02T01:30"),
    ]


def test_around_a_gap_the_later_moment_wins_whatever_the_clock_says() -> None:
    table = crontab("Europe/Berlin", [2, 3], [0, 15])

    slot = latest(table, moment("2026-03-29T01:20Z"))

    assert slot == Slot(moment("2026-03-29T01:15Z"), "2026-03-29T03:15")


def test_days_months_and_weekdays_must_all_agree() -> None:
    mondays = crontab("UTC", [3], days=[1], months=[6], weekdays=[1])

    assert latest(mondays, moment("2026-11-30T00:00Z")) == Slot(moment("2026-06-01T03:00Z"), "2026-06-01T03:00")


def test_sunday_is_the_first_day_of_the_week() -> None:
    found = latest(crontab("UTC", [3], weekdays=[0]), moment("2026-03-11T12:00Z"))

    assert found.name == "2026-03-08T03:00"


def test_a_leap_day_is_found_over_years() -> None:
    leap = crontab("UTC", [3], days=[29], months=[2])

    assert latest(leap, moment("2027-01-01T00:00Z")).name == "2024-02-29T03:00"
    assert following(leap, moment("2026-03-01T00:00Z")).name == "2028-02-29T03:00"


def test_a_day_that_never_comes_is_due_never() -> None:
    never = crontab("UTC", [3], days=[30], months=[2])

    assert slots.latest(never, moment("2026-03-01T00:00Z")) is None
    assert slots.following(never, moment("2026-03-01T00:00Z")) is None


@pytest.mark.parametrize("zone", ZONES)
def test_over_a_year_each_local_day_has_its_slot_once_and_in_order(zone: str) -> None:
    table = crontab(zone, [2], [15])
    found, now = [], moment("2026-01-01T00:00Z")

    for _ in range(365):
        slot = following(table, now)
        found.append(slot)
        now = slot.at

    days = [datetime.fromisoformat(slot.name).date() for slot in found]
    assert days == [days[0] + timedelta(days=number) for number in range(365)]
    assert [slot.at for slot in found] == sorted(slot.at for slot in found)


@given(
    zone=st.sampled_from(ZONES),
    now=st.integers(0, 730 * 24 * 60).map(lambda minutes: START + timedelta(minutes=minutes)),
    hours=st.sets(st.integers(0, 23), min_size=1),
    minutes=st.sets(st.integers(0, 59), min_size=1, max_size=5),
)
def test_nothing_lies_between_the_latest_slot_and_the_one_that_follows_it(
    zone: str, now: datetime, hours: set[int], minutes: set[int]
) -> None:
    table = crontab(zone, hours, minutes)

    last, then = latest(table, now), following(table, now)

    assert last.at <= now < then.at
    assert following(table, last.at) == then
    assert latest(table, then.at).at == then.at
