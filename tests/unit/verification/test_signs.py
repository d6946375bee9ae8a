"""Signs: a loss in brackets is no gain, and what is taken away may be told without them."""

import pytest

from apps.verification.numbers.lint import NumberFault, QuoteContext, number_findings
from apps.verification.numbers.reading import parse_quantities

BARS = "($ in millions) | 2023 | 2022\n"
PLAIN = "($ in millions)\n2023 2022\n"


def signs(claim: str, row: str, before: str) -> bool:
    return NumberFault.SIGN in {one.fault for one in number_findings(claim, [QuoteContext(text=row, before=before)])}


@pytest.mark.parametrize(
    ("claim", "row"),
    [
        ("Free cash flow was $12.4 million in 2023.", "Free cash flow | (12.4) | 30.5"),
        ("Free cash flow was $1,412 million in 2023.", "Free cash flow | (1,412) | 3,305"),
        ("Free cash flow was $30.5 million in 2022.", "Free cash flow | 12.4 | (30.5)"),
        ("Free cash flow was $12.4 million in 2023, down from $30.5 million.", "Free cash flow | (12.4) | 30.5"),
        ("Free cash flow fell to $12.4 million in 2023.", "Free cash flow | (12.4) | 30.5"),
        ("The net result was $12.4 million in 2023.", "Net result (loss) | (12.4) | 30.5"),
        ("EBITDA of the Mill was $1,412 million in 2023.", "EBITDA of the Mill | $(1,412) | $ 3,305"),
        ("The operating margin was 3.1% in 2023.", "Operating margin | (3.1)% | 2.4%"),
        ("The operating margin was 3.1% in 2023.", "Operating margin | (3.1%) | 2.4%"),
    ],
)
def test_a_loss_in_brackets_is_no_gain_whatever_its_label(claim, row):
    assert signs(claim, row, BARS)
    if "%" not in row:
        assert signs(claim, row.replace(" |", ""), PLAIN)


@pytest.mark.parametrize(
    ("claim", "row"),
    [
        ("Free cash flow was $(12.4) million in 2023.", "Free cash flow | (12.4) | 30.5"),
        ("Free cash flow was -$12.4 million in 2023.", "Free cash flow | (12.4) | 30.5"),
        ("Free cash flow was negative $12.4 million in 2023.", "Free cash flow | (12.4) | 30.5"),
        ("There was a cash outflow of $12.4 million in 2023.", "Free cash flow | (12.4) | 30.5"),
        ("The net loss was $12.4 million in 2023.", "Net income (loss) | (12.4) | 30.5"),
        ("The loss per share was $0.21 in 2023.", "Loss per share | (0.21) | (0.10)"),
        ("Capital expenditures were $85.3 million in 2023.", "Capital expenditures | (85.3) | (81.0)"),
        ("Equipment for $85.3 million was bought in 2023.", "Purchases of equipment | (85.3) | (81.0)"),
        ("Acquisitions came to $85.3 million in 2023.", "Acquisitions, net of cash | (85.3) | (81.0)"),
        ("Net debt was $85.3 million in 2023.", "Net debt | (85.3) | (81.0)"),
        ("Disposals were $85.3 million in 2023.", "Disposals | (85.3) | (81.0)"),
        ("The return on plan assets was $85.3 million in 2023.", "Return on plan assets | (85.3) | (81.0)"),
        ("Treasury stock was $85.3 million in 2023.", "Treasury stock | (85.3) | (81.0)"),
        ("Minority shares were $85.3 million in 2023.", "Less: minority shares | (85.3) | (81.0)"),
        ("Sales were down $85.3 million in 2023.", "Change in sales | (85.3) | (81.0)"),
        ("Sales moved by -3.1% in 2023.", "Change in sales | (3.1)% | 2.4%"),
        ("Sales moved by (3.1)% in 2023.", "Change in sales | (3.1)% | 2.4%"),
        ("Free cash flow was $30.5 million in 2022.", "Free cash flow | (12.4) | 30.5"),
    ],
)
def test_what_tells_the_sign_or_needs_none_passes(claim, row):
    assert number_findings(claim, [QuoteContext(text=row, before=BARS)]) == ()
    if "%" not in row:
        assert number_findings(claim, [QuoteContext(text=row.replace(" |", ""), before=PLAIN)]) == ()


def test_earnings_per_share_may_be_told_in_brackets():
    row = QuoteContext(text="Diluted EPS | (0.21) | 0.52", before="(in dollars) | 2023 | 2022\n")
    assert number_findings("Diluted EPS was $(0.21) in 2023.", [row]) == ()
    assert number_findings("Diluted EPS was -$0.21 in 2023.", [row]) == ()
    assert signs("Diluted EPS was $0.21 in 2023.", row.text, row.before)


def test_the_second_line_of_a_label_does_not_say_what_it_is_of():
    assert not signs("Spending on parts was $85.3 million in 2023.", "and parts of equipment (85.3) (81.0)", PLAIN)
    assert signs("Free cash flow was $85.3 million in 2023.", "free cash flow | (85.3) | (81.0)", BARS)


def test_the_head_of_a_group_tells_what_is_taken_away():
    row = "Minority shares | (85.3) | (81.0)"
    assert not signs("Minority shares were $85.3 million in 2023.", row, f"{BARS}Less:\n")
    assert signs("Minority shares were $85.3 million in 2023.", row, f"{BARS}Shares:\n")


@pytest.mark.parametrize(
    ("claim", "row", "before"),
    [
        ("Nausea occurred in 5.2% of patients.", "Nausea | 18 (5.2) | 7 (2.1)", "Event, n (%) | Drug | Placebo\n"),
        ("Nausea occurred in 5.2% of patients.", "Nausea 18 (5.2) 7 (2.1)", "Event, n (%) Drug Placebo\n"),
        ("The mean age was 61 years, with 9.4 as deviation.", "Age 61 (9.4)", "Mean (SD)\n"),
        ("The mill had 6,240 workers.", "The number of workers (6,240) did not change.", ""),
        ("The mill had 6,240 workers in 12 towns.", "Workers in 12 towns (6,240) voted.", ""),
    ],
)
def test_a_share_or_a_number_in_brackets_is_no_loss(claim, row, before):
    assert not signs(claim, row, before)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Flow | (12.4) | 3", "-12.4"),
        ("Flow | 3 | (12.4)", "-12.4"),
        ("Margin | (3.1)% | 2", "-3.1"),
        ("a margin of (3.1)% at most", "-3.1"),
        ("Flow (see below) | Towns (12.4) | more", "12.4"),
    ],
)
def test_brackets_are_read_where_they_are_all_of_a_cell(text, value):
    assert value in {str(one.value) for one in parse_quantities(text)}
