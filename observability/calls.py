"""The record of calls to model endpoints: what each was for, what it took, what came of it."""

from dataclasses import dataclass
from decimal import Decimal

from prometheus_client import Counter, Histogram

from observability import sink
from observability.models import ModelCall

OK = "ok"
CALLS = Counter("memoryhub_model_calls", "Requests to model endpoints", ["purpose", "outcome"])
SECONDS = Histogram("memoryhub_model_call_seconds", "Time of requests to model endpoints", ["purpose"])


@dataclass(frozen=True)
class Call:
    """One finished request. `price_in` and `price_out` are per million tokens; texts are given always and kept only
    when `keeps_text` is set and the person is known."""

    purpose: str
    model: str
    outcome: str
    latency_ms: int
    attempt: int = 1
    prompt_version: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    price_in: float = 0.0
    price_out: float = 0.0
    tenant_id: int | None = None
    profile_id: int | None = None
    keeps_text: bool = False
    request_text: str = ""
    reply_text: str = ""

    @property
    def price(self) -> Decimal:
        """What the call cost, exact to a hundred-millionth."""
        parts = Decimal(str(self.price_in)) * self.tokens_in + Decimal(str(self.price_out)) * self.tokens_out
        return (parts / 1_000_000).quantize(Decimal("1e-8"))


def record(call: Call) -> None:
    """Store the call. To be called outside transactions; a failure is logged and counted, never raised."""
    CALLS.labels(call.purpose, call.outcome).inc()
    SECONDS.labels(call.purpose).observe(call.latency_ms / 1000)
    keeps_text = call.keeps_text and call.profile_id is not None
    sink.insert(
        ModelCall(
            tenant_id=call.tenant_id,
            profile_id=call.profile_id,
            purpose=call.purpose,
            model=call.model[:128],
            prompt_version=call.prompt_version,
            tokens_in=call.tokens_in,
            tokens_out=call.tokens_out,
            price=call.price,
            latency_ms=call.latency_ms,
            outcome=call.outcome,
            attempt=call.attempt,
            request_text=_storable(call.request_text) if keeps_text else "",
            reply_text=_storable(call.reply_text) if keeps_text else "",
        )
    )


def _storable(text: str) -> str:
    """The text as the database takes it: without NUL and half characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
