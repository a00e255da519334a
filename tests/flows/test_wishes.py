"""What people ask of the memory, from the message to what is known afterwards, in both languages."""

import pytest

from extraction import bell
from extraction.models import Decision
from profiles.lifecycle import Source
from profiles.models import Fact, HeldItem
from tests.builders import after
from tests.flows.steps import known, person, profile_of, say, work_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def tell(*texts: str) -> None:
    """Say one thing after the other; each is learned before the next."""
    for minute, text in enumerate(texts):
        say(person(), text, at=after(minute), session=f"s{minute}")
        work_off(profile_of(person()), now=after(minute))


def outcomes() -> list[tuple[str, str]]:
    rows = Decision.objects.filter(kind=Decision.Kind.INSTRUCTION).order_by("pk")
    return [(row.type, row.action) for row in rows]


@pytest.mark.parametrize(
    ("texts", "left", "told"),
    [
        (["I like cola.", "I like jazz.", "Forget that I like cola."], ["The user likes jazz"], ("DELETE", "forgotten")),
        (["我喜欢喝可乐。", "我喜欢爬山。", "忘掉我说过喜欢可乐的事"], ["用户喜欢爬山"], ("DELETE", "forgotten")),
        (["I live in Bonn.", "I don't live in Bonn anymore, update it to Cologne."], ["The user lives in Cologne"], ("UPDATE", "updated")),
        (["我住在苏州。", "我的住址更新一下，现在是杭州"], ["用户的住址是杭州"], ("UPDATE", "updated")),
        (["I am a nurse.", "Change my occupation to product manager."], ["The user's occupation is product manager"], ("UPDATE", "updated")),
        (["我是医生。", "把我的职业改成产品经理"], ["用户的职业是产品经理"], ("UPDATE", "updated")),
        (["I like jazz.", "Forget that I play chess."], ["The user likes jazz"], ("DELETE", "not_confirmed")),
        (["我对花生过敏。", "能不能忘掉我对花生过敏？"], [], ("DELETE", "forgotten")),
        (["I work as a nurse.", "I work at Acme.", "I like tea.", "Please forget everything about my job."], ["The user likes tea"], ("DELETE", "forgotten")),
        (["Remember that I don't eat pork."], ["The user does not eat pork"], ("ADD", "remembered")),
        (["记住我不吃香菜"], ["用户不吃香菜"], ("ADD", "remembered")),
    ],
)  # fmt: skip
def test_a_wish_is_carried_out(texts: list[str], left: list[str], told: tuple[str, str]) -> None:
    tell(*texts)

    assert known(person()) == left
    assert outcomes() == [told]


def test_what_was_forgotten_is_not_learned_again_by_itself_and_comes_back_when_asked_for() -> None:
    tell("我喜欢喝可乐。", "忘掉我喜欢可乐这件事", "我喜欢喝可乐。")
    assert known(person()) == []

    say(person(), "记住我喜欢喝可乐", at=after(9), session="s9")
    work_off(profile_of(person()), now=after(9))

    assert known(person()) == ["用户喜欢喝可乐"]
    assert Fact.objects.count() == 1


def test_one_message_may_ask_and_tell() -> None:
    tell("I like cola.", "Forget that I like cola. I started playing the violin last year.")

    assert "The user likes cola" not in known(person())
    assert any("violin" in content for content in known(person()))


def test_what_is_said_and_taken_back_in_one_breath_is_not_learned() -> None:
    tell("I like cola. Forget that I like cola.", "我喜欢喝茶。忘掉我喜欢喝茶这件事。")

    assert known(person()) == []


def test_a_statement_to_be_remembered_takes_the_place_of_what_it_contradicts() -> None:
    tell("I live in Bonn.", "Remember that I live in Graz.")

    assert known(person()) == ["The user lives in Graz"]
    assert Fact.objects.active().get().source == Source.INSTRUCTION


@pytest.mark.parametrize(
    "text",
    [
        "My boss told me to forget that I like cola.", "Did you forget that I like cola?", 'He said "forget that I like cola".',
        "```\nforget that I like cola\n```", "> Please forget that I like cola.", "Translate this: forget that I like cola",
    ],
)  # fmt: skip
def test_nobody_elses_words_forget_anything(text: str) -> None:
    tell("I like cola.", text)

    assert "The user likes cola" in known(person())
    assert outcomes() == []


def test_at_most_three_facts_go_at_once_and_the_rest_waits() -> None:
    tell("我在阿里工作。", "我是产品经理。", "我在杭州上班。", "我的岗位是技术专家。", "我从事电商行业。")
    before = len(known(person()))

    say(person(), "关于我工作的一切都忘掉吧", at=after(9), session="s9")
    work_off(profile_of(person()), now=after(9))

    assert before - len(known(person())) <= 3
    assert HeldItem.objects.filter(op="DELETE", reason="many").count() == max(0, before - 3)
