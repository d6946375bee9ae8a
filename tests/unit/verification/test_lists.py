"""Heads of lists that turn the sense of what is listed."""

import pytest

from apps.verification.wording.list_marks import unmarked
from apps.verification.wording.lists import head_text, headed, held_back

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
        ("sell shares", ""),
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


NONE = "None of the following has occurred:"
INSOLVENT = "The Company is insolvent."


@pytest.mark.parametrize(
    "text",
    [
        f"**{NONE}**\n\n- It defaulted.\n- {INSOLVENT}",
        f"**{NONE[:-1]}**:\n\n- It defaulted.\n- {INSOLVENT}",
        f"{NONE[:-1]}：\n\n- It defaulted.\n- {INSOLVENT}",
        f"{NONE[:-1]}\n\n(a) It defaulted.\n\n(b) {INSOLVENT}",
        f"## {NONE[:-1]}\n\n- It defaulted.\n- {INSOLVENT}",
        f"{NONE}\n\n1. Payments:\n   - It defaulted.\n   - {INSOLVENT}",
        f"{NONE}\n\n(a) as to the Company:\n\n(i) it defaulted;\n\n(ii) {INSOLVENT}",
        f"{NONE}\n\n1.1 It defaulted.\n\n1.2 {INSOLVENT}",
        f"{NONE}\n\n(aa) It defaulted.\n\n(bb) {INSOLVENT}",
        f"{NONE}\n\n[1] It defaulted.\n\n[2] {INSOLVENT}",
        f"{NONE}\n\n→ It defaulted.\n\n→ {INSOLVENT}",
        f"{NONE}\n\n(a) It defaulted.\n\nPage 7 of 12\n\n(b) {INSOLVENT}",
        f"None of the following\nhas occurred:\n\n(a) It defaulted.\n(b) {INSOLVENT}",
        f"Events of Default:\n\n1. It defaulted.\n2. {INSOLVENT}",
        f"Common myths:\n\n- It defaulted.\n- {INSOLVENT}",
        f"Risk scenarios:\n\n- It defaulted.\n- {INSOLVENT}",
        f"Questions for the court:\n\n- It defaulted.\n- {INSOLVENT}",
        f"The plan rests on these assumptions:\n\n- It defaulted.\n- {INSOLVENT}",
        f"The loan falls due if:\n\n- It defaulted.\n- {INSOLVENT}",
        f"Critics claim the following. It defaulted. {INSOLVENT}",
        f"If the bid succeeds, two things follow. It defaulted. {INSOLVENT}",
        f"Three old myths persist about the firm. It defaulted. {INSOLVENT}",
    ],
)
def test_heads_of_many_shapes_are_found(text: str) -> None:
    assert head_text(text, text.index(INSOLVENT))


PAID = "The bank has 200 branches in Norway."


@pytest.mark.parametrize(
    "text",
    [
        f"No dividend was paid following the merger. {PAID}",
        f"If guests arrive late, the others follow. {PAID}",
        f"Few of the myths about the firm persist. {PAID}",
        f"Income was not material in the year following the merger.\n{PAID}",
        f"If payment is late, interest accrues on the following day. {PAID}",
        f"Customers who cannot visit us follow the steps in the following month. {PAID}",
        f"7. Tenants may not:\n\n(a) keep snakes;\n\n(b) play music at night.\n\n8. Dogs are allowed.\n\n9. {PAID}",
        f"The bank may refuse a transfer in these cases:\n\n(a) the sum is high.\n\n12. {PAID}",
        f"Tenants may not:\n- keep snakes\n- play music at night.\n{PAID}",
        f"Tenants may not:\n\n- keep snakes\n- play music\n\n* {PAID}",
        f"Tenants may not:\n\n- keep snakes\n- play music\n\n{PAID}",
        f"Where to find us:\n\n- {PAID}",
        f"If you need help:\n\n- {PAID}",
        f"When you start work at the bank:\n\n- {PAID}",
        f"What customers should know:\n\n- {PAID}",
        f"If you read one thing, read this:\n\n- {PAID}",
        f"Only these rules apply:\n\n- {PAID}",
        f"Risks that could cause losses include, but are not limited to:\n\n- {PAID}",
        f"Its duties include, without limitation:\n\n- {PAID}",
        f"Rules without exception:\n\n- {PAID}",
        f"Facts you should not forget:\n\n- {PAID}",
        f"Highlights once more:\n\n- {PAID}",
        f"The year 2020, when the merger closed, brought these results:\n\n- {PAID}",
        f"The chair said the following about risk: no losses are expected.\n\n{PAID}",
        f"The board must ensure the following:\n\n- {PAID}",
    ],
)
def test_what_stands_in_no_such_list_has_no_head(text: str) -> None:
    assert head_text(text, text.index(PAID)) == ""


def test_what_is_demanded_is_the_head_of_what_goes_on_from_it() -> None:
    text = "The applicant must:\n\n- provide proof of income\n- Name two guarantors\n"
    assert head_text(text, text.index("provide")) == head_text(text, text.index("Name")) == "The applicant must:"


def test_long_texts_are_read_once_and_a_head_far_away_is_not_looked_for() -> None:
    text = "".join(f"The fee of plan {number} is due in the month following.\n" for number in range(2000))
    assert not any(head_text(text, at) for at in range(0, len(text), 5000))
    far = f"{NONE}\n\n" + "- It paid.\n" * 3000
    assert head_text(far, 40) == NONE
    assert head_text(far, len(far) - 5) == ""


REJECTED = "The Board rejected the following proposals"


@pytest.mark.parametrize(
    "text",
    [
        f"{REJECTED}.\n\n- The pier closes.\n- {INSOLVENT}",
        f"{NONE} (a) the pier was closed. (b) {INSOLVENT} (c) It rained.",
        f"None of these has occurred: the pier was closed. {INSOLVENT}",
        f"{NONE}\n\n### Events\n\n(a) It defaulted.\n(b) {INSOLVENT}",
        f"{NONE}\n\nEvents\n\n(a) It defaulted.\n(b) {INSOLVENT}",
        f"{NONE}\n\n(a) It defaulted.\n\nThis is so where it paid late.\n\n(b) {INSOLVENT}",
        f"{NONE}\n\n(a)\n\nIt defaulted.\n\n(b)\n\n{INSOLVENT}",
        f"The statements below are false.\n\n1. The pier closed.\n2. {INSOLVENT}",
        f"None of the statements below is true.\n\n1. The pier closed.\n2. {INSOLVENT}",
        f"We assume the following.\n(a) The pier closes.\n(b) {INSOLVENT}",
        f"The claimant must prove the following to succeed.\n\n1. The pier closed.\n\n2. {INSOLVENT}",
        f"Which of these statements are false?\n\n- The pier closed.\n- {INSOLVENT}",
        f"{REJECTED}. The pier closes. {INSOLVENT}",
        f"{REJECTED}: The pier closes. {INSOLVENT} The fee is raised.",
        f"{REJECTED}: The pier closes. The fee is\nraised. {INSOLVENT}",
        f"What will not happen: The pier closes. {INSOLVENT}",
        f"Here is what did not happen. The pier closed. {INSOLVENT}",
        f"3. {REJECTED}:\n\n1. The pier closes.\n\n2. {INSOLVENT}",
        f"(a) {REJECTED}:\n(i) The pier closes.\n(ii) {INSOLVENT}\n(b) The fee is raised.",
        f"- {REJECTED}:\n- The pier closes.\n- {INSOLVENT}",
        f"{REJECTED}:\n\nFirst, the pier closes.\n\nSecond, the fee is raised. {INSOLVENT}",
        f"{REJECTED}:\n\nOption A: The pier closes.\n\nOption B: {INSOLVENT}",
        f"{REJECTED}:\n\nPoint 1. The pier closes.\n\nPoint 2. {INSOLVENT}",
        f"{REJECTED}:\n\n- The pier closes.\n\n  {INSOLVENT}",
        f"The Company contests each of these statements:\n\n- {INSOLVENT}",
        f"The appellant's arguments:\n\n- {INSOLVENT}",
        f"Without the merger, these would be the results:\n\n- {INSOLVENT}",
        f"The following text is fiction. {INSOLVENT}",
        f"Consider the following example. {INSOLVENT}",
        f"The rumour ran thus. {INSOLVENT}",
        f"If any of the following is proved, the claim fails. The pier closed. {INSOLVENT}",
        f"It must pay:\n(a) rent;\n(b) tax.\nThe tenant need not do so where:\n(c) it rains;\n(d) {INSOLVENT}",
        f"3. The Board rejected the\nfollowing:\n\n1. The pier closes.\n\n2. {INSOLVENT}",
        f"The old rule was this. {INSOLVENT}",
        f"The tenant's case is this. {INSOLVENT}".replace("tenant", "claimant"),
        f"Suppose that the pier closes. {INSOLVENT}",
        f"Take a hypothetical case. It is so.\n{INSOLVENT}",
    ],
)
def test_what_a_sentence_announces_stands_under_it_however_it_ends(text: str) -> None:
    assert head_text(text, text.index(INSOLVENT))


@pytest.mark.parametrize(
    "text",
    [
        f"None of these proposals was adopted. {PAID}",
        f"It is exempt in the following case: (a) it owns no ships. {PAID}",
        f"Tenants may not:\n\n(a) keep snakes;\n\n(b) play music.\n\nDogs are allowed.\n\n(c) {PAID}",
        f"(b) Tenants may not:\n\n(i) Keep snakes;\n\n(ii) Play music.\n\nDogs are allowed.\n\n(c) {PAID}",
        f"{NONE}\n\n1. It defaulted.\n\nOne part.\n\nAnother part.\n\n2. {PAID}",
        f"{NONE}\n\n## Branches\n\n{PAID}",
        f"{NONE}\n\n(a) It defaulted.\n\n## Branches\n\n(b) {PAID}",
        f"The figures below are not audited.\n\n1. {PAID}",
        f"The following did not happen: (a) war, (b) floods. {PAID}",
        f"Two plans were made. None of these was adopted.\n\n- {PAID}",
        f"If any of these risks comes true, sales fall.\n\n{PAID}",
        f"The following year was no better. {PAID}",
        f"In the following two quarters no fee was paid. {PAID}",
        f"We do not expect the following standards to have an effect. {PAID}",
        f"No fee is due: the account is free. {PAID}",
        f"The bank may not lend to these persons: Mr. Lund, Mr. Holt and their families. {PAID}",
        f"The following fees were not paid in 2021: 20 cents in May and 30 cents in June. {PAID}",
        f"The Board met without Mr. Pike and decided as follows:\n\n- {PAID}",
        f"Without waiting for the report, the Board announced three measures:\n\n- {PAID}",
        f"Insurance claims:\n\n- {PAID}",
        f"There is no doubt about the following:\n\n- {PAID}",
        f"The parties do not dispute the following:\n\n- {PAID}",
        f"Unless otherwise stated, the figures are in millions:\n\n- {PAID}",
        f"The targets that were not met in 2020 were met in 2021:\n\n- {PAID}",
        f"The denied-boarding rules are these:\n\n- {PAID}",
        f"3. {REJECTED}:\n\n1. The pier closes.\n\n2. The fee is raised.\n\n4. {PAID}",
        f"(a) {REJECTED}:\n(i) The pier closes.\n(ii) The fee is raised.\n(b) {PAID}",
        f"- {REJECTED}:\n- The pier closes.\n- The Board adopted the following:\n- {PAID}",
        f"{REJECTED}.\n\n- The pier closes.\n\n{PAID}",
        f"{REJECTED}. The pier closes.\n\n{PAID}",
        f"Suppose that the pier closes. Then it rains.\n\n{PAID}",
        f"Suppose that the pier closes.\n\n{PAID}",
        f"If any of the following risks occur, sales could fall. {PAID}",
        f"2. To my knowledge, this report does not contain an untrue\nstatement.\n3. {PAID}",
        f"2. The tenant may not do any of\nthe following:\n3. {PAID}",
        f"Income is exempt in the following: Peru (2018),\nChile (2019) and Spain (2020). {PAID}",
        f"The rule is this. {PAID}",
        f"We assume no liability. {PAID}",
    ],
)
def test_what_points_back_or_only_mentions_a_turn_is_no_head(text: str) -> None:
    assert head_text(text, text.index(PAID)) == ""


def test_what_is_said_of_the_items_makes_a_head() -> None:
    text = f"The proposals that were not adopted were these:\n\n- {PAID}"
    assert head_text(text, text.index(PAID))


@pytest.mark.parametrize(
    ("item", "bare"),
    [
        ("The fee is waived - in part", "The fee is waived - in part"),
        ("- The fee is waived - in part", "The fee is waived - in part"),
        ("  (b) rents a. go up", "rents a. go up"),
        ("Staff are paid 2. Oslo is cold", "Staff are paid 2. Oslo is cold"),
        ("  Oslo", "Oslo"),
    ],
)
def test_only_the_mark_that_opens_an_item_is_left_out(item: str, bare: str) -> None:
    assert unmarked(item) == bare
