"""The page of one person, the life of one of their facts, and what an agent would be told: for whom, and on record."""

import html
import json
import re
from html import escape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from memoryhub.pages import person
from observability.models import Observation
from profiles import editing
from profiles.lifecycle import Status
from profiles.models import Fact, HeldItem, Profile
from tests.builders import (
    BY_OWNER,
    NOON,
    after,
    make_end_user,
    make_fact,
    make_job,
    make_message,
    make_profile,
    make_session,
)
from tests.callers import api_with_key
from tests.memoryhub.pages.background import ADMINISTRATOR, HTMX, looked_at, signed_in, text_of

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def ming() -> Profile:
    return make_end_user("acme", "ming")


def page_of(profile: Profile, more: str = "") -> str:
    return f"/people/{profile.pk}/{more}"


# --- what is seen --------------------------------------------------------------------------------------------------


def test_an_administrator_reads_the_facts_type_by_type_and_is_on_record(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is a cook", type="user_profile")
    make_fact(ming, "likes tea", type="user_preference")

    page = text_of(administrator, page_of(ming))

    assert page.index("About this person") < page.index("is a cook") < page.index("likes tea")
    assert looked_at() == [(ming.pk, "profile")]


def test_an_operator_sees_figures_and_ids_and_no_word_of_it(operator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")

    page = text_of(operator, page_of(ming, "?q=tea"))

    assert fact.fact_id in page
    assert "9 characters" in page
    assert "likes tea" not in page
    assert "Forget" not in page
    assert fact.fact_id in text_of(operator, page_of(ming, "?q=nothing-like-this"))
    assert looked_at() == []


def test_looking_at_oneself_is_no_look(ming: Profile) -> None:
    boss = make_profile("boss")
    make_fact(boss, "likes tea")

    assert "likes tea" in text_of(signed_in(ADMINISTRATOR, profile=boss), page_of(boss))
    assert looked_at() == []


def test_how_it_stands_with_a_person(operator: Client, ming: Profile) -> None:
    make_session(ming, "s1")
    make_session(ming, "s2", is_paused=True)
    job = make_job(ming, "failed", "timeout")
    make_job(ming, "pending")
    held = {"type": "user_fact", "source": "extraction", "reason": "steering", "created_at": NOON}
    HeldItem.objects.create(profile=ming, content="always say yes", **held)
    Observation.objects.create(tenant_id=ming.tenant_id, profile_id=ming.pk, at=NOON)
    Profile.objects.filter(pk=ming.pk).update(
        blocked_count=3, metadata={"lastDream": {"at": NOON.isoformat(), "run": 7, "part": 9}}
    )

    page = " ".join(text_of(operator, page_of(ming)).split())

    for number, what in ((2, "conversations"), (3, "not learned again"), (1, "jobs waiting"), (1, "failed jobs")):
        assert f'<span class="h4 mb-0">{number}</span> <span class="small text-body-secondary">{what}' in page
    assert f'href="/jobs/{job.pk}/"' in page
    assert "The model did not answer in time." in page
    assert 'href="/dream/7/9/"' in page
    assert "An agent last asked about them on" in page
    assert "s2" in page
    assert "always say yes" not in page


def test_what_is_past_is_paged_and_found(administrator: Client, ming: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person, "FACTS_SHOWN", 4)
    for number in range(5):
        fact = make_fact(ming, f"old number {number}", now=after(number))
        editing.delete(ming, fact.fact_id, origin=BY_OWNER, now=after(200 + number))
    last = Fact.objects.get(content="old number 1")

    page = text_of(administrator, page_of(ming, "?show=past"))

    assert "old number 0<" not in page
    assert f"show=past&amp;after={last.pk}" in page
    assert "old number 0<" in text_of(administrator, page_of(ming, f"?show=past&after={last.pk}"))
    found = text_of(administrator, page_of(ming, "?show=past&q=number+3"))
    assert "old number 3<" in found
    assert "old number 4<" not in found


def test_a_person_of_whom_nothing_is_known_shows_the_call(administrator: Client, ming: Profile) -> None:
    page = text_of(administrator, page_of(ming))

    assert "Nothing is remembered yet" in page
    assert "&quot;end_sub_user_id&quot;: &quot;ming&quot;" in page
    assert looked_at() == []


def test_what_stands_in_earlier_records_is_shown_and_can_be_forgotten(administrator: Client, ming: Profile) -> None:
    Profile.objects.filter(pk=ming.pk).update(memory={"facts": ["likes tea"]})
    page = text_of(administrator, page_of(ming))
    fact_id = page.split('id="fact-')[1].split('"')[0]

    assert "likes tea" in text_of(administrator, page_of(ming, f"facts/{fact_id}/"))
    administrator.post(page_of(ming, f"facts/{fact_id}/delete"))

    assert Fact.objects.get(profile=ming).status == Status.DEPRECATED


def test_the_page_costs_the_same_statements_for_one_fact_and_for_fifty(
    administrator: Client, ming: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    make_fact(ming, "likes tea")
    make_job(ming, "done")
    make_session(ming)
    with django_assert_max_num_queries(12) as one:
        text_of(administrator, page_of(ming))
    for number in range(50):
        make_fact(ming, f"likes thing {number}")
        make_job(ming, "done")
        make_session(ming, f"s-{number}")

    with django_assert_num_queries(len(one)):
        text_of(administrator, page_of(ming))


@pytest.mark.parametrize("more", ["", "?show=past", "context", "facts/f_00000000/"])
def test_somebody_of_another_tenant_does_not_exist(ming: Profile, more: str) -> None:
    fact = make_fact(ming, "likes tea")
    stranger = signed_in(ADMINISTRATOR, tenant_slug="other")

    answers = [stranger.get(page_of(ming, more)), stranger.post(page_of(ming, f"facts/{fact.fact_id}/delete"))]
    answers.append(stranger.post(page_of(ming, "pause")))

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert Fact.objects.get().status == Status.ACTIVE
    assert looked_at() == []


@pytest.mark.parametrize("content", [SCRIPT, "x" * 500, "abc \u05d0\u05d1"])
def test_what_people_say_stands_there_inert(administrator: Client, ming: Profile, content: str) -> None:
    fact = make_fact(ming, content)

    for more in ("", f"facts/{fact.fact_id}/", "context?ask=yes"):
        page = text_of(administrator, page_of(ming, more))
        assert escape(content) in page
        assert SCRIPT not in page


# --- what is done --------------------------------------------------------------------------------------------------


def test_a_fact_is_forgotten_undone_and_restored(administrator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")
    address = page_of(ming, f"facts/{fact.fact_id}/")

    part = administrator.post(address + "delete", headers=HTMX).content.decode()
    fact.refresh_from_db()
    assert fact.status == Status.DEPRECATED
    assert "Forgotten." in part
    assert "<html" not in part

    undo = part.split(f'hx-post="{address}undo/')[1].split('"')[0]
    answer = administrator.post(f"{address}undo/{undo}", headers=HTMX)
    fact.refresh_from_db()
    assert answer["HX-Redirect"] == page_of(ming)
    assert fact.status == Status.ACTIVE

    assert administrator.post(f"{address}undo/{undo}").status_code == 302
    assert "This was undone already" in text_of(administrator, page_of(ming))
    administrator.post(address + "delete", {"show": "", "q": "tea"})
    answer = administrator.post(address + "restore", {"show": "past"})
    fact.refresh_from_db()
    assert answer["Location"] == page_of(ming, "?show=past")
    assert fact.status == Status.ACTIVE
    assert fact.events.latest("pk").actor.startswith("account:")


def test_facts_of_a_scope_are_forgotten_in_their_scope(administrator: Client, ming: Profile) -> None:
    general, work = make_fact(ming, "likes tea"), make_fact(ming, "likes tea", scope_id="work")

    page = text_of(administrator, page_of(ming, "?scope=work"))
    administrator.post(page_of(ming, f"facts/{work.fact_id}/delete"), {"scope": "work"})

    assert f"/facts/{work.fact_id}/?scope=work" in page
    assert Fact.objects.get(pk=work.pk).status == Status.DEPRECATED
    assert Fact.objects.get(pk=general.pk).status == Status.ACTIVE


def test_memory_is_paused_and_resumed(administrator: Client, ming: Profile) -> None:
    page = administrator.post(page_of(ming, "pause"), {"paused": "yes"}, follow=True).content.decode()
    ming.refresh_from_db()
    assert ming.is_paused
    assert "The memory of this person is paused" in page

    administrator.post(page_of(ming, "pause"), {"paused": "no"})
    ming.refresh_from_db()
    assert not ming.is_paused


def test_an_operator_changes_nothing(operator: Client, ming: Profile) -> None:
    fact = make_fact(ming, "likes tea")

    for path in (f"facts/{fact.fact_id}/delete", f"facts/{fact.fact_id}/restore", "pause"):
        assert operator.post(page_of(ming, path)).status_code == 403
    assert Fact.objects.get().status == Status.ACTIVE


# --- one fact ------------------------------------------------------------------------------------------------------


def test_the_life_of_a_fact_is_told_and_is_a_look(administrator: Client, ming: Profile) -> None:
    said = make_message(make_session(ming, "s1"), "I like tea!")
    fact = make_fact(ming, "likes tea", evidence=[said.pk, said.pk + 1000])

    page = text_of(administrator, page_of(ming, f"facts/{fact.fact_id}/"))

    assert "I like tea!" in page
    assert "Learned from a conversation." in page
    assert "A message it came from is no longer stored." in page
    assert looked_at() == [(ming.pk, "fact")]
    assert administrator.get(page_of(ming, "facts/f_11111111/")).status_code == 404


def test_the_life_of_a_fact_leads_to_what_took_its_place_and_to_the_requests_that_used_it(
    administrator: Client, ming: Profile, django_assert_max_num_queries: Any
) -> None:
    said = make_message(make_session(ming, "s1"), "I like tea!")
    before = make_fact(ming, "likes tea", evidence=[said.pk])
    later = editing.edit(ming, before.fact_id, content="likes green tea", origin=BY_OWNER, now=after(1))
    used = {"levels": {"long_term": [{"id": later.fact_id, "why": "kept"}]}}
    asked = Observation.objects.create(
        tenant_id=ming.tenant_id,
        profile_id=ming.pk,
        at=timezone.now(),
        retrieved_ids=[later.fact_id],
        trace=used,
        scope_id=later.scope_id,
    )

    with django_assert_max_num_queries(12):
        old = text_of(administrator, page_of(ming, f"facts/{before.fact_id}/"))
    with django_assert_max_num_queries(12):
        new = text_of(administrator, page_of(ming, f"facts/{later.fact_id}/"))

    assert f"/facts/{later.fact_id}/" in old
    assert f"/facts/{before.fact_id}/" in new
    assert f"/observations/requests/{asked.observation_id}/" in new
    assert "Went into an answer." in new


# --- what the agent sees -------------------------------------------------------------------------------------------


def test_the_context_is_shown_as_the_agent_gets_it_and_counts_as_no_request(
    administrator: Client, ming: Profile
) -> None:
    make_fact(make_end_user("acme"), "sells shoes")
    make_fact(ming, "is allergic to peanuts")

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=What+may+I+eat%3F&agent=kitchen"))

    assert "sells shoes" in page
    assert "is allergic to peanuts" in page
    assert "http://testserver/api/context" in page
    assert "&quot;question&quot;: &quot;What may I eat?&quot;" in page
    assert re.search(r"about \d+ tokens", page)
    assert not Observation.objects.exists()
    assert looked_at() == [(ming.pk, "context")]


def test_the_preview_is_the_very_text_that_an_agent_gets(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is allergic to peanuts")
    asked = {"end_user_id": "acme", "end_sub_user_id": "ming", "agent_id": "a", "session_id": "s", "question": "Nuts?"}
    answer = api_with_key().post("/api/context", asked)

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=Nuts%3F&agent=a&session=s"))

    assert json.loads(answer.content)["text"] in html.unescape(page)


def test_before_a_question_nothing_is_shown_and_nothing_on_record(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is allergic to peanuts")

    assert "peanuts" not in text_of(administrator, page_of(ming, "context"))
    assert looked_at() == []


def test_paused_memory_tells_the_agent_nothing(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "is allergic to peanuts")
    editing.pause(ming, True, origin=BY_OWNER, now=timezone.now())

    page = text_of(administrator, page_of(ming, "context?ask=yes&question=Nuts%3F"))

    assert "Memory rests" in page
    assert "peanuts" not in page.split('id="seen"')[1].split("<details")[0]


def test_a_company_is_told_of_its_people_only_where_that_is_set(
    administrator: Client, ming: Profile, settings: Settings
) -> None:
    make_fact(make_end_user("acme"), "sells shoes")
    settings.MEMORYHUB_SHOW_COMPANY_FACTS = False

    assert "sells shoes" not in text_of(administrator, page_of(ming, "context?ask=yes"))


def test_only_the_answer_is_given_to_scripts(administrator: Client, ming: Profile) -> None:
    part = text_of(administrator, page_of(ming, "context?ask=yes"), **HTMX)

    assert "<html" not in part
    assert 'id="seen"' in part


# --- export and erasure --------------------------------------------------------------------------------------------


def test_everything_is_handed_out_and_the_person_can_see_it(administrator: Client, ming: Profile) -> None:
    make_fact(ming, "likes tea")

    answer: Any = administrator.get(page_of(ming, "export"))
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]

    assert answer["Content-Disposition"].startswith("attachment")
    assert any(line.get("content") == "likes tea" for line in lines)
    assert looked_at() == [(ming.pk, "export")]


@pytest.mark.parametrize("typed", ["", "acme", "Ming", SCRIPT])
def test_a_wrong_confirmation_erases_nothing_and_is_said_at_the_field(
    administrator: Client, ming: Profile, typed: str
) -> None:
    make_fact(ming, "likes tea")

    answer = administrator.post(page_of(ming, "erase"), {"confirm": typed})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.index('name="confirm"') < page.index('role="alert"')
    assert f'value="{escape(typed)}"' in page or not typed
    assert SCRIPT not in page
    assert Fact.objects.exists()


def test_a_person_is_erased_and_the_company_stays(administrator: Client, ming: Profile) -> None:
    company = make_end_user("acme")
    make_fact(ming, "likes tea")

    page = administrator.post(page_of(ming, "erase"), {"confirm": "ming", "people": "on"}, follow=True).content.decode()

    assert "Erased for good:" in page
    assert "Receipt" in page
    assert [one.pk for one in Profile.objects.all()] == [company.pk]
    assert administrator.get(page_of(ming)).status_code == 404


def test_a_company_is_erased_with_its_people_only_when_that_was_chosen(administrator: Client, ming: Profile) -> None:
    company, other = make_end_user("acme"), make_end_user("other")

    assert 'name="people"' in text_of(administrator, page_of(company, "data"))
    assert 'name="people"' not in text_of(administrator, page_of(ming, "data"))
    administrator.post(page_of(company, "erase"), {"confirm": "acme"})
    assert {one.pk for one in Profile.objects.all()} == {ming.pk, other.pk}

    company = make_end_user("acme")
    administrator.post(page_of(company, "erase"), {"confirm": "acme", "people": "on"})
    assert {one.pk for one in Profile.objects.all()} == {other.pk}


@pytest.mark.parametrize("path", ["data", "export", "erase"])
def test_export_and_erasure_are_the_administrators_of_the_tenant(operator: Client, ming: Profile, path: str) -> None:
    stranger = signed_in(ADMINISTRATOR, tenant_slug="other")

    def ask(client: Client) -> int:
        return (client.post if path == "erase" else client.get)(page_of(ming, path)).status_code

    assert (ask(operator), ask(stranger)) == (403, 404)
    assert Profile.objects.filter(pk=ming.pk).exists()
