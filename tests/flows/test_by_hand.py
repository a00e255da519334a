"""What a person does by hand, beside what conversations say before and after."""

import pytest

from extraction import bell, deletion
from memoryhub import explanation
from profiles import editing
from profiles.models import Fact
from summaries.models import Message, Session
from tests.builders import BY_OWNER, after
from tests.flows.steps import known, person, profile_of, say, work_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_bells(monkeypatch):
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


def learn(said, *, at, worked_at=None, session="s1"):
    say(person(), said, at=after(at), session=session)
    work_off(profile_of(person()), now=after(worked_at or at))
    return Fact.objects.order_by("pk").last()


@pytest.mark.parametrize(
    ("first", "second", "between", "later"),
    [
        ("I live in Bonn.", "I live in Graz.", "I live in Oslo.", "I live in Turin."),
        ("我住在大连。", "我住在烟台。", "我住在南京。", "我住在厦门。"),
    ],
)
def test_a_fact_that_a_person_restored_gives_way_only_to_what_was_said_after_that(first, second, between, later):
    former = learn(first, at=0)
    learn(second, at=10, session="s2")
    profile = profile_of(person())

    editing.restore(profile, former.fact_id, origin=BY_OWNER, now=after(30))
    learn(between, at=20, worked_at=40, session="s3")
    assert known(person()) == [former.content]

    newest = learn(later, at=50, session="s4")
    assert known(person()) == [newest.content]


@pytest.mark.parametrize(
    ("said", "edited"), [("I like cola.", "The user likes diet cola"), ("我喜欢可乐。", "用户喜欢无糖可乐")]
)
def test_an_edited_fact_rests_on_the_words_of_the_former_one(said, edited):
    former = learn(said, at=0)
    profile = profile_of(person())

    fact = editing.edit(profile, former.fact_id, content=edited, origin=BY_OWNER, now=after(1))

    told = explanation.explain(fact)
    assert [message.content for message in told.messages] == [said]
    assert [event.message_ids for event in told.events] == [former.evidence]
    assert (fact.said_at, fact.source) == (None, "console")


def test_a_deleted_conversation_takes_the_edited_wording_along():
    former = learn("I like cola.", at=0)
    fact = editing.edit(
        profile_of(person()), former.fact_id, content="The user likes diet cola", origin=BY_OWNER, now=after(1)
    )

    deleted = deletion.delete_conversation(
        Session.objects.get(), scope_id="__default__", origin=BY_OWNER, now=after(2), forgets_facts=True
    )

    assert {one.content for one in deleted.facts} == {former.content, fact.content}
    assert known(person()) == []
    assert not Message.objects.exists()


def test_what_an_edited_fact_contradicts_and_was_said_before_the_edit_does_not_replace_it():
    former = learn("I live in Bonn.", at=0)
    fact = editing.edit(
        profile_of(person()), former.fact_id, content="The user lives in Graz", origin=BY_OWNER, now=after(30)
    )

    learn("I live in Oslo.", at=20, worked_at=40, session="s2")

    assert known(person()) == [fact.content]


def test_an_undone_edit_leaves_the_former_wording_with_its_words():
    former = learn("I like cola.", at=0)
    profile = profile_of(person())
    fact = editing.edit(profile, former.fact_id, content="The user likes diet cola", origin=BY_OWNER, now=after(1))

    editing.undo(profile, fact.fact_id, origin=BY_OWNER, now=after(2))

    assert known(person()) == [former.content]
    assert [message.content for message in explanation.explain(Fact.objects.active().get()).messages] == [
        "I like cola."
    ]
