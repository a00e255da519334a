"""Secrets are masked before anything is stored; what only looks like one stays."""

import json
from pathlib import Path

import pytest

from engine.text import checkdigits, secrets
from tests import effort

CORPUS = [json.loads(line) for line in (Path(__file__).parent / "secrets_corpus.jsonl").read_text("utf-8").splitlines()]


def filled(row):
    """The text and its secrets; they are kept in pieces so that no scanner takes the corpus for a leak."""
    found = ["".join(pieces) for pieces in row["tokens"]]
    text = row["text"]
    for place, token in enumerate(found):
        text = text.replace(f"{{{place}}}", token)
    return text, found


@pytest.mark.parametrize("row", [row for row in CORPUS if row["kind"]], ids=lambda row: row["id"])
def test_a_secret_is_masked_and_named(row):
    text, found = filled(row)

    masked = secrets.mask(text)

    assert not [token for token in found if token in masked.text]
    assert row["kind"] in masked.kinds
    assert secrets.has_secret(text)


@pytest.mark.parametrize("row", [row for row in CORPUS if not row["kind"]], ids=lambda row: row["id"])
def test_what_only_looks_like_a_secret_stays(row):
    text, _ = filled(row)

    assert secrets.mask(text) == secrets.Masked(text, {})
    assert not secrets.has_secret(text)


@pytest.mark.parametrize("row", CORPUS, ids=lambda row: row["id"])
def test_masking_twice_is_masking_once(row):
    once = secrets.mask(filled(row)[0])

    assert secrets.mask(once.text) == secrets.Masked(once.text, {})


def test_the_rest_of_the_sentence_stays_and_the_kind_is_named():
    masked = secrets.mask("我住在通州，数据库密码是 Kettle-Tulip-8，别忘了")

    assert masked == secrets.Masked("我住在通州，数据库密码是 [masked: password]，别忘了", {"password": 1})


def test_every_kind_is_counted():
    masked = secrets.mask("密码：abc12345\n密码：xyz98765\n验证码是 402911")

    assert masked.kinds == {"password": 2, "code": 1}


LONG = {
    "chinese": "我在上海的一家公司做后端开发，平时喜欢爬山。密码学很有意思。" * 2_200,
    "english": "I work in Berlin; my account, token and password manager are fine. " * 3_000,
    "groups": "4111 " * 40_000,
    "digits": "1" * 200_000,
    "labels": "密码是" * 22_000,
    "english labels": "password for " * 16_000,
    "prefixes": "sk-" * 66_000,
    "addresses": "://a:" * 40_000,
    "begins": ("-----BEGIN " + "PRIVATE KEY-----") * 7_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_text_is_masked_in_time(name):
    with effort.at_most(5):
        secrets.mask(LONG[name])


def test_a_right_check_digit_alone_makes_no_identity_number():
    assert checkdigits.is_chinese_identity("110101190001010014")
    assert not checkdigits.is_chinese_identity("110101190001010015")
    assert not checkdigits.is_chinese_identity("110101190013010011")


@pytest.mark.parametrize(
    ("number", "is_one"), [("4111111111111111", True), ("4111111111111112", False), ("9111111111111111", False)]
)
def test_a_card_has_a_known_beginning_and_a_right_sum(number, is_one):
    assert checkdigits.is_card(number) is is_one
