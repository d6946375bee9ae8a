"""Which way a figure or a flow went, how far, and how often, against what its source says."""

import pytest

from apps.verification.numbers.lint import QuoteContext, number_findings

CASH = "Net cash used in financing was $5 million."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Net cash provided by financing was $5 million.", CASH),
        ("Operating activities used $5 million of cash.", "Net cash provided by operating activities was $5 million."),
        ("Operations provided cash.", "Cash used in operations was due to the strike."),
        ("Cash used in operations was due to the strike.", "Cash provided by operations was due to the strike."),
        ("The gain on the sale was $5 million.", "The loss on the sale was $5 million."),
        ("The group had a loss of $5 million.", "The group had a gain of $5 million."),
        ("The margin fell by 37.1%.", "The margin fell from 38.4% to 37.1%."),
        ("Rent rose to $5 million.", "Rent rose by $5 million."),
        ("Rent fell by $5 million.", "Rent fell to $5 million."),
        ("Rent fell from $221 million to $249 million.", "Rent was $249 million, compared with $221 million."),
        ("Rent rose to $221 million from $249 million.", "Rent was $249 million, compared with $221 million."),
        ("The surplus was $3 million.", "We had a surplus of $14 million, $3 million below budget."),
        ("Costs rose 12%.", "Costs were 12% higher than the budget."),
        ("Costs rose 12%.", "Costs were 12% higher than last year's budget."),
        ("Costs rose 12%.", "Costs were 12% lower than in 2021."),
        ("The costs were 12%.", "Costs were 12% higher than in 2021."),
        ("Costs rose by 12%.", "Costs were 12% lower than in 2021."),
        ("We saved $5 million against plan.", "Costs were $5 million above plan."),
        ("We saved $5 million.", "Costs were $5 million above plan."),
        ("The overspend was $5 million.", "Costs were $5 million below plan."),
        ("We spent $5 million.", "We were $5 million below plan."),
        ("Interest is payable annually in arrears.", "Interest is payable quarterly in arrears."),
        ("The monthly fee is $50.", "The annual fee is $50."),
        ("The annual fee is $50.", "The monthly fee is $50."),
        ("The excess is EUR 300 per year.", "The excess is EUR 300 per claim."),
        ("Liability is limited to EUR 300 per claim.", "Liability is limited to EUR 300 per contract year."),
        ("We bought back $1.9 million of shares.", "We bought back 1.9 million shares for $112 million."),
        ("The trial had nine sites in 48 countries.", "The trial had 614 adults at 48 sites in nine countries."),
    ],
)
def test_another_way_is_told_than_the_source_says(claim, source):
    assert number_findings(claim, [QuoteContext(text=source)])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Financing used net cash of $5 million.", CASH),
        (
            "Net cash provided by financing was $5 million.",
            "Net cash provided by (used in) financing | 5 | (3)\n$5 million",
        ),
        ("The gain on the sale was $5 million.", "Gains and losses on the sale: a gain of $5 million."),
        (
            "The loss on the mill was $5 million.",
            "The gain on the depot was $2 million, the loss on the mill $5 million.",
        ),
        ("The margin fell to 37.1%.", "The margin fell from 38.4% to 37.1%."),
        ("The margin was 37.1%.", "The margin fell from 38.4% to 37.1%."),
        ("Rent rose by $5 million.", "Rent rose $5 million."),
        ("Rent rose from $221 million to $249 million.", "Rent was $249 million, compared with $221 million."),
        ("The surplus was $3 million below budget.", "We had a surplus of $14 million, $3 million below budget."),
        ("The surplus missed the budget by $3 million.", "We had a surplus of $14 million, $3 million below budget."),
        ("Costs rose 12%.", "Costs were 12% higher than in 2021."),
        ("Costs increased by 12%.", "Costs were 12% above the level of 2021."),
        ("Attendance dropped 8%.", "Attendance was 8% lower than the year before."),
        ("Attendance declined 8%.", "Attendance was 8% below the prior year."),
        ("We saved $5 million against plan.", "Costs were $5 million below plan."),
        ("Savings were $5 million.", "Costs were $5 million below plan."),
        ("The overspend was $5 million.", "Costs were $5 million above plan."),
        ("We saved $5 million.", "We were $5 million better than plan."),
        ("Savings rose 12%.", "Savings were 12% higher than in 2021."),
        ("The shortfall was $5 million.", "Gifts were $5 million below plan."),
        ("The monthly fee is $50.", "The annual fee is $600, or a monthly fee of $50."),
        ("The monthly fee is $50.", "The annual report names a fee of $50 each month."),
        ("Interest is payable annually.", "Interest is payable each year; fees are payable quarterly."),
        ("Clerks receive $500 per year.", "Clerks receive $500 per clerk per year."),
        ("Sales were $1.9 million.", "(in millions) sales were 1.9 million in Peru."),
    ],
)
def test_the_same_way_is_told_as_the_source_says(claim, source):
    assert number_findings(claim, [QuoteContext(text=source)]) == ()
