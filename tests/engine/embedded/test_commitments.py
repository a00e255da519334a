"""What the rules' summary keeps of promises, duties, open questions and limits, and what leaves it later."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.condensing import SummariseQuestion
from engine.embedded import summarise
from engine.text import headings
from summaries import sections
from tests.engine.embedded.test_summarise import before, holds, lines, summary

HERE = Path(__file__).parent
TODO, OPEN, LIMITS, FACTS = "TODO_ITEMS", "OPEN_QUESTIONS", "USER_CONSTRAINTS", "CONFIRMED_FACTS"


def stages(row: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """A conversation, and what was said of it later, each with the summary that stands then."""
    found, text = [], ""
    for part in (row, *([row["later"]] if "later" in row else [])):
        told = [f"{message['role'][0]}: {message['content']}" for message in part["messages"]]
        text = summarise.summarise(SummariseQuestion(lines(*told), text)).text
        found.append((part, text))
    return found


def score(rows: list[dict[str, Any]]) -> tuple[float, float]:
    """As a reader of the stored summary sees it: what had to be there, and what must not be there and is not."""
    must: list[bool] = []
    never: list[bool] = []
    for part, text in (stage for row in rows for stage in stages(row)):
        tidied = sections.tidy(text)
        found = headings.read(tidied.text if tidied else "")
        must += [any(holds(line, want) for line in found[name]) for name in part["must"] for want in part["must"][name]]
        never += [
            not any(holds(line, bad) for line in found[name]) for name in part["never"] for bad in part["never"][name]
        ]
    return sum(must) / len(must), sum(never) / len(never)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("name", "least", "left"),
    [
        ("condensed_fourth.jsonl", 0.96, 1.0),
        ("condensed_fifth.jsonl", 0.96, 1.0),
        ("condensed_sixth.jsonl", 0.96, 0.95),
        ("condensed_seventh.jsonl", 0.94, 0.82),
    ],
)
def test_what_is_promised_asked_and_bounded_stands_in_its_section_until_it_is_over(
    name: str, least: float, left: float, language: str
) -> None:
    """Of the later sets a to-do named by a pronoun, and an answer in other words than the question, are not known again."""
    rows = [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]

    kept, left_out = score([row for row in rows if row["language"] in (language, "mix")])

    assert kept >= least
    assert left_out >= left


def told_in(name: str, *told: str, previous: str = "") -> tuple[str, ...]:
    return summary(*told, previous=previous)[name]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("I will send you the contract by Friday.", "contract by 13 March 2026"),
        ("I'm not sure, but I'll look into it and get back to you.", "get back to you"),
        ("Our technician will call you tomorrow morning.", "11 March 2026 in the morning"),
        ("You'll receive the invoice by email within two days.", "invoice"),
        ("Once you send the photos, I'll prepare the quote.", "Once you send the photos"),
        ("我周五前给你发合同。", "2026年3月13日前给用户发合同"),
        ("这个我得问问，稍后回复您。", "稍后回复用户"),
        ("等仓库回复后，我会第一时间通知您。", "等仓库回复后，我会第一时间通知用户"),
        ("师傅明天上午会联系您。", "2026年3月11日上午会联系用户"),
        ("收到退货后五个工作日内给您退款。", "五个工作日内给用户退款"),
    ],
)
def test_what_the_agent_promises_is_to_do(said: str, wanted: str) -> None:
    found = told_in(TODO, "u: 请帮忙。" if "用户" in wanted else "u: Please help.", f"a: {said}")

    assert [wanted in line for line in found] == [True]


@pytest.mark.parametrize(
    "said",
    [
        "I'll explain: the plan has three parts.",
        "I can help you with that. If you like, I'll write a draft.",
        "I'd suggest a sponge cake, and you will love Lisbon.",
        "I have added the note.",
        "It will rain tomorrow, so you will need an umbrella.",
        "I will not share your data, and I'm not going to do that.",
        "I'll write the test:\n```\nassert total == 3\n```",
        "我可以帮您写一份文案，如果您需要，我可以稍后发给您。",
        "建议您先联系房东，明天会下雨，记得带伞。",
        "我帮您查到了，已为您约好。",
        "我来解释一下原因。",
        "我不会把您的资料发给别人。",
        "清单如下：\n- 身份证\n- 雨衣",
    ],
)
def test_what_the_agent_offers_advises_denies_or_does_at_once_is_not(said: str) -> None:
    assert told_in(TODO, f"a: {said}") == ()


@pytest.mark.parametrize(
    "said",
    [
        "I need to renew my passport before June.",
        "I have to call the bank tomorrow.",
        "We must hand in the tax papers by 31 May.",
        "Remind me to water the plants on Sunday.",
        "If it isn't better by Friday, I'm taking the cat to the vet.",
        "我得在月底前交报告。",
        "我必须周五前把房租交了。",
        "周日提醒我浇花。",
        "我下周要去办护照。",
    ],
)
def test_what_the_user_has_to_do_is_to_do_and_no_limit(said: str) -> None:
    found = summary(f"u: {said}")

    assert len(found[TODO]) == 1
    assert found[LIMITS] == ()


@pytest.mark.parametrize(
    "said",
    [
        "我周末常去爬山。",
        "我每周三去上课。",
        "我一般周五去超市买菜。",
        "周末我们通常去看外婆。",
        "I usually do the shopping on Fridays.",
        "I often go hiking on weekends.",
    ],
)
def test_what_somebody_does_again_and_again_is_not_to_do(said: str) -> None:
    assert told_in(TODO, f"u: {said}") == ()


@pytest.mark.parametrize(
    "said", ["我每周五要交周报。", "我下周一去医院复查。", "I have to hand in a report every Friday."]
)
def test_what_has_to_be_done_again_and_again_is(said: str) -> None:
    assert len(told_in(TODO, f"u: {said}")) == 1


@pytest.mark.parametrize(
    ("asked", "granted", "wanted"),
    [
        ("Book me a table for four on Friday.", "Sure, will do.", "table for four on 13 March 2026"),
        ("Could you send me a checklist?", "Of course.", "checklist"),
        ("Can you email me the form?", "Yes, I'll do that right after our chat.", "email me the form"),
        ("帮我订周五四个人的位子。", "好的。", "2026年3月13日四个人的位子"),
        ("能发我一份清单吗？", "可以。", "清单"),
    ],
)
def test_what_the_agent_agrees_to_is_to_do_until_it_is_done(asked: str, granted: str, wanted: str) -> None:
    (line,) = told_in(TODO, f"u: {asked}", f"a: {granted}")

    assert wanted in line
    assert told_in(OPEN, f"u: {asked}", f"a: {granted}") == ()


def test_what_was_agreed_to_and_is_done_is_no_longer_to_do() -> None:
    in_english = before(False, TODO_ITEMS=("The user asks: Book me a table for four on 13 March 2026",))
    in_chinese = before(TODO_ITEMS=("用户请助手：帮我订2026年3月13日四个人的位子",))

    assert told_in(TODO, "a: I've booked the table for four.", previous=in_english) == ()
    assert told_in(TODO, "a: 四个人的位子订好了。", previous=in_chinese) == ()


@pytest.mark.parametrize(
    "said",
    [
        "I used to have to get up at five.", "If I were rich, I'd have to buy a castle.", "I never said I wanted no sugar.",
        "我没说过不要香菜。", "我至少看过三遍这部电影。", "这家店别提多好吃了。",
    ],
)  # fmt: skip
def test_what_is_past_supposed_or_was_never_said_is_neither_a_duty_nor_a_limit(said: str) -> None:
    found = summary(f"u: {said}")

    assert found[TODO] == found[LIMITS] == ()


@pytest.mark.parametrize(
    ("to_do", "said"),
    [
        ("The assistant: I'll send you the contract by 13 March 2026", "a: Here is the contract: three pages."),
        ("The assistant: I'll send you the contract by 13 March 2026", "u: I got the contract, thanks."),
        ("The assistant: I'll draft an advert for you", "u: Forget the advert, I sold the car."),
        ("The assistant: I'll draft an advert for you", "u: You don't need to draft the advert anymore."),
        ("The assistant: I'll ask the warehouse and get back to you", "a: The warehouse says it is in stock."),
        ("The user needs to renew their passport before June", "u: I renewed my passport yesterday."),
        ("我2026年3月13日前给用户发合同", "a: 合同已经发到您邮箱了。"),
        ("我2026年3月13日前给用户发合同", "u: 合同收到了。"),
        ("我先帮用户写一份文案", "u: 文案不用写了。"),
        ("我去问一下仓库，稍后回复用户", "a: 问过仓库了，还有现货。"),
        ("用户得在2026年3月底前交报告", "u: 报告昨天交了。"),
    ],
)
def test_what_is_kept_done_or_called_off_is_no_longer_to_do(to_do: str, said: str) -> None:
    assert told_in(TODO, said, previous=before(TODO_ITEMS=(to_do,))) == ()


@pytest.mark.parametrize(
    ("to_do", "said"),
    [
        ("The user has to read chapter 5", "u: I read chapter 3 yesterday."),
        ("The user needs to order tiles and flooring", "u: I ordered the tiles."),
        ("The assistant: I'll send you the contract by 13 March 2026", "a: Here is the floor plan: two rooms."),
        ("The assistant: I'll send you the contract by 13 March 2026", "u: Forget the balcony."),
        ("The user has to cancel the insurance", "u: I still have to cancel the insurance."),
        ("The user needs to call the bank", "a: I have called the bank about the fee."),
        ("用户得看完第五章", "u: 第三章我看完了。"),
        ("我2026年3月13日前给用户发合同", "u: 发票收到了。"),
        ("我先帮用户写一份文案", "u: 电话不用打了。"),
    ],
)
def test_what_is_done_beside_it_leaves_a_to_do_alone(to_do: str, said: str) -> None:
    assert to_do in told_in(TODO, said, previous=before(TODO_ITEMS=(to_do,)))


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (("u: Is there a lift in the building?", "a: I don't know."), 1),
        (("u: Is there a lift in the building?", "a: Let me check with the owner."), 1),
        (("u: Is there a lift in the building?", "a: That depends on the entrance."), 1),
        (("u: Is there a lift in the building?",), 1),
        (("u: Is there a lift in the building?", "a: Yes."), 0),
        (("u: Is there a lift in the building?", "a: There are two of them."), 0),
        (("u: What does it cost? And is breakfast included?", "a: It costs 80 euros a night."), 1),
        (("a: How many guests will come?", "u: I'd like blue flowers on the tables."), 1),
        (("a: How many guests will come?", "u: About forty."), 0),
        (("a: Shall I book it?", "u: Yes, please."), 0),
        (("a: Would you like me to draft it?", "u: What is the weather like there?", "a: It is warm."), 0),
        (("u: 楼里有电梯吗？", "a: 这个我不清楚。"), 1),
        (("u: 楼里有电梯吗？", "a: 我去问一下房东。"), 1),
        (("u: 楼里有电梯吗？", "a: 这要看是哪个门的情况。"), 1),
        (("u: 楼里有电梯吗？",), 1),
        (("u: 楼里有电梯吗？", "a: 有。"), 0),
        (("u: 多少钱一晚？含早餐吗？", "a: 八十欧一晚。"), 1),
        (("a: 大概来多少客人？", "u: 桌上想摆蓝色的花。"), 1),
        (("a: 大概来多少客人？", "u: 四十位左右。"), 0),
        (("a: 要帮您订吗？", "u: 好，订吧。"), 0),
    ],
)
def test_a_question_is_open_until_it_is_answered(told: tuple[str, ...], wanted: int) -> None:
    assert len(told_in(OPEN, *told)) == wanted


@pytest.mark.parametrize(
    "said",
    [
        "u: How are you today?", "u: Are you there?", "u: Really?", "u: Have you had lunch? lol", "a: Anything else I can do for you?",
        "a: How can I help you?", "a: Does that make sense?", "u: 在吗？", "u: 你吃饭了吗？", "u: 真的吗？", "a: 请问有什么可以帮您？",
        "a: 还有别的问题吗？", "a: 这样清楚吗？",
    ],
)  # fmt: skip
def test_company_is_no_open_question(said: str) -> None:
    assert told_in(OPEN, said) == ()


@pytest.mark.parametrize(
    "said",
    [
        "u: When will it be ready?", "u: Which of them is right?", "u: What did the vet see?", "u: Is the flat still there?", "u: How can I help my son sleep?",
        "u: Is there anything else I should know?", "u: Does it make sense to wait?", "u: 那套房子还在吗？", "u: 你们周末忙吗？", "u: 还有什么需要准备的？",
        "u: 这样可以省多少钱？", "u: 怎么帮孩子戒奶？", "u: 有人吗，我的订单到哪了？", "u: 你是不是人工审核的？",
    ],
)  # fmt: skip
def test_a_question_with_words_of_company_in_it_is_open(said: str) -> None:
    (found,) = told_in(OPEN, said)

    assert found in said


@pytest.mark.parametrize(
    "said",
    [
        "My name is Max Limit.", "I work at Budget Cars.", "I'm a deadline editor from Graz.", "Hi, I'm Priya and I work in the budget office.",
        "I have no children.", "I have never been to Japan.", "我叫禁止。", "我在预算部门上班。", "我是做质检的，在符合公司上班。", "这家店特别用心。",
    ],
)  # fmt: skip
def test_an_introduction_is_no_limit(said: str) -> None:
    assert told_in(LIMITS, f"u: {said}") == ()


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("My name is Ann Lee, and I can't pay more than 150 pounds.", "more than 150 pounds"),
        ("I work at a school, so nothing before 4 pm.", "nothing before 4 pm"),
        ("They should not call before nine.", "should not call before nine"),
        ("I won't sell it for less than 3,500.", "less than 3,500"),
        ("Our pipeline takes 40 minutes, I want it under 10.", "under 10"),
        ("我叫李安，最多出一百五。", "最多出一百五"),
        ("低于三万五我不卖。", "低于三万五用户不卖"),
        ("早上九点前别打电话。", "九点前别打电话"),
        ("周日绝对不行。", "周日绝对不行"),
    ],
)
def test_a_limit_is_kept_whole_and_without_the_introduction(said: str, limit: str) -> None:
    (found,) = told_in(LIMITS, f"u: {said}")

    assert limit in found
    assert "Ann" not in found
    assert "李安" not in found
