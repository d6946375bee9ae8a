"""Figures with a fraction, from the passage to the verdict."""

import pytest

from apps.agents.registry import judge_for
from apps.inference.embedders import get_embedder
from apps.verification.decide import decide
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.types import Mode, Verdict
from tests.unit.agents.conftest import make_chunk, make_claim

PASSAGE = "A member who has reached age 70½ may draw a pension. The loan bears interest at 3½% a year."


@pytest.fixture(scope="module")
def judge():
    return judge_for("builtin", embedder=get_embedder("builtin"))


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("A member who has reached age 70½ may draw a pension.", Verdict.SUPPORTED),
        ("The loan bears interest at 3½% a year.", Verdict.SUPPORTED),
        ("The loan bears interest at 31⁄2% a year.", Verdict.CONTRADICTED),
        ("The loan bears interest at 3¼% a year.", Verdict.CONTRADICTED),
    ],
)
def test_a_fraction_is_read_as_what_it_is_worth(judge, mode, text, verdict):
    chunk = make_chunk(PASSAGE, "Plan")
    claim = make_claim(text, citations=(chunk.key,))
    (judgement,) = judge.judge(claims=(claim,), chunks=(chunk,))
    decision = decide(claim=claim, judgement=judgement, context=(chunk,), mode=mode, thresholds=judge.thresholds)
    assert decision.verdict is verdict


def test_a_fraction_and_a_decimal_are_one_figure():
    assert number_findings("The loan bears interest at 3.5% a year.", [QuoteContext(text=PASSAGE)]) == ()
    assert number_findings("The loan bears interest at 3.25% a year.", [QuoteContext(text=PASSAGE)]) != ()
