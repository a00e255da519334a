"""What the two transports have in common: addresses, headers, limits of time, and the words for failures."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx2

from memoryhub_client.call import Answer, Call, in_header
from memoryhub_client.errors import ConnectionFailed, TimedOut
from memoryhub_client.retries import Retries
from memoryhub_client.version import __version__

CONNECT_SECONDS = 3.0
LARGEST_ANSWER = 64 * 1024 * 1024  # bytes: a page of two hundred is a hundredth of it


@dataclass(frozen=True)
class Options:
    """`timeout`: seconds for one attempt, and for each single wait within it: what began in time ends in twice the time."""

    authorization: str = field(repr=False)
    timeout: float
    retries: Retries

    def changed(self, timeout: float | None, retries: Retries | None) -> "Options":
        return Options(self.authorization, timeout or self.timeout, retries or self.retries)


def options_of(api_key: str | None, token: str | None, timeout: float, retries: Retries | None) -> Options:
    """Raises ValueError unless exactly one of key and token is given, and can be sent."""
    if (api_key is None) == (token is None):
        raise ValueError("Give either an api_key or a token.")
    scheme, name = ("Bearer", "token") if api_key is None else ("Api-Key", "api_key")
    authorization = f"{scheme} {in_header(api_key or token or '', name)}"
    return Options(authorization, timeout, retries or Retries())


def address_of(url: str) -> str:
    """The address without its closing slash. Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("The address must begin with http:// or https:// and name a host.")
    return url.rstrip("/")


def arguments(address: str, call: Call[Any], options: Options) -> dict[str, Any]:
    """The request as httpx2 takes it."""
    headers = {
        "Authorization": options.authorization,
        "Accept": "application/json",
        "User-Agent": f"memoryhub-client/{__version__}",
        **({"Content-Type": "application/json"} if call.body is not None else {}),
        **call.headers,
    }
    return {
        "method": call.method,
        "url": address + call.target,
        "content": call.content,
        "headers": headers,
        "timeout": httpx2.Timeout(options.timeout, connect=min(CONNECT_SECONDS, options.timeout)),
    }


class Body:
    """Collects the parts of a body within a time and a size. A server that drips bytes holds nobody for ever.

    To be made before the request is sent: the time runs from there.
    """

    def __init__(self, timeout: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._clock = clock
        self._deadline = clock() + timeout

    def add(self, part: bytes) -> None:
        self._parts.append(part)
        self._size += len(part)
        if self._clock() > self._deadline:
            raise TimedOut("timed_out", "The answer took too long.")
        if self._size > LARGEST_ANSWER:
            raise ConnectionFailed("answer_too_large", f"The answer has more than {LARGEST_ANSWER:,} bytes.")

    def answer(self, status: int, headers: Mapping[str, str]) -> Answer:
        return Answer(status, {name.lower(): value for name, value in headers.items()}, b"".join(self._parts))


def failure_of(error: httpx2.HTTPError) -> ConnectionFailed:
    """The failure in our words; the address stays out of it, since it may hold what was asked."""
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout):
        return ConnectionFailed("not_sent", f"The service cannot be reached ({type(error).__name__}).")
    if isinstance(error, httpx2.TimeoutException):
        return TimedOut("timed_out", "The answer took too long.")
    return ConnectionFailed("connection_failed", f"No whole answer came ({type(error).__name__}).")
