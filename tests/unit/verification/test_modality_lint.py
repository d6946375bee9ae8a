"""Modality lint: what a claim asserts, denies, requires and permits must be what its source does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.core.words import word_set
from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings, modality_lint, sentences_around

NEGATION, DIRECTION, PERMISSION = ModalityFault.NEGATION, ModalityFault.DIRECTION, ModalityFault.PERMISSION
FORCE, EXTENT, EXCEPTION = ModalityFault.FORCE, ModalityFault.EXTENT, ModalityFault.EXCEPTION
ORDER, FRAMING = ModalityFault.ORDER, ModalityFault.FRAMING

FLIPPED = [
    (EXCEPTION, "All values in the test set were correct.", "All values in the test set apart from two were correct."),
    (NEGATION, "The shares are yet to be earned.", "The shares have been earned."),
    (NEGATION, "The shares had yet to be paid for.", "The shares had been paid for."),
    # negation dropped or added
    (NEGATION, "The policy covers flood damage.", "The policy does not cover flood damage."),
    (NEGATION, "The policy does not cover flood damage.", "The policy covers flood damage."),
    (NEGATION, "The loan was not approved by the board.", "The loan was approved by the board."),
    (NEGATION, "Employees need a permit.", "No employee needs a permit."),
    (NEGATION, "No fee is charged for early repayment.", "A fee is charged for early repayment."),
    (NEGATION, "Interest accrues during the holiday.", "Interest never accrues during the holiday."),
    (NEGATION, "The tenant paid without delay.", "The tenant paid with delay."),
    (NEGATION, "The company met its targets.", "The company failed to meet its targets."),
    (NEGATION, "Neither party signed the contract.", "The party signed the contract."),
    (NEGATION, "The data isn't shared with partners.", "The data is shared with partners."),
    (NEGATION, "The applicant is required to provide security.", "The applicant is not required to provide security."),
    (NEGATION, "Contractors are covered by the plan.", "Contractors aren't covered by the plan."),
    (DIRECTION, "Net income was $18 million in 2023.", "Net loss was $18 million in 2023."),
    (DIRECTION, "The cash inflow of the year was $5 million.", "The cash outflow of the year was $5 million."),
    (NEGATION, "The form is red.", "The form is not red but blue."),
    (NEGATION, "The board approved the merger.", "Neither the board nor the bank approved the merger."),
    (NEGATION, "The directors approved the merger.", "No one among the directors approved the merger."),
    (NEGATION, "The board approved the merger.", "It is false that the board approved the merger."),
    # who did what to whom
    (ORDER, "Acme acquired Beta.", "Beta acquired Acme."),
    (ORDER, "Acme was acquired by Beta.", "Acme acquired Beta."),
    (ORDER, "Acme sued Beta in 2020.", "In 2020 Beta sued Acme."),
    (ORDER, "The merger closed before the audit.", "The audit closed before the merger."),
    (ORDER, "Staff moved from Paris to London.", "Staff moved from London to Paris."),
    (ORDER, "Revenue was $5 million and cost was $3 million.", "Revenue was $3 million and cost was $5 million."),
    # the same among clauses that a comma parts
    (ORDER, "Rent was $5, and heat was $3.", "Rent was $3, and heat was $5."),
    (ORDER, "Rent fell in Rome, and heat rose in Bonn.", "Rent rose in Rome, and heat fell in Bonn."),
    (ORDER, "Rome sold its shops, and Bonn its mills.", "Bonn sold its shops, and Rome its mills."),
    (ORDER, "Beta Ltd, a shop, bought Acme Corp, a bank.", "Acme Corp, a shop, bought Beta Ltd, a bank."),
    # spoken of, and not stated
    (FRAMING, "The board approved the merger.", "The board denied that it had approved the merger."),
    (NEGATION, "The board approved the merger.", "It is never the case that the board approved the merger."),
    (NEGATION, "The board approved the merger.", "It was wrongly reported that the board approved the merger."),
    (FRAMING, "Loans need two approvals.", "The rule that loans need two approvals was repealed in 2019."),
    (FRAMING, "Loans need two approvals.", "Critics claim loans need two approvals."),
    (FRAMING, "Loans need two approvals.", "Under the former policy, loans need two approvals."),
    (FRAMING, "Loans needed two approvals.", "Until 2015, loans needed two approvals."),
    (FRAMING, "The drug reduces pain.", "There is no evidence that the drug reduces pain."),
    (FRAMING, "The drug reduces pain.", "It is unclear whether the drug reduces pain."),
    (FRAMING, "The company opened ten shops.", "The company intends to open ten shops."),
    (FRAMING, "The company will open ten shops.", "The company plans to open ten shops."),
    (FRAMING, "The bank failed.", "If the bank failed, depositors would be paid."),
    (FRAMING, "Payments are due monthly.", "Is it true that payments are due monthly?"),
    (EXCEPTION, "The fee is waived.", "The fee is waived if the loan exceeds $1 million."),
    (EXCEPTION, "Employees may work remotely.", "Employees may work remotely only with approval."),
    # opposites
    (DIRECTION, "Revenue decreased by 5%.", "Revenue increased by 5%."),
    (DIRECTION, "Costs increased.", "Revenue increased while costs decreased."),
    (DIRECTION, "Net sales fell in 2022.", "Net sales rose in 2022."),
    (DIRECTION, "Notice is given 30 days before closing.", "Notice is given 30 days after closing."),
    (DIRECTION, "The minimum age is 65.", "The maximum age is 65."),
    (DIRECTION, "Applications are rejected by the committee.", "Applications are approved by the committee."),
    (DIRECTION, "Travel costs are excluded from the limit.", "Travel costs are included in the limit."),
    (DIRECTION, "The applicant is eligible.", "The applicant is ineligible."),
    (DIRECTION, "The company reported a profit.", "The company reported a loss."),
    (DIRECTION, "The agreement is invalid.", "The agreement is valid."),
    (DIRECTION, "The deposit is nonrefundable.", "The deposit is refundable."),
    (DIRECTION, "Scores above 620 lead to refusal.", "Scores below 620 lead to refusal."),
    (DIRECTION, "Disclosure is optional for staff.", "Disclosure is mandatory for staff."),
    (DIRECTION, "The rate is variable.", "The rate is fixed."),
    (DIRECTION, "The court granted the motion.", "The court denied the motion."),
    (DIRECTION, "The parties are related persons.", "The parties are unrelated persons."),
    (DIRECTION, "Non-residents may apply for a card.", "Residents may apply for a card."),
    (DIRECTION, "Defaults often occur.", "Defaults rarely occur."),
    (DIRECTION, "We borrowed $5 million under the loan.", "We repaid $5 million under the loan."),
    (DIRECTION, "Orla issued $5 million of notes.", "Orla redeemed $5 million of notes."),
    (DIRECTION, "Fares rose by $54 million.", "Fares fell by $60 million in 2022 and rose by $54 million in 2021."),
    (
        DIRECTION,
        "Fares rose by $60 million in 2022.",
        "Fares fell by $60 million in 2022 and rose by $54 million in 2021.",
    ),
    (
        DIRECTION,
        "Fares fell by $54 million in 2021.",
        "Fares fell by $60 million in 2022 and rose by $54 million in 2021.",
    ),
    (DIRECTION, "Net fares rose 5%.", "Net fares fell 3% and the margin rose 5%."),
    (DIRECTION, "The fee is 2% for internal moves.", "The fee is 2% for external moves and 1% for internal moves."),
    # a comparison with the other side, or the other way round
    (DIRECTION, "The new pumps use less power than the old ones.", "The new pumps use more power than the old ones."),
    (ModalityFault.ORDER, "New pumps use less power than the old ones.", "Old pumps use less power than the new ones."),
    (DIRECTION, "Yields were higher with clover than without it.", "Yields were lower with clover than without it."),
    (
        DIRECTION,
        "Old pumps use less power than the new, and demand fell.",
        "New ones use more than the old, and demand rose.",
    ),
    # allowed and forbidden
    (PERMISSION, "The applicant may submit late.", "The applicant cannot submit late."),
    (PERMISSION, "Smoking is allowed indoors.", "Smoking is prohibited indoors."),
    (PERMISSION, "Staff may accept gifts.", "Staff may not accept gifts."),
    (PERMISSION, "Staff must not accept gifts.", "Staff may accept gifts."),
    (PERMISSION, "A lender may charge a fee.", "No lender may charge a fee."),
    (PERMISSION, "Visitors may smoke.", "Visitors are prohibited from smoking."),
    (PERMISSION, "Contractors are permitted to work remotely.", "Contractors are not permitted to work remotely."),
    (PERMISSION, "The bank shall disclose the data.", "The bank shall not disclose the data."),
    (PERMISSION, "Members must not vote twice.", "Members must vote twice."),
    # obligation
    (FORCE, "Borrowers must provide two payslips.", "Borrowers may provide two payslips."),
    (FORCE, "Borrowers may provide two payslips.", "Borrowers must provide two payslips."),
    (FORCE, "Borrowers should provide two payslips.", "Borrowers must provide two payslips."),
    (FORCE, "Managers must review the file.", "Managers should review the file."),
    (FORCE, "Managers are required to review the file.", "Managers may review the file."),
    (FORCE, "Applicants must provide a guarantor.", "Applicants do not need to provide a guarantor."),
    (FORCE, "The bank will refund the fee.", "The bank may refund the fee."),
    (FORCE, "The drug reduces mortality.", "The drug may reduce mortality."),
    (FORCE, "Late payment leads to termination.", "Late payment could lead to termination."),
    (FORCE, "The hall has a wide door.", "The hall may or may not have a wide door."),
    # extent
    (EXTENT, "All loans require approval.", "Some loans require approval."),
    (EXTENT, "Every employee receives a bonus.", "Most employees receive a bonus."),
    (EXTENT, "Most members voted for it.", "Some members voted for it."),
    (EXTENT, "Only owners may edit the file.", "Owners may edit the file."),
    (EXTENT, "Few patients recovered.", "Many patients recovered."),
    (EXTENT, "The fee is always charged in full.", "The fee is usually charged in full."),
    # exceptions
    (EXCEPTION, "The lender may not charge a fee.", "The lender may not charge a fee unless the borrower agrees."),
    (EXCEPTION, "All costs are reimbursed.", "All costs are reimbursed except alcohol and fines."),
    (EXCEPTION, "Overtime is paid at double rate.", "Overtime is paid at double rate, provided that it was approved."),
    (EXCEPTION, "Data is never shared with third parties.", "Data is not shared with third parties without consent."),
    (EXCEPTION, "The fee is due unless the bank waives it.", "The fee is due."),
    (EXCEPTION, "Leave may be carried over.", "Leave may be carried over only if the manager agrees in writing."),
    (PERMISSION, "This may be copied.", "This May Not Be Copied"),
    (PERMISSION, "Exhibit 2 may be amended.", "Exhibit 2 May Not Be Amended"),
    (PERMISSION, "4. Tenant May Assign The Lease", "4. Tenant May Not Assign The Lease"),
]

KEPT = [
    ("The brand was made to stand apart from the others.", "The brand was made to distinguish itself from the others."),
    ("Lower spending made up for part of the cost.", "The cost was partially offset by lower spending."),
    ("The shares have not been earned.", "The shares are yet to be earned."),
    ("To this day the bridge carries trains.", "The bridge was small and yet to this day it carries trains."),
    ("None of the shares had been earned.", "The shares were yet to be earned."),
    ("The agent is authorized to manage the Plan.", "The agent is authorized for managing the Plan to receive data."),
    # a comparison told from its other side
    ("The new pumps use less power than the old ones.", "The old pumps use more power than the new ones."),
    ("Yields were higher with clover than without it.", "Yields were lower without clover than with it."),
    ("Rents in the old town are higher than in the new one.", "Rents in the new town are lower than in the old one."),
    # of two opposites, the one with the claim's figure
    ("We repaid $5 million under the loan.", "We borrowed $9 million and repaid $5 million under the loan."),
    ("Sums borrowed must be repaid by June.", "Whoever borrowed sums must repay these sums by June."),
    ("Orla redeemed notes issued in 2019.", "Notes issued in 2019 were redeemed by Orla."),
    ("The buyer pays $5 million.", "The buyer pays $2 million to the bank and $5 million to the seller."),
    ("The buyer pays $5 million on proof.", "The buyer pays $2 million now and, on proof by the seller, $5 million."),
    (
        "Leave is nine days for permanent staff.",
        "Leave is two days for temporary staff and nine days for permanent staff.",
    ),
    ("Interest is 5% on secured loans.", "Interest is 9% on unsecured loans and 5% on secured loans."),
    ("Fares rose by $54 million in 2021.", "Fares fell by $60 million in 2022 and rose by $54 million in 2021."),
    ("Fares rose 5% in Peru.", "Fares fell 3% in Chile, but rose 5% in Peru."),
    ("Borrowers must provide two payslips.", "Borrowers shall provide two payslips."),
    ("Borrowers are required to provide two payslips.", "Borrowers must provide two payslips."),
    ("Borrowers have to provide two payslips.", "Borrowers shall provide two payslips."),
    ("Staff may not smoke.", "Staff must not smoke."),
    ("Staff cannot smoke.", "Staff are not allowed to smoke."),
    ("Staff are prohibited from smoking.", "Staff may not smoke."),
    ("Smoking is prohibited.", "Smoking is not permitted."),
    ("A lender may not charge a fee.", "No lender may charge a fee."),
    ("Members can vote by post.", "Members may vote by post."),
    ("Members are entitled to vote by post.", "Members may vote by post."),
    ("The drug may reduce mortality.", "The drug reduces mortality."),
    ("The bank will refund the fee.", "The bank shall refund the fee."),
    ("Applicants do not need to provide a guarantor.", "Applicants are not required to provide a guarantor."),
    ("It covers fire.", "Although the policy does not cover floods, it covers fire."),
    ("Costs decreased.", "Revenue increased while costs decreased."),
    ("Imports and exports grew.", "Exports and imports grew."),
    ("A closing precedes B.", "B comes after the closing A."),
    ("Employees don't need a permit.", "Employees do not need a permit."),
    ("No employee needs a permit.", "Employees do not need a permit."),
    ("The applicant is ineligible.", "The applicant is not eligible."),
    ("The applicant is not ineligible.", "The applicant is eligible."),
    ("There is no agreed definition.", "There is no legal or generally agreed definition."),
    ("The authorities found no evidence of fraud.", "The authorities did not find any evidence of fraud."),
    ("The team could not play at home.", "The team was unable to play at home."),
    ("The company did not meet its targets.", "The company failed to meet its targets."),
    ("Some loans require approval.", "All loans require approval."),
    ("Many members voted for it.", "Most members voted for it."),
    ("Owners may edit the file.", "Only owners may edit the file."),
    ("Only owners may edit the file.", "No one other than owners may edit the file."),
    ("It costs only $5.", "It costs $5."),
    ("It may have a wide door.", "It may or may not have a wide door."),
    ("The lender may not charge a fee unless agreed.", "The lender may not charge a fee except where agreed."),
    (
        "Invoices are paid by transfer.",
        "Invoices are paid by transfer in the month of delivery, and except in May by noon.",
    ),
    ("The review took place in May 2022.", "In May 2022 the review took place."),
    ("The report was issued on May 3.", "The report was issued on May 3, 2022."),
    ("The deadline for comments is 31 May.", "Comments must reach us no later than 31 May."),
    ("Comments are due by the end of May.", "Comments must be sent in no later than May."),
    ("Not only staff but also guests may enter.", "Staff and guests may enter."),
    ("The term is no more than 30 years.", "The term may be up to 30 years."),
    ("Applicants not meeting the criteria are declined.", "Applicants not meeting the criteria are declined."),
    ("Sales declined in Europe.", "Sales declined in Europe and rose in Asia."),
    # the same said the other way round
    ("Beta was acquired by Acme.", "Acme acquired Beta."),
    ("Acme acquired Beta in 2020.", "In 2020, Acme acquired Beta."),
    ("The fee is due to Acme and Beta.", "The fee is due to Beta and Acme."),
    ("The limit is 80%.", "80% is the limit."),
    ("The loan closes if the fee is paid.", "If the fee is paid, the loan closes."),
    ("Loans, fees and taxes are due.", "Taxes, fees and loans are due."),
    # with the frame of the source
    ("Acme plans to open ten shops.", "Acme plans to open ten shops in Ohio."),
    ("It is alleged that Acme sold the data.", "It is alleged that Acme sold the data to Beta."),
    ("Acme operates in Texas.", "Acme, which operates in Texas, plans to open ten shops."),
    ("Acme writes fiction and nonfiction.", "Acme writes fiction."),
    ("Interest income rose in May.", "Interest income rose in May despite the loss of a ship."),
    ("Income tax was $5 million.", "Income tax was $5 million on a loss of the year."),
    ("Rental income was $5 million.", "The loss on rental ships reduced rental income to $5 million."),
    ("The policy applies to contractors.", "The handbook lists holidays."),
]


@pytest.mark.parametrize(("fault", "claim", "source"), FLIPPED)
def test_a_flip_is_found(fault, claim, source):
    assert fault in {one.fault for one in modality_findings(claim, [source])}


ITEMS = [
    ("Shops in Rome, Bonn and Paris are closed.", "Shops in Paris, Bonn and Rome are closed."),
    ("We store, sell and buy grain.", "We buy, sell and store grain."),
    ("Rooms 9, 7 and 5 are closed.", "Rooms 5, 7 and 9 are closed."),
    ("In Rome, rent rose in spring, and heat fell.", "In spring, rent rose in Rome, and heat fell."),
]


@pytest.mark.parametrize(("claim", "source"), ITEMS)
def test_items_of_a_list_may_stand_in_any_order(claim, source):
    assert modality_findings(claim, [source]) == ()


WRAPPED = [
    (
        DIRECTION,
        "The decrease in cash from our Blue Harbour shops was $5 million in 2022, offset by a decrease in inventory.",
        "The increase in cash from our Blue\nHarbour shops was $5 million in 2022, offset by a decrease in inventory.",
    ),
    (
        FRAMING,
        "The Grand Plaza hotel broke the fire rules in the spring of that year.",
        "Critics claim that the Grand\nPlaza hotel broke the fire rules in the spring of that year.",
    ),
]


@pytest.mark.parametrize(("fault", "claim", "source"), WRAPPED)
def test_a_line_that_ends_in_a_name_does_not_part_what_is_compared(fault, claim, source):
    assert fault in {one.fault for one in modality_findings(claim, [source])}
    assert modality_findings(source.replace("\n", " "), [source]) == ()


@pytest.mark.parametrize(("claim", "source"), KEPT)
def test_the_same_in_other_words_passes(claim, source):
    assert modality_findings(claim, [source]) == ()


@pytest.mark.parametrize(
    "sentence", sorted({text for _, *pair in FLIPPED for text in pair} | {text for pair in KEPT for text in pair})
)
def test_a_sentence_copied_word_for_word_never_fires(sentence):
    assert modality_lint(sentence, [sentence]) == ()
    assert modality_lint(sentence, [f"Something comes first. {sentence} Something follows."]) == ()


WORDS = """
    the lender may not must shall never all some only loans fee unless except increase decrease before after cover no
    approve reject if borrower agrees can cannot without prohibited allowed most maximum minimum
"""
words = st.sampled_from(sorted(word_set(WORDS)))


@given(st.lists(words, min_size=1, max_size=14).map(" ".join))
def test_no_sentence_contradicts_itself(sentence):
    text = sentence.capitalize() + "."
    assert modality_findings(text, [text]) == ()


def test_the_best_matching_sentence_counts():
    source = "Gifts may not be accepted. Meals may be accepted. Travel must be approved."
    assert modality_findings("Meals may be accepted.", [source]) == ()
    assert [one.fault for one in modality_findings("Gifts may be accepted.", [source])] == [PERMISSION]


def test_a_check_says_what_stands_where():
    (check,) = modality_lint("Staff may accept gifts.", ["Staff may not accept gifts."])
    assert check.name == "modality_lint"
    assert "may accept" in check.detail
    assert "may not accept" in check.detail


def test_a_cut_quote_is_read_with_its_whole_sentence():
    content = "First things first. The lender may not charge a fee. The end."
    start = content.index("charge")
    assert sentences_around(content, start, start + len("charge a fee")) == "The lender may not charge a fee."


def test_nothing_to_compare_is_no_fault():
    assert modality_findings("Staff may accept gifts.", []) == ()
    assert modality_findings("", ["Staff may not accept gifts."]) == ()


@pytest.mark.parametrize(
    ("claim", "source", "faulty"),
    [
        ("Porvoo bought the mill in Gdansk from Halden.", "Halden sold the mill in Gdansk to Porvoo.", False),
        ("Halden bought the mill in Gdansk.", "Halden sold the mill in Gdansk to Porvoo.", True),
        ("Acme bought its stake in Acme Mining.", "Acme sold its stake in Acme Mining to Kerr.", True),
        ("Porvoo bought the mill from Halden.", "Halden sold the mill in Porvoo to Kerr.", True),
    ],
)
def test_who_buys_is_who_it_is_sold_to(claim: str, source: str, faulty: bool) -> None:
    assert bool(modality_findings(claim, [source])) is faulty
