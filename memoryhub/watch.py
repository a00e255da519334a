"""Ends a worker that holds messages which none of its children takes, so that it is started anew.

A child that is killed while it waits takes the lock of the children's pipe with it, and one that is killed between
reading a message and saying so takes the message. The new child never gets the one or never hears of the other, and
Celery, whose place for a message is taken, asks for no further one.
"""

import logging
import os
import threading
import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings

logger = logging.getLogger(__name__)

LOOK_EVERY = 1.0  # seconds between two looks at what the worker holds
LONGEST_LOOK = 2.0  # seconds that one look may count for: in a machine that slept nobody had the time to take anything


def waits(before: Mapping[str, float], held: Mapping[str, bool], *, children: int, passed: float) -> dict[str, float]:
    """Seconds for which each held message has waited although a child was free, given those of the look before.

    `held` says of each message whether a child has taken it, `passed` how long ago the look before was.
    """
    is_busy = sum(held.values()) >= children
    waiting = [message for message, is_taken in held.items() if not is_taken]
    return {one: 0.0 if is_busy or one not in before else before[one] + passed for one in waiting}


def start(worker: Any) -> None:
    """Watch a worker of Celery from a thread of its main process."""
    threading.Thread(target=_watch, args=(worker, LOOK_EVERY), name="watch", daemon=True).start()


def _watch(worker: Any, pause: float) -> None:
    patience = settings.MEMORYHUB_WORKER_STALL_SECONDS
    found: dict[str, float] = {}
    last = time.monotonic()
    while max(found.values(), default=0.0) < patience:
        time.sleep(pause)
        now = time.monotonic()
        passed, last = min(now - last, LONGEST_LOOK), now
        found = waits(found, _held(worker), children=worker.pool.num_processes, passed=passed)
    logger.critical("No child took a message for %s seconds; the worker ends to be started again", patience)
    os._exit(os.EX_TEMPFAIL)  # an orderly end would wait for the lock that is gone, too


def _held(worker: Any) -> dict[str, bool]:
    """The worker's own book, copied in one step: other threads write in it."""
    requests = worker.state.requests.copy()
    later = worker.state.scheduled_requests
    return {key: request.worker_pid is not None for key, request in requests.items() if request not in later}
