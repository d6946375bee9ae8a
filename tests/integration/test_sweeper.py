"""The sweeper brings back what was lost, without flooding the queue."""

import datetime as dt
import queue
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.db.models.functions import Now

from apps.runs import bells, claiming, leases, sweeper
from apps.runs.models import PhaseRun, RunState
from apps.runs.types import PhaseError, PhaseKey
from tests.integration.runs_fixture import expire_lease, toy_run, types_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


def test_the_sweeper_rings_for_phases_nobody_took_and_for_lost_leases(workspace, monkeypatch):
    rung = []
    monkeypatch.setattr(bells, "ring_worker", lambda **bell: rung.append(bell["key"]))
    run, other = toy_run(workspace), toy_run(workspace)
    claiming.claim(run_id=other.id, key=PhaseKey("toy_first"))
    rung.clear()
    assert sweeper.sweep() == 0, "a bell was struck a moment ago and the lease lives"

    PhaseRun.objects.update(rung_at=Now() - dt.timedelta(minutes=1))
    expire_lease(other, "toy_first")
    assert sweeper.sweep() == 2
    assert rung == ["toy_first:0:0"] * 2
    assert sweeper.sweep() == 0, "rung for just now"
    assert run.id != other.id


@pytest.fixture
def queue_of_redis(services: Any, settings: Any) -> Iterator[redis.Redis]:
    """Redis, where the toys' queue is empty, and bells that ring."""
    broker = redis.Redis.from_url(settings.REDIS_URL)
    broker.delete("verify")
    bells.silence(False)
    yield broker
    bells.silence()
    broker.delete("verify")


def struck(broker: redis.Redis) -> int:
    """How many bells wait when all were struck."""
    bells.drain()
    return broker.llen("verify")


def test_behind_a_backlog_the_sweeper_strikes_only_the_bells_that_are_missing(workspace, queue_of_redis):
    runs = [toy_run(workspace) for _ in range(12)]
    assert struck(queue_of_redis) == len(runs)
    for _ in range(5):
        PhaseRun.objects.update(rung_at=Now() - dt.timedelta(minutes=1))
        assert sweeper.ring_again() == len(runs)
        assert struck(queue_of_redis) == len(runs), "nobody took any: all wait, and none is doubled"

    queue_of_redis.ltrim("verify", 0, 3)
    PhaseRun.objects.update(rung_at=Now() - dt.timedelta(minutes=1))
    sweeper.ring_again()
    assert len(runs) <= struck(queue_of_redis) < len(runs) + bells.CALLERS


def test_a_long_phase_whose_worker_is_lost_is_rung_for_as_soon_as_a_short_one(workspace):
    run = toy_run(workspace)
    claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    hour_ago, lately = Now() - dt.timedelta(hours=1), Now() - dt.timedelta(seconds=15)
    PhaseRun.objects.filter(run=run).update(available_at=hour_ago, rung_at=lately, lease_until=lately)

    assert claiming.release_lost(limit=100) == 1
    assert sweeper.ring_again() == 1


def test_the_sweeper_gives_up_a_phase_that_killed_every_worker(workspace, settings):
    settings.PHASE_MAX_ATTEMPTS, settings.PHASE_MAX_LOSSES = 2, 3
    run = toy_run(workspace)
    for _ in range(3):
        assert claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
        expire_lease(run, "toy_first")
    assert claiming.claim(run_id=run.id, key=PhaseKey("toy_first")) is None

    sweeper.sweep()

    run.refresh_from_db()
    assert (run.state, run.error_code) == (RunState.FAILED, "worker_lost")
    assert types_of(run)[-1] == "toy_finished"


class Broker:
    """Takes messages, as long as there is one who listens."""

    def __init__(self) -> None:
        self.heard: queue.Queue[list[str]] = queue.Queue()

    def send_task(self, name: str, *, args: list[str], **_: Any) -> None:
        self.heard.put(args)


def test_a_phase_that_failed_is_rung_for_when_its_pause_is_over_without_waiting_for_a_sweep(workspace, monkeypatch):
    broker = Broker()
    monkeypatch.setattr(leases, "RETRY_SECONDS", (0.3,))
    monkeypatch.setattr(bells, "current_app", broker)
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    bells.silence(False)

    leases.fail(lease, PhaseError("busy", "not now", retryable=True))

    assert claiming.claim_next(queue="verify") is None
    assert broker.heard.get(timeout=10) == [str(run.id), "toy_first:0:0"]
    assert claiming.claim_next(queue="verify").run.id == run.id
