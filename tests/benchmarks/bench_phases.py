"""Phases claimed and finished a second, against a bare loop over a table of jobs with SKIP LOCKED.

    python -m tests.benchmarks.bench_phases [--phases N] [--queued N] [--threads N]

Over an embedded PostgreSQL of its own, which syncs each commit to the disk as in production. The bare loop takes a job
(UPDATE … WHERE id = (SELECT … FOR UPDATE SKIP LOCKED LIMIT 1)), commits, marks it done, commits. Ours does as a worker
does: it takes the phase whose turn it is, runs it, and commits its artifact, an event, the next phase and its own end,
together with the claim of the phase whose turn is next, for a second on end; runs of three phases, done to their ends.
The bare loop waits for the disk twice a job, ours once a phase. Beside it a loop without transactions of its own, where
each statement commits itself. All keep their connections, as workers do, and go by turns of a tenth of a second, since
a shared machine is not as fast from second to second: what counts is the median of the turns' ratios. Then ours with
many phases queued in one workspace, and in a hundred, against itself a moment before. Aim: half the bare loop's.
"""

import argparse
import statistics
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import uuid4

from tests.benchmarks.database import own_database

ROUNDS = 40
QUEUED_ROUNDS = 8
WARM_UP = 5  # rounds in which each connection plans its statements
PHASES_PER_RUN = 3
BARE_TAKE = """
UPDATE bare_job SET state = 'running' WHERE id = (
    SELECT id FROM bare_job WHERE state = 'ready' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id
"""


def bare_once(more: Callable[[], bool]) -> bool:
    """One job of the bare table, in two transactions."""
    from django.db import transaction

    return _bare(transaction.atomic)


def plain_once(more: Callable[[], bool]) -> bool:
    """The same by two statements that commit themselves."""
    return _bare(nullcontext)


def _bare(transaction: Callable[[], AbstractContextManager[Any]]) -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        with transaction():
            cursor.execute(BARE_TAKE)
            row = cursor.fetchone()
        if row is None:
            return False
        with transaction():
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

        def belongs(self, run: Any) -> bool:
            return True

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


def drop_queued() -> None:
    """Forget what is left in the queue."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE runs_phaserun, runs_run, runs_artifact, runs_event, runs_stream CASCADE")


class Crew:
    """Threads that keep their connections."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads)

    def seconds_each(self, once: Callable[[Callable[[], bool]], int], number: int) -> float:
        """What one of ``number`` jobs takes, all threads at work."""
        left, lock = [number], threading.Lock()

        def more() -> bool:
            with lock:
                left[0] -= 1
                return left[0] >= 0

        def work(_: int) -> int:
            done = 0
            while more():
                finished = once(more)
                done += finished
                if not finished:
                    break
            return done

        begun = time.perf_counter()
        done = sum(self.pool.map(work, range(self.threads)))
        return (time.perf_counter() - begun) / done

    def leave(self) -> None:
        """Close the connections."""
        from django.db import connection

        together = threading.Barrier(self.threads)

        def close(_: int) -> None:
            together.wait()  # one each
            connection.close()

        list(self.pool.map(close, range(self.threads)))
        self.pool.shutdown()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phases", type=int, default=60, help="in each turn of a thread")
    parser.add_argument("--queued", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    with own_database():
        measure(options)


def measure(options: argparse.Namespace) -> None:
    from apps.runs import bells
    from apps.workspaces.models import Workspace

    bells.silence()
    register()
    workspaces = [Workspace.objects.create(name=f"tenant {number}") for number in range(100)]
    for threads in (1, options.threads):
        number, turns = options.phases * threads, []
        crew = Crew(threads)
        bare_fill(2 * number * (ROUNDS + WARM_UP))
        for _ in range(ROUNDS + WARM_UP):
            queue_runs(workspaces[:1], number // PHASES_PER_RUN)
            turns.append([crew.seconds_each(once, number) for once in (bare_once, plain_once, ours_once)])
        crew.leave()
        turns = turns[WARM_UP:]
        bare, plain, ours = (1 / statistics.median(column) for column in zip(*turns, strict=True))
        low, ratio, high = statistics.quantiles((turn[0] / turn[2] for turn in turns), n=4)
        beside = statistics.median(turn[1] / turn[2] for turn in turns)
        print(
            f"{threads} at once: bare {bare:.0f}/s, phases {ours:.0f}/s, "
            f"ratio {ratio:.2f} (half of the turns {low:.2f} to {high:.2f}); "
            f"without transactions {plain:.0f}/s, {beside:.2f}"
        )
    measure_queued(options, workspaces)


def measure_queued(options: argparse.Namespace, workspaces: list[Any]) -> None:
    """With a full queue, against few phases a moment before."""
    from django.db import connection

    number = options.phases * options.threads
    for owners, told in ((workspaces[:1], "one workspace"), (workspaces, "a hundred workspaces")):
        crew = Crew(options.threads)
        queue_runs(workspaces[:1], number * (QUEUED_ROUNDS + WARM_UP) // PHASES_PER_RUN)
        alone = usual_seconds(crew, number)
        queue_runs(owners, options.queued)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE runs_phaserun, runs_run")
        behind = usual_seconds(crew, number)
        crew.leave()
        share = f"{alone / behind:.2f} of {1 / alone:.0f}/s"
        print(f"with {options.queued:,} more queued in {told}: {1 / behind:.0f}/s, {share}")
        drop_queued()


def usual_seconds(crew: Crew, number: int) -> float:
    """What a phase takes, in the median of some turns."""
    return statistics.median([crew.seconds_each(ours_once, number) for _ in range(QUEUED_ROUNDS + WARM_UP)][WARM_UP:])


if __name__ == "__main__":
    main()
