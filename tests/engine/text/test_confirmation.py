"""What is settled, and what only sounds like it."""

import pytest

from engine.text import confirmation


@pytest.mark.parametrize(
    "text",
    [
        "We have decided to use PostgreSQL.",
        "已确认采用微服务架构。",
        "Agreed, the launch is on Monday",
        "下一步：周三前提交报告",
        "最终定为蓝色",
        "方案B is final.",
        "Let's go with the second option",
    ],
)
def test_a_settled_thing_is_confirmed(text: str) -> None:
    assert confirmation.is_confirmed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Both options have their merits.",
        "Nothing has been said about it",
        "This is not yet confirmed.",
        "Could you confirm the date?",
        "请您确认时间",
        "尚未决定用哪个库",
        "是否采用分库方案？",
        "The finalist disagreed",
        "确实如此",
    ],
)
def test_an_open_thing_is_not(text: str) -> None:
    assert not confirmation.is_confirmed(text)
