"""API keys on their page: made and shown once, replaced, revoked, and who may do what."""

import itertools
import json
import re
import shlex
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from observability.models import WorkLogEntry
from profiles import keys
from profiles.models import ApiKey
from tests.builders import make_tenant
from tests.callers import make_key
from tests.memoryhub.pages.background import HTMX, secret_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]

PAGE = "/operations/keys/"
NEW = f"{PAGE}new"
HOSTILE = '<script>alert("x")</script>'
FIELD = re.compile(r'name="once" value="([0-9a-f]{32})"')


def form_of(client: Client, address: str = NEW) -> dict[str, Any]:
    """What the form sends when nothing is changed but the name."""
    found = FIELD.search(text_of(client, address))
    assert found
    return {"once": found[1], "name": "sales bot", "scopes": ["ingest", "read"]}


def call_in(page: str) -> list[str]:
    """The words of the line for the shell."""
    line = re.search('id="call"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert line is not None
    return shlex.split(unescape(line[1]).replace("\\\n", ""))


def test_a_key_is_made_shown_once_and_works(administrator: Client) -> None:
    form = form_of(administrator)

    made = administrator.post(NEW, form)

    text, key = secret_in(made.content.decode()), ApiKey.objects.get()
    assert keys.find(text, now=timezone.now()) == key
    assert (key.name, key.scopes, key.agents, key.expires_at) == ("sales bot", ["ingest", "read"], [], None)
    assert "no-store" in made["Cache-Control"]
    assert text not in text_of(administrator, PAGE)
    assert text not in json.dumps(list(WorkLogEntry.objects.values("message", "details")))
    assert text not in json.dumps(dict(administrator.session))
    assert text not in str(administrator.cookies)
    assert WorkLogEntry.objects.get(module="Keys").details["prefix"] == key.prefix


def test_a_form_that_is_sent_again_makes_no_second_key(administrator: Client) -> None:
    form = form_of(administrator)
    text = secret_in(administrator.post(NEW, form).content.decode())

    again = administrator.post(NEW, form)

    assert again.status_code == 409
    assert "This key was made already" in again.content.decode()
    assert text not in again.content.decode()
    assert administrator.post(NEW, {**form, "once": "x"}).status_code == 409
    assert ApiKey.objects.count() == 1


def test_what_confines_a_key_is_kept_and_shown(administrator: Client) -> None:
    form = form_of(administrator) | {
        "scopes": ["write"],
        "acts_for_employees": "on",
        "agents": "sales\r\n\r\n  客服 \r\nsales",
        "end_user_prefix": "ac",
        "scope_ids": "club\r\nshop",
        "days": "30",
    }

    administrator.post(NEW, form)

    key, page = ApiKey.objects.get(), text_of(administrator, PAGE)
    assert (key.agents, key.end_user_prefix, key.scope_ids) == (["sales", "客服"], "ac", ["club", "shop"])
    assert key.acts_for_employees
    assert key.expires_at
    assert timedelta(days=29) < key.expires_at - timezone.now() <= timedelta(days=30)
    for word in ("change memory", "act for employees too", "客服", "club", "begins with:", "never used", "by <bdi>you"):
        assert word in page


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Give it a name."),
        ("name", "x" * 129, "at most 128 characters"),
        ("name", "\u200b\u202e", "Give it a name."),
        ("scopes", [], "Choose at least one right."),
        ("scopes", ["everything"], "Select a valid choice"),
        ("agents", "x" * 65, "Each has 1 to 64 characters"),
        ("agents", "a\u202eb", "Each has 1 to 64 characters"),
        ("agents", "\n".join(f"agent-{number}" for number in range(201)), "Name at most 200."),
        ("end_user_prefix", "x" * 65, "At most 64 characters"),
        ("scope_ids", "no blanks", "Each has 1 to 64 of the characters"),
        ("days", "0", "greater than or equal to 1"),
        ("days", "99999", "less than or equal to 36500"),
        ("days", "soon", "Enter a whole number"),
    ],
)
def test_a_wrong_field_is_said_beside_it_and_makes_no_key(
    administrator: Client, field: str, value: object, sentence: str
) -> None:
    answer = administrator.post(NEW, form_of(administrator) | {field: value}, headers=HTMX)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page.split(f'id="id_{field}_error"')[1][:200]
    assert "<html" not in page
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("rights", [["ingest"], ["read"], ["write"], ["admin"], ["ingest", "read", "write", "admin"]])
@pytest.mark.parametrize("confined", [{}, {"agents": "o'brien", "end_user_prefix": '"ac$(id)', "scope_ids": "club"}])
def test_the_line_for_the_shell_is_a_call_that_the_key_may_make(
    administrator: Client, rights: list[str], confined: dict[str, str]
) -> None:
    if rights == ["admin"]:
        confined = {}
    made = administrator.post(NEW, form_of(administrator) | confined | {"scopes": rights})
    words = call_in(made.content.decode())
    headers = dict(word.split(": ", 1) for before, word in itertools.pairwise(words) if before == "-H")
    url, body = urlsplit(words[3]), words[words.index("-d") + 1] if "-d" in words else ""

    answer = Client().generic(
        words[2], f"{url.path}?{url.query}", body, content_type="application/json",
        headers={"Authorization": headers["Authorization"]},
    )  # fmt: skip

    assert answer.status_code in (200, 202), answer.content.decode()


def test_a_key_is_replaced_and_the_old_one_goes_on_for_a_while(administrator: Client) -> None:
    key, old_text = make_key()
    form = {"once": form_of(administrator, PAGE)["once"], "grace": "168"}

    made = administrator.post(f"{PAGE}{key.pk}/replace", form, headers=HTMX)
    again = administrator.post(f"{PAGE}{key.pk}/replace", form)

    text, now = secret_in(made.content.decode()), timezone.now()
    assert keys.find(text, now=now) is not None
    assert keys.find(old_text, now=now + timedelta(days=6)) == key
    assert keys.find(old_text, now=now + timedelta(days=8)) is None
    assert f"<code>{key.prefix}…</code> works until" in made.content.decode()
    assert again.status_code == 409
    assert ApiKey.objects.count() == 2


def test_a_replaced_key_can_end_at_once(administrator: Client) -> None:
    key, old_text = make_key()
    form = {"once": form_of(administrator, PAGE)["once"], "grace": "0"}

    page = administrator.post(f"{PAGE}{key.pk}/replace", form).content.decode()

    assert keys.find(old_text, now=timezone.now()) is None
    assert f"<code>{key.prefix}…</code> no longer works" in page


def test_a_revoked_key_moves_to_those_that_are_over(administrator: Client) -> None:
    key, text = make_key()

    answer = administrator.post(f"{PAGE}{key.pk}/revoke", follow=True)

    assert "Revoked: this key opens nothing any more." in answer.content.decode()
    assert keys.find(text, now=timezone.now()) is None
    assert key.prefix not in text_of(administrator, PAGE)
    assert key.prefix in text_of(administrator, f"{PAGE}?show=past")
    assert WorkLogEntry.objects.filter(message="An API key was revoked.").count() == 1
    assert administrator.post(f"{PAGE}{key.pk}/replace", {"once": "0" * 32}).status_code == 409
    assert ApiKey.objects.count() == 1


def test_a_key_that_has_ended_is_over_too(administrator: Client) -> None:
    key, _ = make_key(expires_at=timezone.now() - timedelta(seconds=1))

    assert key.prefix not in text_of(administrator, PAGE)
    assert key.prefix in text_of(administrator, f"{PAGE}?show=past")


def test_an_operator_sees_keys_and_changes_none(operator: Client) -> None:
    key, text = make_key()

    page = text_of(operator, PAGE)

    assert key.prefix in page
    assert "Make a key" not in page
    assert "/revoke" not in page
    for address in (NEW, f"{PAGE}{key.pk}/replace", f"{PAGE}{key.pk}/revoke"):
        assert operator.post(address, {"once": "0" * 32}).status_code == 403
    assert keys.find(text, now=timezone.now()) == key
    assert ApiKey.objects.count() == 1


def test_keys_of_another_organisation_are_not_there(administrator: Client) -> None:
    key, text = make_key(make_tenant("other"))

    assert key.prefix not in text_of(administrator, PAGE)
    for deed in ("replace", "revoke"):
        assert administrator.post(f"{PAGE}{key.pk}/{deed}", {"once": "0" * 32}).status_code == 404
    assert keys.find(text, now=timezone.now()) == key


def test_hostile_names_are_shown_inert(administrator: Client) -> None:
    administrator.post(NEW, form_of(administrator) | {"name": HOSTILE, "agents": HOSTILE, "end_user_prefix": HOSTILE})

    page = text_of(administrator, PAGE)

    assert HOSTILE not in page
    assert page.count("&lt;script&gt;") == 3


def test_an_empty_list_leads_to_the_first_key(administrator: Client, operator: Client) -> None:
    assert "Make the first one" in text_of(administrator, PAGE)
    assert "An administrator makes one here." in text_of(operator, PAGE)
    assert "No key was revoked or has ended." in text_of(administrator, f"{PAGE}?show=past")


def test_a_list_is_paged_and_costs_the_same_queries_for_one_key_and_for_fifty(
    administrator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first, _ = make_key(actor="account:1")
    with django_assert_max_num_queries(12) as for_one:
        text_of(administrator, PAGE)
    for number in range(50):
        make_key(actor=f"account:{number}")

    with django_assert_max_num_queries(len(for_one.captured_queries)):
        page = text_of(administrator, PAGE)

    assert first.prefix not in page
    assert first.prefix in text_of(administrator, f"{PAGE}?after={first.pk + 1}")
    assert "There is nothing further." in text_of(administrator, f"{PAGE}?after=1")
