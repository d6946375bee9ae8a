"""Every worker's own timer: it signs in, sweeps and rings for upkeep, so that nothing hangs on one scheduler."""

import logging
import threading
from typing import Any

from celery.signals import worker_process_shutdown, worker_ready, worker_shutdown
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from apps.runs import bells, sweeper
from workers import stopping, tidying
from workers.queues import UPKEEP

logger = logging.getLogger(__name__)
SIGN_OUT_SECONDS = 2.0
_stop = threading.Event()
_threads: list[threading.Thread] = []


def _run(name: str, queues: list[str]) -> None:
    try:
        while True:
            try:
                _look_after_all(name, queues)
            except DatabaseError as error:
                logger.warning("sweeper: %s", error)
                connection.close()
            except Exception:  # without its timer a worker would look dead and heal nothing
                logger.exception("sweeper")
            if _stop.wait(settings.SWEEP_SECONDS):
                break
        sweeper.sign_out(name=name)
    except DatabaseError as error:
        logger.warning("the worker could not sign out: %s", error)
    finally:
        connection.close()


def _look_after_all(name: str, queues: list[str]) -> None:
    if stopping.asked():  # who asks whether a stack runs would wait for one that takes nothing more
        sweeper.sign_out(name=name)
    else:
        sweeper.sign_in(name=name, queues=queues)
    sweeper.sweep()
    if UPKEEP in queues and not stopping.asked():
        tidying.ring_when_due()


@worker_ready.connect
def start(sender: Any, **_: Any) -> None:
    """Begin when the worker takes messages."""
    queues = sorted(sender.app.amqp.queues.consume_from)
    thread = threading.Thread(target=_run, args=(sender.hostname, queues), name="sweeper", daemon=True)
    _threads.append(thread)
    thread.start()


@worker_shutdown.connect
def stop(**_: Any) -> None:
    """Sign out with the worker: who asks whether a stack runs would wait for one that is gone."""
    _stop.set()
    for thread in _threads:
        thread.join(SIGN_OUT_SECONDS)
    bells.drain()


@worker_process_shutdown.connect
def last_bells(**_: Any) -> None:
    """A pool process ends without waiting for its threads: the phase that follows its last one is rung for first."""
    bells.drain()
