"""What a text is about, under one name in both languages."""

import pytest

from engine.text import concepts


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("smokes cigarettes", {"smoke"}),
        ("在抽烟", {"smoke"}),
        ("likes science fiction", {"science_fiction"}),
        ("住在东京", {"live", "tokyo"}),
        ("在谷歌上班", {"谷歌", "to_work"}),
        ("开了一家酒店", {"酒店"}),
        ("在读《海底两万里》", {"海底两万里", "student"}),
        ("plans to paint", {"paint"}),
        ("meets on 3 May 2025 at 9:30", {"meeting"}),
    ],
)
def test_things_have_one_name_and_frames_have_none(text, things):
    assert concepts.content(text).things >= things


def test_a_number_or_a_date_is_no_thing():
    assert concepts.content("on 3 May 2025 at 9:30, 12 times").things == set()


def test_things_of_one_domain_know_it():
    assert concepts.domain_of("tea") == concepts.domain_of("coffee") != ""
    assert concepts.content("takes the tram").domains == concepts.content("骑自行车").domains


def test_no_wording_stands_for_two_things():
    rows: dict[str, set[str]] = {}
    for row in "\n".join(concepts.TABLES).splitlines():
        words = [] if row.startswith("[") else row.split()
        for word in words:
            rows.setdefault(word, set()).add(words[0])

    assert {word: names for word, names in rows.items() if len(names) > 1} == {}
