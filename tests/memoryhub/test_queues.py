"""The bell never makes a request wait, and the queue client is given addresses that it cannot misread."""

import socket
import time
from collections.abc import Iterator

import pytest
from celery import Celery
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from kombu.exceptions import OperationalError
from pgmq.base import PGMQConfig
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memoryhub import queues

LONGEST_BELL = 1.5  # seconds

words = st.text(
    st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=20
)


@pytest.fixture(autouse=True)
def without_broker_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Celery lets this variable win over what an app is told."""
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A server that accepts connections and never says anything."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(16)
        yield server.getsockname()[1]


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def seconds_of_a_failing_bell(broker: str, database: str) -> float:
    """Send one message as the service would; it must fail."""
    app = Celery("bell", broker=broker, set_as_current=False)
    app.conf.update(
        broker_transport_options=queues.transport_options(broker, database),
        broker_connection_timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT,
        task_publish_retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY,
        task_ignore_result=True,
    )
    started = time.monotonic()
    with pytest.raises(OperationalError):
        app.send_task("nobody.knows.it", queue="learning")
    return time.monotonic() - started


@pytest.mark.parametrize("broker", ["redis://127.0.0.1:{}/0", "amqp://guest@127.0.0.1:{}//", "pgmq://"])
def test_a_broker_that_accepts_and_is_silent_costs_a_request_little(broker, silent_port):
    database = f"postgres://memoryhub@127.0.0.1:{silent_port}/memoryhub"

    assert seconds_of_a_failing_bell(broker.format(silent_port), database) < LONGEST_BELL


@pytest.mark.parametrize("broker", ["redis://127.0.0.1:{}/0", "amqp://guest@127.0.0.1:{}//", "pgmq://"])
def test_a_broker_that_is_gone_costs_a_request_little(broker, closed_port):
    database = f"postgres://memoryhub@127.0.0.1:{closed_port}/memoryhub"

    assert seconds_of_a_failing_bell(broker.format(closed_port), database) < LONGEST_BELL


@given(user=words, password=words, host=words, name=words, application=words)
def test_the_queue_client_reads_every_address_as_it_was_meant(user, password, host, name, application):
    meant = make_conninfo(
        user=user, password=password, host=host, port=5433, dbname=name, application_name=application, sslmode="prefer"
    )

    read = PGMQConfig(conn_string=queues.transport_address(meant)).dsn

    assert conninfo_to_dict(read) == conninfo_to_dict(meant)


def test_the_visibility_of_a_message_outlasts_every_task():
    assert queues.VISIBILITY > settings.CELERY_TASK_TIME_LIMIT
    assert settings.CELERY_TASK_TIME_LIMIT < settings.MEMORYHUB_JOB_LEASE_SECONDS
