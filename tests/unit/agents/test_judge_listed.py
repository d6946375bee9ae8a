"""An item of a list whose head sets a condition and forbids: a claim may leave out the condition, and is not denied."""

import pytest

from apps.verification.decide import decide
from apps.verification.types import Mode, Stance, Verdict
from tests.unit.agents.conftest import make_chunk, make_claim

COVENANTS = """2. Covenants

So long as any loan is owed, the Borrower shall not:

(a) incur debt of more than EUR 3,000,000;

(b) sell any of its ships without the prior consent of the Lender;

(c) pay dividends unless its equity ratio exceeds 35%.

The Borrower shall keep its net debt below 3.0 times its profit."""


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("The Borrower shall not incur debt of more than EUR 3,000,000.", False),
        ("The Borrower shall not sell any of its ships without the prior consent of the Lender.", False),
        ("The Borrower shall not pay dividends unless its equity ratio exceeds 35%.", False),
        ("The Borrower shall incur debt of more than EUR 3,000,000.", True),
    ],
)
def test_a_claim_says_what_a_head_forbids_without_its_condition(judge, mode, claim, denied):
    chunk = make_chunk(COVENANTS, "Loan agreement")
    made = make_claim(claim)
    (judgement,) = judge.judge(claims=(made,), chunks=(chunk,))
    verdict = decide(
        claim=made, judgement=judgement, context=(chunk,), mode=mode, thresholds=judge.thresholds, cited_counts_all=True
    ).verdict
    if denied:
        assert verdict is not Verdict.SUPPORTED
    else:
        assert verdict is not Verdict.CONTRADICTED
        assert not any(one.stance is Stance.CONTRADICTS for one in judgement.findings)
