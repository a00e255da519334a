"""How long pure work may take, told without the machine's other work and without the collector's walks over the whole
suite's objects: what a wall clock would count too, now and then."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fails when this thread computes for longer."""
    was_collecting = gc.isenabled()
    gc.disable()
    started = time.thread_time()
    try:
        yield
        took = time.thread_time() - started
    finally:
        if was_collecting:
            gc.enable()
    assert took < seconds, f"computed for {took:.2f} s, not under {seconds} s"
