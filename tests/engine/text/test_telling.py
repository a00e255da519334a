"""The words of a Chinese text that tell what it is about."""

import pytest

from engine.text import telling


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我想再问一下之前说过的早餐摊选址应该注意什么呢", {"早餐摊", "选址"}),
        ("你还记得我上次说的那个旅游计划吗", {"旅游"}),
        ("最近我在考虑找新工作", {"工作"}),
        ("我昨天去看了《流浪地球》这部科幻电影", {"《流浪地球》", "科幻电影"}),
        ("帮我推荐一下 React 的书", {"React"}),
        ("你好，谢谢", set()),
        ("", set()),
    ],
)
def test_what_it_is_about_without_what_is_in_every_talk(text, words):
    assert words <= set(telling.chinese(text))
    assert not {"之前", "记得", "考虑", "推荐", "一下", "谢谢", "最近"} & set(telling.chinese(text))


def test_a_known_word_is_not_cut_by_the_function_sign_in_it():
    assert "过敏" in set(telling.chinese("我对花生过敏"))
    assert "花生" in set(telling.chinese("我对花生过敏"))


@pytest.mark.parametrize(
    ("text", "words", "halves"),
    [
        ("平时用腾讯会议开会", {"会议", "开会"}, {"会议开", "议开"}),
        ("加班开例会", {"例会"}, {"开例", "加班开"}),
        ("这周要去家长会", {"家长会"}, {"家长"}),
        ("把手机丢了", {"手机"}, {"把手", "机丢", "手机丢"}),
        ("孩子会走路了", {"孩子", "走路"}, {"孩子会"}),
        ("他学会游泳了", {"游泳"}, {"学会"}),
    ],
)
def test_a_word_that_ends_in_a_function_sign_is_told_from_a_word_before_one(text, words, halves):
    found = set(telling.chinese(text))

    assert words <= found
    assert not halves & found


@pytest.mark.parametrize("word", ["在学习", "住在", "今天", "的", ""])
def test_what_is_more_or_less_than_a_thing_is_not_known(word):
    assert not telling.is_known(word)
