from collections.abc import Sequence
from dataclasses import replace

from engine.questions import JudgeAnswer, JudgeQuestion
from extraction import doubles, merge
from extraction.candidates import Candidate
from extraction.rulings import Known, Rules
from profiles.changes import Again, Blocked, Change, New
from tests.builders import NOON, after


def scores(one: Sequence[float], others: Sequence[Sequence[float]]) -> list[float]:
    """Vectors of one number: the nearer, the more alike."""
    return [1 - abs(one[0] - other[0]) for other in others]


RULES = Rules(scores=scores, vector_model="test")
TEA = Known(7, "用户喜欢喝绿茶", event=70, vector=(0.5,), evidence=(1,), said_at=NOON)


def candidate(content: str, at: float = 0.5, **fields: object) -> Candidate:
    return replace(Candidate(content, vector=(at,), evidence=(2,), said_at=after(5)), **fields)


def decide(batch: Sequence[Candidate], known: Sequence[Known], rules: Rules) -> tuple[Change, ...]:
    return merge.decide(batch, known, rules).changes


def judged(action: str, *, asked: list[str] | None = None, **fields: str) -> Rules:
    """Rules with a judge that always says the same, and notes beside what it was asked."""

    def judge(question: JudgeQuestion) -> JudgeAnswer:
        if asked is not None:
            asked.append(question.existing)
        return JudgeAnswer(action, "said so", engine="scripted", **fields)

    return replace(RULES, judge=judge)


def test_a_statement_that_resembles_nothing_is_appended() -> None:
    (change,) = decide([candidate("用户住在烟台", at=0.0)], [TEA], RULES)

    assert isinstance(change, New)
    assert (change.content, change.replaces, change.vector) == ("用户住在烟台", (), (0.0,))


def test_a_paraphrase_of_a_known_fact_strengthens_it() -> None:
    (change,) = decide([candidate("用户爱喝绿茶")], [TEA], RULES)

    assert change == Again(7, evidence=(2,), confidence=1.0, said_at=after(5), seen_event=70)


def test_the_nearest_of_several_doubles_is_the_one() -> None:
    further = replace(TEA, fact=8, content="用户平时喝绿茶", vector=(0.4,))

    (change,) = decide([candidate("用户爱喝绿茶")], [further, TEA], RULES)

    assert isinstance(change, Again)
    assert change.fact == 7


def test_a_fuller_wording_takes_the_place_of_the_old_one_and_keeps_what_it_rested_on() -> None:
    (change,) = decide([candidate("用户喜欢喝绿茶，尤其喜欢龙井")], [TEA], RULES)

    assert isinstance(change, New)
    assert (change.replaces, change.replaces_reason) == ((7,), "reworded")
    assert change.evidence == (1, 2)
    assert change.seen_events == ((7, 70),)


def test_what_a_person_wrote_or_pinned_keeps_its_wording() -> None:
    (change,) = decide([candidate("用户喜欢喝绿茶，尤其喜欢龙井")], [replace(TEA, is_pinned=True)], RULES)

    assert isinstance(change, Again)


def test_likeness_below_the_line_says_nothing() -> None:
    (change,) = decide([candidate("用户爱喝绿茶", at=0.34)], [TEA], RULES)

    assert isinstance(change, New)


def test_statements_that_differ_in_polarity_or_number_are_never_the_same() -> None:
    budget = Known(9, "用户的预算是3000元", vector=(0.9,))

    changes = decide([candidate("用户不喜欢喝绿茶"), candidate("用户的预算是5000元", at=0.9)], [TEA, budget], RULES)

    assert [type(change) for change in changes] == [New, New]


def test_an_agents_decision_is_never_a_double_of_what_the_user_said() -> None:
    (change,) = decide([candidate("用户爱喝绿茶", type="assistant_decision")], [TEA], RULES)

    assert isinstance(change, New)


def test_the_same_content_is_left_to_the_ledger() -> None:
    (change,) = decide([candidate("用户喜欢喝绿茶")], [TEA], RULES)

    assert isinstance(change, New)
    assert change.replaces == ()


def test_doubles_within_one_batch_become_one_with_the_evidence_of_both() -> None:
    batch = [candidate("用户爱喝绿茶", confidence=0.6), candidate("用户喜欢喝绿茶", evidence=(3,), said_at=after(9))]

    (change,) = decide(batch, [], RULES)

    assert isinstance(change, New)
    assert (change.evidence, change.confidence, change.said_at) == ((2, 3), 1.0, after(9))


def test_without_vectors_only_the_same_content_is_a_double() -> None:
    batch = [
        candidate("用户爱喝绿茶", vector=None),
        candidate("用户爱喝绿茶", vector=None),
        candidate("x", vector=None),
    ]

    changes = decide(batch, [replace(TEA, vector=None)], RULES)

    assert [change.content for change in changes if isinstance(change, New)] == ["用户爱喝绿茶", "x"]


def test_appending_compares_with_nothing() -> None:
    plan = merge.append([candidate("用户爱喝绿茶")], RULES)

    assert [type(change) for change in plan.changes] == [New]
    assert [ruling.reason for ruling in plan.rulings] == ["not_compared"]


def test_a_longer_wording_that_drops_half_of_the_old_one_says_not_more() -> None:
    assert not doubles.says_more("the user enjoys long walks along the river", "the user likes green tea")
    assert doubles.says_more("the user likes green tea with a little honey", "the user likes green tea")


JAVA = Known(1, "用户喜欢Java", fact_id="f_java", event=10, vector=(0.5,), said_at=NOON)
PYTHON = Known(2, "用户喜欢Python", fact_id="f_python", event=20, vector=(1.0,), said_at=NOON)


class TestTheJudge:
    def test_is_asked_about_what_the_screen_lets_through_and_about_nothing_else(self) -> None:
        asked: list[str] = []

        (change,) = decide([candidate("用户不喜欢Java")], [JAVA, PYTHON], judged("replace", asked=asked))

        assert asked == ["用户喜欢Java"]
        assert isinstance(change, New)
        assert (change.replaces, change.replaces_reason, change.seen_events) == ((1,), "replaced", ((1, 10),))

    def test_is_not_asked_about_what_is_far_away(self) -> None:
        asked: list[str] = []

        (change,) = decide(
            [candidate("用户不喜欢Java", at=0.0)], [replace(JAVA, vector=(0.7,))], judged("replace", asked=asked)
        )

        assert asked == []
        assert isinstance(change, New)
        assert change.replaces == ()

    def test_that_sees_a_complement_keeps_both(self) -> None:
        plan = merge.decide([candidate("用户喜欢Java 21", at=0.6)], [replace(JAVA, vector=(0.8,))], judged("append"))

        assert [change.replaces for change in plan.changes if isinstance(change, New)] == [()]
        assert (plan.rulings[0].action, plan.rulings[0].engine) == ("appended", "scripted")
        assert plan.rulings[0].compared[0].as_row("f_java") == {
            "fact_id": "f_java", "score": 0.8, "screen": "words", "action": "append", "reason": "said so",
            "engine": "scripted",
        }  # fmt: skip

    def test_may_not_let_a_plan_take_the_place_of_what_is_so_today(self) -> None:
        plan = merge.decide(
            [candidate("用户打算换成Java 21", at=0.6)], [replace(JAVA, vector=(0.8,))], judged("replace")
        )

        assert [change.replaces for change in plan.changes if isinstance(change, New)] == [()]
        assert plan.rulings[0].reason == "only planned"

    def test_that_sees_noise_leaves_it_out_and_says_why(self) -> None:
        plan = merge.decide([candidate("用户喜欢Java吗", at=0.6)], [replace(JAVA, vector=(0.8,))], judged("skip"))

        assert plan.changes == ()
        assert (plan.rulings[0].action, plan.rulings[0].stands) == ("skipped", "")

    def test_that_fails_keeps_both_and_the_decision_says_so(self) -> None:
        plan = merge.decide(
            [candidate("用户喜欢Java吧")], [replace(JAVA, vector=(0.7,))], judged("append", failed="timeout")
        )

        assert len(plan.changes) == 1
        assert plan.rulings[0].compared[0].reason == "failed: timeout"

    def test_may_not_call_two_numbers_the_same(self) -> None:
        budget = Known(9, "用户的预算是3000元", vector=(0.5,), said_at=NOON)

        (change,) = decide([candidate("用户的预算是5000元")], [budget], judged("same"))

        assert isinstance(change, New)
        assert change.replaces == ()

    def test_may_not_let_somebody_else_retire_what_the_user_said(self) -> None:
        tea = Known(3, "用户喜欢绿茶", vector=(0.5,), said_at=NOON)

        (change,) = decide([candidate("妻子不喜欢绿茶")], [tea], judged("replace"))

        assert isinstance(change, New)
        assert change.replaces == ()

    def test_of_a_joined_statement_retires_only_the_part_concerned(self) -> None:
        pets = Known(4, "喜欢猫；喜欢狗", event=40, evidence=(1,), vector=(0.5,), said_at=NOON)

        rest, change = decide([candidate("不喜欢狗", at=0.6)], [pets], judged("replace"))

        assert isinstance(rest, New)
        assert isinstance(change, New)
        assert (rest.content, rest.evidence, rest.replaces) == ("喜欢猫", (1,), (4,))
        assert (change.content, change.replaces) == ("不喜欢狗", (4,))

    def test_does_not_retire_what_is_pinned(self) -> None:
        (change,) = decide([candidate("用户不喜欢Java")], [replace(JAVA, is_pinned=True)], judged("replace"))

        assert isinstance(change, New)
        assert change.replaces == ()

    def test_does_not_let_an_earlier_statement_retire_a_later_one(self) -> None:
        later = replace(JAVA, said_at=after(60))

        (change,) = decide([candidate("用户不喜欢Java")], [later], judged("replace"))

        assert isinstance(change, New)
        assert (change.yields_to, change.replaces, change.seen_events) == (1, (), ((1, 10),))


class TestOneBatch:
    def test_a_later_statement_of_the_batch_replaces_an_earlier_one(self) -> None:
        batch = [candidate("用户不喜欢Java", said_at=after(9)), candidate("用户喜欢Java", said_at=after(5))]

        first, second = decide(batch, [], judged("replace"))

        assert isinstance(first, New)
        assert isinstance(second, New)
        assert (first.content, second.content) == ("用户喜欢Java", "用户不喜欢Java")
        assert (second.replaces, second.replaces_contents) == ((), ("用户喜欢Java",))


class TestDeletedFacts:
    def test_a_paraphrase_of_one_does_not_come_in(self) -> None:
        smoking = Known(5, "用户抽烟", fact_id="f_smoke", event=50, vector=(0.5,))

        plan = merge.decide([candidate("用户有抽烟的习惯")], [], RULES, blocked=[smoking])

        assert plan.changes == (Blocked(5, seen_event=50),)
        assert (plan.rulings[0].action, plan.rulings[0].compared[0].fact_id) == ("blocked", "f_smoke")

    def test_the_opposite_of_one_and_the_end_of_a_habit_are_news(self) -> None:
        smoking = Known(5, "用户抽烟", vector=(0.5,))
        java = Known(6, "喜欢Java", vector=(0.0,))

        plan = merge.decide(
            [candidate("用户戒烟了"), candidate("不喜欢Java", at=0.0)], [], judged("append"), blocked=[smoking, java]
        )

        assert [change.content for change in plan.changes if isinstance(change, New)] == ["用户戒烟了", "不喜欢Java"]


def test_the_reason_is_that_of_the_pair_that_decided() -> None:
    def judge(question: JudgeQuestion) -> JudgeAnswer:
        is_old = question.existing == "用户喜欢喝绿茶"
        return JudgeAnswer("replace" if is_old else "append", "decided" if is_old else "besides", engine="scripted")

    other = Known(8, "用户喜欢喝绿茶时配点心", event=80, vector=(0.45,), said_at=NOON)

    plan = merge.decide([candidate("用户不再喝绿茶")], [TEA, other], replace(RULES, judge=judge))

    assert [(one.action, one.reason) for one in plan.rulings[0].compared] == [
        ("replace", "decided"),
        ("append", "besides"),
    ]
    assert (plan.rulings[0].action, plan.rulings[0].reason) == ("replaced", "decided")


def test_the_end_of_somebody_ends_having_them_and_nothing_else() -> None:
    def replaced(existing: str, incoming: str) -> tuple[int, ...]:
        known = [Known(7, existing, event=70, vector=(0.5,), said_at=NOON)]
        plan = merge.decide([candidate(incoming)], known, judged("replace"))
        return next(change.replaces for change in plan.changes if isinstance(change, New))

    assert replaced("has a dog", "the dog died") == (7,)
    assert replaced("养了一只狗", "狗不再养了") == (7,)
    assert replaced("works at a bakery", "the brother no longer works at a bakery") == ()


def test_a_wording_that_gives_way_within_a_batch_is_on_record() -> None:
    batch = [candidate("用户爱喝绿茶"), candidate("用户喜欢喝绿茶", evidence=(3,))]

    plan = merge.decide(batch, [], RULES)

    assert len(plan.changes) == 1
    assert [(ruling.action, ruling.reason, ruling.stands) for ruling in plan.rulings] == [
        ("appended", "nothing_alike", "用户爱喝绿茶"),
        ("repeated", "same_batch", "用户爱喝绿茶"),
    ]
