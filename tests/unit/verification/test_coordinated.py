"""What a sentence says by several verbs, clauses or things, told by one of them alone, and what is no word on one."""

import pytest

from apps.verification.wording.coordinated.alone import each_alone
from apps.verification.wording.restrictions import restriction_left_out
from apps.verification.wording.rewordings import reworded
from apps.verification.wording.standing import Standing, spelled, standing

SAID = [
    ("The lessee must not alter the wiring.", "The lessee must service the boiler and must not alter the wiring."),
    ("The lessee must insure the shed.", "The lessee must paint the fence and insure the shed."),
    ("Wards need at least two nurses.", "Wards must have at least two nurses and must not be locked."),
    ("Orders fell in the south.", "Orders rose in the north and fell in the south."),
    ("The jury rejected the appeal.", "The jury weighed the file on 4 May 2021 and rejected the appeal."),
    ("In 2020 the guild sold 40 looms.", "In 2020 the guild closed the mill and sold 40 looms."),
    ("Sales fell in May.", "Sales increased in April and fell in May."),
    ("The tenant shall maintain adequate insurance.",
     "The tenant shall pay its debts and maintain adequate insurance."),
    ("The pier was widened in 1990.", "The pier was built in 1974 and widened in 1990."),
    ("The pier was widened in 1990.", "The pier was built in 1974 and was later widened in 1990."),
    ("The fund has filed the form.", "The fund has paid the fee and filed the form."),
    ("The ship reached Madeira on 6 May.",
     "The ship left Porto on 4 May, reached Madeira on 6 May and sank off the coast."),
    ("The seller trains the staff.", "The seller delivers the goods, installs the software and trains the staff."),
    ("The museum lent the sketch to Ghent.", "The museum bought a sketch in 1962 and lent it to Ghent."),
    ("The agent may not open the box unless the owner agrees.",
     "The agent must store the box and may not open it unless the owner agrees."),
    ("No windows were broken.", "Nobody was hurt and no windows were broken."),
    ("Costs fell 2% in May.", "Sales rose 5% and costs fell 2% in May."),
    ("The charity runs shelters in Nantes.", "The charity runs shelters in Lyon, Nantes and Brest."),
    ("The seller must inform the notary within eight days.",
     "The seller must inform the buyer and the notary within eight days."),
]  # fmt: skip
NOT_SAID = [
    ("The club closed in 1977.", "The club bought a hall opened in 1931 and closed in 1977."),
    ("The tool is used in basic research.", "The tool is used in basic and applied research."),
    ("The agent may seize goods.", "The agent may enter the site and seize goods if a judge permits it."),
    ("Visitors may enter the park.", "Visitors may enter the park and may fish with a permit."),
    ("Visitors must pay.", "Visitors must pay and may enter, or leave."),
    ("The lessee must move out.", "The lessee must let the owner repair the roof and move out."),
    ("The lessee must store fuel.", "The lessee must not keep dogs and store fuel."),
    ("Few members attended the meeting.", "Few members paid the fee and attended the meeting."),
    ("Half of the wells were closed.", "Half of the wells were drilled in 2004 and closed."),
    ("Jobs were lost in May.", "The union fears wages were cut and jobs were lost in May."),
    ("The society keeps 12 boats in Cork.", "The society keeps 12 boats in Cork and Galway."),
    ("Borg is the largest lender in Spain.", "Borg is the largest lender in Spain and Italy."),
    ("The fund is owned by the founder.", "The fund is owned by the founder and the chair."),
    ("The mixture consists of the acid.", "The mixture consists of the acid and the salt."),
    ("The clause binds the buyer.", "Only the seller and the agent know whether the clause binds the buyer."),
    ("The board bought a mill.", "The board agreed to sell the plant and buy a mill."),
    ("The guest must pay a fee.", "The guest may bring a dog and must pay a fee."),
    ("The deposit is forfeited.", "The buyer may cancel the order and the deposit is forfeited."),
    ("The lessee must vacate the flat.", "The lessee is in default after ten days and must vacate the flat."),
    ("Goods returned in time are refunded.", "Goods ordered online and returned in time are refunded."),
    ("In 1990 the firm sold the mill.", "In 1990 the firm bought the mill and later sold it."),
    ("Acme challenged the lawyer in May.", "The ban took effect, and Acme hired a lawyer and challenged it in May."),
    ("The charity runs shelters in Paris.", "The charity runs shelters in Paris, Texas and Tulsa."),
    ("The treaty united the church.", "The treaty united the crown and the church."),
    ("The agent must sign the form.", "The agent must have a doctor examine the child and sign the form."),
    ("The brakes were faulty in May.", "Analysts assumed the driver was drunk and the brakes were faulty in May."),
    ("The dam broke in March.", "In his dream the mill burned and the dam broke in March."),
]


@pytest.mark.parametrize(("claim", "source"), SAID)
def test_what_one_of_several_verbs_or_things_says_is_said(claim, source):
    assert reworded(claim, source) >= Standing.ALONE


@pytest.mark.parametrize(("claim", "source"), NOT_SAID)
def test_what_none_of_them_says_alone_is_not(claim, source):
    assert reworded(claim, source) is Standing.ABSENT


def test_each_is_told_as_a_sentence():
    told = each_alone("Acme bought the mill in 2019, and sold it in 2021.")
    assert told == ("Acme sold it in 2021.", "Acme sold the mill in 2021.")


@pytest.mark.parametrize(
    ("claim", "source", "lost"),
    [
        ("The club opened in 1931.", "The club bought a hall opened in 1931.", "bought a hall"),
        ("Few members attended the meeting.", "Few members paid the fee and attended the meeting.", "paid the fee and"),
        ("The guild keeps 12 boats in Cork.", "The guild keeps 12 boats in Cork and Galway.", "and Galway"),
        (
            "Cars sold in Cuba need a permit.",
            "Cars built in Spain and sold in Cuba need a permit.",
            "built in Spain and",
        ),
        ("The agent must keep a log.", "The agent must ensure drivers rest and keep a log.", "ensure drivers rest and"),
        (
            "The studio was released in 2004.",
            "The studio was praised for the film, shot in Fes and released in 2004.",
            "praised for the film, shot in Fes and",
        ),
        ("The loan falls due after a notice.", "The loan falls due after a notice and a hearing.", "and a hearing"),
        (
            "The wall was painted in 1650.",
            "The wall was probably built in 1640 and painted in 1650.",
            "probably built in 1640 and",
        ),
    ],
)
def test_what_is_put_together_by_leaving_words_out_is_held_back(claim, source, lost):
    assert restriction_left_out(claim, source) == lost


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The club opened in 1931.", "The club, bought by a hall owner, opened in 1931."),
        ("The club opened in 1931.", "The club finally opened in 1931."),
        ("In 2021 the board named a chair.", "In 2021 the board approved the budget and named a chair."),
        (
            "The office promised a refund.",
            "The office has apologised to riders and promised a refund after trains were late.",
        ),
        ("A few hours later the patient coughed.", "A few hours later the patient had a headache and coughed."),
        ("Ann Bell confirmed as chair.", "Ann Bell has been confirmed as chair."),
        ("The guild keeps 12 boats in Cork.", "The guild keeps 12 boats in both Cork and Galway."),
        ("The guild keeps boats in Cork.", "The guild keeps boats in Cork and Galway."),
    ],
)
def test_what_stands_beside_and_changes_nothing_is_left_out_freely(claim, source):
    assert restriction_left_out(claim, source) is None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The register is kept by a clerk.", "Most members live abroad, and the register is kept by a clerk."),
        ("They moved to Rome in 1924.", "She met a clergyman named Walls and they moved to Rome in 1924."),
        ("She was born in Leeds.", "She was born in Leeds and appeared in the television series North Wind."),
        ("The skull was found in 1983.", "The first bone found was a tooth, and the skull was found in 1983."),
    ],
)
def test_a_clause_of_its_own_is_not_taken_along(claim, source):
    assert standing(spelled(claim), source) >= Standing.PART


def test_what_is_feared_or_said_goes_on_behind_and():
    source = "The union fears wages were cut and jobs were lost."
    assert standing(spelled("Jobs were lost."), source) is Standing.TURNED
