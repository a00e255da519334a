"""Wishes that name several things at once, and wishes that only point at what was said before them."""

import pytest

from extraction import bell
from extraction.models import Decision
from tests.builders import after
from tests.flows.steps import known, person, profile_of, say, work_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def tell(*texts: str) -> None:
    for minute, text in enumerate(texts):
        say(person(), text, at=after(minute))
        work_off(profile_of(person()), now=after(minute))


def outcomes() -> list[tuple[str, str, str]]:
    rows = Decision.objects.filter(kind=Decision.Kind.INSTRUCTION).order_by("pk")
    return [(row.type, row.action, row.reason) for row in rows]


@pytest.mark.parametrize(
    ("text", "remembered"),
    [
        ("Remember that I am vegan and that my daughter is called Mia.", ["The user is vegan", "The user's daughter is called Mia"]),
        ("Remember that I'm vegan, my daughter is called Mia and I live in Bonn.", ["The user is vegan", "The user's daughter is called Mia", "The user lives in Bonn"]),
        ("记住我吃素，也记住我女儿叫小雨。", ["用户吃素", "用户的女儿叫小雨"]),
        ("记住我吃素，还有我女儿叫小雨。", ["用户吃素", "用户的女儿叫小雨"]),
    ],
)  # fmt: skip
def test_everything_that_is_to_be_remembered_is(text: str, remembered: list[str]) -> None:
    tell(text)

    assert sorted(known(person())) == sorted(remembered)
    assert [action for _op, action, _reason in outcomes()] == ["remembered"] * len(remembered)


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        (["I like cola.", "I live in Bonn."], "Please forget that I like cola and that I live in Bonn."),
        (["I like cola.", "I live in Bonn."], "Forget that I like cola and I live in Bonn."),
        (["我喜欢喝可乐。", "我住在苏州。"], "忘掉我喜欢喝可乐和我住在苏州这两件事"),
        (["我喜欢喝可乐。", "我住在苏州。"], "请忘掉我喜欢喝可乐，也忘掉我住在苏州"),
        (["我喜欢喝可乐。", "我住在苏州。"], "忘掉我喜欢喝可乐，还有我住在苏州"),
    ],
)
def test_everything_that_is_to_be_forgotten_is(said: list[str], wish: str) -> None:
    tell(*said, wish)

    assert known(person()) == []
    assert [action for _op, action, _reason in outcomes()] == ["forgotten", "forgotten"]


def test_what_belongs_together_is_no_wish_of_two_parts() -> None:
    tell("I like jazz.", "I live in Bonn.", "Forget that I like cola and my job.")

    assert known(person()) == ["The user likes jazz", "The user lives in Bonn"]


def test_a_part_that_could_not_be_read_is_on_record() -> None:
    tell("我喜欢喝可乐。", "忘掉我喜欢喝可乐，还有我那个啥")

    assert known(person()) == []
    assert outcomes() == [("DELETE", "forgotten", ""), ("DELETE", "not_confirmed", "not_understood")]


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("I like cola.", "Forget that."),
        ("I like cola.", "Please forget what I just said."),
        ("我喜欢喝可乐。", "忘了这个"),
        ("我喜欢喝可乐。", "把刚才那句忘了吧"),
    ],
)
def test_a_wish_that_points_back_means_the_one_statement_before_it(said: str, wish: str) -> None:
    tell("I like jazz.", said, wish)

    assert known(person()) == ["The user likes jazz"]
    assert outcomes() == [("DELETE", "forgotten", "")]


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("I like cola and I live in Bonn.", "Forget that."),
        ("What is the weather like?", "Forget that."),
        ("I like cola.", "Forget it."),
        ("我喜欢喝可乐，我住在苏州。", "忘了这个"),
        ("今天天气怎么样？", "忘了这个"),
        ("我喜欢喝可乐。", "算了，忘了吧"),
    ],
)
def test_a_wish_that_points_back_at_more_or_at_nothing_changes_nothing(said: str, wish: str) -> None:
    tell("I like jazz.", said)
    before = known(person())

    tell_after = after(9)
    say(person(), wish, at=tell_after)
    work_off(profile_of(person()), now=tell_after)

    assert known(person()) == before
    assert outcomes() == []
