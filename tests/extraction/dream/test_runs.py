from datetime import datetime, timedelta
from typing import Any

import pytest

from extraction import bell
from extraction.dream import runs
from extraction.models import DreamPart, DreamRun, Job
from observability.models import WorkLogEntry
from profiles.models import Profile, Tenant
from summaries.models import Message
from tests.builders import NOON, after, make_message, make_profile, make_session, make_tenant

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
ACTOR = "account:1"


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    rung: list[tuple[str, Any]] = []

    def call(task: str, words: dict[str, Any], *, queue: str) -> bool:
        rung.append((task.rpartition(".")[2], words.get("profile_id", words.get("run_id"))))
        return True

    monkeypatch.setattr(bell, "call", call)
    return rung


@pytest.fixture
def tenant() -> Tenant:
    return make_tenant()


def say(profile: Profile, text: str = "我住在烟台", *, at: datetime = NOON, **fields: Any) -> Message:
    message = make_message(make_session(profile), text, said_at=at, **fields)
    Message.objects.filter(pk=message.pk).update(stored_at=at)
    return message


def opened(tenant: Tenant, *, now: datetime = NOON, **words: Any) -> DreamRun:
    run, is_new = runs.start(tenant, actor=ACTOR, now=now, **words)
    assert is_new
    runs.open_parts(run.pk, now)
    run.refresh_from_db()
    return run


def people_of(run: DreamRun) -> set[int]:
    return set(run.parts.values_list("profile", flat=True))


def end_part(part: DreamPart, *, state: str = "done", now: datetime = NOON, **fields: Any) -> None:
    """As if its worker had ended it; a failure is booked on the job alone."""
    Job.objects.filter(pk=part.job_id).update(
        state="failed" if state == "failed" else "done", finished_at=now, **fields
    )
    if state != "failed":
        DreamPart.objects.filter(pk=part.pk).update(state=state, finished_at=now)
        newest = Message.objects.filter(profile=part.profile_id).order_by("-pk").values_list("pk", flat=True).first()
        Profile.objects.filter(pk=part.profile_id).update(dreamed_through=newest or 0)


def test_a_run_is_opened_for_those_who_said_something_new(tenant: Tenant) -> None:
    old, new, silent = make_profile(), make_profile(), make_profile()
    Profile.objects.filter(pk=old.pk).update(dreamed_through=say(old).pk)
    say(new)

    run = opened(tenant)

    assert people_of(run) == {new.pk}
    assert silent.pk not in people_of(run)
    job = Job.objects.get()
    assert (job.kind, job.state, job.options) == ("dream", "pending", {"part": run.parts.get().pk})
    assert run.parts.get().job == job
    assert (run.state, run.counts) == ("running", {"active": 1})


@pytest.mark.parametrize(
    "fields",
    [
        {"role": "system"},
        {"role": "tool"},
        {"message_type": "thought"},
        {"teaches": False},
        {"deleted_at": NOON},
    ],
    ids=str,
)
def test_what_is_no_news_opens_no_part(tenant: Tenant, fields: dict[str, Any]) -> None:
    say(make_profile(), **fields)

    assert people_of(opened(tenant)) == set()


def test_the_assistants_words_are_news_too(tenant: Tenant) -> None:
    profile = make_profile()
    say(profile, role="assistant")

    assert people_of(opened(tenant)) == {profile.pk}


def test_whose_memory_is_paused_is_passed_over_and_keeps_the_watermark(tenant: Tenant) -> None:
    profile = make_profile(is_paused=True)
    say(profile)

    assert people_of(opened(tenant)) == set()
    assert Profile.objects.get().dreamed_through == 0


def test_another_tenants_people_are_not_touched(tenant: Tenant) -> None:
    say(make_profile(tenant=make_tenant("other")))

    assert people_of(opened(tenant)) == set()


def test_a_night_without_news_ends_at_once_and_is_told(tenant: Tenant) -> None:
    run = opened(tenant)

    assert (run.state, run.finished_at) == ("done", NOON)
    entry = WorkLogEntry.objects.get(module="Dream")
    assert (entry.actor, entry.level) == ("_system", "success")
    assert entry.details == {
        "users": 0, "merged": 0, "outdated": 0, "skipped": 0, "failed": 0, "tokens": 0, "seconds": 0.0, "run": run.pk,
    }  # fmt: skip


def test_a_run_ends_with_its_last_part_and_is_told_once(tenant: Tenant) -> None:
    for profile in (make_profile(), make_profile(), make_profile()):
        say(profile)
    run = opened(tenant)
    done, failed, skipped = run.parts.order_by("pk")
    DreamPart.objects.filter(pk=done.pk).update(counts={"merged": 2, "waiting": 1, "episodes": 1}, tokens=70)

    end_part(done)
    assert not runs.settle(run.pk, NOON)
    end_part(failed, state="failed", reason="timeout")
    end_part(skipped, state="skipped")
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
    entry = WorkLogEntry.objects.get(module="Dream")
    assert entry.level == "warning"
    assert entry.details == {
        "users": 1, "merged": 2, "outdated": 0, "skipped": 1, "failed": 1, "tokens": 70, "seconds": 120.0, "run": run.pk,
    }  # fmt: skip


def test_a_second_start_answers_with_the_open_run(tenant: Tenant) -> None:
    say(make_profile())
    run = opened(tenant)

    again, is_new = runs.start(tenant, actor=ACTOR, now=after(1))

    assert (again, is_new) == (run, False)
    assert DreamRun.objects.count() == 1


def test_one_person_is_dreamed_of_without_news(tenant: Tenant, bells: list[tuple[str, Any]]) -> None:
    profile = make_profile(dreamed_through=7)
    other = make_profile()
    say(other)

    run = opened(tenant, profile=profile)

    assert (run.state, run.for_one, people_of(run)) == ("running", True, {profile.pk})
    assert run.parts.get().after_message == 7
