"""The way to a server that speaks the OpenAI protocol: bounded in time and size, its failures told in our words."""

import json
import os
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from functools import lru_cache, partial
from typing import Any

import httpx2
import openai

from engine import breaker
from engine.errors import ProviderFailed

# A reply of a million characters is no answer but a fault, and would be parsed and kept in memory.
MAX_REPLY_BYTES = 1_048_576
# Seconds to reach the server at all; a dead address must not use up the time meant for the answer.
CONNECT_SECONDS = 5.0
# Seconds of a server's Retry-After that are believed; beyond, the job comes back later by its own rule.
MAX_RETRY_AFTER = 3_600.0

OUT_OF_MONEY = ("insufficient_quota", "billing", "quota used up", "exceeded your current quota", "insufficient balance")
BY_STATUS = {
    400: "bad_request",
    401: "unauthorized",
    402: "quota",
    403: "unauthorized",
    404: "not_found",
    408: "timeout",
    409: "overloaded",
    413: "too_large",
    422: "bad_request",
    425: "overloaded",
    429: "rate_limited",
}
FINAL = frozenset({"unauthorized", "quota", "not_found", "redirected"})


class EndpointRefused(ProviderFailed):
    """The server answered with an error; `status` and `detail` (never logged) let a caller ask in another way."""

    def __init__(self, reason: str, *, status: int, detail: str, retry_after: float | None = None) -> None:
        super().__init__(reason, is_retryable=reason not in FINAL, retry_after=retry_after)
        self.status = status
        self.detail = detail


class _Unbounded(httpx2.TransportError):
    """The reply was too large, or packed so that its size cannot be told."""


class _Bounded(httpx2.SyncByteStream):
    """A reply's bytes, ended when there are too many of them or when they drip in for too long."""

    def __init__(self, stream: httpx2.SyncByteStream, *, until: float, max_bytes: int) -> None:
        self._stream = stream
        self._until = until
        self._max_bytes = max_bytes

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._stream:
            size += len(chunk)
            if size > self._max_bytes:
                raise _Unbounded("too large")
            if time.monotonic() > self._until:
                raise httpx2.ReadTimeout("too slow")
            yield chunk

    def close(self) -> None:
        self._stream.close()


def client(base_url: str, api_key: str, *, max_bytes: int = MAX_REPLY_BYTES) -> openai.OpenAI:
    """A client with pooled connections, one for each process, address and key; larger replies are refused."""
    return _client(base_url, api_key, max_bytes, os.getpid())


def ask(address: str, send: Callable[[], httpx2.Response]) -> dict[str, Any]:
    """Send one request and give the JSON object that came back; everything else raises ProviderFailed.

    `address` names the server for the circuit breaker.
    """
    breaker.check(address)
    outcome = ""
    try:
        return _object(_sent(send))
    except ProviderFailed as failure:
        outcome = failure.reason
        raise
    finally:
        breaker.note(address, outcome)


def _sent(send: Callable[[], httpx2.Response]) -> bytes:
    try:
        return send().content
    except openai.APITimeoutError:
        raise ProviderFailed("timeout") from None
    except openai.APIStatusError as failure:
        raise _refusal(failure) from None
    except openai.APIConnectionError as failure:
        is_unbounded = isinstance(failure.__cause__, _Unbounded)
        raise ProviderFailed("too_large" if is_unbounded else "unreachable") from None
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as failure:
        raise ProviderFailed("unreachable") from failure


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise ProviderFailed("not_json") from None
    if not isinstance(value, dict):
        raise ProviderFailed("not_json")
    return value


@lru_cache(maxsize=64)
def _client(base_url: str, api_key: str, max_bytes: int, _process: int) -> openai.OpenAI:
    """`_process` keeps a forked worker from sharing its parent's sockets."""
    http = httpx2.Client(
        event_hooks={"request": [_start_clock], "response": [partial(_bound, max_bytes=max_bytes)]},
        # A redirect would carry conversation and key to an address that nobody configured.
        follow_redirects=False,
        headers={"Accept-Encoding": "identity"},
        limits=httpx2.Limits(max_connections=64, max_keepalive_connections=8, keepalive_expiry=30.0),
    )
    return openai.OpenAI(base_url=base_url, api_key=api_key or "none", max_retries=0, http_client=http)


def timeout(seconds: float) -> httpx2.Timeout:
    """The limit of one request; as it holds for each pause of a slow reply, the whole is bounded by a clock beside it."""
    return httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds), pool=seconds)


def _start_clock(request: httpx2.Request) -> None:
    seconds = request.extensions.get("timeout", {}).get("read") or 60.0
    request.extensions["until"] = time.monotonic() + seconds


def _bound(response: httpx2.Response, *, max_bytes: int) -> None:
    if response.headers.get("content-encoding", "identity") not in {"", "identity"}:
        raise _Unbounded("packed", request=response.request)
    stream = response.stream
    if isinstance(stream, httpx2.SyncByteStream):
        response.stream = _Bounded(stream, until=response.request.extensions["until"], max_bytes=max_bytes)


def _refusal(failure: openai.APIStatusError) -> EndpointRefused:
    status, detail = failure.status_code, failure.response.text[:4_000]
    reason = BY_STATUS.get(status) or ("server_error" if status >= 500 else "redirected" if status < 400 else "refused")
    if status in {403, 429} and any(word in detail.lower() for word in OUT_OF_MONEY):
        reason = "quota"
    return EndpointRefused(reason, status=status, detail=detail, retry_after=_retry_after(failure.response.headers))


def _retry_after(headers: httpx2.Headers) -> float | None:
    """The seconds asked for, by number or by date; None when the server does not say."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        written = headers.get(name, "")
        try:
            seconds = float(written) * unit
        except ValueError:
            seconds = _seconds_until(written)
        if seconds >= 0:
            return min(seconds, MAX_RETRY_AFTER)
    return None


def _seconds_until(date: str) -> float:
    """The seconds from now to a date of HTTP, -1 for what is none; a date that has passed asks for no wait."""
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except ValueError:
        return -1.0
