"""The life of a fact as an administrator is told it: all that its owner is told, in words and links for administrators."""

import re
from typing import Any

import pytest
from django.test import Client

from extraction import wishes
from extraction.models import Decision, DreamPart, DreamRun
from observability.models import Observation
from profiles import editing, ledger
from profiles.changes import Move, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, Profile
from tests.builders import BY_OWNER, NOON, after, make_end_user, make_fact, make_message, make_session
from tests.memoryhub.pages.background import ADMINISTRATOR, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator() -> Client:
    return signed_in(ADMINISTRATOR)


@pytest.fixture
def ming() -> Profile:
    return make_end_user("acme", "ming")


def page_of(fact: Fact, more: str = "") -> str:
    return f"/people/{fact.profile_id}/facts/{fact.fact_id}/{more}"


def decide(fact: Fact, **fields: Any) -> None:
    values = {"content": fact.content, "type": fact.type, "scope_id": fact.scope_id, "job_id": 1, "at": after(5)}
    Decision.objects.create(profile=fact.profile, fact_id=fact.fact_id, **(values | fields))


def compared(*others: Fact) -> list[dict[str, object]]:
    return [{"fact_id": other.fact_id, "score": 0.871, "action": "append"} for other in others]


def forget_at_night(fact: Fact) -> DreamPart:
    run = DreamRun.objects.create(tenant=fact.profile.tenant, state="done", actor="_system", started_at=NOON)
    part = DreamPart.objects.create(run=run, profile=fact.profile, state="done")
    move = Move(fact.pk, Status.SUPERSEDED, reason="outdated")
    ledger.apply(fact.profile_id, [move], origin=Origin("_system", Source.DREAM, dream_part_id=part.pk), now=after(60))
    return part


def use(fact: Fact, session_id: str) -> Observation:
    levels = {"user": [{"id": fact.fact_id, "score": None, "why": "kept"}]}
    return Observation.objects.create(
        tenant_id=fact.profile.tenant_id, profile_id=fact.profile_id, scope_id=fact.scope_id, session_id=session_id,
        at=NOON, retrieved_ids=[fact.fact_id], trace={"levels": levels}, question="Which drink?",
    )  # fmt: skip


def test_it_leads_to_the_facts_that_it_was_compared_with(administrator: Client, ming: Profile) -> None:
    other, fact = make_fact(ming, "likes Java", scope_id="work"), make_fact(ming, "likes Kotlin", scope_id="work")
    decide(fact, action="appended", candidates=compared(other, fact))

    page = text_of(administrator, page_of(fact, "?scope=work"))

    assert f'href="{page_of(other)}?scope=work">likes Java</a>' in page
    assert "87 % alike" in page
    assert "this fact" in page


def test_it_leads_to_the_night_that_changed_it(administrator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")
    part = forget_at_night(fact)

    page = text_of(administrator, page_of(fact))

    assert f'href="/dream/{part.run_id}/{part.pk}/"' in page


def test_a_wish_of_somebody_else_is_told_as_theirs(administrator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")
    decide(
        fact, kind=Decision.Kind.INSTRUCTION, type=wishes.ADD, content="that I like <i>tea</i>",
        action=wishes.REMEMBERED, candidates=[],
    )  # fmt: skip

    page = text_of(administrator, page_of(fact))

    assert "that I like &lt;i&gt;tea&lt;/i&gt;</q> Remembered on request." in page
    assert "You asked" not in page
    assert 'href="/memory/asked"' not in page


def test_it_is_told_as_it_stood_on_a_day(administrator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")
    editing.edit(ming, fact.fact_id, is_pinned=True, origin=BY_OWNER, now=after(48 * 60))

    assert "Pinned:" in text_of(administrator, page_of(fact))
    assert "Pinned:" not in text_of(administrator, page_of(fact, "?as_of=2026-03-10"))


def test_what_others_asked_stands_with_the_request_and_not_here(administrator: Client, ming: Profile) -> None:
    fact, session = make_fact(ming, "likes tea"), make_session(ming, "monday")
    use(fact, "monday")

    page = text_of(administrator, page_of(fact))

    assert f'href="/memory/conversations/{session.pk}/"' in page
    assert "Which drink?" not in page


def test_every_way_that_leads_on_is_open_to_an_administrator(
    administrator: Client, ming: Profile, django_assert_max_num_queries: Any
) -> None:
    said = make_message(make_session(ming, "monday"), "I like tea!")
    other, before = make_fact(ming, "likes coffee"), make_fact(ming, "likes tea", evidence=(said.pk,))
    fact = editing.edit(ming, before.fact_id, content="likes green tea", origin=BY_OWNER, now=after(1))
    decide(fact, action="appended", candidates=compared(other))
    forget_at_night(fact)
    use(fact, "monday")

    with django_assert_max_num_queries(12):
        page = text_of(administrator, page_of(fact))

    ways = set(re.findall(r'href="([^"#?]+)', page.split('class="reading"')[1].split("</main>")[0]))
    assert {way.split("/")[1] for way in ways} == {"people", "memory", "dream", "observations"}
    assert {administrator.get(way).status_code for way in ways} == {200}
