"""Headings without their numbers."""

import pytest

from apps.core.headings import unnumbered


@pytest.mark.parametrize(
    ("heading", "says"),
    [
        ("Item 1. Business", "Business"),
        ("Item 1. - Business", "Business"),
        ("ITEM 1A – Risk Factors.", "Risk Factors"),
        ("4.2 Loan-to-value limits", "Loan-to-value limits"),
        ("(b) Notice", "Notice"),
        ("IV. Dividends", "Dividends"),
        ("Part II Item 5. Dividends:", "Dividends"),
        ("Business", "Business"),
        ("Vitamins", "Vitamins"),
        ("401(k) Plan", "401(k) Plan"),
        ("Item 1.", ""),
        ("", ""),
    ],
)
def test_a_heading_says_what_is_left_without_its_number(heading: str, says: str) -> None:
    assert unnumbered(heading) == says
