from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from pytest_django import Settings

from extraction import bell, jobs
from extraction.jobs import Fenced, Result
from extraction.models import Job
from observability.models import WorkLogEntry
from profiles.models import Profile
from tests.builders import NOON, after, make_profile

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    rung: list[tuple[int, str]] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append((profile_id, queue))
        return True

    monkeypatch.setattr(bell, "ring", ring)
    return rung


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def make_job(profile: Profile, kind: Job.Kind = Job.Kind.LEARN, **fields: Any) -> Job:
    job = jobs.add(profile, kind, now=fields.pop("now", NOON))
    if fields:
        Job.objects.filter(pk=job.pk).update(**fields)
        job.refresh_from_db()
    return job


def claimed(profile: Profile, **fields: Any) -> Job:
    job = jobs.claim(profile.pk, queue="learning", **{"now": NOON, **fields})
    assert job is not None
    return job


def test_the_oldest_open_job_is_claimed_first(profile: Profile) -> None:
    oldest, _ = make_job(profile), make_job(profile)

    job = claimed(profile)

    assert (job.pk, job.state, job.attempt) == (oldest.pk, "running", 1)


def test_a_profile_has_at_most_one_running_job(profile: Profile) -> None:
    make_job(profile), make_job(profile)
    claimed(profile)

    assert jobs.claim(profile.pk, queue="learning", now=NOON) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.update(state="running")


def test_a_job_of_another_queue_is_left_to_that_queue(profile: Profile) -> None:
    make_job(profile, Job.Kind.DREAM), make_job(profile)

    assert jobs.claim(profile.pk, queue="learning", now=NOON) is None
    assert jobs.next_queue(profile.pk, now=NOON) == "dream"


def test_what_is_finished_is_booked_with_its_effect(profile: Profile) -> None:
    make_job(profile)

    jobs.finish(claimed(profile), Result(reason="gate", counts={"target": 0}, fact_ids=["f_1"]), now=after(1))

    job = Job.objects.get()
    assert (job.state, job.reason, job.counts, job.fact_ids) == ("done", "gate", {"target": 0}, ["f_1"])
    assert job.finished_at == after(1)


def test_a_claim_that_was_taken_over_can_no_longer_finish(profile: Profile) -> None:
    make_job(profile)
    slow = claimed(profile)
    claimed(profile, now=NOON + HOUR)

    with pytest.raises(Fenced):
        jobs.finish(slow, Result(), now=NOON + HOUR)
    with pytest.raises(Fenced):
        jobs.put_off(slow, "timeout", now=NOON + HOUR)

    assert Job.objects.get().state == "running"


def test_the_same_message_delivered_again_takes_its_own_claim_over(profile: Profile) -> None:
    make_job(profile)
    claimed(profile, message="bell-1")

    assert jobs.claim(profile.pk, queue="learning", now=NOON, message="bell-2") is None
    assert claimed(profile, message="bell-1").attempt == 2


def test_a_job_that_kills_its_workers_is_not_taken_over_for_ever(profile: Profile, settings: Settings) -> None:
    make_job(profile)
    for _ in range(settings.MEMORYHUB_JOB_ATTEMPTS):
        claimed(profile, message="bell-1")

    assert jobs.claim(profile.pk, queue="learning", now=NOON, message="bell-1") is None
    jobs.sweep(now=NOON + HOUR)

    assert (Job.objects.get().state, Job.objects.get().reason) == ("failed", "lost")


def test_a_failed_attempt_is_tried_again_later_each_time_later(profile: Profile, settings: Settings) -> None:
    make_job(profile)
    waits = []
    now = NOON
    for _ in range(settings.MEMORYHUB_JOB_ATTEMPTS - 1):
        jobs.put_off(claimed(profile, now=now), "timeout", now=now)
        due = Job.objects.get().due_at
        waits.append((due - now).total_seconds())
        now = due

    assert all(later > earlier * 1.3 for earlier, later in pairwise(waits))
    assert 8 <= waits[0] <= 12


def test_the_provider_says_how_long_to_wait(profile: Profile) -> None:
    make_job(profile)

    jobs.put_off(claimed(profile), "rate_limited", now=NOON, retry_after=300)

    assert Job.objects.get().due_at == after(5)


def test_after_its_last_attempt_a_job_is_failed_and_operators_are_told(profile: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_JOB_ATTEMPTS = 1
    make_job(profile)

    jobs.put_off(claimed(profile), "timeout", now=NOON, error="Timeout")

    job = Job.objects.get()
    entry = WorkLogEntry.objects.get()
    assert (job.state, job.reason, job.error) == ("failed", "timeout", "Timeout")
    assert (entry.level, entry.details["job"]) == ("error", job.pk)


def test_waiting_for_an_open_breaker_uses_up_no_attempt(profile: Profile, settings: Settings) -> None:
    settings.MEMORYHUB_JOB_ATTEMPTS = 1
    make_job(profile)

    jobs.put_off(claimed(profile), "breaker_open", now=NOON)

    assert Job.objects.get().state == "pending"


def test_a_waiting_job_holds_back_its_successors_for_ten_minutes_and_no_longer(profile: Profile) -> None:
    first, second = make_job(profile), make_job(profile)
    jobs.put_off(claimed(profile), "rate_limited", now=NOON, retry_after=3_600)

    assert jobs.claim(profile.pk, queue="learning", now=after(9)) is None
    assert jobs.next_queue(profile.pk, now=after(9)) is None
    assert jobs.next_queue(profile.pk, now=after(11)) == "learning"
    assert claimed(profile, now=after(11)).pk == second.pk
    assert Job.objects.get(pk=first.pk).state == "pending"


def test_a_job_that_was_passed_over_waits_for_the_one_that_runs(profile: Profile) -> None:
    make_job(profile), make_job(profile)
    jobs.put_off(claimed(profile), "rate_limited", now=NOON, retry_after=660)
    claimed(profile, now=after(10.5))

    assert jobs.claim(profile.pk, queue="learning", now=after(11.5)) is None


def test_an_exhausted_job_holds_nobody_back_and_runs_again_by_hand(
    profile: Profile, settings: Settings, bells: list[tuple[int, str]]
) -> None:
    settings.MEMORYHUB_JOB_ATTEMPTS = 1
    first, second = make_job(profile), make_job(profile)
    jobs.put_off(claimed(profile), "timeout", now=NOON)
    jobs.finish(claimed(profile), Result(), now=NOON)

    jobs.rerun(Job.objects.get(pk=first.pk), actor="account:1", now=NOON)

    again = claimed(profile)
    assert (again.pk, again.attempt) == (first.pk, 2)
    jobs.put_off(again, "timeout", now=NOON)
    assert Job.objects.get(pk=first.pk).state == "failed"
    with pytest.raises(jobs.NotOver):
        jobs.rerun(Job.objects.get(pk=second.pk), actor="account:1", now=NOON)


def test_the_sweep_rings_once_for_each_person_who_waits(profile: Profile, bells: list[tuple[int, str]]) -> None:
    other, busy, later = make_profile(), make_profile(), make_profile()
    make_job(profile), make_job(profile)
    make_job(other, Job.Kind.EMBED)
    make_job(busy), make_job(busy)
    claimed(busy)
    make_job(later, due_at=after(5))

    rung = jobs.sweep(now=NOON)

    assert rung == 2
    assert sorted(bells) == sorted([(profile.pk, "learning"), (other.pk, "background")])


def test_the_sweep_frees_the_claims_of_killed_workers(profile: Profile, bells: list[tuple[int, str]]) -> None:
    make_job(profile)
    claimed(profile)

    jobs.sweep(now=NOON + HOUR)
    jobs.sweep(now=NOON + 2 * HOUR)

    job = Job.objects.get()
    assert (job.state, job.reason, job.leased_until) == ("pending", "lost", None)
    assert bells == [(profile.pk, "learning")]


def test_a_job_of_a_paused_memory_is_on_record_and_over(profile: Profile) -> None:
    job = jobs.add(profile, Job.Kind.LEARN, now=NOON, is_paused=True)

    assert (job.state, job.reason) == ("done", "paused")
    assert jobs.claim(profile.pk, queue="learning", now=NOON) is None


def test_who_starts_jobs_again_stands_in_the_work_log(profile: Profile) -> None:
    job = jobs.add(profile, Job.Kind.LEARN, now=NOON)
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED)

    jobs.rerun(job, actor="account:7", now=after(1))

    entry = WorkLogEntry.objects.get(message="Jobs were started again.")
    assert (entry.actor, entry.tenant_id) == ("account:7", profile.tenant_id)
    assert entry.details == {"jobs": [job.pk], "number": 1}


def test_the_sweep_has_a_measure_for_each_queue(bells: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "BELLS_OF_DREAMS", 2)
    dreaming, learning = [make_profile() for _ in range(3)], make_profile()
    for one in dreaming:
        make_job(one, Job.Kind.DREAM)
    make_job(learning, now=after(1))

    jobs.sweep(now=after(2))

    assert sorted(bells) == [(dreaming[0].pk, "dream"), (dreaming[1].pk, "dream"), (learning.pk, "learning")]
