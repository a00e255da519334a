"""One's own password, changed on its page."""

import pytest
from django.test import Client
from pytest_django import Settings

from profiles.models import Member
from tests.accounts import PASSWORD, make_member
from tests.memoryhub.pages.background import text_of

pytestmark = pytest.mark.django_db

PAGE = "/password"
NEW = "another horse, another battery"


@pytest.fixture
def bob() -> Member:
    return make_member(username="bob")


@pytest.fixture
def client(bob: Member) -> Client:
    client = Client()
    client.force_login(bob.account)
    return client


def form(**changed: str) -> dict[str, str]:
    return {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW, **changed}


def test_a_new_password_counts_at_once_and_ends_other_sessions(client: Client, bob: Member) -> None:
    elsewhere = Client()
    elsewhere.force_login(bob.account)

    answer = client.post(PAGE, form(), follow=True)

    assert "Your password was changed." in answer.content.decode()
    assert NEW not in answer.content.decode()
    assert elsewhere.get(PAGE).status_code == 302
    assert Client().login(username="bob", password=NEW)
    assert not Client().login(username="bob", password=PASSWORD)


@pytest.mark.parametrize(
    ("field", "value", "beside", "sentence"),
    [
        ("old_password", "wrong", "old_password", "This is not your present password."),
        ("old_password", "", "old_password", "Fill this in."),
        ("new_password2", "something else", "new_password2", "The two are not the same."),
        ("new_password1", "", "new_password1", "Fill this in."),
    ],
)
def test_a_wrong_field_is_said_beside_it(client: Client, field: str, value: str, beside: str, sentence: str) -> None:
    answer = client.post(PAGE, form(**{field: value}))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page.split(f'id="id_{beside}_error"')[1][:200]
    assert NEW not in page
    assert Client().login(username="bob", password=PASSWORD)


def test_a_password_that_is_short_or_digits_alone_is_refused(client: Client) -> None:
    for weak in ("short", "1234567890123"):
        answer = client.post(PAGE, form(new_password1=weak, new_password2=weak))
        assert answer.status_code == 422, weak
    assert Client().login(username="bob", password=PASSWORD)


def test_guesses_at_the_old_password_are_counted(client: Client, settings: Settings) -> None:
    settings.MEMORYHUB_SIGN_IN_ATTEMPTS = 2
    for _ in range(2):
        client.post(PAGE, form(old_password="wrong"))

    answer = client.post(PAGE, form())

    assert answer.status_code == 429
    assert "There were too many attempts." in answer.content.decode()
    assert Client().login(username="bob", password=PASSWORD)


def test_the_page_is_led_to_from_every_page(client: Client) -> None:
    assert f'href="{PAGE}"' in text_of(client, PAGE)
