"""A question to a verified answer.

retrieve → write → skeptic → judge (batches of 8) → [critical gap: revise → skeptic → judge, at most once] → finalize

Where the Skeptic can take claims out of a text that is still being written (the built-in one can), the Judge begins
beside the Writer: a batch opens at 8 claims, the last one with the end of the text, and the Skeptic reports beside the
Judge. A Writer that begins again counts its claims from zero, which takes the batches of its earlier start back. A
revision that gives up leaves the earlier text.
"""

from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.types import PhaseKey, RunSnapshot
from apps.verification.coverage import is_critical_gap
from workers.pipelines.verification import JUDGE_BATCH, Loop, Revision, batches, verdicts, verified

MAX_CYCLES = 1


def next_phases(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    """Every phase that should exist by now."""
    phases = [PhaseKey("retrieve")]
    if state.done("retrieve"):
        text, _, whole = _text(state, PhaseKey("write"))
        phases += text if whole is None else [*text, *verified(state, LOOP, whole)]
    return tuple(phases)


def _text(state: RunSnapshot, writer: PhaseKey) -> Revision:
    """A text as it is written or revised, with the batches that open beside it."""
    told = state.under_way(*writer)
    if told is not None:
        return [writer, *batches(writer.cycle, told.get("claims", 0) // JUDGE_BATCH)], True, None
    return [writer], not state.settled(*writer), writer if state.done(*writer) else None


def _critical_gap(state: RunSnapshot, text: PhaseKey) -> bool:
    return any(is_critical_gap(verdict["importance"], verdict["verdict"]) for verdict in verdicts(state, text))


LOOP = Loop(
    cycles=MAX_CYCLES,
    falls_short=_critical_gap,
    revise=lambda state, text: _text(state, PhaseKey("revise", text.cycle + 1)),
)
PIPELINES.add("answer", Pipeline(name="answer", first=PhaseKey("retrieve"), next_phases=next_phases))
