"""What can go wrong, as classes: one for each family of problem codes, all below MemoryHubError."""

from dataclasses import dataclass


@dataclass(eq=False)
class MemoryHubError(Exception):
    """Something was not done. `detail` says what to do about it, `code` stays the same over releases.

    `status` is None when no answer came, or none that could be read.
    """

    code: str
    detail: str
    status: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        return f"{self.detail} ({self.code})"


class InvalidRequest(MemoryHubError):
    """The request says something that cannot be (400, 411, 413, 415, 422)."""


class InvalidField(InvalidRequest):
    """One part of the request is at fault: `field` names it."""


class Unauthorized(MemoryHubError):
    """No credentials, or none that hold (401)."""


class Forbidden(MemoryHubError):
    """The credentials hold and do not suffice (403)."""


class NotFound(MemoryHubError):
    """Nothing is there, or nothing that these credentials reach (404)."""


class Conflict(MemoryHubError):
    """It contradicts what is stored, or what somebody else did meanwhile (409, 412, a key used for another request)."""


@dataclass(eq=False)
class RateLimited(MemoryHubError):
    """Too many requests (429); `retry_after` seconds until there may be more, None when the service did not say."""

    retry_after: float | None = None


@dataclass(eq=False)
class StoreUnavailable(MemoryHubError):
    """The service lives and its database does not answer (503)."""

    retry_after: float | None = None


class ServerError(MemoryHubError):
    """The service, or a proxy before it, failed (other 5xx)."""


class UnreadableAnswer(MemoryHubError):
    """Something answered that is not this API: look at the address."""


class ConnectionFailed(MemoryHubError):
    """No whole answer came. Unless the request was safe to repeat, it may have taken effect."""


class TimedOut(ConnectionFailed):
    """The answer took longer than it was given."""


FAMILIES: dict[int, type[MemoryHubError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    429: RateLimited,
    503: StoreUnavailable,
}
# Codes whose status says less than they do.
CODES: dict[str, type[MemoryHubError]] = {"idempotency_key_reused": Conflict}


def error_of(
    status: int, code: str, detail: str, *, field: str | None = None, retry_after: float | None = None
) -> MemoryHubError:
    """The error of a problem document."""
    family = CODES.get(code) or FAMILIES.get(status)
    if family is RateLimited or family is StoreUnavailable:
        return family(code, detail, status, field, retry_after)
    if family is None:
        family = _family_of(status, field)
    return family(code, detail, status, field)


def _family_of(status: int, field: str | None) -> type[MemoryHubError]:
    if status >= 500:
        return ServerError
    return InvalidField if field else InvalidRequest
