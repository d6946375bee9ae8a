"""What the database knows of the whole fleet, as metrics: the same from every web process.

Counts of what waits and runs are read over the partial indexes of those states; a query that takes longer than
``QUERY_MS`` is given up, and ``veritydraft_database_up`` says so.
"""

import logging
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from veritydraft import fleet
from veritydraft.metrics.spending import Spending, spending_metrics

logger = logging.getLogger(__name__)
QUERY_MS = 5000
SWEEPS_MISSED = 3  # a worker that told nothing of itself for so many of its turns is not alive

PHASES = """
SELECT p.state, p.queue, r.pipeline, p.name, count(*),
       greatest(extract(epoch FROM clock_timestamp() - min(CASE p.state WHEN 'ready' THEN p.available_at
                                                           ELSE p.started_at END)), 0)
FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id WHERE p.state = %s GROUP BY 1, 2, 3, 4 ORDER BY 2, 3, 4
"""
FAILED = """
SELECT p.queue, r.pipeline, p.name, count(*) FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id
WHERE p.state = 'failed' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
WORKERS = """
SELECT queue, count(*) FROM runs_worker, unnest(queues) queue
WHERE seen_at > now() - make_interval(secs => %s) GROUP BY queue
"""
PLACE = ("queue", "pipeline", "phase")


class FleetCollector(Collector):
    """Reads everything anew at each scrape; ``spending`` outlives it."""

    def __init__(self, spending: Spending) -> None:
        self.spending = spending

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("veritydraft_database_up", "Whether the database gave the figures of the fleet.")
        try:
            found = self._read()
        except DatabaseError as error:
            logger.warning("no figures of the fleet: %s", error)
            found = []
        up.add_metric((), 1 if found else 0)
        yield up
        yield from found

    def _read(self) -> list[Metric]:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {QUERY_MS}")
            return [*queue_metrics(cursor), *spending_metrics(self.spending.now())]


def queue_metrics(cursor: Any) -> Iterator[Metric]:
    """Phases that wait, run and failed; workers that live."""
    phases = GaugeMetricFamily("veritydraft_phases", "Phases by state.", labels=("state", *PLACE))
    oldest = GaugeMetricFamily(
        "veritydraft_phase_oldest_seconds",
        "How long the oldest phase has waited past its time (ready), or has run (running).",
        labels=("state", *PLACE),
    )
    for state in ("ready", "running"):
        cursor.execute(PHASES, (state,))
        for *labels, count, seconds in cursor:
            phases.add_metric(labels, count)
            oldest.add_metric(labels, float(seconds or 0))
    cursor.execute(FAILED)
    for *labels, count in cursor:
        phases.add_metric(("failed", *labels), count)
    yield from (phases, oldest, worker_metric(cursor))


def worker_metric(cursor: Any) -> Metric:
    """How many workers serve each queue. One that nobody serves stands at 0: an alert cannot see what is missing."""
    cursor.execute(WORKERS, (max(SWEEPS_MISSED * settings.SWEEP_SECONDS, 5.0),))
    serving = dict.fromkeys(fleet.all_queues(), 0) | dict(cursor)
    workers = GaugeMetricFamily("veritydraft_workers", "Workers that live, by queue they serve.", labels=("queue",))
    for queue, count in sorted(serving.items()):
        workers.add_metric((queue,), count)
    return workers
