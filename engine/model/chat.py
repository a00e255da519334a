"""One question to a chat endpoint: the form it understands, one bounded request, its record."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import httpx2
from django.utils import timezone

from engine import endpoint
from engine.endpoint import EndpointRefused
from engine.errors import ProviderFailed
from engine.questions import ModelChoice
from engine.text import keywords
from observability import budget, calls

T = TypeVar("T")

# From the strictest form of answer to the loosest: a server that refuses one is asked for the next.
SCHEMA, OBJECT, TEXT = "json_schema", "json_object", "text"
FORMS = (SCHEMA, OBJECT, TEXT)

ONLY_JSON = "Answer with one JSON object and nothing else."


@dataclass(frozen=True)
class Ask:
    """What is asked. `is_plain` leaves out the forms of structured output; `attempt` counts from 1 and is recorded.

    `schema` None: the answer is a text, and is asked for plainly.
    """

    purpose: str
    prompt: str
    prompt_version: str
    schema: Mapping[str, Any] | None
    max_tokens: int
    timeout_s: float
    attempt: int = 1
    is_plain: bool = False


@dataclass(frozen=True)
class Said:
    """The text of the answer; `is_truncated` when the token limit ended it."""

    text: str
    is_truncated: bool = False
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True)
class _Manner:
    """How one server and model want to be asked."""

    form: str = SCHEMA
    limit_key: str = "max_tokens"
    has_temperature: bool = True

    def after(self, refusal: EndpointRefused) -> "_Manner | None":
        """The next manner to try, None when another one would change nothing."""
        detail = refusal.detail.lower()
        names_form = "response_format" in detail or SCHEMA in detail or OBJECT in detail
        if refusal.status not in {400, 422} and not (refusal.status == 500 and names_form):
            return None
        if self.limit_key == "max_tokens" and "max_completion_tokens" in detail:
            return replace(self, limit_key="max_completion_tokens")
        if self.has_temperature and "temperature" in detail and not names_form:
            return replace(self, has_temperature=False)
        if self.form == TEXT:
            return None
        return replace(self, form=FORMS[FORMS.index(self.form) + 1])


_manners: dict[tuple[str, str], _Manner] = {}
_places: dict[str, threading.BoundedSemaphore] = {}
_lock = threading.Lock()


def complete(ask: Ask, choice: ModelChoice, read: Callable[[Said], T]) -> T:
    """What `read` makes of the answer to one question, asked in the strictest form that the server is found to take.

    Raises ProviderFailed when there is no answer, or none that `read` understands, and records it so; the caller
    decides whether to ask again. Over the tenant's budget of the day nothing is sent.
    """
    key = (choice.base_url, choice.model)
    manner = _manners.get(key, _Manner())
    until = time.monotonic() + ask.timeout_s
    is_plain = ask.is_plain or ask.schema is None
    while True:
        used = replace(manner, form=TEXT) if is_plain else manner
        try:
            answer = _request(ask, choice, used, read, until=until)
        except EndpointRefused as refusal:
            simpler = used.after(refusal)
            if simpler is None:
                raise
            manner = simpler
            continue
        if not is_plain:
            _manners[key] = manner  # remembered only once it has worked: a 400 may have had another cause
        return answer


def _request(ask: Ask, choice: ModelChoice, manner: _Manner, read: Callable[[Said], T], *, until: float) -> T:
    places = _places_of(choice)
    if not places.acquire(timeout=max(0.0, until - time.monotonic())):
        raise ProviderFailed("busy")
    try:
        return _recorded(ask, choice, manner, read, seconds=until - time.monotonic())
    finally:
        places.release()


def _recorded(ask: Ask, choice: ModelChoice, manner: _Manner, read: Callable[[Said], T], *, seconds: float) -> T:
    """Send one request and record it, whatever comes of it."""
    if seconds <= 0:
        raise ProviderFailed("timeout")
    _keep_to_budget(choice)
    arguments = _arguments(ask, choice, manner)
    started = time.monotonic()
    said, outcome = Said(""), "interrupted"
    calls.let_go_of_the_database()
    try:
        body = _send(choice, arguments, seconds=seconds)
        said = _said(body, prompt=_prompt(ask, manner))
        _check_answer(body, said)
        answer = read(said)
        outcome = "truncated" if said.is_truncated else calls.OK
    except ProviderFailed as failure:
        outcome = failure.reason
        raise
    finally:
        _record(
            ask, choice, said, outcome=outcome, request_text=_prompt(ask, manner), seconds=time.monotonic() - started
        )
    return answer


def _record(ask: Ask, choice: ModelChoice, said: Said, *, outcome: str, request_text: str, seconds: float) -> None:
    calls.record(
        calls.Call(
            purpose=ask.purpose,
            model=choice.model,
            outcome=outcome,
            latency_ms=round(seconds * 1000),
            attempt=ask.attempt,
            prompt_version=ask.prompt_version,
            tokens_in=said.tokens_in,
            tokens_out=said.tokens_out,
            price_in=choice.price_in,
            price_out=choice.price_out,
            tenant_id=choice.tenant_id,
            profile_id=choice.profile_id,
            keeps_text=choice.log_content,
            request_text=request_text,
            reply_text=said.text,
        )
    )


def _send(choice: ModelChoice, arguments: dict[str, Any], *, seconds: float) -> dict[str, Any]:
    def send() -> httpx2.Response:
        completions = endpoint.client(choice.base_url, choice.api_key).chat.completions
        answer = completions.with_raw_response.create(**arguments, timeout=endpoint.timeout(seconds))
        return answer.http_response

    return endpoint.ask(f"{choice.base_url} chat", send)


def _prompt(ask: Ask, manner: _Manner) -> str:
    """Where JSON is wanted, the word stands in it always, the schema where the form of the request does not carry it."""
    if ask.schema is None:
        return ask.prompt
    prompt = f"{ask.prompt}\n\n{ONLY_JSON}"
    if manner.form == SCHEMA:
        return prompt
    return f"{prompt}\nIts JSON schema:\n{json.dumps(ask.schema, ensure_ascii=False)}"


def _arguments(ask: Ask, choice: ModelChoice, manner: _Manner) -> dict[str, Any]:
    """The body of the request: one message, of role user."""
    arguments: dict[str, Any] = {
        "model": choice.model,
        "messages": [{"role": "user", "content": _prompt(ask, manner)}],
        manner.limit_key: ask.max_tokens,
    }
    if manner.has_temperature:
        arguments["temperature"] = 0
    if manner.form == SCHEMA and ask.schema is not None:
        schema = {"name": ask.purpose, "schema": dict(ask.schema), "strict": True}
        arguments["response_format"] = {"type": SCHEMA, SCHEMA: schema}
    elif manner.form == OBJECT:
        arguments["response_format"] = {"type": OBJECT}
    return arguments


def _keep_to_budget(choice: ModelChoice) -> None:
    if choice.daily_budget is None or choice.tenant_id is None:
        return
    seconds = budget.wait(choice.tenant_id, choice.daily_budget, now=timezone.now())
    if seconds is not None:
        raise ProviderFailed(budget.USED_UP, is_retryable=False, retry_after=seconds)


def _said(body: Mapping[str, Any], *, prompt: str) -> Said:
    """The answer inside a completion; what a reasoning model thought beside it is none.

    Tokens that a server does not report are estimated: they are paid for all the same.
    """
    first = _first(body)
    message = first.get("message") if first else None
    text = _text(message.get("content") if isinstance(message, dict) else None)
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    tokens_in = _count(usage.get("prompt_tokens"), otherwise=keywords.estimate_tokens(prompt) if first else 0)
    tokens_out = _count(usage.get("completion_tokens"), otherwise=keywords.estimate_tokens(text))
    return Said(
        text=text,
        is_truncated=bool(first) and first.get("finish_reason") == "length",
        tokens_in=tokens_in,
        tokens_out=tokens_out,
    )


def _check_answer(body: Mapping[str, Any], said: Said) -> None:
    if not _first(body):
        raise ProviderFailed("no_choices")
    if not said.text.strip():
        raise ProviderFailed("truncated" if said.is_truncated else "no_content")


def _first(body: Mapping[str, Any]) -> dict[str, Any]:
    """The first choice, empty when there is none."""
    choices = body.get("choices")
    return choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}


def _text(content: Any) -> str:
    """Content may come as a text, as a list of parts, or not at all."""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _count(value: Any, *, otherwise: int) -> int:
    return value if isinstance(value, int) and 0 <= value < 2**31 else otherwise


def _places_of(choice: ModelChoice) -> threading.BoundedSemaphore:
    with _lock:
        return _places.setdefault(choice.base_url, threading.BoundedSemaphore(choice.concurrency))
