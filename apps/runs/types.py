"""The values durable work speaks in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from apps.runs.models import PhaseState, RunState
from apps.runs.storable import storable

Data = dict[str, Any]


class PhaseKey(NamedTuple):
    """Which phase of a run: its name, the cycle of a loop, and its place in a fan-out."""

    name: str
    cycle: int = 0
    index: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.cycle}:{self.index}"

    @classmethod
    def parse(cls, text: str) -> "PhaseKey":
        """The inverse of ``str``; raises ValueError."""
        name, cycle, index = text.split(":")
        return cls(name, int(cycle), int(index))


class PhaseError(Exception):
    """A phase could not do its work. ``retryable`` says whether another attempt may help."""

    def __init__(self, code: str, message: str, *, retryable: bool) -> None:
        super().__init__(message)
        self.code = code
        self.message = storable(message)
        self.retryable = retryable


class Superseded(Exception):
    """This worker's lease is over; whatever it still writes is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDraft:
    """An event that has no seq yet."""

    type: str
    payload: Data = field(default_factory=dict)


# writes rows that readers query, inside the fenced transaction; may return a list of events that tell of them
Projection = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseResult:
    """What a phase hands over: its artifact, what to tell readers, the rows to write in the commit's transaction."""

    artifact: Data = field(default_factory=dict)
    events: Sequence[EventDraft] = ()
    project: Projection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSnapshot:
    """The stored state of a run: all that decides which phases come next."""

    inputs: Data
    states: Mapping[PhaseKey, PhaseState]
    artifacts: Mapping[PhaseKey, Data]
    progress: Mapping[PhaseKey, Data] = field(default_factory=dict)

    def done(self, name: str, cycle: int = 0, index: int = 0) -> bool:
        return self.states.get(PhaseKey(name, cycle, index)) == PhaseState.DONE

    def settled(self, name: str, cycle: int = 0, index: int = 0) -> bool:
        """Done, or given up where that is tolerated: whoever waits for it may go on."""
        return self.states.get(PhaseKey(name, cycle, index)) in {PhaseState.DONE, PhaseState.FAILED}

    def under_way(self, name: str, cycle: int = 0, index: int = 0) -> Data | None:
        """What an unfinished phase has told of its progress; None for one that does not exist or has ended."""
        key = PhaseKey(name, cycle, index)
        open_ = self.states.get(key) in {PhaseState.READY, PhaseState.RUNNING}
        return self.progress.get(key, {}) if open_ else None

    def artifact(self, name: str, cycle: int = 0, index: int = 0) -> Data | None:
        return self.artifacts.get(PhaseKey(name, cycle, index))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a run ended."""

    state: RunState
    code: str = ""
    message: str = ""
