"""What a server's refusal says about when to come back."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest

from engine import endpoint
from engine.endpoint import EndpointRefused
from tests.scripted_server import ScriptedServer, refused


def refusal(headers: dict[str, str], *, status: int = 429, message: str = "slow down") -> EndpointRefused:
    def send() -> httpx2.Response:
        completions = endpoint.client(server.url, "").chat.completions
        return completions.with_raw_response.create(model="m", messages=[], timeout=5).http_response

    with (
        ScriptedServer([refused(status, message, headers=headers)]) as server,
        pytest.raises(EndpointRefused) as failed,
    ):
        endpoint.ask(server.url, send)
    return failed.value


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "999999999"}, endpoint.MAX_RETRY_AFTER),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_the_wait_that_a_server_asks_for_is_read(headers: dict[str, str], seconds: float | None) -> None:
    assert refusal(headers).retry_after == seconds


def test_a_date_to_come_back_at_is_understood() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)

    assert refusal({"retry-after": later}).retry_after == pytest.approx(60, abs=5)


@pytest.mark.parametrize(
    ("status", "message", "reason", "is_retryable"),
    [
        (429, "slow down", "rate_limited", True),
        (429, "You exceeded your current quota, please check your plan and billing details", "quota", False),
        (403, "insufficient_quota", "quota", False),
        (401, "wrong key", "unauthorized", False),
        (404, "unknown model", "not_found", False),
        (408, "too slow", "timeout", True),
        (418, "teapot", "refused", True),
        (529, "overloaded", "server_error", True),
    ],
)
def test_a_refusal_has_a_reason_and_says_whether_to_try_again(
    status: int, message: str, reason: str, is_retryable: bool
) -> None:
    failed = refusal({}, status=status, message=message)

    assert (failed.reason, failed.is_retryable) == (reason, is_retryable)
    assert message not in str(failed)
