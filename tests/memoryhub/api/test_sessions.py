"""The API as the console's pages call it: by session, with a CSRF token for what writes."""

import json

import pytest
from django.http import HttpResponse
from django.test import Client

from profiles.models import Fact, Member
from tests.accounts import make_member
from tests.builders import make_fact, make_profile, make_tenant
from tests.callers import make_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def member():
    return make_member(profile=make_profile("u1"))


def signed_in(member: Member) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(member.account)
    return client


def put(client: Client, body: dict, **headers: str) -> HttpResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.put("/api/profile", json.dumps(body), "application/json", headers=named)


def test_a_member_reads_their_own_memory(member):
    make_fact(member.profile, "likes tea")

    body = signed_in(member).get("/api/profile").json()

    assert body["user_id"] == "u1"
    assert [fact["content"] for fact in body["memory"]["facts"]] == ["likes tea"]


def test_a_write_without_the_token_of_the_page_is_refused(member):
    answer = put(signed_in(member), {"memory": {"facts": ["forged"]}})

    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
    assert answer["Content-Type"] == "application/problem+json"
    assert not Fact.objects.exists()


def test_a_write_with_the_token_is_carried_out_in_the_name_of_the_account(member):
    client = signed_in(member)
    client.cookies["csrftoken"] = "a" * 32

    answer = put(client, {"memory": {"facts": ["mine"]}}, X_CSRFToken="a" * 32)

    assert answer.status_code == 200
    assert Fact.objects.get().events.get().actor == f"account:{member.account.pk}"


def test_a_member_acts_for_nobody_else(member):
    make_fact(make_profile("u2"), "private")

    assert signed_in(member).get("/api/profile", {"user_id": "u2"}).json()["code"] == "identity_foreign"
    assert signed_in(member).get("/api/profile", {"end_user_id": "acme"}).status_code == 400


def test_an_account_without_a_person_has_no_memory():
    assert signed_in(make_member()).get("/api/profile").json()["code"] == "person_missing"


def test_an_account_of_several_tenants_works_in_the_chosen_one(member):
    other = make_tenant("other")
    there = make_member(other, account=member.account, profile=make_profile("u1", tenant=other))
    make_fact(there.profile, "said there")
    client = signed_in(member)

    assert client.get("/api/profile").json()["code"] == "tenant_not_chosen"

    session = client.session
    session["tenant"] = other.pk
    session.save()
    assert [fact["content"] for fact in client.get("/api/profile").json()["memory"]["facts"]] == ["said there"]


def test_who_has_left_is_turned_away(member):
    client = signed_in(member)
    member.delete()

    assert client.get("/api/profile").status_code == 403


def test_a_key_needs_no_token_of_a_page(member):
    _, text = make_key()

    answer = put(signed_in(member), {"end_user_id": "acme"}, Authorization=f"Api-Key {text}")

    assert answer.status_code == 200
