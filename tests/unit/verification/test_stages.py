"""Whether a claim tells an early stage of a procedure as a later one."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings


def faults(claim: str, source: str) -> set[ModalityFault]:
    return {one.fault for one in modality_findings(claim, [source])}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mayor was convicted of fraud.", "The mayor was charged with fraud."),
        ("The mayor was found guilty of fraud.", "The mayor was indicted for fraud in May."),
        ("The mayor committed fraud.", "The mayor was charged with fraud."),
        ("The drug was approved by the agency in May.", "The drug was submitted to the agency in May."),
        ("The agency approved the drug in May.", "The agency reviewed the drug in May."),
        ("The patent was granted in 2020.", "The patent was filed in 2020."),
        ("The bill became law in May.", "The bill passed the house in May."),
        ("The firm was awarded the contract in May.", "The firm bid for the contract in May."),
        ("The firm won the contract in May.", "The firm was shortlisted for the contract in May."),
        ("The chief executive was dismissed in May.", "The chief executive resigned in May."),
        ("The firm paid the supplier 5 million euros.", "The firm owed the supplier 5 million euros."),
        ("Ms Olsen was elected mayor of the town.", "Ms Olsen ran for mayor of the town."),
        ("The two firms signed the contract in June.", "The two firms negotiated the contract in June."),
        ("The fund eliminated the fee in June.", "The fund reduced the fee in June."),
        ("The storm destroyed the pier.", "The storm damaged the pier."),
        ("The city banned cars from the square.", "The city restricted cars on the square."),
        ("The new diet led to weight loss.", "The new diet was associated with weight loss."),
        ("The seller agreed to the price in June.", "The seller was offered the price in June."),
        ("The plan guarantees a return of 5%.", "The plan aims at a return of 5%."),
        ("The bank was fined 5 million euros.", "The bank faces a fine of 5 million euros."),
        ("The firm owns the site in Lyon.", "The firm leases the site in Lyon."),
        ("The study proved the effect.", "The study examined the effect."),
        ("The agency revoked the licence in June.", "The agency suspended the licence in June."),
    ],
)
def test_an_early_stage_is_no_later_one(claim: str, source: str) -> None:
    assert ModalityFault.FRAMING in faults(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mayor was convicted of fraud.", "The mayor, charged with fraud in May, was found guilty of it."),
        ("The mayor was charged with fraud.", "The mayor was charged with fraud."),
        ("The agency approved the drug.", "The drug was submitted to the agency, which approved it."),
        ("The agency approved the drug.", "The agency reviewed the drug and cleared it."),
        ("The bill was passed by the senate.", "The bill was introduced in May and carried by the senate in June."),
        ("The firm won the contract.", "The firm bid for the contract and got it."),
        ("The company is committed to safety.", "The company was accused of neglecting safety; safety is its aim."),
        ("The chief executive was removed in May.", "The chief executive was forced to resign in May."),
        ("Licensed banks applied for aid.", "Banks applied for aid."),
        ("The invoice must be paid in June.", "The invoice is due in June."),
        ("Germany adopted a minimum wage in 2015.", "Germany introduced a minimum wage in 2015."),
        ("Interest is paid monthly.", "Interest is payable monthly."),
        ("The firm eliminated 500 jobs.", "The firm cut 500 jobs."),
        ("The app was built to help teachers plan.", "The app was designed to help teachers plan."),
        ("The firm delivered 5,000 cars in May.", "The firm shipped 5,000 cars in May."),
        ("The council approved the zoning change.", "The council passed the proposed zoning change."),
        ("He was elected president in 1960.", "He ran for president in 1960 and beat Mr Nixon."),
        ("She accepted the job in June.", "She was offered the job in June and took it."),
        ("The elected mayor opened the fair.", "The mayor opened the fair with other candidates."),
        ("Google was fined 4 billion euros.", "Google, which faces other suits, got a penalty of 4 billion euros."),
        ("The mayor was not convicted of fraud.", "The mayor was charged with fraud."),
        ("Smoking causes the disease.", "Smoking is linked to the disease, which it causes."),
    ],
)
def test_what_got_there_is_no_fault(claim: str, source: str) -> None:
    assert ModalityFault.FRAMING not in faults(claim, source)
