"""A small pipeline to exercise the engine with: two parts in parallel after a first step, joined by a last one."""

import datetime as dt
import threading
from typing import Any
from uuid import uuid4

from django.db.models.functions import Now

from apps.runs import claiming, executor
from apps.runs.models import PhaseRun, Run
from apps.runs.registry import PHASES, PIPELINES, SUBJECTS, Phase, Pipeline
from apps.runs.selectors import events_after
from apps.runs.services import run_create
from apps.runs.types import EventDraft, Outcome, PhaseKey, PhaseResult, RunSnapshot
from apps.workspaces.models import Workspace


def toy_next(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    phases = [PhaseKey("toy_first")]
    if state.done("toy_first"):
        parts = [PhaseKey("toy_part", 0, index) for index in range(state.artifact("toy_first")["parts"])]
        phases += parts
        if all(state.settled(*part) for part in parts):
            phases.append(PhaseKey("toy_last"))
    return tuple(phases)


class ToySubject:
    """Remembers what it was told; its run's stream carries it."""

    restartable = True

    def belongs(self, run: Run) -> bool:
        return True

    def started(self, run: Run) -> list[EventDraft]:
        return [EventDraft(type="toy_started")]

    def finished(self, run: Run, outcome: Outcome) -> list[EventDraft]:
        return [EventDraft(type="toy_finished", payload={"state": outcome.state, "code": outcome.code})]


class Toy:
    """What the toy phases do, to be replaced by a test; counts how often each was run."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.lock = threading.Lock()
        self.behaviours: dict[str, Any] = {
            "toy_first": lambda ctx: PhaseResult(artifact={"parts": 2}, events=[EventDraft(type="toy_told")]),
            "toy_part": lambda ctx: PhaseResult(artifact={"index": ctx.key.index}),
            "toy_last": lambda ctx: PhaseResult(artifact={"sum": sum(a["index"] for a in ctx.artifacts("toy_part"))}),
        }

    def run(self, ctx: Any) -> PhaseResult:
        with self.lock:
            self.ran.append(str(ctx.key))
        return self.behaviours[ctx.key.name](ctx)


TOY = Toy()


def register() -> None:
    """Once per process; the behaviour is looked up at each run."""
    if "toy" in PIPELINES:
        return
    PIPELINES.add("toy", Pipeline(name="toy", first=PhaseKey("toy_first"), next_phases=toy_next))
    SUBJECTS.add("toy", ToySubject())
    for name in ("toy_first", "toy_part", "toy_last"):
        tolerated = name == "toy_part"
        phase = Phase(name=name, run=lambda ctx: TOY.run(ctx), queue=lambda: "verify", tolerated=tolerated, deadline=5)
        PHASES.add(name, phase)


def toy_run(workspace: Workspace) -> Run:
    """A stored run of the toy pipeline with a stream of its own."""
    return run_create(workspace=workspace, pipeline="toy", subject_kind="toy", subject_id=uuid4(), stream_id=uuid4())


def execute(run: Run, key: str) -> bool:
    """What a worker does on a message."""
    return executor.execute(run_id=run.id, key=PhaseKey.parse(key), tools=None)


def expire_lease(run: Run, name: str) -> None:
    """As if the phase's worker had not been heard of for long, and a sweeper had noticed."""
    PhaseRun.objects.filter(run=run, name=name).update(lease_until=Now() - dt.timedelta(seconds=1))
    claiming.release_lost(limit=100)


def types_of(run: Run) -> list[str]:
    """What the run's readers were told, numbered without a gap."""
    page = events_after(stream_id=run.stream_id, limit=1000)
    assert [event["seq"] for event in page] == list(range(1, len(page) + 1))
    return [event["type"] for event in page]
