"""What two wordings share."""

from hypothesis import given
from hypothesis import strategies as st

from globalmemory.models import GlobalMemory, GlobalMemoryVersion
from memoryhub.pages.differences import LONGEST, Piece, against
from memoryhub.pages.effort import Effort
from memoryhub.pages.globals import global_versions
from memoryhub.pages.globals.global_forms import COMPARED
from tests import effort
from tests.builders import NOON

# Two texts of which each comparison finds one character, and looks through all the rest again.
SLOW, SLOWER = "的" * (LONGEST - 1), "一的" * (LONGEST // 2 - 1)


def marked(text: str, *others: str) -> list[str]:
    return [piece.text for piece in against(text, others, Effort()) if not piece.is_shared]


def test_words_that_the_other_lacks_are_marked():
    assert marked("The user likes black tea", "The user likes green tea") == ["black"]
    assert against("likes tea", ["likes tea"], Effort()) == [Piece("likes tea", is_shared=True)]


def test_chinese_is_compared_by_character():
    assert marked("用户喜欢红茶，尤其滇红", "用户喜欢红茶") == ["，尤其滇红"]
    assert marked("用户喜欢红茶，尤其滇红", "用户喜欢红茶", "用户喜欢喝滇红") == ["，尤其"]


def test_a_number_is_one_piece():
    assert marked("costs 1000", "costs 100") == ["1000"]


def test_what_is_too_long_is_shown_unmarked():
    assert marked("词" * (LONGEST + 1), "x") == []


def test_blanks_are_marked_between_two_marked_words_alone():
    assert marked("one two  three", "four five six") == ["one two  three"]
    assert marked("one two three", "two") == ["one", "three"]
    assert marked(" one\n", "one") == []


def test_what_takes_too_long_is_shown_unmarked():
    with effort.at_most(1.0):
        assert marked(SLOW, SLOWER) == []


def test_the_texts_of_one_page_take_no_longer_together_than_one():
    tags = {"tags": SLOW.split()}
    then = GlobalMemoryVersion(**dict.fromkeys(COMPARED, SLOW) | tags)
    now = GlobalMemory(**dict.fromkeys(COMPARED, SLOWER) | tags | {"name": "new name", "updated_at": NOON})
    then.name = "old name"

    with effort.at_most(1.0):
        found = global_versions.compared(then, now)

    assert [one.is_changed for one in found] == [True] * 7 + [False]
    assert [piece.text for piece in found[0].then if not piece.is_shared] == ["old"]
    assert all(piece.is_shared for one in found[1:] for piece in one.then)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=3))
def test_nothing_is_added_and_nothing_lost(text: str, others: list[str]):
    assert "".join(piece.text for piece in against(text, others, Effort())) == text
