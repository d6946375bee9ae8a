"""The sweeper brings back what was lost, without flooding the queue."""

import datetime as dt

import pytest
from django.db.models.functions import Now

from apps.runs import bells, leases, sweeper
from apps.runs.models import PhaseRun, RunState
from apps.runs.types import PhaseKey
from tests.integration.runs_fixture import expire_lease, toy_run, types_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


def test_the_sweeper_rings_for_phases_nobody_took_and_for_lost_leases(workspace, monkeypatch):
    rung = []
    monkeypatch.setattr(bells, "ring_worker", lambda **bell: rung.append(bell["key"]))
    run, other = toy_run(workspace), toy_run(workspace)
    leases.claim(run_id=other.id, key=PhaseKey("toy_first"))
    rung.clear()
    assert sweeper.sweep() == 0, "a bell was struck a moment ago and the lease lives"

    PhaseRun.objects.update(rung_at=Now() - dt.timedelta(minutes=1))
    expire_lease(other, "toy_first")
    assert sweeper.sweep() == 2
    assert rung == ["toy_first:0:0"] * 2
    assert sweeper.sweep() == 0, "rung for just now"
    assert run.id != other.id


@pytest.mark.parametrize(("minutes", "rung"), [(3, 0), (6, 1)])
def test_behind_a_backlog_the_sweeper_fills_the_queue_with_few_doubles(workspace, minutes, rung):
    run = toy_run(workspace)
    hour_ago, lately = Now() - dt.timedelta(hours=1), Now() - dt.timedelta(minutes=minutes)
    PhaseRun.objects.filter(run=run).update(available_at=hour_ago, rung_at=lately)

    assert sweeper.ring_again() == rung


def test_a_long_phase_whose_worker_is_lost_is_rung_for_as_soon_as_a_short_one(workspace):
    run = toy_run(workspace)
    leases.claim(run_id=run.id, key=PhaseKey("toy_first"))
    expire_lease(run, "toy_first")
    hour_ago, lately = Now() - dt.timedelta(hours=1), Now() - dt.timedelta(seconds=15)
    PhaseRun.objects.filter(run=run).update(available_at=hour_ago, rung_at=lately)

    assert sweeper.ring_again() == 1


def test_the_sweeper_gives_up_a_phase_that_killed_every_worker(workspace, settings):
    settings.PHASE_MAX_ATTEMPTS = 2
    run = toy_run(workspace)
    for _ in range(2):
        assert leases.claim(run_id=run.id, key=PhaseKey("toy_first"))
        expire_lease(run, "toy_first")
    assert leases.claim(run_id=run.id, key=PhaseKey("toy_first")) is None

    sweeper.sweep()

    run.refresh_from_db()
    assert (run.state, run.error_code) == (RunState.FAILED, "worker_lost")
    assert types_of(run)[-1] == "toy_finished"
