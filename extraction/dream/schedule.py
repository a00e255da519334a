"""The schedule of the nightly dream: rows that operators edit. They say when; who has dreamed, the runs say."""

import logging
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django_celery_beat.models import CrontabSchedule, PeriodicTask

from extraction.dream import slots
from extraction.dream.slots import Crontab, Slot

logger = logging.getLogger(__name__)

TASK = "extraction.tasks.start_dreams"
NAME = "Dream each night"


def due(now: datetime) -> Slot | None:
    """The latest slot of the rows in force that has come. None when every row is switched off."""
    return max(filter(None, (_latest(row, now) for row in _rows())), default=None)


def upcoming(now: datetime) -> Slot | None:
    """The next slot, as people are told it. None when nothing starts by itself."""
    return min(filter(None, (_following(row, now) for row in _rows())), default=None)


def told() -> list[tuple[str, str]]:
    """The rows in force as people write them, each with its time zone."""
    rows = [row.crontab for row in _rows()]
    return [(f"{c.minute} {c.hour} {c.day_of_month} {c.month_of_year} {c.day_of_week}", str(c.timezone)) for c in rows]


def _rows() -> Iterator[PeriodicTask]:
    """Enabled rows with a crontab: the other schedules count from when a scheduler last ran, which is no truth."""
    for row in PeriodicTask.objects.filter(task=TASK, enabled=True).select_related("crontab").order_by("pk"):
        if row.crontab is None:
            logger.warning("schedule %d has no crontab: no dream starts by it", row.pk)
        else:
            yield row


def _latest(row: PeriodicTask, now: datetime) -> Slot | None:
    slot = slots.latest(_crontab(row.crontab), now)
    return slot if slot is not None and _is_in_force(row, slot) else None


def _following(row: PeriodicTask, now: datetime) -> Slot | None:
    slot = slots.following(_crontab(row.crontab), max(now, row.start_time or now))
    return slot if slot is not None and _is_in_force(row, slot) else None


def _is_in_force(row: PeriodicTask, slot: Slot) -> bool:
    return (row.start_time is None or row.start_time <= slot.at) and (row.expires is None or slot.at < row.expires)


def _crontab(row: CrontabSchedule) -> Crontab:
    parsed = row.schedule
    return Crontab(
        minutes=frozenset(parsed.minute),
        hours=frozenset(parsed.hour),
        days=frozenset(parsed.day_of_month),
        months=frozenset(parsed.month_of_year),
        weekdays=frozenset(parsed.day_of_week),
        zone=ZoneInfo(str(row.timezone)),
    )
