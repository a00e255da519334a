"""Places and languages are known under one name in both languages."""

import pytest

from engine.text import bilingual


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("从柏林搬到了纽约", {"berlin", "new york"}),
        ("Moved from Berlin to New York", {"berlin", "new york"}),
        ("the UK office", {"united kingdom"}),
        ("likes a good chat", set()),
    ],
)
def test_places_are_found_in_both_languages(text, names):
    assert bilingual.known_names(text, bilingual.PLACES) == names


def test_names_of_one_language_are_one():
    assert bilingual.known_names("普通话", bilingual.LANGUAGES) == bilingual.known_names("Chinese", bilingual.LANGUAGES)


def test_a_place_is_no_language():
    assert bilingual.known_names("Berlin", bilingual.LANGUAGES) == frozenset()
