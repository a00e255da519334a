"""What a server's refusal says about when to come back, and how much of an answer is read."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest

from engine import endpoint
from engine.endpoint import EndpointRefused
from engine.errors import ProviderFailed
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


@contextmanager
def endless(status: str) -> Iterator[tuple[str, list[int]]]:
    """A server whose answer has no end; its address, and the bytes that it got rid of."""
    sent: list[int] = []

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65_536)
            connection.sendall(f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\n\r\n".encode())
            try:
                while sum(sent) < 200_000_000:
                    sent.append(connection.send(b" " * 65_536))
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1", sent
        thread.join(timeout=5)


@pytest.mark.parametrize("status", ["200 OK", "500 Internal Server Error", "400 Bad Request"])
def test_an_answer_without_an_end_is_read_to_its_limit_and_no_further(status: str) -> None:
    with endless(status) as (url, sent):

        def send() -> httpx2.Response:
            completions = endpoint.client(url, "").chat.completions
            return completions.with_raw_response.create(model="m", messages=[], timeout=20).http_response

        with pytest.raises(ProviderFailed, match="too_large"):
            endpoint.ask(url, send)

    assert sum(sent) < 16 * endpoint.MAX_REPLY_BYTES  # the rest waits in the kernel's buffers and is thrown away
