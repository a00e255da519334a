"""How lists of a search become one."""

import random
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import fusion
from engine.fusion import Matched, Near, Scored, Terms
from engine.text.asked_days import Period

TODAY = date(2026, 3, 11)


def terms(*words: str, days: int = 0) -> Terms:
    return Terms(words, (1.0,) * len(words), tuple(Period((f"@-05-0{day + 1}",)) for day in range(days)))


def matched(marks: dict[int, int], *, count: int = 100, lengths: int = 10) -> Matched:
    """Rows by key and the bits of what they have, among so many."""
    rows = np.array(list(marks), dtype=np.int64)
    bits = np.array(list(marks.values()), dtype=np.int64)
    return Matched(rows, np.full(len(rows), float(lengths)), bits, count, count * lengths)


def near(relevances: dict[int, float]) -> Near:
    return Near(np.array(list(relevances), dtype=np.int64), np.array(list(relevances.values())))


def fused(asked: Terms, rows: Matched | None = None, vectors: Near | None = None, **options: object) -> list[Scored]:
    return fusion.fuse(asked, rows or Matched(), vectors or Near(), limit=1_000, **options)  # type: ignore[arg-type]


def scores(found: list[Scored]) -> dict[int, float]:
    return {one.key: one.score for one in found}


def test_what_only_its_vector_found_has_its_relevance_for_a_score():
    found = fused(terms("tea"), vectors=near({1: 0.3, 2: 0.712, 3: 0.0}))

    assert scores(found) == {2: 0.712, 1: 0.3, 3: 0.0}
    assert [one.vector_rank for one in found] == [1, 2, None]


def test_one_trivial_word_in_common_is_not_worth_showing():
    trivial = dict.fromkeys(range(1, 91), 1)  # nine rows in ten have it

    found = fused(terms("user", "allergy", "peanut"), matched(trivial))

    assert max(one.score for one in found) < 0.1


def test_most_of_a_questions_weight_is_found_without_any_vector():
    found = fused(terms("peanut", "allergy", "doctor"), matched({1: 0b011, 2: 0b001}))

    assert found[0].key == 1
    assert found[0].score > 0.30 > found[1].score


def test_all_of_a_question_in_words_is_a_sure_find_even_of_three_rows():
    found = fused(terms("温习", "习日", "日语"), matched({1: 0b111}, count=3))

    assert found[0].score == pytest.approx(0.85)


def test_two_weak_reasons_are_more_than_one():
    both = fused(terms("a", "b", "c", "d"), matched({1: 0b0001}), near({1: 0.25, 2: 0.25}))

    assert scores(both)[1] > scores(both)[2] == 0.25


def test_sharing_trivial_things_does_not_outrank_the_one_right_answer():
    trivial = dict.fromkeys(range(100, 190), 1)

    found = fused(terms("user", "breakfast", "food"), matched(trivial | {1: 1}), near({1: 0.15, 2: 0.8}))

    assert [one.key for one in found[:2]] == [2, 1]
    assert found[1].score < 0.30


def test_what_was_said_on_the_day_asked_for_answers_by_that_alone():
    found = fused(terms("topics", "talked", "about", days=1), matched({1: 0b1000, 2: 0b0001}), near({3: 0.2}))

    assert found[0].is_of_day
    assert scores(found)[1] > 0.30
    assert found[0].day_rank == 1


def test_of_the_days_rows_the_one_that_is_about_it_comes_first():
    found = fused(terms("museum", days=1), matched({1: 0b10, 2: 0b11, 3: 0b10}), near({3: 0.3}))

    assert [one.key for one in found] == [2, 3, 1]


def test_a_day_that_belongs_to_the_content_does_not_hide_the_answer():
    """Said on another day, about the day: its words and its relevance still find it."""
    found = fused(terms("birthday", days=1), matched({1: 0b10, 2: 0b01}), near({1: 0.05, 2: 0.6}))

    assert found[0].key == 2


def test_equals_have_equal_scores_and_the_newer_key_comes_first():
    found = fused(terms("tea"), vectors=near({1: 0.5, 3: 0.5, 2: 0.5}))

    assert [(one.key, one.score) for one in found] == [(3, 0.5), (2, 0.5), (1, 0.5)]


def test_hidden_rows_are_not_there():
    found = fused(terms("tea"), matched({1: 1, 2: 1}), near({2: 0.5, 3: 0.5}), without=[2])

    assert {one.key for one in found} == {1, 3}


def test_nothing_is_nothing():
    assert fused(Terms()) == []
    assert fused(Terms(), vectors=near({1: 0.4}))[0].score == 0.4


def test_two_sets_of_one_persons_rows_are_weighed_together():
    both = matched({1: 1}, count=5).and_also(matched({-1: 1}, count=2))

    assert (both.keys.tolist(), both.count, both.length) == ([1, -1], 7, 70)


@given(
    st.dictionaries(st.integers(1, 60), st.integers(1, 2**5 - 1), max_size=40),
    st.dictionaries(st.integers(1, 60), st.floats(0, 1), max_size=40),
    st.integers(0, 2),
)
def test_scores_fall_along_the_order_and_stay_between_nothing_and_all(marks, relevances, days):
    asked = terms(*"abcde"[: 5 - days], days=days)

    found = fused(asked, matched(marks), near(relevances))

    told = [one.score for one in found]
    assert told == sorted(told, reverse=True)
    assert all(0 <= score <= 1 for score in told)
    assert {one.key for one in found} == set(marks) | set(relevances)


def test_the_order_of_the_rows_that_come_in_does_not_matter():
    marks, relevances = {key: key % 7 + 1 for key in range(50)}, {key: (key * 37 % 100) / 100 for key in range(80)}
    shuffled = list(marks.items())
    random.Random(1).shuffle(shuffled)

    assert fused(terms("a", "b", "c"), matched(marks), near(relevances)) == fused(
        terms("a", "b", "c"), matched(dict(shuffled)), near(dict(reversed(relevances.items())))
    )


def test_a_limit_cuts_behind_the_best():
    every = fused(terms("a"), vectors=near({key: key / 100 for key in range(100)}))

    assert fusion.fuse(terms("a"), Matched(), near({key: key / 100 for key in range(100)}), limit=3) == every[:3]


# --- what a question is looked for by -------------------------------------------------------------------------------


def test_function_words_are_looked_for_only_when_there_is_nothing_else():
    assert set(fusion.terms("What is the budget?", TODAY).words) == {"budget"}
    assert "预算" in fusion.terms("我的预算是多少？", TODAY).words
    assert fusion.terms("who are you", TODAY).words == ("who", "are", "you")
    assert fusion.terms("你是谁", TODAY).words


def test_pairs_across_the_edge_of_two_words_count_less():
    asked = fusion.terms("喜欢喝绿茶", TODAY)

    worth = dict(zip(asked.words, asked.worth, strict=True))
    assert worth["绿茶"] == 1.0 > worth["欢喝"]


def test_a_row_needs_a_whole_word_where_the_question_has_any():
    assert "欢喝" not in fusion.terms("喜欢喝绿茶", TODAY).telling
    assert fusion.terms("的茶", TODAY).telling == ("的茶",)


def test_punctuation_and_signs_alone_ask_for_nothing():
    assert not fusion.terms("！？…😀 ' \\ & |", TODAY)


def test_a_very_long_question_is_looked_for_by_its_beginning_and_end():
    asked = fusion.terms(" ".join(f"word{number}" for number in range(2_000)), TODAY)

    assert len(asked.words) == fusion.MOST_WORDS
    assert {"word0", "word1999"} <= set(asked.words)


def test_a_word_that_no_column_can_hold_is_not_looked_for():
    assert fusion.terms(f"{'x' * 5_000} tea", TODAY).words == ("tea",)


def test_a_question_names_its_days():
    assert [period.words for period in fusion.terms("昨天和5月2日我说了什么", TODAY).periods] == [
        ("@2026-03-10",),
        ("@-05-02",),
    ]


def test_marks_have_room_for_every_term():
    everything = Terms(
        tuple(f"w{number}" for number in range(fusion.MOST_WORDS)), (1.0,) * fusion.MOST_WORDS,
        tuple(Period((f"@-01-{day:02}",)) for day in range(1, fusion.MOST_PERIODS + 1)),
    )  # fmt: skip

    found = fused(everything, matched({1: 2 ** (fusion.MOST_WORDS + fusion.MOST_PERIODS) - 1}))

    assert found[0].is_of_day
    assert found[0].words == 1.0


def test_a_reply_is_found_by_what_it_answers():
    rows = near({1: 0.05, 2: 0.6, 3: 0.0, 4: 0.1, 5: 0.2})

    assert [one.key for one in fused(terms("market"), vectors=rows, in_turn=True)][:2] == [2, 3]
    assert [one.key for one in fused(terms("market"), vectors=rows)][:2] == [2, 5]


def test_a_reply_is_found_by_the_words_of_what_it_answers():
    asked = matched({2: 0b11, 9: 0b01})

    found = fused(terms("earn", "market"), asked, near(dict.fromkeys(range(1, 10), 0.01)), in_turn=True)

    assert [one.key for one in found][:2] == [2, 3]
    assert found[1].score >= found[2].score


def test_what_was_asked_lends_nothing_backwards_nor_further_than_two():
    found = fused(terms("market"), vectors=near({1: 0.0, 2: 0.6, 3: 0.0, 4: 0.0, 5: 0.0}), in_turn=True)

    assert {one.key: one.vector_rank for one in found} == {1: None, 2: 1, 3: 2, 4: 3, 5: None}


def test_without_vectors_no_row_takes_its_neighbour_for_what_it_answers():
    asked = matched({2: 0b11, 40: 0b01, 41: 0b01})

    assert fused(terms("earn", "market"), asked, in_turn=True) == fused(terms("earn", "market"), asked)
