"""A document says of its tables that they are in millions; what only speaks of millions says nothing of them."""

import pytest

from apps.documents.scales import gives_scaled_amounts


@pytest.mark.parametrize(
    "head",
    [
        "(in millions)",
        "(In thousands, except per share data)",
        "(Dollars in millions)",
        "($ in billions)",
        "(MILLIONS)",
        "(Millions of dollars)",
        "IN MILLIONS, EXCEPT PER SHARE DATA",
        "Amounts in thousands",
        "(unaudited, in millions)",
        "(Unaudited; dollars in thousands)",
        "(US$ in millions)",
        "in $ millions",
        "(in EUR millions)",
        "(€ million)",
        "(EUR '000)",
        "In Millions of U.S. Dollars",
        "(All amounts are in millions of euros)",
    ],
)
def test_a_head_that_gives_a_scale_is_found(head):
    assert gives_scaled_amounts(f"Cash flows\n{head}\n2023 2022\nCash 5 4")


@pytest.mark.parametrize(
    "text",
    [
        "The fee is $450.",
        "We serve millions of readers.",
        "Millions of readers pay for it.",
        "Thousands were late.",
        "The area (square feet in thousands) is small.",
        "Sales grew by $5 million in 2023.",
        "The region (thousands of kilometres wide) is cold.",
    ],
)
def test_what_only_speaks_of_many_gives_none(text):
    assert not gives_scaled_amounts(text)
