"""The plain ranking by words that the product is measured against."""

import math
from datetime import UTC, datetime

import pytest

from benchmarks import bm25

NOON = datetime(2024, 5, 2, 12, tzinfo=UTC)


def test_a_rare_word_weighs_more_than_a_common_one():
    index = bm25.Index(["the cat sat", "the dog sat", "the cat and the heron", "the cat ran"])

    assert index.ranked("cat heron")[0] == 2


def test_of_two_texts_with_the_word_the_shorter_comes_first():
    index = bm25.Index(["a heron and a great many other birds of the marsh", "a heron stood there"])

    assert index.ranked("heron") == [1, 0]


def test_the_score_is_the_one_of_the_formula():
    index = bm25.Index(["heron heron marsh", "marsh", "river"])

    rarity, length = math.log(1 + 2.5 / 1.5), 3 / (5 / 3)

    assert index.score(0, {"heron"}) == pytest.approx(rarity * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * length)))


def test_what_shares_no_word_is_not_found():
    assert bm25.Index(["tea", "coffee"]).ranked("heron") == []


def test_chinese_is_found_by_pairs_of_characters():
    assert bm25.Index(["我去了博物馆", "我在公园跑步"]).ranked("公园里跑步")[0] == 1


def test_the_day_stands_in_the_text_as_a_question_writes_it():
    assert bm25.dated("tea", NOON, "en") == "May 2nd 2 2024 tea"
    assert bm25.dated("茶", NOON, "zh") == "2024年5月2日5月2号 茶"


@pytest.mark.parametrize(
    ("day", "ending"), [(1, "st"), (2, "nd"), (3, "rd"), (4, "th"), (11, "th"), (12, "th"), (22, "nd")]
)
def test_days_have_their_endings(day, ending):
    assert bm25.ordinal(day) == ending
