"""How many facts a scope has room for: two stores, and which fact of each would go first."""

from datetime import datetime

from pytest_django import Settings

from profiles import room
from profiles.models import Fact
from tests.builders import NOON, after


def make(
    key: int | None, importance: float = 0.5, *, seen: datetime = NOON, kind: str = "user_fact", pinned: bool = False
) -> Fact:
    """A fact that no database holds."""
    return Fact(
        pk=key, type=kind, importance=importance, last_seen_at=seen, is_pinned=pinned, source="extraction", content="x"
    )  # fmt: skip


def test_an_empty_store_is_left_out() -> None:
    assert room.taken([]) == []
    assert [one.is_resident for one in room.taken([make(1)])] == [True]


def test_what_stands_in_every_answer_and_what_a_question_calls_up_are_counted_apart(settings: Settings) -> None:
    settings.MEMORYHUB_FACT_LIMIT, settings.MEMORYHUB_RECALLED_FACT_LIMIT = 100, 2000

    found = room.taken([make(1), make(2, kind="episodic_memory"), make(3, kind="episodic_memory")])

    assert [(one.is_resident, one.number, one.limit) for one in found] == [(True, 1, 100), (False, 2, 2000)]


def test_the_least_important_goes_first_and_of_equals_the_longest_unseen() -> None:
    facts = [make(1, 0.9), make(2, 0.4, seen=after(5)), make(3, 0.4, seen=after(1)), make(4, 0.1, pinned=True)]

    (found,) = room.taken(facts)

    assert found.next_out is facts[2]


def test_where_each_one_is_pinned_none_may_go() -> None:
    (found,) = room.taken([make(1, pinned=True), make(2, pinned=True)])

    assert (found.number, found.next_out) == (2, None)


def test_what_waits_in_an_earlier_record_takes_room_and_has_no_turn() -> None:
    waiting, stored = make(None, 0.1), make(1, 0.9)

    (found,) = room.taken([waiting, stored])

    assert (found.number, found.next_out) == (2, stored)
