"""Jobs in the API: what became of one, taking back what it learned, and all of them for those who run the service."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from extraction import bell
from extraction.models import Job
from observability import figures
from observability.models import ModelCall
from profiles import ledger
from profiles.changes import New, Origin
from profiles.lifecycle import Source
from profiles.models import Fact, Profile
from tests.builders import NOON, make_end_user, make_job, make_profile, make_tenant
from tests.callers import api_with_key, api_with_token, make_issuer

pytestmark = pytest.mark.django_db

LIST = "/api/admin/jobs"


@pytest.fixture(autouse=True)
def without_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda profile_id, *, queue: True)


@pytest.fixture
def acme() -> Profile:
    return make_end_user("acme")


def make_learned(profile: Profile, content: str = "likes tea") -> Job:
    job = make_job(profile, "done")
    ledger.apply(profile.pk, [New(content)], origin=Origin("_system", Source.EXTRACTION, job_id=job.pk), now=NOON)
    return job


def test_what_a_job_learned_is_taken_back_and_the_job_says_so(acme: Profile) -> None:
    job = make_learned(acme)
    fact = Fact.objects.get()
    api = api_with_key(scopes=["write", "read"])
    assert api.get(f"/api/jobs/{job.pk}").json()["undone_at"] is None

    first, second = api.post(f"/api/jobs/{job.pk}/undo"), api.post(f"/api/jobs/{job.pk}/undo")

    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first.json()["fact_ids"] == [fact.fact_id]
    assert first.json()["kept"] == {}
    fact.refresh_from_db()
    assert fact.status == "superseded"
    assert api.get(f"/api/jobs/{job.pk}").json()["undone_at"] == first.json()["undone_at"]


def test_a_job_at_work_is_not_undone(acme: Profile) -> None:
    job = make_job(acme, "running")

    answer = api_with_key(scopes=["write"]).post(f"/api/jobs/{job.pk}/undo")

    assert (answer.status_code, answer.json()["code"]) == (409, "job_not_over")


def test_only_ones_own_jobs_are_undone(acme: Profile) -> None:
    make_issuer()
    own, other = make_learned(make_profile("u1")), make_learned(acme)

    assert api_with_token("u1").post(f"/api/jobs/{other.pk}/undo").status_code == 404
    assert api_with_key(scopes=["write"]).post(f"/api/jobs/{own.pk}/undo").status_code == 404
    assert api_with_key(scopes=["write"], agents=["a1"]).post(f"/api/jobs/{other.pk}/undo").status_code == 404
    assert Fact.objects.filter(status="active").count() == 2
    assert api_with_token("u1").post(f"/api/jobs/{own.pk}/undo").status_code == 200
    assert Fact.objects.get(profile=own.profile).events.latest("pk").actor == f"user:{own.profile_id}"


def test_the_figures_tell_what_models_cost_by_day_and_purpose(acme: Profile) -> None:
    for tenant_id in (acme.tenant_id, acme.tenant_id, make_tenant("other").pk):
        call = ModelCall.objects.create(
            tenant_id=tenant_id, purpose="extract", model="m", outcome="ok", tokens_in=5, tokens_out=2, price="0.25"
        )
        figures.add_call(call)

    told = api_with_key(scopes=["admin"]).get(LIST).json()["figures"]

    assert told["spent_by_day"] == [
        {
            "day": timezone.localdate().isoformat(), "purpose": "extract", "calls": 2, "tokens_in": 10,
            "tokens_out": 4, "price": "0.50000000",
        }
    ]  # fmt: skip


def test_the_list_carries_the_figures_of_all_jobs(acme: Profile, settings: Any) -> None:
    settings.MEMORYHUB_LLM_DAILY_BUDGET = 5.0
    make_job(acme, "failed", "timeout", attempt=5)
    make_job(acme, "pending", created_at=timezone.now() - timedelta(minutes=10))
    make_job(acme, "done", "gate")
    make_job(make_end_user(tenant=make_tenant("other")), "failed", "quota")

    answer = api_with_key(scopes=["admin"]).get(LIST, state="failed").json()

    figures = answer["figures"]
    assert {state: figures[state] for state in Job.State.values} == {
        "pending": 1, "running": 0, "done": 1, "partial": 0, "failed": 1,
    }  # fmt: skip
    assert {"state": "failed", "reason": "timeout", "number": 1} in figures["by_reason"]
    assert 600 <= figures["oldest_waiting_seconds"] < 660
    assert (figures["spent_today"], figures["budget"], figures["standing_still"]) == ("0", "5.0", False)
    assert figures["spent_by_day"] == []
    (row,) = answer["items"]
    assert (row["end_user_id"], row["state"], row["reason"], row["attempts"]) == ("acme", "failed", "timeout", 5)


def test_the_list_is_filtered_and_paged(acme: Profile) -> None:
    first, second = make_job(acme, "failed", "timeout"), make_job(acme, "pending", kind="embed")
    api = api_with_key(scopes=["admin"])

    def listed(**query: str) -> list[int]:
        return [row["id"] for row in api.get(LIST, **query).json()["items"]]

    assert listed() == [second.pk, first.pk]
    assert listed(state="failed") == listed(reason="timeout") == listed(kind="learn") == [first.pk]
    page = api.get(LIST, limit="1").json()
    assert listed(limit="1", cursor=page["next_cursor"]) == [first.pk]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"profile": "1"}, "filter_unknown"),
        ({"state": "stuck"}, "field_invalid"),
        ({"kind": "nap"}, "field_invalid"),
        ({"reason": ""}, "field_invalid"),
        ({"cursor": "x"}, "field_invalid"),
        ({"limit": "a"}, "field_invalid"),
    ],
)
def test_what_makes_no_sense_is_refused(query: dict[str, str], code: str) -> None:
    answer = api_with_key(scopes=["admin"]).get(LIST, **query)

    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_confined_key_manages_only_what_it_reaches(acme: Profile) -> None:
    job = make_job(acme)
    make_job(make_profile("u1"))
    confined = api_with_key(scopes=["admin"], end_user_prefix="zeta")

    assert confined.get(LIST).json()["items"] == []
    assert confined.get(LIST).json()["figures"]["failed"] == 0
    assert confined.post(f"{LIST}/{job.pk}/rerun").status_code == 404
    assert len(api_with_key(scopes=["admin"]).get(LIST).json()["items"]) == 1


def test_a_job_is_run_again_once(acme: Profile) -> None:
    job = make_job(acme, "failed", "timeout", attempt=5)
    api = api_with_key(scopes=["admin"])

    first, second = api.post(f"{LIST}/{job.pk}/rerun"), api.post(f"{LIST}/{job.pk}/rerun")

    assert (first.status_code, first.json()["state"]) == (202, "pending")
    assert (second.status_code, second.json()["code"]) == (409, "job_not_over")


def test_the_list_costs_the_same_statements_for_one_job_and_for_fifty(
    acme: Profile, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    api = api_with_key(scopes=["admin"])
    make_job(acme)
    api.get(LIST)  # the first use of a key is noted on it
    with django_assert_max_num_queries(12) as one:
        api.get(LIST)
    for number in range(49):
        make_job(make_end_user(), reason=f"reason-{number}")

    with django_assert_num_queries(len(one)):
        api.get(LIST)
