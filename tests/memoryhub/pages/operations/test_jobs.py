"""The list of background work: what operators see of it, and what they can do about it."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from extraction.models import Job
from profiles.models import Member, Profile
from tests.builders import make_job, make_profile, make_tenant
from tests.memoryhub.pages.background import HTMX, PAGE, make_call, signed_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]


def test_figures_stand_by_state_and_reason(person: Profile, operator: Client) -> None:
    for _ in range(3):
        make_job(person, "failed", "timeout")
    make_job(person, "partial", "truncated")
    make_job(person, "done", "nothing_found")
    make_job(person, "done", "gate", finished_at=timezone.now() - timedelta(hours=25))
    make_job(make_profile(tenant=make_tenant("other")), "failed", "quota")

    page = text_of(operator)

    assert "The model did not answer in time." in page
    assert '<a href="/jobs/?state=failed&amp;reason=timeout">3</a>' in page
    assert '<a href="/jobs/?state=done&amp;reason=nothing_found">1</a>' in page
    assert "/jobs/?state=done&amp;reason=gate" not in page
    assert "no money left" not in page


def test_the_age_of_the_oldest_waiting_job_and_of_the_last_one_done_is_shown(person: Profile, operator: Client) -> None:
    make_job(person, "pending", created_at=timezone.now() - timedelta(minutes=42))
    make_job(person, "done", finished_at=timezone.now() - timedelta(minutes=5))

    page = text_of(operator).replace("\xa0", " ")

    assert "The oldest that waits was asked for 42 minutes ago." in page
    assert "The last one was done 5 minutes ago." in page
    assert "Nobody takes up what waits" not in page


def test_workers_that_live_and_do_nothing_are_noticed(person: Profile, operator: Client) -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    make_job(person, "pending", due_at=long_ago, created_at=long_ago)
    make_job(person, "done", finished_at=long_ago)

    assert "Nobody takes up what waits" in text_of(operator)

    make_job(make_profile(), "running", leased_until=timezone.now() + timedelta(minutes=5))
    assert "Nobody takes up what waits" not in text_of(operator)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [("budget", "budget for models is used up"), ("breaker_open", "failed too often and is left alone")],
)
def test_what_waits_for_money_or_for_the_endpoint_says_so(
    person: Profile, operator: Client, reason: str, sentence: str
) -> None:
    make_job(person, "pending", reason)

    page = text_of(operator)

    assert "1 job waits although nothing is wrong with it:" in page
    assert sentence in page


def test_what_models_cost_today_stands_beside_the_budget(person: Profile, operator: Client, settings: Settings) -> None:
    make_call(make_job(person), price=Decimal("1.25"))
    assert "Models cost 1.2500 today; no budget is set." in text_of(operator)

    settings.MEMORYHUB_LLM_DAILY_BUDGET = 5.0

    assert "Models cost 1.2500 today; the budget of a day is 5.00." in text_of(operator)


def test_the_list_is_filtered_by_its_address(person: Profile, operator: Client) -> None:
    failed, waiting = make_job(person, "failed", "timeout"), make_job(person, "pending", kind="embed")

    def listed(query: str) -> set[int]:
        page = text_of(operator, f"{PAGE}?{query}")
        return {job.pk for job in (failed, waiting) if f'href="/jobs/{job.pk}/"' in page}

    assert listed("") == {failed.pk, waiting.pk}
    assert listed("state=failed") == listed("reason=timeout") == listed("kind=learn") == {failed.pk}
    assert listed("state=failed&reason=quota") == set()
    assert listed("state=nonsense&after=x&kind=nonsense") == {failed.pk, waiting.pk}
    assert "No job is like that." in text_of(operator, f"{PAGE}?reason=quota")


def test_the_list_is_paged_from_the_newest(person: Profile, operator: Client) -> None:
    first = make_job(person, "done")
    for _ in range(50):
        make_job(person, "done")

    assert f'href="/jobs/{first.pk}/"' not in text_of(operator)
    assert f"/jobs/?after={first.pk + 1}" in text_of(operator)
    assert f'href="/jobs/{first.pk}/"' in text_of(operator, f"{PAGE}?after={first.pk + 1}")


def test_an_empty_service_says_what_comes(operator: Client) -> None:
    page = text_of(operator)

    assert "No job yet." in page
    assert "curl -X POST http://testserver/api/messages" in page
    assert "Nothing waits." in page


def test_the_list_costs_the_same_statements_for_one_job_and_for_fifty(
    person: Profile, operator: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    make_job(person)
    with django_assert_max_num_queries(12) as one:
        text_of(operator)
    for number in range(50):
        make_job(make_profile(), reason=f"reason {number}")

    with django_assert_num_queries(len(one)):
        text_of(operator)


@pytest.mark.parametrize("path", ["", "1/", "1/calls/1"])
def test_it_is_for_those_who_run_the_service(person: Profile, path: str) -> None:
    answer = signed_in(Member.Role.MEMBER, profile=person).get(PAGE + path)

    assert answer.status_code == 403
    assert "Only operators and administrators" in answer.content.decode()
    assert Client().get(PAGE + path).status_code == 302


def test_who_administers_no_organisation_is_told_so() -> None:
    client = signed_in(Member.Role.MEMBER, is_superuser=True, is_staff=True)
    Member.objects.all().delete()

    assert client.get(PAGE).status_code == 403


# --- running again -------------------------------------------------------------------------------------------------


def test_a_failed_job_is_run_again(
    person: Profile, operator: Client, bells: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    job = make_job(person, "failed", "timeout", attempt=5)

    with django_capture_on_commit_callbacks(execute=True):
        answer = operator.post(f"/jobs/{job.pk}/run-again", headers=HTMX)

    job.refresh_from_db()
    assert (job.state, job.reason, job.options["untried"]) == ("pending", "", 5)
    assert "It runs again." in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert bells == [person.pk]


def test_a_job_that_is_done_is_not_run_again_and_says_why(person: Profile, operator: Client) -> None:
    job = make_job(person, "done")

    answer = operator.post(f"/jobs/{job.pk}/run-again", headers=HTMX)

    assert answer.status_code == 409
    assert "Only a job that failed or ended partly can be run again" in answer.content.decode()


def test_all_that_the_filter_shows_are_run_again(person: Profile, operator: Client) -> None:
    for _ in range(3):
        make_job(person, "failed", "timeout", options={"history": 2})
    other = make_job(person, "failed", "quota")
    stranger = make_job(make_profile(tenant=make_tenant("other")), "failed", "timeout")

    assert "Run all 3 again" in text_of(operator, f"{PAGE}?state=failed&reason=timeout")
    answer = operator.post("/jobs/run-again", {"state": "failed", "reason": "timeout"}, follow=True)

    assert answer.redirect_chain == [("/jobs/?state=failed&reason=timeout", 302)]
    assert "3 jobs run again." in answer.content.decode()
    assert set(Job.objects.filter(state="failed")) == {other, stranger}
    assert Job.objects.filter(state="pending", options={"history": 2, "untried": 0}).count() == 3
