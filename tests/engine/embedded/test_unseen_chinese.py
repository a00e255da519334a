"""Chinese utterances that were written before the rules read them: the shares that were reached hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.embedded import extract
from engine.questions import USER, ExtractQuestion, Line
from extraction import gate

HERE = Path(__file__).parent
FIRST, SECOND = "unseen_zh", "unseen_zh_second"


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]


def said(case: dict[str, Any]) -> str:
    return str(case["input"]["current"][0]["content"])


def learned(case: dict[str, Any]) -> list[str]:
    line = Line(USER, said(case), key=1)
    question = ExtractQuestion((line,), reference=(line,), conversation_time=case["input"]["timestamp"])
    return [item.content for item in extract.extract(question).items]


def is_slip(case: dict[str, Any]) -> bool:
    """Whether something was learned that must not be: a forbidden word, or anything at all where nothing holds."""
    forbidden = case["expect"].get("must_not_yield_words", [])
    return any(case["expect"].get("nothing") or any(word in content for word in forbidden) for content in learned(case))


@pytest.mark.parametrize(("name", "least"), [(FIRST, 0.88), (SECOND, 0.94)])
def test_what_must_be_found_is_found_in_the_share_that_was_reached(name: str, least: float) -> None:
    wanted = found = 0
    for case in read(name):
        contents = learned(case)
        for meaning in case["expect"]["must_yield"]:
            wanted += 1
            found += any(word in content for word in meaning["any_words"] for content in contents)

    assert found / wanted >= least


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_what_must_not_be_learned_is_learned_nowhere(name: str) -> None:
    assert [case["id"] for case in read(name) if is_slip(case)] == []


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_statements_stand_alone_in_the_third_person(name: str) -> None:
    contents = [content for case in read(name) for content in learned(case)]

    assert [content for content in contents if not content.startswith("用户") or "我" in content] == []
    assert [content for content in contents if "的的" in content or "用户的们" in content] == []


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_the_gate_lets_through_what_holds_something(name: str) -> None:
    cases = [case for case in read(name) if case["expect"]["must_yield"]]

    assert [case["id"] for case in cases if not gate.passes(USER, said(case)).is_open] == []


def test_the_gate_closes_for_more_than_half_of_what_holds_nothing() -> None:
    cases = [case for name in (FIRST, SECOND) for case in read(name) if case["expect"].get("nothing")]

    assert sum(gate.passes(USER, said(case)).is_open for case in cases) <= 35
