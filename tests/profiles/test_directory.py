"""Whom a tenant knows: companies in steps by their key, figures that are bounded, facts of everybody by their words."""

from typing import Any

import pytest
from django.db import connection, transaction

from profiles import directory, matching
from profiles.directory import Company
from tests.builders import make_end_user, make_fact, make_tenant

pytestmark = pytest.mark.django_db


def names(found: list[Company]) -> list[str]:
    return [company.end_user_id for company in found]


def test_companies_come_in_the_order_of_their_ids_from_wherever_one_begins() -> None:
    tenant = make_tenant()
    for name in ("b", "a", "ab", "B", "公司", "b"):
        make_end_user(name, "" if name != "b" else f"person-{len(directory.companies(tenant.pk, limit=9))}")
    make_end_user("a", "elsewhere", tenant=make_tenant("other"))

    assert names(directory.companies(tenant.pk, limit=9)) == ["B", "a", "ab", "b", "公司"]
    assert names(directory.companies(tenant.pk, limit=2, after="a")) == ["ab", "b"]
    assert names(directory.companies(tenant.pk, limit=9, beginning="a")) == ["a", "ab"]
    assert names(directory.companies(tenant.pk, limit=9, beginning="a", after="a")) == ["ab"]
    assert directory.companies(tenant.pk, limit=9, beginning="%") == []
    assert directory.companies(tenant.pk, limit=9, after="公司") == []


def test_a_company_is_counted_with_all_its_people() -> None:
    make_fact(make_end_user("acme"), "sells shoes")
    make_fact(make_end_user("acme", "ming"), "likes tea")
    make_end_user("acme-two")

    assert directory.company(make_tenant().pk, "acme") == Company("acme", profiles=2, facts=2)
    assert directory.company(make_tenant().pk, "acm") is None


def test_of_a_very_large_company_as_many_are_counted_as_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        make_end_user("acme", f"person-{number}")
    monkeypatch.setattr(directory, "COUNTED", 3)
    tenant = make_tenant()

    found = directory.company(tenant.pk, "acme")

    assert found is not None
    assert (found.profiles, found.has_more) == (3, True)
    assert directory.companies(tenant.pk, limit=9, counts_all=True) == [Company("acme", profiles=4, facts=0)]


def test_what_is_rare_is_found_behind_all_that_is_recent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory, "RECENT", 1)
    account = make_end_user("acme")
    rare = make_fact(account, "keeps bees")
    for number in range(5):
        make_fact(account, f"likes tea number {number}")

    assert directory.facts_saying(account.tenant_id, "bees", limit=3) == [rare]
    assert len(directory.facts_saying(account.tenant_id, "tea", limit=3)) == 3


def test_what_cannot_be_sorted_out_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any) -> list[int]:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 20")
            cursor.execute("SELECT pg_sleep(5)")
        return []

    monkeypatch.setattr(directory, "_keys_saying", slow)

    with pytest.raises(directory.TooCommon):
        directory.facts_saying(make_tenant().pk, "tea", limit=3)


@pytest.mark.parametrize("text", ["", "  ", "!?", "\u202e", "&|:*()"])
def test_a_text_without_words_finds_nothing_and_asks_nothing(text: str, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert directory.facts_saying(1, text, limit=3) == []


def test_a_query_takes_the_forms_of_words_the_last_as_far_as_it_is_written_and_no_function_words() -> None:
    assert matching.all_of("the green te").endswith("| 'te':*)")
    assert "'the'" not in matching.all_of("the green te")
    assert "'the'" in matching.all_of("the")
    assert matching.all_of("绿茶") == "'绿茶'"
    assert "'ran'" in matching.all_of("run fast")
