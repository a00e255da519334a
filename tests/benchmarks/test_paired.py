"""Whether a difference between two searches is more than chance."""

import pytest

from benchmarks import paired


def test_wins_losses_and_the_mean_difference_are_counted_question_by_question():
    found = paired.compare([1.0, 1.0, 0.0, 0.5], [0.0, 1.0, 0.5, 0.0])

    assert (found["wins"], found["losses"], found["difference"]) == (2, 1, 0.25)


@pytest.mark.parametrize(("wins", "losses", "chance"), [(0, 0, 1.0), (5, 5, 1.0), (6, 0, 0.03125), (1, 7, 0.0703125)])
def test_the_sign_test_is_that_of_a_fair_coin(wins, losses, chance):
    assert paired.sign_test(wins, losses) == pytest.approx(chance)


def test_the_interval_holds_the_mean_and_shrinks_to_it_without_variation():
    low, high = paired.interval([0.0, 1.0] * 50)

    assert low < 0.5 < high
    assert paired.interval([0.25] * 10) == (0.25, 0.25)


def test_the_same_values_give_the_same_interval_each_time():
    assert paired.interval([0, 1, 1, 0, 1]) == paired.interval([0, 1, 1, 0, 1])
