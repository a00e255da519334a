"""The queue client for PostgreSQL, able to outlive a database that goes away while a message is being acknowledged."""

from typing import Any

from kombu.transport import pgmq


class Channel(pgmq.Channel):
    """Lets go of a message that could not be acknowledged.

    Held on to, it would fill the worker's only place for a message: the worker would wait for room instead of asking
    the queue, and never notice that the database is back. The queue gives such a message out again; jobs know whether
    they are done.
    """

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        try:
            super().basic_ack(delivery_tag, multiple=multiple)  # type: ignore[no-untyped-call]
        except self.connection.connection_errors:
            self.qos.ack(delivery_tag)
            raise

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().basic_reject(delivery_tag, requeue=requeue)  # type: ignore[no-untyped-call]
        except self.connection.connection_errors:
            self.qos.ack(delivery_tag)
            raise


class Transport(pgmq.Transport):
    Channel: Any = Channel
