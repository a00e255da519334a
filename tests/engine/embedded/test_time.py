"""No message may cost more than a moment, whatever it holds: a learning job reads two hundred of them."""

import time
from collections.abc import Callable
from itertools import cycle, islice

import pytest

from engine.embedded import bounds, extract
from engine.questions import ASSISTANT, USER, ExtractAnswer, ExtractQuestion, Line

LONGEST_MESSAGE = 8_000  # what the pipeline hands over of a longer one
SECONDS = 1.0  # several times what it takes on a busy machine; what grows faster than its text takes far more
GROWTH = 12.0  # of the time when the text grows by four: linear is 4, the square 16
LEAST = 0.1  # seconds below which a ratio says nothing

THINGS = ("tea", "coffee", "Lisbon", "running", "guitars", "dogs", "Python", "chess", "hiking", "novels", "jazz")
THINGS_ZH = ("苹果", "香蕉", "跑步", "游泳", "北京", "咖啡", "红茶", "吉他", "小猫", "围棋", "足球")

Build = Callable[[int], str]


def repeated(unit: str) -> Build:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


def counted(template: str, before: str = "") -> Build:
    """The template over and over, each time with another number and other things."""

    def build(size: int) -> str:
        units = (
            template.format(n=number, thing=f"{en}{number}", other=other, zh=f"{zh}{here}")
            for number, (en, other, zh, here) in enumerate(
                zip(cycle(THINGS), cycle(reversed(THINGS)), cycle(THINGS_ZH), cycle(THINGS_ZH[1:]), strict=False)
            )
        )
        return (before + "".join(islice(units, size // 4)))[:size]

    return build


def sentences_of(length: int, unit: str, end: str) -> Build:
    """Sentences of this length that only repeat the unit."""
    return repeated(repeated(unit)(length) + end)


SAID = {
    "json": repeated('{"facts": ["I live in Lisbon"]} '),
    "json in Chinese": repeated('{"facts": ["我住在上海"]} '),
    "json over many lines": repeated('{\n  "fact": "I live in Lisbon",\n  "n": 3\n},\n'),
    "braces": repeated("{[\"'"),
    "opened tags": repeated("<a "),
    "brackets": lambda size: "(" * (size // 2) + ")" * (size // 2),
    "backticks": repeated("`"),
    "code": repeated("def f(x):\n    return {'a': [x, 'my name is Bob']}\n"),
    "code on one line": repeated("function(a,b){return a.b(c)+d;}"),
    "a table": repeated("| name | city |\n|---|---|\n| I | Rome |\n"),
    "columns": counted("{n},{thing},{other},12.5,2024-01-02\n"),
    "titles": repeated('called "Dune Part Two" '),
    "titles in Chinese": repeated("《红楼梦》"),
    "quotes that never close": repeated("“我喜欢"),
    "initials": repeated("A. B. C. "),
    "a gap": lambda size: "I like" + " " * size + "tea",
    "a margin": lambda size: " " * size + "x: I like tea",
    "empty lines": lambda size: "我喜欢茶" + repeated("\n \n")(size),
    "speakers": repeated("；：s“于是\n"),
    "commas": repeated(","),
    "marks": repeated("!?.,;:"),
    "one long word": lambda size: "I like " + "a" * size,
    "digits": repeated("9"),
    "addresses": repeated("a@b.c "),
    "pictures": repeated("😀"),
    "pictures between words": repeated("I like tea 😀 我喜欢茶 "),
    "both languages": repeated("I like tea. 我喜欢茶。"),
    "both languages in one sentence": repeated("I like 我喜欢 tea 茶 and 和 "),
    "a phrase without end": repeated("I like "),
    "a phrase without end in Chinese": repeated("我喜欢"),
    "clauses without marks": repeated("我喜欢跑步我住在上海我是老师"),
    "clauses": counted("I like {thing}, "),
    "clauses in Chinese": counted("我喜欢{zh}，"),
    "a list": counted("{thing}, ", "I like "),
    "a list in Chinese": counted("{zh}、", "我喜欢"),
    "spaced signs": repeated("我 喜 欢 跑 步 "),
    "lines": counted("I like {thing}\n"),
    "lines in Chinese": counted("我喜欢{zh}\n"),
    "sentences": counted("My sister works at {thing} and last week I moved to {other}, please always call me {thing}. "),
    "sentences in Chinese": counted("我在{zh}公司做事，明天要去{zh}开会，以后叫我老{n}。"),
    "questions": repeated("Do I like tea? "),
    "wishes": counted("forget that I like {thing}\n"),
    "wishes in Chinese": counted("记住我喜欢{zh}。忘掉我住在{zh}。"),
    "corrections in Chinese": repeated("不是上海是北京，更新一下，"),
    "long sentences": sentences_of(1_400, "I like tea and my dog is old ", ". "),
    "long wishes": sentences_of(1_400, "please forget that I like tea and update my city from Rome to Porto so ", ". "),
    # Words of which one holds the other can be told apart in ever more ways.
    "stammering": sentences_of(160, "刚刚", "买了。"),
    "adverbs in Chinese": sentences_of(140, "还是也就又才都", "，"),
    "and so on": sentences_of(180, "等等", "好，"),
    "empty words": sentences_of(180, "一下一个", "茶，"),
    "dashes": sentences_of(180, "——", "茶，"),
}  # fmt: skip
SETTLED = {
    "clauses without marks": repeated("好的已确认数据库采用方案"),
    "sentences": counted("Agreed: we will use {thing} for {other} by Monday. "),
    "sentences in Chinese": counted("我们最终决定用{zh}重写{zh}，原来的方案不再考虑，下周三上线。"),
    "a list": counted("- Marta will book {thing} for {other} on {n} March\n", "Agreed plan:\n"),
    "a list in Chinese": counted("- 周三由小王完成{zh}\n", "已确认的计划：\n"),
    "numbers inside a line": counted("{n}. book {thing} ", "Agreed: "),
    "long sentences": sentences_of(580, "we decided to use Redis for the cache and to deploy ", ". "),
    "links": repeated("[a]("),
    "quotes that never close": repeated("“agreed "),
    "colons": repeated("a: "),
}  # fmt: skip
KINDS = [pytest.param(USER, build, id=f"user: {name}") for name, build in SAID.items()] + [
    pytest.param(ASSISTANT, build, id=f"agent: {name}") for name, build in SETTLED.items()
]


def answer(role: str, text: str) -> ExtractAnswer:
    return extract.extract(ExtractQuestion((Line(role, text, key=1),), conversation_time="2026-03-11T10:00:00+08:00"))


def cost(role: str, text: str, *, enough: float) -> float:
    """Seconds of the processor; of up to three attempts the best, since others work beside this one."""
    best = float("inf")
    for _attempt in range(3):
        started = time.process_time()
        answer(role, text)
        best = min(best, time.process_time() - started)
        if best <= enough:
            break
    return best


@pytest.mark.parametrize(("role", "build"), KINDS)
def test_no_message_costs_more_than_a_moment(role: str, build: Build) -> None:
    whole = cost(role, build(LONGEST_MESSAGE), enough=LEAST)

    assert whole < SECONDS
    if whole > LEAST:
        quarter = cost(role, build(LONGEST_MESSAGE // 4), enough=0)
        assert whole < GROWTH * max(quarter, LEAST / 4)


def test_a_message_of_usual_length_is_read_whole() -> None:
    said = "我喜欢喝茶，也喜欢爬山。" * 20

    assert bounds.bounded(said) == (said, 0)


@pytest.mark.parametrize(("line", "content"), [("I like {}.\n", "The user likes {}"), ("我喜欢{}。\n", "用户喜欢{}")])
def test_of_too_many_clauses_the_first_and_the_last_are_read_and_the_others_counted(line: str, content: str) -> None:
    found = answer(USER, "".join(line.format(f"tea {number}") for number in range(1, 1_000)))

    contents = {item.content for item in found.items}
    assert {content.format("tea 1"), content.format("tea 999")} <= contents
    assert content.format("tea 500") not in contents
    assert found.dropped["too_many"] == 999 - bounds.MOST_CLAUSES


def test_code_that_begins_in_what_is_left_out_is_not_read_as_speech() -> None:
    told = "I like tea.\n" * 200
    code = "```\n" + "my name is Bob.\n" * 300 + "```\nI live in Oslo."

    contents = [item.content for item in answer(USER, told + code).items]

    assert any("Oslo" in content for content in contents)
    assert not any("Bob" in content for content in contents)


def test_a_wide_gap_between_words_changes_nothing() -> None:
    assert [item.content for item in answer(USER, "I live in" + " " * 500 + "Oslo.").items] == [
        item.content for item in answer(USER, "I live in Oslo.").items
    ]
