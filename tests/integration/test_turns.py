"""Work is claimed in turn between workspaces, and what began too early is taken back."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from psycopg.pq import Escaping

from apps.runs import claiming, executor, leases, sweeper
from apps.runs.models import Artifact, PhaseRun, PhaseState
from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.services import run_cancel
from apps.runs.types import EventDraft, PhaseKey, PhaseResult, Superseded
from apps.workspaces.models import Workspace
from tests.integration import runs_fixture
from tests.integration.runs_fixture import TOY, execute, toy_run

pytestmark = pytest.mark.django_db(transaction=True)

# for each run three hundred phases that have been ready since some moment of the last hour
MANY_MORE = """
INSERT INTO runs_phaserun (id, created_at, run_id, workspace_id, name, cycle, index, queue, state, attempt, fence,
                           worker, errors, available_at)
SELECT gen_random_uuid(), now(), run.id, run.workspace_id, 'toy_part', 0, place, 'verify', 'ready', 0, 0, '', '[]',
       now() - random() * interval '1 hour'
FROM runs_run AS run, generate_series(1, 300) AS place
"""


@pytest.fixture(autouse=True)
def toy() -> None:
    runs_fixture.register()
    TOY.__init__()


@pytest.fixture
def alice() -> Workspace:
    return Workspace.objects.create(name="Alice's")


@pytest.fixture
def bob() -> Workspace:
    return Workspace.objects.create(name="Bob's")


def test_one_run_of_a_workspace_waits_for_one_of_another_not_for_all_of_them(alice, bob):
    for _ in range(20):
        toy_run(alice)
    late = toy_run(bob)

    taken = [claiming.claim_next(queue="verify").run for _ in range(3)]

    assert [run.workspace_id for run in taken].count(bob.id) == 1
    assert taken[1].id == late.id


def test_the_workspace_with_fewer_phases_under_way_goes_first_and_in_it_the_oldest(alice, bob):
    first, second = toy_run(alice), toy_run(alice)
    other = toy_run(bob)

    assert [claiming.claim_next(queue="verify").run.id for _ in range(3)] == [first.id, other.id, second.id]
    assert claiming.claim_next(queue="verify") is None


def test_another_queues_phases_are_left_alone(alice):
    toy_run(alice)
    assert claiming.claim_next(queue="llm") is None


def test_what_this_code_does_not_know_holds_nobody_up(alice):
    strange, pipeline, known = toy_run(alice), toy_run(alice), toy_run(alice)
    PhaseRun.objects.filter(run=strange).update(name="of_tomorrow")
    pipeline.pipeline = "of_tomorrow"
    pipeline.save()

    assert claiming.claim_next(queue="verify").run.id == known.id
    assert claiming.claim_next(queue="verify") is None


def test_what_may_not_be_tried_again_holds_nobody_up(alice, settings):
    spent, lost, fresh = toy_run(alice), toy_run(alice), toy_run(alice)
    PhaseRun.objects.filter(run=spent).update(attempt=settings.PHASE_MAX_ATTEMPTS)
    PhaseRun.objects.filter(run=lost).update(attempt=settings.PHASE_MAX_LOSSES, losses=settings.PHASE_MAX_LOSSES)

    assert claiming.claim_next(queue="verify").run.id == fresh.id


def test_a_message_works_on_the_phase_whose_turn_it_is_until_nothing_waits(alice):
    run = toy_run(alice)

    done = 0
    while executor.execute_next(queue="verify", tools=None):
        done += 1

    run.refresh_from_db()
    assert (run.state, done) == ("completed", 4)


def test_losing_its_worker_costs_a_phase_none_of_its_attempts(alice, settings, monkeypatch):
    settings.PHASE_MAX_ATTEMPTS = 1
    run = toy_run(alice)
    for _ in range(5):
        claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
        runs_fixture.expire_lease(run, "toy_first")

    executor.drain(run_id=run.id, tools=None)

    run.refresh_from_db()
    first = PhaseRun.objects.get(run=run, name="toy_first")
    assert (run.state, first.attempt, first.losses, len(first.errors)) == ("completed", 6, 5, 5)


def test_a_phase_that_hangs_until_its_deadline_has_used_up_an_attempt(alice, settings):
    settings.PHASE_MAX_ATTEMPTS = 2
    run = toy_run(alice)
    for _ in range(2):
        lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
        late = {"deadline_at": Now() - dt.timedelta(seconds=9), "lease_until": Now() - dt.timedelta(seconds=1)}
        PhaseRun.objects.filter(id=lease.phase_id).update(**late)
        assert claiming.release_lost(limit=10) == 1

    assert claiming.claim(run_id=run.id, key=PhaseKey("toy_first")) is None
    sweeper.sweep()

    run.refresh_from_db()
    errors = PhaseRun.objects.get(run=run).errors
    assert (run.state, [error["code"] for error in errors[:2]]) == ("failed", ["deadline", "deadline"])


def test_progress_opens_later_phases_and_taking_it_back_voids_them_and_what_they_made(alice, monkeypatch):
    def eager(state: Any) -> tuple[PhaseKey, ...]:
        told = state.under_way("toy_first") or {}
        return (PhaseKey("toy_first"), *(PhaseKey("toy_part", 0, index) for index in range(told.get("parts", 0))))

    pipeline = Pipeline(name="toy", first=PhaseKey("toy_first"), next_phases=eager)
    monkeypatch.setitem(PIPELINES._items, "toy", pipeline)
    run = toy_run(alice)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    leases.record(lease, drafts=[EventDraft(type="told")], progress={"parts": 2})
    assert execute(run, "toy_part:0:0")
    held = claiming.claim(run_id=run.id, key=PhaseKey("toy_part", 0, 1))

    leases.record(lease, progress={"parts": 0})

    assert set(PhaseRun.objects.filter(run=run, name="toy_part").values_list("state", flat=True)) == {PhaseState.VOID}
    assert not Artifact.objects.filter(run=run, name="toy_part").exists()
    with pytest.raises(Superseded):
        leases.commit(held, PhaseResult(artifact={"index": 1}))

    leases.record(lease, progress={"parts": 1})
    again = claiming.claim(run_id=run.id, key=PhaseKey("toy_part", 0, 0))
    assert (again.attempt, again.fence > held.fence) == (1, True)
    leases.commit(again, PhaseResult(artifact={"index": 0}))
    assert Artifact.objects.filter(run=run, name="toy_part").count() == 1
    assert run_cancel(run=run)


def test_where_one_worker_takes_all_a_workspace_with_one_run_still_waits_for_one_of_anothers(alice, bob):
    for _ in range(20):
        toy_run(alice)
    late = toy_run(bob)

    owners = []
    while late.phases.exclude(state=PhaseState.DONE).exists():
        lease = claiming.claim_next(queue="verify")
        owners.append(lease.run.workspace_id)
        leases.commit(lease, PhaseResult(artifact={"parts": 1, "index": 0}))

    assert owners.count(alice.id) <= owners.count(bob.id) + 1


@pytest.mark.parametrize(("workspaces", "known"), [(1, True), (100, False)], ids=["one owner", "nothing known yet"])
def test_a_turn_is_found_without_walking_through_the_phases_that_wait(workspaces, known):
    for _ in range(10):  # this connection's plan is made, and kept, while there is nothing yet
        assert claiming.claim_next(queue="verify") is None
    owners = [Workspace.objects.create(name=str(number)) for number in range(workspaces)]
    for place in range(max(workspaces, 200)):
        toy_run(owners[place % workspaces])
    with connection.cursor() as cursor:
        cursor.execute(MANY_MORE)
        if known:  # what the planner knows of the table decided for the wrong index, and so did knowing nothing
            cursor.execute("ANALYZE runs_phaserun, runs_run")
        assert claiming.claim_next(queue="verify")
        taking = claiming.take_next(queue="verify").sql(Escaping(connection.connection.pgconn))
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + taking)
        plan = cursor.fetchone()[0][0]["Plan"]

    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 200 + 20 * workspaces
