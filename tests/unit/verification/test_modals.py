"""What is asked of nobody is left to all, and what should have been done is not what should be."""

import pytest

from apps.verification.wording.modality import modality_findings
from apps.verification.wording.modals import Force, modals_of

OTHER = [
    ("No party is required to disclose the terms.", "No party shall disclose the terms."),
    ("No employee shall work on Sundays.", "No employee is required to work on Sundays."),
    ("Nobody has to sign the form.", "Nobody may sign the form."),
    ("The tenant should pay the invoice.", "The tenant should have paid the invoice."),
    ("The clerk may have altered the record.", "The clerk may alter the record."),
    (
        "Should the tenant default, the owner must end the lease.",
        "If the tenant defaults, the owner may end the lease.",
    ),
    ("The owner should end the lease.", "Should the tenant ask, the owner may end the lease."),
    ("The product may be used by children, says the maker.", "Should never be used by children, says the maker."),
    ("The product may be stored in a dry place, says the maker.", "Should be stored in a dry place, says the maker."),
]
SAME = [
    ("No party may disclose the terms.", "No party shall disclose the terms."),
    ("No employee needs to work on Sundays.", "No employee is required to work on Sundays."),
    ("The tenant has to pay the invoice.", "The tenant must pay the invoice."),
    ("Should the tenant default, the owner may end the lease.", "If the tenant defaults, the owner may end the lease."),
    ("If the tenant defaults, the owner may end the lease.", "Should the tenant default, the owner may end the lease."),
    ("The firm must pay, should it fail.", "Should it fail, the firm must pay."),
    (
        "If the tenant defaults, the owner may end the lease.",
        "4.2 Should the tenant default, the owner may end the lease.",
    ),
]


@pytest.mark.parametrize(("claim", "source"), OTHER)
def test_another_force_is_found(claim, source):
    assert modality_findings(claim, [source])


@pytest.mark.parametrize(("claim", "source"), SAME)
def test_the_same_force_is_not(claim, source):
    assert not modality_findings(claim, [source])


def test_a_duty_of_nobody_is_no_prohibition():
    (asked,) = modals_of("Nobody is obliged to pay.")
    (forbidden,) = modals_of("Nobody must pay.")
    assert (asked.force, asked.denied) == (Force.MAY, False)
    assert (forbidden.force, forbidden.denied) == (Force.MUST, True)
