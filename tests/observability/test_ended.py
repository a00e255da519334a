"""Background work that ended: counted by the hour when its end stands, and never in the way of it."""

import pytest
from django.db import Error, transaction

from observability import ended, figures, sink, stats
from observability.models import HourlyJobs
from tests.builders import NOON, after


@pytest.mark.django_db(transaction=True)
def test_jobs_that_ended_are_counted_when_their_end_stands() -> None:
    with transaction.atomic():
        ended.count(1, kind="learn", state="done", now=after(59))
        assert not HourlyJobs.objects.exists()
    ended.count(1, kind="learn", state="done", now=NOON)
    ended.count(1, kind="learn", state="failed", now=NOON)
    ended.count(2, kind="learn", state="done", now=NOON)

    assert stats.jobs(1, since=NOON, until=after(60)) == {("learn", "done"): 2, ("learn", "failed"): 1}


@pytest.mark.django_db(transaction=True)
def test_an_end_that_does_not_stand_is_not_counted() -> None:
    def end_in_vain() -> None:
        with transaction.atomic():
            ended.count(1, kind="learn", state="done", now=NOON)
            raise InterruptedError

    with pytest.raises(InterruptedError):
        end_in_vain()

    assert not HourlyJobs.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_count_that_cannot_be_written_is_counted_as_lost_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_row: HourlyJobs) -> None:
        raise Error

    monkeypatch.setattr(figures, "add_job", fail)

    ended.count(7, kind="learn", state="done", now=NOON)

    assert not HourlyJobs.objects.exists()
    assert sink.losses.due() == {(7, HourlyJobs._meta.db_table): 1}
