"""A worker whose acknowledgement meets a Redis that is just dying takes messages again when Redis is back."""

from typing import Any

import redis
from kombu import Connection, Queue

from workers.celery import app


def test_a_message_that_cannot_be_acknowledged_does_not_keep_its_place(services: Any, monkeypatch: Any):
    options = app.conf.broker_transport_options
    with Connection(services.redis, transport_options=options) as connection:
        channel = connection.default_channel
        channel.basic_qos(0, 1, False)
        queue = Queue("deaf", channel=channel)
        taken: list[Any] = []
        with connection.Consumer(queue, callbacks=[lambda body, message: taken.append(message)]):
            connection.Producer().publish("ring", routing_key="deaf", declare=[queue])
            connection.drain_events(timeout=10)
            assert not channel.qos.can_consume()

            def away(*_: Any, **__: Any) -> None:
                raise redis.ConnectionError("Connection closed by server.")

            monkeypatch.setattr(channel.pool, "get_connection", away)
            taken[0].ack_log_error(app.log.get_default_logger(), (OSError, redis.ConnectionError))
            monkeypatch.undo()

            assert channel.qos.can_consume()
        queue.delete()
