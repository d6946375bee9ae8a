"""A text written elsewhere to its ledger.

[read file] → skeptic (part by part) → search → judge (batches of 8, each as soon as it is full) → finalize

Of a long text at most AHEAD batches are under way: work that waits is done in the order in which it came, and a reader
would else have no verdict before the last claim was searched for.

A Skeptic that gives up is skipped: the Judge's side takes the claims that are left (``claims``). A search or a batch of
the Judge that gives up leaves its claims unchecked.
"""

from apps.runs.registry import PIPELINES, Pipeline
from apps.runs.types import PhaseKey, RunSnapshot
from workers.pipelines.verification import JUDGE_BATCH

AHEAD = 16  # as many processes may search at once, and as many judge
READ, SKEPTIC, CLAIMS, FINALIZE = PhaseKey("read"), PhaseKey("skeptic"), PhaseKey("claims"), PhaseKey("finalize")


def next_phases(state: RunSnapshot) -> tuple[PhaseKey, ...]:
    """Every phase that should exist by now."""
    before = (READ,) if "file" in state.inputs else ()
    if before and not state.done(*READ):
        return before
    readers, ended = _readers(state)
    taken = max(state.progress.get(reader, {}).get("claims", 0) for reader in readers)
    batches = [*range(-(-taken // JUDGE_BATCH) if ended else taken // JUDGE_BATCH)]
    over = sum(_is_over(state, index) for index in batches)
    begun = batches[: over + AHEAD]
    phases = (*before, *readers, *(phase for index in begun for phase in _held(state, index)))
    return (*phases, FINALIZE) if ended and over == len(batches) else phases


def _readers(state: RunSnapshot) -> tuple[tuple[PhaseKey, ...], bool]:
    """Who takes the claims, and whether they have come to an end."""
    if state.done(*SKEPTIC) or not state.settled(*SKEPTIC):
        return (SKEPTIC,), state.done(*SKEPTIC)
    return (SKEPTIC, CLAIMS), state.settled(*CLAIMS)


def _held(state: RunSnapshot, index: int) -> list[PhaseKey]:
    """One batch of claims: what is found for them, then the verdicts on them."""
    search = PhaseKey("search", 0, index)
    return [search, PhaseKey("judge", 0, index)] if state.done(*search) else [search]


def _is_over(state: RunSnapshot, index: int) -> bool:
    return state.settled("search", 0, index) and (
        not state.done("search", 0, index) or state.settled("judge", 0, index)
    )


for name, first in (("verify", SKEPTIC), ("verify_file", READ)):
    PIPELINES.add(name, Pipeline(name=name, first=first, next_phases=next_phases, reads=frozenset()))
