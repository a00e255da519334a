"""A fact's page tells how it was decided: what was said, what it was compared with, and what came of that."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from extraction.models import Decision
from profiles.models import Fact, Profile
from tests.builders import after, make_fact, make_profile

pytestmark = pytest.mark.django_db


def decide(fact: Fact, action: str, *candidates: dict[str, object], content: str = "", **fields: object) -> Decision:
    values = {"type": fact.type, "scope_id": fact.scope_id, "at": after(5), "candidates": list(candidates)} | fields
    return Decision.objects.create(
        profile=fact.profile, fact_id=fact.fact_id, content=content or fact.content, action=action, **values
    )


def page_of(visitor: Client, fact: Fact) -> str:
    return visitor.get(f"/memory/{fact.fact_id}/").content.decode()


def test_it_says_what_was_replaced_how_alike_it_was_and_who_judged(visitor: Client, person: Profile) -> None:
    old, new = make_fact(person, "likes Java"), make_fact(person, "dislikes Java")
    judged = {"fact_id": old.fact_id, "score": 0.871, "screen": "words", "action": "replace", "reason": "the opposite",
              "engine": "small-one"}  # fmt: skip
    decide(new, "replaced", judged, engine="small-one")

    page = page_of(visitor, new)

    assert "Took the place of what it contradicts or brings up to date." in page
    assert "likes Java" in page
    assert "87 % alike" in page
    assert "judged by small-one" in page
    assert "the opposite" in page


def test_the_words_of_the_rules_are_no_sentence_for_people(visitor: Client, person: Profile) -> None:
    old, new = make_fact(person, "likes Java"), make_fact(person, "likes Kotlin")
    decide(new, "appended", {"fact_id": old.fact_id, "score": 0.6, "action": "append", "reason": "rule-7"})

    page = page_of(visitor, new)

    assert "both hold" in page
    assert "rule-7" not in page


def test_what_was_said_in_other_words_stands_in_these_words(visitor: Client, person: Profile) -> None:
    fact = make_fact(person, "likes hiking")
    decide(fact, "repeated", {"fact_id": fact.fact_id, "score": 0.98, "action": "same"}, content="enjoys hikes")

    page = page_of(visitor, fact)

    assert "enjoys hikes" in page
    assert "this fact" in page
    assert "says the same" in page


def test_a_judgement_that_could_not_be_had_says_so(visitor: Client, person: Profile) -> None:
    old, new = make_fact(person, "likes Java"), make_fact(person, "likes Kotlin")
    decide(new, "appended", {"fact_id": old.fact_id, "score": 0.6, "action": "append", "reason": "failed: timeout"})

    assert "no judgement could be had, so both are kept" in page_of(visitor, new)


def test_nobody_sees_how_another_persons_fact_was_decided(visitor: Client) -> None:
    theirs = make_fact(make_profile("bob"), "likes Java")
    decide(theirs, "appended")

    assert visitor.get(f"/memory/{theirs.fact_id}/").status_code == 404


def test_many_decisions_cost_no_more_statements(
    visitor: Client, person: Profile, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fact = make_fact(person, "likes tea")
    others = [make_fact(person, f"likes tea number {number}") for number in range(20)]
    for other in others:
        decide(fact, "appended", {"fact_id": other.fact_id, "score": 0.5, "action": "append"})

    with django_assert_max_num_queries(12):
        page_of(visitor, fact)
