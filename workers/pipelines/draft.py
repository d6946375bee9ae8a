"""A request to a long document that is revised until it holds.

retrieve → outline → gather (each section but the closing) → allot → sections side by side, the closing last → assemble
→ skeptic → judge (batches of 8) → [coverage below the gate: mend (each section concerned, and once those that tell
nothing) → assemble → skeptic → judge, at most twice] → finalize

Without a passage there is no outline, and the text says that the documents do not contain it.
"""

from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.types import Data, PhaseKey, RunSnapshot
from apps.verification.types import Verdict
from workers.pipelines.verification import Loop, Revision, unchecked, verdicts, verified

MAX_CYCLES = 2


def next_phases(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    """Every phase that should exist by now."""
    phases = [PhaseKey("retrieve")]
    if state.done("retrieve"):
        phases.append(PhaseKey("outline"))
    plan = state.artifact("outline")
    if plan is None or not state.done("outline"):
        return tuple(phases)
    return (*phases, *_written(state, plan))


def _written(state: RunSnapshot, plan: Data) -> list[PhaseKey]:
    """The sections, then the whole text and what follows it."""
    phases: list[PhaseKey] = []
    if plan["sections"]:
        beside = [*_places(plan, "introduction"), *_places(plan, "body")]
        gathered = [PhaseKey("gather", 0, index) for index in beside]
        sections = [PhaseKey("section", 0, index) for index in beside]
        closing = [PhaseKey("section", 0, index) for index in _places(plan, "closing")]
        for step in (gathered, [PhaseKey("allot")], sections, closing):
            phases += step
            if not all(state.done(*phase) for phase in step):
                return phases
    text = PhaseKey("assemble")
    return [*phases, text, *verified(state, LOOP, text)] if state.done(*text) else [*phases, text]


def _places(plan: Data, kind: str) -> list[int]:
    return [index for index, section in enumerate(plan["sections"]) if section["kind"] == kind]


def _below_the_gate(state: RunSnapshot, text: PhaseKey) -> bool:
    counted = [verdict["verdict"] for verdict in verdicts(state, text) if verdict["counts"]]
    total = len(counted) + unchecked(state, text)
    return bool(total) and counted.count(Verdict.SUPPORTED) / total < state.inputs["coverage_gate"]


def _revise(state: RunSnapshot, text: PhaseKey) -> Revision:
    """The sections in which something does not hold or nothing is told, then the whole text; nothing new when it came
    out the same."""
    concerned = sorted({*_failing(state, text), *_fallen_silent(state, text)})
    mended = [PhaseKey("mend", text.cycle + 1, index) for index in concerned]
    if not all(state.settled(*phase) for phase in mended):
        return mended, True, None
    if not any(state.done(*phase) for phase in mended):
        return mended, False, None
    whole = PhaseKey("assemble", text.cycle + 1)
    if not state.done(*whole):
        return [*mended, whole], True, None
    return [*mended, whole], False, whole if state.artifact(*whole)["changed"] else None


def _failing(state: RunSnapshot, text: PhaseKey) -> list[int]:
    """Places of the sections with a claim that counts and is not supported."""
    wrong = [
        verdict["start_offset"]
        for verdict in verdicts(state, text)
        if verdict["counts"] and verdict["verdict"] != Verdict.SUPPORTED
    ]
    parts = state.artifact(*text)["parts"]
    return [place for place, part in enumerate(parts) if any(part["start"] <= at < part["end"] for at in wrong)]


def _fallen_silent(state: RunSnapshot, text: PhaseKey) -> set[int]:
    """Places of the sections that tell nothing, but for those that told nothing in the text before: they were tried."""
    before = state.artifact("assemble", text.cycle - 1) or {}
    return set(state.artifact(*text).get("silent", ())).difference(before.get("silent", ()))


LOOP = Loop(cycles=MAX_CYCLES, falls_short=_below_the_gate, revise=_revise)
READS = frozenset({"outline", "assemble", "skeptic", "claims", "judge"})
PIPELINES.add("draft", Pipeline(name="draft", first=PhaseKey("retrieve"), next_phases=next_phases, reads=READS))
