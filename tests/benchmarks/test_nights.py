"""What counts as right, as wrong in force and as lost in a labelled night."""

import pytest

from benchmarks import nights
from benchmarks.nights import Joining, Night
from engine.condensing import MERGE, OUTDATED, Operation

FACTS = {
    "a": "The user keeps bees",
    "b": "The user has kept bees since 2019",
    "c": "The user drives a tram",
    "d": "The user's hives stand in an orchard",
    "e": "The user is allergic to dust",
}
BEES = Joining(frozenset("ab"), must=(("bees", "beekeeper"), ("2019",)), never=("tram",))


def night(**wanted):
    return Night("n", "en", "mixed", FACTS, **{"joinings": (BEES,), "outdated": frozenset("c"), **wanted})


def merge(ids, content):
    return Operation(MERGE, tuple(ids), content)


def leave(*ids):
    return Operation(OUTDATED, ids)


GOOD_MERGE = merge("ab", "The user has kept bees since 2019")


def test_a_night_that_does_what_was_demanded_is_right_throughout():
    outcome = nights.weigh(night(), [GOOD_MERGE, leave("c")])

    assert (outcome.right, outcome.needless, outcome.mismatches) == (2, 0, ())
    assert nights.figures([outcome])["right_share"] == 1.0


def test_a_night_that_does_nothing_leaves_what_should_have_gone_and_loses_nothing():
    outcome = nights.weigh(night(), [])

    assert (outcome.right, outcome.needless) == (0, 0)
    assert outcome.wrong == ("'The user drives a tram'",)
    assert outcome.lost == ()


def test_what_was_not_demanded_counts_against_the_share():
    outcome = nights.weigh(night(), [GOOD_MERGE, leave("c"), leave("e")])

    assert outcome.needless == 1
    assert outcome.lost == ("'The user is allergic to dust'",)
    assert nights.figures([outcome])["right_share"] == 0.667


def test_a_quiet_night_has_no_share():
    quiet = night(joinings=(), outdated=frozenset())

    assert nights.figures([nights.weigh(quiet, [])])["right_share"] is None


@pytest.mark.parametrize(
    ("wording", "fault"),
    [
        ("The user keeps bees", "lacks 2019"),
        ("The user has kept bees since 2019 and drives a tram", "has 'tram'"),
        ("The user has kept bees since 2019 in Wales", "brings in 'wales'"),
        ("The user has kept 12 bees since 2019", "brings in '12'"),
    ],
)
def test_a_wording_that_is_not_in_order_is_wrong_in_force_and_not_right(wording, fault):
    outcome = nights.weigh(night(), [merge("ab", wording), leave("c")])

    assert fault in outcome.wrong[0]
    assert outcome.right == 1


def test_a_detail_that_no_fact_in_force_holds_any_more_is_lost():
    outcome = nights.weigh(night(), [merge("ab", "The user keeps bees")])

    assert outcome.lost == ("2019",)


def test_a_detail_that_one_of_the_facts_still_holds_is_not_lost():
    outcome = nights.weigh(night(), [leave("a")])

    assert outcome.lost == ()
    assert outcome.needless == 1


def test_what_had_to_leave_is_still_in_force_inside_a_new_wording():
    outcome = nights.weigh(night(), [merge("ce", "The user drives a tram and is allergic to dust")])

    assert "'The user drives a tram'" in outcome.wrong
    assert outcome.lost == ("'The user is allergic to dust'",)


def test_a_merge_into_the_fact_that_stays_puts_the_other_out_of_force():
    outcome = nights.weigh(night(), [GOOD_MERGE, merge("ce", "The user is allergic to dust")])

    assert (outcome.right, outcome.needless, outcome.mismatches) == (2, 0, ())


def test_what_the_row_allows_counts_nowhere():
    allowed = night(may_merge=frozenset({frozenset("de")}), may_outdated=frozenset("d"))

    left = nights.weigh(allowed, [GOOD_MERGE, leave("c", "d")])
    merged = nights.weigh(
        allowed,
        [GOOD_MERGE, leave("c"), merge("de", "The user is allergic to dust; the user's hives stand in an orchard")],
    )

    assert (left.right, left.needless, left.mismatches) == (2, 0, ())
    assert (merged.right, merged.needless, merged.mismatches) == (2, 0, ())


def test_an_allowed_merge_may_take_a_demanded_one_in():
    allowed = night(may_merge=frozenset({frozenset("abd")}))

    outcome = nights.weigh(
        allowed, [merge("abd", "The user has kept bees since 2019; the hives stand in an orchard"), leave("c")]
    )

    assert (outcome.right, outcome.mismatches) == (2, ())


def test_a_pinned_fact_has_to_stay_whatever_the_row_allows():
    pinned = night(may_merge=frozenset({frozenset("de")}), pinned=frozenset("e"))

    outcome = nights.weigh(pinned, [merge("de", "The user is allergic to dust, the user's hives stand in an orchard")])

    assert "'The user is allergic to dust'" in outcome.lost


@pytest.mark.parametrize(
    ("wording", "sources", "fresh"),
    [
        ("用户喜欢红茶，尤其是滇红", ["用户喜欢红茶", "用户喜欢喝滇红"], []),
        ("用户喜欢绿茶", ["用户喜欢红茶"], ["绿"]),
        ("用户的月租是5500元", ["用户的月租是4500元"], ["5500"]),
        ("The user likes running in the rain", ["The user likes to run", "The user ran in the rain"], []),
        ("The user's firm rents cranes", ["The firm is in the rental of a crane"], []),
        ("The user’s dog is called Pip", ["The user's dog", "Pip is the user's dog"], []),
        ("The user likes plans", ["The user likes plays"], ["plans"]),
    ],
)
def test_only_what_no_source_says_is_new(wording, sources, fresh):
    assert nights.new_in(wording, sources) == fresh


def test_the_summary_tells_languages_and_kinds_apart():
    outcomes = [nights.weigh(night(), [GOOD_MERGE, leave("c")])]

    summary = nights.summary(outcomes)

    assert summary["en"]["right"] == summary["kinds"]["mixed"]["right"] == 2
    assert summary["zh"]["nights"] == 0
