"""English utterances written before the rules that read them: what must be found, what must not, how fast."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.extract import CaseFigures, judge_cases
from engine.embedded import extract
from engine.embedded.english import dates
from engine.questions import USER, ExtractQuestion, Line
from extraction import gate

HERE = Path(__file__).parent
# What was reached when the set was last worked on; a later change may lose two in a hundred, and yield nothing forbidden.
REACHED = {
    "unseen_en.jsonl": 0.971,
    "unseen_en_second.jsonl": 0.957,
    "unseen_en_third.jsonl": 0.938,
    "unseen_en_fourth.jsonl": 0.898,
    "unseen_en_fifth.jsonl": 0.917,
}
TOLERANCE = 0.02


def _cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


ALL = [case for name in REACHED for case in _cases(name)]


def _contents(case: dict[str, Any]) -> list[str]:
    said = case["input"]["current"][0]["content"]
    question = ExtractQuestion(target=(Line(USER, said, key=1),), conversation_time=case["input"]["timestamp"])
    return [item.content for item in extract.extract(question).items]


@pytest.mark.parametrize("name", REACHED)
def test_what_must_be_found_is_found_and_nothing_forbidden_with_it(name: str) -> None:
    figures = CaseFigures()

    judge_cases(HERE / name, figures)

    assert figures.found / figures.wanted >= REACHED[name] - TOLERANCE, figures.misses
    assert figures.forbidden_produced == 0, figures.slips


@pytest.mark.parametrize(
    "case", [case for case in ALL if case["expect"].get("must_yield")], ids=lambda case: case["id"]
)
def test_the_gate_lets_every_telling_message_pass(case: dict[str, Any]) -> None:
    assert gate.passes(USER, case["input"]["current"][0]["content"]).is_open


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_a_statement_is_one_clean_line_in_the_third_person(case: dict[str, Any]) -> None:
    for content in _contents(case):
        assert re.match(r"(?:The user\b|[A-Z0-9].{0,40} of the user's )", content), content
        assert not re.search(r"\b(?:I|me|my|we|our|us|you|your)\b|[\ue000-\uf8ff]|\s{2}|[ ,;]$", content), content
        assert not dates.RELATIVE.search(content), content


def test_a_message_takes_less_than_two_milliseconds_on_average() -> None:
    started = time.process_time()

    for case in ALL:
        _contents(case)

    assert (time.process_time() - started) / len(ALL) < 0.004  # twice the goal: the machine is shared


@pytest.mark.parametrize(
    "text",
    [
        "I am " * 3000,
        "as a " * 3000,
        "my dog and " * 2000,
        "most of our " * 2000,
        "no calls, " * 2000,
        "this is A " * 2000,
        ", ".join(["fyi"] * 3000),
    ],
)
def test_repetition_does_not_make_the_rules_slow(text: str) -> None:
    started = time.process_time()

    extract.extract(ExtractQuestion(target=(Line(USER, text, key=1),), conversation_time="2026-03-11T10:00:00+00:00"))

    assert time.process_time() - started < 1.0
