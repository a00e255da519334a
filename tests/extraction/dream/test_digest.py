import random
from datetime import UTC, datetime, timedelta

import pytest

from engine.questions import Line
from extraction.dream.digest import digest

NINE = datetime(2026, 3, 10, 9, tzinfo=UTC)
FACTS_ZH = ["用户每天早上喝两杯美式咖啡", "用户计划去冰岛旅行", "用户有车贷", "用户租住在滨江", "用户养了一只猫"]
FACTS_EN = [
    "The user lives in a flat in Leith", "The user takes the tram to work", "The user has a job interview at Nordlicht",
    "The user has a cat",
]  # fmt: skip
CHATTER_ZH = "春天来了，桃花开了，燕子飞回来了，河边的柳树也绿了。"
CHATTER_EN = "There are many kinds of timber, and each of them has its own price and weight. "


def talk(*said: str) -> list[Line]:
    """Lines of the person (`u: …`) and of the agent (`a: …`), a minute apart."""
    return [
        Line({"u": "user", "a": "assistant"}[one[0]], one[3:], key=place, said_at=NINE + timedelta(minutes=place))
        for place, one in enumerate(said)
    ]


def texts(lines: list[Line], facts: list[str], longest: int = 500) -> list[str]:
    return [line.content for line in digest(lines, facts, longest).lines]


LONG_ZH = talk(
    "u: 你好，我想聊聊搬家的事。", f"a: 好的。{CHATTER_ZH * 6}", "u: 嗯嗯",
    "u: 上次说的去冰岛的旅行取消了，因为签证没下来。", f"a: {CHATTER_ZH * 8}", "u: 今天天气怎么样？", f"a: {CHATTER_ZH * 4}",
    "u: 对了，车贷我上周已经还清了。", f"a: {CHATTER_ZH * 6}", "u: 咖啡我已经戒了，现在改喝大麦茶。",
    "a: 记住了。周六看房的行程已经确定。还有其他问题吗？",
)  # fmt: skip
LONG_EN = talk(
    "u: Hi there! I wanted to talk about my garden.", f"a: Sure. {CHATTER_EN * 6}", "u: thanks",
    "u: That job interview at Nordlicht fell through.", f"a: {CHATTER_EN * 6}", "u: How do I get to Glasgow?",
    f"a: {CHATTER_EN * 6}", "u: And I moved out of the flat in Leith on Saturday.", f"a: {CHATTER_EN * 6}",
    "u: I no longer take the tram, I cycle to work now.", "a: Great. So we go with cedar, delivered on Friday. Anything else?",
)  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "facts", "told"),
    [
        (LONG_ZH, FACTS_ZH, ["冰岛的旅行取消了", "车贷我上周已经还清了", "咖啡我已经戒了", "我想聊聊搬家的事", "看房的行程已经确定"]),
        (LONG_EN, FACTS_EN, ["Nordlicht fell through", "moved out of the flat", "no longer take the tram", "about my garden", "go with cedar"]),
    ],
)  # fmt: skip
def test_what_bears_on_the_facts_stands_in_few_characters(lines: list[Line], facts: list[str], told: list[str]) -> None:
    said = " ".join(texts(lines, facts))

    assert [one for one in told if one not in said] == []
    assert sum(map(len, texts(lines, facts))) <= 500


@pytest.mark.parametrize(("lines", "facts"), [(LONG_ZH, FACTS_ZH), (LONG_EN, FACTS_EN)])
@pytest.mark.parametrize("longest", [100, 137, 200, 500, 3_000])
def test_no_digest_is_longer_than_it_may_be(lines: list[Line], facts: list[str], longest: int) -> None:
    assert sum(map(len, texts(lines, facts, longest))) <= longest


def test_lines_keep_speaker_time_key_and_order() -> None:
    found = digest(LONG_EN, FACTS_EN, 500)

    places = [line.key for line in found.lines]
    assert places == sorted(set(places))
    assert all((line.role, line.said_at) == (LONG_EN[line.key].role, LONG_EN[line.key].said_at) for line in found.lines)
    assert found.ended_at == LONG_EN[-1].said_at


def test_a_person_is_heard_before_an_agent_and_a_statement_before_a_question() -> None:
    lines = talk(
        "u: Good morning to all of you out there.", "u: Is the flat in Leith still what I said?",
        "a: You live in a flat in Leith, as you told me.", "u: The flat in Leith is what I rent.", "a: Very good indeed.",
    )  # fmt: skip

    said = texts(lines, ["The user lives in a flat in Leith"], 75)

    assert "The flat in Leith is what I rent." in said
    assert not any("Is the flat" in one or "You live in" in one for one in said)


def test_an_end_that_names_nothing_is_kept_with_what_was_said_before_it() -> None:
    lines = talk(
        "u: Hello again, it is a sunny day here.", f"a: {CHATTER_EN * 5}", "u: About the flat in Leith. That fell through.",
        f"a: {CHATTER_EN * 5}",
    )  # fmt: skip

    assert "About the flat in Leith. That fell through." in texts(lines, FACTS_EN, 200)


def test_remembered_context_that_came_back_and_code_are_no_words_of_the_person() -> None:
    block = "## 关于当前用户\n- 用户有车贷\n- 用户养了一只猫\n\n## 使用原则\n- 仅在相关时使用以上内容\n"
    lines = talk(f"u: {block}\n```\n车贷 = 还清了\n```\n今天想做饭。", "a: 好的，做什么菜呢？")

    said = " ".join(texts(lines, FACTS_ZH))

    assert "车贷" not in said
    assert "今天想做饭" in said


def test_the_same_words_said_twice_stand_once() -> None:
    lines = talk(
        "u: 聊聊近况。", "u: 车贷我上周已经还清了。", "a: 恭喜！", "u: 车贷我上周已经还清了。", "a: 好的，恭喜。"
    )

    assert " ".join(texts(lines, FACTS_ZH)).count("车贷我上周已经还清了") == 1


def test_without_facts_beginning_and_conclusion_are_told() -> None:
    said = " ".join(texts(LONG_ZH, []))

    assert "我想聊聊搬家的事" in said
    assert "看房的行程已经确定" in said


@pytest.mark.parametrize("lines", [[], talk("u:  "), talk("a: ？！"), talk("u: ok")])
def test_a_conversation_without_words_is_told_in_none_or_few(lines: list[Line]) -> None:
    assert sum(map(len, texts(lines, FACTS_ZH))) <= 2


def test_the_same_conversation_makes_the_same_digest() -> None:
    shuffled = FACTS_ZH[:]
    random.Random(7).shuffle(shuffled)

    assert digest(LONG_ZH, FACTS_ZH, 500) == digest(LONG_ZH, shuffled, 500)


def test_a_very_long_sentence_is_told_by_its_beginning_and_its_end() -> None:
    lines = talk("u: 你好。", f"u: 我的车贷{'真的' * 300}已经还清了", "a: 好。")

    said = " ".join(texts(lines, FACTS_ZH))

    assert "我的车贷" in said
    assert "已经还清了" in said
