"""Wishes about the memory carried out on stored facts: their history, what waits, what is on record, and undo."""

from typing import Any

import pytest

from engine.embedded.extract import extract
from engine.questions import USER, ExtractQuestion, Line, MatchAnswer, MatchQuestion, Switches
from extraction import jobs, obeying, settling
from extraction.candidates import Screen
from extraction.models import Decision, Job
from extraction.policy import policy_of
from profiles import editing
from profiles.changes import New
from profiles.lifecycle import Source, Status
from profiles.models import Fact, HeldItem, Profile
from summaries.models import Session
from tests.builders import BY_OWNER, NOON, after, make_fact, make_message
from tests.extraction.scripted import active

pytestmark = pytest.mark.django_db


def say(session: Session, text: str, *, now: Any = NOON, ask: Any = None) -> Job:
    """One message of the user whose wishes are carried out; what else it says is not learned."""
    message = make_message(session, text, said_at=now)
    job = jobs.add(session.profile, Job.Kind.LEARN, now=now, session=session, message_ids=[message.pk])
    line = Line(USER, text, key=message.pk, said_at=now)
    answer = extract(ExtractQuestion(target=(line,)))
    policy = policy_of(session.profile, agent_id="", scope_id=job.scope_id)
    asked = obeying.wishes_in(job, [answer], Screen(lines=(line,), switches=Switches()), ())
    _, rules = settling.prepare(job, [], policy)
    plan = obeying.decide(job, asked, (), rules, ask=ask or obeying.witness(job, policy).ask)
    obeying.carry_out(job, plan, now=now)
    return job


def decision(profile: Profile) -> Decision:
    return Decision.objects.filter(profile=profile, kind=Decision.Kind.INSTRUCTION).latest("pk")


def undo(fact: Fact) -> None:
    editing.undo(fact.profile, fact.fact_id, origin=BY_OWNER, now=after(30))


@pytest.mark.parametrize(
    ("text", "stored", "left"),
    [
        ("Forget that I like cola.", ["The user likes cola", "The user likes coffee"], ["The user likes coffee"]),
        ("忘掉我说过喜欢可乐的事", ["用户喜欢喝可乐", "用户喜欢可可"], ["用户喜欢可可"]),
        ("删除关于我工作的记忆", ["用户是产品经理", "用户喜欢跑步"], ["用户喜欢跑步"]),
        (
            "Forget everything about my job.",
            ["The user works as a nurse", "The user likes tea"],
            ["The user likes tea"],
        ),
        ("Forget that I play chess.", ["The user plays the violin"], ["The user plays the violin"]),
    ],
)
def test_a_wish_to_forget(session, text, stored, left):
    for content in stored:
        make_fact(session.profile, content)

    say(session, text, now=after(5))

    assert active(session.profile) == left


def test_what_was_forgotten_says_so_in_its_history_and_blocks_what_says_the_same(session):
    fact = make_fact(session.profile, "用户喜欢可乐")

    job = say(session, "忘掉我喜欢可乐这件事", now=after(5))

    event = fact.events.latest("pk")
    assert (event.to_status, event.source, event.reason) == (Status.DEPRECATED, Source.INSTRUCTION, "instructed")
    assert (event.job_id, event.actor) == (job.pk, f"user:{session.profile_id}")
    assert [vector.is_blocked for vector in fact.vectors.all()] == [True]
    told = decision(session.profile)
    assert (told.type, told.action, told.content, told.fact_id) == ("DELETE", "forgotten", "用户喜欢可乐", fact.fact_id)
    assert (told.engine, told.message_ids) == ("embedded", [session.messages.get().pk])


def test_a_correction_puts_the_new_in_place_of_the_old(session):
    old = make_fact(session.profile, "用户喝咖啡")

    say(session, "我不再喝咖啡了，改成喝茶", now=after(5))

    assert active(session.profile) == ["用户喝茶"]
    new = Fact.objects.get(content="用户喝茶")
    old.refresh_from_db()
    assert (new.source, old.status, old.superseded_by) == (Source.INSTRUCTION, Status.SUPERSEDED, new.fact_id)
    assert decision(session.profile).content == "用户喝咖啡 → 用户喝茶"


def test_a_wish_to_remember_brings_back_what_was_deleted(session):
    fact = make_fact(session.profile, "用户不吃香菜")
    editing.delete(session.profile, fact.fact_id, origin=BY_OWNER, now=after(1))

    say(session, "记住我不吃香菜", now=after(5))

    assert active(session.profile) == ["用户不吃香菜"]
    assert Fact.objects.count() == 1
    assert fact.events.latest("pk").reason == "instructed"


def test_where_nothing_is_meant_nothing_changes_and_the_record_says_so(session):
    fact = make_fact(session.profile, "用户在学滑冰")

    say(session, "请忘掉我在学滑雪这件事", now=after(5))

    assert fact.events.count() == 1
    assert decision(session.profile).action in ("not_confirmed", "not_found")
    assert decision(session.profile).fact_id == ""


def test_an_endpoint_that_does_not_answer_changes_nothing(session):
    make_fact(session.profile, "The user likes cola")

    def broken(question: MatchQuestion) -> MatchAnswer:
        return MatchAnswer(failed="timeout", engine="some-model")

    say(session, "Forget that I like cola.", now=after(5), ask=broken)

    assert active(session.profile) == ["The user likes cola"]
    told = decision(session.profile)
    assert (told.action, told.reason, told.engine) == ("undecided", "timeout", "some-model")


def test_more_than_three_facts_wait_for_a_word(session):
    contents = [
        "The user works as a nurse", "The user works at Acme", "The user works in Berlin", "The user's job is demanding",
    ]  # fmt: skip
    for content in contents:
        make_fact(session.profile, content)

    say(session, "Forget everything about my job.", now=after(5))

    (waiting,) = active(session.profile)
    item = HeldItem.objects.get()
    assert (item.op, item.reason, item.source) == ("DELETE", "many", Source.INSTRUCTION)
    assert item.target == Fact.objects.get(content=waiting).fact_id
    assert decision(session.profile).reason == "some_wait"


def test_a_secret_in_a_wish_is_nowhere(session):
    say(session, "Forget that my password is hunter2Xy!", now=after(5))
    say(session, "Remember that my password is hunter2Xy!", now=after(6))

    assert not Decision.objects.filter(content__contains="hunter2Xy").exists()
    assert not Fact.objects.filter(content__contains="hunter2Xy").exists()
    assert not HeldItem.objects.filter(content__contains="hunter2Xy").exists()


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("Forget that I like cola.", ["The user likes cola", "The user likes tea"]),
        ("I no longer drink coffee, update it to tea.", ["The user drinks coffee", "The user likes jazz"]),
        ("把我的职业改成产品经理", ["用户是医生", "用户喜欢跑步"]),
        ("忘掉我喜欢猫", ["用户喜欢猫和狗"]),
    ],
)
def test_undo_restores_exactly_what_was_in_force_before(session, text, stored):
    for content in stored:
        make_fact(session.profile, content)
    before = set(active(session.profile))

    say(session, text, now=after(5))
    changed = Fact.objects.get(content=stored[0])
    assert set(active(session.profile)) != before
    undo(changed)

    assert set(active(session.profile)) == before


def test_undo_of_a_correction_does_not_block_the_new_statement_for_ever(session):
    old = make_fact(session.profile, "The user drinks coffee")
    say(session, "I no longer drink coffee, update it to tea.", now=after(5))

    undo(old)

    assert Fact.objects.get(content="The user drinks tea").status == Status.SUPERSEDED


def test_undo_of_a_wish_to_remember_takes_the_statement_away_again(session):
    say(session, "Remember that I don't eat pork.", now=after(5))

    undo(Fact.objects.get())

    assert active(session.profile) == []


def test_undo_of_a_return_deletes_again(session):
    fact = make_fact(session.profile, "用户不吃香菜")
    editing.delete(session.profile, fact.fact_id, origin=BY_OWNER, now=after(1))
    say(session, "记住我不吃香菜", now=after(5))

    undo(fact)

    fact.refresh_from_db()
    assert fact.status == Status.DEPRECATED


def test_what_a_person_lets_through_later_does_what_the_wish_would_have_done(session):
    fact = make_fact(session.profile, "用户喝咖啡", is_pinned=True)
    item = HeldItem.objects.create(
        profile=session.profile, op="UPDATE", target=fact.fact_id, content="用户喝茶", type="user_fact",
        source="instruction", reason="many", created_at=NOON,
    )  # fmt: skip

    (change,) = obeying.granted(item, fact, reason="accepted")

    assert isinstance(change, New)
    assert (change.content, change.replaces, change.is_pinned) == ("用户喝茶", (fact.pk,), True)
    assert change.replaces_reason == "accepted"
