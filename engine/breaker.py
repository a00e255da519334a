"""A circuit breaker for each address: a server that is down is left alone for a while."""

import threading
import time
from dataclasses import dataclass

from engine.errors import ProviderFailed

# Failures in a row after which nothing is sent, and the seconds until one request may try again.
FAILURES = 5
PAUSE_SECONDS = 30.0
# What says that the server is down, rather than that it did not like a request.
FAULTS = frozenset({"timeout", "unreachable", "server_error"})


@dataclass
class _Circuit:
    failures: int = 0
    rests_until: float = 0.0


_circuits: dict[str, _Circuit] = {}
_lock = threading.Lock()


def check(address: str) -> None:
    """Raise ProviderFailed while the address is left alone; afterwards let one request through at a time."""
    now = time.monotonic()
    with _lock:
        circuit = _circuits.get(address)
        if circuit is None or circuit.failures < FAILURES:
            return
        if now < circuit.rests_until:
            raise ProviderFailed("breaker_open", retry_after=circuit.rests_until - now)
        circuit.rests_until = now + PAUSE_SECONDS


def note(address: str, outcome: str) -> None:
    """Count the end of a request; any answer at all shows that the server is up."""
    now = time.monotonic()
    with _lock:
        circuit = _circuits.setdefault(address, _Circuit())
        if outcome not in FAULTS:
            circuit.failures = 0
            return
        circuit.failures += 1
        circuit.rests_until = now + PAUSE_SECONDS
