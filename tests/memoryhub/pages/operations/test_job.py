"""One job: what it did, what it cost, and how what it learned is taken back."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from extraction import jobs
from extraction.models import Decision, Job
from observability.models import ModelCall, WorkLogEntry
from profiles import ledger
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import Fact, Profile
from tests.builders import NOON, make_job, make_profile, make_tenant
from tests.memoryhub.pages.background import (
    ADMINISTRATOR,
    HTMX,
    OPERATOR,
    SECRET,
    make_call,
    make_learned,
    signed_in,
    text_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bells")]


def test_a_job_tells_what_it_did_without_what_was_said(person: Profile, operator: Client) -> None:
    job = make_learned(person)
    make_call(job)

    page = text_of(operator, f"/jobs/{job.pk}/")

    assert f'href="/people/{person.pk}/"' in page
    assert SECRET not in page
    for word in (
        Fact.objects.get().fact_id, "Learned from a conversation.", "facts added", "left out: secrets",
        "built-in rules", "Taken in beside what was known.", "f_11111111", "both hold", "small-one", "could not be read",
    ):  # fmt: skip
        assert word in page
    assert "Read the reply" not in page
    assert "Show what was said" not in page
    assert SECRET not in text_of(operator, f"/jobs/{job.pk}/?contents=yes")
    assert not WorkLogEntry.objects.exists()


def test_an_administrator_may_read_what_was_said_and_the_look_is_on_record(person: Profile) -> None:
    job = make_learned(person)
    client = signed_in(ADMINISTRATOR)

    assert SECRET not in text_of(client, f"/jobs/{job.pk}/")
    assert not WorkLogEntry.objects.exists()
    assert SECRET in text_of(client, f"/jobs/{job.pk}/?contents=yes")

    look = WorkLogEntry.objects.get()
    assert (look.profile_id, look.details["model"]) == (person.pk, "decision")


def test_what_a_model_answered_is_for_administrators_while_contents_are_logged(
    person: Profile, settings: Settings
) -> None:
    job = make_job(person, "failed", "format")
    call = make_call(job)
    address = f"/jobs/{job.pk}/calls/{call.pk}"
    administrator = signed_in(ADMINISTRATOR)

    assert administrator.get(address).status_code == 404
    settings.MEMORYHUB_LOG_CONTENT = True
    assert signed_in(OPERATOR).get(address).status_code == 404
    assert not WorkLogEntry.objects.exists()
    assert address in text_of(administrator, f"/jobs/{job.pk}/")
    assert SECRET in text_of(administrator, address)
    look = WorkLogEntry.objects.get()
    assert (look.profile_id, look.details) == (person.pk, {"model": "modelcall", "id": str(call.pk)})


def test_only_the_calls_that_a_job_made_are_shown_there_however_close_others_are(
    person: Profile, settings: Settings
) -> None:
    settings.MEMORYHUB_LOG_CONTENT = True
    job, other = make_job(person, "failed", "format"), make_job(person, "failed", "format")
    own = make_call(job, model="own-model")
    others = [make_call(other), make_call(make_job(make_profile())), make_call(job, model="of nobody")]
    ModelCall.objects.filter(pk=others[-1].pk).update(job_id=None)
    client = signed_in(ADMINISTRATOR)

    page = text_of(client, f"/jobs/{job.pk}/")

    assert (page.count("own-model"), page.count("small-one"), page.count("of nobody")) == (1, 0, 0)
    assert client.get(f"/jobs/{job.pk}/calls/{own.pk}").status_code == 200
    for call in others:
        assert client.get(f"/jobs/{job.pk}/calls/{call.pk}").status_code == 404


def test_what_models_cost_stands_by_day_and_purpose(person: Profile, operator: Client) -> None:
    job = make_job(person)
    for tokens in (1000, 234):
        make_call(job, tokens_in=tokens, tokens_out=7, price="0.25")
    ModelCall.objects.update(at=timezone.now())

    page = text_of(operator)
    in_chinese = text_of(operator, **{"Accept-Language": "zh-hans"})

    assert "What models cost in the last 14 days" in page
    assert "find statements" in page
    assert "0.5000" in page
    assert "最近 14 天的模型费用" in in_chinese
    assert "No model was asked" not in page


def test_where_no_model_was_asked_it_says_so(person: Profile, operator: Client) -> None:
    assert "No model was asked in the last 14 days. The built-in rules cost nothing." in text_of(operator)


def test_everything_that_a_job_learned_is_undone(person: Profile, administrator: Client) -> None:
    job = make_learned(person)
    assert "1 fact returns to the state before this job." in text_of(administrator, f"/jobs/{job.pk}/")

    answer = administrator.post(f"/jobs/{job.pk}/undo", headers=HTMX)
    again = administrator.post(f"/jobs/{job.pk}/undo", headers=HTMX)

    assert Fact.objects.get().status == "superseded"
    for one in (answer, again):
        assert "What it learned was taken back: 1 fact is as it was before." in one.content.decode()
    assert "Run again" not in text_of(administrator, f"/jobs/{job.pk}/")
    assert 'text-bg-secondary">undone' in text_of(administrator)


def test_an_operator_takes_back_only_what_was_learned_of_themselves(person: Profile, operator: Client) -> None:
    job, own = make_learned(person), make_learned(make_profile("otto"))
    otto = signed_in(OPERATOR, profile=own.profile)

    for client in (operator, otto):
        assert "Undo everything" not in text_of(client, f"/jobs/{job.pk}/")
        assert client.post(f"/jobs/{job.pk}/undo").status_code == 403
    assert Fact.objects.get(profile=person).status == "active"

    assert "Undo everything" in text_of(otto, f"/jobs/{own.pk}/")
    assert otto.post(f"/jobs/{own.pk}/undo").status_code == 302
    assert Fact.objects.get(profile=own.profile).status == "superseded"


def test_a_job_of_another_organisation_is_not_there(operator: Client) -> None:
    job = make_job(make_profile(tenant=make_tenant("other")), "failed")

    assert operator.get(f"/jobs/{job.pk}/").status_code == 404
    assert operator.post(f"/jobs/{job.pk}/run-again").status_code == 404
    assert operator.post(f"/jobs/{job.pk}/undo").status_code == 404
    assert Job.objects.get().state == "failed"


def test_a_job_costs_the_same_statements_however_much_it_did(
    person: Profile, administrator: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    job = make_learned(person)
    with django_assert_max_num_queries(12) as one:
        text_of(administrator, f"/jobs/{job.pk}/")
    origin = Origin("_system", Source.EXTRACTION, job_id=job.pk)
    ledger.apply(person.pk, [New(f"fact {number}") for number in range(50)], origin=origin, now=NOON)
    for _ in range(50):
        Decision.objects.create(profile=person, job_id=job.pk, content=SECRET, action="appended", at=NOON)
        make_call(job)

    with django_assert_num_queries(len(one)):
        text_of(administrator, f"/jobs/{job.pk}/")


def test_a_job_still_at_work_offers_no_undo(person: Profile, administrator: Client) -> None:
    make_job(person, "pending")
    job = jobs.claim(person.pk, queue="learning", now=timezone.now())
    assert job is not None

    page = text_of(administrator, f"/jobs/{job.pk}/")

    assert "Undo everything" not in page
    assert "Run again" not in page
    assert administrator.post(f"/jobs/{job.pk}/undo", headers=HTMX).status_code == 409


def test_the_pages_speak_chinese(person: Profile, operator: Client) -> None:
    job = make_learned(person)
    make_job(person, "failed", "timeout")
    chinese = {"Accept-Language": "zh-CN"}

    assert "后台任务" in text_of(operator, **chinese)
    assert "模型没有及时回复。" in text_of(operator, **chinese)
    assert "新增的事实" in text_of(operator, f"/jobs/{job.pk}/", **chinese)
