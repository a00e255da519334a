"""Whom a statement is about."""

import pytest

from engine.text import relatives


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("妻子是会计", "spouse"),
        ("我的妈妈住在绍兴", "mother"),
        ("My older brother lives in Ghent", "brother"),
        ("her boss is strict", "boss"),
        ("猫叫年糕", "pet"),
        ("和妻子住在绍兴", ""),
        ("父亲和我都喜欢钓鱼", ""),
        ("住在绍兴", ""),
        ("likes cats", ""),
        ("dogma matters little", ""),
    ],
)
def test_the_subject_is_a_relative_only_at_the_beginning(text, who):
    assert relatives.subject(text) == who


def test_the_rest_of_the_statement_is_kept_as_it_is_written():
    assert relatives.without_subject("My wife's name is Ada") == "name is Ada"
    assert relatives.without_subject("住在绍兴") == "住在绍兴"


def test_a_relative_is_named_early_or_not_at_all():
    assert relatives.named_early("在厦门和妹妹一起读书", within=12) == "sister"
    assert relatives.named_early("在厦门和妹妹一起读书", within=3) == ""
