"""A small HTTP server on the loopback that answers as it was told: what real endpoints do, good and bad."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from engine import breaker
from engine.model import chat

CONTENT_TYPES: Mapping[type, str] = {str: "text/html; charset=utf-8", bytes: "application/octet-stream"}


@dataclass(frozen=True)
class Answer:
    """One answer. A mapping is sent as JSON, a text as HTML; `delay_s` passes before the first byte, `drip_s` between
    single bytes of the body; `hangs_up` closes the connection without a word."""

    body: Mapping[str, Any] | str | bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    drip_s: float = 0.0
    hangs_up: bool = False


def said(content: Any, *, finish_reason: str = "stop", **message: Any) -> Answer:
    """A normal completion with this content."""
    choice = {
        "index": 0,
        "finish_reason": finish_reason,
        "message": {"role": "assistant", "content": content, **message},
    }
    return Answer({"id": "x", "choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 10}})


def refused(status: int, message: str, *, code: str = "", headers: Mapping[str, str] | None = None) -> Answer:
    """An error as the protocol words it."""
    return Answer({"error": {"message": message, "code": code}}, status=status, headers=headers or {})


Script = Answer | Callable[[dict[str, Any]], Answer]


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    script: "ScriptedServer"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        self.server.script.headers.append(dict(self.headers.items()))
        answer = self.server.script.next_answer(self.path, json.loads(self.rfile.read(length) or b"{}"))
        self.server.script.closing.wait(answer.delay_s)
        try:
            self._give(answer)
        except OSError:  # the client did not wait
            self.close_connection = True

    do_GET = do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815  # named by the base class

    def _give(self, answer: Answer) -> None:
        if answer.hangs_up:
            self.close_connection = True
            return
        raw = answer.body
        body = raw if isinstance(raw, bytes) else (raw if isinstance(raw, str) else json.dumps(raw)).encode()
        self.send_response(answer.status)
        self.send_header("content-type", CONTENT_TYPES.get(type(raw), "application/json"))
        self.send_header("content-length", answer.headers.get("content-length", str(len(body))))
        for name, value in answer.headers.items():
            if name != "content-length":
                self.send_header(name, value)
        self.end_headers()
        self._drip(body, answer.drip_s)

    def _drip(self, body: bytes, pause: float) -> None:
        if not pause:
            self.wfile.write(body)
            return
        for byte in body:
            if self.server.script.closing.wait(pause):
                return
            self.wfile.write(bytes([byte]))
            self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        """Say nothing: the tests look at what was asked."""


class ScriptedServer:
    """Gives one answer of its script to each request, the last one again and again; keeps what it was asked.

    Used as a context manager; waiting answers are let go when it ends.
    """

    def __init__(self, script: Iterable[Script]) -> None:
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.times: list[float] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._server = _Listener(("127.0.0.1", 0), _Handler)
        self._server.script = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def prompts(self) -> list[str]:
        """The text of each chat request."""
        return ["\n".join(str(message["content"]) for message in request["messages"]) for request in self.requests]

    def __enter__(self) -> Self:
        self._meet_anew()
        self._thread.start()
        return self

    def _meet_anew(self) -> None:
        """What the engine had learned of a former server with the port of this one is no knowledge of this one."""
        host = self.url.removesuffix("/v1")
        known: tuple[dict[Any, Any], ...] = (chat._manners, chat._places, breaker._circuits)
        for learned in known:
            for key in [key for key in learned if host in str(key)]:
                del learned[key]

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def next_answer(self, path: str, request: dict[str, Any]) -> Answer:
        with self._lock:
            step = self.script[min(len(self.requests), len(self.script) - 1)]
            self.requests.append(request)
            self.paths.append(path)
            self.times.append(time.monotonic())
        return step if isinstance(step, Answer) else step(request)
