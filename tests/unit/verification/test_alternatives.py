""" "Or" for "and" where both are needed, "and" for "or" where one of two is told."""

import pytest

from apps.verification.wording.alternatives import other_choice
from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings

GRANTED = "A loan is granted when the score is 700 or higher and the borrower holds reserves of two months."
ADMITTED = "An applicant is admitted if she holds a degree and has five years of experience."
DUTIES = "The tenant shall paint the doors and repair the roof."
EITHER = "The tenant shall pay the rent or leave the premises."
NUMBERED = "Listed are matters that (1) relate to accounts and (2) involved hard judgments."
BOUGHT = "In 2019 Acme bought Borg or Crest."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A loan is granted when the score is 700 or higher or the borrower holds reserves of two months.", GRANTED),
        ("The loan is granted if the score reaches 700 or the borrower holds reserves.", GRANTED),
        ("An applicant is admitted if she holds a degree or has five years of experience.", ADMITTED),
        ("Anyone who holds a degree or has five years of experience is admitted.", ADMITTED),
        ("The tenant must paint the doors or repair the roof.", DUTIES),
        ("The applicant must hold a degree or a licence.", "The applicant must hold a degree and a licence."),
        ("The tenant must pay the rent and leave the premises.", EITHER),
        ("A matter is listed if it relates to accounts or involved hard judgments.", NUMBERED),
        ("Acme bought Borg and Crest in 2019.", BOUGHT),
        ("If the rent or the deposit is unpaid, the lease ends.", "If the rent and the deposit are unpaid, it ends."),
    ],
)  # fmt: skip
def test_one_of_two_is_not_both(claim: str, source: str) -> None:
    assert other_choice(claim, source)
    assert ModalityFault.CHOICE in {one.fault for one in modality_findings(claim, [source])}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A loan is granted when the borrower holds reserves and the score is 700 or higher.", GRANTED),
        ("The tenant must repair the roof and paint the doors.", DUTIES),
        ("The tenant must pay the rent or leave the premises.", EITHER),
        ("The CEO must report accidents and injuries.", "The CEO must report accidents or injuries."),
        ("Anyone who makes or imports it must register.", "Those who make and those who import it must register."),
        ("Firms that make steel or cement must buy permits.", "Firms that make steel and cement must buy permits."),
        ("If goods are lost or damaged, the carrier pays.", "The carrier pays for lost and damaged goods."),
        (
            "If it rains, the club shuts the pool or moves the game.",
            "If it rains, the club shuts the pool and moves the game.",
        ),
        ("Patients with asthma and gout were excluded.", "Patients with asthma or gout were excluded."),
        ("The fund invested in bonds and shares.", "The fund invested in bonds or shares."),
        # what may be done, is denied, or holds of each of a kind
        ("The board may dismiss the director and cut his pay.", "The board may dismiss the director or cut his pay."),
        ("Second homes and land are not insured.", "Insurance is not given for second homes or land."),
        ("The shop does not sell wine or beer.", "The shop does not sell wine and beer."),
        ("The tax must be paid by firms or persons.", "The tax must be paid by firms and persons."),
        ("Staff in Lyon or Oslo get a bonus.", "Staff in Lyon and Oslo get a bonus."),
        ("Any loss or damage is covered.", "Loss and damage are covered."),
        ("Fees may be paid by card or cash.", "Fees may be paid by card and cash."),
        ("It rose for a year or so and fell.", "It rose for a year and then fell."),
        ("Acme bought Borg and/or Crest in 2019.", BOUGHT),
    ],
)
def test_what_asks_for_no_more_and_no_less_is_let_be(claim: str, source: str) -> None:
    assert other_choice(claim, source) is None


def test_a_ledger_tells_both_joints() -> None:
    (found,) = modality_findings("The tenant shall paint the doors or repair the roof.", [DUTIES])
    assert found.detail == (
        "The claim has “or repair the roof”, the source “and repair the roof”: one of two is not both."
    )
