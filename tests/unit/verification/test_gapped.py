"""A clause without a verb keeps its own figure."""

from time import process_time

import pytest

from apps.verification.wording.gapped import figure_of_other_subject
from apps.verification.wording.modality import modality_findings

PRIZES = "Women got 62% of the prizes and men 38%."
LEASE = "The lessee may quit on one month's notice and the lessor on three months' notice."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Men got 62% of the prizes.", PRIZES),
        ("The lessor may quit on one month's notice.", LEASE),
        ("Apprentices have 30 days of leave.", "Managers have 30 days of leave, and apprentices 24."),
        ("Fares in Peru grew 5%.", "Ferry fares in the Low Countries grew 5% and in Peru 3%."),
        ("Fares in Peru grew 5%.", "Fares in Italy grew 5% and fares in Peru 3%."),
        ("The firm redeemed 5 million notes.", "The firm issued 5 million notes and redeemed 3 million."),
        ("Sales rose 5% in Asia.", "Europe saw its sales rise 5%, and Asia 4%."),
    ],
)
def test_the_figure_of_the_first_clause_is_not_told_of_the_second_ones_subject(claim: str, source: str) -> None:
    assert figure_of_other_subject(claim, source)
    assert modality_findings(claim, [source])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Men got 38% of the prizes.", PRIZES),
        ("Fares in Peru grew 3%.", "Ferry fares in the Low Countries grew 5% and in Peru 3%."),
        ("Fares in Italy grew 5%.", "Fares in Italy grew 5% and fares in Peru 3%."),
        ("Fares in Italy and Peru grew 5%.", "Fares in Italy grew 5% and in Peru 5%."),
        ("The firm redeemed 3 million notes.", "The firm issued 5 million notes and redeemed 3 million."),
        ("The firm issued 5 million notes.", "The firm issued 5 million notes and redeemed 3 million."),
        ("The firm redeemed 5 notes.", "The firm issued 5 notes and redeemed 5."),
        ("Women got 62% of the prizes.", PRIZES),
        ("Women got 62% of the prizes and men got 38%.", PRIZES),
        ("The lessor may quit on three months' notice.", LEASE),
        ("The firm has 5 plants and about 300 employees.", "The firm has 5 plants and approximately 300 employees."),
        ("Acme has 5 large plants.", "Acme has 5 plants and sold 2."),
        (
            "Shares worth $5 million were sold in May.",
            "Shares worth $5 million were sold and notes repaid in May 2020.",
        ),
        ("Acme has 52 mills and support offices.", "The segment works at 52 mills and support offices in 11 lands."),
        ("Asia sold shares for $5.", "Europe sold shares for $5, and Asia 4% more."),
        ("It paid $5 to foreign plans.", "The firm paid $5 to national and foreign plans and $2 to others."),
        ("Profit was 7 in full year 2018.", "Sales were 7 in the quarter and full year 2018."),
        ("Sales were 12 in May.", "Sales were 12 in May and fell."),
    ],
)
def test_but_its_own_figure_is_and_so_is_what_both_share(claim: str, source: str) -> None:
    assert figure_of_other_subject(claim, source) is None


def test_it_is_read_in_time_that_grows_with_the_text() -> None:
    began = process_time()
    for text in ("a and b " * 5000, "and " * 10_000, "and men " + "1" * 20_000):
        figure_of_other_subject("Men got 1.", text)
    assert process_time() - began < 1
