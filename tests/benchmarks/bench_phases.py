"""Phases claimed and finished a second, against a bare loop over a table of jobs with SKIP LOCKED.

    python -m tests.benchmarks.bench_phases [--phases N] [--queued N] [--threads N]

Over an embedded PostgreSQL of its own, which syncs each commit to the disk as in production. The bare loop takes a job
(UPDATE … WHERE id = (SELECT … FOR UPDATE SKIP LOCKED LIMIT 1)), commits, marks it done, commits. Ours does as a worker
does: it takes the phase whose turn it is, runs it, and commits its artifact, an event, the next phase and its own end,
together with the claim of the phase whose turn is next, for a second on end; runs of three phases, done to their ends.
The bare loop waits for the disk twice a job, ours once a phase. Then ours with many phases queued in one workspace, and
in a hundred. Aim: half the bare loop's.
"""

import argparse
import statistics
import threading
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.benchmarks.database import own_database

ROUNDS = 5
PHASES_PER_RUN = 3
BARE_TAKE = """
UPDATE bare_job SET state = 'running' WHERE id = (
    SELECT id FROM bare_job WHERE state = 'ready' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id
"""


def bare_once() -> bool:
    """One job of the bare table."""
    from django.db import connection, transaction

    with connection.cursor() as cursor:
        with transaction.atomic():
            cursor.execute(BARE_TAKE)
            row = cursor.fetchone()
        if row is None:
            return False
        with transaction.atomic():
            cursor.execute("UPDATE bare_job SET state = 'done' WHERE id = %s", [row[0]])
    return True


def bare_fill(number: int) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bare_job (id bigserial PRIMARY KEY, state text, payload text)")
        cursor.execute("CREATE INDEX IF NOT EXISTS bare_ready ON bare_job (id) WHERE state = 'ready'")
        cursor.execute(
            "INSERT INTO bare_job (state, payload) SELECT 'ready', 'x' FROM generate_series(1, %s)", [number]
        )


def register() -> None:
    """A pipeline of one phase after the other, each with an artifact and an event."""
    from apps.runs.registry import PHASES, PIPELINES, SUBJECTS, Phase, Pipeline
    from apps.runs.types import EventDraft, PhaseKey, PhaseResult

    class Subject:
        restartable = False

        def started(self, run: Any) -> list[Any]:
            return []

        def finished(self, run: Any, outcome: Any) -> list[Any]:
            return []

    def step(ctx: Any) -> PhaseResult:
        return PhaseResult(artifact={"n": 1}, events=[EventDraft(type="stepped", payload={"n": 1})])

    def following(state: Any) -> tuple[PhaseKey, ...]:
        done = sum(1 for key in state.states if state.done(*key))
        return tuple(PhaseKey("bench_step", 0, index) for index in range(min(done + 1, PHASES_PER_RUN)))

    SUBJECTS.add("bench", Subject())
    PHASES.add("bench_step", Phase(name="bench_step", run=step, queue=lambda: "bench"))
    PIPELINES.add("bench", Pipeline(name="bench", first=PhaseKey("bench_step"), next_phases=following))


def ours_once(more: Callable[[], bool] = lambda: False) -> int:
    """Phases as a worker does them on a message, one behind the other while there shall be more; how many."""
    from apps.runs.executor import execute_next
    from workers.tasks import CHAIN_SECONDS

    end = time.monotonic() + CHAIN_SECONDS
    return execute_next(queue="bench", tools=None, go_on=lambda: time.monotonic() < end and more())


def queue_runs(workspaces: list[Any], number: int) -> None:
    """Runs whose first phase is ready, in bulk."""
    from apps.runs.models import PhaseRun, Run, Stream

    for start in range(0, number, 5000):
        owners = [workspaces[place % len(workspaces)] for place in range(start, min(start + 5000, number))]
        streams = Stream.objects.bulk_create(Stream(kind="workspace", workspace=owner) for owner in owners)
        runs = Run.objects.bulk_create(
            Run(workspace=owner, pipeline="bench", subject_kind="bench", subject_id=uuid4(), stream=stream)
            for owner, stream in zip(owners, streams, strict=True)
        )
        PhaseRun.objects.bulk_create(
            PhaseRun(run=run, workspace_id=run.workspace_id, name="bench_step", queue="bench") for run in runs
        )


def rate(once: Callable[[Callable[[], bool]], int], number: int, threads: int) -> float:
    """Jobs a second, ``threads`` at once."""
    from django.db import connection

    left, done = [number], [0]
    lock = threading.Lock()

    def more() -> bool:
        with lock:
            left[0] -= 1
            return left[0] >= 0

    def work() -> None:
        while more():
            finished = once(more)
            with lock:
                done[0] += finished
            if not finished:
                break
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(threads)]
    begun = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return done[0] / (time.perf_counter() - begun)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phases", type=int, default=300)
    parser.add_argument("--queued", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    with own_database():
        measure(options)


def measure(options: argparse.Namespace) -> None:
    from django.db import connection

    from apps.runs import bells
    from apps.workspaces.models import Workspace

    bells.silence()
    register()
    workspaces = [Workspace.objects.create(name=f"tenant {number}") for number in range(100)]
    bare_fill(options.phases * ROUNDS * 2)
    for threads in (1, options.threads):
        pairs = []
        for _ in range(ROUNDS):
            queue_runs(workspaces[:1], options.phases // PHASES_PER_RUN)
            pairs.append(
                (rate(lambda _: bare_once(), options.phases, threads), rate(ours_once, options.phases, threads))
            )
        bare, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(mine / theirs for theirs, mine in pairs)
        print(f"{threads} at once: bare {bare:.0f}/s, phases {ours:.0f}/s, ratio {ratio:.2f}")
    queue_runs(workspaces[:1], options.phases // PHASES_PER_RUN)
    alone = rate(ours_once, options.phases, options.threads)
    for owners, told in ((workspaces[:1], "one workspace"), (workspaces, "a hundred workspaces")):
        queue_runs(owners, options.queued)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE runs_phaserun, runs_run")
        behind = rate(ours_once, options.phases, options.threads)
        print(f"with {options.queued:,} more queued in {told}: {behind:.0f}/s, {behind / alone:.2f} of {alone:.0f}/s")


if __name__ == "__main__":
    main()
