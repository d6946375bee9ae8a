"""What can be run: pipelines, their phases, the subjects they work for. Each registers itself as its room is loaded."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from apps.core.registry import Registry
from apps.runs.models import Run
from apps.runs.types import EventDraft, Outcome, PhaseKey, PhaseResult, RunSnapshot

# given a PhaseContext, which lies above: it is made of leases, and they look up phases here
RunPhase = Callable[[Any], PhaseResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One kind of step. ``queue`` is asked when the phase becomes ready, so that it can follow the settings.

    ``deadline`` (seconds): a phase that runs longer loses its lease. ``tolerated``: the run goes on without it when it
    gives up.
    """

    name: str
    run: RunPhase
    queue: Callable[[], str]
    version: int = 1
    deadline: float = 600.0
    tolerated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """``next_phases`` is a pure function of the stored state: every phase that should exist by now.

    Those that are there already are left alone, and those that should not exist (any more) become void; when none is
    ready or running any more, the run is complete. ``reads`` names the phases whose artifacts it looks at (None: all);
    with many phases the others' are too much to load for each of them.
    """

    name: str
    first: PhaseKey
    next_phases: Callable[[RunSnapshot], tuple[PhaseKey, ...]]
    reads: frozenset[str] | None = None


class Subject(Protocol):
    """What a run works for. Start and end are told inside the run's transaction and return events to append.

    ``restartable``: a failed run may be taken up again; not so where readers were told a final end.
    """

    restartable: bool

    def belongs(self, run: Run) -> bool:
        """Whether it is there, and the run's own workspace's: else no phase of the run is begun."""

    def started(self, run: Run) -> list[EventDraft]:
        """A worker has claimed the run's first phase for the first time."""

    def finished(self, run: Run, outcome: Outcome) -> list[EventDraft]:
        """The run has reached its one terminal state."""


PIPELINES: Registry[Pipeline] = Registry("pipeline")
PHASES: Registry[Phase] = Registry("phase")
SUBJECTS: Registry[Subject] = Registry("subject")


def phase(
    name: str, *, queue: Callable[[], str], version: int = 1, deadline: float = 600.0, tolerated: bool = False
) -> Callable[[RunPhase], RunPhase]:
    """Register the decorated function as the phase ``name``."""

    def add(run: RunPhase) -> RunPhase:
        PHASES.add(
            name, Phase(name=name, run=run, queue=queue, version=version, deadline=deadline, tolerated=tolerated)
        )
        return run

    return add
