import timeit
from datetime import date

import pytest

from engine import fusion
from engine.text import words


def test_a_text_is_found_by_its_words_its_dates_and_the_day_it_was_said() -> None:
    found = words.lexemes("1月5日搬去北京 with Anna", date(2026, 3, 10))

    assert {"搬去", "北京", "anna"} <= set(found)
    assert {"@-01-05", "@2026-03-10", "@2026-03", "@-03-10"} <= set(found)
    assert "@2026-01-05" not in found


def test_each_word_stands_once() -> None:
    assert words.lexemes("tea tea TEA 绿茶绿茶") == ["tea", "绿茶", "茶绿"]


def test_nothing_said_has_no_words() -> None:
    assert words.lexemes("") == []


def test_a_word_too_long_for_the_database_is_left_out_and_a_book_is_cut() -> None:
    book = "".join(chr(0x4E00 + number % 20_000) + chr(0x4E00 + number * 7 % 20_000) for number in range(300_000))

    found = words.lexemes(f"start {'x' * 3_000} {book}", date(2026, 3, 10))

    assert found[0] == "start"
    assert "x" * 3_000 not in found
    assert "@2026-03-10" in found
    assert sum(len(word.encode()) + 4 for word in found) <= words.MOST_BYTES


def test_the_words_of_a_message_cost_less_than_a_millisecond() -> None:
    said = (
        "昨天我和小王一起去杭州西湖玩了，我们在2023年5月2日订了酒店，It was a nice place, we stayed until May 5th. " * 2
    )

    assert min(timeit.repeat(lambda: words.lexemes(said, date(2024, 1, 1)), number=20, repeat=5)) / 20 < 0.001


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("pays $3,000 a month", "3000"),
        ("lost 20,000 dollars", "20000"),
        ("亏了1,234,567元", "1234567"),
        ("12,345.50 in all", "12345.50"),
        ("rent 3000", "3000"),
    ],
)
def test_a_number_is_one_word_with_and_without_its_commas(text, number):
    assert number in words.lexemes(text)
    assert number in fusion.terms(text, date(2026, 3, 10)).words
    assert "000" not in words.lexemes(text)


@pytest.mark.parametrize("text", ["1,2,3", "3,0000", "2023,100,5", "0.1,234", "tea, milk", "30，000"])
def test_other_commas_part_words(text):
    assert words.plain_numbers(text) == text
