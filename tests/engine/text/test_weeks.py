"""Conversation times, calendar weeks, and relative Chinese times made absolute."""

from datetime import date, datetime, timedelta, timezone

import pytest

from engine.text import weeks

THURSDAY = date(2026, 1, 8)


@pytest.mark.parametrize(
    ("written", "week"),
    [
        ("2026-01-05T00:00:00Z", "2026年1月5日(周一)～2026年1月11日(周日)（即01.05～01.11）"),
        ("2026-01-04T23:30:00-08:00", "2025年12月29日(周一)～2026年1月4日(周日)（即12.29～01.04）"),
        ("2028-02-29T12:00:00+05:45", "2028年2月28日(周一)～2028年3月5日(周日)（即02.28～03.05）"),
        ("2026-05-04 16:46:45.821", "2026年5月4日(周一)～2026年5月10日(周日)（即05.04～05.10）"),
        ("2026-01-01", "2025年12月29日(周一)～2026年1月4日(周日)（即12.29～01.04）"),
    ],
)
def test_the_week_is_that_of_the_date_as_written(written: str, week: str) -> None:
    assert weeks.current_week(written) == week


@pytest.mark.parametrize("written", ["昨天下午", "2026-02-30T10:00:00", "20260105", "", "0001-01-01", "9999-12-31"])
def test_what_is_no_time_or_has_no_week_is_handed_through(written: str) -> None:
    assert weeks.current_week(written) in {written, "0001年1月1日(周一)～0001年1月7日(周日)（即01.01～01.07）"} or (
        written == "0001-01-01"
    )


def test_no_timestamp_is_an_empty_line() -> None:
    assert weeks.current_week(None) == ""


def test_a_timestamp_keeps_its_offset_and_a_bare_date_stays_a_date() -> None:
    offset = timezone(timedelta(hours=8))

    assert weeks.parse_when("2026-01-08T10:00:00+08:00") == datetime(2026, 1, 8, 10, tzinfo=offset)
    assert weeks.parse_when("2026-01-08") == THURSDAY
    assert weeks.parse_when("next week") is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("今天", "2026年1月8日"),
        ("昨晚", "2026年1月7日晚上"),
        ("大前天", "2026年1月5日"),
        ("后天", "2026年1月10日"),
        ("上周三", "2025年12月31日"),
        ("下周三", "2026年1月14日"),
        ("下下周一", "2026年1月19日"),
        ("这周末", "2026年1月10日至11日"),
        ("下周", "2026年1月12日至18日"),
        ("上周", "2025年12月29日至2026年1月4日"),
        ("下个月", "2026年2月"),
        ("上个月底", "2025年12月底"),
        ("下个月十五号", "2026年2月15日"),
        ("去年夏天", "2025年夏天"),
        ("明年", "2027年"),
        ("三天前", "2026年1月5日"),
        ("两周后", "2026年1月22日"),
        ("半年前", "2025年7月"),
        ("三个月后", "2026年4月"),
        ("十年前", "2016年"),
        ("年底", "2026年底"),
        ("周五", "2026年1月9日"),
        ("下周一到周五", "2026年1月12日至16日"),
        ("下半年", "2026年下半年"),
        ("每周五", "每周五"),
        ("周一到周五", "周一到周五"),
        ("最近", "2026年1月"),
        ("下周围", "下周围"),
    ],
)
def test_relative_times_become_absolute(said: str, meant: str) -> None:
    assert weeks.absolute(said, THURSDAY) == meant


def test_a_weekday_that_has_passed_is_not_guessed() -> None:
    assert weeks.absolute("周一去体检", THURSDAY) is None


def test_nothing_relative_is_resolved_without_a_clock() -> None:
    assert weeks.absolute("昨天", None) is None
    assert weeks.absolute("现在", None) == ""


@pytest.mark.parametrize(("written", "number"), [("12", 12), ("两", 2), ("十", 10), ("十五", 15), ("二十三", 23)])
def test_chinese_numbers(written: str, number: int) -> None:
    assert weeks.chinese_number(written) == number
