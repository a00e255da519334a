import pytest

from tests.builders import make_end_user, make_fact, make_profile, make_tenant
from tests.callers import api_with_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def api():
    return api_with_key()


def test_end_users_are_listed_by_company_with_their_figures(api):
    make_fact(make_end_user("acme"), "one")
    person = make_end_user("acme", "op1")
    make_fact(person, "two")
    make_fact(person, "three")
    make_end_user("zeta", "op1")
    make_end_user("acme", tenant=make_tenant("other"))
    make_profile("u1")

    assert api.get("/api/admin/end-users").json() == {
        "items": [
            {"end_user_id": "acme", "profiles": 2, "facts": 3},
            {"end_user_id": "zeta", "profiles": 1, "facts": 0},
        ],
        "next_cursor": None,
    }


def test_companies_are_paged_in_the_order_of_their_ids(api):
    for name in ("b", "a", "c/d", "公司"):
        make_end_user(name)

    first = api.get("/api/admin/end-users", limit="3").json()
    second = api.get("/api/admin/end-users", limit="3", cursor=first["next_cursor"]).json()

    assert [row["end_user_id"] for row in first["items"]] == ["a", "b", "c/d"]
    assert [row["end_user_id"] for row in second["items"]] == ["公司"]
    assert second["next_cursor"] is None


def test_one_company_lists_its_accounts_the_main_one_first(api):
    for sub in ("op2", "", "op1"):
        make_end_user("cust/acme.x", sub)

    first = api.get("/api/admin/end-users/cust%2Facme.x", limit="2").json()
    second = api.get("/api/admin/end-users/cust%2Facme.x", limit="2", cursor=first["next_cursor"]).json()

    assert [row["end_sub_user_id"] for row in first["items"] + second["items"]] == ["", "op1", "op2"]


def test_an_unknown_company_is_not_found(api):
    assert api.get("/api/admin/end-users/nobody").status_code == 404


def test_a_key_confined_to_a_prefix_lists_only_those(api):
    make_end_user("acme-1")
    make_end_user("other")
    confined = api_with_key(end_user_prefix="acme-")

    assert [row["end_user_id"] for row in confined.get("/api/admin/end-users").json()["items"]] == ["acme-1"]
    assert confined.get("/api/admin/end-users/other").status_code == 404


@pytest.mark.parametrize(
    "query", [{"cursor": "Nw"}, {"cursor": "IlwwIg"}, {"cursor": "IlxkODAwIg"}, {"limit": "0"}, {"tenant": "other"}]
)
def test_a_wrong_page_is_refused(api, query):
    assert api.get("/api/admin/end-users", **query).status_code == 400


def test_the_list_costs_the_same_for_one_company_and_for_many(api, django_assert_num_queries):
    make_end_user("acme")
    api.get("/api/admin/end-users")

    with django_assert_num_queries(3):
        api.get("/api/admin/end-users")
    for number in range(40):
        make_end_user(f"company {number}", "op1")
    with django_assert_num_queries(3):
        api.get("/api/admin/end-users")
