"""What a pattern needs is found, and the guard's cues never lose a match by it."""

import re

import pytest

from engine.text import guard, literals
from tests.engine.text.test_guard_corpora import lines


@pytest.mark.parametrize(
    ("pattern", "pieces"),
    [
        (r"ignore|forget", {"ignore", "forget"}),
        (r"(?:please )?tell (?:me|us)", {"tell "}),
        (r"a(?:b|c)+", set()),
        (r"[a-z]+", set()),
        (r"(?:ignore|[a-z]+)", set()),
        (r"x{0,3}(?:忽略|无视)", {"忽略", "无视"}),
    ],
)
def test_a_pattern_needs_its_most_telling_pieces(pattern, pieces):
    assert literals.needed(re.compile(pattern)) == pieces


def test_a_pattern_in_any_case_needs_nothing_certain():
    assert literals.needed(re.compile("ignore", re.IGNORECASE)) == frozenset()


def test_no_match_of_a_cue_is_without_one_of_its_pieces():
    texts = [line["text"].lower() for name in ("guard_must_catch", "guard_second_must_catch") for line in lines(name)]

    for cue in guard.CUES:
        for text in texts:
            assert not cue.pattern.search(text) or not cue.pieces or any(piece in text for piece in cue.pieces)
