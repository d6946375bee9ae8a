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

from tests.acceptance.test_drafts import REQUEST
from tests.benchmarks.answering import Library
from tests.endpoint import EndpointProcess, Reply, Rule, Script

ROLES = {"WRITER_MODEL": "writer-1", "SKEPTIC_MODEL": "skeptic-1", "JUDGE_MODEL": "judge-1"}
OTHERS_PACE = 100


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
    least = [draft.least_seconds for draft in drafts]
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
