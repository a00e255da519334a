"""The client of MemoryHub, the long-term memory of AI agents: `MemoryHub` waits, `AsyncMemoryHub` awaits."""

from memoryhub_client.asynchronous import AsyncMemoryHub
from memoryhub_client.call import ONESELF, Call, Page, Person
from memoryhub_client.errors import (
    Conflict,
    ConnectionFailed,
    Forbidden,
    InvalidField,
    InvalidRequest,
    MemoryHubError,
    NotFound,
    RateLimited,
    ServerError,
    StoreUnavailable,
    TimedOut,
    Unauthorized,
    UnreadableAnswer,
)
from memoryhub_client.retries import Retries
from memoryhub_client.sync import MemoryHub
from memoryhub_client.version import __version__

__all__ = [
    "ONESELF",
    "AsyncMemoryHub",
    "Call",
    "Conflict",
    "ConnectionFailed",
    "Forbidden",
    "InvalidField",
    "InvalidRequest",
    "MemoryHub",
    "MemoryHubError",
    "NotFound",
    "Page",
    "Person",
    "RateLimited",
    "Retries",
    "ServerError",
    "StoreUnavailable",
    "TimedOut",
    "Unauthorized",
    "UnreadableAnswer",
    "__version__",
]
