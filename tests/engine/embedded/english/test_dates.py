"""Relative English time made absolute; the conversation is on Thursday, 8 January 2026 unless said otherwise."""

from datetime import date

import pytest

from engine.embedded.english import dates

THURSDAY = date(2026, 1, 8)


def absolute(text, *, day=THURSDAY, looks_back=False):
    marked, moments = dates.mark(text, dates.Calendar(day, looks_back=looks_back))
    return [moments[sign].phrase for sign in marked if sign in moments]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("yesterday", "on 7 January 2026"),
        ("today", "on 8 January 2026"),
        ("tonight", "on 8 January 2026"),
        ("this morning", "on 8 January 2026"),
        ("last night", "on 7 January 2026"),
        ("yesterday evening", "on 7 January 2026"),
        ("tomorrow", "on 9 January 2026"),
        ("the day before yesterday", "on 6 January 2026"),
        ("the day after tomorrow", "on 10 January 2026"),
        ("next Wednesday", "on 14 January 2026"),
        ("this Friday", "on 9 January 2026"),
        ("last Friday", "on 2 January 2026"),
        ("on Monday", "on 12 January 2026"),
        ("this week", "in the week of 5–11 January 2026"),
        ("next week", "in the week of 12–18 January 2026"),
        ("last week", "in the week of 29 December 2025 – 4 January 2026"),
        ("this weekend", "on the weekend of 10–11 January 2026"),
        ("last weekend", "on the weekend of 3–4 January 2026"),
        ("last month", "in December 2025"),
        ("next month", "in February 2026"),
        ("next year", "in 2027"),
        ("last summer", "in summer 2025"),
        ("next summer", "in summer 2026"),
        ("two weeks ago", "in the week of 22–28 December 2025"),
        ("three days ago", "on 5 January 2026"),
        ("a year ago", "in 2025"),
        ("in two weeks", "in the week of 19–25 January 2026"),
        ("in 3 months", "in April 2026"),
        ("a couple of days ago", None),
        ("on 5 May", "on 5 May 2026"),
        ("on January 3rd", "on 3 January 2027"),
        ("in June", "in June 2026"),
        ("within two weeks", "by 22 January 2026"),
    ],
)
def test_a_relative_time_becomes_the_date_that_it_meant(said, meant):
    found = absolute(said)

    assert found == ([meant] if meant is not None else found)
    assert all(not dates.RELATIVE.search(phrase) for phrase in found)


def test_a_day_of_the_past_is_the_last_one_and_of_the_future_the_next():
    assert absolute("on Monday", looks_back=True) == ["on 5 January 2026"]
    assert absolute("in June", looks_back=True) == ["in June 2025"]


def test_the_day_as_written_counts_at_the_turn_of_a_leap_year():
    assert absolute("yesterday", day=date(2024, 3, 1)) == ["on 29 February 2024"]
    assert absolute("next week", day=date(2028, 2, 29)) == ["in the week of 6–12 March 2028"]


def test_habits_and_written_years_stay_as_they_are():
    for text in ("every Monday", "on Mondays", "in May 2020", "on 5 May 2020", "every day", "every weekend"):
        assert absolute(text) == []


def test_a_birthday_keeps_its_day_without_a_year():
    _, moments = dates.mark("my birthday is on 5 May", dates.Calendar(THURSDAY, is_yearly=True))

    assert moments == {}


def test_beyond_the_calendar_nothing_breaks():
    assert absolute("in 999 years", day=date(9998, 1, 1)) in ([""], ["in 10997"])
    assert absolute("next week", day=date(9999, 12, 31)) == [""]
