"""A lost acknowledgement costs one message's second delivery, never the worker."""

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from kombu import Connection
from kombu.transport import pgmq
from kombu.transport.virtual import Message

from memoryhub import queues, transport


@pytest.fixture
def channel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A worker's channel with room for one message, whose database went away."""
    away = Mock()
    away.delete.side_effect = away.set_vt.side_effect = psycopg.OperationalError("gone")
    monkeypatch.setattr(pgmq.Transport, "_get_pgmq_client", lambda self: away)
    with Connection("pgmq://", transport=queues.transport("pgmq://")) as connection:
        opened: Any = connection.channel()
        opened.basic_qos(0, 1, False)
        yield opened


@pytest.mark.parametrize(
    "settle",
    [
        lambda channel: channel.basic_ack("t1"),
        lambda channel: channel.basic_reject("t1"),
        lambda channel: channel.basic_reject("t1", requeue=True),
    ],
)
def test_there_is_room_for_another_message_after_one_that_could_not_be_settled(
    channel: Any, settle: Callable[[Any], None]
) -> None:
    delivery_info = {"pgmq_queue": "learning", "pgmq_msg_id": 7}
    payload = {"body": "", "properties": {"delivery_tag": "t1", "delivery_info": delivery_info}}
    channel.qos.append(Message(payload, channel=channel), "t1")
    assert not channel.qos.can_consume()

    with pytest.raises(psycopg.OperationalError):
        settle(channel)

    assert channel.qos.can_consume()


def test_only_the_queues_in_the_database_have_a_client_of_our_own() -> None:
    connection = Connection("pgmq://", transport=queues.transport("pgmq://"))

    assert connection.get_transport_cls() is transport.Transport
    assert queues.transport("redis://localhost/0") is None
