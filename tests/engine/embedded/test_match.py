"""A wish means one stored statement and not its neighbour: labelled pairs; of the unseen ones 0.95 were found at first, none wrongly."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.embedded.match import match
from engine.questions import MatchQuestion

PAIRS = [json.loads(line) for line in (Path(__file__).parent / "matches.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("pair", [pytest.param(pair, id=f"{pair['wish']}|{pair['stored']}") for pair in PAIRS])
def test_a_wish_means_a_statement_or_does_not(pair: dict[str, Any]) -> None:
    answer = match(MatchQuestion("DELETE", pair["wish"], pair["stored"]))

    assert answer.is_match == pair["is_match"], answer.reason
    assert answer.reason
    assert not answer.failed


@pytest.mark.parametrize("wish", ["The user", "用户", "Everything about the user", "用户的一切", "The user likes it"])
def test_a_wish_that_names_nothing_means_nothing(wish: str) -> None:
    assert not match(MatchQuestion("DELETE", wish, "The user likes cola")).is_match
    assert not match(MatchQuestion("DELETE", wish, "用户喜欢可乐")).is_match


def test_of_a_joined_statement_one_part_is_enough() -> None:
    assert match(MatchQuestion("DELETE", "用户喜欢猫", "用户喜欢猫和狗")).is_match
    assert match(MatchQuestion("DELETE", "The user likes cats", "The user likes dogs; likes cats")).is_match
