"""Several wishes in one sentence, and orders that are only reported."""

import pytest

from engine.embedded import instructions
from engine.embedded.chinese.line import read_line
from engine.questions import USER, Line


def wishes(text: str) -> list[tuple[str, str]]:
    if text.isascii():
        return [(wish.op, wish.old or wish.new) for wish, _ in instructions.read(Line(USER, text))]
    return [(one.op, one.old or one.new) for one in read_line(Line(USER, text), when="2026-01-08").instructions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "忘掉我喜欢喝茶，忘掉我喜欢爵士乐，忘掉我喜欢爬山",
            [("DELETE", "用户喜欢喝茶"), ("DELETE", "用户喜欢爵士乐"), ("DELETE", "用户喜欢爬山")],
        ),
        ("忘掉我吃素，记住我住在京都", [("ADD", "用户住在京都"), ("DELETE", "用户吃素")]),
        ("忘掉我喜欢喝茶，因为我现在喝咖啡", [("DELETE", "用户喜欢喝茶")]),
        (
            "Forget that I am vegan, and remember that I eat fish",
            [("DELETE", "The user is vegan"), ("ADD", "The user eats fish")],
        ),
        (
            "forget that I like tea, forget that I like jazz and forget that I like golf",
            [("DELETE", "The user likes tea"), ("DELETE", "The user likes jazz"), ("DELETE", "The user likes golf")],
        ),
    ],
)
def test_each_wish_of_a_sentence_is_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert wishes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "我妈说：忘掉我喜欢喝茶", "我同事说，忘掉我喜欢喝茶", "小王跟我说：忘掉我喜欢喝茶", "他告诉我，记住我喜欢喝茶",
        "He told me to forget that I like tea, and remember that I like jazz",
    ],
)  # fmt: skip
def test_what_somebody_else_ordered_is_no_wish(text: str) -> None:
    assert wishes(text) == []


@pytest.mark.parametrize("text", ["我跟你说，忘掉我喜欢喝茶", "话说，忘掉我喜欢喝茶", "再说一遍，忘掉我喜欢喝茶"])
def test_ones_own_words_may_be_opened(text: str) -> None:
    assert wishes(text) == [("DELETE", "用户喜欢喝茶")]
