"""Everything that is written into the work log is in it, and is told in sentences in both languages."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone, translation
from pytest_django import Settings

from extraction import deletion, jobs
from extraction.dream import runs
from memoryhub.pages.operations import log_words
from observability.models import WorkLogEntry
from profiles import editing, keys
from profiles.models import Profile, TokenIssuer
from tests.accounts import make_member
from tests.builders import (
    BY_OWNER,
    NOON,
    after,
    make_end_user,
    make_fact,
    make_job,
    make_message,
    make_profile,
    make_session,
)
from tests.callers import api_with_key
from tests.memoryhub.pages.background import ADMINISTRATOR, OPERATOR, signed_in, text_of

ROOT = Path(__file__).parents[4]
FOLDERS = ("extraction", "globalmemory", "memoryhub", "observability", "profiles", "summaries")
PAGE = "/operations/log/"
CHINESE = re.compile("[\u4e00-\u9fff]")
LOGGERS = {"log", "_log", "_publish", "_publish_issuer"}
CONSTANTS = {"MESSAGE", "SENTENCE", "TOO_FAR", "TOO_SLOW"}


def constants(node: ast.AST) -> set[str]:
    found = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return {text for text in found if text[:1].isupper() and text.endswith(".")}


def written(tree: ast.Module) -> Iterator[str]:
    """The sentences that a module hands to the work log: where it calls it, or as constants of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called == "publish":
                yield from (text for word in node.keywords if word.arg == "message" for text in constants(word.value))
            elif called in LOGGERS:
                yield from (text for argument in node.args for text in constants(argument))
    for assigned in (one for one in tree.body if isinstance(one, ast.Assign)):
        if getattr(assigned.targets[0], "id", "") in CONSTANTS and isinstance(assigned.value, ast.Constant):
            yield from constants(assigned.value)


def sources() -> Iterator[ast.Module]:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            if "worklog.publish(" in text or "hand.log(" in text:
                yield ast.parse(text)


def test_every_sentence_that_is_written_can_be_read_in_the_readers_language() -> None:
    found = {text for tree in sources() for text in written(tree)}

    assert len(found) > 40
    assert found - set(log_words.SENTENCES) == set()


def modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "module" and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for assigned in (one for one in tree.body if isinstance(one, ast.Assign)):
        if getattr(assigned.targets[0], "id", "") in {"MODULE", "_MODULE"} and isinstance(assigned.value, ast.Constant):
            yield str(assigned.value.value)


def test_every_module_of_the_log_has_a_name() -> None:
    named = {name for tree in sources() for name in modules(tree)}

    assert len(named) > 15
    assert named - set(log_words.MODULES) == set()


@pytest.mark.parametrize("words", [log_words.SENTENCES, log_words.MODULES, log_words.OTHER_LABELS, log_words.MEASURES])
def test_all_of_it_is_said_in_chinese(words: dict[str, object]) -> None:
    with translation.override("zh-hans"):
        assert [key for key, value in words.items() if not CHINESE.search(str(value))] == []


# --- each deed leaves its line -------------------------------------------------------------------------------------


def dreams(person: Profile) -> None:
    run, _ = runs.start(person.tenant, actor="_system", now=NOON)
    runs.open_parts(run.pk, NOON)
    runs.settle(run.pk, NOON)


def fails(person: Profile) -> None:
    job = make_job(person, "running", attempt=99, leased_until=timezone.now())
    jobs.put_off(job, "timeout", now=timezone.now())


def deletes_a_fact(person: Profile) -> None:
    editing.delete(person, make_fact(person, "likes tea").fact_id, origin=BY_OWNER, now=NOON)


def deletes_a_message(person: Profile) -> None:
    deletion.delete_message(make_message(make_session(person), "likes tea"), actor="account:1", now=NOON)


def deletes_a_conversation(person: Profile) -> None:
    session = make_session(person)
    make_message(session, "likes tea")
    deletion.delete_whole(session, origin=BY_OWNER, now=NOON)


def exports_through_the_api(person: Profile) -> None:
    answer = api_with_key(scopes=["admin"], acts_for_employees=True).get("/api/profile/export", user_id="alice")
    assert b"".join(getattr(answer, "streaming_content", [b"-"]))


def erases_through_the_api(person: Profile) -> None:
    make_end_user("acme")
    api = api_with_key(scopes=["admin"])
    assert api.post("/api/profile/erase", {"end_user_id": "acme"}).status_code == 200


def makes_a_key(person: Profile) -> None:
    keys.create(person.tenant, name="first", scopes=["read"])


def revokes_a_key(person: Profile) -> None:
    key, _ = keys.create(person.tenant, name="first", scopes=["read"])
    keys.revoke(key, actor="account:1", now=NOON)


def replaces_a_key(person: Profile) -> None:
    key, _ = keys.create(person.tenant, name="first", scopes=["read"])
    keys.replace(key, until=after(60), actor="account:1", now=NOON)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("deed", "sentence", "module"),
    [
        (dreams, "The dream ended.", "Dream"),
        (fails, "A job failed for the last time. The model did not answer in time.", "Jobs"),
        (deletes_a_fact, "A fact was deleted.", "Profile"),
        (deletes_a_message, "A message was deleted.", "Conversations"),
        (deletes_a_conversation, "A conversation was deleted.", "Conversations"),
        (exports_through_the_api, "A profile was exported.", "Export"),
        (erases_through_the_api, "A person was erased.", "Erasure"),
        (makes_a_key, "An API key was made.", "Keys"),
        (revokes_a_key, "An API key was revoked.", "Keys"),
        (replaces_a_key, "An API key was replaced and ends later.", "Keys"),
    ],
)
def test_what_was_done_stands_in_the_log(deed: Callable[[Profile], None], sentence: str, module: str) -> None:
    person = make_profile("alice")
    deed(person)

    assert sentence in text_of(signed_in(OPERATOR), f"{PAGE}?module={module}")


@pytest.mark.django_db
def test_what_is_done_on_the_pages_stands_in_the_log() -> None:
    person = make_profile("alice")
    client = Client()
    client.force_login(make_member(profile=person).account)
    exported = client.post("/memory/data/export")
    assert b"".join(getattr(exported, "streaming_content", [b"-"]))
    client.post("/memory/data/erase", {"confirm": "alice"})

    page = text_of(signed_in(OPERATOR), PAGE)

    assert "A person was erased." in page
    assert not Profile.objects.exists()
    assert set(WorkLogEntry.objects.values_list("module", flat=True)) == {"Erasure"}  # what named the person went along


@pytest.mark.django_db
def test_who_may_issue_tokens_is_a_change_of_keys(settings: Settings) -> None:
    client = signed_in(ADMINISTRATOR, is_superuser=True, is_staff=True)
    tenant_id = make_profile("alice").tenant_id
    form = {
        "tenant": tenant_id, "issuer": "https://sso.example.com", "audience": "hub", "algorithm": "HS256",
        "key": "k" * 40, "user_id_claim": "sub", "nickname_claim": "name", "avatar_claim": "picture", "is_enabled": "on",
    }  # fmt: skip

    assert client.post("/admin/profiles/tokenissuer/add/", form).status_code == 302
    issuer = TokenIssuer.objects.get()
    client.post(f"/admin/profiles/tokenissuer/{issuer.pk}/change/", form | {"audience": "other"})
    page = text_of(client, f"{PAGE}?module=Keys")

    assert "An issuer of tokens was made." in page
    assert "An issuer of tokens was changed." in page
    assert "k" * 40 not in page
