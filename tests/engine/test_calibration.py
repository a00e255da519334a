"""Scores mean the same with every model: the bundled one, for real, on sentences of our own."""

import numpy as np
import pytest

from engine import bundled, calibration, embeddings
from engine.embeddings import EmbedChoice

BUNDLED = EmbedChoice()

SAME = [
    ("对海鲜过敏", "吃海鲜会过敏"),
    ("works as a nurse", "is employed as a nurse"),
    ("养了一只橘猫", "家里有一只橘色的猫"),
    ("is learning Spanish", "studies the Spanish language"),
]
UNRELATED = [
    ("对海鲜过敏", "下周搬到青岛"),
    ("works as a nurse", "prefers dark mode"),
    ("养了一只橘猫", "预算三万元"),
    ("is learning Spanish", "owns a red bicycle"),
]
QUESTIONS = [
    ("住在哪里？", "住在重庆渝中区", "喜欢下围棋"),
    ("What must not be in the meal?", "cannot eat peanuts", "plays the cello"),
    ("他的职业是什么？", "职业是小学数学老师", "养了一只橘猫"),
]


def similar(a: str, b: str) -> float:
    left, right = embeddings.embed_passages([a, b], BUNDLED)
    return calibration.similar(left, right, embeddings.model_name(BUNDLED))


def relevant(question: str, passage: str) -> float:
    vector = embeddings.embed_query(question, BUNDLED)
    return calibration.relevant(
        vector, embeddings.embed_passages([passage], BUNDLED)[0], embeddings.model_name(BUNDLED)
    )


@pytest.mark.parametrize(("a", "b"), SAME)
def test_paraphrases_are_at_least_on_one_topic(a: str, b: str) -> None:
    assert similar(a, b) >= 0.6
    assert similar(a, b) == pytest.approx(similar(b, a))


@pytest.mark.parametrize(("a", "b"), UNRELATED)
def test_unrelated_statements_are_below_the_topic_line(a: str, b: str) -> None:
    assert similar(a, b) < 0.40


@pytest.mark.parametrize(("question", "fact", "other"), QUESTIONS)
def test_the_right_fact_is_worth_showing_and_before_the_others(question: str, fact: str, other: str) -> None:
    assert relevant(question, fact) >= 0.30
    assert relevant(question, fact) > relevant(question, other)


def test_a_statement_is_like_itself_and_scores_stay_between_0_and_1() -> None:
    rows = np.random.default_rng(1).normal(size=(50, 384))

    scores = calibration.similarities(rows[0], rows, bundled.NANO)

    assert scores[0] == pytest.approx(1.0)
    assert min(scores) >= 0.0
    assert max(scores) <= 1.0


def test_many_at_once_score_as_one_by_one() -> None:
    one, *others = embeddings.embed_passages(["green tea", "black tea", "rain", "雨"], BUNDLED)
    question = embeddings.embed_query("what does the user drink?", BUNDLED)

    assert calibration.similarities(one, others, bundled.NANO) == pytest.approx(
        [calibration.similar(one, other, bundled.NANO) for other in others]
    )
    assert calibration.relevances(question, others, bundled.NANO) == pytest.approx(
        [calibration.relevant(question, other, bundled.NANO) for other in others]
    )
    assert calibration.similarities(one, [], bundled.NANO) == calibration.relevances(one, [], bundled.NANO) == []


def test_the_cosines_of_an_unknown_model_stand_as_they_are() -> None:
    assert calibration.similar([1.0, 0.0], [0.6, 0.8], "somebody's-model") == pytest.approx(0.6)
    assert calibration.relevant([1.0, 0.0], [-1.0, 0.0], "somebody's-model") == 0.0


def test_a_zero_vector_is_like_nothing() -> None:
    assert calibration.similar([0.0, 0.0], [1.0, 0.0], "somebody's-model") == 0.0


@pytest.mark.parametrize("knots", [*calibration.SIMILAR.values(), *calibration.RELEVANT.values()])
def test_a_higher_cosine_never_means_a_lower_score(knots: calibration.Knots) -> None:
    assert list(knots) == sorted(knots)
    assert [score for _, score in knots] == sorted(score for _, score in knots)
