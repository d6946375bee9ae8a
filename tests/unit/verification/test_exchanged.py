"""Two figures of a sentence of which each is told of the other's thing."""

import pytest

from apps.verification.numbers.fault import NumberFault
from apps.verification.numbers.lint import QuoteContext, number_findings

PROVEN = "Income is shown by pay slips for the last 30 days, wage statements for the last two years, and a letter."
LIMITS = "For such borrowers the LTV may not exceed 70% and the DTI may not exceed 36%."
PAID = "For the lamp Acme paid 50 dollars and for the chair 30 dollars."
LATER = "Later the lamp cost Acme 30 dollars, the chair 50 dollars."
BOTH = "Sales in Italy and Norway were $5 million and $4 million, respectively."


def faults(claim: str, source: str) -> set[NumberFault]:
    return {one.fault for one in number_findings(claim, [QuoteContext(text=source)])}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Income is shown by pay slips for the last two years and wage statements for the last 30 days.", PROVEN),
        ("Borrowers need an LTV of at most 36% and a DTI of at most 70%.", LIMITS),
        ("Acme paid 30 dollars for the lamp and 50 dollars for the chair.", PAID),
    ],
)
def test_exchanged_figures_differ_from_the_source(claim: str, source: str) -> None:
    assert NumberFault.DIFFERS in faults(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Wage statements for the last two years and pay slips for the last 30 days show income.", PROVEN),
        ("The DTI may be no more than 36% and the LTV no more than 70% for such borrowers.", LIMITS),
        ("Acme paid 30 dollars for the chair and 50 dollars for the lamp.", PAID),
        ("Sales were $4 million in Norway and $5 million in Italy.", BOTH),
        # a figure behind a name
        ("Borg, holding 40%, and Acme, holding 60%, own it.", "Acme, holding 60%, and Borg, holding 40%, own it."),
        ("Jones, 61 years, and Smith, 54 years, joined.", "Smith, 54 years, and Jones, 61 years, joined."),
        # of what the source says elsewhere in another order, nothing is known
        ("Acme paid 30 dollars for the lamp and 50 dollars for the chair.", f"{PAID} {LATER}"),
    ],
)  # fmt: skip
def test_figures_that_stand_with_their_own_things_pass(claim: str, source: str) -> None:
    assert NumberFault.DIFFERS not in faults(claim, source)
