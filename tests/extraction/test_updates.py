"""What merging by the embedded rules leaves behind, on labelled pairs sent through the product's own path."""

import json
from pathlib import Path

import pytest

from benchmarks import pairs
from engine.questions import ModelChoice

SETS = ("updates.jsonl", "updates_second.jsonl")


def learned(name):
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    judge = pairs.Judge(ModelChoice())
    return pairs.summary(pairs.learn([json.loads(line) for line in lines], judge), judge)


@pytest.mark.parametrize("name", SETS)
def test_the_rules_leave_behind_what_people_meant(name):
    figures = learned(name)

    for language in ("zh", "en"):
        assert figures[language]["effect"] >= 0.85
        assert figures[language]["stale"] <= 0.25
        assert figures[language]["lost"] <= 0.05


def test_pairs_count_what_is_left_and_not_the_judges_word():
    row = {"action": "append", "lang": "en"}

    done = [pairs.Done(row, action, is_judged=True) for action in ("new", "append", "same", "replace")]

    assert [one.is_right for one in done] == [True, True, False, False]
    assert [one.is_lost for one in done] == [False, False, True, True]


def test_a_stored_statement_that_should_have_gone_is_stale_and_a_double_is_noise():
    over = pairs.Done({"action": "replace", "lang": "en"}, "append", is_judged=True)
    double = pairs.Done({"action": "same", "lang": "en"}, "new", is_judged=False)

    assert (over.is_stale, over.is_noise, over.is_lost) == (True, False, False)
    assert (double.is_stale, double.is_noise, double.is_lost) == (False, True, False)
