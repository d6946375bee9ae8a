"""What a worker makes of its leases while the database does not answer. A locked table stands for one that hangs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection

from apps.runs import claiming
from apps.runs.models import PhaseRun, PhaseState, Run, RunState
from apps.runs.types import PhaseResult
from apps.workspaces.models import Workspace
from tests.integration.runs_fixture import TOY, execute, toy_run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
LEASE_SECONDS = 1.2


@contextmanager
def database_hangs() -> Iterator[None]:
    """Nobody reads or renews a lease."""
    given = connection.get_connection_params()
    own = {name: given[name] for name in ("dbname", "user", "password", "host", "port")}
    with psycopg.connect(**own) as other:
        other.execute("LOCK TABLE runs_phaserun")
        yield


@pytest.fixture
def under_way(workspace: Workspace, settings: Any) -> Iterator[tuple[Run, Any, threading.Event]]:
    """A phase at work in a thread: its run, its context, and what lets it end."""
    settings.PHASE_LEASE_SECONDS = LEASE_SECONDS
    run, contexts, release = toy_run(workspace), [], threading.Event()
    entered = threading.Event()

    def works(ctx: Any) -> PhaseResult:
        contexts.append(ctx)
        entered.set()
        release.wait(30)
        ctx.check()
        return PhaseResult(artifact={"parts": 0})

    TOY.behaviours["toy_first"] = works
    worker = threading.Thread(target=lambda: (execute(run, "toy_first:0:0"), connection.close()))
    worker.start()
    assert entered.wait(10)
    yield run, contexts[0], release
    release.set()
    worker.join()


def test_a_lease_that_cannot_be_renewed_is_lost_once_it_has_run_out(under_way: Any):
    run, ctx, release = under_way
    with database_hangs():
        assert not ctx.superseded
        assert ctx._lost.wait(10 * LEASE_SECONDS), "the worker would hold on to what others may have"
    release.set()

    TOY.behaviours["toy_first"] = lambda ctx: PhaseResult(artifact={"parts": 0})
    while PhaseRun.objects.get(run=run, name="toy_first").state != PhaseState.READY:
        claiming.release_lost(limit=10)
    assert execute(run, "toy_first:0:0"), "another worker takes it"
    assert PhaseRun.objects.get(run=run, name="toy_first").state == PhaseState.DONE


def test_a_database_that_hangs_for_less_than_a_lease_costs_nothing(under_way: Any):
    run, ctx, release = under_way
    with database_hangs():
        assert not ctx._lost.wait(LEASE_SECONDS / 3)
    assert not ctx._lost.wait(1.5 * LEASE_SECONDS), "it was renewed"
    release.set()

    def ended() -> bool:
        return PhaseRun.objects.get(run=run, name="toy_first").state == PhaseState.DONE

    while not ended():
        threading.Event().wait(0.02)
    run.refresh_from_db()
    assert run.state == RunState.ACTIVE
