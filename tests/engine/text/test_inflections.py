"""One English word in all its forms, whichever of them is asked with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import inflections


@pytest.mark.parametrize(
    "family",
    [
        "walk walks walked walking",
        "hope hopes hoped hoping",
        "hop hops hopped hopping",
        "study studies studied studying",
        "play plays played playing",
        "watch watches watched watching",
        "prefer prefers preferred preferring",
        "travel travels travelled travelling traveled traveling",
        "visit visits visited visiting",
        "agree agrees agreed agreeing",
        "call calls called calling",
        "tie ties tied tying",
        "quit quits quitting",
        "run runs ran running",
        "buy buys bought buying",
        "go goes went gone going",
        "write writes wrote written writing",
        "take takes took taken taking",
        "dog dogs",
        "box boxes",
        "city cities",
        "potato potatoes",
        "child children",
        "knife knives",
        "race races raced racing",
        "use uses used using",
        "live lives lived living",
        "life lives",
        "leave leaves left leaving",
        "leaf leaves",
        "movie movies",
        "cookie cookies",
        "photo photos",
        "shoe shoes",
        "ski skis skied skiing",
        "begin begins began begun beginning",
        "horse horses",
        "glove gloves",
    ],
)
def test_every_form_leads_to_every_other(family):
    words = family.split()

    for word in words:
        found = inflections.forms(word)
        assert found[0] == word
        assert set(words) <= set(found)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("hoping", "hopped"),
        ("thing", "thed"),
        ("bus", "bu"),
        ("glass", "glas"),
        ("this", "thi"),
        ("red", "ring"),
        ("planet", "plan"),
        ("planting", "planning"),
        ("string", "stred"),
        ("evening", "even"),
        ("news", "new"),
        ("seed", "see"),
        ("needed", "nee"),
    ],
)
def test_words_that_only_look_alike_stay_apart(word, other):
    assert other not in inflections.forms(word)


@pytest.mark.parametrize("word", ["c++", "v2", "3.5", "don't", "é", "北京", "ok", ""])
def test_what_is_no_english_word_stays_as_it_is(word):
    assert inflections.forms(word) == (word,)


@given(st.text(alphabet="abcdefgilnopqrstuvy", max_size=14))
def test_any_row_of_letters_has_few_forms_and_itself_first(word):
    found = inflections.forms(word)

    assert found[0] == word
    assert len(found) == len(set(found)) <= 16
