from collections.abc import Sequence
from dataclasses import replace

from extraction import merge
from extraction.candidates import Candidate
from extraction.merge import Known, Rules
from profiles.changes import Again, New
from tests.builders import NOON, after


def scores(one: Sequence[float], others: Sequence[Sequence[float]]) -> list[float]:
    """Vectors of one number: the nearer, the more alike."""
    return [1 - abs(one[0] - other[0]) for other in others]


RULES = Rules(scores=scores, same_score=0.85, vector_model="test")
TEA = Known(7, "用户喜欢喝绿茶", event=70, vector=(0.5,), evidence=(1,), said_at=NOON)


def candidate(content: str, at: float = 0.5, **fields: object) -> Candidate:
    return replace(Candidate(content, vector=(at,), evidence=(2,), said_at=after(5)), **fields)


def test_a_statement_that_resembles_nothing_is_appended() -> None:
    (change,) = merge.decide([candidate("用户住在烟台", at=0.0)], [TEA], RULES)

    assert isinstance(change, New)
    assert (change.content, change.replaces, change.vector) == ("用户住在烟台", (), (0.0,))


def test_a_paraphrase_of_a_known_fact_strengthens_it() -> None:
    (change,) = merge.decide([candidate("用户爱喝绿茶")], [TEA], RULES)

    assert change == Again(7, evidence=(2,), confidence=1.0, said_at=after(5), seen_event=70)


def test_the_nearest_of_several_doubles_is_the_one() -> None:
    further = replace(TEA, fact=8, content="用户平时喝绿茶", vector=(0.4,))

    (change,) = merge.decide([candidate("用户爱喝绿茶")], [further, TEA], RULES)

    assert isinstance(change, Again)
    assert change.fact == 7


def test_a_fuller_wording_takes_the_place_of_the_old_one_and_keeps_what_it_rested_on() -> None:
    (change,) = merge.decide([candidate("用户喜欢喝绿茶，尤其喜欢龙井")], [TEA], RULES)

    assert isinstance(change, New)
    assert (change.replaces, change.replaces_reason) == ((7,), "reworded")
    assert change.evidence == (1, 2)
    assert change.seen_events == ((7, 70),)


def test_what_a_person_wrote_or_pinned_keeps_its_wording() -> None:
    (change,) = merge.decide([candidate("用户喜欢喝绿茶，尤其喜欢龙井")], [replace(TEA, is_fixed=True)], RULES)

    assert isinstance(change, Again)


def test_likeness_below_the_line_says_nothing() -> None:
    (change,) = merge.decide([candidate("用户爱喝绿茶", at=0.34)], [TEA], RULES)

    assert isinstance(change, New)


def test_statements_that_differ_in_polarity_or_number_are_never_the_same() -> None:
    budget = Known(9, "用户的预算是3000元", vector=(0.9,))

    changes = merge.decide(
        [candidate("用户不喜欢喝绿茶"), candidate("用户的预算是5000元", at=0.9)], [TEA, budget], RULES
    )

    assert [type(change) for change in changes] == [New, New]


def test_an_agents_decision_is_never_a_double_of_what_the_user_said() -> None:
    (change,) = merge.decide([candidate("用户爱喝绿茶", type="assistant_decision")], [TEA], RULES)

    assert isinstance(change, New)


def test_the_same_content_is_left_to_the_ledger() -> None:
    (change,) = merge.decide([candidate("用户喜欢喝绿茶")], [TEA], RULES)

    assert isinstance(change, New)
    assert change.replaces == ()


def test_doubles_within_one_batch_become_one_with_the_evidence_of_both() -> None:
    batch = [candidate("用户爱喝绿茶", confidence=0.6), candidate("用户喜欢喝绿茶", evidence=(3,), said_at=after(9))]

    (change,) = merge.decide(batch, [], RULES)

    assert isinstance(change, New)
    assert (change.evidence, change.confidence, change.said_at) == ((2, 3), 1.0, after(9))


def test_without_vectors_only_the_same_content_is_a_double() -> None:
    batch = [
        candidate("用户爱喝绿茶", vector=None),
        candidate("用户爱喝绿茶", vector=None),
        candidate("x", vector=None),
    ]

    changes = merge.decide(batch, [replace(TEA, vector=None)], RULES)

    assert [change.content for change in changes if isinstance(change, New)] == ["用户爱喝绿茶", "x"]


def test_appending_compares_with_nothing() -> None:
    changes = merge.append([candidate("用户爱喝绿茶")], RULES)

    assert [type(change) for change in changes] == [New]


def test_a_longer_wording_that_drops_half_of_the_old_one_says_not_more() -> None:
    assert not merge.says_more("the user enjoys long walks along the river", "the user likes green tea")
    assert merge.says_more("the user likes green tea with a little honey", "the user likes green tea")
