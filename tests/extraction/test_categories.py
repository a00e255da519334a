import pytest

from engine.questions import ASSISTANT_TYPES, FACT_TYPES, RESIDENT_TYPES
from extraction import categories


@pytest.mark.parametrize("kind", RESIDENT_TYPES)
def test_whatever_is_said_of_the_person_is_one_category(kind):
    assert categories.category_of(kind) == "user_profile"


@pytest.mark.parametrize("kind", ["semantic_memory", "episodic_memory"])
def test_the_other_two_are_categories_of_their_own(kind):
    assert categories.category_of(kind) == kind


@pytest.mark.parametrize("kind", [*ASSISTANT_TYPES, "", "user_hobby"])
def test_what_an_agent_decided_and_what_nobody_knows_belongs_to_none(kind):
    assert categories.category_of(kind) == ""


def test_statements_keep_their_order_and_stand_once():
    found = categories.by_category(
        [("user_fact", "b"), ("episodic_memory", "c"), ("user_goal", "a"), ("user_fact", "b"), ("assistant_plan", "d")]
    )

    assert found == {"user_profile": ["b", "a"], "semantic_memory": [], "episodic_memory": ["c"]}


def test_every_type_has_been_thought_of():
    assert {categories.category_of(kind) for kind in FACT_TYPES} == {*categories.CATEGORIES, ""}
