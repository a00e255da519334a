"""Which stored facts a new statement is compared with."""

from dataclasses import replace

from extraction import nearest
from extraction.candidates import Candidate
from extraction.rulings import Known
from extraction.screening import Limits

LIMITS = Limits(similar_score=0.4, nearest=2)


def found(incoming: str, *stored: tuple[str, float], slot: str = "", slots: dict[str, str] | None = None) -> list[str]:
    known = [
        (replace(Known(place, content), slot=(slots or {}).get(content, "")), score)
        for place, (content, score) in enumerate(stored, start=1)
    ]
    return [one.content for one, _ in nearest.find(Candidate(incoming, slot=slot), known, LIMITS)]


def test_the_nearest_above_the_line_are_compared() -> None:
    stored = (("likes green tea", 0.9), ("likes tea", 0.8), ("likes black tea", 0.7), ("owns a car", 0.1))

    assert found("likes white tea", *stored) == ["likes green tea", "likes tea"]


def test_what_fills_the_same_slot_is_compared_whatever_the_score() -> None:
    stored = (("likes tea", 0.5), ("住在上海浦东", 0.1))

    assert found("moved to Hangzhou", *stored, slot="location", slots={"住在上海浦东": "location"}) == [
        "likes tea",
        "住在上海浦东",
    ]


def test_what_shares_a_thing_is_compared_across_languages_and_where_something_ends() -> None:
    assert found("已经不吃素了", ("vegetarian", 0.2)) == ["vegetarian"]
    assert found("quit smoking", ("smokes a pipe", 0.2)) == ["smokes a pipe"]
    assert found("sleeps in the bedroom", ("bedroom is blue", 0.2)) == []
    assert found("已经不吃素了", ("owns a car", 0.2)) == []
