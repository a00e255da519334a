"""Undo takes back what was done and nothing else."""

import pytest

from engine.errors import Refused
from profiles import editing
from profiles.models import Fact, Profile
from tests.builders import BY_OWNER, NOON, after, make_fact, make_profile

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return make_profile()


def in_force(profile: Profile) -> set[str]:
    return set(Fact.objects.of(profile).active().values_list("content", flat=True))


def undo(profile: Profile, fact: Fact) -> None:
    editing.undo(profile, fact.fact_id, origin=BY_OWNER, now=after(2))


def test_an_undone_correction_leaves_what_was_known_before_it(profile):
    wrong = make_fact(profile, "likes tee")
    make_fact(profile, "likes tea")
    editing.edit(profile, wrong.fact_id, content="likes tea", origin=BY_OWNER, now=after(1))

    undo(profile, wrong)

    assert in_force(profile) == {"likes tee", "likes tea"}


def test_an_undone_correction_takes_back_what_it_had_restored(profile):
    former = make_fact(profile, "likes tea")
    editing.delete(profile, former.fact_id, origin=BY_OWNER, now=NOON)
    fact = make_fact(profile, "likes coffee")
    editing.edit(profile, fact.fact_id, content="likes tea", origin=BY_OWNER, now=after(1))

    undo(profile, former)

    assert in_force(profile) == {"likes coffee"}
    former.refresh_from_db()
    assert former.status == "deprecated"


def test_undoing_a_new_value_brings_back_the_one_that_it_replaced(profile):
    make_fact(profile, "The user's name is Ann", type="user_profile", slot="name", slot_key="user_profile:name")
    added = editing.add(profile, "The user's name is Anna", type="user_profile", origin=BY_OWNER, now=after(1)).facts[0]

    undo(profile, added)

    assert in_force(profile) == {"The user's name is Ann"}


def test_a_correction_can_be_undone_from_either_wording(profile):
    before = make_fact(profile, "lives in Bonn")
    edited = editing.edit(profile, before.fact_id, content="lives in Cologne", origin=BY_OWNER, now=after(1))

    undo(profile, edited)

    assert in_force(profile) == {"lives in Bonn"}


def test_what_learning_replaced_is_not_undone(profile):
    old = make_fact(
        profile, "The user is 30", type="user_profile", slot="age", slot_key="user_profile:age", said_at=NOON
    )
    make_fact(profile, "The user is 31", type="user_profile", slot="age", slot_key="user_profile:age", said_at=after(1))

    with pytest.raises(Refused) as refusal:
        undo(profile, old)

    assert refusal.value.code == "nothing_to_undo"
