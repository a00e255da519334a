"""Telling that something has been told already."""

import pytest

from memoryhub.repetition import Told, claims


def told(*wordings: str) -> Told:
    found = Told()
    found.add(wordings)
    return found


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("用户喜欢茶", "用户喜欢茶。"),
        ("用户喜欢简短回答", "我喜欢简短回答"),
        ("用户喜欢简短回答，不要寒暄", "用户喜欢简短回答"),
        ("Likes tea, lives in Rome", "likes tea"),
        ("The user likes tea.", "likes tea"),
        ("- [user_fact] 用户做外贸", "用户做外贸"),
    ],
)
def test_what_stands_above_covers_the_same_and_a_part_of_it(above: str, below: str) -> None:
    assert told(above).covers(below)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("用户不喜欢茶", "用户喜欢茶"),
        ("likes teak furniture", "likes tea"),
        ("用户喜欢茶", "用户喜欢茶，不喜欢咖啡"),
        ("预算 3.5 万", "预算 3"),
        ("never says that he likes tea", "likes tea"),
        ("我们喜欢茶", "喜欢茶"),
        ("用户喜欢茶", "我们喜欢茶"),
        ("用户喜欢茶", ""),
        ("...", "???"),
    ],
)
def test_what_says_something_else_or_more_is_not_covered(above: str, below: str) -> None:
    assert not told(above).covers(below)


def test_a_standing_fact_is_repeated_by_its_own_wording_alone() -> None:
    known = told("用户喜欢茶，住在泉州")

    assert known.has("用户喜欢茶，住在泉州。")
    assert not known.has("用户喜欢茶")


def test_a_decimal_point_ends_no_claim() -> None:
    assert claims("Pays 3.5 euros, monthly.") == {"pays 3.5 euros", "monthly"}
