"""A document from bytes to ready: extract → chunk → embed → index."""

from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.types import PhaseKey, RunSnapshot

STEPS = ("extract", "chunk", "embed", "index")


def next_phases(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    """Each step once the one before it is done."""
    finished = [name for name in STEPS if state.done(name)]
    return tuple(PhaseKey(name) for name in STEPS[: len(finished) + 1])


PIPELINES.add("ingest", Pipeline(name="ingest", first=PhaseKey("extract"), next_phases=next_phases))
