"""What stands on record in a word is told to people in a sentence."""

import pytest

from engine.condensing import ConsolidateQuestion, Stored
from engine.embedded import consolidate
from extraction.dream import names


@pytest.mark.parametrize(
    "contents",
    [
        ("用户喜欢喝茶", "用户爱喝茶"),
        ("The user has a sister", "The user's sister is a lawyer"),
        ("用户对虾过敏", "用户吃了虾会起疹子，属于过敏"),
    ],
)
def test_why_the_rules_join_facts_is_told_in_the_readers_language(contents: tuple[str, str]) -> None:
    known = tuple(Stored(fact_id, content) for fact_id, content in zip("ab", contents, strict=True))

    (merge,) = consolidate.consolidate(ConsolidateQuestion(known, (), (("a", "b", 0.95),))).operations

    assert names.RULES[merge.reason]
    assert names.in_words(merge.reason) == str(names.RULES[merge.reason])


def test_a_models_reason_is_told_as_it_gave_it() -> None:
    assert names.in_words("They mean the same") == "They mean the same"
