"""How labelled questions are read, and what counts as found."""

import json
from datetime import UTC, datetime

import pytest

from benchmarks import evidence
from benchmarks.evidence import LABELS, Answered, Question


def question(*units, any_of=False, kind="user"):
    return Question("p:0", "p", "what?", kind, units, any_of)


def answered(*ranking, wanted=("a",), any_of=False, kind="user"):
    return Answered(question(*wanted, any_of=any_of, kind=kind), "en", ranking)


def test_recall_is_the_share_of_the_labelled_units_among_the_first():
    asked = question("a", "b")

    assert asked.recall(("a", "x", "b"), 2) == 0.5
    assert asked.recall(("a", "x", "b"), 3) == 1.0


def test_one_unit_is_enough_where_any_of_them_answers():
    assert question("a", "b", any_of=True).recall(("x", "b"), 2) == 1.0
    assert question("a", "b", any_of=True).recall(("x", "b"), 1) == 0.0


def test_the_reciprocal_rank_is_that_of_the_first_labelled_unit():
    assert question("a", "b").reciprocal(("x", "b", "a")) == 0.5
    assert question("a").reciprocal(("x", "b")) == 0.0


def test_a_unit_found_twice_counts_once_before_the_ranking_is_cut():
    assert evidence.units(["x", "x", "x", "a"]) == ("x", "a")


def test_figures_are_told_overall_and_for_each_kind():
    found = evidence.figures([answered("a"), answered("x", "a", kind="dated"), answered("x", kind="dated")])

    assert (found["questions"], found["recall_5"], found["mrr"]) == (3, 0.6667, 0.5)
    assert found["kinds"]["dated"] == {"questions": 2, "recall_5": 0.5, "recall_10": 0.5, "mrr": 0.25}


@pytest.fixture
def folder(tmp_path):
    history = {
        "2023-05-02": [{"query": "I saw a heron", "response": "Where?"}, {"query": "", "response": "Good night"}]
    }
    (tmp_path / "memory_bank_en.json").write_text(json.dumps({" Ann ": {"history": history}}))
    (tmp_path / "probing_questions_en.jsonl").write_text(json.dumps({" Ann ": ["first?", '"What did I see?"']}))
    label = {"qid": "Ann:1", "conv": "Ann", "kind": "user", "evidence": ["05-02#0"], "any_of": False}
    (tmp_path / "memorybank_en.jsonl").write_text(json.dumps(label))
    return tmp_path


def test_questions_are_joined_to_their_labels_and_exchanges_to_their_days(folder):
    (talk,) = evidence.memorybank(folder, "en")

    assert [(one.text, one.evidence) for one in talk.questions] == [("What did I see?", ("05-02#0",))]
    assert [(one.key, one.unit, one.role) for one in talk.said] == [
        ("05-02#0:user", "05-02#0", "user"),
        ("05-02#0:assistant", "05-02#0", "assistant"),
        ("05-02#1:assistant", "05-02#1", "assistant"),
    ]
    assert {one.at.date() for one in talk.said} == {datetime(2023, 5, 2, tzinfo=UTC).date()}


@pytest.mark.parametrize("name", ["friends_en", "friends_zh"])
def test_every_label_of_our_own_conversations_names_a_turn_that_is_there(name):
    talk = evidence.own(LABELS / f"{name}.jsonl", name[-2:])
    units = {one.unit for one in talk.said}

    named = [*talk.questions, *talk.facts]

    assert len(units) == len(talk.said)
    assert {unit for one in talk.questions for unit in one.evidence} <= units
    assert {unit for one in talk.facts for unit in one.units} <= units
    assert len({one.text for one in talk.questions}) == len(talk.questions)
    assert len(named) > 90


def test_who_wrote_first_is_the_user_and_names_stand_before_what_is_said():
    talk = evidence.own(LABELS / "friends_en.jsonl", "en")

    assert (talk.said[0].role, talk.said[1].role) == ("user", "assistant")
    assert talk.said[0].text.startswith("Nora: ")
    assert talk.asked_at > talk.said[-1].at


def test_the_english_labels_name_questions_once_and_no_text_of_the_data_set():
    rows = [json.loads(line) for line in (LABELS / "memorybank_en.jsonl").read_text().splitlines()]

    assert len({row["qid"] for row in rows}) == len(rows) == 99
    assert {key for row in rows for key in row} == {"qid", "conv", "kind", "evidence", "any_of"}
    assert all(row["evidence"] for row in rows)
