"""A question to a verified answer.

retrieve → write → skeptic → judge (batches of 8) → [critical gap: revise → skeptic → judge, at most once] → finalize

A Skeptic that gives up is skipped: the Judge's side takes the claims out of the text itself (``claims``). A batch of
the Judge that gives up leaves its claims unchecked. A revision that gives up leaves the earlier text.
"""

from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.types import PhaseKey, RunSnapshot
from apps.verification.coverage import is_critical_gap

MAX_CYCLES = 1
JUDGE_BATCH = 8


def next_phases(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    """Every phase that should exist by now."""
    phases = [PhaseKey("retrieve")]
    if state.done("retrieve"):
        phases.append(PhaseKey("write"))
    if state.done("write"):
        phases += _verify(state, cycle=0)
    return tuple(phases)


def _verify(state: RunSnapshot, cycle: int) -> list[PhaseKey]:
    """Skeptic and Judge over the text of one cycle, then its revision or the end."""
    phases = [PhaseKey("skeptic", cycle)]
    if not state.settled("skeptic", cycle):
        return phases
    claims = state.artifact("skeptic", cycle)
    if claims is None:
        phases.append(PhaseKey("claims", cycle))
        if not state.settled("claims", cycle):
            return phases
        claims = state.artifact("claims", cycle) or {"claims": 0}
    batches = range(-(-claims["claims"] // JUDGE_BATCH))
    phases += [PhaseKey("judge", cycle, index) for index in batches]
    if not all(state.settled("judge", cycle, index) for index in batches):
        return phases
    if cycle < MAX_CYCLES and _critical_gap(state, cycle, batches):
        phases.append(PhaseKey("revise", cycle + 1))
        if state.done("revise", cycle + 1):
            return phases + _verify(state, cycle + 1)
        if not state.settled("revise", cycle + 1):
            return phases
    return [*phases, PhaseKey("finalize")]


def _critical_gap(state: RunSnapshot, cycle: int, batches: range) -> bool:
    judged = [state.artifact("judge", cycle, index) or {"verdicts": []} for index in batches]
    return any(is_critical_gap(v["importance"], v["verdict"]) for artifact in judged for v in artifact["verdicts"])


PIPELINES.add("answer", Pipeline(name="answer", first=PhaseKey("retrieve"), next_phases=next_phases))
