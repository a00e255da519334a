"""The settings of scopes on their pages: what holds and who says so, the form, and two who write at once."""

import re
from html import escape, unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model import prompting
from observability.models import WorkLogEntry
from profiles import inforce, scopes
from profiles.models import ScopeConfig
from tests.builders import make_tenant
from tests.memoryhub.pages.background import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]

PAGE = "/operations/scopes/"
SHOW, EDIT, CLEAR = f"{PAGE}settings?scope=club", f"{PAGE}edit?scope=club", f"{PAGE}clear"
HOSTILE = "<script>alert(1)</script>"


def make_scope(scope_id: str = "club", slug: str = "default", **fields: Any) -> ScopeConfig:
    return ScopeConfig.objects.create(tenant=make_tenant(slug), scope_id=scope_id, **fields)


def held(page: str, label: str) -> tuple[str, str]:
    """Value and origin of a setting."""
    cell = page.split(f">{label}</dt>")[1].split("</dd>")[0]
    value, origin = re.findall(r"<span[^>]*>(.*?)</span>", cell, re.DOTALL)
    return unescape(value), unescape(origin)


def form_of(client: Client, **changed: str) -> dict[str, str]:
    """What the form sends when nothing else is changed."""
    page = text_of(client, EDIT)
    found = re.search(r'name="seen" value="([0-9a-f]{32})"', page)
    assert found
    row = ScopeConfig.objects.filter(scope_id="club", tenant=make_tenant()).first()
    shown = {True: "on", False: "off", None: ""}
    own = {name: shown.get(value, value) for name, value in scopes.own_of(row).items()}
    return {**own, "scope": "club", "seen": found[1], **changed}


def test_each_setting_stands_with_what_holds_and_who_says_so(administrator: Client, settings: Settings) -> None:
    settings.MEMORYHUB_LLM_BASE_URL = "http://127.0.0.1:9/v1"
    settings.MEMORYHUB_LLM_MODEL = "general"
    settings.MEMORYHUB_LLM_MODELS = dict.fromkeys(inforce.PURPOSES, "general")
    make_scope(enable_user_profile=False, contacts="mask", judge_model="small")

    page = text_of(administrator, SHOW)

    assert held(page, "Learn about the person") == ("off", "set here")
    assert held(page, "Learn at all") == ("on", "the default")
    assert held(page, "Phone numbers and e-mail addresses") == ("mask in messages, keep out of facts", "set here")
    assert held(page, "Model for merging") == ("small", "set here")
    assert held(page, "Model for extraction") == ("general", "set by the environment")
    assert held(page, "What counts as an event") == (prompting.DEFAULTS.episodic_memory, "the default")
    assert page.count("</dt>") == len(inforce.NAMES)


def test_a_scope_that_sets_nothing_shows_what_holds_everywhere_and_makes_no_row(operator: Client) -> None:
    page = text_of(operator, SHOW)

    assert held(page, "Model for the dream") == ("built-in rules", "the default")
    assert "No model endpoint is set up" in page
    assert "Back to as everywhere" not in page
    assert not ScopeConfig.objects.exists()


def test_a_model_that_nobody_can_ask_is_shown_as_without_effect(operator: Client) -> None:
    make_scope(llm_model="small")

    page = text_of(operator, SHOW)

    assert re.search(
        r"Language model</dt>.{1,300}built-in rules.{1,300}without effect: <span[^>]*>small<", page, re.DOTALL
    )
    assert page.count("without effect") == 1


def test_the_form_changes_what_was_changed_and_the_log_says_so(administrator: Client) -> None:
    make_scope(enable_user_profile=False, llm_model="big")
    wording = "  First line.\r\nSecond\u200b line.  "

    form = form_of(administrator, enable_user_profile="", contacts="refuse", user_profile_definition=wording)
    answer = administrator.post(EDIT, form, follow=True)

    row = ScopeConfig.objects.get()
    assert (row.enable_user_profile, row.contacts, row.llm_model) == (None, "refuse", "big")
    assert row.user_profile_definition == "First line.\nSecond line."
    assert "Saved. It holds from the next message" in answer.content.decode()
    assert WorkLogEntry.objects.get(module="Scopes").details == {
        "scope_id": "club", "changed": ["contacts", "enable_user_profile", "user_profile_definition"],
    }  # fmt: skip
    assert "Nothing was changed." in administrator.post(EDIT, form_of(administrator), follow=True).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("enable_long_term_mem", "perhaps", "Select a valid choice"),
        ("contacts", "shred", "Select a valid choice"),
        ("episodic_memory_definition", "x" * 4001, "at most 4000 characters"),
        ("llm_model", "x" * 129, "at most 128 characters"),
        ("extract_model", "a\u202eb", "no characters that cannot be seen"),
    ],
)
def test_a_wrong_field_is_said_beside_it_and_nothing_is_saved(
    administrator: Client, field: str, value: str, sentence: str
) -> None:
    answer = administrator.post(EDIT, form_of(administrator, message_secrets="keep") | {field: value})

    assert answer.status_code == 422
    assert sentence in answer.content.decode().split(f'id="id_{field}_error"')[1][:200]
    assert not ScopeConfig.objects.exists()


def test_the_later_of_two_is_told_keeps_the_words_and_may_save_again(administrator: Client) -> None:
    mine, theirs = form_of(administrator, llm_model="mine"), form_of(administrator, llm_model="theirs", contacts="mask")
    administrator.post(EDIT, theirs)

    told = administrator.post(EDIT, mine)

    page = told.content.decode()
    assert told.status_code == 409
    assert "Somebody else changed these settings while you were writing" in page
    assert re.search(r"Language model: <span[^>]*>theirs</span>", page)
    assert re.search(r"addresses: <span[^>]*>mask in messages, keep out of facts</span>", page)
    assert 'value="mine"' in page
    assert ScopeConfig.objects.get().llm_model == "theirs"

    seen = re.search(r'name="seen" value="([0-9a-f]{32})"', page)
    assert seen
    administrator.post(EDIT, mine | {"seen": seen[1]})
    row = ScopeConfig.objects.get()
    assert (row.llm_model, row.contacts) == ("mine", "")


def test_a_scope_goes_back_to_as_everywhere_unless_it_changed_meanwhile(administrator: Client) -> None:
    row = make_scope(llm_model="big", enable_semantic_memory=False, contacts="mask", user_profile_definition="x")
    seen = scopes.fingerprint(scopes.own_of(row))

    stale = administrator.post(CLEAR, {"scope": "club", "seen": "0" * 32})
    assert stale.status_code == 409
    assert "changed meanwhile" in stale.content.decode()
    assert ScopeConfig.objects.get().llm_model == "big"

    administrator.post(CLEAR, {"scope": "club", "seen": seen})
    assert set(scopes.own_of(ScopeConfig.objects.get()).values()) == {None}


def test_an_operator_reads_and_changes_nothing(operator: Client) -> None:
    make_scope(llm_model="big")

    page = text_of(operator, SHOW)

    assert "big" not in page.split("<h2")[0]
    assert "/operations/scopes/edit" not in page
    assert "/operations/scopes/clear" not in page
    form = {"scope": "club", "seen": "0" * 32, "llm_model": "small"}
    assert operator.post(EDIT, form).status_code == operator.post(CLEAR, form).status_code == 403
    assert ScopeConfig.objects.get().llm_model == "big"


def test_settings_of_another_organisation_are_not_there(administrator: Client) -> None:
    make_scope(slug="other", llm_model="theirs", user_profile_definition="theirs alone")

    assert "club" not in text_of(administrator, PAGE).split("list-group")[1].split("<pre")[0]
    assert "theirs" not in text_of(administrator, SHOW)
    administrator.post(EDIT, form_of(administrator, llm_model="ours"))
    assert dict(ScopeConfig.objects.values_list("tenant__slug", "llm_model")) == {"other": "theirs", "default": "ours"}


def test_a_scope_is_opened_by_its_name(administrator: Client) -> None:
    opened, wrong = administrator.get(f"{PAGE}?open=a.b:c"), administrator.get(f"{PAGE}?open={HOSTILE}")

    assert opened["Location"] == f"{PAGE}settings?scope=a.b%3Ac"
    assert wrong.status_code == 422
    assert "1 to 64 of the characters" in wrong.content.decode().split('id="open_error"')[1][:100]
    assert f'value="{escape(HOSTILE)}"' in wrong.content.decode()
    assert HOSTILE not in wrong.content.decode()
    assert administrator.get(f"{PAGE}settings?scope=..").status_code == 200
    for address in (f"{PAGE}settings?scope=no%20blanks", f"{PAGE}edit?scope=", f"{PAGE}settings?scope={HOSTILE}"):
        assert administrator.get(address).status_code == 400


def test_hostile_wordings_are_shown_inert(administrator: Client) -> None:
    make_scope(user_profile_definition=HOSTILE + "\u202e" + "x" * 500, llm_model=HOSTILE)

    for page in (text_of(administrator, SHOW), text_of(administrator, EDIT)):
        assert HOSTILE not in page
        assert "&lt;script&gt;" in page


def test_an_empty_list_shows_the_call_that_fills_it(operator: Client) -> None:
    page = unescape(text_of(operator, PAGE))

    assert "curl -X PUT http://testserver/api/scopes/club" in page
    assert "sets nothing for itself" in page


def test_a_list_is_paged_and_costs_the_same_queries_for_one_scope_and_for_fifty(
    operator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = make_scope("scope-first", llm_model="big")
    make_scope("__default__", contacts="mask")
    with django_assert_max_num_queries(12) as for_one:
        text_of(operator, PAGE)
    for number in range(50):
        make_scope(f"scope-{number}", contacts="mask")

    with django_assert_max_num_queries(len(for_one.captured_queries)):
        page = text_of(operator, PAGE)

    assert "scope-first" not in page
    assert "scope-first" in text_of(operator, f"{PAGE}?after={first.pk + 1}")
    assert "There is nothing further." in text_of(operator, f"{PAGE}?after={first.pk}")
