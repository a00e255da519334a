"""One person's part of a dream: what it reads, what it makes of an engine's plan, and what it writes."""

from datetime import timedelta
from typing import Any

import pytest

from engine.condensing import ConsolidateAnswer, DescribeAnswer, Operation
from extraction import jobs, runner
from extraction.dream import part as dream_part
from extraction.models import Job
from observability.models import ModelCall, WorkLogEntry
from profiles import ledger
from profiles.changes import New
from profiles.lifecycle import Status
from profiles.models import Fact, FactEvent, HeldItem, Profile
from summaries import episodes
from summaries.models import EpisodeSummary
from tests.builders import LEARNED, NOON, after, make_fact, make_profile
from tests.extraction.dream.nights import (
    NIGHT,
    Dreamer,
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


def test_two_facts_become_one_that_rests_on_what_both_rested_on(profile: Profile, dreamer: Dreamer) -> None:
    one = make_fact(profile, "用户喜欢红茶", evidence=(1, 2), said_at=after(-60), confidence=0.7)
    other = make_fact(profile, "用户喜欢喝滇红", evidence=(2, 3), said_at=after(-30), importance=0.9)
    say(profile)
    dreamer.proposes(merge(one, other, into="用户喜欢红茶，尤其滇红"))

    part = dream(profile)

    new = Fact.objects.get(content="用户喜欢红茶，尤其滇红")
    assert contents(profile) == [new.content]
    assert (new.source, new.evidence, new.confidence, new.importance) == ("dream", [1, 2, 3], 1.0, 0.9)
    assert new.said_at == after(-30)
    assert {fact.superseded_by for fact in Fact.objects.filter(status="superseded")} == {new.fact_id}
    event = FactEvent.objects.filter(fact=one.pk).latest("pk")
    assert (event.actor, event.source, event.reason) == ("_system", "dream", "merged")
    assert (event.job_id, event.dream_part_id, event.related_fact) == (part.job_id, part.pk, new.fact_id)
    assert told(part) == [("merge", "applied", "")]
    assert part.operations.get().result == new.fact_id


def test_the_log_stands_on_the_part_and_in_the_profile_beside_what_was_there(
    profile: Profile, dreamer: Dreamer
) -> None:
    Profile.objects.filter(pk=profile.pk).update(metadata={"recent_agents": ["a"]})
    one, other, gone, _stays = facts(profile, "用户喜欢红茶", "用户喜欢喝滇红", "用户有车贷", "用户怕冷")
    say(profile, "车贷我上周已经还清了")
    dreamer.proposes(merge(one, other, into="用户喜欢红茶，尤其滇红"), outdated(gone))

    part = dream(profile)

    log = {
        "merged": [[["用户喜欢红茶", "用户喜欢喝滇红"], "用户喜欢红茶，尤其滇红"]],
        "outdated": ["用户有车贷"],
        "unchanged": 1,
    }
    profile.refresh_from_db()
    assert part.log == log
    last = {"run": part.run_id, "part": part.pk, "at": NIGHT.isoformat()}
    assert profile.metadata == {"recent_agents": ["a"], "dreamLog": log, "lastDream": last}
    assert (part.counts["merged"], part.counts["outdated"], part.counts["unchanged"]) == (1, 1, 1)
    assert (part.state, part.engine, part.finished_at) == ("done", "scripted", NIGHT)
    job = Job.objects.get(pk=part.job_id)
    assert (job.state, job.reason, job.engine) == ("done", "", "scripted")


def test_what_was_said_is_looked_at_once(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户怕冷", "用户养猫")
    first = say(profile, "我怕冷，空调开小一点")
    assert dream(profile).through_message == first.pk

    again = dream(profile, now=NIGHT + timedelta(days=1))
    later = say(profile, "猫又胖了", at=NIGHT)
    third = dream(profile, now=NIGHT + timedelta(days=2))

    profile.refresh_from_db()
    assert (again.through_message, third.after_message, third.through_message) == (first.pk, first.pk, later.pk)
    assert profile.dreamed_through == later.pk
    assert [[line.key for one in asked.digests for line in one.lines] for asked in dreamer.asked] == [
        [first.pk], [], [later.pk],
    ]  # fmt: skip


def test_what_is_outdated_is_outdated_as_of_what_was_said(profile: Profile, dreamer: Dreamer) -> None:
    gone, _other = facts(profile, "用户有车贷", "用户养猫", said_at=NOON)
    say(profile, "车贷我上周已经还清了", at=after(60))
    dreamer.proposes(outdated(gone))

    dream(profile)
    ledger.apply(profile.pk, [New("用户有车贷", said_at=after(90))], origin=LEARNED, now=NIGHT + timedelta(hours=1))

    gone.refresh_from_db()
    assert gone.is_active  # said after the word that had outdated it, learned after the night


def test_only_the_persons_own_undeleted_words_that_may_teach_are_read(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户怕冷", "用户养猫")
    heard = say(profile, "我家的猫很怕冷")
    say(profile, "猫的密语一", teaches=False)
    say(profile, "猫的密语二", in_pause=True)
    say(profile, "猫的密语三", deleted_at=after(61))
    say(profile, "猫的密语四", message_type="thought", role="assistant")
    say(profile, "## 关于当前用户\n- 用户怕冷\n- 用户养猫\n## 使用原则\n- 猫的密语五", role="tool")

    dream(profile)

    lines = [line for one in dreamer.asked[0].digests for line in one.lines]
    assert [line.key for line in lines] == [heard.pk]


def test_the_newest_conversations_are_read_and_the_others_counted(
    profile: Profile, dreamer: Dreamer, settings: Any
) -> None:
    settings.MEMORYHUB_DREAM_CONVERSATIONS = 2
    facts(profile, "用户怕冷", "用户养猫")
    said = [say(profile, f"第{number}天，猫很怕冷", session=f"s{number}", at=after(number)) for number in range(4)]

    part = dream(profile)

    assert [one.lines[0].key for one in dreamer.asked[0].digests] == [said[2].pk, said[3].pk]
    assert (part.counts["conversations"], part.counts["conversations_left"]) == (2, 2)
    assert part.through_message == said[3].pk


def test_each_scope_is_tidied_by_itself_and_by_what_was_said_in_it(profile: Profile, dreamer: Dreamer) -> None:
    here = facts(profile, "用户怕冷", "用户养猫")
    there = facts(profile, "用户害怕寒冷", "用户养狗", scope_id="work")
    say(profile, "在家里说猫的事")
    say(profile, "在单位说狗的事", scope_id="work", session="s2")
    dreamer.plans += [
        ConsolidateAnswer((outdated(there[0]), outdated(here[1]))), ConsolidateAnswer((outdated(here[0]),)),
    ]  # fmt: skip

    part = dream(profile)

    assert [[fact.content for fact in one.facts] for one in dreamer.asked] == [
        ["用户怕冷", "用户养猫"], ["用户害怕寒冷", "用户养狗"],
    ]  # fmt: skip
    assert [len(one.digests) for one in dreamer.asked] == [1, 1]
    assert told(part) == [
        ("outdated", "rejected", "unknown_id"), ("outdated", "applied", ""), ("outdated", "rejected", "unknown_id"),
    ]  # fmt: skip


def test_beyond_the_allowance_the_most_doubtful_wait_for_a_person(profile: Profile, dreamer: Dreamer) -> None:
    stored = facts(profile, *(f"用户收藏了第{number}号茶杯" for number in range(11, 17)))
    say(profile, "茶杯都送人了")
    dreamer.proposes(*(outdated(fact, doubt=0.9 - 0.1 * place) for place, fact in enumerate(stored)))

    part = dream(profile)

    assert contents(profile) == [fact.content for fact in stored[:3]]
    items = list(HeldItem.objects.order_by("pk"))
    assert [(one.op, one.target, one.content) for one in items] == [
        ("RETIRE", fact.fact_id, fact.content) for fact in stored[:3]
    ]
    assert {(one.source, one.reason, one.job_id) for one in items} == {("dream", "dream", part.job_id)}
    assert list(part.operations.filter(state="waiting").values_list("held_id", flat=True)) == [one.pk for one in items]

    dreamer.proposes(*(outdated(fact) for fact in stored[:3]))
    say(profile, "茶杯真的都送人了", at=NIGHT)
    again = dream(profile, now=NIGHT + timedelta(days=1))

    assert told(again) == [("outdated", "rejected", "waits")] * 3
    assert HeldItem.objects.count() == 3


def test_the_allowance_counts_all_scopes_together(profile: Profile, dreamer: Dreamer) -> None:
    here = facts(profile, "用户养猫", "用户养狗", "用户养鱼")
    there = facts(profile, "用户养龟", "用户养兔", "用户养鸟", scope_id="work")
    say(profile, "都送人了")
    say(profile, "都送人了", scope_id="work", session="s2")
    dreamer.proposes(*map(outdated, here))
    dreamer.proposes(*map(outdated, there))

    part = dream(profile)

    assert (part.counts["outdated"], part.counts["waiting"]) == (3, 3)


def test_without_a_word_of_the_day_nothing_is_outdated(profile: Profile, dreamer: Dreamer) -> None:
    one, other = facts(profile, "用户在上海", "用户住在杭州")
    dreamer.proposes(outdated(one))

    part = dream(profile)

    assert contents(profile) == [one.content, other.content]
    assert told(part) == [("outdated", "rejected", "no_evidence")]


def test_a_fact_whose_time_is_over_goes_and_is_not_asked_about(profile: Profile, dreamer: Dreamer) -> None:
    over = make_fact(profile, "用户在休产假", valid_to=after(-60))
    pinned = make_fact(profile, "用户在苏州出差", valid_to=after(-60), is_pinned=True)
    stays = make_fact(profile, "用户养猫", valid_to=NIGHT + timedelta(days=1))
    say(profile)

    part = dream(profile)

    over.refresh_from_db()
    assert (over.status, over.status_at) == ("superseded", after(-60))
    assert over.events.latest("pk").reason == "expired"
    assert contents(profile) == [pinned.content, stays.content]
    assert over.content not in {fact.content for fact in dreamer.asked[0].facts}
    assert told(part) == [("expired", "applied", "")]
    assert part.counts["expired"] == 1


def test_a_lowered_cap_lets_the_least_valuable_go(profile: Profile, dreamer: Dreamer, settings: Any) -> None:
    stored = [make_fact(profile, f"用户的第{place}个爱好是下棋", importance=place / 10) for place in range(1, 6)]
    say(profile)
    settings.MEMORYHUB_FACT_LIMIT = 3

    part = dream(profile)

    assert contents(profile) == [fact.content for fact in stored[2:]]
    assert told(part) == [("evicted", "applied", "")] * 2
    assert {fact.events.latest("pk").reason for fact in stored[:2]} == {"evicted"}
    assert part.counts["evicted"] == 2


def test_a_rehearsal_shows_everything_and_changes_nothing(profile: Profile, dreamer: Dreamer, settings: Any) -> None:
    settings.MEMORYHUB_DREAM_LEAVING_LEAST = 1
    settings.MEMORYHUB_DREAM_LEAVING_SHARE = 0.0
    stored = facts(profile, "用户喜欢红茶", "用户喜欢喝滇红", "用户有车贷", "用户有房贷", "用户怕冷")
    make_fact(profile, "用户在休产假", valid_to=after(-60))
    say(profile, "贷款都还清了")
    before = snapshot(profile)
    events = FactEvent.objects.count()
    dreamer.proposes(
        merge(*stored[:2], into="用户喜欢红茶，尤其滇红"), outdated(stored[2]), outdated(stored[3]), outdated(stored[3])
    )

    part = dream(profile, is_dry=True)

    assert snapshot(profile) == before
    assert FactEvent.objects.count() == events
    assert not HeldItem.objects.exists()
    assert not EpisodeSummary.objects.exists()
    profile.refresh_from_db()
    assert (profile.dreamed_through, profile.metadata) == (0, {})
    assert told(part) == [
        ("expired", "planned", ""), ("merge", "planned", ""), ("outdated", "planned", ""),
        ("outdated", "planned", "allowance"), ("outdated", "rejected", "twice"),
    ]  # fmt: skip
    assert (part.state, part.counts["merged"], part.counts["outdated"], part.counts["waiting"]) == ("done", 1, 1, 1)


def test_a_document_in_the_old_column_is_taken_in_first(profile: Profile, dreamer: Dreamer) -> None:
    Profile.objects.filter(pk=profile.pk).update(memory={"facts": ["用户怕狗", "用户害怕狗"]})
    say(profile)
    dreamer.plans = [
        lambda question: ConsolidateAnswer(
            (Operation("merge", tuple(one.fact_id for one in question.facts), "用户害怕狗"),)
        )
    ]

    dream(profile)

    profile.refresh_from_db()
    assert profile.memory is None
    assert (contents(profile), contents(profile, "superseded")) == (["用户害怕狗"], ["用户怕狗"])


def test_tokens_and_time_of_the_job_are_on_the_part(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户怕冷", "用户养猫")
    say(profile)
    part = open_part(profile)
    for job_id in (part.job_id, 10**9):
        ModelCall.objects.create(
            purpose="consolidate", model="m", outcome="ok", job_id=job_id, tokens_in=30, tokens_out=7
        )
    job = jobs.claim(profile.pk, queue="dream", now=NIGHT)
    assert job is not None

    dream_part.work(job, now=NIGHT, clock=lambda: NIGHT + timedelta(seconds=12))

    part.refresh_from_db()
    assert (part.tokens, part.seconds) == (37, 12.0)


def test_episodes_are_written_after_the_facts_and_their_failure_is_counted_alone(
    profile: Profile, dreamer: Dreamer
) -> None:
    one, _other = facts(profile, "用户有车贷", "用户养猫")
    for session in ("s1", "s2"):
        for number in range(3):
            say(profile, f"车贷还清了，第{number}次说", session=session)
    dreamer.proposes(outdated(one))
    dreamer.described = [DescribeAnswer(failed="timeout")]

    part = dream(profile)

    one.refresh_from_db()
    assert one.status == Status.SUPERSEDED
    assert (part.state, part.counts["episodes"], part.counts["episodes_failed"]) == ("done", 1, 1)
    assert EpisodeSummary.objects.get().session.session_id == "s2"


def test_an_episode_that_failed_at_night_is_written_by_a_job_of_its_own(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户有车贷", "用户养猫")
    for number in range(3):
        say(profile, f"车贷还清了，第{number}次说")
    dreamer.described = [DescribeAnswer(failed="timeout")]
    dream(profile)
    job = Job.objects.get(kind=Job.Kind.SUMMARISE)

    runner.run_next(profile.pk, queue=jobs.QUEUES[Job.Kind.SUMMARISE], now=NIGHT)

    job.refresh_from_db()
    assert (job.state, job.options) == ("done", {"episode": True})
    assert EpisodeSummary.objects.get().session == job.session


def test_conversations_beyond_the_time_of_the_part_are_described_by_jobs_of_their_own(
    profile: Profile, dreamer: Dreamer, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts(profile, "用户有车贷", "用户养猫")
    for session in ("s1", "s2", "s3"):
        for number in range(3):
            say(profile, f"车贷还清了，第{number}次说", session=session)
    slow = episodes.describe

    def describe(due: Any, mind: Any, **words: Any) -> Any:
        monkeypatch.setattr(dream_part.time, "monotonic", lambda: float("inf"))
        return slow(due, mind, **words)

    monkeypatch.setattr(episodes, "describe", describe)

    part = dream(profile)

    assert (part.state, part.counts["episodes"], part.counts["episodes_failed"]) == ("done", 1, 2)
    waiting = Job.objects.filter(kind=Job.Kind.SUMMARISE, state="pending")
    assert set(waiting.values_list("session__session_id", flat=True)) == {"s2", "s3"}


def test_where_memory_is_switched_off_no_engine_is_asked(profile: Profile, dreamer: Dreamer) -> None:
    facts(profile, "用户怕冷", "用户养猫")
    say(profile)
    profile.tenant.scope_configs.create(scope_id="__default__", enable_long_term_mem=False)

    part = dream(profile)

    assert (part.state, dreamer.asked) == ("done", [])


def test_no_secret_of_a_rejected_wording_is_kept(profile: Profile, dreamer: Dreamer) -> None:
    one, other = facts(profile, "用户怕狗", "用户害怕狗")
    say(profile)
    dreamer.proposes(
        Operation("merge", (one.fact_id, other.fact_id), "用户的密码是 hunter2hunter2", "密码: hunter2hunter2")
    )

    part = dream(profile)

    row = part.operations.get()
    assert (row.state, row.why) == ("rejected", "secret")
    assert "hunter2" not in row.content + row.reason


def test_a_night_over_nobodys_facts_ends_well(profile: Profile, dreamer: Dreamer) -> None:
    say(profile)

    part = dream(profile)

    assert (part.state, part.reason, dreamer.asked) == ("done", "nothing_to_do", [])
    assert WorkLogEntry.objects.get(module="Dream").level == "success"
