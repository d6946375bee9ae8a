"""One of several told alone: what is said of either, or of both as one, is not said of each."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.joined import told_of_one
from apps.verification.wording.modality import modality_findings


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In one case a girl was found at the gate.", "In one case a woman or girl was found at the gate."),
        ("The bridge was opened by the king in 1912.", "The bridge was opened by the king or his son in 1912."),
        ("The films were directed by Robert Zemeckis.", "The films were directed by Spielberg or Robert Zemeckis."),
        (
            "Northfield has a population of 53,000 combined.",
            "Northfield and Eastfield have a population of 53,000 combined.",
        ),
        ("The firm held 12 patents together in 1999.", "The firm and its owner held 12 patents together in 1999."),
    ],
)
def test_what_is_said_of_several_is_not_told_of_one(claim, source):
    assert told_of_one(claim, source)
    found = modality_findings(claim, [source])
    assert any(one.fault is ModalityFault.EXTENT for one in found)
    assert not any(one.fault.is_plain for one in found), "it is no contradiction"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The tenant may paint the walls of the flat.", "The tenant may paint or paper the walls of the flat."),
        ("No dogs are allowed in the garden.", "No dogs or cats are allowed in the garden."),
        ("Any director can call a meeting of the board.", "Any director or officer can call a meeting of the board."),
        ("Those who are sick are paid in full.", "Those who are sick or injured are paid in full."),
        ("He suffered from alopecia for eleven years.", "He suffered from alopecia, or hair loss, for eleven years."),
        ("The place was known as the Northern Gate.", "The place was known as the Northern Gate or the Old Gate."),
        ("It lasted for about a year in the north.", "It lasted for about a year or so in the north."),
        ("Ford signed the treaty in Geneva in 1975.", "Ford and Brezhnev signed the treaty in Geneva in 1975."),
        ("The mill was sold for 7 pounds or less to him.", "The mill was sold for 7 pounds to him."),
        # a rule that holds of one or the other holds of each
        ("Death of a partner ends the partnership.", "Death or bankruptcy of a partner ends the partnership."),
        ("A lessee must repair the roof of the house.", "A lessee or sublessee must repair the roof of the house."),
        ("Fraud is punished with five years in prison.", "Fraud or forgery is punished with five years in prison."),
        ("The officer has power to search a vehicle.", "The officer has power to search a vehicle or a person."),
        ("Payments made after 1 May bear interest at 8%.", "Payments made on or after 1 May bear interest at 8%."),
        # what is summed up besides
        ("Total revenue rose by 5% in 2020.", "Total revenue rose by 5% in 2020 and 3% in 2021."),
        ("The aggregate price was $5 million.", "The aggregate price was $5 million and was paid in cash."),
        (
            "Negotiations between them began in May 2019.",
            "Negotiations between them began in May 2019 and ended in June.",
        ),
        (
            "The committee met in Geneva in 2019.",
            "The committee met in Geneva and Vienna in 2019, a total of 12 times.",
        ),
    ],
)
def test_what_holds_of_each_may_be_told_of_one(claim, source):
    assert told_of_one(claim, source) is None
