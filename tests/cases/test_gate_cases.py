"""The cases of the gate and of the conversation's time: pure rules, one adapter for each kind."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.text import weeks
from extraction import gate

CASES = [json.loads(line) for line in (Path(__file__).parent / "extraction.jsonl").read_text("utf-8").splitlines()]


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(case["input"], case["expect"], id=case["id"]) for case in CASES if case["input"]["kind"] == kind
    ]


@pytest.mark.parametrize(("given", "expected"), cases("extract_gate"))
def test_a_message_reaches_a_model_or_not(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert gate.passes(given["role"], given["content"]).is_open is expected["passes"]


@pytest.mark.parametrize(("given", "expected"), cases("time_context"))
def test_the_week_of_a_conversation_is_named(given: dict[str, Any], expected: dict[str, Any]) -> None:
    named = weeks.current_week(given["timestamp"])

    assert named in expected.get("current_week_any_of", [expected.get("current_week")])


def test_every_case_of_these_kinds_is_here() -> None:
    assert (len(cases("extract_gate")), len(cases("time_context"))) == (8, 8)
