"""The least that the model calls of an answer or a draft take: what either is held against."""

from collections.abc import Iterable
from itertools import groupby

from tests.endpoint import Call
from tests.endpoint.roles import blocks_of
from tests.scripted_drafts import PLANS
from veritydraft.fleet import THREADS_FOR_MODEL_CALLS

SKEPTIC_AT_ONCE = 4  # apps.inference.together.AT_ONCE, which needs Django


def least_seconds(calls: Iterable[Call]) -> float:
    """What an answer of these calls takes where every stage makes them side by side, and all else takes no time.

    A sum over its stages, each of which waits for the one before it. Of a stage the longest call counts, or all its
    calls' seconds by the number that may be open at once, where that is more. Nothing takes less, unless one stage
    begins while another is still at work.
    """
    total = 0.0
    for stage, made in groupby(sorted(calls, key=lambda call: call.at), key=stage_of):
        lengths = [(call.ended_at or call.at) - call.at for call in made]
        at_once = SKEPTIC_AT_ONCE if stage == "skeptic" else THREADS_FOR_MODEL_CALLS
        total += max(max(lengths), sum(lengths) / at_once)
    return total


def stage_of(call: Call) -> str:
    """Which calls may be open at the same time as this one; of a later cycle it is the same."""
    prompt = "\n".join(str(message.get("content") or "") for message in call.messages)
    if call.role != "writer":
        return call.role
    if PLANS in prompt:
        return "outline"
    if blocks_of(prompt, "outline"):
        return "closing" if blocks_of(prompt, "text") else "sections"
    return "mend" if blocks_of(prompt, "text") else "write"
