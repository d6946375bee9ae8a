"""Who gives a thing away is not given it."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.giving import got_by_the_giver
from apps.verification.wording.modality import modality_findings

BY_THE_GIVER = [
    ("Penn was sold to Orla in May.", "In May, Orla sold its subsidiary Penn to Reed."),
    ("The claim of Penn was assigned to Orla.", "Orla assigned the claim of Penn to Reed."),
    ("The machines were sold to the Lessor.", "The Lessor sold the machines to the Lessee in March."),
    ("The patents are assigned to the Contractor.", "The Contractor hereby assigns the patents to the Client."),
    ("The plot was conveyed to the Grantor.", "The Grantor conveyed the plot to Kiln Ltd for $4 million."),
    ("The Bank was lent $5 million.", "The Bank lent $5 million to Orla."),
    ("The Tenant was paid $900.", "The Tenant paid $900 on 1 May."),
    ("The yard is leased to the Landlord.", "The Landlord leases the yard to the Tenant."),
    ("The notes were quietly issued to Orla.", "Orla issued the notes to three funds."),
    ("The Contractor has been granted a right of use.", "The Contractor grants the Client a right of use."),
    ("The Lender shall be paid a fee of 2%.", "The Lender shall pay a fee of 2% to the agent."),
    ("The patents were assigned by the Client to the Contractor.", "The Contractor assigns the patents to the Client."),
    ("The shares were transferred from Penn to Orla.", "Orla transferred the shares to Penn."),
    ("The yard was sold to Orla.", "Orla sold the yard to Penn, which is based in Oslo."),
    ("The yard was sold to Orla.", "Orla sold the yard to Penn and was paid $5 million."),
    ("The notes were issued to Orla.", "Orla issued the notes to three funds, and the notes are due in 2030."),
    (
        "The yard is leased to the Landlord.",
        "The Landlord leases the yard to the Tenant for a term that is to begin in May.",
    ),
    ("Penn was sold to 3M.", "3M sold Penn to Reed."),
    ("The invoice was sent to the Seller.", "The Seller sent the invoice to the Buyer."),
    ("The yard was sold to Orla.", "The yard Orla sold to Penn is in Oslo."),
    ("The yard was sold to Orla.", "The day Orla sold the yard to Penn was a Monday."),
    ("The yard was sold to Orla.", "Orla sold the yard to Penn in the year the mill was closed."),
    ("The yard was sold to Orla.", "Orla sold the yard to Penn for a price to be agreed."),
    ("The Supplier was granted access.", "What the Supplier granted to Customer staff was access."),
    ("The Supplier was granted access.", "The Supplier granted access to Customer data."),
    ("The Supplier was granted access.", "The Supplier granted access to Penn Data is kept."),
    ("The Supplier was granted access.", "The Supplier grants access to Customer data and is bound to secrecy."),
    ("The yard is leased to the Landlord.", "The Landlord leases the yard to Tenant staff."),
]
BY_ANOTHER = [
    ("Penn was sold to Reed.", "Orla sold Penn to Reed."),
    ("The clerk was transferred to the Company's subsidiary.", "The Company transferred the clerk to its subsidiary."),
    ("The shares of Penn were transferred to Orla Holdings.", "Orla Inc. transferred the shares to Orla Holdings."),
    ("Penn was sold to Orla.", "In 2019 Reed sold Penn to Orla, and in 2022 Orla sold Penn to Kiln."),
    ("Penn was sold to Orla.", "Orla sold Penn, which Reed had sold to Orla in 2019, to Kiln."),
    ("The yard is leased to the Tenant.", "The Tenant leases the yard from the Landlord."),
    ("The yard is leased to the Tenant.", "The Tenant leases the yard."),
    ("The clerk was transferred to Oslo.", "The clerk transferred to Oslo in May."),
    ("The report was delivered to the board.", "The auditor delivered the report to the board."),
    ("The loan was paid.", "The Tenant paid the loan."),
    ("The shop is leased to Orla.", "Orla leases the shop and has options to renew."),
    ("The shop is leased to Orla.", "Orla leases the shop for up to ten years."),
    ("The software is licensed to Orla.", "Orla licenses the software under a contract that extends to 2027."),
    ("The dividends of the Company were paid in March.", "The Company paid its dividends in March."),
    ("The fine imposed on the Bank was paid.", "The Bank paid the fine in May."),
    ("Employees were granted options.", "Employees granted options may exercise them in 2024."),
    ("Employees were granted access.", "An employee granted access to Customer data is bound to secrecy."),
    ("Contractors were granted a right.", "Contractors granted a right to the Software must tell the Bank."),
    ("The clerk was given a key.", "The employer's clerk was given a key."),
    ("The employee was given a key.", "The employee given a key to the Warehouse shall keep it."),
    ("A supplier was paid a fee.", "Any supplier paid a fee according to Client rules may keep it."),
    ("Dividends were paid in 2022.", "Dividends paid in 2022 were $5 million."),
    ("The staff were transferred to the Company.", "The Company transferred the staff from Orla."),
    ("Orla was granted a right of use.", "Orla and the Company granted each other a right of use."),
]


@pytest.mark.parametrize(("claim", "source"), BY_THE_GIVER)
def test_who_gives_is_not_given(claim, source):
    assert got_by_the_giver(claim, source) is not None
    assert {ModalityFault.ROLE, ModalityFault.ORDER} & {one.fault for one in modality_findings(claim, [source])}


@pytest.mark.parametrize(("claim", "source"), BY_ANOTHER)
def test_who_is_given_it_is_left_alone(claim, source):
    assert got_by_the_giver(claim, source) is None
    assert not {ModalityFault.ROLE, ModalityFault.ORDER} & {one.fault for one in modality_findings(claim, [source])}
