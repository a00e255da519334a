"""Running levels within a budget: none takes the others with it, and nothing is open while an embedder thinks."""

import time
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from engine.errors import ProviderFailed
from memoryhub.layout import Item, Yields
from memoryhub.levels import TIME_BUDGET, Levels

pytestmark = pytest.mark.django_db
PLENTY = 30_000
ITEM = Item("user", "f_1", "likes tea", Yields.RESIDENT)


def run_sql(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def made(budget_ms: int = PLENTY, embed: Any = lambda _seconds: [1.0]) -> Levels:
    return Levels(budget_ms, embed=embed)


@pytest.mark.parametrize(
    "failure",
    [OperationalError("gone"), ValueError("a fault of ours"), KeyError("x")],
    ids=lambda one: type(one).__name__,
)
def test_a_level_that_fails_brings_nothing_and_the_next_one_goes_on(failure: Exception) -> None:
    def fails() -> list[Item]:
        raise failure

    with made() as levels:
        nothing = levels.run("long_term", fails)
        something = levels.run("summary", lambda: [ITEM])

    assert (nothing, something) == ([], [ITEM])
    assert levels.errors == {"long_term": type(failure).__name__}
    assert levels.ran["summary"].found == 1


def test_a_statement_that_fails_spoils_no_later_one() -> None:
    with made() as levels:
        levels.run("long_term", lambda: run_sql("SELECT 1 / 0"))
        found = levels.run("summary", lambda: run_sql("SELECT 7"))

    assert found == [(7,)]
    assert levels.errors == {"long_term": "DataError"}


def test_a_slow_statement_ends_with_the_budget() -> None:
    started = time.monotonic()

    with made(200) as levels:
        levels.run("long_term", lambda: run_sql("SELECT pg_sleep(20)"))
        levels.run("summary", lambda: [ITEM])

    assert time.monotonic() - started < 10
    assert levels.errors == {"long_term": "OperationalError", "summary": TIME_BUDGET}


def test_the_question_is_embedded_once_with_the_time_that_is_left() -> None:
    asked: list[float] = []

    def embed(seconds: float) -> list[float]:
        asked.append(seconds)
        return [0.5]

    with made(2_000, embed) as levels:
        both = [levels.vector(), levels.vector()]

    assert both == [[0.5], [0.5]]
    assert len(asked) == 1
    assert 0 < asked[0] <= 2


def test_an_embedder_that_is_away_is_asked_once_and_named() -> None:
    asked: list[float] = []

    def embed(seconds: float) -> list[float]:
        asked.append(seconds)
        raise ProviderFailed("timeout")

    with made(PLENTY, embed) as levels:
        assert levels.vector() is None
        assert levels.vector() is None

    assert len(asked) == 1
    assert levels.errors == {"related": "timeout"}


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_the_embedder_thinks() -> None:
    open_while: list[bool] = []

    def embed(_seconds: float) -> list[float]:
        open_while.append(connection.in_atomic_block)
        return [1.0]

    def asks() -> list[Item]:
        run_sql("SELECT 1")
        levels.vector()
        run_sql("SELECT 1")
        return []

    with made(PLENTY, embed) as levels:
        levels.run("global", asks)

    assert open_while == [False]
    assert not connection.in_atomic_block
    assert levels.errors == {}


@pytest.mark.django_db(transaction=True)
def test_levels_that_go_well_share_one_transaction() -> None:
    with CaptureQueriesContext(connection) as seen, made() as levels:
        for name in ("long_term", "episodes", "summary"):
            levels.run(name, lambda: run_sql("SELECT 1"))

    assert [query["sql"].split()[0] for query in seen.captured_queries] == [
        "BEGIN", "SET", "SELECT", "SELECT", "SELECT", "COMMIT",
    ]  # fmt: skip
