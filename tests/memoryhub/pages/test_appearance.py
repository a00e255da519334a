"""Light or dark is kept in a cookie that says nothing else."""

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_choice_is_kept_and_shown_by_the_page_itself(client: Client, chosen: str) -> None:
    answer = client.post("/appearance", {"appearance": chosen, "next": "/sign-in"})

    assert (answer.status_code, answer["Location"]) == (302, "/sign-in")
    cookie = answer.cookies["appearance"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"], cookie["secure"]) == (chosen, True, "Lax", "")
    assert f'data-bs-theme="{chosen}"' in client.get("/sign-in").content.decode()


def test_over_https_the_cookie_stays_there(client: Client) -> None:
    answer = client.post("/appearance", {"appearance": "dark"}, secure=True)

    assert answer.cookies["appearance"]["secure"] is True


@pytest.mark.parametrize("chosen", ["", "blue", '"><script>alert(1)</script>', "DARK"])
def test_anything_else_is_as_the_system_says(client: Client, chosen: str) -> None:
    client.post("/appearance", {"appearance": "dark"})

    answer = client.post("/appearance", {"appearance": chosen})

    assert answer.cookies["appearance"]["max-age"] == 0
    assert "data-bs-theme" not in client.get("/sign-in").content.decode()


def test_a_cookie_that_somebody_made_up_is_not_written_into_the_page(client: Client) -> None:
    client.cookies["appearance"] = 'dark" onload="alert(1)'

    assert "data-bs-theme" not in client.get("/sign-in").content.decode()


@pytest.mark.parametrize("onward", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(client: Client, onward: str) -> None:
    answer = client.post("/appearance", {"appearance": "dark", "next": onward})

    assert answer["Location"] == settings.LOGIN_REDIRECT_URL == "/"


def test_reading_changes_nothing(client: Client) -> None:
    assert client.get("/appearance").status_code == 405
