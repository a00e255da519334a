"""What two texts share by their words."""

import pytest

from engine.text import similarity


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ("likes rain", "likes rain a lot", 1.0),
        ("likes rain", "likes snow", 0.5),
        ("喜欢下雨", "不喜欢下雨", 1.0),
        ("住在杭州", "住在苏州", 1 / 3),
        ("writes C++", "writes c++", 1.0),
        ("", "likes rain", 0.0),
    ],
)
def test_overlap_is_measured_against_the_shorter_text(a, b, share):
    assert similarity.overlap(a, b) == pytest.approx(share)
    assert similarity.overlap(b, a) == pytest.approx(share)


def test_jaccard_is_measured_against_both_texts():
    assert similarity.jaccard("likes rain", "likes snow") == pytest.approx(1 / 3)
    assert similarity.jaccard("", "") == 0.0


def test_words_of_two_scripts_cannot_be_compared():
    assert not similarity.shares_script("喜欢下雨", "likes rain")
    assert similarity.shares_script("喜欢Go", "在学Rust语言")


@pytest.mark.parametrize(
    ("a", "b", "things"),
    [
        ("likes coffee", "咖啡戒掉了", {"coffee"}),
        ("smokes a pipe", "has not touched a cigarette", {"smoke"}),
        ("likes to read poems", "likes to run", set()),
        ("works in an office", "the office is cold", set()),
    ],
)
def test_things_are_shared_across_wordings_and_languages(a, b, things):
    assert similarity.shared_things(a, b) == things


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ("likes tea", "爱喝茶", 1.0),
        ("喜欢喝茶", "喜欢喝咖啡", 1.0),  # of one domain
        ("likes tea", "likes chess", 0.0),
        ("hello", "", 0.0),
    ],
)
def test_kinship_counts_things_and_domains(a, b, share):
    assert similarity.kinship(a, b) == pytest.approx(share)
