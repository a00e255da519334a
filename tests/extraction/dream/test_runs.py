from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from extraction import jobs
from extraction.dream import runs
from extraction.models import DreamPart, DreamRun, Job
from observability.models import WorkLogEntry
from profiles.models import Profile, Tenant
from tests.builders import NOON, after, make_profile, make_tenant
from tests.extraction.dream.steps import ACTOR, fail, opened, people_of, say, skip, succeed

pytestmark = pytest.mark.django_db

Bells = list[tuple[str, Any]]


def told() -> WorkLogEntry:
    return WorkLogEntry.objects.get(module="Dream")


def test_a_night_without_news_ends_at_once_and_is_told(tenant: Tenant) -> None:
    run = opened(tenant)

    assert (run.state, run.finished_at) == ("done", NOON)
    assert (told().actor, told().level) == ("_system", "success")
    assert told().details == {
        "users": 0, "merged": 0, "outdated": 0, "skipped": 0, "failed": 0, "tokens": 0, "seconds": 0.0, "run": run.pk,
    }  # fmt: skip


def test_a_run_ends_with_its_last_part_and_is_told_once(tenant: Tenant) -> None:
    for profile in (make_profile(), make_profile(), make_profile()):
        say(profile)
    run = opened(tenant)
    done, failed, skipped = run.parts.order_by("pk")

    succeed(done, counts={"merged": 2, "waiting": 1, "episodes": 1}, tokens=70)
    assert not runs.settle(run.pk, NOON)
    fail(failed)
    skip(skipped)
    assert runs.settle(run.pk, after(2))
    assert not runs.settle(run.pk, after(3))

    run.refresh_from_db()
    assert (run.state, run.finished_at) == ("done", after(2))
    assert run.counts == {
        "active": 3, "users": 1, "failed": 1, "skipped": 1, "merged": 2, "outdated": 0, "waiting": 1, "episodes": 1,
        "tokens": 70,
    }  # fmt: skip
    failed.refresh_from_db()
    assert (failed.state, failed.reason) == ("failed", "timeout")
    assert told().level == "warning"
    assert told().details == {
        "users": 1, "merged": 2, "outdated": 0, "skipped": 1, "failed": 1, "tokens": 70, "seconds": 120.0, "run": run.pk,
    }  # fmt: skip


def test_a_job_that_was_started_again_after_the_end_corrects_the_counts_and_is_not_told_again(tenant: Tenant) -> None:
    say(make_profile())
    run = opened(tenant)
    part = run.parts.get()
    fail(part)
    runs.settle(run.pk, after(1))

    jobs.rerun(Job.objects.get(), actor=ACTOR, now=after(2))
    succeed(part, counts={"outdated": 1})
    runs.settle(run.pk, after(3))

    run.refresh_from_db()
    assert (run.counts["users"], run.counts["failed"], run.counts["outdated"]) == (1, 0, 1)
    assert run.finished_at == after(1)
    assert told().details["failed"] == 1


def test_a_part_that_waits_for_its_next_attempt_keeps_the_run_open(tenant: Tenant) -> None:
    say(make_profile())
    run = opened(tenant)
    job = jobs.claim(run.parts.get().profile_id, queue="dream", now=NOON)
    assert job is not None
    jobs.put_off(job, "timeout", now=NOON)

    runs.after(job, NOON)

    run.refresh_from_db()
    assert run.state == "running"


def test_a_second_start_answers_with_the_open_run_whoever_asks(tenant: Tenant) -> None:
    profile = make_profile()
    say(profile)
    run = opened(tenant)

    for words in ({}, {"slot": "2026-03-10T03:00"}, {"profile": profile}, {"is_dry": True}):
        assert runs.start(tenant, actor=ACTOR, now=after(1), **words) == (run, False)
    assert DreamRun.objects.count() == 1


def test_a_slot_is_started_once_even_when_its_run_is_over(tenant: Tenant) -> None:
    run = opened(tenant, slot="2026-03-10T03:00")

    assert run.state == "done"
    assert runs.start(tenant, actor=ACTOR, now=after(1), slot="2026-03-10T03:00") == (run, False)


def test_two_tenants_dream_at_the_same_time(tenant: Tenant) -> None:
    other = make_tenant("other")
    for one in (tenant, other):
        say(make_profile(tenant=one))

    first, second = opened(tenant), opened(other)

    assert (first.state, second.state) == ("running", "running")


def test_one_person_is_dreamed_of_even_without_news(tenant: Tenant, bells: Bells) -> None:
    profile, other = make_profile(dreamed_through=7), make_profile()
    say(other)

    run = opened(tenant, profile=profile)

    assert (run.state, run.for_one, people_of(run)) == ("running", True, {profile.pk})
    assert run.parts.get().after_message == 7
    assert run.counts == {"active": 1}


def test_a_start_asks_for_its_opening_after_the_commit(
    tenant: Tenant, bells: Bells, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        run, _ = runs.start(tenant, actor=ACTOR, now=NOON)
        assert bells == []

    assert bells == [("open_dream", run.pk)]
    assert (run.state, run.window_from) == ("opening", NOON - timedelta(hours=24))


def test_the_window_shown_begins_with_the_last_dream_of_all(tenant: Tenant) -> None:
    opened(tenant, now=after(-600))
    opened(tenant, now=after(-300), is_dry=True)

    assert opened(tenant).window_from == after(-600)


def test_a_part_that_is_over_rings_for_one_that_has_not_heard_a_bell(
    tenant: Tenant, bells: Bells, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BELLS_OF_DREAMS", 2)
    people = [make_profile() for _ in range(4)]
    for profile in people:
        say(profile)
    run = opened(tenant)
    first, second, third, fourth = run.parts.order_by("pk")

    for part in (first, second, third, fourth):
        succeed(part)
        runs.after(Job.objects.get(pk=part.job_id), NOON)

    assert bells == [("work", third.profile_id), ("work", fourth.profile_id)]
    run.refresh_from_db()
    assert run.state == "done"


def test_the_first_bells_are_rung_at_the_opening(
    tenant: Tenant, bells: Bells, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(jobs, "BELLS_OF_DREAMS", 2)
    people = [make_profile() for _ in range(3)]
    for profile in people:
        say(profile)
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)

    with django_capture_on_commit_callbacks(execute=True):
        runs.open_parts(run.pk, NOON)

    assert bells == [("work", people[0].pk), ("work", people[1].pk)]


def test_the_sweep_asks_again_for_a_run_that_nobody_opened_and_ends_what_is_over(tenant: Tenant, bells: Bells) -> None:
    lost, _ = runs.start(tenant, actor=ACTOR, now=NOON)
    other = make_tenant("other")
    say(make_profile(tenant=other))
    over = opened(other)
    fail(over.parts.get(), reason="lost")

    runs.sweep(after(1))

    assert bells == [("open_dream", lost.pk)]
    over.refresh_from_db()
    assert (over.state, over.counts["failed"]) == ("done", 1)


def test_somebody_who_is_erased_in_mid_run_does_not_keep_it_open(tenant: Tenant) -> None:
    stays, goes = make_profile(), make_profile()
    say(stays), say(goes)
    run = opened(tenant)

    succeed(run.parts.get(profile=stays))
    Profile.objects.get(pk=goes.pk).delete()
    runs.sweep(after(1))

    run.refresh_from_db()
    assert (run.state, run.counts["active"], run.counts["users"]) == ("done", 2, 1)


def test_a_run_that_is_gone_or_has_not_opened_is_not_settled(tenant: Tenant) -> None:
    run, _ = runs.start(tenant, actor=ACTOR, now=NOON)

    assert not runs.settle(run.pk, NOON)
    assert not runs.settle(run.pk + 1, NOON)
    runs.open_parts(run.pk + 1, NOON)
    run.refresh_from_db()
    assert run.state == "opening"


def test_a_run_of_thousands_finds_what_it_waits_for_by_its_index(tenant: Tenant) -> None:
    for _number in range(40):
        say(make_profile())
    run = opened(tenant)
    last = run.parts.order_by("-pk")[0]
    run.parts.exclude(pk=last.pk).update(state="done")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE extraction_dreampart")
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = DreamPart.objects.filter(run=run, state="pending").order_by("pk").explain()

    assert "dream_part_waiting" in plan
