"""A worker's own timer: it signs in, survives a sweep that breaks, and signs out before the worker is gone."""

import datetime as dt
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from celery.signals import worker_process_shutdown
from django.db.models.functions import Now

from apps.runs import bells, sweeper
from apps.runs.models import Worker
from tests.live import eventually
from workers import timer
from workers.models import Upkeep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def afresh(settings: Any, monkeypatch: Any) -> Iterator[None]:
    settings.SWEEP_SECONDS = 0.05
    monkeypatch.setattr(timer, "_stop", threading.Event())
    monkeypatch.setattr(timer, "_threads", [])
    yield
    timer.stop()


def begin(name: str, *served: str) -> None:
    queues = SimpleNamespace(queues=SimpleNamespace(consume_from=dict.fromkeys(served or ("verify", "ingest"))))
    timer.start(sender=SimpleNamespace(hostname=name, app=SimpleNamespace(amqp=queues)))


def test_a_worker_is_known_while_it_runs_and_forgotten_when_it_ends():
    begin("w1")
    assert eventually(lambda: sweeper.live_queues() == {"ingest", "verify"}, 5)

    timer.stop()

    assert not Worker.objects.exists(), "whoever asks now whether a stack runs need not wait for it"


def test_a_sweep_that_breaks_is_not_the_last_one(monkeypatch: Any):
    swept = []

    def sweep() -> int:
        swept.append(time.monotonic())
        raise KeyError("a phase nobody knows")

    monkeypatch.setattr(sweeper, "sweep", sweep)
    begin("w1")

    assert eventually(lambda: len(swept) >= 3, 5)
    assert Worker.objects.filter(name="w1").exists()


def test_the_workers_that_tidy_ring_for_it_by_themselves_and_others_leave_it_to_them(monkeypatch: Any):
    rung, swept = [], []
    monkeypatch.setattr(bells, "ring_for", lambda task, *, queue: rung.append((task, queue)))
    monkeypatch.setattr(sweeper, "sweep", lambda: swept.append(1))
    long_ago = Now() - dt.timedelta(hours=2)
    Upkeep.objects.create(name="tidy", rung_at=long_ago, begun_at=long_ago)

    begin("w1", "verify")
    assert eventually(lambda: len(swept) >= 3, 5)
    assert rung == []
    begin("w2", "export", "upkeep")
    assert eventually(lambda: rung, 5) == [("workers.tidy", "upkeep")]
    begin("w3", "export", "upkeep")
    assert eventually(lambda: len(swept) >= 20, 5)
    assert len(rung) == 1


def test_a_pool_process_rings_its_last_bell_before_it_ends(monkeypatch: Any):
    heard = []

    class App:
        @staticmethod
        def send_task(*args: Any, **options: Any) -> None:
            time.sleep(0.2)
            heard.append(options["args"])

    monkeypatch.setattr(bells, "current_app", App)
    bells.ring_worker(run_id="1", key="judge:0:0", queue="verify")

    worker_process_shutdown.send(sender=None, pid=1, exitcode=0)

    assert heard == [["1", "judge:0:0"]]
