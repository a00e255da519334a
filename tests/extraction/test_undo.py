"""What one job learned is taken back as a whole, and what changed since is left alone."""

from typing import Any

import pytest

from engine.questions import ExtractAnswer, Item
from extraction import jobs, runner, undo
from extraction.models import Job
from observability.models import WorkLogEntry
from profiles import editing, ledger
from profiles.changes import Move, New, Origin
from profiles.lifecycle import Source, Status
from profiles.models import Fact, FactEvent, Profile
from profiles.reversal import Undone
from summaries.models import Session
from tests.builders import BY_OWNER, NOON, after, make_fact, make_profile
from tests.extraction.scripted import Scripted, active, found, learned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_bells")]


@pytest.fixture
def profile() -> Profile:
    return make_profile("alice")


def make_job(profile: Profile, *changes: Any, source: Source = Source.EXTRACTION, **fields: Any) -> Job:
    """A job that is done and made these changes."""
    job = Job.objects.create(
        profile=profile,
        kind="learn",
        due_at=NOON,
        created_at=NOON,
        **{"state": "done", "finished_at": after(1)} | fields,
    )
    ledger.apply(profile.pk, changes, origin=Origin("_system", source, job_id=job.pk), now=after(1))
    return job


def take_back(job: Job) -> Undone:
    return undo.take_back(job, origin=BY_OWNER, now=after(5))


def name(content: str, **fields: Any) -> New:
    return New(content, type="user_profile", slot="name", slot_key="user_profile:name", said_at=after(1), **fields)


def test_what_a_job_added_is_out_of_force_and_may_be_learned_again(profile: Profile) -> None:
    job = make_job(profile, New("likes tea", said_at=NOON), New("plays chess", said_at=NOON))
    make_fact(profile, "likes coffee")

    done = take_back(job)

    assert active(profile) == ["likes coffee"]
    fact = Fact.objects.get(content="likes tea")
    assert (fact.status, fact.events.latest("pk").reason) == ("superseded", "undone")
    assert set(done.fact_ids) == set(Fact.objects.exclude(content="likes coffee").values_list("fact_id", flat=True))
    make_fact(profile, "likes tea", said_at=after(9), now=after(9))
    assert set(active(profile)) == {"likes coffee", "likes tea"}


def test_what_a_job_replaced_is_back_in_its_slot(profile: Profile) -> None:
    ann = ledger.apply(profile.pk, [name("The user's name is Ann")], origin=BY_OWNER, now=NOON).facts[0]
    Fact.objects.update(source="extraction")
    job = make_job(profile, name("The user's name is Anna"))
    assert active(profile) == ["The user's name is Anna"]

    done = take_back(job)

    assert active(profile) == ["The user's name is Ann"]
    assert ann.fact_id in done.fact_ids
    assert Fact.objects.get(content="The user's name is Anna").superseded_by == ann.fact_id


def test_what_a_job_deleted_or_brought_back_on_request_is_as_before(profile: Profile) -> None:
    kept, gone = make_fact(profile, "likes tea"), make_fact(profile, "plays chess")
    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=NOON)
    job = make_job(profile, Move(kept.pk, Status.DEPRECATED), Move(gone.pk, Status.ACTIVE), source=Source.INSTRUCTION)

    take_back(job)

    kept.refresh_from_db(), gone.refresh_from_db()
    assert (kept.status, gone.status) == ("active", "deprecated")


def test_what_changed_since_is_left_and_named(profile: Profile) -> None:
    job = make_job(profile, New("likes tea"), New("plays chess"), New("lives in Bonn"))
    tea, chess, _ = Fact.objects.order_by("pk")
    editing.edit(profile, tea.fact_id, is_pinned=True, origin=BY_OWNER, now=after(2))
    editing.edit(profile, chess.fact_id, content="plays chess well", origin=BY_OWNER, now=after(2))

    done = take_back(job)

    assert set(active(profile)) == {"likes tea", "plays chess well"}
    assert done.kept == {tea.fact_id: "changed_since", chess.fact_id: "changed_since"}


def test_what_was_said_again_after_the_job_rests_on_other_words_and_stays(profile: Profile) -> None:
    job = make_job(profile, New("likes tea", evidence=(1,)), New("likes tea", evidence=(2,)), New("plays chess"))
    tea = Fact.objects.get(content="likes tea")
    make_fact(profile, "likes tea", evidence=(3,), now=after(2))

    done = take_back(job)

    assert active(profile) == ["likes tea"]
    assert done.kept == {tea.fact_id: "said_since"}


def test_what_a_person_wrote_again_by_hand_stays(profile: Profile) -> None:
    job = make_job(profile, New("likes tea"))
    editing.add(profile, "likes tea", origin=BY_OWNER, now=after(2))

    take_back(job)

    assert active(profile) == ["likes tea"]


def test_what_was_replaced_stays_out_while_a_correction_of_its_successor_is_in_force(profile: Profile) -> None:
    old = make_fact(profile, "lives in Bonn")
    job = make_job(profile, New("lives in Cologne", replaces=(old.pk,), replaces_reason="replace"))
    new = Fact.objects.get(content="lives in Cologne")
    editing.edit(profile, new.fact_id, content="lives in Düren", origin=BY_OWNER, now=after(2))

    done = take_back(job)

    assert active(profile) == ["lives in Düren"]
    assert done.kept == {new.fact_id: "changed_since", old.fact_id: "replaced_since"}


def test_what_was_replaced_does_not_push_out_whoever_has_its_slot_now(profile: Profile) -> None:
    ledger.apply(profile.pk, [name("The user's name is Ann")], origin=Origin("_system", Source.EXTRACTION), now=NOON)
    job = make_job(profile, name("The user's name is Anna"))
    anna = Fact.objects.get(content="The user's name is Anna")
    editing.delete(profile, anna.fact_id, origin=BY_OWNER, now=after(2))
    ledger.apply(profile.pk, [name("The user's name is Zoe")], origin=BY_OWNER, now=after(3))

    take_back(job)

    assert active(profile) == ["The user's name is Zoe"]


def test_undone_twice_it_answers_the_same_and_changes_nothing_more(profile: Profile) -> None:
    job = make_job(profile, New("likes tea"))

    first = take_back(job)
    events = FactEvent.objects.count()
    second = undo.take_back(job, origin=BY_OWNER, now=after(60))

    assert first == second
    assert FactEvent.objects.count() == events
    assert WorkLogEntry.objects.filter(message="What a job learned was taken back.").count() == 1
    job.refresh_from_db()
    assert undo.undone(job) == first


@pytest.mark.parametrize("state", ["pending", "running"])
def test_a_job_at_work_cannot_be_undone(profile: Profile, state: str) -> None:
    job = make_job(profile, state=state)

    with pytest.raises(jobs.NotOver):
        take_back(job)


def test_an_undone_job_cannot_be_run_again(profile: Profile) -> None:
    job = make_job(profile, New("likes tea"), state="partial")
    take_back(job)

    with pytest.raises(jobs.NotOver):
        jobs.rerun(job, actor="account:1", now=after(9))

    assert jobs.rerun_all(Job.objects.all(), actor="account:1", now=after(9)) == 0
    assert Job.objects.get().state == "partial"


def test_a_job_that_learned_nothing_is_undone_without_effect(profile: Profile) -> None:
    make_fact(profile, "likes tea")

    done = take_back(make_job(profile, state="failed"))

    assert (done.fact_ids, done.kept) == ((), {})
    assert active(profile) == ["likes tea"]


def test_a_partial_job_that_runs_again_doubles_nothing(session: Session, engine: Scripted) -> None:
    engine.answers = [found("用户住在烟台", is_partial=True), found("用户住在烟台", "用户养了一只猫")]
    job = learned(session, "我住在烟台的海边，养了一只猫")
    assert (job.state, active(session.profile)) == ("partial", ["用户住在烟台"])

    jobs.rerun(job, actor="account:1", now=after(1))
    runner.run_next(session.profile_id, queue="learning", now=after(1))

    job.refresh_from_db()
    assert job.state == "done"
    assert active(session.profile) == ["用户住在烟台", "用户养了一只猫"]
    assert Fact.objects.get(content="用户住在烟台").source_count == 1


def test_all_that_two_runs_of_a_job_learned_is_taken_back(session: Session, engine: Scripted) -> None:
    engine.answers = [found("用户住在烟台", is_partial=True), found("用户养了一只猫")]
    job = learned(session, "我住在烟台的海边，养了一只猫")
    jobs.rerun(job, actor="account:1", now=after(1))
    runner.run_next(session.profile_id, queue="learning", now=after(1))
    job.refresh_from_db()

    done = take_back(job)

    assert active(session.profile) == []
    assert len(done.fact_ids) == 2


def test_a_batch_that_contradicts_itself_leaves_what_was_before_it(session: Session, engine: Scripted) -> None:
    make_fact(session.profile, "The user's name is Ann", type="user_profile")
    engine.answers = [
        ExtractAnswer(
            items=(
                Item("user_profile", "The user's name is Anna", slot="name"),
                Item("user_profile", "The user's name is Zoe", slot="name"),
            )
        )
    ]
    job = learned(session, "My name is Anna, no, my name is Zoe", now=after(1))
    assert active(session.profile) != ["The user's name is Ann"]

    take_back(job)

    assert active(session.profile) == ["The user's name is Ann"]
