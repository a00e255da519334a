"""Whom agents speak to: companies with their people, employees, whose facts say what, and who may see which of it."""

import re
from html import escape
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from profiles.models import Fact, Profile, UserProfile
from tests.builders import after, make_end_user, make_fact, make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, looked_at, signed_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/people/"
SCRIPT = "<script>alert(1)</script>"


def company_page(end_user_id: str, more: str = "") -> str:
    return f"{PAGE}company/?id={quote(end_user_id, safe='')}{more}"


def words_of(page: str) -> str:
    """What stands on a page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def named(profile: Profile, nickname: str) -> Profile:
    UserProfile.objects.filter(pk=profile.pk).update(nickname=nickname)
    return profile


# --- companies -----------------------------------------------------------------------------------------------------


def test_companies_stand_in_the_order_of_their_ids_with_their_figures(operator: Client) -> None:
    make_fact(make_end_user("beta"), "sells shoes")
    ming = make_end_user("beta", "ming")
    make_fact(ming, "likes tea")
    make_fact(ming, "likes cake")
    make_end_user("alpha")
    make_end_user("gamma", tenant=make_tenant("other"))

    page = words_of(text_of(operator, PAGE))

    assert re.search(r" alpha 1 profile · 0 facts.* beta 2 profiles · 3 facts ", page)
    assert "gamma" not in page


def test_companies_and_people_of_any_company_are_found_by_how_their_ids_begin(operator: Client) -> None:
    make_end_user("acme", "ming")
    make_end_user("minerva")
    make_end_user("other")
    make_end_user("strange", "minna", tenant=make_tenant("other"))

    page = words_of(text_of(operator, f"{PAGE}?q=min"))

    assert "ming · acme" in page
    assert "minerva 1 profile" in page
    assert "other 1 profile" not in page
    assert "minna" not in page
    assert "No id begins with" in text_of(operator, f"{PAGE}?q=MIN")


def test_companies_are_paged_from_the_first(operator: Client) -> None:
    for number in range(51):
        make_end_user(f"company-{number:02}")

    first, second = text_of(operator, PAGE), text_of(operator, f"{PAGE}?after=company-49")

    assert "company-49<" in first
    assert "company-50<" not in first
    assert 'href="/people/?after=company-49"' in first
    assert "company-50<" in second
    assert "company-49<" not in second
    assert "There is nothing further." in text_of(operator, f"{PAGE}?after=company-50")


def test_an_empty_installation_shows_the_call_that_fills_the_screen(operator: Client) -> None:
    page = text_of(operator, PAGE)

    assert "No company is known yet" in page
    assert "http://testserver/api/messages" in page
    assert "&quot;end_user_id&quot;: &quot;company-a&quot;" in page
    assert "&quot;user_id&quot;: &quot;ada&quot;" in text_of(operator, f"{PAGE}?tab=employees")


def test_lists_cost_no_more_statements_for_fifty_than_for_one(
    administrator: Client, django_assert_max_num_queries: Any
) -> None:
    pages = [
        PAGE,
        f"{PAGE}?q=a",
        f"{PAGE}?tab=employees&q=a",
        f"{PAGE}?tab=facts&q=tea",
        company_page("acme", "&facts=yes"),
    ]
    make_fact(make_end_user("acme"), "likes tea")
    make_fact(named(make_profile("ada"), "Ada"), "likes tea")
    counts = []
    for address in pages:
        with django_assert_max_num_queries(12) as one:
            text_of(administrator, address)
        counts.append(len(one))
    for number in range(50):
        make_fact(make_end_user("acme", f"a-{number}"), "likes tea")
        make_end_user(f"a-{number}")
        named(make_profile(f"a-{number}"), "Ada")

    for address, count in zip(pages, counts, strict=True):
        with django_assert_max_num_queries(count):
            text_of(administrator, address)


def test_ids_may_hold_any_sign(operator: Client) -> None:
    strange = 'a/b?c=d&e#f "g" %2F ümlaut 公司'
    make_end_user(strange, "../../x")
    link = re.search(r'href="(/people/company/\?id=[^"]*)"', text_of(operator, PAGE))

    assert link is not None
    page = text_of(operator, link[1].replace("&amp;", "&"))

    assert "a/b?c=d&amp;e#f &quot;g&quot; %2F ümlaut 公司" in page
    assert "../../x" in page


@pytest.mark.parametrize("strange", [SCRIPT, "\u202eabc", "x" * 64, "''); --"])
def test_an_id_is_shown_inert_and_found_again(administrator: Client, strange: str) -> None:
    account = make_end_user(strange, strange)
    make_fact(account, f"says {SCRIPT}")

    pages = [
        text_of(administrator, PAGE),
        text_of(administrator, f"{PAGE}?q={quote(strange)}"),
        text_of(administrator, company_page(strange, "&facts=yes")),
        text_of(administrator, f"{PAGE}{account.pk}/"),
        text_of(administrator, f"{PAGE}?tab=facts&q=says"),
    ]

    assert all(escape(strange) in page for page in pages)
    assert all(escape(f"says {SCRIPT}") in page for page in pages[2:])
    assert not any(SCRIPT in page for page in pages)


@pytest.mark.parametrize("wrong", ["?q=%FF", "?tab=facts&q=%F0%9F%92%A9", "?tab=facts&q=a&after=x", "?tab=x"])
def test_what_is_not_usable_in_an_address_is_left_out(administrator: Client, wrong: str) -> None:
    make_end_user("acme")

    assert text_of(administrator, PAGE + wrong)
    assert administrator.get(f"{PAGE}company/").status_code == 404


# --- one company ---------------------------------------------------------------------------------------------------


def test_a_company_shows_its_main_account_first_and_facts_beside_each(operator: Client) -> None:
    for sub in ("zoe", "", "adam"):
        make_fact(make_end_user("acme", sub), f"fact of {sub or 'acme'}")

    page = words_of(text_of(operator, company_page("acme")))

    assert "3 profiles · 3 facts" in page
    assert re.search(r"Main account 1 fact adam 1 fact zoe 1 fact", page)
    assert "fact of" not in page


def test_a_company_without_a_main_account_says_so(operator: Client) -> None:
    make_end_user("acme", "ming")

    assert "it has no main account" in text_of(operator, company_page("acme"))


def test_people_of_a_large_company_are_paged_and_found(operator: Client) -> None:
    make_end_user("acme")
    for number in range(52):
        make_end_user("acme", f"sub-{number:02}")

    first = text_of(operator, company_page("acme"))
    second = text_of(operator, company_page("acme", "&after=sub-49"))

    assert "Main account" in first
    assert "id=acme&amp;after=sub-49" in first
    assert "sub-51<" in second
    assert "Main account" not in second
    found = text_of(operator, company_page("acme", "&q=sub-3"))
    assert "sub-30<" in found
    assert "sub-40<" not in found


def test_administrators_may_have_the_most_valuable_facts_beside_each_and_are_on_record(
    administrator: Client, operator: Client
) -> None:
    account = make_end_user("acme", "ming")
    for number in range(5):
        make_fact(account, f"fact number {number}", importance=number / 10)
    make_end_user("acme")

    page = text_of(administrator, company_page("acme", "&facts=yes"))

    assert [f"fact number {number}" in page for number in range(5)] == [False, False, True, True, True]
    assert looked_at() == [(account.pk, "profile")]
    assert "fact number" not in text_of(administrator, company_page("acme"))
    assert "fact number" not in text_of(operator, company_page("acme", "&facts=yes"))
    assert looked_at() == [(account.pk, "profile")]


# --- employees -----------------------------------------------------------------------------------------------------


def test_administrators_find_employees_by_every_word_of_their_names_and_operators_by_ids_alone(
    administrator: Client, operator: Client
) -> None:
    named(make_profile("u-1"), "Ada Lovelace")
    named(make_profile("u-2"), "王小明")
    named(make_profile("lo-3"), "Somebody")
    named(make_profile("u-4", tenant=make_tenant("other")), "Ada Lovelace")

    found = words_of(text_of(administrator, f"{PAGE}?tab=employees&q=lo"))

    assert "Ada Lovelace · u-1" in found
    assert "lo-3 · Somebody" in found
    assert "u-4" not in found
    assert "王小明" in text_of(administrator, f"{PAGE}?tab=employees&q=王")
    assert "nobody is called so" in text_of(administrator, f"{PAGE}?tab=employees&q=Ada+Smith")
    seen = text_of(operator, f"{PAGE}?tab=employees") + text_of(operator, f"{PAGE}?tab=employees&q=Ada")
    assert "u-1" in seen
    assert "Lovelace" not in seen


@pytest.mark.parametrize("strange", ["' | x:*", "\\", "a & !b", "()", "'':*"])
def test_signs_of_a_query_of_words_mean_nothing_in_a_name(administrator: Client, strange: str) -> None:
    named(make_profile("u-1"), strange)

    assert "u-1" in text_of(administrator, f"{PAGE}?tab=employees")
    assert text_of(administrator, f"{PAGE}?tab=employees&q={quote(strange)}")
    assert text_of(administrator, f"{PAGE}?tab=facts&q={quote(strange)}")


# --- facts of everybody --------------------------------------------------------------------------------------------


def test_facts_of_everybody_are_found_by_all_their_words_the_newest_first(administrator: Client) -> None:
    ming, zoe = make_end_user("acme", "ming"), make_end_user("zoe-inc")
    make_fact(ming, "drinks green tea")
    make_fact(zoe, "喜欢喝绿茶", scope_id="work")
    make_fact(zoe, "drank green tea once")
    make_fact(zoe, "likes coffee")
    make_fact(make_end_user("x", tenant=make_tenant("other")), "drinks green tea at night")

    page = text_of(administrator, f"{PAGE}?tab=facts&q=green+drinks")

    assert re.search(r"drank green tea once.*drinks green tea", page, re.DOTALL)
    assert "acme / ming" in page
    assert "coffee" not in page
    assert "at night" not in page
    assert "drinks green tea" in text_of(administrator, f"{PAGE}?tab=facts&q=gre")
    assert "?scope=work" in text_of(administrator, f"{PAGE}?tab=facts&q=绿茶")
    assert "No fact in force has all words" in text_of(administrator, f"{PAGE}?tab=facts&q=tea+coffee")


def test_each_found_fact_of_somebody_else_is_a_look_on_record() -> None:
    own = make_profile("boss")
    other = make_end_user("acme")
    make_fact(own, "drinks tea")
    make_fact(other, "drinks tea")
    boss = signed_in(ADMINISTRATOR, profile=own)

    text_of(boss, f"{PAGE}?tab=facts&q=tea")

    assert looked_at() == [(other.pk, "fact")]


def test_found_facts_are_paged(administrator: Client) -> None:
    account = make_end_user("acme")
    for number in range(51):
        make_fact(account, f"tea number {number}", now=after(number))
    keys = list(Fact.objects.order_by("-pk").values_list("pk", flat=True))

    first = text_of(administrator, f"{PAGE}?tab=facts&q=tea")
    second = text_of(administrator, f"{PAGE}?tab=facts&q=tea&after={keys[49]}")

    assert f"q=tea&amp;after={keys[49]}" in first
    assert "tea number 0<" not in first
    assert "tea number 0<" in second
    assert "tea number 50<" not in second


def test_an_operator_cannot_search_in_contents(operator: Client) -> None:
    make_fact(make_end_user("acme"), "drinks tea")

    page = text_of(operator, f"{PAGE}?tab=facts&q=tea")

    assert "drinks tea" not in page
    assert "Search in facts" not in page


# --- parts and wholes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}?tab=employees", company_page("acme")])
def test_scripts_get_the_list_alone_and_history_gets_the_page(operator: Client, path: str) -> None:
    make_end_user("acme")

    part, whole = (
        text_of(operator, path, **HTMX),
        text_of(operator, path, **HTMX, **{"HX-History-Restore-Request": "true"}),
    )

    assert "<html" not in part
    assert "<html" in whole


def test_another_tenants_administrator_finds_nothing() -> None:
    make_fact(make_end_user("acme"), "drinks tea")
    stranger = signed_in(ADMINISTRATOR, tenant_slug="other")

    assert stranger.get(company_page("acme")).status_code == 404
    assert "acme" not in text_of(stranger, PAGE)
    assert "drinks tea" not in text_of(stranger, f"{PAGE}?tab=facts&q=tea")
