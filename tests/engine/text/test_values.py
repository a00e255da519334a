"""One spelling for every number and date."""

import pytest

from engine.text import values


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("预算大约五十万元", "n", {"500000"}),
        ("预算50万元", "n", {"500000"}),
        ("roughly $50k", "n", {"50000"}),
        ("about 50,000 dollars", "n", {"50000"}),
        ("twenty-five people", "n", {"25"}),
        ("three hundred users", "n", {"300"}),
        ("两百字以内", "n", {"200"}),
        ("三千五百万用户", "n", {"35000000"}),
        ("有两个孩子", "n", {"2"}),
        ("PostgreSQL 14", "n", {"14"}),
        ("1.5 万", "n", {"15000"}),
        ("每周五开会", "w", {"5"}),
        ("on Wednesdays", "w", {"3"}),
        ("生日是五月四日", "m", {"5"}),
        ("生日是五月四日", "d", {"4"}),
        ("born on May 4, 1990", "y", {"1990"}),
        ("the 4th of May", "d", {"4"}),
        ("2026-01-05", "m", {"1"}),
        ("站会9:30开始", "t", {"9:30"}),
        ("早上六点半起床", "t", {"6:30"}),
        ("我六点半起床", "t", {"6:30"}),
        ("我六点起床", "t", {"6:00"}),
        ("我十一点睡", "t", {"11:00"}),
        ("晚上八点二十出门", "t", {"20:20"}),
        ("早上六点零五分", "t", {"6:05"}),
        ("下午三点一刻开会", "t", {"15:15"}),
        ("晚上七点一起吃饭", "t", {"19:00"}),
        ("血糖是六点八", "n", {"6.8"}),
        ("跑了三点五公里", "n", {"3.5"}),
        ("体温三十八点五度", "n", {"38.5"}),
        ("花了三点五万", "n", {"35000"}),
        ("晚上十点睡觉", "t", {"22:00"}),
        ("每天22点睡觉", "t", {"22:00"}),
        ("standup at 10 am", "t", {"10:00"}),
        ("下午开会", "p", {"afternoon"}),
    ],
)
def test_a_value_is_found_in_every_spelling(text, kind, found):
    assert values.values(values.marked(text))[kind] == found


@pytest.mark.parametrize(
    "text",
    [
        "四川人",
        "三明治",
        "万一下雨",
        "有一点累",
        "提了两点意见",
        "两点一线",
        "差一点错过",
        "一点一点来",
        "统一思想",
        "k8s",
        "you may go",
        "a sunny day",
        "married",
    ],
)
def test_what_holds_a_numeral_but_counts_nothing_has_no_value(text):
    assert values.values(values.marked(text)) == {}


def test_the_digits_of_a_date_are_no_numbers():
    assert "n" not in values.values(values.marked("2026年1月5日 9:30"))


@pytest.mark.parametrize(
    ("numeral", "number"),
    [("十", 10), ("二十一", 21), ("一百零五", 105), ("两万三千", 23000), ("二零一九", 2019), ("亿", 10**8)],
)
def test_a_chinese_numeral_is_read(numeral, number):
    assert values.chinese_number(numeral) == number


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("at half past nine", "at 9:30"),
        ("at quarter to ten", "at 9:45"),
        ("one hundred and fifty words", "150 words"),
        ("two hundred", "200"),
        ("160斤", "80公斤"),
    ],
)
def test_spoken_hours_counts_and_half_kilograms_are_read(a, b):
    assert values.values(values.marked(a)) == values.values(values.marked(b))


@pytest.mark.parametrize(
    "text",
    [
        "1" * 5000,
        "1" + ",111" * 2000,
        "一" * 5000,
        "9" + "万" * 400,
        "九" + "亿" * 5000,
        "百分之" + "九" * 5000,
        "百分之５",
    ],
)
def test_a_row_of_digits_or_powers_without_end_is_no_failure(text):
    assert all(float(number) < 10**300 for number in values.values(values.marked(text)).get(values.NUMBER, ()))
