"""Which answers of an agent are worth reading: those that settle something, in words of their own."""

import pytest

from extraction import gate


@pytest.mark.parametrize(
    "content",
    [
        "已确认采用蓝绿发布，今晚十点开始执行切换。",
        "好的，那就这么定了，周会改到每周三下午三点举行。",
        "我們最終決定採用月付方案，下個月開始生效，請知悉。",
        "Agreed, the launch is on Monday.",
        "Okay, we'll go with the second supplier then.",
        "It's final: the logo colour is teal.",
        "The board has approved the budget for May.",
    ],
)
def test_an_answer_that_settles_something_passes(content: str) -> None:
    assert gate.passes("assistant", content).is_open


@pytest.mark.parametrize(
    "content",
    [
        "请您确认一下数据库是否采用 PostgreSQL，我再继续。",
        "上线日期目前还待确认，等您回复之后我再安排。",
        "下一步怎么走？您可以先迁移数据，也可以先改接口。",
        "我还没决定用哪个库，您先看看这两份资料。",
        "Could you please confirm the date first?",
        "Have you decided which framework to use?",
        "The final exam covers chapters three to nine.",
        "I'd decide between the two by looking at the cost.",
        "Agreed, but the price still has to be discussed.",
        "The disagreement was reconfirmed yesterday.",
        "She finally agreed to marry him in the spring.",
    ],
)
def test_one_that_asks_leaves_open_or_tells_of_others_does_not(content: str) -> None:
    assert gate.passes("assistant", content).reason == "no_cue"
