"""What stands behind a statement and takes it back."""

from time import process_time

import pytest

from apps.verification.wording.narrowed import narrows
from apps.verification.wording.permissions import binds
from apps.verification.wording.taken_back import taken_back
from apps.verification.wording.tense import reports

RULE = "The fee for late payment is 2% of the balance."
EVENT = "The company bribed officials in Lagos."


def back(claim: str, behind: str) -> str:
    return taken_back(f"{claim} {behind}", len(claim), start=0, claim=claim)


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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The lender waived its right to interest.", True),
        ("Sales rose by 5%.", True),
        ("On 3 May the board raised the fee.", True),
        ("The bank has opened three branches.", True),
        ("The loan bears interest at 4% a year.", False),
        ("The policy covers theft of the insured bicycle.", False),
        ("Employees receive a bonus of $500.", False),
        ("The rent is paid in May.", False),
    ],
)
def test_a_report_is_told_from_what_holds(text: str, told: bool) -> None:
    assert reports(text) is told


PETS = "The tenant may keep pets."


@pytest.mark.parametrize(
    "behind",
    [
        "Landlord consent is a precondition.",
        "Approval by the agent remains necessary.",
        "In practice, this is never permitted.",
        "The landlord can refuse this at any time.",
        "The agent must agree to such requests in writing.",
        "The landlord decides on this.",
        "The house rules forbid this.",
        "No landlord permits this.",
        "The landlord does not allow it.",
        "This is a matter for the landlord alone.",
        "That is up to the landlord.",
        "This may be refused.",
        "This presupposes a clean flat.",
        "The permission is valid for one year.",
        "It is, however, only allowed in houses.",
        "That privilege belongs to owners.",
        "This concerns goldfish alone.",
        "This will change in 2031.",
        "This used to be the rule.",
        "This is usually refused.",
        "That would be unlawful.",
        "But not in winter.",
        "Only small ones, though.",
        "Dogs are excluded.",
        "That said, the landlord can say no.",
        "The landlord retains a right of veto.",
        "In reality, nobody is allowed to.",
        "Only owners may do so.",
        "However, the board has never approved this.",
        "This rule has not been adopted.",
        "Permission is granted in each case.",
        "We were wrong about that.",
    ],
)
def test_whatever_is_said_of_a_permission_that_is_pointed_back_to_binds_it(behind: str) -> None:
    assert back(PETS, behind)
    assert not back("Two tenants kept pets in 2019.", behind) or "wrong" in behind


@pytest.mark.parametrize(
    "behind",
    [
        "This follows from section 4.",
        "This is because the house has a garden.",
        "That is why families like the house.",
        "This is set out in section 9.",
        "This includes cats.",
        "This could lead to noise.",
        "This has led to noise.",
        "This does not affect section 4.",
        "This is also true of cats.",
        "This applies to flats and houses alike.",
        "This is the same in all our houses.",
        "The landlord must allow this.",
        "The landlord cannot refuse this.",
        "We welcome this.",
        "You can do this online.",
        "Consent is not required.",
        "The consent form is on page 2.",
        "The landlord must approve each renovation.",
        "The house has 40 flats. This is a large number.",
        "This right is guaranteed by law.",
        "This is well known.",
        "This makes the house popular.",
        "This gives tenants company.",
        "This was decided in 2015.",
        "This cannot be excluded by contract.",
        "This section has no exceptions.",
        "The landlord may not object to this.",
        "The consent of the neighbours is not needed.",
        "The landlord can enter the flat at any time.",
        "Such changes in the house are welcome.",
        "Not applicable.",
        "Page 3 only.",
    ],
)
def test_what_says_why_or_where_or_grants_it_again_binds_no_permission(behind: str) -> None:
    assert not back(PETS, behind)


@pytest.mark.parametrize(
    ("behind", "bound"),
    [
        ("This is relaxed on Sundays.", True),
        ("In practice, this is never enforced.", True),
        ("This can be waived by the guard.", True),
        ("That is left to the guard.", True),
        ("This changes in 2031.", True),
        ("Not on Sundays.", True),
        ("This is required by law.", False),
        ("This is a legal requirement.", False),
        ("This is because the house is locked at night.", False),
        ("This keeps the house safe.", False),
        ("This is strictly enforced.", False),
        ("The guard may open the gate.", False),
    ],
)
def test_what_is_said_of_a_duty_that_is_pointed_back_to_relaxes_it_but_for_why_it_is_there(
    behind: str, bound: bool
) -> None:
    assert bool(back("Visitors must leave the house by six.", behind)) is bound
    assert not back("Two visitors left the house by six.", behind)


def test_a_permission_that_names_the_consent_is_not_bound_by_it() -> None:
    behind = "Written consent is required for pets."
    assert back(PETS, behind)
    assert not back("The tenant may keep pets if the landlord agrees in writing.", behind)
    assert back("The tenant may keep pets if the landlord agrees in writing.", "The landlord can refuse this.")
    assert back("The tenant may sublet the flat.", "The landlord must approve each subletting.")


def test_a_long_sentence_behind_a_permission_is_read_in_time_that_grows_with_it() -> None:
    began = process_time()
    for word in ("only " + "a" * 4000 + "?", "this is " * 1000, "the landlord may " * 1000):
        assert narrows(word, "The landlord must insure the house.") in (True, False)
        binds(word, PETS)
    assert process_time() - began < 1


@pytest.mark.parametrize(
    "this", ["This", "That", "This rule", "These provisions", "This policy", "This sentence", "The rule above"]
)
@pytest.mark.parametrize(
    "ended",
    [
        "is repealed",
        "are suspended",
        "is set aside",
        "is now abolished",
        "is hereby revoked",
        "was later replaced by section 4",
        "has since been lifted",
        "is no longer valid",
        "no longer applies",
        "applies only to managers",
        "expired in 2020",
    ],
)
def test_what_ends_a_rule_is_found_by_whatever_name_it_calls_it(this: str, ended: str) -> None:
    assert back("Staff get 30 days of leave.", f"{this} {ended}.")
    assert not back("Sales rose 5% in 2022.", "This policy expired in 2023.")


RETURNS = "Customers may return goods within 30 days."


@pytest.mark.parametrize(
    ("behind", "bound"),
    [
        ("This is appreciated.", False),
        ("This requires discipline.", False),
        ("This right is protected by law.", False),
        ("This applies online and in stores.", False),
        ("The goods are exempt from shipping costs.", False),
        ("The seller must refund each request.", False),
        ("Our service team may help with any request.", False),
        ("The provider must confirm each request.", False),
        ("This requires a valid receipt.", True),
        ("This right is limited by law.", True),
        ("This applies online and in Bern.", True),
        ("Carpets are exempt from this.", True),
        ("Carpets are exempt.", True),
        ("The seller must approve each request.", True),
        ("The seller may carefully examine any request.", True),
        ("The seller must confirm this.", True),
    ],
)
def test_an_answer_to_a_request_binds_nothing_and_a_decision_on_it_does(behind: str, bound: bool) -> None:
    assert bool(back(RETURNS, behind)) is bound


HOME = "Employees may work from home."
BADGE = "Employees must wear a badge."


@pytest.mark.parametrize(
    ("claim", "behind", "bound"),
    [
        (HOME, "The team lead decides.", True),
        (HOME, "The team lead has the last word.", True),
        (HOME, "It is entirely up to the team lead.", True),
        (HOME, "Interns may not.", True),
        (HOME, "On Mondays they may not.", True),
        (BADGE, "Interns need not.", True),
        (BADGE, "The guard may waive this.", True),
        (BADGE, "The guard can make exceptions.", True),
        (BADGE, "In practice nobody does so.", True),
        (HOME, "The employees decide.", False),
        (HOME, "You decide.", False),
        (HOME, "Many do not.", False),
        (HOME, "In practice nobody does so.", False),
        (HOME, "It is up to date.", False),
        ("Senior employees may work from home.", "Junior employees may not.", False),
        (BADGE, "The guard decides.", False),
        (BADGE, "They do not have to wear a helmet.", False),
        ("Two employees worked from home.", "The team lead decides.", False),
    ],
)
def test_what_leaves_it_to_another_or_excepts_some_binds_it(claim: str, behind: str, bound: bool) -> None:
    assert bool(back(claim, behind)) is bound
