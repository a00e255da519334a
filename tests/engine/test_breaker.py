"""When a server is left alone, and when it is tried again."""

import pytest

from engine import breaker
from engine.errors import ProviderFailed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("engine.breaker.time.monotonic", lambda: now[0])
    return now


def fail(address: str, times: int, outcome: str = "timeout") -> None:
    for _ in range(times):
        breaker.check(address)
        breaker.note(address, outcome)


def test_some_failures_in_a_row_open_it_and_say_for_how_long(clock: list[float]) -> None:
    fail("a", breaker.FAILURES)
    clock[0] += 10

    with pytest.raises(ProviderFailed) as failed:
        breaker.check("a")

    assert failed.value.reason == "breaker_open"
    assert failed.value.retry_after == pytest.approx(breaker.PAUSE_SECONDS - 10)
    breaker.check("another address")


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("outcome", ["", "rate_limited", "no_content", "bad_request"])
def test_any_answer_shows_that_the_server_is_up(outcome: str) -> None:
    fail(f"b {outcome}", breaker.FAILURES - 1)
    breaker.note(f"b {outcome}", outcome)

    fail(f"b {outcome}", breaker.FAILURES - 1)
    breaker.check(f"b {outcome}")


def test_after_a_pause_one_request_tries_and_decides(clock: list[float]) -> None:
    fail("c", breaker.FAILURES)
    clock[0] += breaker.PAUSE_SECONDS + 1

    breaker.check("c")
    with pytest.raises(ProviderFailed):
        breaker.check("c")
    breaker.note("c", "")

    breaker.check("c")


def test_a_failed_trial_leaves_it_open(clock: list[float]) -> None:
    fail("d", breaker.FAILURES)
    clock[0] += breaker.PAUSE_SECONDS + 1
    fail("d", 1)

    with pytest.raises(ProviderFailed):
        breaker.check("d")
