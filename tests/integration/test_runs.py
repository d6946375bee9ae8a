"""The engine of durable runs over a real PostgreSQL."""

import datetime as dt
import threading

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from apps.runs import claiming, events, executor, leases
from apps.runs.models import Artifact, Checkpoint, Event, PhaseRun, PhaseState, Run, RunState, Stream
from apps.runs.selectors import phase_errors
from apps.runs.services import phase_retry, run_cancel, runs_forget
from apps.runs.types import EventDraft, PhaseError, PhaseKey, PhaseResult, Superseded
from tests.integration.runs_fixture import TOY, execute, expire_lease, toy_run, types_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


def test_a_run_goes_from_its_first_phase_over_the_fan_out_to_one_terminal_state(workspace):
    run = toy_run(workspace)

    assert executor.drain(run_id=run.id, tools=None) == RunState.COMPLETED

    assert Artifact.objects.get(run=run, name="toy_last").data == {"sum": 1}
    assert set(PhaseRun.objects.filter(run=run).values_list("state", flat=True)) == {PhaseState.DONE}
    assert types_of(run) == ["toy_started", "toy_told", "toy_finished"]


def test_a_message_delivered_five_times_at_once_runs_the_phase_once(workspace):
    run = toy_run(workspace)
    barrier = threading.Barrier(5)
    claimed = []

    def deliver() -> None:
        barrier.wait()
        claimed.append(execute(run, "toy_first:0:0"))
        connection.close()

    threads = [threading.Thread(target=deliver) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(claimed) == [False] * 4 + [True]
    assert TOY.ran == ["toy_first:0:0"]


def test_the_message_of_a_later_phase_that_comes_first_finds_nothing_to_claim(workspace):
    run = toy_run(workspace)

    assert not execute(run, "toy_last:0:0")

    assert TOY.ran == []


def test_a_finished_phase_is_not_run_again(workspace):
    run = toy_run(workspace)
    execute(run, "toy_first:0:0")

    assert not execute(run, "toy_first:0:0")


def test_a_phase_whose_lease_ran_out_is_taken_over_and_the_first_worker_is_refused(workspace):
    run = toy_run(workspace)
    stopped = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    assert claiming.claim(run_id=run.id, key=PhaseKey("toy_first")) is None

    expire_lease(run, "toy_first")
    assert execute(run, "toy_first:0:0")

    with pytest.raises(Superseded):
        leases.record(stopped, drafts=[EventDraft(type="late")])
    with pytest.raises(Superseded):
        leases.commit(stopped, PhaseResult(artifact={"parts": 99}))
    with pytest.raises(Superseded):
        leases.fail(stopped, PhaseError("late", "late", retryable=False))
    assert not leases.renewed([stopped])
    assert Artifact.objects.get(run=run, name="toy_first").data == {"parts": 2}
    assert "late" not in types_of(run)
    assert [error["code"] for error in phase_errors(run)] == ["worker_lost"]


def test_a_heartbeat_holds_the_lease_of_a_phase_that_works_longer_than_it(workspace, settings):
    settings.PHASE_LEASE_SECONDS = 0.6
    run = toy_run(workspace)
    entered, release = threading.Event(), threading.Event()

    def slow(ctx) -> PhaseResult:
        entered.set()
        release.wait(10)
        return PhaseResult(artifact={"parts": 0})

    TOY.behaviours["toy_first"] = slow
    worker = threading.Thread(target=lambda: (execute(run, "toy_first:0:0"), connection.close()))
    worker.start()
    entered.wait(10)
    release.wait(1.5)
    assert claiming.claim(run_id=run.id, key=PhaseKey("toy_first")) is None
    release.set()
    worker.join()

    assert PhaseRun.objects.get(run=run, name="toy_first").state == PhaseState.DONE


def test_a_phase_past_its_deadline_loses_its_lease(workspace):
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    PhaseRun.objects.filter(id=lease.phase_id).update(deadline_at=Now() - dt.timedelta(seconds=1))

    assert not leases.renewed([lease])
    assert not leases.held([lease])


def test_leases_are_renewed_without_waiting_for_a_phase_that_somebody_has_locked(workspace):
    locked, other = (claiming.claim(run_id=toy_run(workspace).id, key=PhaseKey("toy_first")) for _ in range(2))
    renewed = []

    def renew() -> None:
        renewed.append(leases.renewed([locked, other]))
        connection.close()

    with transaction.atomic():
        PhaseRun.objects.select_for_update().get(id=locked.phase_id)
        pulse = threading.Thread(target=renew)
        pulse.start()
        pulse.join(10)
        assert renewed == [{other.phase_id}]
    assert leases.held([locked, other]) == {locked.phase_id, other.phase_id}


def test_a_retryable_error_is_kept_and_the_phase_tried_again_after_a_pause(workspace):
    run = toy_run(workspace)

    def fail_once(ctx) -> PhaseResult:
        if ctx.attempt == 1:
            raise PhaseError("busy", "come back later", retryable=True)
        return PhaseResult(artifact={"parts": 0})

    TOY.behaviours["toy_first"] = fail_once
    execute(run, "toy_first:0:0")
    assert not execute(run, "toy_first:0:0"), "the pause is kept"

    assert executor.drain(run_id=run.id, tools=None) == RunState.COMPLETED
    assert [(error["attempt"], error["code"]) for error in phase_errors(run)] == [(1, "busy")]


def test_a_final_error_ends_the_run_with_its_reason(workspace):
    run = toy_run(workspace)

    def fail(ctx) -> PhaseResult:
        raise PhaseError("corrupt", "cannot be read", retryable=False)

    TOY.behaviours["toy_first"] = fail

    assert executor.drain(run_id=run.id, tools=None) == RunState.FAILED
    run.refresh_from_db()
    assert (run.error_code, run.error_message) == ("corrupt", "cannot be read")
    assert types_of(run) == ["toy_started", "toy_finished"]


def test_a_phase_that_always_breaks_is_given_up_after_its_attempts(workspace, settings, monkeypatch):
    settings.PHASE_MAX_ATTEMPTS = 3
    monkeypatch.setattr(leases, "RETRY_SECONDS", (0.0,))
    run = toy_run(workspace)
    TOY.behaviours["toy_first"] = lambda ctx: 1 / 0

    assert executor.drain(run_id=run.id, tools=None) == RunState.FAILED
    assert TOY.ran == ["toy_first:0:0"] * 3
    assert [error["code"] for error in phase_errors(run)] == ["unexpected"] * 3


def test_a_tolerated_phase_that_gives_up_does_not_end_the_run(workspace):
    run = toy_run(workspace)

    def part(ctx) -> PhaseResult:
        if ctx.key.index == 0:
            raise PhaseError("broken", "this part cannot be done", retryable=False)
        return PhaseResult(artifact={"index": ctx.key.index})

    TOY.behaviours["toy_part"] = part

    assert executor.drain(run_id=run.id, tools=None) == RunState.COMPLETED
    assert Artifact.objects.get(run=run, name="toy_last").data == {"sum": 1}


def test_checkpoints_of_a_killed_attempt_are_there_for_the_next_and_gone_after_the_commit(workspace):
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    leases.record(lease, item="page 1", data={"done": True}, drafts=[EventDraft(type="page")])
    expire_lease(run, "toy_first")
    seen = []

    def resume(ctx) -> PhaseResult:
        seen.append(ctx.checkpoints())
        return PhaseResult(artifact={"parts": 0})

    TOY.behaviours["toy_first"] = resume
    execute(run, "toy_first:0:0")

    assert seen == [{"page 1": {"done": True}}]
    assert not Checkpoint.objects.exists()


def test_cancelling_ends_the_run_at_once_and_whoever_works_on_it_is_refused(workspace):
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))

    assert run_cancel(run=run, reason="enough")
    assert not run_cancel(run=run), "it has ended already"

    with pytest.raises(Superseded):
        leases.commit(lease, PhaseResult(artifact={"parts": 2}))
    assert not execute(run, "toy_first:0:0")
    run.refresh_from_db()
    assert run.state == RunState.CANCELLED
    assert types_of(run) == ["toy_started", "toy_finished"]


def test_a_running_phase_notices_within_two_seconds_that_its_run_was_cancelled(workspace):
    run = toy_run(workspace)
    entered, noticed = threading.Event(), threading.Event()

    def long(ctx) -> PhaseResult:
        entered.set()
        if ctx._lost.wait(2):
            noticed.set()
        ctx.check()
        return PhaseResult()

    TOY.behaviours["toy_first"] = long
    worker = threading.Thread(target=lambda: (execute(run, "toy_first:0:0"), connection.close()))
    worker.start()
    entered.wait(10)
    run_cancel(run=run)
    worker.join()

    assert noticed.is_set()


def test_a_failed_run_of_a_restartable_subject_can_be_taken_up_again(workspace):
    run = toy_run(workspace)

    def fail(ctx) -> PhaseResult:
        raise PhaseError("down", "the service is away", retryable=False)

    TOY.behaviours["toy_first"] = fail
    executor.drain(run_id=run.id, tools=None)
    TOY.behaviours["toy_first"] = lambda ctx: PhaseResult(artifact={"parts": 1})

    assert phase_retry(phase=run.phases.get())
    assert executor.drain(run_id=run.id, tools=None) == RunState.COMPLETED
    assert not phase_retry(phase=run.phases.first())


def test_events_of_concurrent_writers_are_numbered_without_gap_even_when_some_roll_back(workspace):
    stream = events.stream_open(stream_id=workspace.id, kind="workspace", workspace=workspace)

    def write(writer: int) -> None:
        for number in range(20):
            try:
                with transaction.atomic():
                    events.append(stream_id=stream.id, drafts=[EventDraft(type=f"{writer}/{number}")] * 2)
                    if number % 5 == 0:
                        raise RuntimeError("rolled back")
            except RuntimeError:
                pass
        connection.close()

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    seqs = list(Event.objects.filter(stream=stream).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, 4 * 16 * 2 + 1))
    assert Stream.objects.get(id=stream.id).seq == seqs[-1]


def test_a_run_whose_workspace_is_deleted_while_it_works_leaves_nothing_behind(workspace):
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    workspace.delete()

    with pytest.raises(Superseded):
        leases.commit(lease, PhaseResult(artifact={"parts": 1}))
    assert not Run.objects.exists()
    assert not Event.objects.exists()


def test_forgetting_a_subject_removes_its_runs_and_refuses_their_workers(workspace):
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))

    runs_forget(subject_kind="toy", subject_id=run.subject_id)

    with pytest.raises(Superseded):
        leases.record(lease, drafts=[EventDraft(type="late")])
    assert not Run.objects.exists()
