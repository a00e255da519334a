"""The life of a fact after it was learned: the nights, the answers it went into, and what was thought of it."""

from typing import Any

import pytest
from django.test import Client

from extraction import wishes
from extraction.models import Decision, DreamPart, DreamRun
from observability import uses
from observability.models import Feedback, MemoryFeedback, Observation
from profiles import ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, Profile
from tests.builders import NOON, after, make_fact, make_message, make_profile, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def fact(person: Profile) -> Fact:
    return make_fact(person, "likes tea")


def observe(fact: Fact, why: str = "kept", *, minutes: int = 0, **fields: Any) -> Observation:
    values: dict[str, Any] = {
        "tenant_id": fact.profile.tenant_id, "profile_id": fact.profile_id, "scope_id": fact.scope_id,
        "agent_id": "barista", "session_id": "monday", "at": after(minutes), "retrieved_ids": [fact.fact_id],
        "trace": {"levels": {"user": [{"id": "f_other", "score": 1, "why": "max_tokens"}, {"id": fact.fact_id, "score": None, "why": why}]}},
    }  # fmt: skip
    return Observation.objects.create(**(values | fields))


def doubt(observation: Observation, fact: Fact, **fields: Any) -> None:
    values = {"rating": Feedback.Rating.BAD, "reason": Feedback.Reason.OUTDATED, "at": NOON} | fields
    MemoryFeedback.objects.create(
        observation=observation, tenant_id=observation.tenant_id, profile_id=fact.profile_id, memory_id=fact.fact_id,
        **values,
    )  # fmt: skip


def text_of(client: Client, fact: Fact, query: str = "") -> str:
    answer = client.get(f"/memory/{fact.fact_id}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_answers_it_went_into_are_told_with_what_was_asked_and_thought(visitor: Client, fact: Fact) -> None:
    session = make_session(fact.profile, "monday")
    used = observe(fact, question="Which <b>drink</b>?", minutes=2)
    observe(fact, "max_tokens", minutes=1, session_id="unknown")
    Feedback.objects.create(observation=used, tenant_id=used.tenant_id, profile_id=used.profile_id, rating=1)

    page = text_of(visitor, fact)

    assert "Went into an answer. The answer was called good." in page
    assert "Was left out of an answer for want of room." in page
    assert page.index("Went into") < page.index("Was left out")
    assert "Which &lt;b&gt;drink&lt;/b&gt;?" in page
    assert f'href="/memory/conversations/{session.pk}/"' in page
    assert "<bdi" in page.split("barista")[0][-60:]


def test_what_was_thought_of_the_fact_itself_is_told_with_its_reason(visitor: Client, fact: Fact) -> None:
    doubt(observe(fact), fact)

    page = text_of(visitor, fact)

    assert "This fact was called bad. Reason: it was out of date." in page


def test_answers_to_others_and_of_other_scopes_do_not_count(visitor: Client, fact: Fact) -> None:
    stranger = make_profile("bob")
    foreign = observe(fact, profile_id=stranger.pk)
    elsewhere = observe(fact, scope_id="club")
    doubt(foreign, make_fact(stranger, "likes tea"))
    doubt(elsewhere, fact)

    page = text_of(visitor, fact)

    assert "Went into an answer" not in page
    assert "Nobody has said anything about it yet." in page


def test_a_fact_of_every_answer_that_no_answer_names_is_not_called_unused(visitor: Client, fact: Fact) -> None:
    called_up = make_fact(fact.profile, "was in Porto", type="episodic_memory")

    assert "As long as it is remembered it goes into every answer." in text_of(visitor, fact)
    assert "It was found for none of your latest 500 answers." in text_of(visitor, called_up)


def test_as_of_a_day_only_what_was_on_record_then_counts(visitor: Client, fact: Fact) -> None:
    later = observe(fact, minutes=3 * 24 * 60)
    doubt(later, fact, at=after(3 * 24 * 60))

    page = text_of(visitor, fact, "?as_of=2026-03-10")

    assert "Went into an answer" not in page
    assert "This fact was called bad." not in page


def test_only_the_latest_answers_are_read(fact: Fact, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uses, "ANSWERS_READ", 2)
    old = observe(fact, minutes=0)
    new = observe(fact, minutes=1)
    observe(fact, minutes=2, retrieved_ids=[])

    found = uses.of_memory(fact.profile_id, fact.fact_id, scope_id=fact.scope_id)

    assert [row.pk for row in found] == [new.pk]
    assert old.pk != new.pk


def test_what_a_night_did_leads_to_that_night(visitor: Client, fact: Fact) -> None:
    run = DreamRun.objects.create(tenant=fact.profile.tenant, state="done", actor="_system", started_at=NOON)
    part = DreamPart.objects.create(run=run, profile=fact.profile, state="done")
    origin = Origin("_system", Source.DREAM, dream_part_id=part.pk)
    move = Move(fact.pk, Status.SUPERSEDED, reason="outdated")
    ledger.apply(fact.profile_id, [move], origin=origin, now=after(60))

    page = text_of(visitor, fact)

    assert "No longer true, as a later conversation showed." in page
    assert f'href="/dream/{run.pk}/{part.pk}/"' in page


def test_a_wish_that_led_to_the_fact_is_told(visitor: Client, fact: Fact) -> None:
    Decision.objects.create(
        profile=fact.profile, job_id=1, kind=Decision.Kind.INSTRUCTION, fact_id=fact.fact_id, type=wishes.ADD,
        content="that I like <i>tea</i>", action=wishes.REMEMBERED, candidates=[], at=NOON,
    )  # fmt: skip

    page = text_of(visitor, fact)

    assert "You asked to remember" in page
    assert "that I like &lt;i&gt;tea&lt;/i&gt;</q> Remembered." in page


def test_a_whole_life_costs_no_more_than_twelve_statements(
    visitor: Client, person: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    message = make_message(make_session(person, "monday"), "I like tea")
    fact = make_fact(person, "likes tea", evidence=(message.pk,))
    run = DreamRun.objects.create(tenant=person.tenant, state="done", actor="_system", started_at=NOON)
    part = DreamPart.objects.create(run=run, profile=person, state="done")
    move = Move(fact.pk, Status.SUPERSEDED, reason="outdated")
    ledger.apply(person.pk, [move], origin=Origin("_system", Source.DREAM, dream_part_id=part.pk), now=after(60))
    visitor.post(f"/memory/{fact.fact_id}/restore")
    doubt(observe(fact), fact)
    with django_assert_max_num_queries(12) as one:
        text_of(visitor, fact)
    for number in range(1, 50):
        doubt(observe(fact, minutes=number), fact)

    with django_assert_num_queries(len(one)):
        page = text_of(visitor, fact)

    assert page.count("Went into an answer.") == 20
    assert "The latest 20 are shown." in page
