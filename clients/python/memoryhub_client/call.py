"""One request of the API as a value, and its answer as one: what both clients share, and no transport."""

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypedDict, TypeVar, cast
from urllib.parse import quote, urlencode

from memoryhub_client.errors import ConnectionFailed, MemoryHubError, UnreadableAnswer, error_of

T_co = TypeVar("T_co", covariant=True)
Item = TypeVar("Item")

IDEMPOTENCY_KEY = "Idempotency-Key"


class Page(TypedDict, Generic[Item]):
    """`next_cursor` None: this was the last page."""

    items: list[Item]
    next_cursor: str | None


@dataclass(frozen=True)
class Person:
    """Whose memory it is: an employee (`user_id`), or an end user, usually a company, and one of its people.

    Naming nobody means oneself, for callers that come with a token of their own.
    """

    user_id: str | None = None
    end_user_id: str | None = None
    end_sub_user_id: str | None = None

    def wire(self) -> dict[str, str]:
        named = {
            "user_id": self.user_id,
            "end_user_id": self.end_user_id,
            "end_sub_user_id": self.end_sub_user_id,
        }
        return {name: value for name, value in named.items() if value is not None}


ONESELF = Person()


@dataclass(frozen=True)
class Call(Generic[T_co]):
    """A request whose answer is a T_co.

    `is_safe`: sent twice it does the same as once, so that it may be sent again when no answer came. `is_keyed`: it
    creates something, and an Idempotency-Key makes it safe. `has_etag`: the answer's ETag is put into it as `etag`.
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_safe: bool = True
    is_keyed: bool = False
    has_etag: bool = False

    @property
    def target(self) -> str:
        return self.path + (f"?{urlencode(self.query)}" if self.query else "")

    @property
    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body, ensure_ascii=False).encode()

    def prepared(self) -> "Call[T_co]":
        """With its Idempotency-Key, made once for all attempts, unless the caller has given one."""
        if not self.is_keyed:
            return self
        return replace(self, headers={IDEMPOTENCY_KEY: str(uuid.uuid4()), **self.headers}, is_safe=True)

    def with_key(self, key: str) -> "Call[T_co]":
        """Under a key of one's own: the same call may then be sent again later, by another process too.

        Raises ValueError for what a header cannot hold.
        """
        return replace(self, headers={**self.headers, IDEMPOTENCY_KEY: in_header(key, "key")})

    def after(self, cursor: str) -> "Call[T_co]":
        """The same list, from where its page before has ended."""
        return replace(self, query={**self.query, "cursor": cursor})


@dataclass(frozen=True)
class Answer:
    """What came back: a status, headers with small letters, the whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


Outcome = Answer | ConnectionFailed


def in_header(text: str, name: str) -> str:
    """The text, if a header can hold it. Raises ValueError, which does not quote it: it may be a secret."""
    if not (text.isascii() and text.isprintable() and text and text == text.strip()):
        raise ValueError(f"The {name} must be printable ASCII without blanks around it.")
    return text


def path(*parts: str | int) -> str:
    """An address below /api; ids may hold any letter, slashes too."""
    return "/api/" + "/".join(quote(str(part), safe="") for part in parts)


def given(**values: Any) -> dict[str, Any]:
    """Those that were said: None leaves the word to the service."""
    return {name: value for name, value in values.items() if value is not None}


def words(**values: Any) -> dict[str, str]:
    """The same for a query string."""
    return {name: _word(value) for name, value in given(**values).items()}


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime) else str(value)


def read(call: Call[T_co], outcome: Outcome) -> T_co:
    """The answer of a call. Raises MemoryHubError."""
    if isinstance(outcome, ConnectionFailed):
        raise outcome
    if not outcome.is_good:
        raise refusal(outcome)
    found = _object(outcome.body)
    if found is None:
        raise UnreadableAnswer(
            "answer_unreadable", "The answer is no JSON object: look at the address.", outcome.status
        )
    if call.has_etag:
        found["etag"] = outcome.headers.get("etag", "")
    return cast(T_co, found)


def refusal(answer: Answer) -> MemoryHubError:
    """The error that an answer other than 2xx stands for, with or without a problem document."""
    wait = retry_after(answer)
    problem = _object(answer.body)
    if problem is None or not isinstance(problem.get("code"), str):
        if answer.status < 400:
            return UnreadableAnswer("answer_unreadable", f"Status {answer.status} is none of this API.", answer.status)
        return error_of(answer.status, "no_problem_document", f"Status {answer.status}.", retry_after=wait)
    named = problem.get("field")
    return error_of(
        answer.status,
        problem["code"],
        str(problem.get("detail", "")),
        field=named if isinstance(named, str) else None,
        retry_after=wait,
    )


def retry_after(answer: Answer) -> float | None:
    """Seconds that the service asks for before another attempt; None when it does not say, or not readably."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


class LinesCut(ConnectionFailed):
    """A list of lines ended before its last one."""


class Lines:
    """Reads JSON lines whose last has the kind `end`; a file without it was cut off.

    A line ends with a line feed and with nothing else: what people wrote may hold other ends of lines.
    """

    def __init__(self) -> None:
        self._is_whole = False
        self._rest = b""

    def of(self, part: bytes) -> Iterator[dict[str, Any]]:
        """The objects that end in this part of the body. Raises UnreadableAnswer."""
        *whole, self._rest = (self._rest + part).split(b"\n")
        for line in whole:
            if line.strip():
                found = _object(line)
                if found is None:
                    raise UnreadableAnswer("answer_unreadable", "A line is no JSON object.")
                self._is_whole = found.get("kind") == "end"
                yield found

    def close(self) -> None:
        if self._rest or not self._is_whole:
            raise LinesCut("answer_cut", "The answer was cut off before its last line: ask again.")


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
