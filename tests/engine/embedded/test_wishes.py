"""Wishes about the memory among what only sounds like them: four labelled sets, each written before rules were made for it.

First figures (precision / recall), before any rule was changed for the set; the last ones stand in the test below:
first set English 0.89 / 0.46, Chinese 0.88 / 0.44; second set 0.94 / 0.88 and 0.86 / 0.71; third set, longer messages,
1.00 / 0.27 and 1.00 / 0.67; fourth set 1.00 / 0.79 and 1.00 / 0.64. Expect the fourth's from what is not labelled here.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.embedded import extract
from engine.questions import ExtractAnswer, ExtractQuestion, Instruction, Line

HERE = Path(__file__).parent
SETS = [
    [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]
    for name in ("wishes.jsonl", "wishes_second.jsonl", "wishes_third.jsonl", "wishes_fourth.jsonl")
]


def told(text: str) -> ExtractAnswer:
    line = Line("user", text, key=1)
    return extract.extract(ExtractQuestion(target=(line,), conversation_time="2026-03-10T12:00:00+08:00"))


def is_right(row: dict[str, Any], wish: Instruction) -> bool:
    old, new = wish.old.lower(), wish.new.lower()
    return (
        wish.op == row["op"]
        and all(word.lower() in old for word in row["old"])
        and all(word.lower() in new for word in row["new"])
    )


def figures(rows: list[dict[str, Any]], language: str) -> tuple[float, float]:
    """Precision and recall."""
    found = right = wanted = 0
    for row in rows:
        if row["lang"] == language:
            wishes = told(row["text"]).instructions
            found += len(wishes)
            right += any(is_right(row, wish) for wish in wishes)
            wanted += bool(row["op"])
    return right / found, right / wanted


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("rows", SETS, ids=["first", "second", "third", "fourth"])
def test_wishes_are_found_and_their_look_alikes_are_not(rows: list[dict[str, Any]], language: str) -> None:
    precision, recall = figures(rows, language)

    assert precision >= 0.97
    assert recall >= 0.92


def test_at_least_two_in_five_of_the_labelled_utterances_only_sound_like_wishes() -> None:
    rows = [row for each in SETS for row in each]

    assert sum(not row["op"] for row in rows) >= 0.4 * len(rows)


@pytest.mark.parametrize(
    "text",
    [
        "Forget that I like cola.",
        "I no longer drink coffee, update it to tea.",
        "I'm not vegetarian any more, please change that to vegan.",
        "I told you I play the violin. Please forget that.",
        "忘掉我说过喜欢可乐的事",
        "我说过我爱吃榴莲，把这条删了吧",
        "我不想让你记住我的收入，删掉吧",
    ],
)
def test_what_is_to_be_forgotten_or_corrected_is_no_statement_besides(text: str) -> None:
    answer = told(text)

    assert answer.instructions
    assert {item.content for item in answer.items} <= {wish.new for wish in answer.instructions}


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("我不再喝咖啡了，改成喝茶", "用户喝咖啡", "用户喝茶"),
        ("我不再住上海了，改成南京", "用户住在上海", "用户住在南京"),
        ("纠正一下，我不是在深圳工作，是在东莞工作", "用户在深圳工作", "用户在东莞工作"),
        ("我女儿的年级更新一下，现在是三年级", "用户女儿的年级", "用户女儿的年级是三年级"),
        ("Actually it's Leeds, not York - please correct that.", "York", "Leeds"),
        (
            "Actually, my sister lives in Lyon, not Paris. Please correct that.",
            "The user's sister lives in Paris",
            "The user's sister lives in Lyon",
        ),
        ("Please update your memory: I now work at Siemens.", "The user's workplace", "The user works at Siemens"),
    ],
)
def test_a_correction_names_the_old_and_the_new(text: str, old: str, new: str) -> None:
    assert told(text).instructions == (Instruction("UPDATE", old, new, (1,)),)
