"""Messages arrive while the broker is down or silent: they are safe, nobody waits, and the sweep makes up for it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection

from extraction import bell, jobs
from extraction.models import Job
from memoryhub import queues
from summaries.models import Message
from tests.builders import NOON, after
from tests.flows.steps import person, say

pytestmark = pytest.mark.django_db(transaction=True)

# Seconds that no request may take longer, whatever the broker does.
LONGEST = 1.5


@pytest.fixture(autouse=True)
def unsilenced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "silence", bell.Silence())


@pytest.fixture
def silent_broker() -> Iterator[str]:
    """It accepts every connection and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        accepted: list[socket.socket] = []

        def accept() -> None:
            while True:
                try:
                    accepted.append(server.accept()[0])
                except OSError:
                    return

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        server.shutdown(socket.SHUT_RDWR)
        for one in accepted:
            one.close()
        thread.join(5)


@pytest.fixture
def stopped_broker() -> str:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    return f"redis://127.0.0.1:{port}/0"


@pytest.fixture(params=["silent_broker", "stopped_broker"])
def broken_broker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The bell as the product sets it up, on a broker that does not answer."""
    url: str = request.getfixturevalue(request.param)
    monkeypatch.setenv("CELERY_BROKER_URL", url)  # Celery puts it before what an app was told
    app = Celery("broken", broker=url, set_as_current=False)
    app.conf.update(
        task_queues=settings.CELERY_TASK_QUEUES,
        task_publish_retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY,
        broker_connection_timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT,
        broker_transport_options=queues.transport_options(url, ""),
    )
    monkeypatch.setattr(bell, "current_app", app)
    return url


def test_no_request_waits_for_a_broker_that_is_away(broken_broker: str) -> None:
    seconds = [_timed(number) for number in range(6)]

    assert bell.silence.until > time.monotonic()
    assert max(seconds) < LONGEST
    assert max(seconds[1:]) < max(0.5, seconds[0])
    assert Message.objects.count() == 6
    assert Job.objects.filter(state="pending").count() == 6


def test_requests_that_come_at_once_do_not_wait_for_each_other(broken_broker: str) -> None:
    barrier = threading.Barrier(8, timeout=30)
    with ThreadPoolExecutor(8) as pool:
        seconds = list(pool.map(_timed_in_thread, range(8), [barrier] * 8))

    assert max(seconds) < LONGEST
    assert Job.objects.filter(state="pending").count() == 8


def test_the_sweep_rings_when_the_broker_is_back(broken_broker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    say(person(), "我住在烟台的海边")
    assert bell.silence.until > time.monotonic()
    rung: list[int] = []

    def ring(profile_id: int, *, queue: str) -> bool:
        rung.append(profile_id)
        return True

    monkeypatch.setattr(bell, "ring", ring)

    jobs.sweep(now=after(1))

    assert rung == [Job.objects.get().profile_id]


def _timed(number: int, *, begins: Callable[[], object] = bool) -> float:
    """Seconds of the one request; its person is there and its connection open when it `begins`."""
    named = person(f"person-{number}")
    connection.ensure_connection()
    begins()
    started = time.monotonic()
    say(named, "我住在烟台的海边", at=NOON)
    return time.monotonic() - started


def _timed_in_thread(number: int, barrier: threading.Barrier) -> float:
    try:
        return _timed(number, begins=barrier.wait)
    finally:
        connection.close()
