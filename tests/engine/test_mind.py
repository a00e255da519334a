"""The seam: pipelines do not know which engine answers."""

import pytest

from engine import mind
from engine.questions import ExtractQuestion, Line, ModelChoice
from tests.scripted_server import ScriptedServer, said

QUESTION = ExtractQuestion(target=(Line("user", "My name is Ada and I live in London.", key=5),))


@pytest.fixture(autouse=True)
def _no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("observability.sink.insert", lambda _row: True)


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
