"""Heads of lists that turn the sense of what is listed."""

import pytest

from apps.verification.lists import head_text, headed, held_back

RULES = """Staff

Employees of the bank may
not:

- accept gifts from suppliers
  or from customers;
- disclose salaries. This holds
  after they have left.

(a) sell shares

Everybody may eat in the canteen.

None of the following has occurred:
the Company has defaulted;
the Company is insolvent.

The Company pays its debts. It has these branches:

1. Oslo is its seat.

The following statements are false. Revenue fell. Profit rose.

Revenue rose.
"""


def at(words: str) -> int:
    return RULES.index(words)


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("accept gifts", "Employees of the bank may not:"),
        ("or from customers", "Employees of the bank may not:"),
        ("disclose salaries", "Employees of the bank may not:"),
        ("after they have left", "Employees of the bank may not:"),
        ("sell shares", "Employees of the bank may not:"),
        ("the Company has defaulted", "None of the following has occurred:"),
        ("the Company is insolvent", "None of the following has occurred:"),
        ("Revenue fell", "The following statements are false."),
        ("Profit rose", "The following statements are false."),
        ("Everybody may eat", ""),
        ("The Company pays its debts", ""),
        ("Oslo is its seat", ""),
        ("Revenue rose.", ""),
        ("Staff", ""),
        ("Employees of the bank", ""),
    ],
)
def test_the_head_of_a_list_is_found_over_its_items_and_nothing_else(words: str, head: str) -> None:
    assert head_text(RULES, at(words)) == head


def test_an_item_reads_on_from_its_head() -> None:
    start, end = at("- accept"), at(";\n- disclose")
    assert " ".join(headed(RULES, start, end).split()) == (
        "Employees of the bank may not accept gifts from suppliers or from customers"
    )
    start = at("the Company is insolvent")
    assert headed(RULES, start, start + 24) == "None of the following has occurred: the Company is insolvent"
    start = at("Oslo is")
    assert headed(RULES, start, start + 11) == "Oslo is its"


@pytest.mark.parametrize("text", ["", "\n", "a:\n\n- b", "- a\n- b", "# May\n\n- not", "not:\n" + "- a\n" * 500])
def test_odd_texts_have_no_head_that_is_far_away_or_a_heading(text: str) -> None:
    assert head_text(text, max(0, len(text) - 1)) == ""


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        ("The Company is insolvent.", True),
        ("The Company pays dividends.", True),
        ("It has not occurred that the Company is insolvent.", False),
    ],
)
def test_a_claim_is_held_back_by_a_head_that_it_does_not_say_too(claim: str, held: bool) -> None:
    start = at("the Company is insolvent")
    assert bool(held_back(claim, RULES, start, start + 25)) is held


def test_a_quote_of_the_whole_list_hides_no_head() -> None:
    start, end = at("None of the following"), at("The Company pays")
    assert held_back("The Company is insolvent.", RULES, start, end) == "None of the following has occurred:"
    assert held_back("None of the defaults has occurred.", RULES, start, end) == ""


def test_rows_of_a_table_are_no_items_and_an_aside_turns_nothing() -> None:
    table = "The following was earned only abroad:\n\nRevenue 5 6 7\nCosts 1 2 3\n"
    assert head_text(table, table.index("Revenue")) == ""
    shares = "Selected data ($ in millions, except per share amounts):\n\n- Revenue rose by 5%.\n"
    assert head_text(shares, shares.index("Revenue")) == ""
