"""Words that exclude each other are told apart, in both languages and across them."""

import pytest

from engine.text import contrasts


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("住得很近", "住得很远", contrasts.POLARITY),
        ("Buys old cars", "Sells old cars", contrasts.POLARITY),
        ("喜欢安静的酒店", "Likes noisy hotels", contrasts.POLARITY),
        ("冬天跑步", "夏天跑步", contrasts.DATE),
        ("Free this week", "Free next week", contrasts.DATE),
        ("Fixed the kitchen", "Fixed the bathroom", contrasts.MATTER),
    ],
)
def test_words_that_exclude_each_other_make_a_contrast(a, b, kind):
    assert kind in contrasts.contrast(a, b)
    assert kind in contrasts.contrast(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("大约三天左右", "小时候三天"),
        ("在大学教书", "在小区教书"),
        ("Works right now", "Has a sister left out"),
        ("Walks in summer and winter", "Walks in winter"),
    ],
)
def test_a_word_that_only_looks_like_it_and_a_side_that_both_name_make_none(a, b):
    assert contrasts.contrast(a, b) == ()
