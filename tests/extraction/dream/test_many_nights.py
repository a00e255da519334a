"""Nobody missed and nobody twice: many nights in which people come, talk, pause and go, and everything fails at times.

The part is the real one. What its rows say it looked at must, in the end, cover each message exactly once.
"""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django_celery_beat.models import CrontabSchedule, PeriodicTask
from pytest_django import Settings

from engine.errors import ProviderFailed
from extraction import jobs, runner
from extraction.dream import part, runs, schedule
from extraction.models import DreamPart, DreamRun, Job
from observability.models import WorkLogEntry
from profiles.models import Profile, Tenant
from summaries.models import Message
from tests.builders import make_profile
from tests.extraction.dream.steps import say

pytestmark = pytest.mark.django_db

DAY, WHILE = timedelta(days=1), timedelta(hours=3)
PER_DAY = DAY // WHILE
START = datetime(2026, 10, 20, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
NIGHTS = 10  # over the night in which the hour from two to three comes twice
QUIET = 2  # at the end, in which nothing fails any more


class Killed(BaseException):
    """The process is gone: nothing of ours runs any more, whatever was not committed is undone."""


class Life:
    """What happens, drawn by one dice. `now` is the clock of everybody."""

    def __init__(self, seed: int, tenant: Tenant) -> None:
        self.dice = random.Random(seed)
        self.tenant = tenant
        self.now = START
        self.is_quiet = False
        self.people = [make_profile() for _ in range(4)]
        self.read_by_two: list[int] = []

    def happens(self, chance: float) -> bool:
        return self.dice.random() < chance

    def fails(self, chance: float) -> bool:
        return not self.is_quiet and self.happens(chance)

    def a_while(self) -> None:
        self._people_live()
        self._somebody_starts()
        if not self.fails(0.2):  # beat is up
            self._sweep()
        for one in self.people:
            self._answer_a_bell(one)
        self.now += WHILE

    def _people_live(self) -> None:
        for one in self.people:
            if self.happens(0.3):
                say(one, at=self.now, role=self.dice.choice(["user", "assistant", "tool"]))
        if self.happens(0.06):
            self.people.append(make_profile())
            say(self.people[-1], at=self.now)
        if self.happens(0.05) and len(self.people) > 2:
            self.people.pop(self.dice.randrange(len(self.people))).delete()
        for one in self.people:
            if self.happens(0.05):
                Profile.objects.filter(pk=one.pk).update(is_paused=self.fails(0.5))

    def _somebody_starts(self) -> None:
        if self.fails(0.05):
            jobs.rerun_all(Job.objects.all(), actor="account:1", now=self.now)
        if self.fails(0.06):
            runs.start(self.tenant, actor="account:1", now=self.now, is_dry=self.happens(0.3))
        if self.fails(0.06):
            runs.start(self.tenant, actor="account:1", now=self.now, profile=self.dice.choice(self.people))

    def _sweep(self) -> None:
        jobs.sweep(now=self.now)
        for _beat in range(self.dice.choice([1, 2])):
            runs.sweep(self.now)
        for run_id in DreamRun.objects.filter(state="opening").values_list("pk", flat=True):
            if not self.fails(0.3):  # otherwise its message was lost
                runs.open_parts(run_id, self.now)

    def _answer_a_bell(self, profile: Profile) -> None:
        try:
            with transaction.atomic():
                runner.run_next(profile.pk, queue="dream", now=self.now)
        except Killed:
            # What the claim had committed by itself is all that is left of the worker.
            jobs.claim(profile.pk, queue="dream", now=self.now)


@pytest.fixture
def life(
    request: pytest.FixtureRequest, tenant: Tenant, bells: object, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Life:
    settings.MEMORYHUB_JOB_ATTEMPTS = 2
    PeriodicTask.objects.filter(task=schedule.TASK).delete()
    crontab = CrontabSchedule.objects.create(hour="2", minute="30", timezone=ZoneInfo("Europe/Berlin"))
    PeriodicTask.objects.create(name=schedule.NAME, task=schedule.TASK, crontab=crontab)
    life = Life(request.param, tenant)
    real_read, real_close = part.reading.read, part._close

    def at_times(real: Callable[..., object]) -> Callable[..., object]:
        def called(*args: object, **words: object) -> object:
            if life.fails(0.15):
                raise ProviderFailed("timeout")
            if life.fails(0.1):
                raise Killed
            return real(*args, **words)

        return called

    monkeypatch.setattr(part.reading, "read", at_times(real_read))
    monkeypatch.setattr(part, "_close", at_times(real_close))
    return life


@pytest.mark.parametrize(
    "life", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))], indirect=True
)
def test_each_message_is_looked_at_by_one_part_that_succeeded(life: Life) -> None:
    for _while in range(PER_DAY * NIGHTS):
        life.a_while()
    life.is_quiet = True
    Profile.objects.update(is_paused=False)
    for _while in range(PER_DAY * QUIET):
        life.a_while()
    for _while in range(PER_DAY + 2):  # nobody says anything more
        life._sweep()
        for one in life.people:
            life._answer_a_bell(one)
        life.now += WHILE

    done = DreamPart.objects.filter(state="done", run__is_dry=False)
    first = DreamRun.objects.filter(is_dry=False, for_one=False).order_by("pk").first()
    assert first is not None
    seen = dict.fromkeys(_those_after(first.started_at - DAY), 0)
    for one in done:
        assert one.through_message >= one.after_message
        for pk in _between(one):
            seen[pk] = seen.get(pk, 0) + 1
    assert seen
    assert {pk: number for pk, number in seen.items() if number != 1} == {}
    assert not DreamRun.objects.open().exists()
    slots = list(DreamRun.objects.exclude(slot="").values_list("slot", flat=True))
    assert len(slots) == len(set(slots)) >= NIGHTS
    assert WorkLogEntry.objects.filter(module="Dream").count() == DreamRun.objects.count()
    assert Job.objects.filter(attempt__gt=1, state="done").exists()


def _those_after(moment: datetime) -> list[int]:
    """What a dream has to look at: what people and assistants said that is not older than the first window."""
    said = Message.objects.condensable().filter(teaches=True, stored_at__gte=moment)
    return list(said.values_list("pk", flat=True))


def _between(one: DreamPart) -> list[int]:
    said = Message.objects.condensable().filter(profile=one.profile_id)
    return list(said.filter(pk__gt=one.after_message, pk__lte=one.through_message).values_list("pk", flat=True))
