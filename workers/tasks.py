"""Celery's door to the work: each task hands over to a service."""

import time
from collections.abc import Callable
from uuid import UUID

from celery import Task, shared_task

from apps.runs import bells
from apps.runs.executor import execute, execute_next
from apps.runs.sweeper import sweep
from apps.runs.types import PhaseKey
from workers import stopping
from workers.queues import VERIFY
from workers.tidying import TASK as TIDY
from workers.tidying import tidy_in_turn
from workers.toolbox import toolbox

CHAIN_SECONDS = 1.0  # longer phases gain nothing by it, and messages of this process's other queues wait no longer


@shared_task(name="workers.run_phase", bind=True)
def run_phase(self: Task, run_id: str, key: str) -> None:
    """Claim, run and commit the phase of this queue whose turn it is; there may be none when a message came twice.

    The message names the phase that was rung for. Which one is taken is a matter of turns, so that many messages of
    one workspace do not delay another's; there is one message for each. Those that are short are taken one behind the
    other; their own messages find nothing then.
    """
    queue = (self.request.delivery_info or {}).get("routing_key")
    if stopping.asked():  # taken from the queue before the worker was told to stop: somebody else shall hear it
        bells.ring_worker(run_id=UUID(run_id), key=key, queue=queue or VERIFY)
    elif queue is None:
        execute(run_id=UUID(run_id), key=PhaseKey.parse(key), tools=toolbox(), until=stopping.due)
    else:
        execute_next(queue=queue, tools=toolbox(), until=stopping.due, go_on=_chained())


def _chained() -> Callable[[], bool]:
    end = time.monotonic() + CHAIN_SECONDS
    return lambda: time.monotonic() < end and not stopping.asked()


@shared_task(name="workers.sweep")
def sweep_once() -> None:
    """Ring again for work that nobody took."""
    sweep()


@shared_task(name=TIDY)
def tidy() -> None:
    """Delete what is past its retention, and bring the vector indexes up to date; once an hour, however often told."""
    tidy_in_turn()
