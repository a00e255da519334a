import pytest

from engine.text import dates


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026年1月5日去北京", (2026, 1, 5)),
        ("二〇二六年十二月二十五日", (2026, 12, 25)),
        ("1月5号见面", (0, 1, 5)),
        ("五月二号", (0, 5, 2)),
        ("2023年5月", (2023, 5, 0)),
        ("on 2026-01-05 at ten", (2026, 1, 5)),
        ("2023/05/02", (2023, 5, 2)),
        ("2023-05-02T10:00", (2023, 5, 2)),
        ("13/05/2026", (2026, 5, 13)),
        ("05/13/2026", (2026, 5, 13)),
        ("January 5 2026", (2026, 1, 5)),
        ("5 January, 2026", (2026, 1, 5)),
        ("Jan 5th, 2024", (2024, 1, 5)),
        ("the 5th of May", (0, 5, 5)),
        ("May 2nd", (0, 5, 2)),
        ("on May 7 10:30", (0, 5, 7)),
        ("sept. 3", (0, 9, 3)),
        ("in January 2023", (2023, 1, 0)),
        ("２０２６年５月２日", (2026, 5, 2)),
        ("5月2號見面", (0, 5, 2)),
    ],
)
def test_a_written_day_is_read_in_either_language(text: str, day: tuple[int, int, int]) -> None:
    assert dates.written(text) == [dates.Written(*day)]


@pytest.mark.parametrize(
    "text",
    [
        "05/06/2026", "2月30日", "1.5月", "3个月", "十月份", "we may 5 people", "they march 8 miles", "v2023.5",
        "13月5日", "1月5万元", "Monday at 10:30", "3-4 people", "1/2 of it", "Feb 31 2024", "no date",
    ],
)  # fmt: skip
def test_what_is_no_day_or_could_be_two_is_none(text: str) -> None:
    assert dates.written(text) == []
