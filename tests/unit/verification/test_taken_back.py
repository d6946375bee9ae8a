"""What stands behind a statement and takes it back."""

import pytest

from apps.verification.wording.taken_back import taken_back
from tests.unit.verification.lint_cases import back

RULE = "The fee for late payment is 2% of the balance."
EVENT = "The company bribed officials in Lagos."


@pytest.mark.parametrize(
    "behind",
    [
        "This is false.",
        "That was not so.",
        "It was untrue.",
        "The court rejected this.",
        "The court rejected this argument.",
        "The court did not accept that.",
        "He was wrong.",
        "The opposite is true.",
        "This proved to be wrong.",
        "It turned out to be a hoax.",
        "This finding was reversed on appeal.",
        "No evidence supports this.",
        "There is no truth in this.",
        "Nothing could be further from the truth.",
        "In fact, nothing of the kind took place.",
        "So the rivals say.",
        "So says the complaint.",
        "Or so it was thought.",
        "At least, that is the tenant's case.",
        "The Board denies this.",
        "The company denies it.",
        "Both statements are false.",
        "We reject this contention.",
        "We disagree.",
        "Not so.",
        "Wrong.",
        "The statement above was withdrawn on 3 June.",
        "These figures have been restated.",
        "These facts are invented.",
        "That decision was reversed on appeal.",
        "The previous sentence is wrong.",
        "The court held otherwise.",
        "(Repealed 2020)",
        "[Deleted by amendment of 2020]",
        "(This statement was withdrawn in 2020.)",
    ],
)
def test_what_takes_a_statement_back_is_found(behind: str) -> None:
    assert back(RULE, behind)
    assert back(EVENT, behind)


@pytest.mark.parametrize(
    "behind",
    [
        "This rule was repealed in 2015.",
        "This is no longer the case.",
        "This provision is no longer in force.",
        "This paragraph was deleted by the 2020 amendment.",
        "This clause applied until 2018.",
        "The previous sentence no longer applies.",
        "This does not apply to existing customers.",
        "However, this applies only to members.",
    ],
)
def test_what_ends_or_narrows_a_rule_takes_no_report_back(behind: str) -> None:
    assert back(RULE, behind)
    assert not back(EVENT, behind)


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        ("The drug was approved in 2010.", "It was withdrawn in 2015."),
        ("The application was filed in May.", "It was denied in June."),
        ("The application was filed in May.", "The council denied it in June."),
        ("The bank offered a loan of 4 million euros.", "This was rejected by the owner."),
        ("Two firms were heard.", "These were rejected."),
        ("The paper said that the minister had left.", "That was untrue."),
        ("The union claimed that 40 workers were ill.", "This was denied by the company."),
        ("The owner made a claim in May.", "This claim was denied."),
        ("The court found that the sale was void.", "This finding was reversed on appeal."),
        (RULE, "The previous rule was repealed in 2020."),
        (RULE, "(Section 4 was amended in 2020.)"),
        (RULE, "(2020)"),
        (EVENT, "That decision was welcomed by its rivals."),
        (EVENT, "The court held a hearing."),
        (RULE, "This is not disputed."),
        (RULE, "This is true of all customers."),
        (RULE, "The bank denies that this fee in 2015 was higher."),
        (RULE, "The tenant disputed this charge."),
        (RULE, "It applies to all customers."),
        (RULE, "The bank has 40 branches. This is false."),
    ],
)
def test_what_is_said_of_a_thing_or_of_what_was_only_told_takes_nothing_back(claim: str, behind: str) -> None:
    assert not back(claim, behind)


MAY = "The tenant may sublet the flat."


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (MAY, "This applies if the landlord agrees."),
        (MAY, "That was the old rule."),
        (MAY, "That permission was withdrawn in 2020."),
        (MAY, "This comes into force on 1 January 2031."),
        (MAY, "For furnished flats, this does not apply."),
        (MAY, "Not so for flats on the ground floor."),
        (MAY, "The same does not hold for furnished flats."),
        (MAY, "Tenants under 25 are exempt from this rule."),
        (MAY, "We no longer apply this rule."),
        (MAY, "This applies for at most two months a year."),
        (MAY, "This shall not apply in the first year."),
        (MAY, "This requires the consent of the landlord."),
        (MAY, "However, the written consent of the landlord is required."),
        (MAY, "The landlord must first agree to it."),
        (MAY, "It does not apply to students."),
        (MAY, "The foregoing is subject to section 9."),
        (MAY, "This is limited to relatives."),
        (MAY, "This right ends on 31 December 2019."),
        (MAY, "Exception: the first year."),
        (MAY, "The only exception is the first year."),
        (MAY, "This rule has exceptions."),
        (MAY, "This does not include the garage."),
        (MAY, "In the first year, this is not allowed."),
        (MAY, "Prior approval by the landlord is required."),
        (MAY, "The right ends in 2020."),
        (MAY, "The following exceptions apply: cellars and attics."),
        (MAY, "(Relatives only.)"),
        (RULE, "This applies to loans made after 2019."),
        (RULE, "Such provision shall not apply to members."),
        (RULE, "This is subject to review."),
    ],
)
def test_what_narrows_a_rule_is_found(claim: str, behind: str) -> None:
    assert back(claim, behind)
    assert not back(EVENT, behind)


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (RULE, "This applies to all customers."),
        (RULE, "This applies in all cases."),
        (RULE, "This also applies to members."),
        (RULE, "This applies even if the delay is short."),
        (RULE, "This applies regardless of the amount."),
        (RULE, "It does not apply to members' accounts."),
        (RULE, "It is limited to EUR 500."),
        (RULE, "The consent of the board is required for loans."),
        ("We operate in many markets.", "This requires us to invest in compliance."),
        ("This policy applies to all employees.", "It does not apply to agency workers."),
        (MAY, "The same applies to the garage."),
        (MAY, "This includes the cellar."),
        (MAY, "There are no exceptions to this rule."),
        (MAY, "Exceptions are recorded by the agent."),
        (RULE, "This does not include VAT."),
        (MAY, "The discount ends when the lease ends."),
        (MAY, "This is subject to no condition."),
        (MAY, "The landlord must insure the house."),
        (MAY, "For internal use only."),
        (MAY, "This requires no consent of the landlord."),
        (MAY, "Exceptions: none."),
        (MAY, "There are few exceptions to this."),
        (MAY, "This is subject to neither consent nor notice."),
        (MAY, "It is not allowed to keep pets."),
        (MAY, "It does not apply interest to arrears."),
        (MAY, "In winter, it is not possible to heat the cellar."),
        (MAY, "The tenant may not keep pigs. This applies to students."),
        (f"{MAY} This requires the consent of the landlord.", "This requires the consent of the landlord."),
    ],
)
def test_what_widens_or_speaks_of_something_else_narrows_nothing(claim: str, behind: str) -> None:
    assert not back(claim, behind)


def test_a_figure_is_narrowed_too() -> None:
    assert back("Net sales increased 8%.", "This holds at constant currency.")
    assert not back("Net sales increased 8%.", "This holds in all regions.")
    assert not back("The office opened in 2015.", "This holds at constant currency.")


def test_the_denial_of_another_statement_takes_nothing_back() -> None:
    claim = "The bank does not sell personal data."
    assert not back(claim, "It is not the case that it shares data with advertisers.")
    assert not back(claim, "It is not correct to say that data are stored abroad.")
    assert back(claim, "It is not true.")


def test_what_takes_back_inside_the_quote_is_found_unless_the_claim_says_it_too() -> None:
    text = f"{RULE} This rule on payment was repealed in 2015."
    assert taken_back(f"{RULE} Not so. The fee is low.", len(RULE) + 8, start=0, claim=RULE)
    assert not taken_back(text, len(text), start=0, claim="The rule on the fee for late payment was repealed in 2015.")
