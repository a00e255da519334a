"""The settings in force: all of them, each explained, and nothing that opens anything."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import Settings

from memoryhub.pages.operations.settings_explained import SETTINGS, Setting
from memoryhub.pages.operations.settings_in_force import MASK, masked
from tests.memoryhub.pages.background import ADMINISTRATOR, OPERATOR, signed_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/operations/settings/"
EVERY: list[Setting] = [setting for _, group in SETTINGS for setting in group]
SECRET = "pa55-w0rd/that+opens=everything"
ROOT = Path(__file__).parents[4]
READS = {
    "integer", "number", "switch", "one_of", "names", "some_of", "hosts", "zone", "web_address", "secret", "text",
}  # fmt: skip


def read_from_the_environment() -> Iterator[str]:
    """The variables that the code reads by name."""
    for path in (ROOT / "memoryhub").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READS):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


def test_every_variable_that_is_read_is_explained_once() -> None:
    explained = [setting.name for setting in EVERY]
    read = {name for name in read_from_the_environment() if name.startswith(("MEMORYHUB_", "DATABASE_URL", "CELERY_"))}

    assert len(read) > 100
    assert read - set(explained) == set()
    assert len(set(explained)) == len(explained)


def test_every_setting_of_the_product_is_explained() -> None:
    made_of_several = {
        "MEMORYHUB_IMPORTANCE",
        "MEMORYHUB_LLM_MODELS",
        "MEMORYHUB_SET_VARIABLES",
        "MEMORYHUB_DATABASE_URL",
    }
    ours = {name for name in dir(django_settings) if name.startswith("MEMORYHUB_")} - made_of_several

    assert ours - {setting.name for setting in EVERY} == set()


def test_what_sounds_like_a_secret_is_kept_as_one() -> None:
    suspicious = ("KEY", "PASSWORD", "SECRET_KEY", "TOKEN")
    open_ones = {one.name for one in EVERY if one.name.endswith(suspicious) and not one.is_secret}
    addresses = {one.name for one in EVERY if one.name.endswith("_URL") and not one.is_address}

    assert open_ones == addresses == set()


def test_no_secret_of_any_setting_is_on_the_page(
    administrator: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {}
    for number, one in enumerate(EVERY):
        if not (one.is_secret or one.is_address):
            continue
        secret = f"{SECRET}{number}"
        known[one.name] = secret
        value = f"https://user:{quote(secret, safe='')}@host/v1?token={quote(secret)}" if one.is_address else secret
        monkeypatch.setenv(one.name, value)
        name = {"DATABASE_URL": "MEMORYHUB_DATABASE_URL", "MEMORYHUB_SECRET_KEY": "SECRET_KEY"}.get(one.name, one.name)
        if hasattr(settings, name) and name != "SECRET_KEY":  # the session that looks is signed by that one
            setattr(settings, name, value)
    known["MEMORYHUB_SECRET_KEY"] = settings.SECRET_KEY

    page = text_of(administrator, PAGE)

    for name, secret in known.items():
        assert name in page
        for form in (secret, quote(secret), quote(secret, safe="")):
            assert form not in page, name
    assert "https://user:" in page
    assert page.count("set, and not shown") >= sum(one.is_secret for one in EVERY)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://hub:s3cret@db.example.com:5432/memory", f"postgresql://hub:{MASK}@db.example.com:5432/memory"),
        ("postgres://hub@/memory?host=/run/db&password=s3cret", f"postgres://hub@/memory?host=/run/db&password={MASK}"),
        ("redis://:s3cret@cache:6379/0", f"redis://:{MASK}@cache:6379/0"),
        ("redis://s3cret@cache", f"redis://{MASK}@cache"),
        ("https://s3cret@models.example.com/v1", f"https://{MASK}@models.example.com/v1"),
        ("https://models.example.com/v1?api_key=s3cret#s3cret", f"https://models.example.com/v1?api_key={MASK}"),
        ("amqp://hub:a:s3@cret@rabbit//", f"amqp://hub:{MASK}@rabbit//"),
        ("https://[s3cret", MASK),
        ("s3cret", MASK),
        ("s3cret:s3cret", MASK),
        ("redis://:s3cret@a:6379/0;redis://:s3cret@b:6379/1", f"redis://:{MASK}@a:6379/0;redis://:{MASK}@b:6379/1"),
        ("amqp://u:s3cret@a//;amqp://v:s3cret@b//x", f"amqp://u:{MASK}@a//;amqp://v:{MASK}@b//x"),
        ("amqp://u:s3cret@a;amqp://v:s3cret@b", f"amqp://u:{MASK}@a;amqp://v:{MASK}@b"),
        ("redis://:s3cret@a;v:s3cret@b", f"redis://:{MASK}@b"),
        ("redis://:s3cret@a/0;v:s3cret@b/0", f"redis://{MASK}"),
        ("postgresql://hub:s3;cret@db/memory", f"postgresql://hub:{MASK}@db/memory"),
        ("postgresql://hub:a/s3cret@db/memory", f"postgresql://{MASK}"),
        ("redis://:a@s3/cret@cache/0", f"redis://{MASK}"),
        ("redis://:a?s3cret@cache", f"redis://{MASK}"),
        ("redis://:a#s3cret@cache", f"redis://{MASK}"),
        ("redis://cache:s3cret", f"redis://{MASK}"),
        ("https://s3cret:@models.example.com/v1", f"https://{MASK}:{MASK}@models.example.com/v1"),
        ("https://models.example.com/v1beta/s3cret/openai/", f"https://models.example.com/v1beta/{MASK}/openai/"),
        ("https://models.example.com/v1?s3cret", f"https://models.example.com/v1?{MASK}"),
        ("https://models.example.com/v1?s3cret==", f"https://models.example.com/v1?{MASK}"),
        ("https://models.example.com/v1?k=s3cret&host=a", f"https://models.example.com/v1?k={MASK}&host=a"),
        ("redis+socket:///run/redis.sock?virtual_host=0", f"redis+socket:///run/redis.sock?virtual_host={MASK}"),
        ("postgres://hub:s3cret@a:1,[::1]:2/memory", f"postgres://hub:{MASK}@a:1,[::1]:2/memory"),
        ("pgmq://", "pgmq://"),
        ("", ""),
    ],
)
def test_an_address_is_shown_without_what_opens_it(address: str, shown: str) -> None:
    assert "s3" not in masked(address)
    assert masked(address).replace("pgmq://", "pgmq://") == shown


def test_each_setting_has_its_value_and_where_it_comes_from(
    administrator: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in os.environ:
        if name.startswith("MEMORYHUB_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MEMORYHUB_FACT_LIMIT", "77")
    settings.MEMORYHUB_FACT_LIMIT = 77
    settings.MEMORYHUB_LOG_CONTENT = True

    groups = administrator.get(PAGE).context["groups"]

    lines = {line.name: line for _, group in groups for line in group}
    assert (lines["MEMORYHUB_FACT_LIMIT"].value, lines["MEMORYHUB_FACT_LIMIT"].is_given) == ("77", True)
    assert (lines["MEMORYHUB_LOG_CONTENT"].value, lines["MEMORYHUB_LOG_CONTENT"].is_given) == ("on", False)
    assert lines["MEMORYHUB_IMPORTANCE_USER_GOAL"].value == "0.8"
    assert lines["MEMORYHUB_SINGLE_TYPES"].value.startswith("user_profile, user_goal")
    assert lines["MEMORYHUB_PORT"].value == "8000"
    assert lines["MEMORYHUB_LLM_MODEL_JUDGE"].value == ""


def test_an_operator_sees_no_settings_and_no_way_to_them() -> None:
    operator = signed_in(OPERATOR)

    assert operator.get(PAGE).status_code == 403
    assert PAGE not in text_of(operator, "/operations/")
    assert PAGE in text_of(signed_in(ADMINISTRATOR), "/operations/")
