"""How the English rules read a message: types, slots, evidence, times, odd input. Said on Friday, 1 March 2024."""

import pytest

from engine.embedded import english
from engine.questions import Line

SAID = "2024-03-01T09:00:00+08:00"

# fmt: off
KINDS = [
    ('We moved to Lyon last month because my wife got a new job.', 'user_profile', 'location'),
    ("I'm moving to Oslo next week", 'episodic_memory', ''),
    ('I have a severe nut allergy.', 'user_constraint', 'allergy_nut'),
    ('My budget is 1500 euros.', 'user_constraint', 'budget'),
    ('Please answer in German.', 'user_preference', 'answer_language'),
    ("Please don't use emojis.", 'user_preference', ''),
    ('Call me Al.', 'user_profile', 'nickname'),
    ('My dog Rex is a labrador.', 'user_fact', ''),
    ("Actually, I'm not a designer, I'm a developer.", 'user_profile', 'occupation'),
    ('I no longer eat meat.', 'user_constraint', 'no_meat'),
    ("I'm vegan, what can I cook tonight?", 'user_constraint', 'diet'),
    ('I was born in 1990 in Kyoto.', 'user_profile', 'birthday'),
    ("I'm learning Japanese.", 'user_goal', ''),
    ('My favourite band is Coldplay.', 'user_preference', 'favourite_band'),
    ('I studied physics at MIT.', 'user_profile', 'education'),
    ("I'm a mother of two.", 'user_fact', 'family'),
    ("I can't work on Fridays.", 'user_constraint', 'cannot_work_on_fridays'),
    ('I need to finish my thesis by next Friday.', 'user_constraint', 'must_finish_my_thesis_by'),
    ('My mother tongue is Polish.', 'user_profile', 'language'),
    ('I turned 40 yesterday.', 'user_profile', 'age'),
    ("I've never smoked.", 'user_fact', 'smokes'),
    ('I can only meet after 5pm.', 'user_constraint', 'only_meet'),
    ('I grew up in a farm in Iowa.', 'user_profile', 'hometown'),
    ('I am Canadian.', 'user_profile', 'nationality'),
]
# fmt: on


@pytest.mark.parametrize(("content", "kind", "slot"), KINDS)
def test_a_statement_knows_its_type_and_slot(content, kind, slot):
    (item,) = english.extract_line(Line("user", content, key=7), when=SAID, previous=())

    assert (item.type, item.slot) == (kind, slot)


def test_a_statement_names_the_message_that_it_rests_on():
    (item,) = english.extract_line(Line("user", "I live in Oslo", key=42), when=SAID, previous=())

    assert item.evidence == (42,)
    assert 0.5 <= item.confidence <= 1


def test_nothing_is_learned_from_the_lines_before():
    before = (Line("user", "I live in Rome", key=1), Line("assistant", "You live in Rome.", key=2))

    assert english.extract_line(Line("user", "Thanks!", key=3), when=SAID, previous=before) == []


def test_two_allergies_do_not_stand_in_one_slot():
    items = english.extract_line(Line("user", "I'm allergic to nuts and eggs", key=1), when=SAID, previous=())

    assert len({item.slot for item in items}) == 2


def test_without_a_known_day_a_relative_time_is_left_out_and_never_kept(told):
    assert told("I sold my car yesterday", when="") == ["The user sold their car"]
    assert told("I sold my car yesterday", when="some afternoon") == ["The user sold their car"]


def test_a_bare_date_and_an_offset_count_as_written(told):
    assert told("I sold my car yesterday", when="2024-03-01") == ["The user sold their car on 29 February 2024"]
    assert told("I sold my car yesterday", when="2024-03-01T23:30:00-08:00") == [
        "The user sold their car on 29 February 2024"
    ]


def test_typographic_apostrophes_and_chat_spelling_read_the_same(told):
    assert told("I’m vegan and I can’t swim") == told("im vegan and i cant swim") == told("I'm vegan and I can't swim")


def test_every_statement_is_one_short_line(told):
    items = told("I like tea\nand\ncoffee. " + "I collect " + "very " * 200 + "old coins.")

    assert all("\n" not in item and len(item) <= 500 for item in items)


def test_the_same_message_always_tells_the_same(told):
    message = "I'm Anna, 34, a nurse from Leeds. I love hiking, painting and tea. My daughter is three."

    assert told(message) == told(message)


@pytest.mark.parametrize(
    "content",
    [
        "",
        " ",
        "?",
        "I",
        "my",
        "I am",
        "and and and",
        "I'm, I'm, I'm",
        "\ue100 I like \ue200",
        "," * 50,
        "I " * 300,
        "(((",
        '"' * 9,
    ],
)
def test_odd_input_is_read_without_an_error(told, content):
    assert isinstance(told(content), list)
