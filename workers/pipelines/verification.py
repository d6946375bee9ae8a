"""What follows a text that was written here, whatever it is: skeptic → judge (batches of 8) → [revise …] → finalize.

A Skeptic that gives up is skipped: the Judge's side takes the claims out of the text itself (``claims``). A batch of
the Judge that gives up leaves its claims unchecked. Claims that a revision left as they were keep their verdicts and
are in no batch.
"""

from collections.abc import Callable
from dataclasses import dataclass

from apps.runs.types import Data, PhaseKey, RunSnapshot

JUDGE_BATCH = 8

# phases of a revision as far as they should exist, whether the run waits for them, and the other text they left, if any
Revision = tuple[list[PhaseKey], bool, PhaseKey | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """How a text is revised: at most ``cycles`` times, when its verdicts say that it ``falls_short``."""

    cycles: int
    falls_short: Callable[[RunSnapshot, PhaseKey], bool]
    revise: Callable[[RunSnapshot, PhaseKey], Revision]


def batches(cycle: int, count: int) -> list[PhaseKey]:
    """The first ``count`` batches of the Judge."""
    return [PhaseKey("judge", cycle, index) for index in range(count)]


def verified(state: RunSnapshot, loop: Loop, text: PhaseKey) -> list[PhaseKey]:
    """Skeptic and Judge over a text that is whole, then its revision or the end."""
    phases, ready = _judged(state, text)
    if not ready:
        return phases
    if text.cycle < loop.cycles and loop.falls_short(state, text):
        revision, waits, revised = loop.revise(state, text)
        phases += revision
        if waits:
            return phases
        if revised is not None:
            return phases + verified(state, loop, revised)
    return [*phases, PhaseKey("finalize")]


def _judged(state: RunSnapshot, text: PhaseKey) -> tuple[list[PhaseKey], bool]:
    """The phases that take a text apart and hold it against the evidence, and whether all of them are over."""
    cycle = text.cycle
    phases = [PhaseKey("skeptic", cycle)]
    read = _read(state, text, phases)
    if read is None:
        return phases, False
    phases += batches(cycle, -(-pending(read) // JUDGE_BATCH))
    return phases, all(state.settled(*phase) for phase in phases)


def _read(state: RunSnapshot, text: PhaseKey, phases: list[PhaseKey]) -> Data | None:
    """The artifact that counts the claims, None while there is none; whoever else has to take them joins ``phases``."""
    written = state.artifact(*text)
    if written is not None and written["claims"] is not None:
        return written
    if not state.settled("skeptic", text.cycle):
        return None
    read = state.artifact("skeptic", text.cycle)
    if read is None:
        phases.append(PhaseKey("claims", text.cycle))
        if state.settled("claims", text.cycle):
            read = state.artifact("claims", text.cycle) or {"claims": 0}
    return read


def pending(read: Data) -> int:
    """How many claims the Judge has to look at: all but those that a revision left as they were."""
    return read.get("pending", read["claims"]) or 0


def verdicts(state: RunSnapshot, text: PhaseKey) -> list[Data]:
    """What is known of a text's claims, kept verdicts too: [{importance, verdict, counts, start_offset, …}]."""
    read = _read(state, text, []) or {"claims": 0}
    judged = [state.artifact(*batch) or {} for batch in batches(text.cycle, -(-pending(read) // JUDGE_BATCH))]
    return [*read.get("kept", ()), *(verdict for each in judged for verdict in each.get("verdicts", ()))]


def unchecked(state: RunSnapshot, text: PhaseKey) -> int:
    """How many claims of a judged text that count have no verdict."""
    read = _read(state, text, []) or {"claims": 0}
    judged = verdicts(state, text)[len(read.get("kept", ())) :]
    left = read.get("counting", pending(read)) - sum(verdict["counts"] for verdict in judged)
    return max(0, min(left, pending(read) - len(judged)))
