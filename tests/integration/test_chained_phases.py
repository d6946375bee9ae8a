"""A worker takes its next phase in the commit of the one before: by turns as ever, and nothing more than that."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from apps.runs import claiming, executor, leases
from apps.runs.models import PhaseRun, PhaseState, Run, RunState, Stream
from apps.runs.selectors import phase_errors
from apps.runs.types import PhaseError, PhaseKey, PhaseResult, Superseded
from apps.workspaces.models import Workspace
from tests.integration.runs_fixture import TOY, expire_lease, toy_run, types_of
from workers import stopping, tasks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
STARTED = PhaseResult(artifact={"parts": 0})


@pytest.fixture(autouse=True)
def nobody_is_asked_to_stop() -> Iterator[None]:
    yield
    stopping.forget()


def always() -> bool:
    return True


def message() -> None:
    """As if a worker of the queue had heard a bell."""
    tasks.run_phase.apply(args=["", ""], routing_key="verify").get()


def state_of(run: Run) -> tuple[str, int]:
    return PhaseRun.objects.values_list("state", "attempt").get(run=run, name="toy_first")


def in_thread(work: Callable[[], Any]) -> threading.Thread:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_one_message_is_enough_for_short_phases(workspace: Workspace):
    runs = [toy_run(workspace) for _ in range(2)]

    message()

    assert len(TOY.ran) == 8
    for run in runs:
        run.refresh_from_db()
        assert run.state == RunState.COMPLETED
        assert types_of(run) == ["toy_started", "toy_told", "toy_finished"]


def test_a_worker_goes_back_to_its_messages_after_a_while(workspace: Workspace, monkeypatch: Any):
    monkeypatch.setattr(tasks, "CHAIN_SECONDS", 0.2)
    toy_run(workspace)

    def slow(ctx: Any) -> PhaseResult:
        time.sleep(0.3)
        return PhaseResult(artifact={"parts": 2})

    TOY.behaviours["toy_first"] = slow
    message()

    assert TOY.ran == ["toy_first:0:0"]
    assert set(PhaseRun.objects.filter(name="toy_part").values_list("state", "attempt")) == {(PhaseState.READY, 0)}


def test_a_worker_that_is_told_to_stop_takes_nothing_more(workspace: Workspace):
    toy_run(workspace)

    def stop(ctx: Any) -> PhaseResult:
        stopping.ask(grace=60)
        return PhaseResult(artifact={"parts": 2})

    TOY.behaviours["toy_first"] = stop
    message()

    assert TOY.ran == ["toy_first:0:0"]
    assert state_of(Run.objects.get()) == (PhaseState.DONE, 1)
    assert set(PhaseRun.objects.filter(name="toy_part").values_list("state", "attempt")) == {(PhaseState.READY, 0)}


def test_phases_in_a_row_are_taken_in_turn_between_workspaces(workspace: Workspace):
    for _ in range(10):
        toy_run(workspace)
    other = Workspace.objects.create(name="Another's")
    late = toy_run(other)
    owners: list[Any] = []

    def note(ctx: Any) -> PhaseResult:
        owners.append(ctx.workspace_id)
        return PhaseResult(artifact={"parts": 1, "index": 0})

    for name in ("toy_first", "toy_part", "toy_last"):
        TOY.behaviours[name] = note
    assert executor.execute_next(queue="verify", tools=None, go_on=always) == len(owners) == 33

    late.refresh_from_db()
    assert late.state == RunState.COMPLETED
    assert owners[:6].count(other.id) == 3, "every second phase was the other's until its run had ended"


def test_a_worker_that_dies_between_a_commit_and_the_phase_taken_with_it_loses_nothing(workspace: Workspace):
    first, second = toy_run(workspace), toy_run(workspace)
    lease = claiming.claim(run_id=first.id, key=PhaseKey("toy_first"))

    assert leases.commit(lease, STARTED, then="verify")  # killed here
    assert state_of(first) == (PhaseState.DONE, 1)
    assert state_of(second) == (PhaseState.RUNNING, 1)
    assert types_of(second) == []

    expire_lease(second, "toy_first")
    assert executor.drain(run_id=second.id, tools=None) == RunState.COMPLETED
    assert [error["code"] for error in phase_errors(second)] == ["worker_lost"]
    assert types_of(second) == ["toy_started", "toy_told", "toy_finished"]


def test_the_phase_taken_with_a_commit_has_a_whole_lease(workspace: Workspace, settings: Any):
    settings.PHASE_LEASE_SECONDS = 3
    first, second = toy_run(workspace), toy_run(workspace)
    lease = claiming.claim(run_id=first.id, key=PhaseKey("toy_first"))

    leases.commit(lease, PhaseResult(artifact={"parts": 0}, project=lambda: time.sleep(1.5)), then="verify")

    with connection.cursor() as cursor:
        cursor.execute("SELECT lease_until - now() FROM runs_phaserun WHERE run_id = %s", [second.id])
        assert cursor.fetchone()[0].total_seconds() > 2


@pytest.mark.parametrize("spoiled", ["superseded", "broken"])
def test_a_commit_that_fails_takes_nothing(workspace: Workspace, spoiled: str):
    first, second = toy_run(workspace), toy_run(workspace)
    lease = claiming.claim(run_id=first.id, key=PhaseKey("toy_first"))

    if spoiled == "superseded":
        PhaseRun.objects.filter(run=second).update(state=PhaseState.VOID)
        expire_lease(first, "toy_first")
        assert claiming.claim_next(queue="verify").run.id == first.id
        PhaseRun.objects.filter(run=second).update(state=PhaseState.READY)
        with pytest.raises(Superseded):
            leases.commit(lease, STARTED, then="verify")
    else:
        with pytest.raises(ZeroDivisionError):
            leases.commit(lease, PhaseResult(artifact={"parts": 0}, project=lambda: 1 / 0), then="verify")

    assert state_of(second) == (PhaseState.READY, 0)
    assert state_of(first)[0] == PhaseState.RUNNING


def test_a_phase_that_fails_ends_the_row(workspace: Workspace):
    toy_run(workspace)
    second = toy_run(workspace)

    def fail(ctx: Any) -> PhaseResult:
        raise PhaseError("corrupt", "cannot be read", retryable=False)

    TOY.behaviours["toy_first"] = fail
    assert executor.execute_next(queue="verify", tools=None, go_on=always) == 1
    assert state_of(second) == (PhaseState.READY, 0)


def test_a_commit_waits_for_no_phase_that_another_has_locked(workspace: Workspace):
    first, second = toy_run(workspace), toy_run(workspace)
    lease = claiming.claim(run_id=first.id, key=PhaseKey("toy_first"))
    committed: list[Any] = []

    with transaction.atomic():
        PhaseRun.objects.select_for_update().get(run=second)
        worker = in_thread(lambda: committed.append(leases.commit(lease, STARTED, then="verify")))
        worker.join(10)
        assert [claiming.leased(taken).key.name for taken in committed] == ["toy_last"], (
            "not the older one of the other"
        )
    assert state_of(first) == (PhaseState.DONE, 1)


def test_a_run_that_begins_tells_so_after_the_commit_that_took_it(workspace: Workspace):
    first, second = toy_run(workspace), toy_run(workspace)

    with transaction.atomic():
        Stream.objects.select_for_update().get(id=second.stream_id)  # what it is to tell has to wait
        worker = in_thread(lambda: executor.execute_next(queue="verify", tools=None, go_on=always))
        end = time.monotonic() + 10
        while state_of(first)[0] != PhaseState.DONE and time.monotonic() < end:
            time.sleep(0.02)
        assert state_of(first) == (PhaseState.DONE, 1)
        assert state_of(second) == (PhaseState.RUNNING, 1)
        assert "toy_told" in types_of(first)
    worker.join()

    second.refresh_from_db()
    assert second.state == RunState.COMPLETED


def test_of_two_parts_that_end_at_once_the_later_sees_the_other_and_opens_what_follows(workspace: Workspace):
    run = toy_run(workspace)
    executor.execute(run_id=run.id, key=PhaseKey("toy_first"), tools=None)
    parts = [claiming.claim(run_id=run.id, key=PhaseKey("toy_part", 0, index)) for index in range(2)]
    holding = threading.Event()

    def hold() -> None:
        holding.set()
        time.sleep(0.7)  # while the other waits for the run's row

    held = PhaseResult(artifact={"index": 0}, project=hold)
    first = in_thread(lambda: leases.commit(parts[0], held))
    assert holding.wait(10)
    leases.commit(parts[1], PhaseResult(artifact={"index": 1}))
    first.join()

    assert PhaseRun.objects.get(run=run, name="toy_last").state == PhaseState.READY
