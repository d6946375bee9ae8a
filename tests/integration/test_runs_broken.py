"""What cannot go on, ends: broken pipelines and subjects, names nobody knows, connections that are lost."""

import datetime as dt
import threading
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.models.functions import Now

from apps.runs import bells, claiming, executor, heartbeat, leases, sweeper
from apps.runs.models import Artifact, Checkpoint, PhaseRun, PhaseState, Run, RunState
from apps.runs.registry import PIPELINES, SUBJECTS, Pipeline
from apps.runs.selectors import events_after, phase_errors
from apps.runs.services import phase_retry, runs_forget
from apps.runs.types import EventDraft, PhaseError, PhaseKey, PhaseResult, Superseded
from apps.workspaces.models import Workspace
from tests.integration.runs_fixture import TOY, ToySubject, execute, toy_next, toy_run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: Any) -> None:
    monkeypatch.setattr(leases, "RETRY_SECONDS", (0.0,))


def long_ago(run: Run, **values: Any) -> None:
    PhaseRun.objects.filter(run=run).update(available_at=Now() - dt.timedelta(hours=1), **values)


def test_a_phase_that_only_newer_workers_know_is_left_to_them_and_given_up_when_none_comes(workspace: Workspace):
    run = toy_run(workspace)
    PhaseRun.objects.filter(run=run).update(name="of_tomorrow")

    assert not execute(run, "of_tomorrow:0:0")
    sweeper.sweep()
    assert PhaseRun.objects.get(run=run).state == PhaseState.READY, "a deploy may be under way"

    long_ago(run)
    sweeper.sweep()
    run.refresh_from_db()
    assert (run.state, run.error_code) == (RunState.FAILED, "unknown_phase")


def test_a_run_of_a_pipeline_that_is_no_more_ends(workspace: Workspace):
    run = toy_run(workspace)
    Run.objects.filter(id=run.id).update(pipeline="of_yesterday")

    assert not execute(run, "toy_first:0:0")
    assert PhaseRun.objects.get(run=run).attempt == 0, "nothing was claimed"
    long_ago(run)
    sweeper.sweep()

    run.refresh_from_db()
    assert (run.state, run.error_code) == (RunState.FAILED, "unknown_phase")


def test_a_ready_phase_whose_attempts_are_used_up_is_given_up(workspace: Workspace, settings: Any):
    run = toy_run(workspace)
    TOY.behaviours["toy_first"] = lambda ctx: 1 / 0
    execute(run, "toy_first:0:0")
    execute(run, "toy_first:0:0")
    settings.PHASE_MAX_ATTEMPTS = 2  # lowered by whoever runs the workers

    assert not execute(run, "toy_first:0:0")
    sweeper.sweep()

    run.refresh_from_db()
    assert run.state == RunState.FAILED


def test_a_pipeline_that_cannot_say_what_follows_a_lost_phase_ends_the_run(workspace: Workspace, monkeypatch: Any):
    run = toy_run(workspace)
    execute(run, "toy_first:0:0")

    def breaks_on_failure(state: Any) -> Any:
        if PhaseState.FAILED in state.states.values():
            raise KeyError("verdicts")
        return toy_next(state)

    broken = Pipeline(name="toy", first=PhaseKey("toy_first"), next_phases=breaks_on_failure)
    monkeypatch.setitem(PIPELINES._items, "toy", broken)

    def fail(ctx: Any) -> PhaseResult:
        raise PhaseError("down", "cannot be done", retryable=False)

    TOY.behaviours["toy_part"] = fail
    execute(run, "toy_part:0:0")

    run.refresh_from_db()
    assert (run.state, run.error_code) == (RunState.FAILED, "pipeline_broken")
    assert not PhaseRun.objects.filter(run=run, state__in=["ready", "running"]).exists()


def test_a_pipeline_that_breaks_in_the_commit_costs_attempts_and_then_the_run(workspace: Workspace, monkeypatch: Any):
    run = toy_run(workspace)
    broken = Pipeline(name="toy", first=PhaseKey("toy_first"), next_phases=lambda state: 1 / 0)
    monkeypatch.setitem(PIPELINES._items, "toy", broken)

    assert executor.drain(run_id=run.id, tools=None) == RunState.FAILED
    assert [error["code"] for error in phase_errors(run)] == ["unexpected"] * 4


def test_one_run_whose_end_breaks_does_not_keep_the_sweeper_from_the_others(workspace: Workspace, monkeypatch: Any):
    class Broken(ToySubject):
        def finished(self, run: Run, outcome: Any) -> list[Any]:
            raise RuntimeError("cannot be told")

    monkeypatch.setitem(SUBJECTS._items, "broken", Broken())
    poison, sound, idle = toy_run(workspace), toy_run(workspace), toy_run(workspace)
    Run.objects.filter(id=poison.id).update(subject_kind="broken")
    for run in (poison, sound):
        long_ago(run, state="running", attempt=12, losses=11, fence=12, lease_until=Now() - dt.timedelta(seconds=5))
    long_ago(idle, rung_at=None)
    rung: list[Any] = []
    monkeypatch.setattr(bells, "ring_worker", lambda **bell: rung.append(bell["run_id"]))

    sweeper.sweep()

    sound.refresh_from_db()
    assert sound.state == RunState.FAILED
    assert rung == [idle.id]


def test_a_phase_that_loses_its_database_connection_is_ready_again_at_once(workspace: Workspace):
    run = toy_run(workspace)

    def cut_off(ctx: Any) -> PhaseResult:
        if ctx.attempt == 1:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return PhaseResult(artifact={"parts": 0})

    TOY.behaviours["toy_first"] = cut_off
    execute(run, "toy_first:0:0")

    phase = PhaseRun.objects.get(run=run)
    assert phase.state == PhaseState.READY, "the failure is stored over a new connection"
    assert OperationalError.__name__ in phase.errors[0]["message"]
    assert execute(run, "toy_first:0:0")


def test_who_is_told_to_stop_leaves_the_phase_to_others_at_once(workspace: Workspace, monkeypatch: Any):
    monkeypatch.setattr(heartbeat, "LOOK_SECONDS", 0.05)
    run = toy_run(workspace)
    stop = threading.Event()

    def long(ctx: Any) -> PhaseResult:
        stop.set()
        assert ctx._lost.wait(20)
        ctx.check()
        return PhaseResult()

    TOY.behaviours["toy_first"] = long
    assert executor.drain(run_id=run.id, tools=None, until=stop.is_set) == RunState.ACTIVE

    phase = PhaseRun.objects.get(run=run)
    assert (phase.state, phase.attempt, phase.errors) == (PhaseState.READY, 0, [])
    TOY.behaviours["toy_first"] = lambda ctx: PhaseResult(artifact={"parts": 0})
    assert executor.drain(run_id=run.id, tools=None) == RunState.COMPLETED


def test_a_phase_that_does_not_listen_is_left_to_others_while_it_works(workspace: Workspace, monkeypatch: Any):
    monkeypatch.setattr(heartbeat, "LOOK_SECONDS", 0.05)
    run = toy_run(workspace)
    stop = threading.Event()
    seen = []

    def deaf(ctx: Any) -> PhaseResult:
        stop.set()
        assert ctx._lost.wait(20)
        seen.append(PhaseRun.objects.get(run=run).state)
        TOY.behaviours["toy_first"] = lambda other: PhaseResult(artifact={"parts": 0})
        with pytest.raises(Superseded):
            ctx.checkpoint("an item")
        assert executor.execute(run_id=run.id, key=ctx.key, tools=None), "another goes on meanwhile"
        return PhaseResult(artifact={"parts": 7})

    TOY.behaviours["toy_first"] = deaf
    assert executor.drain(run_id=run.id, tools=None, until=stop.is_set) == RunState.ACTIVE

    assert seen == [PhaseState.READY]
    assert Artifact.objects.get(run=run, name="toy_first").data == {"parts": 0}, "what came too late is not stored"
    assert executor.drain(run_id=run.id, tools=None) == RunState.COMPLETED
    assert not PhaseRun.objects.get(run=run, name="toy_first").errors


@pytest.mark.parametrize("error", [OperationalError("gone"), RuntimeError("can't start new thread")])
def test_a_worker_that_cannot_leave_one_phase_keeps_its_pulse(workspace: Workspace, monkeypatch: Any, error: Exception):
    monkeypatch.setattr(heartbeat, "LOOK_SECONDS", 0.05)
    run = toy_run(workspace)
    stop, tries = threading.Event(), []
    hand_back = leases.hand_back

    def fails_once(lease: Any) -> bool:
        tries.append(lease)
        if len(tries) == 1:
            raise error
        return hand_back(lease)

    def works(ctx: Any) -> PhaseResult:
        stop.set()
        assert ctx._lost.wait(20)
        ctx.check()
        return PhaseResult()

    monkeypatch.setattr(leases, "hand_back", fails_once)
    TOY.behaviours["toy_first"] = works
    assert executor.drain(run_id=run.id, tools=None, until=stop.is_set) == RunState.ACTIVE

    phase = PhaseRun.objects.get(run=run)
    assert (phase.state, phase.attempt, phase.errors) == (PhaseState.READY, 0, [])
    assert len(tries) == 2
    assert any(thread.name == "heartbeat" and thread.is_alive() for thread in threading.enumerate())


def test_an_error_of_what_was_broken_off_with_the_worker_is_no_failed_attempt(workspace: Workspace, monkeypatch: Any):
    monkeypatch.setattr(heartbeat, "LOOK_SECONDS", 0.05)
    run = toy_run(workspace)
    stop = threading.Event()

    def reads(ctx: Any) -> PhaseResult:
        stop.set()
        assert ctx._lost.wait(20)
        raise PhaseError("killed", "the reader was stopped", retryable=True)

    TOY.behaviours["toy_first"] = reads
    assert executor.drain(run_id=run.id, tools=None, until=stop.is_set) == RunState.ACTIVE

    phase = PhaseRun.objects.get(run=run)
    assert (phase.state, phase.attempt, phase.errors) == (PhaseState.READY, 0, [])


def test_an_error_with_letters_that_the_database_refuses_is_stored_without_them(workspace: Workspace):
    run = toy_run(workspace)

    def fail(ctx: Any) -> PhaseResult:
        raise PhaseError("odd", "a\x00b\ud800c", retryable=False)

    TOY.behaviours["toy_first"] = fail
    execute(run, "toy_first:0:0")

    run.refresh_from_db()
    assert (run.state, run.error_message) == (RunState.FAILED, "abc")


def test_letters_that_the_database_refuses_are_left_out_of_artifacts_and_events(workspace: Workspace):
    run = toy_run(workspace)
    draft = EventDraft(type="told", payload={"delta": "a\x00\ud800b", "kept": ["\\u0000", "𝄞"]})
    TOY.behaviours["toy_first"] = lambda ctx: PhaseResult(artifact={"parts": 0, "text": "x\x00"}, events=[draft])

    assert execute(run, "toy_first:0:0")

    assert Artifact.objects.get(run=run).data["text"] == "x"
    told = [event["payload"] for event in events_after(stream_id=run.stream_id) if event["type"] == "told"]
    assert told == [{"delta": "ab", "kept": ["\\u0000", "𝄞"]}]


def test_a_subject_can_be_forgotten_while_a_worker_writes_a_checkpoint(workspace: Workspace):
    run = toy_run(workspace)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("toy_first"))
    writing, failures = threading.Event(), []

    def slow_checkpoint() -> None:
        def project() -> None:
            writing.set()
            threading.Event().wait(0.7)

        leases.record(lease, item="page", project=project)
        connection.close()

    def forget() -> None:
        try:
            runs_forget(subject_kind="toy", subject_id=run.subject_id)
        except Exception as error:
            failures.append(error)
        connection.close()

    threads = [threading.Thread(target=slow_checkpoint), threading.Thread(target=forget)]
    threads[0].start()
    writing.wait(10)
    threads[1].start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert not Run.objects.exists()
    assert not Checkpoint.objects.exists()


def test_a_failed_run_is_not_taken_up_again_beside_a_newer_one(workspace: Workspace):
    run = toy_run(workspace)

    def fail(ctx: Any) -> PhaseResult:
        raise PhaseError("down", "cannot be done", retryable=False)

    TOY.behaviours["toy_first"] = fail
    execute(run, "toy_first:0:0")
    newer = toy_run(workspace)
    Run.objects.filter(id=newer.id).update(subject_id=run.subject_id)

    assert not phase_retry(phase=run.phases.get())
