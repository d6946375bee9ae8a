"""A sentence with the words of a claim that denies its deed speaks for it in no mode."""

import pytest

from apps.agents.judge.deeds import speaks_not_for
from apps.verification.types import Mode, Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Orrin must pay bonuses.",
            "The Company does not anticipate paying any cash bonuses, and so has no yield.",
        ),
        ("Orrin pays bonuses.", "We have no present intention of paying any bonuses to clerks."),
        ("Orrin paid cash bonuses in 2022.", "We have not declared or paid any cash bonuses, nor do we hold shares."),
        ("Orrin plans to pay bonuses in 2023.", "We do not expect to pay bonuses soon."),
        (
            "Orrin borrowed under its line.",
            "In 2022, no amounts had been borrowed under the line.",
        ),
        (
            "Orrin may not borrow under its line.",
            "In 2022, we have not borrowed under this line.",
        ),
        ("Orrin must pay bonuses to clerks.", "We have paid bonuses to clerks since 1990."),
    ],
)
def test_what_denies_the_deed_or_only_tells_of_it_is_not_shown_for_the_claim(claim: str, source: str) -> None:
    passage = report_passage(source, title="Orrin annual report 2022")
    assert verdict_on(claim, passage, mode=Mode.HELPFUL) in (Verdict.NOT_FOUND, Verdict.CONTRADICTED)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("We have never paid bonuses.", "We have not paid any bonuses."),
        ("We may pay bonuses.", "We do not plan to pay bonuses."),
        ("We pay bonuses by June.", "We pay bonuses not later than in June."),
        ("We pay bonuses to clerks.", "We do not fail to pay bonuses to clerks."),
        ("We pay bonuses to clerks.", "We do not own piers, and we pay bonuses to clerks."),
        ("We pay bonuses to clerks.", "No fee is due where we pay bonuses to clerks."),
        ("We must pay bonuses.", "We have paid, and must pay, bonuses."),
        ("We pay bonuses to clerks.", "No bonuses are paid other than those to clerks."),
        ("We paid bonuses in June.", "Not until June were bonuses paid."),
        ("Bonuses are paid on approval.", "No bonuses are paid before approval."),
        ("Some clerks get bonuses.", "Not all clerks get bonuses."),
        ("We pay bonuses.", "Not."),
    ],
)
def test_other_denials_leave_a_claim_alone(claim: str, source: str) -> None:
    assert not speaks_not_for(claim, source)
