"""Phone numbers and e-mail addresses are found in both languages; numbers that are neither stay."""

import time

import pytest

from engine.text import contacts


@pytest.mark.parametrize(
    ("text", "hidden", "kind"),
    [
        ("call me at +1 (415) 555-0132 tonight", "555-0132", "phone"),
        ("my number: 415-555-0132", "415-555-0132", "phone"),
        ("(415) 555-0132 is my desk", "555-0132", "phone"),
        ("London office +44 20 7946 0958", "7946", "phone"),
        ("in London ring 020 7946 0958", "7946 0958", "phone"),
        ("meine Nummer ist 0171 2345678", "0171 2345678", "phone"),
        ("+49 (0)30 1234567 abends", "1234567", "phone"),
        ("mon numéro 06 12 34 56 78", "06 12 34 56 78", "phone"),
        ("whatsapp 00 55 11 91234 5678", "91234", "phone"),
        ("tel: 5550132 after six", "5550132", "phone"),
        ("电话13800138000联系我", "13800138000", "phone"),
        ("手机138 0013 8000", "138 0013 8000", "phone"),
        ("我的号码是+86-139-1234-5678", "1234-5678", "phone"),
        ("座机0755-2345-6789转12", "2345-6789", "phone"),
        ("办公室(021)55667788", "55667788", "phone"),
        ("我的手机号是一三八零零一三八零零零", "一三八零零一三八零零零", "phone"),
        ("打给我:１３８００１３８０００", "１３８００１３８０００", "phone"),
        ("write to sam.lee+memo@mail.example.com please", "sam.lee+memo@mail.example.com", "email"),
        ("我的邮箱是xiaolin@example.cn，常用", "xiaolin@example.cn", "email"),
        ("邮箱xiaolin@example.cn和微信都行", "xiaolin@example.cn", "email"),
        ("sam (at) example (dot) com", "sam (at) example", "email"),
        ("sam at example dot com", "sam at example", "email"),
    ],
)
def test_a_contact_is_masked_and_named(text, hidden, kind):
    masked = contacts.mask(text)

    assert hidden not in masked.text
    assert dict(masked.kinds) == {kind: 1}
    assert contacts.mask(masked.text).text == masked.text


@pytest.mark.parametrize(
    "text",
    [
        "order number 13800138000 arrived",
        "订单号13800138000还没到",
        "公司去年卖了13800138000件",
        "we sold 13800138000 units",
        "the flat costs 1,250,000 or $415.555.0132",
        "born on 1990-05-14, married 2019/06/15",
        "备份是20240115123456那一份",
        "ISBN 978-0-306-40615-7",
        "version 10.15.7.1 on 192.168.100.200",
        "git@github.com:acme/repo.git",
        "https://user@example.com/path and @someone",
        "SSN-like 512-48-1234 belongs elsewhere",
        "meet me at noon, dot your i's",
        "公司统一社会信用代码91310000MA1FL2XYZ1",
        "坐标 31.230416, 121.473701",
        "身高178，体重72公斤，跑了10公里",
        "phone case size 6.1, bought in 2031",
        "手机用了3年，花了5999元",
        "room 0404 on 2031-01-02",
        "会议号 482 913 556",
    ],
)
def test_what_is_no_contact_stays(text):
    assert contacts.mask(text).text == text
    assert not contacts.has_contact(text)


@pytest.mark.parametrize(
    "text", ["1" * 8_000, "a@" * 4_000, "tel " * 2_000, "0171 " * 1_600, "a.b-" * 2_000, "+1 " * 2_600]
)
def test_a_hostile_text_is_searched_in_time(text):
    begun = time.process_time()

    contacts.mask(text)

    assert time.process_time() - begun < 0.5
