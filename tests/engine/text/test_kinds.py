import pytest

from engine.text import kinds


@pytest.mark.parametrize(
    ("a", "b"),
    [("喜欢绿茶", "喜欢红茶"), ("喜欢红酒", "喜欢白葡萄酒"), ("likes green tea", "likes black tea"), ("drives a red car", "drives a white car"),
     ("喜欢茶", "喜欢绿茶"), ("喜欢喝茶", "喜欢茶道"), ("喜欢苹果", "喜欢苹果手机"), ("喜欢音乐", "喜欢听摇滚音乐"), ("讨厌狗", "讨厌狗粮"),
     ("likes tea", "likes green tea"), ("loves music", "loves listening to rock music"), ("likes apple", "likes apple pies"),
     ("hates beans", "hates green beans")],
)  # fmt: skip
def test_two_kinds_of_a_thing_are_two_things(a: str, b: str) -> None:
    assert kinds.are_other(a, b)
    assert kinds.are_other(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [("喜欢喝茶", "喜欢茶"), ("喜欢跑步", "很喜欢跑步"), ("喜欢Java", "喜欢Java编程"), ("喜欢跑步", "喜欢跑步运动"), ("爱听爵士", "喜欢爵士乐"), ("喜欢读诗", "爱读诗歌"), ("likes rock", "likes rock music"), ("住在烟台", "住在烟台海边"),
     ("白天工作", "在白天上班"), ("likes tea", "likes tea with honey"), ("likes hiking", "likes hiking in the mountains"),
     ("likes tea", "really likes tea"), ("likes music", "likes all music"), ("loves dogs", "loves dogs very much"),
     ("allergic to peanuts", "severely allergic to peanuts"), ("likes green tea", "enjoys green tea")],
)  # fmt: skip
def test_a_fuller_wording_of_one_thing_is_no_other_kind(a: str, b: str) -> None:
    assert not kinds.are_other(a, b)
