"""The page of one person: what is seen there, by whom, and which look is on record."""

import re
from html import escape
from typing import Any

import pytest
from django.test import Client

from memoryhub.pages.people import person
from observability.models import Observation
from profiles import editing
from profiles.lifecycle import Status
from profiles.models import Fact, HeldItem, Profile
from tests.builders import BY_OWNER, NOON, after, make_fact, make_job, make_profile, make_session
from tests.memoryhub.pages.background import ADMINISTRATOR, SCRIPT, looked_at, signed_in, text_of
from tests.memoryhub.pages.people.persons import page_of, words_of

pytestmark = pytest.mark.django_db


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


def test_in_chinese_each_figure_has_its_unit_and_no_sentence_a_foreign_stop(operator: Client, ming: Profile) -> None:
    make_fact(ming, "likes tea")

    page = words_of(text_of(operator, page_of(ming), **{"Accept-Language": "zh-CN"}))

    assert "1 条有效事实 0 次会话 0 条等待决定" in page
    assert re.search(r"首次出现于 [^.,]+ · 最近修改于 [^.,]+ 还没有智能体询问过此人。", page)


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
