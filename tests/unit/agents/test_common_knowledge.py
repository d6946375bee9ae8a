"""What the built-in Judge takes for common knowledge: a closed list of units, and nothing that documents may settle."""

import pytest

from apps.agents.judge.common_knowledge import is_common_knowledge
from apps.verification.decide import decide
from apps.verification.types import Mode
from tests.unit.agents.conftest import make_chunk, make_claim

YEAR = "A year has twelve months."


@pytest.mark.parametrize(
    "text",
    [
        YEAR,
        "There are twelve months in a year.",
        "One year is 12 months.",
        "Every week has seven days.",
        "A day consists of\n24 hours.",
        "A leap year has 366 days.",
        "One percentage point equals 100 basis points.",
        "A kilometer is 1,000 meters.",
        "A litre contains one thousand millilitres.",
    ],
)
def test_a_unit_and_what_it_is_made_of_is_common_knowledge(text):
    assert is_common_knowledge(text)


@pytest.mark.parametrize(
    "text",
    [
        "A year has thirteen months.",
        "A year has 365 days.",
        "A year has 360 days.",
        "A month has 30 days.",
        "A week has five days.",
        "A fiscal year has twelve months.",
        "A working week has seven days.",
        "The year has twelve months.",
        "Each year has twelve months of paid leave.",
        "The notice period is twelve months.",
        "The term has twelve months.",
        "A contract has twelve months.",
        "A year must have twelve months.",
        "An employee has twelve months.",
        "Every employee has seven days.",
        "A year has at least twelve months.",
        "A year has about twelve months.",
        "A year does not have twelve months.",
        "A year has twelve months, and interest is due in each of them.",
        "Under the policy a year has twelve months.",
        "One euro is 108 cents.",
        "One dollar is 100 points.",
        "A share has 100 cents.",
        "The maximum loan-to-value ratio is 80%.",
        "Paris is the capital of France.",
        "Water is wet.",
        "Larkmoor Bank is a bank.",
        "Employees must be paid.",
        "Borrowers may complain.",
        "",
    ],
)
def test_what_documents_may_settle_is_never_common_knowledge(text):
    assert not is_common_knowledge(text)


def ruling(judge, text, *chunks, mode=Mode.HELPFUL, citations=(), found=False):
    draft = make_claim(text, citations)
    (judgement,) = judge.judge(claims=(draft,), chunks=chunks)
    asked = {"context": chunks, "mode": mode, "thresholds": judge.thresholds, "cited_counts_all": found}
    decision = decide(claim=draft, judgement=judgement, **asked)
    return decision.verdict.value, decision.reason, decision.minor


def test_uncited_it_is_a_minor_claim_in_helpful_mode_and_rejected_in_strict_mode(judge, policy):
    assert ruling(judge, YEAR, policy) == ("not_found", "minor", True)
    assert ruling(judge, YEAR, policy, mode=Mode.STRICT) == ("not_found", "uncited", False)


def test_passages_that_were_only_found_for_it_do_not_make_it_a_claim_that_cites(judge, policy):
    for chunks in ((policy,), ()):
        assert ruling(judge, YEAR, *chunks, found=True) == ("not_found", "minor", True)
        assert ruling(judge, YEAR, *chunks, found=True, mode=Mode.STRICT) == ("not_found", "mismatch", False)
        assert ruling(judge, "The bank has 412 branches.", *chunks, found=True) == ("not_found", "mismatch", False)


def test_with_a_citation_it_has_to_hold_like_any_other(judge, policy):
    assert ruling(judge, YEAR, policy, citations=(policy.key,)) == ("not_found", "mismatch", False)


@pytest.mark.parametrize(
    "passage",
    [
        "A year has thirteen months. Each month has 28 days.",
        "A year consists of four quarters of thirteen weeks, and not of months.",
        "For purposes of this agreement, a year means 360 days.",
        "A year has twelve months.",
    ],
)
def test_where_a_passage_speaks_of_it_it_is_a_claim_like_any_other(judge, passage):
    for found in (False, True):
        assert not ruling(judge, YEAR, make_chunk(passage, "Retail calendar"), found=found)[2]
