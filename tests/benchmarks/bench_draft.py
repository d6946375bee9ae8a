"""What a draft takes beyond the time of its model calls.

    python -m tests.benchmarks.bench_draft [--rounds 3] [--pace 40] [--first 1.0]

`manage.py serve` with every role at a scripted endpoint: first token after 1 s, the Writer 40 tokens a second, Skeptic
and Judge 100. A memo of several sections on the sample documents; sections are written side by side. Measured from the
POST to the terminal event, against the time in which at least one model call was open, which no draft of these calls
can take less than: ≤ 1.10.
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
    ratios = [(draft.ended_at - draft.asked_at) / draft.model_seconds for draft in drafts]
    added = statistics.median(draft.ended_at - draft.asked_at - draft.model_seconds for draft in drafts)
    last = drafts[-1]
    print(
        f"{last.session['response'].count(chr(10) + '## ')} sections, {len(last.session['claims'])} claims,"
        f" {len(last.calls)} calls, {last.session['metrics']['revision_cycles']} revisions:"
        f" {statistics.median(draft.ended_at - draft.asked_at for draft in drafts):.1f} s,"
        f" {statistics.median(ratios):.3f} of {statistics.median(draft.model_seconds for draft in drafts):.1f} s"
        f" with a call open (best {min(ratios):.3f}) ≤ 1.10, {1000 * added:+.0f} ms"
    )


if __name__ == "__main__":
    main()
