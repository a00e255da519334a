"""Numbers are compared with what they count and on which side of them a value has to stay."""

import pytest

from engine.text import quantities, values


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("走了5千米", {(5000.0, "metre")}),
        ("走了5公里", {(5000.0, "metre")}),
        ("走了5英里", {(5.0, "mile")}),
        ("花了三百块钱", {(300.0, "cny")}),
        ("Paid $300", {(300.0, "usd")}),
        ("Paid 300 euros", {(300.0, "eur")}),
        ("Waited two hours", {(120.0, "minute")}),
        ("Waited 120 minutes", {(120.0, "minute")}),
        ("Has three cats", {(3.0, "")}),
    ],
)
def test_a_number_is_read_with_its_unit(text, counted):
    assert quantities.quantities(quantities.marked(text)) == counted


def test_a_number_without_a_unit_is_any_number_of_that_size():
    known, bare, other = frozenset({(3.0, "usd")}), frozenset({(3.0, "")}), frozenset({(3.0, "eur")})

    assert not quantities.are_apart(known, bare)
    assert quantities.are_apart(known, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("最多五人", "不超过五人"),
        ("五千元以内", "不超过五千元"),
        ("不少于三天", "至少三天"),
        ("up to 5 people", "no more than 5 people"),
        ("over 5 people", "at least 5 people"),
    ],
)
def test_one_limit_in_other_words_is_one_mark(one, other):
    limits = [quantities.values.values(quantities.marked(text))[quantities.LIMIT] for text in (one, other)]

    assert limits[0] == limits[1]


def test_over_and_under_are_limits_only_beside_a_number():
    assert quantities.LIMIT not in quantities.values.values(quantities.marked("The lamp hangs over the table"))


def test_a_share_told_in_chinese_is_a_number_of_percent() -> None:
    assert quantities.quantities(values.marked("拿百分之五的佣金")) == {(5.0, "percent")}
    assert quantities.quantities(values.marked("涨了百分之二十五")) == {(25.0, "percent")}
    assert quantities.quantities(values.marked("take 5% of it")) == {(5.0, "percent")}


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("Writes ⟦n:x⟧ in notes", set()),
        ("Writes ⟦n:⟧ in notes", set()),
        ("Writes ⟦n:0 in notes", {(0.0, "")}),
        ("Writes ⟦l:most⟧ before 5 km", {(5000.0, "metre")}),
    ],
)
def test_the_brackets_of_a_mark_in_a_persons_words_are_no_mark(text, counted):
    marked = quantities.marked(text)

    assert quantities.quantities(marked) == counted
    assert f"{values.OPEN}{quantities.LIMIT}:" not in marked
    assert quantities.converted(marked)
