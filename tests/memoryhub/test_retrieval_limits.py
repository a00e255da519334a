"""What nobody may find, and what a search leaves out when it is narrowed."""

from datetime import timedelta

import pytest

from memoryhub import retrieval
from memoryhub.hits import FACT, MESSAGE
from memoryhub.retrieval import Wanted
from profiles import editing
from profiles.models import FactVector, Profile
from tests.builders import BY_OWNER, NOON, make_end_user, make_profile, make_session, make_tenant
from tests.finding import (
    AT_NOON,
    EVERYTHING,
    QUESTION,
    condense,
    contents,
    describe,
    found,
    like,
    remember,
    remember_everything,
    say,
    vector_of_fact,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_end_user("acme")


def test_only_what_is_active_and_in_force_is_found(profile):
    remember(profile, "old", 0.9, valid_to=NOON - timedelta(days=1))
    gone = remember(profile, "gone", 0.9)
    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=NOON)
    changed = remember(profile, "changed", 0.9)
    editing.edit(profile, changed.fact_id, content="new", origin=BY_OWNER, now=NOON)
    FactVector.objects.filter(fact=changed).delete()
    vector_of_fact(changed, like(0.9))  # even if one had stayed behind

    assert contents(found(profile, "old gone changed new", threshold=0.0)) == ["new"]


def test_nothing_of_another_person_tenant_or_scope_is_found(profile):
    words = "the same words"
    people = (
        make_end_user("acme", "li"), make_end_user("other"), make_profile("acme"),
        make_end_user("acme", tenant=make_tenant("other")),
    )  # fmt: skip
    for person in people:
        remember_everything(person, words)
    remember_everything(profile, words, scope_id="club")

    assert found(profile, words, explained=100).candidates == ()
    assert len(found(profile, words, scope_id="club").candidates) == 4
    for person in people:
        assert len(found(person, words).candidates) == 4


def test_only_what_was_said_and_may_teach_is_found_of_messages(profile):
    say(profile, "tea, said by a person")
    say(profile, "tea, answered", role="assistant")
    say(profile, "tea, from a tool", role="tool")
    say(profile, "tea, a step", message_type="step")
    say(profile, "tea, in a pause", in_pause=True)
    say(profile, "tea, not to learn from", teaches=False)
    say(profile, "tea, deleted", 0.9, deleted_at=NOON)

    assert set(contents(found(profile, "tea"))) == {"tea, said by a person", "tea, answered"}


def test_words_from_which_a_deleted_fact_came_are_not_given_back(profile):
    told, both = say(profile, "tea told"), say(profile, "tea that taught more")
    say(profile, "tea replied", role="assistant")
    say(profile, "tea next")
    say(profile, "tea replied to the next", role="assistant")
    gone = remember(profile, "loves durian", evidence=(told.pk, both.pk))
    remember(profile, "lives in Rome", evidence=(both.pk,))

    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=NOON)

    assert set(contents(found(profile, "tea", kinds={MESSAGE}))) == {"tea next", "tea replied to the next"}


def test_words_of_what_was_overtaken_are_left_out_where_that_is_asked_for(profile):
    overtaken, both = (say(profile, f"tea {name}") for name in ("overtaken", "overtaken in part"))
    old = remember(profile, "works in sales", evidence=(overtaken.pk, both.pk))
    remember(profile, "lives in Rome", evidence=(both.pk,))
    old.__class__.objects.filter(pk=old.pk).update(status="superseded")

    assert set(contents(found(profile, "tea", kinds={MESSAGE}))) == {"tea overtaken", "tea overtaken in part"}
    assert contents(found(profile, "tea", kinds={MESSAGE}, hides_superseded=True)) == ["tea overtaken in part"]


def test_of_a_running_summary_only_the_version_in_use_is_found(profile):
    session = make_session(profile)
    condense(session, "tea, first", 0.9, version=1)
    condense(session, "tea, second", 0.9, version=2)
    condense(session, "tea, failed", 0.9, version=3, status=2)
    condense(session, "tea, withdrawn", 0.9, version=4, deleted_at=NOON)

    assert contents(found(profile, "tea")) == ["tea, second"]


def test_a_search_can_be_narrowed_to_types_and_to_an_agent(profile):
    remember(profile, "tea for all", 0.5)
    remember(profile, "tea as a plan", 0.5, type="assistant_plan", agent_id="a1")
    say(profile, "tea with another", 0.5, agent_id="a2")

    assert contents(found(profile, types=frozenset({"assistant_plan"}), kinds={FACT})) == ["tea as a plan"]
    assert contents(found(profile, agent_id="a1")) == ["tea as a plan"]
    assert contents(found(profile, agent_id="nobody")) == []


def test_a_key_of_some_agents_finds_no_conversation_of_others_and_every_fact(profile):
    mine = say(profile, "tea with mine", 0.5, session_id="mine", agent_id="a1")
    theirs = say(profile, "tea with theirs", 0.5, session_id="theirs", agent_id="a2")
    for message in (mine, theirs):
        message.session.__class__.objects.filter(pk=message.session_id).update(agent_id=message.agent_id)
        describe(message.session, f"{message.content}, told", 0.5)
        condense(message.session, f"{message.content}, condensed", 0.5)
    say(profile, "tea with both", 0.5, session_id="theirs", agent_id="a1")
    remember(profile, "tea of nobody's", 0.5)
    remember(profile, "tea of theirs", 0.5, agent_id="a2")

    results = found(profile, agents=frozenset({"a1"}))

    assert set(contents(results)) == {
        "tea with mine", "tea with mine, told", "tea with mine, condensed", "tea with both", "tea of nobody's", "tea of theirs",
    }  # fmt: skip


def test_facts_that_stand_in_every_context_can_be_left_out(profile):
    remember(profile, "resident tea", 0.5)
    remember(profile, "recalled tea", 0.5, type="semantic_memory")

    assert contents(found(profile, without_residents=True)) == ["recalled tea"]


def test_facts_of_a_company_are_found_beside_those_of_its_people_but_not_its_conversations(profile):
    person = make_end_user("acme", "li")
    remember_everything(profile, "of the company")
    remember_everything(person, "of the person")

    results = retrieval.find(Wanted((person, profile), "x", kinds=EVERYTHING), vector=QUESTION, **AT_NOON)

    assert sorted(one.hit.content for one in results.facts) == ["of the company", "of the person"]
    assert {one.hit.content for one in (*results.summaries, *results.messages)} == {"of the person"}
