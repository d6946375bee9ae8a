"""What stands behind a permission, a duty or a rule that it points back to, and binds or ends it."""

from time import process_time

import pytest

from apps.verification.wording.narrowed import narrows
from apps.verification.wording.permissions import binds
from tests.unit.verification.lint_cases import back

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
