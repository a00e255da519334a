"""What text looks like once it is stored, compared or embedded."""

import pytest

from engine.text import normal
from tests import effort

FAMILY = "👩\u200d👩\u200d👧\u200d👦"
RAINBOW = "🏳\ufe0f\u200d🌈"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "text", [FAMILY, RAINBOW, SCOTLAND, "1\ufe0f\u20e3", "👍🏽", "❤\ufe0f\u200d🔥", "葛\U000e0100城市"]
)
def test_a_picture_keeps_the_joiners_and_selectors_that_make_it(text):
    assert normal.clean(f"最爱{text}吗") == f"最爱{text}吗"


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "അവന്\u200d", "ශ්\u200dරී"])
def test_scripts_spelt_with_joiners_keep_them(text):
    assert normal.clean(text) == text


@pytest.mark.parametrize(
    ("dirty", "tidy"),
    [
        ("a\u200db", "ab"),
        ("喜\u200c欢", "喜欢"),
        ("a\ufe0fb", "ab"),
        ("file\u202etxt.exe", "filetxt.exe"),
        ("\u2066x\u2069", "x"),
        ("用户\u200b\ufeff\u2060", "用户"),
        ("a\x00b\x07c\x7f", "abc"),
        ("half \ud83d left", "half  left"),
        ("ignore\U000e0069\U000e0067", "ignore"),
        ("e\u0301", "é"),
    ],
)
def test_what_is_invisible_and_useless_goes(dirty, tidy):
    assert normal.clean(dirty) == tidy


def test_newlines_and_tabs_stay_and_line_ends_become_newlines():
    assert normal.clean("a\r\nb\tc\rd\u2028e") == "a\nb\tc\nd\ne"


def test_cleaning_twice_is_cleaning_once():
    dirty = f"x\u200b\u200d{FAMILY}\u202e e\u200b\u0301 \ud800 क्\u200d\u200dष"

    once = normal.clean(dirty)

    assert normal.clean(once) == once


def test_one_line_has_no_breaks_and_no_double_blanks():
    assert normal.single_line(" 喜欢\n爬山和\r\n  露营 ") == "喜欢 爬山和 露营"


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("- 用户喜欢茶。", "用户喜欢茶"),
        ("1. Likes tea.", "Likes tea"),
        ("2、用户养猫；", "用户养猫"),
        ("• [user_preference] 用户喜欢绿茶", "用户喜欢绿茶"),
        ("[user_fact] [user_fact] Has a dog", "Has a dog"),
        ("【semantic_memory】团队用 Go", "团队用 Go"),
        ("“喜欢安静”。", "喜欢安静"),
        ("用户用ＪＡＶＡ（ｖ２）", "用户用JAVA(v2)"),
        ("住在上海，在银行工作", "住在上海，在银行工作"),
        ("面积 80 m² 约 ½ 亩", "面积 80 m² 约 ½ 亩"),
        ("喜欢C++", "喜欢C++"),
        ("3.5 km every day", "3.5 km every day"),
        ("[WIP] is the branch prefix", "[WIP] is the branch prefix"),
        ("用户在学车 ", "用户在学车"),
        ("用户在学车\u200b", "用户在学车"),
        ("去年去过日本吗？", "去年去过日本吗？"),
    ],
)
def test_a_statement_is_stored_without_its_wrapping(given, stored):
    assert normal.statement(given) == stored


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "…",
        "。。。",
        "👍",
        "<one statement>",
        "{content}",
        "[fact]",
        "事实1",
        "记忆 2",
        "fact 3",
        "None",
        "null",
        "N/A",
        "无",
        "暂无",
        "用户：无",
        "not mentioned",
        "No new facts found",
        "没有相关信息",
        "ok thanks",
        "呃，那个",
        "嗯嗯",
        "good morning",
        "测试测试123",
    ],
)
def test_fillers_and_placeholders_say_nothing(text):
    assert normal.statement(text) == ""


@pytest.mark.parametrize(
    "text",
    ["单身", "vegetarian", "无糖可乐", "no longer smokes", "没有养狗", "hello kitty fan", "可以吃辣", "行走不便"],
)
def test_a_short_statement_is_no_filler(text):
    assert normal.statement(text) == text


def test_storing_a_stored_statement_changes_nothing():
    once = normal.statement("- [user_goal] “1. 学会 Ｇｏ 语言！”")

    assert once == "学会 Go 语言"
    assert normal.statement(once) == once


@pytest.mark.parametrize(
    ("given", "embedded"),
    [
        ("[user_fact] 用户的猫叫团子", "猫叫团子"),
        ("用户住在北京", "住在北京"),
        ("该用户喜欢安静", "喜欢安静"),
        ("The user's cat is called Momo", "cat is called Momo"),
        ("The user likes tea", "likes tea"),
        ("User: likes tea", "likes tea"),
        ("The user's name is Ada", "name is Ada"),
        ("用户体验是他的专业", "用户体验是他的专业"),
        ("User experience is his field", "User experience is his field"),
        ("Likes tea", "Likes tea"),
    ],
)
def test_what_is_embedded_has_neither_tag_nor_the_person_as_subject(given, embedded):
    assert normal.bare(given) == embedded


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (" 张三 ", "张三"),
        ("CUST_a", "CUST_a"),
        ("e\u0301", "é"),
        ("0", "0"),
        ("x" * 64, "x" * 64),
        ("می\u200cخ", "می\u200cخ"),
    ],
)
def test_an_identifier_is_trimmed_and_kept_as_it_is(given, kept):
    assert normal.identifier(given) == kept


@pytest.mark.parametrize(
    "text", ["", "   ", "x" * 65, "a\tb", "a\nb", "a\n", "a\x00", "a\ud800", "a\u200b", "a\u202eb"]
)
def test_an_identifier_that_is_empty_long_or_invisible_in_part_is_refused(text):
    assert normal.identifier(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_a_whole_number_is_read_from_its_digits(text, number):
    assert normal.whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    [None, "", " 7", "7\n", "-7", "+7", "7.0", "1e3", "1_000", "0x7", "seven", "٧", "７", "²", "9" * 19, "1" * 20],
)
def test_a_number_that_the_database_might_not_take_is_none(text):
    assert normal.whole_number(text) is None


@pytest.mark.parametrize(
    "text", ["用户的" * 20000, "- " * 20000, "嗯" * 50000 + "x", "no any " * 20000, "x\u200d" * 50000]
)
def test_cleaning_a_hostile_text_takes_no_time(text):
    with effort.at_most(5):
        normal.statement(text)
