"""Behind a denial, a limit or a quantifier who says less of a thing claims more of it."""

import pytest

from apps.verification.wording.downward import narrowing_left_out
from apps.verification.wording.near_copies import copied
from apps.verification.wording.restrictions import restriction_left_out


@pytest.mark.parametrize(
    ("claim", "source", "left_out"),
    [
        (
            "There were no changes in internal control.",
            "There were no significant changes in internal control.",
            "significant",
        ),
        (
            "The firm is not a party to any proceedings.",
            "The firm is not a party to any material proceedings.",
            "material",
        ),
        ("The club has never won the cup.", "The club has never won the cup at home.", "at home"),
        ("The vaccine did not reduce deaths.", "The vaccine did not significantly reduce deaths.", "significantly"),
        ("The vaccine didn't reduce deaths.", "The vaccine didn't reduce deaths in children.", "in children"),
        ("The tenant must not keep pets.", "The tenant must not keep dangerous pets.", "dangerous"),
        ("The bank failed to report transactions.", "The bank failed to report suspicious transactions.", "suspicious"),
        ("The lease prohibits subletting.", "The lease prohibits commercial subletting.", "commercial"),
        ("Without consent he may not sublet.", "Without written consent he may not sublet.", "written"),
        ("If the tenant smokes, the lease ends.", "If the tenant repeatedly smokes, the lease ends.", "repeatedly"),
        ("Fewer than 10 employees left.", "Fewer than 10 employees in Ohio left.", "in Ohio"),
        ("At most 20 guests may attend.", "At most 20 external guests may attend.", "external"),
        ("Few members voted.", "Few female members voted.", "female"),
        ("None of the employees was dismissed.", "None of the permanent employees was dismissed.", "permanent"),
        ("62% of patients recovered.", "62% of vaccinated patients recovered.", "vaccinated"),
        ("62% of patients recovered.", "62% of patients in Ohio recovered.", "in Ohio"),
        ("Most patients recovered.", "Most vaccinated patients recovered.", "vaccinated"),
        ("The number of employees rose 5%.", "The number of permanent employees rose 5%.", "permanent"),
        ("The average salary was 4,000 euros.", "The average starting salary was 4,000 euros.", "starting"),
        ("All the employees were paid.", "All the permanent employees were paid.", "permanent"),
    ],
)
def test_what_narrows_it_there_is_missed(claim, source, left_out):
    assert narrowing_left_out(copied(claim, source, fewest=3), source) == left_out
    assert restriction_left_out(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Three employees were dismissed.", "Three permanent employees were dismissed."),
        ("The company bought a plant.", "The company bought a chemical plant in Ohio."),
        ("All employees receive bonuses.", "All employees receive annual bonuses."),
        ("The board did not approve the merger.", "The board did not approve the proposed merger."),
        ("The board did not approve Kerr's plan.", "The board did not approve Kerr's ambitious plan."),
        ("The firm did not sell land.", "The firm did not sell land or buildings."),
        ("The firm did not sell land.", "The firm did not sell land, as its loans forbid it."),
        ("The court did not sit.", "The court did not sit because the judge was ill."),
        (
            "The firm did not pay dividends and sold a plant.",
            "The firm did not pay dividends and sold a chemical plant.",
        ),
        ("Not all employees left.", "Not all permanent employees left."),
        ("The firm not only sold a plant.", "The firm not only sold a chemical plant."),
        ("He did not leave without paying.", "He did not leave without paying cash."),
        ("The board did not call Smith.", "The board did not call John Smith."),
        ("A few members voted.", "A few female members voted."),
        ("The firm does not pay dividends.", "The firm does not currently pay dividends."),
        ("Sales declined 5% there.", "Sales declined 5% over there."),
        ("62% of patients recovered.", "62% of patients recovered in Ohio."),
        ("The tallest tower was built by Kerr.", "The tallest tower was built in Riga by Kerr."),
        ("The population of Graz is 300,000.", "The current population of Graz is 300,000."),
        ("The firm bought the largest mill.", "The firm bought the largest mill to sell it."),
        ("Half of the budget went to schools.", "Half of the generous budget went to schools."),
        ("The population of the town is 4,000.", "The population of the small town is 4,000."),
        ("It does not cross the barrier.", "It does not cross the barrier in any species."),
        ("The divers did not find the treasure.", "The divers did not find the treasure of Captain Flint."),
        ("She denied the allegations.", "She denied the allegations made by the newspaper."),
        ("Nobody was hurt in the fire.", "Nobody was hurt in the fire that destroyed the mill."),
        ("He refused to resign.", "He refused to resign on Friday."),
        ("Up to 50 people were hurt.", "Up to 50 people were hurt when a train derailed."),
        ("The largest shareholder is Fiat.", "The largest shareholder of the company is Fiat."),
        ("Every employee gets a badge.", "Every new and existing employee gets a badge."),
        ("No. 5 is a perfume.", "No. 5 is a famous perfume."),
    ],
)
def test_what_adds_to_it_may_go(claim, source):
    assert narrowing_left_out(copied(claim, source, fewest=3), source) is None


def test_where_the_denial_is_the_claims_own_it_reaches_nothing():
    claim, source = "The firm did not sell plants there in 1999.", "The firm did sell chemical plants there in 1999."
    assert narrowing_left_out(copied(claim, source, fewest=3), source) is None
