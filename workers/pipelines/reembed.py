"""A workspace from one embedding model to another: reembed, part by part → switch."""

from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.types import PhaseKey, RunSnapshot


def next_phases(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    """A further part while passages lack a vector, then the switch."""
    part = 0
    while state.done("reembed", part) and (state.artifact("reembed", part) or {}).get("left"):
        part += 1
    phases = [PhaseKey("reembed", cycle) for cycle in range(part + 1)]
    return (*phases, PhaseKey("switch")) if state.done("reembed", part) else tuple(phases)


PIPELINES.add("reembed", Pipeline(name="reembed", first=PhaseKey("reembed"), next_phases=next_phases))
