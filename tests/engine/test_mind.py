"""The seam: pipelines do not know which engine answers."""

import pytest

from engine import mind
from engine.condensing import ConsolidateQuestion, Operation, Stored
from engine.questions import ExtractQuestion, JudgeQuestion, Line, MatchQuestion, ModelChoice
from tests.scripted_server import ScriptedServer, said

QUESTION = ExtractQuestion(target=(Line("user", "My name is Ada and I live in London.", key=5),))


@pytest.fixture(autouse=True)
def _no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("observability.sink.insert", lambda _row, **_besides: True)


def test_without_an_address_the_rules_answer() -> None:
    engine = mind.for_scope(ModelChoice())

    answer = engine.extract(QUESTION)

    assert engine.name == answer.engine == "embedded"
    assert any("London" in item.content for item in answer.items)


def test_with_an_address_its_model_answers() -> None:
    with ScriptedServer([said('{"facts": ["The user lives in London"]}')]) as server:
        engine = mind.for_scope(ModelChoice(base_url=server.url, model="small-1"))
        answer = engine.extract(QUESTION)

    assert engine.name == answer.engine == "small-1"
    assert [(item.content, item.evidence) for item in answer.items] == [("The user lives in London", (5,))]


def test_all_questions_go_to_the_engine_that_was_chosen() -> None:
    with ScriptedServer([said('{"action": "skip"}'), said('{"match": true}')]) as server:
        engine = mind.for_scope(ModelChoice(base_url=server.url, model="small-1"))
        verdict = engine.judge(JudgeQuestion("The user likes tea", "The user hates tea"))
        match = engine.match(MatchQuestion("DELETE", "I like tea", "The user likes tea"))

    assert (verdict.action, verdict.engine) == ("skip", "small-1")
    assert (match.is_match, match.engine) == (True, "small-1")
    rules = mind.for_scope(ModelChoice())
    assert rules.judge(JudgeQuestion("The user likes tea", "The user hates tea")).engine == "embedded"
    assert rules.match(MatchQuestion("DELETE", "I like tea", "The user likes tea")).engine == "embedded"


def test_a_plan_for_tidying_comes_from_the_engine_that_was_chosen() -> None:
    question = ConsolidateQuestion(
        (Stored("a", "The user's dog is called Max"), Stored("b", "The user's dog is a beagle"))
    )
    with ScriptedServer([said('{"operations": [{"op": "outdated", "ids": ["a"]}]}')]) as server:
        asked = mind.for_scope(ModelChoice(base_url=server.url, model="small-1")).consolidate(question)
    ruled = mind.for_scope(ModelChoice()).consolidate(question)

    assert (asked.engine, [one.op for one in asked.operations]) == ("small-1", ["outdated"])
    assert ruled.engine == "embedded"
    assert ruled.operations == (
        Operation("merge", ("a", "b"), "The user's dog is called Max and is a beagle", "facets of one thing", 0.4),
    )
