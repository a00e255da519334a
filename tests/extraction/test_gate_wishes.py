"""A wish about the memory reaches the engine, though it often looks like an order or a question."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.text import own_words, wish_cues
from extraction import gate

FOLDER = Path(__file__).parent.parent / "engine" / "embedded"
ROWS = [
    json.loads(line)
    for name in ("wishes.jsonl", "wishes_second.jsonl", "wishes_third.jsonl", "wishes_fourth.jsonl")
    for line in (FOLDER / name).read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS if row["op"]])
def test_every_wish_is_let_through(row: dict[str, Any]) -> None:
    assert gate.passes("user", row["text"]).is_open
    assert wish_cues.may_ask_of_memory(own_words.spoken(row["text"]))


@pytest.mark.parametrize(
    "text",
    [
        "How do I delete my account?", "Can you fix my code?", "Does it matter if you forget that I called?",
        "忘记密码怎么办", "把字体改成宋体", "帮我把这段话改成英文", "怎么才能忘掉前男友？", "更新一下系统",
    ],
)  # fmt: skip
def test_orders_and_questions_about_other_things_stay_outside(text: str) -> None:
    assert not gate.passes("user", text).is_open
