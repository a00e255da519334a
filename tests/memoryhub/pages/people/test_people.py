"""Whom agents speak to: companies with their people, and who may see which of it."""

import re
from html import escape
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from profiles.models import Profile
from tests.builders import make_end_user, make_fact, make_profile, make_tenant
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, SCRIPT, looked_at, signed_in, text_of
from tests.memoryhub.pages.people.persons import PEOPLE, named, words_of

pytestmark = pytest.mark.django_db


def company_page(end_user_id: str, more: str = "") -> str:
    return f"{PEOPLE}company/?id={quote(end_user_id, safe='')}{more}"


# --- companies -----------------------------------------------------------------------------------------------------


def test_companies_stand_in_the_order_of_their_ids_with_their_figures(operator: Client) -> None:
    make_fact(make_end_user("beta"), "sells shoes")
    ming = make_end_user("beta", "ming")
    make_fact(ming, "likes tea")
    make_fact(ming, "likes cake")
    make_end_user("alpha")
    make_end_user("gamma", tenant=make_tenant("other"))

    page = words_of(text_of(operator, PEOPLE))

    assert re.search(r" alpha 1 profile · 0 facts.* beta 2 profiles · 3 facts ", page)
    assert "gamma" not in page


def test_large_figures_are_written_in_groups(operator: Client) -> None:
    Profile.objects.filter(pk=make_end_user("acme").pk).update(active_facts=10_002)

    assert "1 profile · 10,002 facts" in words_of(text_of(operator, PEOPLE))


def test_companies_and_people_of_any_company_are_found_by_how_their_ids_begin(operator: Client) -> None:
    make_end_user("acme", "ming")
    make_end_user("minerva")
    make_end_user("other")
    make_end_user("strange", "minna", tenant=make_tenant("other"))

    page = words_of(text_of(operator, f"{PEOPLE}?q=min"))

    assert "ming · acme" in page
    assert "minerva 1 profile" in page
    assert "other 1 profile" not in page
    assert "minna" not in page
    assert "No id begins with" in text_of(operator, f"{PEOPLE}?q=MIN")


def test_companies_are_paged_from_the_first(operator: Client) -> None:
    for number in range(51):
        make_end_user(f"company-{number:02}")

    first, second = text_of(operator, PEOPLE), text_of(operator, f"{PEOPLE}?after=company-49")

    assert "company-49<" in first
    assert "company-50<" not in first
    assert 'href="/people/?after=company-49"' in first
    assert "company-50<" in second
    assert "company-49<" not in second
    assert "There is nothing further." in text_of(operator, f"{PEOPLE}?after=company-50")


def test_an_empty_installation_shows_the_call_that_fills_the_screen(operator: Client) -> None:
    page = text_of(operator, PEOPLE)

    assert "No company is known yet" in page
    assert "http://testserver/api/messages" in page
    assert "&quot;end_user_id&quot;: &quot;company-a&quot;" in page
    assert "&quot;user_id&quot;: &quot;ada&quot;" in text_of(operator, f"{PEOPLE}?tab=employees")


def test_lists_cost_no_more_statements_for_fifty_than_for_one(
    administrator: Client, django_assert_max_num_queries: Any
) -> None:
    pages = [
        PEOPLE,
        f"{PEOPLE}?q=a",
        f"{PEOPLE}?tab=employees&q=a",
        f"{PEOPLE}?tab=facts&q=tea",
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
    link = re.search(r'href="(/people/company/\?id=[^"]*)"', text_of(operator, PEOPLE))

    assert link is not None
    page = text_of(operator, link[1].replace("&amp;", "&"))

    assert "a/b?c=d&amp;e#f &quot;g&quot; %2F ümlaut 公司" in page
    assert "../../x" in page


@pytest.mark.parametrize("strange", [SCRIPT, "\u202eabc", "x" * 64, "''); --"])
def test_an_id_is_shown_inert_and_found_again(administrator: Client, strange: str) -> None:
    account = make_end_user(strange, strange)
    make_fact(account, f"says {SCRIPT}")

    pages = [
        text_of(administrator, PEOPLE),
        text_of(administrator, f"{PEOPLE}?q={quote(strange)}"),
        text_of(administrator, company_page(strange, "&facts=yes")),
        text_of(administrator, f"{PEOPLE}{account.pk}/"),
        text_of(administrator, f"{PEOPLE}?tab=facts&q=says"),
    ]

    assert all(escape(strange) in page for page in pages)
    assert all(escape(f"says {SCRIPT}") in page for page in pages[2:])
    assert not any(SCRIPT in page for page in pages)


@pytest.mark.parametrize("wrong", ["?q=%FF", "?tab=facts&q=%F0%9F%92%A9", "?tab=facts&q=a&after=x", "?tab=x"])
def test_what_is_not_usable_in_an_address_is_left_out(administrator: Client, wrong: str) -> None:
    make_end_user("acme")

    assert text_of(administrator, PEOPLE + wrong)
    assert administrator.get(f"{PEOPLE}company/").status_code == 404


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


# --- parts and wholes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [PEOPLE, f"{PEOPLE}?tab=employees", company_page("acme")])
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
    assert "acme" not in text_of(stranger, PEOPLE)
    assert "drinks tea" not in text_of(stranger, f"{PEOPLE}?tab=facts&q=tea")
