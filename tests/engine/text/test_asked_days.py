"""Which days a question names."""

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import asked_days, words

WEDNESDAY = date(2026, 3, 11)


def asked(question: str, today: date = WEDNESDAY) -> list[tuple[str, ...]]:
    return [period.words for period in asked_days.asked(question, today)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("我曾经在5月2日提到过我去了博物馆", ["@-05-02"]),
        ("4月27号这天我跑了多久", ["@-04-27"]),
        ("2025年五月二号我在哪", ["@2025-05-02"]),
        ("2026-01-05那天聊了什么", ["@2026-01-05"]),
        ("我昨天说了什么", ["@2026-03-10"]),
        ("前天晚上吃了什么", ["@2026-03-09"]),
        ("明天有什么安排", ["@2026-03-12"]),
        ("三天前我问过什么", ["@2026-03-08"]),
        ("上周三我去哪了", ["@2026-03-04"]),
        ("上周末去哪玩了", ["@2026-03-07", "@2026-03-08"]),
        ("周一我说了什么", ["@2026-03-09", "@2026-03-16"]),
        ("周三我说了什么", ["@2026-03-04", "@2026-03-11"]),
        ("三月份我去了哪里", ["@-03-"]),
        ("去年三月我在做什么", ["@2025-03"]),
        ("去年我去了哪些地方", ["@2025-"]),
        ("2023年我住在哪", ["@2023-"]),
        ("上个月聊过什么", ["@2026-02"]),
        ("上个月5号发生了什么", ["@2026-02-05"]),
        ("上半年的计划", [f"@2026-{month:02}" for month in range(1, 7)]),
        ("4月27号到29号我们聊了什么", ["@-04-27", "@-04-28", "@-04-29"]),
        ("4月30日至5月2日之间", ["@-04-30", "@-05-01", "@-05-02"]),
        ("12月30日到1月2日", ["@-12-30", "@-12-31", "@-01-01", "@-01-02"]),
        ("3月到5月之间去过哪", ["@-03-", "@-04-", "@-05-"]),
        ("What did I eat on May 2nd?", ["@-05-02"]),
        ("On 2 May 2025, where was I?", ["@2025-05-02"]),
        ("What did I say yesterday?", ["@2026-03-10"]),
        ("the day before yesterday I asked something", ["@2026-03-09"]),
        ("What happened three days ago?", ["@2026-03-08"]),
        ("Where did I go last Tuesday?", ["@2026-03-10", "@2026-03-03"]),
        ("What is on next Friday?", ["@2026-03-13", "@2026-03-20"]),
        ("What did I say on Monday?", ["@2026-03-09", "@2026-03-16"]),
        ("last weekend's trip", ["@2026-03-07", "@2026-03-08"]),
        ("What happened in March?", ["@-03-"]),
        ("What happened last May?", ["@2025-05"]),
        ("In 2023 where did I live?", ["@2023-"]),
        ("between April 30 and May 2", ["@-04-30", "@-05-01", "@-05-02"]),
        ("from January 5 to 7", ["@-01-05", "@-01-06", "@-01-07"]),
        ("２０２６年５月２日我在哪", ["@2026-05-02"]),
        ("５月２号我在哪", ["@-05-02"]),
        ("上週三我去哪了", ["@2026-03-04"]),
        ("上禮拜三我去哪了", ["@2026-03-04"]),
        ("上個月聊過什麼", ["@2026-02"]),
        ("兩週前我問過什麼", ["@2026-02-25"]),
        ("5月2號我在哪", ["@-05-02"]),
        ("What happened on the 5th of March?", ["@-03-05"]),
        ("5 of March", ["@-03-05"]),
    ],
)
def test_the_days_of_a_question(question: str, expected: list[str]) -> None:
    assert asked(question) == [tuple(expected)]


@pytest.mark.parametrize(
    "question",
    [
        "今天晚饭吃什么",
        "现在我的预算是多少",
        "最近我在忙什么",
        "我家住3号楼",
        "99月99日",
        "What should I eat today?",
        "You may go. May I?",
        "March on, he said",
        "Is 3.5 more than 3/4?",
        "😀！？",
        "",
    ],
)
def test_what_names_no_day(question: str) -> None:
    assert asked(question) == []


def test_two_days_are_two_periods() -> None:
    assert asked("5月2日和5月3日我吃了什么") == [("@-05-02",), ("@-05-03",)]
    assert asked("on May 2nd and on June 3rd") == [("@-05-02",), ("@-06-03",)]


def test_a_day_is_found_by_the_word_under_which_it_is_stored() -> None:
    day = date(2025, 5, 2)

    for question in ("5月2日", "2025年5月2日", "May 2nd, 2025", "five years ago"):
        stored = words.lexemes("", day)
        wanted = [word for words_ in asked(question) for word in words_]
        is_found = any(
            one == word or (word.endswith("-") and one.startswith(word)) for word in wanted for one in stored
        )
        assert is_found is (question != "five years ago")


def test_a_long_stretch_is_told_by_months_and_years() -> None:
    (period,) = asked("from 2020-12-30 to 2026-02-02")

    assert period[:3] == ("@2020-12-30", "@2020-12-31", "@2021-")
    assert period[-3:] == ("@2026-01", "@2026-02-01", "@2026-02-02")


@given(
    st.text(
        alphabet="上下周月日年号天前后去今明昨到至和之间初末半1234567890一二三十 -/:lastnexofmaybetwdgiruh", max_size=60
    )
)
def test_no_question_breaks_it(question: str) -> None:
    for period in asked_days.asked(question, WEDNESDAY):
        assert 0 < len(period.words) <= asked_days.MOST_WORDS


@pytest.mark.parametrize("today", [date.min, date.max])
def test_it_works_at_both_ends_of_the_calendar(today: date) -> None:
    for question in (
        "昨天",
        "明天",
        "上周三",
        "下周末",
        "去年",
        "明年",
        "last week",
        "next Friday",
        "yesterday",
        "tomorrow",
    ):
        assert isinstance(asked(question, today), list)


@pytest.mark.parametrize(
    "piece", ["5月2日到", "between may 2 and ", "上周三", "from 1 to ", "1234567890", "in a ", "二十"]
)
def test_a_very_long_question_is_read_at_once(piece: str) -> None:
    question = (piece * 10_000)[:10_000]
    started = time.perf_counter()

    asked_days.asked(question, WEDNESDAY)

    assert time.perf_counter() - started < 2
