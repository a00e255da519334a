"""Who and what is searched for among all people: employees by their names, facts by their words."""

import re
from urllib.parse import quote

import pytest
from django.test import Client

from profiles.models import Fact
from tests.builders import after, make_end_user, make_fact, make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, looked_at, signed_in, text_of
from tests.memoryhub.pages.people.persons import PEOPLE, named, words_of

pytestmark = pytest.mark.django_db


# --- employees -----------------------------------------------------------------------------------------------------


def test_administrators_find_employees_by_every_word_of_their_names_and_operators_by_ids_alone(
    administrator: Client, operator: Client
) -> None:
    named(make_profile("u-1"), "Ada Lovelace")
    named(make_profile("u-2"), "王小明")
    named(make_profile("lo-3"), "Somebody")
    named(make_profile("u-4", tenant=make_tenant("other")), "Ada Lovelace")

    found = words_of(text_of(administrator, f"{PEOPLE}?tab=employees&q=lo"))

    assert "Ada Lovelace · u-1" in found
    assert "lo-3 · Somebody" in found
    assert "u-4" not in found
    assert "王小明" in text_of(administrator, f"{PEOPLE}?tab=employees&q=王")
    assert "nobody is called so" in text_of(administrator, f"{PEOPLE}?tab=employees&q=Ada+Smith")
    seen = text_of(operator, f"{PEOPLE}?tab=employees") + text_of(operator, f"{PEOPLE}?tab=employees&q=Ada")
    assert "u-1" in seen
    assert "Lovelace" not in seen


@pytest.mark.parametrize("strange", ["' | x:*", "\\", "a & !b", "()", "'':*"])
def test_signs_of_a_query_of_words_mean_nothing_in_a_name(administrator: Client, strange: str) -> None:
    named(make_profile("u-1"), strange)

    assert "u-1" in text_of(administrator, f"{PEOPLE}?tab=employees")
    assert text_of(administrator, f"{PEOPLE}?tab=employees&q={quote(strange)}")
    assert text_of(administrator, f"{PEOPLE}?tab=facts&q={quote(strange)}")


# --- facts of everybody --------------------------------------------------------------------------------------------


def test_facts_of_everybody_are_found_by_all_their_words_the_newest_first(administrator: Client) -> None:
    ming, zoe = make_end_user("acme", "ming"), make_end_user("zoe-inc")
    make_fact(ming, "drinks green tea")
    make_fact(zoe, "喜欢喝绿茶", scope_id="work")
    make_fact(zoe, "drank green tea once")
    make_fact(zoe, "likes coffee")
    make_fact(make_end_user("x", tenant=make_tenant("other")), "drinks green tea at night")

    page = text_of(administrator, f"{PEOPLE}?tab=facts&q=green+drinks")

    assert re.search(r"drank green tea once.*drinks green tea", page, re.DOTALL)
    assert "acme / ming" in page
    assert "coffee" not in page
    assert "at night" not in page
    assert "drinks green tea" in text_of(administrator, f"{PEOPLE}?tab=facts&q=gre")
    assert "?scope=work" in text_of(administrator, f"{PEOPLE}?tab=facts&q=绿茶")
    assert "No fact in force has all words" in text_of(administrator, f"{PEOPLE}?tab=facts&q=tea+coffee")


def test_each_found_fact_of_somebody_else_is_a_look_on_record() -> None:
    own = make_profile("boss")
    other = make_end_user("acme")
    make_fact(own, "drinks tea")
    make_fact(other, "drinks tea")
    boss = signed_in(ADMINISTRATOR, profile=own)

    text_of(boss, f"{PEOPLE}?tab=facts&q=tea")

    assert looked_at() == [(other.pk, "fact")]


def test_found_facts_are_paged(administrator: Client) -> None:
    account = make_end_user("acme")
    for number in range(51):
        make_fact(account, f"tea number {number}", now=after(number))
    keys = list(Fact.objects.order_by("-pk").values_list("pk", flat=True))

    first = text_of(administrator, f"{PEOPLE}?tab=facts&q=tea")
    second = text_of(administrator, f"{PEOPLE}?tab=facts&q=tea&after={keys[49]}")

    assert f"q=tea&amp;after={keys[49]}" in first
    assert "tea number 0<" not in first
    assert "tea number 0<" in second
    assert "tea number 50<" not in second


def test_an_operator_cannot_search_in_contents(operator: Client) -> None:
    make_fact(make_end_user("acme"), "drinks tea")

    page = text_of(operator, f"{PEOPLE}?tab=facts&q=tea")

    assert "drinks tea" not in page
    assert "Search in facts" not in page
