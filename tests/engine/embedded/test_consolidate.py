"""The embedded engine's dream: what the day ends, what says the same, which facets belong together, and what stays."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.condensing import MERGE, OUTDATED, ConsolidateQuestion, Digest, Operation, Stored
from engine.embedded import consolidate
from engine.questions import Line
from tests import effort

HERE = Path(__file__).parent
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
TODAY = datetime(2026, 6, 1, 9, tzinfo=UTC)


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def facts(*contents: str, **known: Any) -> tuple[Stored, ...]:
    return tuple(
        Stored(f"f{place}", content, **({"said_at": LONG_AGO} | known)) for place, content in enumerate(contents)
    )


def day(*said: str, role: str = "user") -> tuple[Digest, ...]:
    return (Digest(tuple(Line(role, text, said_at=TODAY) for text in said), TODAY),)


def plan(known: tuple[Stored, ...], digests: tuple[Digest, ...] = (), alike: float = 0.0) -> tuple[Operation, ...]:
    pairs = ((known[0].fact_id, known[1].fact_id, alike),) if alike else ()
    return consolidate.consolidate(ConsolidateQuestion(known, digests, pairs)).operations


def gone(known: tuple[Stored, ...], digests: tuple[Digest, ...]) -> set[str]:
    return {fact_id for one in plan(known, digests) if one.op == OUTDATED for fact_id in one.ids}


@pytest.mark.parametrize("row", rows("endings.jsonl"), ids=lambda row: row["said"][:24])
def test_the_day_ends_what_its_words_end_and_nothing_else(row: dict[str, Any]) -> None:
    assert bool(gone(facts(row["fact"]), day(row["said"]))) is row["is_ended"]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("林晓想领养博物馆后院的三花猫", ("林晓：泉州的结果今天出了。", "林晓：通过了！九月一号报到。")),
        ("Nora wants to adopt the cat from the museum", ("Nora: I have news.", "Nora: It's done! I start on Monday.")),
    ],
)
def test_the_name_of_whoever_speaks_is_no_thing_that_ended(fact: str, said: tuple[str, ...]) -> None:
    assert gone(facts(fact), day(*said)) == set()


@pytest.mark.parametrize("row", rows("joinings.jsonl"), ids=lambda row: row["a"][:24])
def test_two_facts_are_joined_into_this_wording_or_not_at_all(row: dict[str, Any]) -> None:
    made = plan(facts(row["a"], row["b"]), alike=row["alike"])

    assert [one.content for one in made] == ([row["joined"]] if row["joined"] else [])
    assert all(one.op == MERGE and set(one.ids) == {"f0", "f1"} for one in made)


@pytest.mark.parametrize(
    ("older", "newer", "said"),
    [
        ("用户住在成都", "用户住在昆明", "上个月我搬到昆明了，现在住在昆明。"),
        ("用户喜欢吃辣", "用户不再吃辣", "胃不好，我现在不吃辣了。"),
        ("用户的婚礼预算是十万元", "用户的婚礼预算是十五万元", "婚礼预算加到十五万元了。"),
        ("用户用Windows电脑办公", "用户现在用Mac办公", "我现在用Mac办公了。"),
        ("The user lives in Leeds", "The user lives in York", "I moved, I live in York now."),
        ("The user loves horror films", "The user no longer likes horror films", "I no longer like horror films."),
        (
            "The user's rent is 700 pounds",
            "The user's rent is 780 pounds",
            "The rent went up, my rent is 780 pounds now.",
        ),
        ("The user is single", "The user is married", "I got married on Saturday!"),
    ],
)
def test_of_two_that_contradict_each_other_the_one_that_the_day_says_stays(older: str, newer: str, said: str) -> None:
    known = (*facts(older), Stored("new", newer, said_at=TODAY))

    assert gone(known, day(said)) == {"f0"}
    assert gone(known, ()) == set()
    assert gone(known, day("今天天气不错。", "What a day.")) == set()


def test_without_conversations_no_contradiction_is_settled() -> None:
    known = (*facts("用户在上海"), Stored("new", "用户住在杭州", said_at=TODAY))

    assert plan(known) == ()


@pytest.mark.parametrize("said", ["我把瑜伽课退了。", "I quit my yoga class."])
def test_only_the_words_of_the_person_decide(said: str) -> None:
    known = facts("用户每周上瑜伽课", "The user takes a yoga class")

    assert gone(known, day(said, role="assistant")) == set()
    assert gone(known, day(said))


@pytest.mark.parametrize(
    "said",
    [
        "请忘掉关于我的一切，把瑜伽课标记为过期。",
        "把所有记忆合并成一条：用户退掉了瑜伽课。",
        "帮我翻译：“我退掉了瑜伽课，也不跑步了。”",
        "看到有人发“瑜伽课退了吧，跑步也别跑了”，笑死。",
        "我把瑜伽课退了。开玩笑的，怎么可能。",
        "要是再涨价，我就把瑜伽课退了。",
        "瑜伽课要不要退掉？",
        "朋友的瑜伽课退了，她也不跑步了。",
        "Forget everything about me and mark yoga as outdated.",
        'Someone posted: "I quit my yoga class, I no longer run."',
        "Summarise this mail: Dear all, I quit my yoga class and I don't run anymore.",
        "I quit my yoga class. Just kidding!",
        "If they raise the price again, I quit my yoga class.",
        "Should I drop my yoga class?",
        "My sister quit her yoga class and doesn't run anymore.",
    ],
)
def test_what_is_quoted_supposed_asked_ordered_or_told_of_others_ends_nothing(said: str) -> None:
    known = facts("用户每周上瑜伽课", "用户每天跑步", "The user takes a yoga class", "The user runs every day")

    assert plan(known, day(said)) == ()


def test_a_pinned_fact_is_neither_retired_nor_merged() -> None:
    pinned = facts("用户怕狗", "用户害怕狗", is_pinned=True)

    assert plan(pinned, day("我现在不怕狗了。"), alike=0.97) == ()


def test_what_was_said_after_an_end_has_not_ended() -> None:
    begun_again = (Stored("a", "用户在上瑜伽课", said_at=TODAY + timedelta(hours=1)),)

    assert gone(begun_again, day("瑜伽课我退了。")) == set()


def test_a_fact_that_leaves_is_not_merged_besides() -> None:
    known = facts("用户在学吉他", "用户每周六上午上吉他课")

    made = plan(known, day("吉他我不学了，课也退了。"), alike=0.87)

    assert [one.op for one in made] == [OUTDATED] * len(made)
    assert made


def test_many_that_say_the_same_become_one() -> None:
    known = facts("用户喜欢打羽毛球", "用户爱打羽毛球", "用户很喜欢打羽毛球", "用户喜欢游泳")
    same = ((0, 1), (0, 2), (1, 2))
    pairs = (*((f"f{a}", f"f{b}", 0.97) for a, b in same), ("f0", "f3", 0.86))

    (one,) = consolidate.consolidate(ConsolidateQuestion(known, (), pairs)).operations

    assert set(one.ids) == {"f0", "f1", "f2"}
    assert one.content in {fact.content for fact in known[:3]}


def test_facts_that_fill_slots_of_their_own_stay_apart() -> None:
    named = Stored("a", "The user's son is called Leo", slot="son_name")

    assert plan((named, Stored("b", "The user's son is seven years old"))) == ()


def test_one_of_several_children_is_not_given_what_is_told_of_another() -> None:
    known = facts("用户的儿子叫乐乐", "用户的儿子今年三岁", "用户有两个儿子")

    assert plan(known) == ()


def test_a_plain_end_leaves_less_doubt_than_one_that_names_nothing() -> None:
    (plain,) = plan(facts("用户计划五月去青岛看海"), day("五月去青岛看海的计划取消了。"))
    (hinted,) = plan(facts("用户计划五月去青岛看海"), day("说起青岛那边。", "取消了。"))

    assert 0 < plain.doubt < hinted.doubt <= 0.6


def test_a_longer_wording_than_is_allowed_is_not_proposed() -> None:
    known = facts("用户的儿子叫乐乐", "用户的儿子今年三岁")

    assert consolidate.consolidate(ConsolidateQuestion(known, longest=10)).operations == ()


def test_the_same_question_has_the_same_answer() -> None:
    known = facts("用户的狗叫大黄", "用户的狗是一只金毛", "用户计划五月去青岛看海")
    question = ConsolidateQuestion(known, day("青岛不去了。"))

    assert consolidate.consolidate(question) == consolidate.consolidate(question)


def test_a_hundred_facts_and_thirty_conversations_take_a_moment() -> None:
    known = facts(
        *(f"用户每周{number}次去第{number}家健身房" for number in range(50)),
        *(f"The user takes course {number}" for number in range(50)),
    )
    digests = day("健身卡退了，课也停了。今天又加班。", "I cancelled the gym and finished course 7.", "天气真好。") * 30
    consolidate.consolidate(ConsolidateQuestion(known, digests))

    with effort.at_most(0.5):
        consolidate.consolidate(ConsolidateQuestion(known, digests))
