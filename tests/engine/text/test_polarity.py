"""Which statements deny, and which only look like it."""

import pytest

from engine.text import polarity


@pytest.mark.parametrize(
    "text",
    ["不喜欢Java", "讨厌加班", "戒烟了", "不再喝酒", "没有孩子", "从不迟到", "别叫我张总", "未婚", "对花生过敏", "受不了噪音", "把车卖了", "云南不去了",
     "doesn't eat spicy food", "Dislikes Java", "no longer smokes", "quit caffeine entirely", "Has no children", "never drinks",
     "can't stand loud music", "can’t stand noise", "avoids gluten", "allergic to penicillin", "used to live in Berlin", "without sugar"],
)  # fmt: skip
def test_a_denial_an_ending_or_a_dislike_is_negative(text):
    assert polarity.is_negative(text)


@pytest.mark.parametrize(
    "text",
    ["喜欢Java", "做饭不错", "不仅会开车", "不得不早起", "没问题，周三可以", "对猫不过敏", "不讨厌香菜", "特别喜欢别墅", "用无线耳机", "非常爱吃辣",
     "预算不超过三千", "答复别超过两百字", "离不开咖啡", "差不多每天跑步", "非咖啡不可", "未来想当老师", "不能没有音乐",
     "Likes Java", "not only codes but paints", "can't live without coffee", "budget no more than $500", "no problem with flying",
     "cannot wait to travel", "does not dislike cats", "knows northern Spain", "notable author"],
)  # fmt: skip
def test_what_only_looks_negative_is_not(text):
    assert not polarity.is_negative(text)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("喜欢喝茶", "不喜欢喝茶"),
        ("抽烟", "戒烟了"),
        ("对青霉素过敏", "并不对青霉素过敏"),
        ("likes cats", "hates cats"),
        ("支持涨价", "反对涨价"),
        ("Supports the plan", "Opposes the plan"),
        ("常常熬夜", "很少熬夜"),
        ("allergic to nuts", "the doctor ruled out the nut allergy"),
        ("afraid of flying", "got over the fear of flying"),
    ],
)
def test_opposite_statements_differ_in_polarity(a, b):
    assert polarity.differs(a, b) == polarity.POLARITY
    assert polarity.differs(b, a) == polarity.POLARITY


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("不吃香菜", "香菜是不吃的"),
        ("对虾过敏", "不能吃虾，会过敏"),
        ("Avoids spicy dishes", "Doesn't eat spicy food"),
        ("回答控制在两百字以内", "回答不超过两百字"),
        ("抽烟", "有抽烟的习惯"),
        ("讨厌下雨", "不喜欢下雨"),
    ],
)
def test_two_wordings_of_one_stance_do_not_differ(a, b):
    assert polarity.differs(a, b) == ""
