"""A whole dream is taken back, person by person."""

from typing import Any

import pytest

from extraction.dream import undo
from extraction.dream.undo import NotOver
from extraction.models import DreamOperation, DreamPart, DreamRun
from memoryhub import erasure
from observability.models import WorkLogEntry
from profiles.identity import USER, Named
from profiles.models import Profile
from profiles.reversal import Undone
from tests.builders import BY_OWNER, after, make_fact, make_profile
from tests.extraction.nights import (
    make_part,
    make_retirement,
    make_run,
)
from tests.extraction.scripted import active

pytestmark = pytest.mark.django_db
State = DreamOperation.State
LATER = after(25 * 60)
TEA, GREEN, BOTH = "用户喜欢喝茶", "用户每天早上喝绿茶", "用户喜欢喝茶,每天早上喝绿茶"


@pytest.fixture
def profile() -> Profile:
    return make_profile("alice")


def test_a_run_is_taken_back_person_by_person(profile: Profile) -> None:
    run = make_run(profile.tenant)
    people = [make_profile() for _number in range(3)]
    for one in people:
        make_retirement(make_part(one, run), make_fact(one, TEA))
    make_part(profile, run)

    done = undo.of_run(run, origin=BY_OWNER, now=LATER)

    assert [active(one) for one in people] == [[TEA]] * 3
    assert (len(done.parts), len(done.fact_ids), done.kept, done.left) == (3, 3, [], 0)
    run.refresh_from_db()
    assert run.undone_at == LATER
    assert WorkLogEntry.objects.get(profile_id=None).details == {
        "run": run.pk, "users": 3, "facts": 3, "kept": 0, "left": 0,
    }  # fmt: skip
    assert undo.of_run(run, origin=BY_OWNER, now=after(30 * 60)).parts == ()


def test_a_person_who_is_erased_meanwhile_is_passed_over(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    run, other = make_run(profile.tenant), make_profile()
    for one in (profile, other):
        make_retirement(make_part(one, run), make_fact(one, TEA))
    whole = undo.of_part

    def erased_meanwhile(part: DreamPart, **options: Any) -> Undone:
        if part.profile_id == profile.pk:
            erasure.erase(Named(profile.tenant_id, USER, user_id="alice"), actor="_system", now=LATER)
        return whole(part, **options)

    monkeypatch.setattr(undo, "of_part", erased_meanwhile)

    done = undo.of_run(run, origin=BY_OWNER, now=LATER)

    assert [part.profile_id for part, _done in done.parts] == [other.pk]
    assert active(other) == [TEA]


def test_of_many_people_the_rest_is_left_for_the_next_call(profile: Profile, settings: Any) -> None:
    settings.MEMORYHUB_DREAM_UNDO_PEOPLE = 2
    run = make_run(profile.tenant)
    for one in (profile, make_profile(), make_profile()):
        make_retirement(make_part(one, run), make_fact(one, TEA))

    first = undo.of_run(run, origin=BY_OWNER, now=LATER)
    run.refresh_from_db()
    was_marked = run.undone_at
    second = undo.of_run(run, origin=BY_OWNER, now=LATER)

    assert (len(first.parts), first.left, was_marked) == (2, 1, None)
    assert (len(second.parts), second.left) == (1, 0)
    run.refresh_from_db()
    assert run.undone_at == LATER


@pytest.mark.parametrize("state", [DreamRun.State.OPENING, DreamRun.State.RUNNING])
def test_an_open_run_cannot_be_taken_back(profile: Profile, state: str) -> None:
    run = make_run(profile.tenant, state=state)
    make_retirement(make_part(profile, run), make_fact(profile, TEA))

    with pytest.raises(NotOver):
        undo.of_run(run, origin=BY_OWNER, now=LATER)

    assert active(profile) == []
