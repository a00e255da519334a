"""What an agent's words settle, on labelled sets: most of what agents say settles nothing."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.embedded.decisions import read_line
from engine.questions import ASSISTANT, ASSISTANT_TYPES, Item, Line

HERE = Path(__file__).parent
SETS = ("agents_words", "agents_words_second", "agents_words_third", "agents_words_fourth", "agents_words_fifth")
MONDAY = "2026-01-05"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]


def read(said: str, when: str = MONDAY) -> list[Item]:
    return read_line(Line(ASSISTANT, said, key=7), when=when)


def contents(said: str, when: str = MONDAY) -> list[str]:
    return [item.content for item in read(said, when)]


def fits(item: Item, wanted: dict[str, Any]) -> bool:
    said = item.content.lower()
    return item.type in wanted["types"] and all(word.lower() in said for word in wanted["words"])


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_settled_is_found_and_nothing_else(name: str, language: str) -> None:
    found = right = wanted = hit = 0
    for case in cases(name):
        if case["id"].startswith(language):
            items = read(case["said"])
            must = [want for want in case["want"] if not want.get("may")]
            found += len(items)
            right += sum(any(fits(item, want) for want in case["want"]) for item in items)
            wanted += len(must)
            hit += sum(any(fits(item, want) for item in items) for want in must)

    assert right / found >= 0.95
    assert hit / wanted >= 0.9


@pytest.mark.parametrize(
    "said", [pytest.param(case["said"], id=case["id"]) for name in (*SETS, "agents_talk") for case in cases(name) if not case["want"]]
)  # fmt: skip
def test_talk_explanations_and_open_questions_settle_nothing(said: str) -> None:
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("好的，已确认：数据库采用 PostgreSQL。", ["数据库采用 PostgreSQL"]),
        ("确认一下结论：缓存用 Redis，消息队列用 RabbitMQ。", ["缓存用 Redis", "消息队列用 RabbitMQ"]),
        ("认证方式已经定下来了，采用 OAuth2。", ["认证方式采用 OAuth2"]),
        ("下一步：我会在周五前把接口文档发给您。", ["助手会在周五前把接口文档发给用户"]),
        ("双方同意把交货期延到六月底。", ["交货期延到六月底"]),
        ("好的，已确认为您办理换货，新机预计周六送达。", ["为用户办理换货", "新机预计周六送达"]),
        ("已确认把发票寄到你的公司。", ["把发票寄到用户的公司"]),
        ("我們最終決定採用月付方案。", ["採用月付方案"]),
        ("Confirmed: we will use PostgreSQL as the main database.", ["The main database is PostgreSQL"]),
        (
            "Final decision: Redis for the cache and Kafka for the message queue.",
            ["The choice for the cache is Redis", "The choice for the message queue is Kafka"],
        ),
        ("Great, it is settled: deploys happen on Fridays only.", ["Deploys happen on Fridays only"]),
        ("We have decided to adopt microservices.", ["It was decided to adopt microservices"]),
    ],
)
def test_a_statement_is_short_whole_and_in_its_own_language(said: str, expected: list[str]) -> None:
    assert contents(said) == expected


def test_statements_carry_their_line_and_role_and_leave_the_slot_to_the_pipeline() -> None:
    [item] = read("已确认数据库采用 PostgreSQL。")

    assert (item.evidence, item.source_role, item.slot) == ((7,), ASSISTANT, "")


def test_english_times_become_dates_of_the_line() -> None:
    line = Line(
        ASSISTANT, "Agreed, the launch is next Tuesday.", said_at=datetime.fromisoformat("2026-01-08T09:00:00+08:00")
    )

    assert [item.content for item in read_line(line, when="2020-01-01")] == ["The launch is on 13 January 2026"]


def test_a_time_that_cannot_be_told_leaves_no_statement() -> None:
    assert contents("Agreed, the launch is next Tuesday.", when="") == []


@pytest.mark.parametrize(
    "said",
    [
        "好的，那就用这个，已确认。",
        "Agreed, we'll go with that one.",
        "已确认采用前者。",
        "It is settled: it will be moved to the former.",
    ],
)
def test_what_only_the_lines_before_would_explain_is_left_out(said: str) -> None:
    assert contents(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "已确认采用 Redis；如果数据量变大，就改用集群。",
        "We decided to use Redis for the cache, but the size may change and we might use Kafka later.",
    ],
)
def test_of_a_sentence_only_the_settled_half_is_taken(said: str) -> None:
    [content] = contents(said)

    assert "Redis" in content


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("已商定上线日期定为3月15日，由小周负责发布。", ["assistant_decision", "assistant_action"]),
        ("我们约定：日志里不得出现手机号。", ["assistant_constraint"]),
        ("行程已敲定：10月2日飞成都。", ["assistant_plan"]),
        ("The rollout plan is approved: staging on Tuesday.", ["assistant_plan"]),
        ("Agreed. Logs must never contain e-mail addresses.", ["assistant_constraint"]),
        ("Next steps:\n- Marta will book the venue", ["assistant_action"]),
    ],
)
def test_each_kind_has_its_type(said: str, expected: list[str]) -> None:
    assert [item.type for item in read(said)] == expected
    assert set(expected) <= set(ASSISTANT_TYPES)


PIECES = st.sampled_from(
    ["已确认", "：", "，", "。", "数据库", "采用", " Redis ", "我", "您", "下一步", "如果", "\n- ", "1. ", "这个", "周五", "agreed", ", ", ". ", "we ",
     "will use ", "the cache ", "that ", "it ", "is ", "final", ": ", "next steps", "for ", "tomorrow", " and ", " but ", "“", "”", "`", "\u200b", "?"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=24).map("".join))
@example("agreed: we will use 我")
@example("next steps: we will use 您")
@example("已确认：数据库采用我已采用已确认")
def test_whatever_is_said_a_statement_is_one_line_in_the_third_person(said: str) -> None:
    for content in contents(said):
        assert "\n" not in content
        assert len(content) <= 200
        assert not set(content) & set("我您你")
        assert not {"i", "we", "tomorrow"} & set(content.lower().split())
