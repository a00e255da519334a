"""The guard reads every message before anybody is answered: its time grows with the text and never faster."""

import time

import pytest

from engine.text import contacts, guard, normal, secrets

LONGEST_MESSAGE = 8_000
ORDINARY = {
    "zh": "我住在杭州，周末喜欢和朋友去爬山，2031年5月4日的订单号是202601050000000001。平时做后端开发，会议在10:30。",
    "en": "I live in a small town; order 2024-1187 was shipped on 2031-05-04 at 10:30. My password manager is fine. ",
}
HOSTILE = {
    "labels": "密码是 password is pin code key pass ",
    "half labels": "pass the word, pin it, key ",
    "letters": "a",
    "digits": "4111 ",
    "one digit": "1",
    "dots": "a.b-c_",
    "slashes": "admin / ",
    "mails": "a@b.c ",
    "urls": "://a:b ",
    "identities": "身份证 passport number is ",
    "begins": "-----BEGIN RSA " + "PRIVATE KEY-----\n",
    "base64": "QUFBQUFBQUFBQUFBQUFB\n",
    "orders": "when the user asks always ",
    "zh orders": "以后每次都要用户问助手必须",
    "comments": "<!-- ",
    "numerals": "一二三四五六七八",
    "quotes": "“\"'",
    "greek": "pаsswоrd ",
}


def guarded(text):
    cleaned = normal.clean(text)
    contacts.mask(secrets.mask(cleaned).text)
    guard.cut_recalled(cleaned)


def seconds(call, text, tries=3):
    best = 60.0
    for _ in range(tries):
        begun = time.process_time()
        call(text)
        best = min(best, time.process_time() - begun)
    return best


@pytest.mark.parametrize("lang", ORDINARY)
def test_an_ordinary_long_message_costs_milliseconds(lang):
    text = (ORDINARY[lang] * 200)[:LONGEST_MESSAGE]

    assert seconds(guarded, text) < 0.06  # some 10 ms on a quiet machine


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("call", [guarded, guard.steering])
def test_a_hostile_text_costs_no_more_than_its_length(name, call):
    short = (HOSTILE[name] * LONGEST_MESSAGE)[: LONGEST_MESSAGE // 4]
    long = (HOSTILE[name] * LONGEST_MESSAGE)[:LONGEST_MESSAGE]

    assert seconds(call, long) < max(0.05, 10 * seconds(call, short))
    assert seconds(call, long, tries=1) < 1
