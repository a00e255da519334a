"""Coming in and going out: sign in, sign out, language, and what is said when a page cannot be shown."""

from typing import Any

import pytest
from django.test import Client, RequestFactory

from memoryhub.pages import failures
from profiles.models import Member
from tests.accounts import PASSWORD, make_member
from tests.builders import make_profile

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> Member:
    profile = make_profile("alice")
    return make_member(profile.tenant, profile=profile, username="alice")


def attempt(client: Client, password: str = PASSWORD, **fields: Any) -> Any:
    return client.post("/sign-in", {"username": "alice", "password": password} | fields)


def test_a_stranger_is_led_to_sign_in_and_then_to_where_they_wanted(client: Client, member: Member) -> None:
    led = client.get("/memory/?q=tea")
    answer = attempt(client, next="/memory/?q=tea")

    assert led.headers["Location"] == "/sign-in?next=/memory/%3Fq%3Dtea"
    assert answer.headers["Location"] == "/memory/?q=tea"


@pytest.mark.parametrize(
    "onward", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil.example"]
)
def test_nobody_is_sent_on_to_another_site(client: Client, member: Member, onward: str) -> None:
    assert attempt(client, next=onward).headers["Location"] == "/"


@pytest.mark.parametrize("onward", ["foo", "memory", "admin:index", "foo/", "http://testserver/memory/", "//[", ""])
def test_an_address_that_is_no_page_of_ours_leads_home(client: Client, member: Member, onward: str) -> None:
    assert client.post("/appearance", {"appearance": "dark", "next": onward})["Location"] == "/"
    assert attempt(client, next=onward)["Location"] == "/"
    assert client.get("/sign-in", {"next": onward})["Location"] == "/"
    assert client.post("/language", {"language": "en", "next": onward}).status_code in {204, 302}
    make_member(role=Member.Role.OPERATOR, account=member.account, tenant_slug="other")
    client.force_login(make_member(role=Member.Role.OPERATOR).account)
    assert client.get("/admin/login/", {"next": onward})["Location"] == "/admin/"


@pytest.mark.parametrize("seen", ["http://[", "http://[::1", "http://testserver:x/", "\u00e9", "http://a\u2100b/"])
def test_whatever_page_a_stranger_says_to_come_from_they_are_led_to_sign_in(client: Client, seen: str) -> None:
    answer = client.get("/memory/", headers={"HX-Request": "true", "HX-Current-URL": seen})

    assert answer["HX-Redirect"] == "/sign-in?next=/"


def test_a_session_that_no_database_can_look_for_is_refused(client: Client) -> None:
    client.cookies["sessionid"] = "aaaaaaaaaaaa\0"

    assert [client.get(address).status_code for address in ("/memory/", "/sign-in", "/api/profile")] == [400] * 3


def test_a_wrong_password_and_an_unknown_name_are_told_the_same(client: Client, member: Member) -> None:
    wrong = attempt(client, "wrong")
    unknown = client.post("/sign-in", {"username": "nobody", "password": "wrong"})

    assert wrong.status_code == unknown.status_code == 422
    assert "do not belong together" in wrong.content.decode()
    assert "do not belong together" in unknown.content.decode()


def test_empty_fields_are_named(client: Client) -> None:
    page = client.post("/sign-in", {}).content.decode()

    assert "Enter your account name." in page
    assert "Enter your password." in page


def test_an_account_that_is_switched_off_stays_out(client: Client, member: Member) -> None:
    member.account.is_active = False
    member.account.save()

    assert attempt(client).status_code == 422
    assert "_auth_user_id" not in client.session


def test_whoever_tries_too_often_waits_even_with_the_right_password(
    client: Client, member: Member, settings: Any
) -> None:
    settings.MEMORYHUB_SIGN_IN_ATTEMPTS = 3
    for _attempt in range(3):
        attempt(client, "wrong")

    answer = attempt(client)

    assert answer.status_code == 429
    assert "Wait a quarter of an hour" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_signing_in_makes_former_attempts_on_the_account_forgotten(
    client: Client, member: Member, settings: Any
) -> None:
    settings.MEMORYHUB_SIGN_IN_ATTEMPTS = 3
    for _attempt in range(2):
        attempt(client, "wrong")
    attempt(client)

    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert [attempt(elsewhere, "wrong").status_code for _attempt in range(4)] == [422, 422, 422, 429]


def test_signing_out_needs_a_form_and_ends_the_session(client: Client, member: Member) -> None:
    attempt(client)

    assert client.get("/sign-out").status_code == 405
    client.post("/sign-out")

    assert client.get("/memory/").status_code == 302


def test_home_leads_to_the_own_memory(client: Client, member: Member) -> None:
    assert client.get("/").headers["Location"] == "/sign-in"
    attempt(client)

    assert client.get("/").headers["Location"] == "/memory/"


def test_the_language_is_that_of_the_browser_until_somebody_chooses(client: Client) -> None:
    chinese = client.get("/sign-in", headers={"Accept-Language": "zh-CN"}).content.decode()
    client.post("/language", {"language": "en", "next": "/sign-in"})
    chosen = client.get("/sign-in", headers={"Accept-Language": "zh-CN"}).content.decode()

    assert '<html lang="zh-Hans">' in chinese
    assert '<html lang="en">' in chosen


def test_every_page_keeps_to_a_strict_policy_and_out_of_caches(client: Client, member: Member) -> None:
    attempt(client)

    answer = client.get("/memory/")

    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "no-store" in answer.headers["Cache-Control"]
    page = answer.content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick" not in page


def test_an_address_that_does_not_exist_is_a_page_with_a_way_back(client: Client, member: Member) -> None:
    attempt(client)

    answer = client.get("/nowhere")

    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


def test_a_fault_of_ours_is_a_page_or_a_line_without_a_database(rf: RequestFactory) -> None:
    whole = failures.broken(rf.get("/memory/"))
    part = failures.broken(rf.get("/memory/", headers={"HX-Request": "true"}))

    assert whole.status_code == part.status_code == 500
    assert "<html" in whole.content.decode()
    assert "<html" not in part.content.decode()
    assert "Nothing was changed" in part.content.decode()
