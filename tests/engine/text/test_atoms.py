"""Joined statements are taken apart where each part is true alone, and nowhere else."""

import pytest

from engine.text.atoms import atoms


@pytest.mark.parametrize(
    "text",
    [
        "用户和小丽结婚了", "用户和妻子住在杭州", "用户喜欢和朋友喝茶", "用户喜欢和风料理", "用户有时候和朋友喝茶", "用户去年和老婆离婚了",
        "用户打算和妻子搬家", "用户学校和家很近", "用户喜欢跟孩子玩", "用户喜欢平和的人", "The user works with Tom and Jerry",
    ],
)  # fmt: skip
def test_with_whom_something_is_done_is_no_second_thing(text: str) -> None:
    assert atoms(text) == (text,)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("用户喜欢猫和狗", ("用户喜欢猫", "用户喜欢狗")),
        ("用户喜欢爬山、看书和做饭", ("用户喜欢爬山", "用户喜欢看书", "用户喜欢做饭")),
        ("用户在学日语和法语", ("用户在学日语", "用户在学法语")),
        ("用户用钢笔和毛笔", ("用户用钢笔", "用户用毛笔")),
        ("The user likes cats and dogs", ("The user likes cats", "The user likes dogs")),
    ],
)
def test_a_list_behind_one_verb_is_taken_apart(text: str, parts: tuple[str, ...]) -> None:
    assert atoms(text) == parts
