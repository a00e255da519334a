"""Which message a statement rests on."""

import pytest

from engine.model import grounds
from engine.questions import Item, Line

LINES = (
    Line("user", "我养了两只猫，一只叫年糕", key=1),
    Line("user", "My sister works in Lisbon as a nurse", key=2),
    Line("user", "下个月我要搬到青岛", key=3),
)


@pytest.mark.parametrize(
    ("statement", "keys"),
    [
        ("用户养了两只猫", [1]),
        ("The user's sister is a nurse in Lisbon", [2]),
        ("用户2026年2月搬到青岛", [3]),
        ("Completely different words", [1, 2, 3]),
    ],
)
def test_a_statement_rests_on_the_lines_that_share_its_words(statement: str, keys: list[int]) -> None:
    assert [line.key for line in grounds.behind(statement, LINES)] == keys


@pytest.mark.parametrize(
    ("role", "keys"),
    [("user", [1]), ("assistant", [2]), ("tool", [])],
)
def test_a_statement_rests_only_on_its_own_speaker(role: str, keys: list[int]) -> None:
    lines = (Line("user", "I keep bees", key=1), Line("assistant", "Confirmed: we keep bees", key=2))

    assert [line.key for line in grounds.under(Item("user_fact", "keep bees", source_role=role), lines)] == keys
