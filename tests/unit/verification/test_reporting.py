"""Whether a sentence reports what happened, which stays true, or states what holds, which may end."""

import pytest

from apps.verification.wording.reporting import reports
from apps.verification.wording.taken_back import taken_back


@pytest.mark.parametrize(
    "text",
    [
        "The lender waived its right to interest.",
        "Sales rose by 5%.",
        "On 3 May the board raised the fee.",
        "The bank has opened three branches.",
        "The bells rang at noon.",
        "A gale tore the roof off the mill.",
        "The board approved a plan to cut the staff.",
        "The company expanded in Asia and opened the plant.",
        "The court held the lease is void.",
        "The firm said sales are up.",
        "Revenue increased 5% to $4m.",
        "Goods delivered late have been returned.",
        "Goods delivered late were fined five dollars a day.",
        "Goods delivered late bore a fee.",
        "Tenants evicted by the court lost the deposit.",
        "The plant produced 300 tonnes a day.",
        "Prices in town increased in May by two percent a month.",
        "The court awarded Acme Corp the costs.",
        "The bank paid retail customers a fee.",
        "He told reporters the bank is closed.",
        "The team refused to do the work.",
        "The jury convicted Smith on three counts.",
        "The zoo moved its bears to Spain.",
        "The banks merged that year.",
        "Output increased in Asia 3 percent a year.",
        "The zoo kept at its farm two bears.",
        "The hunters killed bears.",
        "The hunters killed only bears.",
        "The firm met needs in education.",
        "The fund invested in firms the city needs.",
        "The town was in need of bread the mills give.",
    ],
)
def test_what_happened_is_reported(text: str) -> None:
    assert reports(text)


@pytest.mark.parametrize(
    "text",
    [
        "The loan bears interest at 4% a year.",
        "The policy covers theft of the insured bicycle.",
        "Employees receive a bonus of $500.",
        "The rent is paid in May.",
        "Deposits withheld by the landlord earn interest.",
        "Loans repaid early bear a fee.",
        "Goods fed into the kiln must be dry.",
        "The Fed sets the rate.",
        "A lit lamp hangs over the door.",
        "From 2021, registered dogs need a tag.",
        "At 65, retired staff get a pension.",
    ],
)
def test_what_holds_is_not(text: str) -> None:
    assert not reports(text)


@pytest.mark.parametrize(
    "rule",
    [
        "Goods delivered late bear a fee.",
        "Rent paid late bears interest at 5%.",
        "Deposits held for a year earn interest.",
        "Goods delivered late are fined.",
        "Fees charged by the bank may not exceed 2%.",
        "Shares sold abroad carry no vote.",
        "Houses left empty for a year lose the grant.",
        "Land taken by the state earns no rent.",
        "Employees injured at work get full pay.",
        "Members elected in June serve two years.",
        "Goods made abroad need permits.",
        "Anyone convicted of fraud loses the licence.",
    ],
)
def test_a_participle_that_says_which_is_not_the_verb(rule: str) -> None:
    """So what ends the rule takes it back."""
    assert not reports(rule)
    assert taken_back(f"{rule} This is no longer in force.", len(rule), start=0, claim=rule)
