"""How soon after the last word the last verdict comes, and how many calls the Judge costs.

    python -m tests.benchmarks.bench_verify [--rounds 5] [--claims 1,8,9,24]

`manage.py serve` with the built-in Skeptic and a model as Judge that takes 1 s a call, whatever it is asked. A scripted
Writer says texts of so many sentences, 40 tokens a second. Measured from the endpoint's last token to the client's last
``claim_verified``, against the longest of the Judge's calls as the endpoint counted them: ≤ 1.3. Calls: ≤ ⌈N/8⌉ + 1.
"""

import argparse
import statistics
from math import ceil

from tests.benchmarks.answering import Answer, Library
from tests.copied_text import copied
from tests.endpoint import EndpointProcess, Reply, Rule, Script

ROLES = {"WRITER_MODEL": "writer-1", "JUDGE_MODEL": "judge-1"}
JUDGE_SECONDS = 1.0


def after_last_word(answer: Answer) -> tuple[float, float]:
    """(seconds to the last verdict after the Writer's last token, seconds of one call of the Judge)."""
    calls = answer.of("judge")
    return answer.verdicts_at[-1] - answer.of("writer")[-1].ended_at, max(call.ended_at - call.at for call in calls)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--claims", type=lambda told: [int(one) for one in told.split(",")], default=[1, 8, 9, 24])
    options = parser.parse_args()
    judge = Rule(role="judge", reply=Reply(first_token=JUDGE_SECONDS))
    with EndpointProcess() as endpoint:
        library = Library(endpoint)
        try:
            with library.served(**ROLES) as client:
                for count in options.claims:
                    text = copied(client.person, library.keys, count=count)
                    writer = Rule(role="writer", reply=Reply(text=text, first_token=0.2, tokens_per_second=40))
                    endpoint.play(Script(rules=(writer, judge)))
                    answers = [client.ask() for _ in range(options.rounds)]
                    pairs = [after_last_word(answer) for answer in answers]
                    ratios = [mine / one for mine, one in pairs]
                    added = 1000 * statistics.median(mine - one for mine, one in pairs)
                    claims = len(answers[-1].session["claims"])
                    calls = max(len(answer.of("judge")) for answer in answers)
                    took = statistics.median(mine for mine, _ in pairs)
                    print(
                        f"{claims:3} claims: last verdict {took:6.3f} s after the last word,"
                        f" {statistics.median(ratios):5.3f} of a call (best {min(ratios):5.3f}) ≤ 1.30,"
                        f" {added:+5.0f} ms; calls {calls} ≤ {ceil(claims / 8) + 1}"
                    )
        finally:
            library.remove()


if __name__ == "__main__":
    main()
