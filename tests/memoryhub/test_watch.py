"""When a worker counts as stalled: messages lie in it although a child is free."""

from memoryhub.watch import waits


def look(before: dict[str, float], *, taken: str = "", waiting: str = "", children: int = 1) -> dict[str, float]:
    """What a look finds one second after the one before; each letter is a message."""
    held = {**dict.fromkeys(taken, True), **dict.fromkeys(waiting, False)}
    return waits(before, held, children=children, passed=1.0)


def looks(*found: dict[str, str], children: int = 1) -> dict[str, float]:
    last: dict[str, float] = {}
    for one in found:
        last = look(last, children=children, **one)
    return last


def test_a_worker_that_holds_nothing_waits_for_nothing():
    assert looks({}, {}, {}) == {}


def test_a_message_that_nobody_takes_waits_from_the_first_look_on():
    assert looks({"waiting": "a"}, {"waiting": "a"}, {"waiting": "a"}) == {"a": 2.0}


def test_a_message_at_work_does_not_wait_however_long_it_takes():
    assert looks(*[{"taken": "a"}] * 600) == {}


def test_behind_a_busy_child_nothing_waits():
    assert looks(*[{"taken": "a", "waiting": "b"}] * 600) == {"b": 0.0}


def test_waiting_begins_anew_when_the_child_becomes_free():
    held = [{"taken": "a", "waiting": "b"}] * 600

    assert looks(*held, {"waiting": "b"}) == {"b": 1.0}


def test_waiting_begins_anew_when_a_child_has_worked_meanwhile():
    assert looks({"waiting": "b"}, {"waiting": "b"}, {"taken": "a", "waiting": "b"}, {"waiting": "b"}) == {"b": 1.0}


def test_a_message_that_was_taken_at_last_is_forgotten():
    assert looks({"waiting": "a"}, {"waiting": "a"}, {"taken": "a"}) == {}


def test_messages_that_come_and_go_do_not_add_up():
    assert looks(*[{"waiting": letter} for letter in "abcdefgh"]) == {"h": 0.0}


def test_one_child_of_two_at_work_leaves_the_other_free():
    assert looks(*[{"taken": "a", "waiting": "b"}] * 4, children=2) == {"b": 3.0}


def test_both_children_of_two_at_work_leave_nobody_free():
    assert looks(*[{"taken": "ab", "waiting": "c"}] * 4, children=2) == {"c": 0.0}


def test_a_worker_whose_broker_went_away_holds_nothing_any_more():
    assert looks({"waiting": "a"}, {"waiting": "a"}, {}, {"waiting": "a"}) == {"a": 0.0}
