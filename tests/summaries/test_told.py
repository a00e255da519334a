"""How near an episode is to a question, and the line in which it is told."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from summaries import told
from summaries.told import Weights

SHANGHAI = timezone(timedelta(hours=8))
NOW = datetime(2026, 3, 11, 9, 0, tzinfo=SHANGHAI)


def score(question, *, text="", topics=(), age_days=0.0):
    sought = told.Sought(told.question_words(question))
    return told.score(sought, text=text, topics=topics, age=timedelta(days=age_days), weights=Weights())


@pytest.mark.parametrize(
    ("question", "text", "topics", "share"),
    [
        ("选址", "用户讨论了摊位选址", (), 1.0),
        ("选址", "用户讨论了天气", ("租金",), 0.0),
        ("选址和租金", "", ("选址",), 0.5),
        ("breakfast stall", "The user wants a stall.", (), 0.5),
        ("stalls", "", ("breakfast stall",), 1.0),
        ("What about Java?", "", ("JavaScript",), 1.0),
        ("Shall we go?", "It is good.", (), 0.0),
        ("", "anything", ("anything",), 0.0),
    ],
)
def test_the_share_of_the_key_words_that_is_found(question, text, topics, share):
    assert told.Sought(told.question_words(question)).share(text, topics) == share


def test_a_key_word_inside_a_long_chinese_sentence_counts():
    near = score("我想再问一下之前说过的早餐摊选址应该注意什么呢", topics=("选址",), age_days=5)
    far = score("我想再问一下之前说过的早餐摊选址应该注意什么呢", topics=("天气",), age_days=5)

    assert near > far


def test_age_and_words_are_weighed():
    assert score("", age_days=0) == pytest.approx(0.4)
    assert score("", age_days=3.5) == pytest.approx(0.2)
    assert score("", age_days=9) == 0.0
    assert score("", age_days=-1) == pytest.approx(0.4)
    assert score("选址", topics=("选址",), age_days=7) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("happened_at", "chinese", "english"),
    [
        (datetime(2026, 3, 11, 0, 1, tzinfo=SHANGHAI), "今天", "today"),
        (datetime(2026, 3, 12, 0, 1, tzinfo=SHANGHAI), "今天", "today"),
        (datetime(2026, 3, 10, 23, 50, tzinfo=SHANGHAI), "昨天", "yesterday"),
        (datetime(2026, 3, 10, 16, 30, tzinfo=UTC), "今天", "today"),
        (datetime(2026, 3, 8, 9, 0, tzinfo=SHANGHAI), "3天前", "3 days ago"),
        (datetime(2026, 3, 1, 9, 0, tzinfo=SHANGHAI), "3月1日", "1 March"),
        (datetime(2025, 12, 24, 9, 0, tzinfo=SHANGHAI), "2025年12月24日", "24 December 2025"),
    ],
)
def test_days_are_named_by_the_persons_calendar(happened_at, chinese, english):
    assert told.day_name(happened_at, NOW, SHANGHAI, is_chinese=True) == chinese
    assert told.day_name(happened_at, NOW, SHANGHAI, is_chinese=False) == english


def test_a_conversation_sent_in_utc_is_read_in_the_projects_zone():
    assert told.zone_of(0, SHANGHAI) is SHANGHAI
    assert told.zone_of(-300, SHANGHAI).utcoffset(None) == timedelta(hours=-5)


def test_the_line_has_the_day_the_summary_and_the_topics():
    assert (
        told.line("昨天", "用户聊了选址", ("选址", "租金"), is_chinese=True) == "（昨天）用户聊了选址。主题：选址、租金"
    )
    assert told.line("today", "The user asked.", ("a", "b"), is_chinese=False) == "(today) The user asked. Topics: a, b"
    assert told.line("today", "The user said: “x?”", (), is_chinese=False) == "(today) The user said: “x?”"
