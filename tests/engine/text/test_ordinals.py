"""Numbers that name a thing, apart from those that measure a state."""

import pytest

from engine.text.ordinals import name_two, naming_numbers

NAMED = {
    "用户收藏了第1号茶杯": {1},
    "看完了三体第二部": {2},
    "坐10号线": {10},
    "收藏了2019年款的手表": {2019},
    "read chapter three of the manual": {3},
    "collects coin no. 4": {4},
    "watched the third season of Dark": {3},
    "has issue #12": {12},
    "owns the 1998 edition": {1998},
}
MEASURED = [
    "养了3只猫",
    "入职第3年",
    "住在第5层",
    "比赛得了第2名",
    "3月5号出发",
    "team has 8 engineers",
    "lives on the 3rd floor",
    "看了3集",
]


@pytest.mark.parametrize("text", NAMED)
def test_a_number_in_a_row_names_a_thing(text: str) -> None:
    assert naming_numbers(text) == NAMED[text]


@pytest.mark.parametrize("text", MEASURED)
def test_a_number_that_measures_names_nothing(text: str) -> None:
    assert not naming_numbers(text)


def test_two_texts_name_two_things_when_each_has_a_number_of_its_own() -> None:
    assert name_two("season 1 of Dark", "season 2 of Dark")
    assert not name_two("season 1 of Dark", "the first season of Dark")
    assert not name_two("season 1 of Dark", "Dark")


@pytest.mark.parametrize(
    ("text", "numbers"), [("chapter " + "1" * 5000, 1), ("第" + "1" * 5000 + "章", 0), ("第二2章", 0)]
)
def test_a_row_of_digits_without_end_or_of_two_kinds_is_no_failure(text: str, numbers: int) -> None:
    assert len(naming_numbers(text)) == numbers
