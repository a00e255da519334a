"""What a dream did is taken back: one operation, one person's part, a whole run; what changed since stays and is named."""

from typing import Any

import pytest

from extraction import undo as jobs_undo
from extraction.dream import approval, undo
from extraction.dream.undo import NothingToUndo, NotOver
from extraction.models import DreamOperation, DreamPart, Job
from observability.models import WorkLogEntry
from profiles import editing, ledger
from profiles.changes import Again, New
from profiles.models import Fact, HeldItem, Profile
from profiles.models.tenants import DEFAULT_SCOPE
from profiles.reversal import CHANGED, REPLACED, SAID, Undone
from tests.builders import BY_OWNER, LEARNED, after, make_fact, make_message, make_profile, make_session
from tests.extraction.nights import (
    MORNING,
    NIGHT,
    make_merge,
    make_part,
    make_retirement,
    make_run,
    make_waiting,
    origin_of,
)
from tests.extraction.scripted import active

pytestmark = pytest.mark.django_db
State = DreamOperation.State
LATER = after(25 * 60)
TEA, GREEN, BOTH = "用户喜欢喝茶", "用户每天早上喝绿茶", "用户喜欢喝茶,每天早上喝绿茶"


@pytest.fixture
def profile() -> Profile:
    return make_profile("alice")


@pytest.fixture
def part(profile: Profile) -> DreamPart:
    return make_part(profile)


def merged(part: DreamPart, content: str = BOTH, **fields: Any) -> DreamOperation:
    return make_merge(part, [make_fact(part.profile, text, **fields) for text in (TEA, GREEN)], content)


def take_back(operation: DreamOperation) -> Undone:
    return undo.of_operation(operation, origin=BY_OWNER, now=LATER)


def status_of(profile: Profile, content: str) -> str:
    return Fact.objects.of(profile).get(content=content).status


def id_of(profile: Profile, content: str) -> str:
    return Fact.objects.of(profile).get(content=content).fact_id


def test_a_merged_wording_leaves_and_its_sources_are_back(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)
    assert active(profile) == [BOTH]

    done = take_back(operation)

    assert active(profile) == [TEA, GREEN]
    assert set(done.fact_ids) == {id_of(profile, text) for text in (TEA, GREEN, BOTH)}
    assert done.kept == {}
    event = Fact.objects.get(content=BOTH).events.latest("pk")
    assert (event.from_status, event.to_status, event.reason, event.actor) == (
        "active", "superseded", "undone", BY_OWNER.actor,
    )  # fmt: skip
    operation.refresh_from_db()
    assert (operation.state, operation.decided_at) == (State.UNDONE, LATER)


def test_done_again_it_answers_the_same_and_writes_nothing(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)
    first = take_back(operation)
    events, entries = profile.events.count(), WorkLogEntry.objects.count()

    again = undo.of_operation(operation, origin=BY_OWNER, now=after(30 * 60))

    assert again == first
    assert (profile.events.count(), WorkLogEntry.objects.count()) == (events, entries)


def test_a_merge_into_one_of_its_sources_brings_the_others_back(profile: Profile, part: DreamPart) -> None:
    said = make_message(make_session(profile), TEA)
    operation = merged(part, GREEN, evidence=(said.pk,))
    assert active(profile) == [GREEN]

    done = take_back(operation)

    assert active(profile) == [TEA, GREEN]
    assert done.fact_ids == (id_of(profile, TEA),)
    assert Fact.objects.get(content=GREEN).evidence == [said.pk]


def test_others_come_back_though_the_one_that_stood_for_them_was_pinned(profile: Profile, part: DreamPart) -> None:
    operation = merged(part, GREEN)
    editing.edit(profile, id_of(profile, GREEN), is_pinned=True, origin=BY_OWNER, now=MORNING)

    done = take_back(operation)

    assert active(profile) == [TEA, GREEN]
    assert done.kept == {}


@pytest.mark.parametrize("op", ["outdated", "expired", "evicted"])
def test_what_left_is_in_force_again(profile: Profile, part: DreamPart, op: str) -> None:
    fact = make_fact(profile, TEA)
    operation = make_retirement(part, fact, op=op)
    assert active(profile) == []

    done = take_back(operation)

    assert active(profile) == [TEA]
    assert done.fact_ids == (fact.fact_id,)


def test_what_changed_since_stays_and_is_named(profile: Profile, part: DreamPart) -> None:
    gone, back = make_fact(profile, TEA), make_fact(profile, GREEN)
    operations = [make_retirement(part, gone), make_retirement(part, back)]
    editing.delete(profile, gone.fact_id, origin=BY_OWNER, now=MORNING)
    editing.restore(profile, back.fact_id, origin=BY_OWNER, now=MORNING)

    kept = [take_back(operation).kept for operation in operations]

    assert kept == [{gone.fact_id: CHANGED}, {back.fact_id: CHANGED}]
    assert (status_of(profile, TEA), status_of(profile, GREEN)) == ("deprecated", "active")


def test_a_merged_wording_that_its_owner_deleted_does_not_come_back_in_pieces(
    profile: Profile, part: DreamPart
) -> None:
    operation = merged(part)
    editing.delete(profile, operation.result, origin=BY_OWNER, now=MORNING)

    done = take_back(operation)

    assert active(profile) == []
    assert done.fact_ids == ()
    assert set(done.kept.values()) == {CHANGED}
    assert len(done.kept) == 3


def test_nor_does_what_was_merged_into_a_source_that_its_owner_deleted(profile: Profile, part: DreamPart) -> None:
    operation = merged(part, GREEN)
    editing.delete(profile, operation.result, origin=BY_OWNER, now=MORNING)

    done = take_back(operation)

    assert active(profile) == []
    assert done.kept == {id_of(profile, TEA): CHANGED}


def test_a_merged_wording_that_was_said_again_stays_and_so_do_its_sources(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)
    result = Fact.objects.get(content=BOTH)
    ledger.apply(profile.pk, [Again(result.pk, said_at=MORNING)], origin=LEARNED, now=MORNING)

    done = take_back(operation)

    assert active(profile) == [BOTH]
    assert done.kept == {result.fact_id: SAID, id_of(profile, TEA): REPLACED, id_of(profile, GREEN): REPLACED}


def test_a_merged_wording_that_was_corrected_since_keeps_the_place(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)
    editing.edit(profile, operation.result, content="用户只喝绿茶", origin=BY_OWNER, now=MORNING)

    done = take_back(operation)

    assert active(profile) == ["用户只喝绿茶"]
    assert done.kept == {operation.result: CHANGED, id_of(profile, TEA): REPLACED, id_of(profile, GREEN): REPLACED}


def test_a_fact_whose_slot_is_taken_by_now_stays_out(profile: Profile, part: DreamPart) -> None:
    ann = make_fact(profile, "The user's name is Ann", type="user_profile", said_at=after(0))
    assert ann.slot_key
    operation = make_retirement(part, ann)
    make_fact(profile, "The user's name is Bea", type="user_profile", said_at=MORNING, now=MORNING)

    done = take_back(operation)

    assert active(profile) == ["The user's name is Bea"]
    assert done.kept == {ann.fact_id: REPLACED}


def test_facts_of_one_content_in_two_scopes_are_two(profile: Profile, part: DreamPart) -> None:
    here, there = make_fact(profile, TEA), make_fact(profile, TEA, scope_id="work")
    operation = make_retirement(part, here)
    make_retirement(part, there)

    take_back(operation)

    here.refresh_from_db(), there.refresh_from_db()
    assert here.is_active
    assert not there.is_active


def test_what_waits_is_withdrawn(profile: Profile, part: DreamPart) -> None:
    operation = make_waiting(part, make_fact(profile, TEA))

    done = take_back(operation)

    assert (done.fact_ids, done.kept) == ((), {})
    assert active(profile) == [TEA]
    assert not HeldItem.objects.exists()
    operation.refresh_from_db()
    assert operation.state == State.UNDONE


@pytest.mark.parametrize("state", [State.PLANNED, State.REJECTED, State.STALE, State.REFUSED])
def test_what_was_not_carried_out_cannot_be_undone(profile: Profile, part: DreamPart, state: str) -> None:
    operation = make_waiting(part, make_fact(profile, TEA))
    DreamOperation.objects.update(state=state)

    with pytest.raises(NothingToUndo):
        take_back(operation)

    assert HeldItem.objects.count() == 1


def test_a_part_is_taken_back_as_a_whole_and_its_log_claims_nothing_of_it(profile: Profile, part: DreamPart) -> None:
    merge, left = merged(part), make_retirement(part, make_fact(profile, "用户在柏林工作"))
    make_waiting(part, make_fact(profile, "用户会德语"))
    log = {"merged": [[[TEA, GREEN], BOTH]], "outdated": ["用户在柏林工作"], "unchanged": 1}
    DreamPart.objects.update(log=log)
    last = {"run": part.run_id, "part": part.pk, "at": NIGHT.isoformat()}
    Profile.objects.update(metadata={"dreamLog": log, "lastDream": last, "recent_agents": ["a1"]})
    part.refresh_from_db()

    done = undo.of_part(part, origin=BY_OWNER, now=LATER)

    assert set(active(profile)) == {TEA, GREEN, "用户在柏林工作", "用户会德语"}
    assert set(done.fact_ids) == {*merge.fact_ids, merge.result, *left.fact_ids}
    assert set(part.operations.values_list("state", flat=True)) == {State.UNDONE}
    assert not HeldItem.objects.exists()
    profile.refresh_from_db(), part.refresh_from_db()
    told = {"merged": [], "outdated": [], "unchanged": 4}
    assert profile.metadata == {"dreamLog": told, "lastDream": last, "recent_agents": ["a1"]}
    assert part.undone_at == LATER
    assert undo.of_part(part, origin=BY_OWNER, now=after(30 * 60)) == done


def test_the_log_of_a_later_night_stays(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)
    log = {"merged": [[[TEA, GREEN], BOTH]], "outdated": [], "unchanged": 0}
    DreamPart.objects.update(log=log)
    later = {"dreamLog": log, "lastDream": {"run": 0, "part": part.pk + 1, "at": MORNING.isoformat()}}
    Profile.objects.update(metadata=later)

    take_back(operation)

    profile.refresh_from_db(), part.refresh_from_db()
    assert profile.metadata == later
    assert part.log["merged"] == []


def test_a_log_still_tells_what_could_not_be_taken_back(profile: Profile, part: DreamPart) -> None:
    fact = make_fact(profile, TEA)
    operation = make_retirement(part, fact)
    log = {"merged": [], "outdated": [TEA], "unchanged": 0}
    DreamPart.objects.update(log=log)
    stored = {"dreamLog": log, "lastDream": {"run": part.run_id, "part": part.pk, "at": NIGHT.isoformat()}}
    Profile.objects.update(metadata=stored)
    editing.delete(profile, fact.fact_id, origin=BY_OWNER, now=MORNING)

    take_back(operation)

    profile.refresh_from_db()
    assert profile.metadata == stored


def test_a_part_of_which_one_operation_was_undone_gives_back_the_rest(profile: Profile, part: DreamPart) -> None:
    merge, left = merged(part), make_retirement(part, make_fact(profile, "用户在柏林工作"))
    take_back(merge)
    editing.delete(profile, id_of(profile, TEA), origin=BY_OWNER, now=LATER)

    done = undo.of_part(part, origin=BY_OWNER, now=LATER)

    assert set(active(profile)) == {GREEN, "用户在柏林工作"}
    assert set(done.fact_ids) == {*merge.fact_ids, merge.result, *left.fact_ids}
    assert done.kept == {}


def test_of_a_part_only_some_scopes_are_taken_back(profile: Profile, part: DreamPart) -> None:
    make_retirement(part, make_fact(profile, TEA))
    there = make_retirement(part, make_fact(profile, GREEN, scope_id="work"))

    done = undo.of_part(part, origin=BY_OWNER, now=LATER, scope_ids=["work"])

    assert active(profile) == [GREEN]
    assert done.fact_ids == tuple(there.fact_ids)
    part.refresh_from_db()
    assert part.undone_at is None


def test_a_part_that_is_still_at_work_or_was_tried_cannot_be_undone(profile: Profile) -> None:
    with pytest.raises(NotOver):
        undo.of_part(make_part(profile, state="pending"), origin=BY_OWNER, now=LATER)
    with pytest.raises(NothingToUndo):
        undo.of_part(make_part(profile, make_run(profile.tenant, is_dry=True)), origin=BY_OWNER, now=LATER)


def test_the_log_of_the_work_names_who_took_back_what(profile: Profile, part: DreamPart) -> None:
    operation = make_retirement(part, make_fact(profile, TEA))

    take_back(operation)

    entry = WorkLogEntry.objects.get(module="Dream")
    assert (entry.actor, entry.profile_id) == (BY_OWNER.actor, profile.pk)
    assert entry.details == {
        "run": part.run_id, "part": part.pk, "operation": operation.pk, "facts": operation.fact_ids, "kept": {},
    }  # fmt: skip


def test_what_was_undone_is_not_proposed_again(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)

    take_back(operation)

    assert approval.decided_before(profile.pk, DEFAULT_SCOPE).covers("merge", operation.fact_ids)


def test_the_job_of_a_part_is_undone_as_the_part(profile: Profile, part: DreamPart) -> None:
    operation = merged(part)
    job = Job.objects.get(pk=part.job_id)

    done = jobs_undo.take_back(job, origin=BY_OWNER, now=LATER)

    assert active(profile) == [TEA, GREEN]
    operation.refresh_from_db(), job.refresh_from_db()
    assert operation.state == State.UNDONE
    assert jobs_undo.undone(job) == done


def test_a_fact_of_the_night_that_no_operation_names_leaves_with_the_part(profile: Profile, part: DreamPart) -> None:
    ledger.apply(profile.pk, [New(TEA)], origin=origin_of(part), now=after(15 * 60))

    done = undo.of_part(part, origin=BY_OWNER, now=LATER)

    assert active(profile) == []
    assert len(done.fact_ids) == 1
