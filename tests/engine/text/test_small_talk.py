"""What says nothing to remember is known as such, and a run of its words is read in no time."""

import pytest

from engine.text import small_talk
from tests import effort


@pytest.mark.parametrize(
    "clause", ["刚刚发错了", "刚刚那条写错字了", "忽略上面那条", "这回答真棒", "这个回答真是太好了"]
)
def test_a_remark_about_the_conversation_is_small_talk(clause: str) -> None:
    assert small_talk.is_small_talk(clause)


@pytest.mark.parametrize(
    "clause", ["刚" * 60 + "搬家", "忽略" + "上面那条" * 40 + "猫", "这回答" * 40 + "猫", "你真" + "真是" * 40 + "猫"]
)
def test_a_run_of_such_words_is_no_burden(clause: str) -> None:
    with effort.at_most(0.3):
        assert not small_talk.is_small_talk(clause)
