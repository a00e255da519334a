"""Background work: what operators see of it, and what they can do about it."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from extraction import bell, jobs
from extraction.models import Decision, Job
from observability.models import ModelCall, WorkLogEntry
from profiles import ledger
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import Fact, Member, Profile
from tests.accounts import make_member
from tests.builders import NOON, make_profile, make_tenant

pytestmark = pytest.mark.django_db

PAGE = "/jobs/"
HTMX = {"HX-Request": "true"}
SECRET = "collects invisible stamps"
OPERATOR, ADMINISTRATOR = Member.Role.OPERATOR, Member.Role.ADMINISTRATOR


@pytest.fixture(autouse=True)
def bells(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    rung: list[int] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append(profile_id)
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


@pytest.fixture
def operator() -> Client:
    return signed_in(OPERATOR)


def signed_in(role: str, **fields: Any) -> Client:
    client = Client()
    client.force_login(make_member(role=role, **fields).account)
    return client


def make_job(profile: Profile, state: str = "failed", reason: str = "", **fields: Any) -> Job:
    now = timezone.now()
    values = {"kind": "learn", "due_at": now, "created_at": now} | fields
    if state in ("failed", "partial", "done"):
        values.setdefault("finished_at", now)
    return Job.objects.create(profile=profile, state=state, reason=reason, **values)


def make_learned(profile: Profile) -> Job:
    """A job that is done and stored one fact for a reason that is on record."""
    job = make_job(profile, "done", counts={"target": 1, "added": 1, "dropped_secret": 2}, engine="embedded")
    origin = Origin("_system", Source.EXTRACTION, job_id=job.pk)
    fact = ledger.apply(profile.pk, [New(SECRET)], origin=origin, now=NOON).facts[0]
    Job.objects.filter(pk=job.pk).update(fact_ids=[fact.fact_id])
    Decision.objects.create(
        profile=profile, job_id=job.pk, fact_id=fact.fact_id, content=SECRET, type="user_fact", action="appended",
        candidates=[{"fact_id": "f_11111111", "score": 0.61, "action": "append", "reason": SECRET, "engine": "m"}], at=NOON,
    )  # fmt: skip
    return job


def make_call(job: Job, **fields: Any) -> ModelCall:
    values = {"purpose": "extract", "model": "small-one", "outcome": "format", "reply_text": SECRET} | fields
    return ModelCall.objects.create(
        tenant_id=job.profile.tenant_id, profile_id=job.profile_id, job_id=job.pk, at=job.created_at, **values
    )


def text_of(client: Client, address: str = PAGE, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


# --- the list ------------------------------------------------------------------------------------------------------


def test_figures_stand_by_state_and_reason(person: Profile, operator: Client) -> None:
    for _ in range(3):
        make_job(person, "failed", "timeout")
    make_job(person, "partial", "truncated")
    make_job(person, "done", "nothing_found")
    make_job(person, "done", "gate", finished_at=timezone.now() - timedelta(days=8))
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


# --- one job -------------------------------------------------------------------------------------------------------


def test_a_job_tells_what_it_did_without_what_was_said(person: Profile, operator: Client) -> None:
    job = make_learned(person)
    make_call(job)

    page = text_of(operator, f"/jobs/{job.pk}/")

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


def test_everything_that_a_job_learned_is_undone(person: Profile, operator: Client) -> None:
    job = make_learned(person)
    assert "1 fact returns to the state before this job." in text_of(operator, f"/jobs/{job.pk}/")

    answer = operator.post(f"/jobs/{job.pk}/undo", headers=HTMX)
    again = operator.post(f"/jobs/{job.pk}/undo", headers=HTMX)

    assert Fact.objects.get().status == "superseded"
    for one in (answer, again):
        assert "What it learned was taken back: 1 fact is as it was before." in one.content.decode()
    assert "Run again" not in text_of(operator, f"/jobs/{job.pk}/")
    assert 'text-bg-secondary">undone' in text_of(operator)


def test_a_job_of_another_organisation_is_not_there(operator: Client) -> None:
    job = make_job(make_profile(tenant=make_tenant("other")), "failed")

    assert operator.get(f"/jobs/{job.pk}/").status_code == 404
    assert operator.post(f"/jobs/{job.pk}/run-again").status_code == 404
    assert operator.post(f"/jobs/{job.pk}/undo").status_code == 404
    assert Job.objects.get().state == "failed"


def test_a_job_costs_the_same_statements_however_much_it_did(
    person: Profile, operator: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    job = make_learned(person)
    with django_assert_max_num_queries(12) as one:
        text_of(operator, f"/jobs/{job.pk}/")
    origin = Origin("_system", Source.EXTRACTION, job_id=job.pk)
    ledger.apply(person.pk, [New(f"fact {number}") for number in range(50)], origin=origin, now=NOON)
    for _ in range(50):
        Decision.objects.create(profile=person, job_id=job.pk, content=SECRET, action="appended", at=NOON)
        make_call(job)

    with django_assert_num_queries(len(one)):
        text_of(operator, f"/jobs/{job.pk}/")


def test_a_job_still_at_work_offers_no_undo(person: Profile, operator: Client) -> None:
    make_job(person, "pending")
    job = jobs.claim(person.pk, queue="learning", now=timezone.now())
    assert job is not None

    page = text_of(operator, f"/jobs/{job.pk}/")

    assert "Undo everything" not in page
    assert "Run again" not in page
    assert operator.post(f"/jobs/{job.pk}/undo", headers=HTMX).status_code == 409


def test_the_pages_speak_chinese(person: Profile, operator: Client) -> None:
    job = make_learned(person)
    make_job(person, "failed", "timeout")
    chinese = {"Accept-Language": "zh-CN"}

    assert "后台任务" in text_of(operator, **chinese)
    assert "模型没有及时回答。" in text_of(operator, **chinese)
    assert "新增的事实" in text_of(operator, f"/jobs/{job.pk}/", **chinese)
