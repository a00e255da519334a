"""One person's part of a dream when something comes between: a failure, a pause, another hand, an erasure."""

from typing import Any

import pytest

from engine.condensing import ConsolidateAnswer
from engine.errors import ProviderFailed
from extraction import jobs, runner
from extraction.dream import part as dream_part
from extraction.models import DreamOperation, DreamPart, DreamRun, Job
from memoryhub import erasure
from profiles import editing, ledger
from profiles.changes import New
from profiles.identity import Named
from profiles.models import Fact, Profile
from tests.builders import BY_OWNER, LEARNED, after, make_profile
from tests.extraction.dream.nights import (
    NIGHT,
    Dreamer,
    carry_on,
    contents,
    dream,
    facts,
    merge,
    open_part,
    outdated,
    say,
    snapshot,
    told,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_bells(bells: Any) -> None:
    """No broker."""


@pytest.fixture
def profile(tenant: Any) -> Profile:
    return make_profile(tenant=tenant)


def test_a_failing_engine_puts_the_part_off_and_leaves_everything(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户怕冷", "用户养猫")
    say(profile)
    before = snapshot(profile)
    dreamer.plans = [ConsolidateAnswer(failed="timeout"), ProviderFailed("breaker_open")]

    part = dream(profile)
    job = Job.objects.get(pk=part.job_id)
    assert (part.state, job.state, job.reason) == ("pending", "pending", "timeout")
    part = carry_on(part, now=job.due_at)

    job.refresh_from_db()
    profile.refresh_from_db()
    assert (part.state, job.state, job.reason, job.options["untried"]) == ("pending", "pending", "breaker_open", 1)
    assert snapshot(profile) == before
    assert profile.dreamed_through == 0

    part = carry_on(part, now=job.due_at)
    profile.refresh_from_db()
    assert part.state == "done"
    assert profile.dreamed_through == part.through_message


def test_a_part_that_failed_for_good_can_be_started_again(profile: Profile, dreamer: Dreamer, settings: Any) -> None:
    settings.MEMORYHUB_JOB_ATTEMPTS = 1
    facts(profile, "用户怕冷", "用户养猫")
    say(profile)
    dreamer.plans = [ConsolidateAnswer(failed="format")]
    part = dream(profile)
    assert (part.state, part.reason) == ("failed", "format")
    assert DreamRun.objects.get().state == "done"

    jobs.rerun(Job.objects.get(pk=part.job_id), actor="account:1", now=NIGHT)
    part = carry_on(part)

    profile.refresh_from_db()
    assert (part.state, part.reason) == ("done", "nothing_to_do")
    assert profile.dreamed_through == part.through_message > 0


@pytest.mark.parametrize("whose", ["person", "tenant"])
def test_memory_that_was_paused_meanwhile_is_left_alone(profile: Profile, dreamer: Dreamer, whose: str) -> None:
    one, _other = facts(profile, "用户有车贷", "用户养猫")
    say(profile, "车贷还清了")
    dreamer.proposes(outdated(one))

    def pause() -> None:
        row = Profile.objects.filter(pk=profile.pk) if whose == "person" else type(profile.tenant).objects.all()
        row.update(is_paused=True)

    dreamer.meanwhile = pause
    part = dream(profile)

    one.refresh_from_db()
    profile.refresh_from_db()
    assert one.is_active
    assert (part.state, part.reason, profile.dreamed_through) == ("skipped", "paused", 0)
    assert Job.objects.get(pk=part.job_id).reason == "paused"


def test_paused_memory_is_not_even_read(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户有车贷", "用户养猫")
    say(profile)
    part = open_part(profile)
    Profile.objects.filter(pk=profile.pk).update(is_paused=True)

    part = carry_on(part)

    assert (part.state, part.reason, dreamer.asked) == ("skipped", "paused", [])


def test_a_fact_that_changed_meanwhile_is_left_alone_and_the_rest_is_done(profile: Profile, dreamer: Dreamer) -> None:
    deleted, pinned, said, edited, other = facts(
        profile, "用户有车贷", "用户养猫", "用户怕冷", "用户害怕狗", "用户怕狗"
    )
    say(profile, "都不对了")
    dreamer.proposes(*map(outdated, (deleted, pinned, said)), merge(edited, other, into=edited.content))

    def happen() -> None:
        editing.delete(profile, deleted.fact_id, origin=BY_OWNER, now=after(100))
        editing.edit(profile, pinned.fact_id, is_pinned=True, origin=BY_OWNER, now=after(100))
        ledger.apply(profile.pk, [New(said.content, evidence=(9,), said_at=after(99))], origin=LEARNED, now=after(100))
        editing.edit(profile, edited.fact_id, content="用户害怕大狗", origin=BY_OWNER, now=after(100))

    dreamer.meanwhile = happen
    part = dream(profile)

    assert contents(profile) == [pinned.content, said.content, other.content, "用户害怕大狗"]
    assert contents(profile, "deprecated") == [deleted.content]
    assert told(part) == [("outdated", "stale", "changed")] * 3 + [("merge", "stale", "changed")]


def test_a_person_who_is_erased_meanwhile_leaves_nothing(profile: Profile, dreamer: Dreamer) -> None:
    one, _other = facts(profile, "用户有车贷", "用户养猫")
    say(profile, "车贷还清了")
    dreamer.proposes(outdated(one))
    person = Named(profile.tenant_id, "user", user_id=profile.user.user_id)
    dreamer.meanwhile = lambda: erasure.erase(person, actor="account:1", now=NIGHT)
    part = open_part(profile)

    runner.run_next(profile.pk, queue="dream", now=NIGHT)

    assert dreamer.asked
    assert not any(model.objects.exists() for model in (Fact, DreamPart, DreamOperation))
    assert not Profile.objects.filter(pk=part.profile_id).exists()


def test_who_was_taken_over_writes_nothing_and_the_other_writes_once(profile: Profile, dreamer: Dreamer) -> None:
    one, other = facts(profile, "用户喜欢红茶", "用户喜欢喝滇红")
    say(profile)
    dreamer.proposes(merge(one, other, into="用户喜欢红茶，尤其滇红"))
    dreamer.proposes(merge(one, other, into="用户喜欢红茶，尤其滇红"))
    part = open_part(profile)
    first = jobs.claim(profile.pk, queue="dream", now=NIGHT, message="m")
    second = jobs.claim(profile.pk, queue="dream", now=NIGHT, message="m")
    assert first is not None
    assert second is not None

    with pytest.raises(jobs.Fenced):
        dream_part.work(first, now=NIGHT)
    assert contents(profile) == [one.content, other.content]
    dream_part.work(second, now=NIGHT)

    part.refresh_from_db()
    assert contents(profile) == ["用户喜欢红茶，尤其滇红"]
    assert told(part) == [("merge", "applied", "")]
