"""What model calls have used since the installation began, as counters that never go back.

Rows go with their workspace, and there may be millions. So what is older than the settling time is added up once and
kept; each scrape reads only what came since.
"""

import threading
from collections.abc import Iterator
from typing import Any

from django.db import connection
from prometheus_client.core import CounterMetricFamily, Metric

SETTLING = "5 minutes"  # longer than a transaction that writes a call stays open: rows before it are complete
SUMS = (
    "SELECT role, model, outcome, count(*), sum(input_tokens), sum(output_tokens), sum(cost),"
    " count(*) FILTER (WHERE cost IS NULL), sum(duration_ms) FROM inference_modelcall"
    " WHERE at >= %s AND at < %s GROUP BY role, model, outcome"
)
BEGINNING = "-infinity"
END = "infinity"

Key = tuple[str, str, str]  # role, model, outcome
Sums = dict[Key, list[float]]


class Spending:
    """The sums up to ``settled``, and how to bring them up to now."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.settled: Any = BEGINNING
        self.sums: Sums = {}

    def now(self) -> Sums:
        """Calls, tokens in, tokens out, dollars, calls without a price and milliseconds of each key."""
        with self.lock, connection.cursor() as cursor:
            cursor.execute(f"SELECT now() - interval '{SETTLING}'")
            until = cursor.fetchone()[0]
            if self.settled == BEGINNING or self.settled < until:
                self.sums = added(self.sums, _sums(cursor, self.settled, until))
                self.settled = until
            return added(self.sums, _sums(cursor, self.settled, END))


def _sums(cursor: Any, since: Any, until: Any) -> Sums:
    cursor.execute(SUMS, (since, until))
    return {(role, model, outcome): [float(each or 0) for each in sums] for role, model, outcome, *sums in cursor}


def added(one: Sums, other: Sums) -> Sums:
    """Both together."""
    nothing = [0.0] * 6
    return {
        key: [a + b for a, b in zip(one.get(key, nothing), other.get(key, nothing), strict=True)] for key in one | other
    }


def spending_metrics(sums: Sums) -> Iterator[Metric]:
    """The counters of model calls."""
    calls = _counter("veritydraft_model_calls", "Model calls by how they ended.", ["role", "model", "outcome"])
    seconds = _counter("veritydraft_model_call_seconds", "Time spent in model calls.", ["role", "model", "outcome"])
    tokens = _counter("veritydraft_model_tokens", "Tokens of model calls.", ["role", "model", "direction"])
    cost = _counter("veritydraft_model_cost_dollars", "Cost of the calls that have a price.", ["role", "model"])
    unpriced = _counter("veritydraft_model_calls_without_price", "Calls whose cost is unknown.", ["role", "model"])
    by_model: dict[tuple[str, str], list[float]] = {}
    for (role, model, outcome), each in sorted(sums.items()):
        calls.add_metric((role, model, outcome), each[0])
        seconds.add_metric((role, model, outcome), each[5] / 1000)
        so_far = by_model.get((role, model), [0.0] * 6)
        by_model[role, model] = [a + b for a, b in zip(so_far, each, strict=True)]
    for (role, model), each in by_model.items():
        tokens.add_metric((role, model, "input"), each[1])
        tokens.add_metric((role, model, "output"), each[2])
        cost.add_metric((role, model), each[3])
        unpriced.add_metric((role, model), each[4])
    yield from (calls, seconds, tokens, cost, unpriced)


def _counter(name: str, text: str, labels: list[str]) -> CounterMetricFamily:
    return CounterMetricFamily(name, text, labels=labels)
