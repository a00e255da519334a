"""The rules' summary over many windows, of very long and of wordless messages, and in two languages at once."""

import pytest

from engine.condensing import SummariseQuestion
from engine.embedded import summarise
from engine.text import headings
from tests import effort
from tests.engine.embedded.test_commitments import FACTS, LIMITS, OPEN, TODO, told_in
from tests.engine.embedded.test_summarise import lines, summary


def windows(told: list[str], *, size: int) -> str:
    """The summary after all of it, made window by window."""
    text = ""
    for start in range(0, len(told), size):
        text = summarise.summarise(SummariseQuestion(lines(*told[start : start + size]), text)).text
    return text


@pytest.mark.parametrize("size", [2, 4, 20])
def test_a_promise_made_in_one_window_leaves_when_it_is_kept_in_another(size: int) -> None:
    told = [
        "u: Our invoice for March is missing, can you look for it?", "a: I'll send you the invoice by Friday.",
        "u: I also have to pay the deposit.", "a: Good.",
        "u: How long is the deposit held?", "a: I'm not sure, I'll ask the landlord and let you know.",
        "u: I paid the deposit this morning.", "a: Here is the invoice: 240 euros.",
        "u: Thanks.", "a: The landlord says the deposit is held for a year.",
    ]  # fmt: skip

    found = headings.read(windows(told, size=size))

    assert found[TODO] == ()
    assert found[OPEN] == ()


@pytest.mark.parametrize("size", [2, 4, 20])
def test_the_same_in_chinese(size: int) -> None:
    told = [
        "u: 三月的发票没收到，能帮我找一下吗？", "a: 我周五前给您发发票。",
        "u: 押金我也得交了。", "a: 好的。",
        "u: 押金要押多久？", "a: 这个不确定，我去问一下房东，稍后回复您。",
        "u: 押金今天早上交了。", "a: 发票如下：240欧。",
        "u: 谢谢。", "a: 房东说押金押一年。",
    ]  # fmt: skip

    found = headings.read(windows(told, size=size))

    assert found[TODO] == ()
    assert found[OPEN] == ()


def test_two_hundred_messages_leave_what_was_promised_first() -> None:
    told = ["u: 合同什么时候能发？", "a: 我周五前给您发合同。"]
    for number in range(99):
        told += [f"u: 第{number}张照片拍的是湖边的第{number}棵树。", f"a: 第{number}张很漂亮。"]

    found = headings.read(windows(told, size=20))

    assert "我2026年3月13日前给用户发合同" in found[TODO]


@pytest.mark.parametrize("section", ["USER_CONSTRAINTS", "TODO_ITEMS"])
def test_a_message_of_ten_thousand_characters_is_read_at_both_ends(section: str) -> None:
    middle = "The garden has many trees and the lake is quiet in winter. " * 170
    wanted = {"USER_CONSTRAINTS": "No more than 150 pounds a month.", "TODO_ITEMS": "I have to call the bank tomorrow."}

    found = told_in(section, f"u: {wanted[section]} {middle} {wanted[section]}")

    assert len(f"{middle}") > 10_000
    assert [line for line in found if "150" in line or "bank" in line]


@pytest.mark.parametrize(
    "said",
    [
        "u: 我昨天和同事一起去了公司附近新开的那家咖啡馆喝咖啡聊了很久", "u: 我们公司去年搬到了高新区软件园三期十二号楼的第二十五层办公",
        f"u: 我{'今天' * 50}", f"u: {'我' * 9_000}，{'要' * 900}，好吗？", f"a: {'这' * 200}", f"a: {'3天' * 90}", f"a: {'1月1日' * 50}", f"u: {'and ' * 2_000}",
        f"u: {'I am a b, ' * 1_000} is that ok?", f"u: {'我叫李，' * 2_500}可以吗？", f"u: {'不用，' * 3_000}",
    ],
)  # fmt: skip
def test_no_sentence_is_read_in_every_way_in_which_its_words_could_be_parted(said: str) -> None:
    """Forty signs that could be parted at each place would take days."""
    with effort.at_most(5):
        summary(said)


@pytest.mark.parametrize("said", ["😀😀😀", "👍", "……", "？", "?!", "", "   ", "🙏🏽❤️", "```", "[TODO_ITEMS]", "----"])
def test_what_has_no_words_leaves_no_line(said: str) -> None:
    found = summary(f"u: {said}", f"a: {said}", "u: ok")

    assert not any(found[name] for name in (TODO, OPEN, LIMITS, FACTS))


def test_a_sentence_that_runs_on_is_cut_and_keeps_its_limit() -> None:
    english = (
        "So we looked at the flat near the station and my wife liked the kitchen but the street was loud all the time, "
        "and then we saw the one by the park, it was bright and quiet, and I said we can't pay more than 900 euros a month, "
        "and my wife said she wants a balcony, and the agent was very friendly to both of us"
    )
    chinese = (
        "我们先去看了车站旁边那套房子，我爱人很喜欢厨房，可是街上一直很吵，然后又看了公园旁边那套，采光好又安静，"
        "我说每个月房租不能超过九百，我爱人说她想要个阳台，中介对我们两个人都特别热情，还送我们到了地铁站口"
    )

    (in_english,) = told_in(LIMITS, f"u: {english}")
    (in_chinese,) = told_in(LIMITS, f"u: {chinese}")

    assert "can't pay more than 900 euros" in in_english
    assert len(in_english) < 180
    assert "不能超过九百" in in_chinese
    assert len(in_chinese) < 90


def test_each_line_stays_in_the_language_in_which_it_was_said() -> None:
    found = summary(
        "u: 我们五月要搬家。", "a: I'll send you the moving checklist by Friday.", "u: The van must not cost more than 300.",
        "a: 我明天给您发搬家公司的报价。",
    )  # fmt: skip

    assert found[TODO][-2:] == (
        "The assistant: I'll send you the moving checklist by 13 March 2026",
        "我2026年3月11日给用户发搬家公司的报价",
    )
    assert found[LIMITS] == ("The van must not cost more than 300",)
