"""What two wordings share."""

from hypothesis import given
from hypothesis import strategies as st

from memoryhub.pages.differences import LONGEST, Piece, against


def marked(text: str, *others: str) -> list[str]:
    return [piece.text for piece in against(text, others) if not piece.is_shared]


def test_words_that_the_other_lacks_are_marked():
    assert marked("The user likes black tea", "The user likes green tea") == ["black"]
    assert against("likes tea", ["likes tea"]) == [Piece("likes tea", is_shared=True)]


def test_chinese_is_compared_by_character():
    assert marked("用户喜欢红茶，尤其滇红", "用户喜欢红茶") == ["，尤其滇红"]
    assert marked("用户喜欢红茶，尤其滇红", "用户喜欢红茶", "用户喜欢喝滇红") == ["，尤其"]


def test_a_number_is_one_piece():
    assert marked("costs 1000", "costs 100") == ["1000"]


def test_what_is_too_long_is_shown_unmarked():
    assert marked("词" * (LONGEST + 1), "x") == []


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=3))
def test_nothing_is_added_and_nothing_lost(text: str, others: list[str]):
    assert "".join(piece.text for piece in against(text, others)) == text
