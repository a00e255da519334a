"""Six kills among two hundred jobs, and a web server killed in the middle of a request: nothing lost, nothing twice."""

import http.client
import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from extraction import bell, jobs
from extraction.models import Job
from memoryhub import programs
from profiles import keys
from profiles.models import Fact, FactEvent, Profile
from summaries.models import Message
from tests.builders import make_end_user, make_tenant
from tests.flows.steps import person, say
from tests.real_service import (
    RealService,
    await_that,
    children,
    echoing,
    free_port,
    kill,
    queue_client,
    real_service,
    waits_for_a_lock,
)
from tests.scripted_server import ScriptedServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

PEOPLE, JOBS_EACH = 10, 20
KILLS = ("child", "worker", "child", "worker", "child", "worker")
NUMERALS = "零一二三四五六七八九"


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([echoing(0.05)]) as server:
        yield server


@pytest.fixture
def service(
    transactional_db: None, tmp_path: Path, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[RealService]:
    settings.MEMORYHUB_JOB_ATTEMPTS = 50
    settings.MEMORYHUB_JOB_BACKOFF_SECONDS = 1
    port = free_port()
    with real_service(
        tmp_path,
        MEMORYHUB_LLM_BASE_URL=model.url,
        MEMORYHUB_LLM_MODEL="echo",
        MEMORYHUB_PORT=str(port),
        MEMORYHUB_WEB_PROCESSES="1",
    ) as running:
        monkeypatch.setenv("CELERY_BROKER_URL", "pgmq://")  # Celery puts it before what an app was told
        monkeypatch.setattr(bell, "current_app", queue_client(running.database))
        monkeypatch.setattr(bell, "silence", bell.Silence())
        yield running


def test_two_hundred_jobs_under_six_kills_have_two_hundred_effects_in_order(
    service: RealService, settings: Settings
) -> None:
    workers = [service.worker(), service.worker()]
    for number in range(JOBS_EACH):
        for one in range(PEOPLE):
            say(person(f"person-{one}"), f"我喜欢吃{_spelled(number)}号拉面", ids=[f"m{number}"])

    chosen = random.Random(7)
    for place, victim in enumerate(KILLS, start=1):
        _await_done(PEOPLE * JOBS_EACH * place // (len(KILLS) + 2))
        worker = chosen.choice(workers)
        if victim == "child":
            kill(chosen.choice(children(worker.pid) or [worker.pid]))
        else:
            kill(worker.pid)
            workers[workers.index(worker)] = service.worker()
    _await_done(PEOPLE * JOBS_EACH)

    assert Job.objects.filter(attempt__gt=1).exists()
    assert Fact.objects.count() == PEOPLE * JOBS_EACH
    assert set(Fact.objects.values_list("source_count", flat=True)) == {1}
    assert FactEvent.objects.count() == PEOPLE * JOBS_EACH
    for profile in Profile.objects.all():
        learned = [event.message_ids for event in FactEvent.objects.filter(profile=profile).order_by("pk")]
        assert learned == sorted(learned)


def test_a_web_server_killed_in_the_middle_of_a_request_leaves_nothing_half_stored(service: RealService) -> None:
    key = keys.create(make_tenant(), name="faults", scopes=["ingest"])[1]
    profile = make_end_user("acme")
    web = service.start(programs.web().command)
    await_that(lambda: _status(service, key, "m0", "hello there") == 202)
    failures: list[object] = []

    with transaction.atomic():
        Profile.objects.select_for_update().get(pk=profile.pk)
        thread = threading.Thread(target=lambda: failures.append(_status(service, key, "m1", "我住在烟台的海边")))
        thread.start()
        await_that(waits_for_a_lock)
        kill(children(web.pid)[0])
        thread.join(30)
    await_that(lambda: not waits_for_a_lock())

    assert failures == [None]
    assert not Message.objects.filter(message_id="m1").exists()
    assert await_that(lambda: _status(service, key, "m1", "我住在烟台的海边")) == 202
    assert _status(service, key, "m1", "我住在烟台的海边") == 202
    message = Message.objects.get(message_id="m1")
    assert Job.objects.filter(message_ids__contains=[message.pk]).count() == 1


def _spelled(number: int) -> str:
    return "".join(NUMERALS[int(digit)] for digit in f"{number:02d}")


def _await_done(count: int) -> None:
    """Until so many jobs are done; the sweep runs each second, as beat would each minute."""
    deadline = time.monotonic() + 300
    while Job.objects.filter(state="done").count() < count:
        assert time.monotonic() < deadline
        jobs.sweep(now=timezone.now())
        time.sleep(1)


def _status(service: RealService, key: str, message_id: str, content: str) -> int | None:
    """The status of one request, None when the connection broke."""
    body = {
        "session_id": "s1",
        "agent_id": "helper",
        "end_user_id": "acme",
        "messages": [{"message_id": message_id, "role": "user", "content": content}],
    }
    client = http.client.HTTPConnection("127.0.0.1", int(service.environment["MEMORYHUB_PORT"]), timeout=30)
    try:
        client.request(
            "POST",
            "/api/messages",
            json.dumps(body),
            {"Authorization": f"Api-Key {key}", "Content-Type": "application/json"},
        )
        return client.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        client.close()
