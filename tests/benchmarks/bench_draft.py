"""What a draft takes beyond the time of its model calls.

    python -m tests.benchmarks.bench_draft [--rounds 3] [--pace 40] [--first 1.0]

`manage.py serve` with every role at a scripted endpoint: first token after 1 s, the Writer 40 tokens a second, Skeptic
and Judge 100. A memo of several sections on the sample documents. Measured from the POST to the terminal event, against
the least that these calls take: ≤ 1.10.

The least is a sum over the stages of the draft, each of which waits for the one before it: outline; introduction and
body; closing; Skeptic; Judge; and of each revision the sections mended, Skeptic and Judge. Of a stage it counts the
longest call, or all its calls' seconds by the number that may be open at once, where that is more: 8 for Writer and
Judge (the threads that wait for models), 4 for the Skeptic (the calls of one asker). Calls of a stage that are made one
after the other though they could be made side by side thus count as if they were.
"""

import argparse
import statistics
from collections.abc import Iterable
from itertools import groupby

from tests.acceptance.test_drafts import REQUEST
from tests.benchmarks.answering import Library
from tests.endpoint import Call, EndpointProcess, Reply, Rule, Script
from tests.endpoint.roles import blocks_of
from tests.scripted_drafts import PLANS
from veritydraft.fleet import THREADS_FOR_MODEL_CALLS

ROLES = {"WRITER_MODEL": "writer-1", "SKEPTIC_MODEL": "skeptic-1", "JUDGE_MODEL": "judge-1"}
OTHERS_PACE = 100
SKEPTIC_AT_ONCE = 4  # apps.inference.together.AT_ONCE, which needs Django


def least_seconds(calls: Iterable[Call]) -> float:
    """What a draft of these calls takes where every stage makes them side by side, and all else takes no time."""
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
    return "mend"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pace", type=float, default=40)
    parser.add_argument("--first", type=float, default=1.0)
    options = parser.parse_args()
    with EndpointProcess() as endpoint:
        library = Library(endpoint)
        try:
            with library.served(**ROLES) as client:
                writer = Rule(role="writer", reply=Reply(first_token=options.first, tokens_per_second=options.pace))
                others = Rule(reply=Reply(first_token=options.first, tokens_per_second=OTHERS_PACE))
                endpoint.play(Script(rules=(writer, others)))
                drafts = [client.ask(REQUEST, mode="draft") for _ in range(options.rounds)]
        finally:
            library.remove()
    took = [draft.ended_at - draft.asked_at for draft in drafts]
    least = [least_seconds(draft.calls) for draft in drafts]
    ratios = [whole / part for whole, part in zip(took, least, strict=True)]
    added = statistics.median(whole - part for whole, part in zip(took, least, strict=True))
    last = drafts[-1]
    print(
        f"{last.session['response'].count(chr(10) + '## ')} sections, {len(last.session['claims'])} claims,"
        f" {len(last.calls)} calls, {last.session['metrics']['revision_cycles']} revisions:"
        f" {statistics.median(took):.1f} s,"
        f" {statistics.median(ratios):.3f} of the least {statistics.median(least):.1f} s"
        f" (best {min(ratios):.3f}) ≤ 1.10, {1000 * added:+.0f} ms"
    )


if __name__ == "__main__":
    main()
