"""Over the budget of the day nothing is sent, not even the second attempt at one question; vectors go on."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from engine import embeddings
from engine.embeddings import EmbedChoice
from engine.model import extract, judge, ladder, match
from engine.questions import ExtractQuestion, JudgeQuestion, Line, MatchQuestion, ModelChoice
from observability import calls
from observability.models import ModelCall
from tests.scripted_server import Answer, ScriptedServer, said

pytestmark = pytest.mark.django_db

EXTRACT = ExtractQuestion(target=(Line("user", "I keep bees", key=1), Line("user", "I keep goats", key=2)))
VERBS: dict[str, Callable[[ModelChoice], Any]] = {
    "extract": lambda choice: extract.extract(EXTRACT, choice),
    "judge": lambda choice: judge.judge(JudgeQuestion("The user likes tea", "The user hates tea"), choice),
    "match": lambda choice: match.match(MatchQuestion("DELETE", "I like tea", "The user likes tea"), choice),
}
# A request of 100 and a reply of 10 tokens cost 0.0011 at 10 for a million.
PRICES: dict[str, Any] = {"price_in": 10.0, "price_out": 10.0}
GOOD = '{"facts": ["The user keeps bees"], "action": "replace", "match": true}'


@pytest.fixture(autouse=True)
def _no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "FIRST_WAIT", 0.01)


def spend(price: str, *, tenant_id: int = 1) -> None:
    ModelCall.objects.create(tenant_id=tenant_id, purpose="embed", model="m", outcome="ok", price=price)


@pytest.mark.parametrize("verb", VERBS)
def test_over_the_budget_no_request_is_sent_and_the_answer_says_when_to_come_back(verb: str) -> None:
    spend("1")

    with ScriptedServer([said(GOOD)]) as server:
        answer = VERBS[verb](ModelChoice(base_url=server.url, model="m", tenant_id=1, daily_budget=1.0))

    assert server.requests == []
    assert answer.failed == "budget"
    assert 0 < answer.retry_after <= 3_600
    assert not ModelCall.objects.exclude(purpose="embed").exists()


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "choice",
    [
        {"tenant_id": 1, "daily_budget": 1.1},
        {"tenant_id": 2, "daily_budget": 1.0},
        {"tenant_id": 1, "daily_budget": None},
        {"tenant_id": None, "daily_budget": 1.0},
    ],
    ids=["money left", "another tenant", "no limit", "nobody's"],
)
def test_within_the_budget_the_question_is_asked(verb: str, choice: dict[str, Any]) -> None:
    spend("1")

    with ScriptedServer([said(GOOD)]) as server:
        answer = VERBS[verb](ModelChoice(base_url=server.url, model="m", **choice))

    assert (answer.failed, len(server.requests)) == ("", 1)


@pytest.mark.parametrize("verb", VERBS)
def test_the_budget_is_looked_at_between_the_attempts_too(verb: str) -> None:
    with ScriptedServer([said("no JSON"), said(GOOD)]) as server:
        answer = VERBS[verb](ModelChoice(base_url=server.url, model="m", tenant_id=1, daily_budget=0.001, **PRICES))

    assert (answer.failed, len(server.requests)) == ("budget", 1)


def test_of_a_question_that_the_budget_cut_in_two_nothing_is_kept() -> None:
    cut = said('{"facts": ["The user keeps bees", "The user', finish_reason="length")
    with ScriptedServer([cut, said(GOOD)]) as server:
        answer = extract.extract(
            EXTRACT, ModelChoice(base_url=server.url, model="m", tenant_id=1, daily_budget=0.001, **PRICES)
        )

    assert (answer.failed, answer.is_partial, len(server.requests)) == ("budget", False, 1)


@pytest.mark.django_db(transaction=True)
def test_no_connection_to_the_database_is_kept_while_a_model_thinks() -> None:
    ours, kept = connections["default"], []

    def look(_: dict[str, Any]) -> Answer:
        kept.append(ours.connection is not None)
        return said("no JSON")

    with ScriptedServer([look]) as server:
        answer = VERBS["judge"](ModelChoice(base_url=server.url, model="m", tenant_id=1, daily_budget=1.0))

    assert (answer.failed, kept) == ("format", [False, False])
    assert ModelCall.objects.count() == 2


def test_vectors_are_made_over_the_budget_too_and_their_price_counts() -> None:
    spend("1")
    vector = Answer({"data": [{"index": 0, "embedding": [1.0, 0.0]}], "usage": {"prompt_tokens": 500_000}})

    with ScriptedServer([vector]) as server:
        found = embeddings.try_embed(
            ["a question"], EmbedChoice(base_url=server.url, model="e", tenant_id=1, price_in=0.5), is_query=True
        )

    assert found == [[1.0, 0.0]]
    assert calls.spent_on(1, now=timezone.now()) == Decimal("1.25")
