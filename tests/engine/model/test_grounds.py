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
    ("kind", "line", "reason"),
    [
        ("user_fact", Line("user", "I keep bees"), ""),
        ("semantic_memory", Line("user", "I keep bees"), ""),
        ("user_fact", Line("assistant", "Confirmed: you keep bees"), "wrong_role"),
        ("assistant_decision", Line("user", "Confirmed: we keep bees"), "wrong_role"),
        ("assistant_decision", Line("assistant", "Confirmed: we keep bees"), ""),
        ("assistant_plan", Line("assistant", "You might keep bees one day"), "not_confirmed"),
        ("assistant_plan", Line("assistant", "尚未确定是否养蜂"), "not_confirmed"),
    ],
)
def test_a_statement_is_carried_only_by_the_right_speaker(kind: str, line: Line, reason: str) -> None:
    assert grounds.check(Item(kind, "keep bees"), [line]) == reason
