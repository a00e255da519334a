"""Transitions, slots and the cap, as rules."""

from datetime import timedelta

import pytest

from profiles import lifecycle
from profiles.lifecycle import ForbiddenTransition, Standing, Status
from tests.builders import NOON, after

POSSIBLE = {
    (Status.ACTIVE, Status.SUPERSEDED, False),
    (Status.ACTIVE, Status.SUPERSEDED, True),
    (Status.ACTIVE, Status.DEPRECATED, False),
    (Status.ACTIVE, Status.DEPRECATED, True),
    (Status.SUPERSEDED, Status.ACTIVE, False),
    (Status.SUPERSEDED, Status.ACTIVE, True),
    (Status.SUPERSEDED, Status.DEPRECATED, False),
    (Status.SUPERSEDED, Status.DEPRECATED, True),
    (Status.DEPRECATED, Status.ACTIVE, True),
}


@pytest.mark.parametrize("old", Status)
@pytest.mark.parametrize("new", Status)
@pytest.mark.parametrize("by_person", [True, False])
def test_every_pair_of_states_is_either_allowed_or_refused(old, new, by_person):
    if (old, new, by_person) in POSSIBLE:
        lifecycle.check(old, new, by_person=by_person)
        return
    with pytest.raises(ForbiddenTransition) as refused:
        lifecycle.check(old, new, by_person=by_person)

    assert refused.value.status == 409


def standing(key=1, importance=0.5, minutes=0, **fields):
    return Standing(key, importance, after(minutes), **fields)


@pytest.mark.parametrize(
    ("old", "said_at", "by_person", "expected"),
    [
        (standing(said_at=NOON), after(1), False, True),
        (standing(said_at=after(1)), NOON, False, False),
        (standing(said_at=NOON), NOON, False, True),
        (standing(is_pinned=True), after(1), False, False),
        (standing(is_pinned=True), after(1), True, True),
        (standing(written_at=after(1)), NOON, False, False),
        (standing(written_at=NOON), after(1), False, True),
        (standing(written_at=NOON), None, False, False),
        (standing(), None, False, True),
    ],
)
def test_a_slot_goes_to_what_was_said_last_unless_a_person_decided(old, said_at, by_person, expected):
    assert lifecycle.takes_slot(old, said_at=said_at, by_person=by_person) is expected


def test_what_is_repeated_comes_back_only_if_it_was_said_after_it_was_superseded():
    assert lifecycle.comes_back(said_at=after(1), superseded_at=NOON)
    assert not lifecycle.comes_back(said_at=NOON, superseded_at=NOON)
    assert not lifecycle.comes_back(said_at=NOON - timedelta(days=1), superseded_at=NOON)
    assert not lifecycle.comes_back(said_at=None, superseded_at=NOON)


def test_the_least_important_goes_first_and_among_equals_the_longest_unseen():
    everyone = [standing(1, 0.9, 0), standing(2, 0.5, 9), standing(3, 0.5, 1), standing(4, 0.7, 0)]

    assert lifecycle.evicted(everyone, limit=4, fresh=set()) == []
    assert lifecycle.evicted(everyone, limit=2, fresh=set()) == [3, 2]


def test_pinned_facts_never_go_and_fresh_ones_only_when_nothing_else_is_left():
    everyone = [standing(1, 0.1, 0, is_pinned=True), standing(2, 0.2, 0), standing(3, 0.3, 0)]

    assert lifecycle.evicted(everyone, limit=2, fresh={2}) == [3]
    assert lifecycle.evicted(everyone, limit=1, fresh={2}) == [3, 2]
    assert lifecycle.evicted(everyone, limit=0, fresh={2}) == [3, 2]
