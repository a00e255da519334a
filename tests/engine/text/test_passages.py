"""How an agent's message falls apart into passages."""

from engine.text import passages
from engine.text.passages import NO_LEAD


def texts(text: str) -> list[str]:
    return [passage.text for passage in passages.of(text)]


def test_sentences_of_both_languages_stand_apart_and_numbers_stay_whole() -> None:
    assert texts("We meet at 3.30 p.m. on Friday. 单价为12.5元。好的") == [
        "We meet at 3.30 p.m. on Friday",
        "单价为12.5元",
        "好的",
    ]


def test_a_but_opens_a_passage_of_its_own() -> None:
    assert [(one.text, one.turns) for one in passages.of("Agreed, but the price is open.")] == [
        ("Agreed", False),
        ("the price is open", True),
    ]


def test_items_stand_under_their_lead_until_the_list_ends() -> None:
    found = passages.of("Next steps:\n- book the hall\n- send the draft\n\nThank you.")

    assert [(one.text, one.under) for one in found] == [
        ("Next steps", NO_LEAD),
        ("book the hall", 0),
        ("send the draft", 0),
        ("Thank you", NO_LEAD),
    ]


def test_numbers_inside_a_line_make_a_list() -> None:
    assert texts("下一步：1. 您提交材料 2. 我安排面签") == ["下一步", "您提交材料", "我安排面签"]


def test_code_quotations_and_links_are_not_the_agents_words() -> None:
    said = "Look:\n```\ndecided = True\n```\n> we agreed\n他说“我们决定好了”。See [the plan](https://example.org/x)."

    assert texts(said) == ["Look", "他说…", "See the plan"]


def test_a_name_in_quotation_marks_stays() -> None:
    assert texts("项目代号定为“北极星”。") == ["项目代号定为“北极星”"]
