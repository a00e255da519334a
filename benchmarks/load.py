"""Clients that ask one after the other, each on a connection of its own, and what their waiting comes to."""

import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

Ask = Callable[[], None]


@dataclass(frozen=True)
class Figures:
    """Milliseconds of waiting and requests per second of one round."""

    p50: float
    p95: float
    per_second: float


def measure(makers: list[Callable[[], Ask]], requests: int) -> Figures:
    """Let each client (made in its own thread) ask `requests` times, all at once."""
    waits: list[float] = []
    lock = threading.Lock()
    barrier = threading.Barrier(len(makers) + 1)

    def client(make: Callable[[], Ask]) -> None:
        ask = make()
        ask()  # the first request opens the connection
        barrier.wait()
        own = [_timed(ask) for _ in range(requests)]
        with lock:
            waits.extend(own)

    threads = [threading.Thread(target=client, args=(make,)) for make in makers]
    for thread in threads:
        thread.start()
    barrier.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - started
    return figures(waits, spent)


def figures(waits: list[float], spent: float) -> Figures:
    """`waits` and `spent` in seconds."""
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    return Figures(round(cuts[49] * 1000, 2), round(cuts[94] * 1000, 2), round(len(waits) / spent, 1))


def medians(rounds: list[Figures]) -> Figures:
    """The median round, figure by figure."""
    return Figures(
        *(round(statistics.median(getattr(one, name) for one in rounds), 2) for name in ("p50", "p95", "per_second"))
    )


def _timed(ask: Ask) -> float:
    started = time.perf_counter()
    ask()
    return time.perf_counter() - started
