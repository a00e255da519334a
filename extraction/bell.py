"""The bell: a queue message that says whose jobs wait. It may be lost; the job rows are the promise and the sweep rings again."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass

from celery import current_app
from django.conf import settings

logger = logging.getLogger(__name__)

TASK = "extraction.tasks.work"
# Seconds until a bell that nobody heard is dropped: the sweep rings each minute, and a night without workers must not
# leave hundreds of thousands of them to be answered.
LIFE = 300


@dataclass
class Silence:
    """Until when (by the process's own clock) no bell is rung, because the last one failed."""

    until: float = 0.0


silence = Silence()


def ring(profile_id: int, *, queue: str) -> bool:
    """Say that a profile has work waiting."""
    return call(TASK, {"profile_id": profile_id, "queue": queue}, queue=queue)


def call(task: str, words: Mapping[str, object], *, queue: str) -> bool:
    """Send one message; False when the broker did not take it or has just failed somebody else.

    Whatever goes wrong ends here: this runs inside requests whose data is already safe.
    """
    if time.monotonic() < silence.until:
        return False
    try:
        current_app.send_task(task, kwargs=dict(words), queue=queue, expires=LIFE)
    except Exception:
        silence.until = time.monotonic() + settings.MEMORYHUB_BELL_PAUSE_SECONDS
        logger.warning("A bell could not be rung; the sweep will make up for it", exc_info=True)
        return False
    return True
