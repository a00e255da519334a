"""Who is what to whom: one relation turned round is another statement, told from the other end it is the same."""

import pytest

from engine.text import roles


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Omar is older than Lena", "Lena is older than Omar"),
        ("Prefers rice to pasta", "Prefers pasta to rice"),
        ("小周比小吴忙", "小吴比小周忙"),
        ("Omar is Lena's teacher", "Lena is Omar's teacher"),
        ("张帆是李雪的老师", "李雪是张帆的老师"),
        ("Omar teaches Lena", "Lena teaches Omar"),
        ("Flew to Oslo", "Flew from Oslo"),
        ("从天津搬到大连", "从大连搬到天津"),
        ("欠小周五百元", "小周欠我五百元"),
    ],
)
def test_a_relation_turned_round_is_swapped(a, b):
    assert roles.are_swapped(a, b)
    assert roles.are_swapped(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Omar is older than Lena", "Lena is younger than Omar"),
        ("小周比小吴高", "小吴没有小周高"),
    ],
)
def test_a_comparison_from_the_other_end_is_the_same(a, b):
    assert roles.are_converse(a, b)
    assert not roles.are_swapped(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Prefers rice to pasta", "Likes rice more than pasta"),
        ("The coach of Omar is Lena", "Lena is Omar's coach"),
        ("喜欢米饭胜过面条", "比起面条更喜欢米饭"),
        ("Omar teaches Lena", "Omar teaches Lena chess"),
    ],
)
def test_one_relation_in_other_words_is_not_swapped(a, b):
    assert not roles.are_swapped(a, b)
