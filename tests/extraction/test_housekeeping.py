"""What is deleted each hour, and what is not yet."""

from datetime import timedelta

import pytest
from django_celery_beat.models import PeriodicTask

from extraction import housekeeping
from profiles.models import IdempotencyKey, RateCounter
from tests.builders import NOON, make_tenant

pytestmark = pytest.mark.django_db


def test_only_what_nobody_can_ask_for_any_more_goes():
    tenant = make_tenant()
    for hours in (1, 30):
        key = IdempotencyKey.objects.create(
            tenant=tenant, caller="key:1", key=f"{hours}", request_hash="x", status=201, answer={}
        )
        IdempotencyKey.objects.filter(pk=key.pk).update(created_at=NOON - timedelta(hours=hours))
    for minutes in (5, 90):
        RateCounter.objects.create(caller="key:1", minute=NOON - timedelta(minutes=minutes), count=1)

    assert housekeeping.forget_leftovers(now=NOON) == 2
    assert IdempotencyKey.objects.get().key == "1"
    assert RateCounter.objects.count() == 1


def test_the_round_stands_in_the_schedule_that_operators_edit():
    assert PeriodicTask.objects.filter(task="extraction.tasks.forget_leftovers", queue="background").exists()
