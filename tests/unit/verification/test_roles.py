"""Who does what to whom, where claim and source name the same parties."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings
from apps.verification.wording.roles import changed_places, done_by_another

EXCHANGED = [
    ("Penn sued Orla in March.", "In March 2021, Orla sued Penn in a court of Ohio."),
    ("Penn was bought by Orla.", "Orla was bought by Penn in 2020."),
    ("Penn Ltd bought Orla Inc.", "Orla bought Penn for $40 million in cash."),
    (
        "The Tenant shall indemnify the Landlord against claims.",
        "7. The Landlord shall indemnify the Tenant against claims.",
    ),
    (
        "The Landlord shall be indemnified by the Tenant against claims.",
        "The Landlord shall promptly indemnify the Tenant.",
    ),
    ("The Vendor may audit the Buyer.", "5. The Buyer may audit the Vendor once a year at its own cost."),
    (
        "The tenant may not sublet without the consent of the owner.",
        "3. The owner may not sublet without the consent of the tenant.",
    ),
    ("Penn sold the quarry to Orla.", "Orla sold the quarry to Penn for $3 million."),
    ("Orla licensed the patent from Penn.", "Orla licensed the patent to Penn."),
    ("3M sued Orla.", "Orla sued 3M in March 2021."),
    ("9-Pins bought Orla.", "Orla bought 9-Pins for $4 million."),
    ("Reed was succeeded by Lund.", "Reed succeeded Lund as treasurer."),
    ("Orla's plant was bought by Penn.", "Orla bought the plant of Penn."),
    ("Orla is owned by our Penn unit.", "Penn is owned by our Orla unit."),
    ("Orla was sold to Penn.", "Penn was sold to Orla."),
    ("Orla was split from Penn.", "Penn split from Orla."),
    ("Reed is the aunt of Lund.", "Lund is the aunt of Reed."),
    ("Orla's parent is Penn.", "Penn's parent is Orla."),
    ("The Lender may end the loan if the Bank breaches it.", "The Bank may end this Loan if the Lender breaches it."),
]
IN_PLACE = [
    ("Penn was sued by Orla.", "Orla sued Penn in a court of Ohio in March 2021."),
    ("Orla sued Penn.", "Penn, sued by Orla in March 2021, denies the claims."),
    ("Penn sued Orla.", "Orla sued Penn in a court of Ohio, and Penn sued Orla in return."),
    ("The Tenant shall be indemnified by the Landlord.", "7. The Landlord shall indemnify the Tenant against claims."),
    ("Penn bought the quarry from Orla.", "Orla sold the quarry to Penn for $3 million."),
    ("Orla and Penn merged.", "Penn and Orla merged in 2020."),
    ("Orla competes with Penn.", "Penn competes with Orla in two markets."),
    ("Lund replaced Reed as treasurer.", "Reed was replaced by Lund as treasurer."),
    ("In his Oslo speech, Reed thanked the mayor.", "Reed said in his speech in Oslo that the mayor had helped."),
    ("Brick is the nickname of Reed.", "Reed, nicknamed Brick, is a mason."),
    ("Orla's chief clerk is Reed.", "Reed is the chief clerk of Orla."),
    ("Reed is the chief clerk of Orla.", "Orla's chief clerk is Reed."),
    ("Orla's rival is Penn.", "Penn is a rival of Orla."),
    ("Orla's rented office is Penn Hall.", "Penn Hall is the rented office of Orla."),
    ("Orla is a leader in tools sold by its Kiln line.", "We are a leader in tools sold by our Kiln line."),
    ("Pledges issued by Orla's Kiln line lapse.", "Pledges issued by our Kiln line lapse."),
    ("Guests are served by its Inns line.", "Guests are served by our Inns line."),
    ("Penn was sold to Reed.", "Orla sold its subsidiary Penn to Reed."),
    ("Penn was split off from Orla.", "Orla split off Penn in May 2023."),
    ("Zelta was developed at Penn.", "Penn developed Zelta."),
    ("Reed is employed at Orla.", "Orla employs Reed."),
    ("Orla is listed on the Oslo Exchange.", "The Oslo Exchange lists Orla."),
    ("Orla is based in Oslo.", "Oslo is the base of Orla."),
    ("The Bank notified the Borrower.", "After the Borrower notified the Guarantor, the Bank notified the Borrower."),
]
BY_ANOTHER = [
    ("Orla licensed the software.", "Penn licensed the software to Orla's clients."),
    ("Orla licensed the patent to Reed.", "Penn licensed the patent to Orla."),
    ("Orla leases 40 cars.", "Penn leases 40 cars next to Orla."),
    ("Orla rents 500 shops from Reed.", "Penn rents 500 shops from Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry, which Orla left."),
    ("Orla leases the quarry.", "Penn leases the quarry, which was sold to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry that belongs to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry belonging to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry sold to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry and sold the mill to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry in addition to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry with access to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry for its deliveries to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry after the sale of the mill to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry opposite to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry to sell it to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry from Reed to Orla."),
    ("Orla leases the quarry.", "Penn leases the quarry to Orla customers."),
    ("The Buyer may engage carriers.", "3. The Vendor may engage carriers if it informs the Buyer a month ahead."),
    ("Penn paid the fine.", "Orla paid the fine, and Penn bore the costs of the court."),
    ("Penn charters ten ships.", "Orla charters ten ships and has guaranteed their hire to Penn."),
    ("3M leases the quarry.", "Penn leases the quarry, and sends reports to 3M."),
]
BY_THE_SAME = [
    ("Orla leases the quarry from Penn.", "Penn leases the quarry to Orla."),
    ("Orla rents 500 shops.", "Penn rents 500 shops to Orla."),
    ("Orla leases the quarry.", "Penn leases to Orla the quarry."),
    ("Orla leases the quarry.", "Penn leases the quarry back to Orla."),
    ("Orla leases the building.", "Penn leases the building in Utah to Orla for two years."),
    ("Orla leases the furnished flat.", "Penn leases the furnished flat at Oak Square to its Orla, which pays rent."),
    ("Orla leases the quarry.", "Penn leases the mill to Reed and leases the quarry to Orla."),
    ("Orla chartered the ship from Penn.", "Penn chartered the ship for a year to Orla."),
    ("The Buyer must be informed.", "3. The Vendor may engage carriers if the Vendor informs the Buyer a month ahead."),
    ("Penn paid the fine.", "Orla paid the tax, and Penn paid the fine."),
    ("Penn paid the fine.", "Orla and Penn paid the fine."),
    ("Penn paid the fine.", "Orla paid half and so did Penn."),
    ("The Vendor may engage carriers.", "The Vendor may engage carriers if it informs the Buyer."),
]


@pytest.mark.parametrize(("claim", "source"), EXCHANGED)
def test_parties_that_changed_places_are_seen_though_the_source_says_more(claim, source):
    assert changed_places(claim, source) is not None
    assert ModalityFault.ORDER in {one.fault for one in modality_findings(claim, [source])}


@pytest.mark.parametrize(("claim", "source"), IN_PLACE)
def test_parties_in_their_places_are_left_alone(claim, source):
    assert changed_places(claim, source) is None


@pytest.mark.parametrize(("claim", "source"), BY_ANOTHER)
def test_what_the_source_has_another_do_is_seen(claim, source):
    assert done_by_another(claim, source) is not None
    found = modality_findings(claim, [source])
    assert ModalityFault.ROLE in {one.fault for one in found}
    assert not any(one.fault.is_plain for one in found)


@pytest.mark.parametrize(("claim", "source"), BY_THE_SAME)
def test_who_may_do_it_as_the_source_says_is_left_alone(claim, source):
    assert done_by_another(claim, source) is None
