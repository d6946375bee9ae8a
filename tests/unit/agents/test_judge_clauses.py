"""Words of a source that stand under others: no statement of their own, whatever the Judge made of them alone."""

from dataclasses import replace

import pytest

from apps.verification.decide import decide
from apps.verification.types import Mode, Verdict
from apps.verification.wording.standing import Standing, spelled, standing
from tests.unit.agents.conftest import make_chunk, make_claim

TURNED = {
    "The company pays dividends to the holders of notes.": [
        (
            "The Company shall not do any of the following without consent: the Company sells its subsidiaries; "
            "the Company pays dividends to the holders of notes."
        ),
        (
            "The Company shall not do any of the following without consent: the Company pays dividends to the "
            "holders of notes; the Company sells its subsidiaries."
        ),
    ],
    "The tenant sublets the flat.": [
        (
            "The tenant does not breach this lease if none of the following happens: the tenant keeps pets; the "
            "tenant sublets the flat."
        ),
        "The lease ends when the tenant dies; when the tenant sublets the flat.",
        "The lease ends in three cases: the tenant dies; the tenant moves out; the tenant sublets the flat.",
        "Each of these ends the lease: (i) the tenant dies; (ii) the tenant sublets the flat.",
        "Grounds for notice: the tenant sublets the flat; the tenant keeps pets.",
    ],
    "Directors may borrow from the fund.": [
        "Directors must not assume any of these: directors may vote by proxy; directors may borrow from the fund.",
    ],
    "Treasury guarantees the deposits of the bank.": [
        "Treasury officials have not said the U.S. Treasury guarantees the deposits of the bank.",
    ],
    "The directors knew of the fraud.": [
        "The directors never admitted, and the directors knew of the fraud.",
    ],
    "The borrower may sell the house.": [
        "If the bank agrees in writing: the borrower may rent out the house; the borrower may sell the house.",
        (
            "The borrower may rent out the house if the bank agrees in writing; the same holds where the "
            "borrower may sell the house."
        ),
    ],
    "The tenant may keep dogs in the flat.": [
        (
            "Unless the landlord objects within ten days: the tenant may paint the walls; the tenant may keep "
            "dogs in the flat."
        ),
    ],
    "The bank is insolvent.": [
        "The auditors could not say whether one of these is so: the bank is illiquid; the bank is insolvent.",
    ],
    "The bank charges a fee for transfers.": [
        "The bank denied the following: the bank charges a fee for accounts; the bank charges a fee for transfers.",
    ],
    "The company bribed officials in Lagos.": [
        "The plaintiffs alleged as follows: the company hid its losses; the company bribed officials in Lagos.",
        "The plaintiffs alleged that the company hid its losses; that the company bribed officials in Lagos.",
        "The plaintiffs alleged that the company hid its losses; the company bribed officials in Lagos.",
        "The plaintiffs alleged that the company hid its losses, and the company bribed officials in Lagos.",
        "The plaintiffs alleged the company hid its losses, and the company bribed officials in Lagos.",
        "The court found no proof the company hid its losses, and the company bribed officials in Lagos.",
        "The company bribed officials in Lagos, the plaintiffs alleged.",
        "The company bribed officials in Lagos, according to the plaintiffs.",
        "The company bribed officials in Lagos, critics say.",
        "The company bribed officials in Lagos, if the complaint is right.",
        "The company bribed officials in Lagos; this was false.",
        "The company bribed officials in Lagos: a rumour without any proof.",
        "The company bribed officials in Lagos (a claim that the court rejected).",
        '"The company bribed officials in Lagos" was the headline that proved false.',
        'The story "The company bribed officials in Lagos" was made up.',
        "That the company bribed officials in Lagos is untrue.",
        "He asked whether the company bribed officials in Lagos.",
        "Prosecutors have yet to show the company bribed officials in Lagos.",
        "The court rejected claims the company bribed officials in Lagos.",
        "Unless the company bribed officials in Lagos, it owes no fine.",
        "Either the company hid its losses, or the company bribed officials in Lagos.",
        "Lest the company bribed officials in Lagos, it was watched.",
    ],
    "The fund invests in tobacco shares.": [
        "The fund does none of the following: (a) the fund lends money; (b) the fund invests in tobacco shares.",
    ],
    "Vaccines cause autism in children.": [
        "Common myths: vaccines contain chips; vaccines cause autism in children.",
        "The following statements are false: vaccines contain chips; vaccines cause autism in children.",
        "It is false that vaccines contain chips; vaccines cause autism in children.",
    ],
    "The insurer pays for flood damage.": [
        (
            "The policy covers damage except in these cases: the insurer pays for storm damage; the insurer pays "
            "for flood damage."
        ),
    ],
    "Employees receive a bonus of $500.": [
        "The plan was rejected (employees pay for parking; employees receive a bonus of $500).",
        "The union did not obtain its demand (employees receive a bonus of $500).",
        'The union did not obtain its demand, "Employees receive a bonus of $500."',
    ],
    "The president resigned on Monday.": [
        "The paper did not report on Sunday, and the president resigned on Monday, that the vote was lost.",
    ],
    "The chairman stole the pension fund.": [
        "No witness has said Mr. Chairman Smith knew, and the chairman stole the pension fund.",
        "Nobody believes the rumour: the chairman stole the pension fund.",
        "Nobody believes the rumour; the chairman stole the pension fund.",
    ],
    "Smith stole the pension fund of the bank.": [
        "Witnesses have not said Mr. Smith stole the pension fund of the bank.",
        "Smith's witnesses have not said Mr. Smith stole the pension fund of the bank.",
    ],
    "Corp. guarantees the notes of the issuer.": [
        "Corp. officers have not said the Parent Corp. guarantees the notes of the issuer.",
    ],
    "Parent guarantees the notes of the issuer.": [
        "Parent does not say in any filing of Jan. 5, and Parent guarantees the notes of the issuer.",
    ],
    "The bank lends to directors.": [
        "The bank does not lend to staff, nor is it true, and the bank lends to directors.",
    ],
    "The late fee is waived for all customers.": [
        "The late fee is not waived in winter unless asked, and the late fee is waived for all customers.",
    ],
    "The tenant pays the repairs of the roof.": [
        "The tenant does not pay rent in May if the roof leaks, and the tenant pays the repairs of the roof.",
        "Where the roof leaks, the tenant does not pay rent, and the tenant pays the repairs of the roof.",
        "In no case shall it be held that the tenant owes rent, or the tenant pays the repairs of the roof.",
    ],
    "The merger was approved by the board.": [
        "The board has not met; whether the merger was approved by the board.",
        "The board has not met and cannot confirm: the merger was approved by the board.",
        "The board has not confirmed, but the merger was approved by the board, as the press claims.",
        "The board has never said, and the merger was approved by the board.",
        "The board did not state and the board did not imply, and the merger was approved by the board.",
        "According to critics, the board did not meet, and the merger was approved by the board.",
        "Opponents claim the board did not meet, and the merger was approved by the board.",
        "Suppose the board did not meet, and the merger was approved by the board.",
        "Had the board not met, and the merger was approved by the board.",
    ],
    "Directors borrow from the fund.": [
        "In none of these cases is consent given; directors vote by proxy; directors borrow from the fund.",
    ],
}
STATED = [
    (
        "we have no present intention of paying any.",
        "We have not declared or paid any cash dividends, and we have no present intention of paying any.",
    ),
    (
        "We have not declared or paid any cash dividends",
        "We have not declared or paid any cash dividends, and we have no present intention of paying any.",
    ),
    ("The bank lends to firms.", "The bank does not lend to persons, but the bank lends to firms."),
    ("The bank lends to firms.", "The bank does not lend to persons; the bank lends to firms."),
    ("The bank lends to firms.", "The bank does not lend to persons. The bank lends to firms."),
    ("the fee is 20 euros a month.", "The limit is not 80% for homes, and the fee is 20 euros a month."),
    (
        "it leases its offices in Denver from a third party.",
        "The Company does not own any real estate, and it leases its offices in Denver from a third party.",
    ),
    (
        "We do not sell our shares to retail investors.",
        "We do not pay dividends, and we do not sell our shares to retail investors.",
    ),
    (
        "we may borrow from our subsidiaries.",
        "We may not lend to our directors, but we may borrow from our subsidiaries.",
    ),
    (
        "The tenant pays the repairs of the roof.",
        "The landlord pays the taxes; the tenant pays the repairs of the roof.",
    ),
    ("U.S. Treasury guarantees the deposits of the bank.", "The U.S. Treasury guarantees the deposits of the bank."),
    (
        "Operating income decreased 5% in the third quarter.",
        "Revenue increased 3% in the third quarter, and operating income decreased 5% in the third quarter.",
    ),
    ("Until 2019 the limit was 80% for homes.", "Until 2019 the limit was 80% for homes, and the fee was 20 euros."),
    (
        "Under the earlier rule the fee was 20 euros.",
        "Under the earlier rule the fee was 20 euros, and the limit was 80%.",
    ),
    (
        "Critics say the fee of 20 euros is too high.",
        "Critics say the fee of 20 euros is too high, and customers leave the bank.",
    ),
    ("None of the directors owns shares.", "None of the directors owns shares, and all of them are paid in cash."),
]


def verdict(judge, text, passage, mode):
    chunk = make_chunk(passage, "Rules")
    cited = replace(make_claim(text), citations=(chunk.key,))
    (judgement,) = judge.judge(claims=(cited,), chunks=(chunk,))
    return decide(claim=cited, judgement=judgement, context=(chunk,), mode=mode, thresholds=judge.thresholds).verdict


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(("text", "passage"), [(text, one) for text, passages in TURNED.items() for one in passages])
def test_what_stands_under_a_denial_a_doubt_a_condition_or_a_list_is_not_supported(judge, text, passage, mode):
    assert verdict(judge, text, passage, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize(("text", "passage"), STATED)
def test_a_clause_beside_one_that_denies_something_else_is_supported(judge, text, passage):
    assert verdict(judge, text, passage, Mode.STRICT) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("words", "sentence", "expected"),
    [
        ("The fee is $40.", "The fee is $40.", Standing.WHOLE),
        ("The fee is $40.", "(b) The fee is $40;", Standing.ALONE),
        ("The fee is $40.", "The limit is 80%, and the fee is $40.", Standing.ALONE),
        ("The fee is $40.", "The limit is not 80%, and the fee is $40.", Standing.BESIDE),
        ("The fee is $40.", "Fees and Charges — The fee is $40.", Standing.ALONE),
        ("The fee is $40.", "Allegations of the Rival — The fee is $40.", Standing.TURNED),
        ("The annual fees are $40.", "• Annual fees: The annual fees are $40.", Standing.ALONE),
        ("In May fees and rents rose.", "Fees and rents: In May fees and rents rose.", Standing.ALONE),
        ("The annual fees are $40.", "Old annual fees: The annual fees are $40.", Standing.BOUND),
        ("The annual fees are $40.", "Annual fees before 2019: The annual fees are $40.", Standing.BOUND),
        ("The annual fees are $40.", "Annual fees for some: The annual fees are $40.", Standing.BOUND),
        ("The annual fees are $40.", "Some annual fees: The annual fees are $40.", Standing.BOUND),
        ("The annual fees are $40.", "No annual fees: The annual fees are $40.", Standing.TURNED),
        ("The defendant was at home.", "Defendant: The defendant was at home.", Standing.BOUND),
        ("The chief insurer is not liable.", "Chief insurer: The chief insurer is not liable.", Standing.BOUND),
        ("Of late the trade union agrees.", "Trade union: Of late the trade union agrees.", Standing.BOUND),
        ("In May Jane Smith was at home.", "Jane Smith: In May Jane Smith was at home.", Standing.BOUND),
        ("The fee is $40.", "The rival claims much — the fee is $40.", Standing.BOUND),
        ("The fee is $40.", "All shops rose to the limit, and the fee is $40.", Standing.ALONE),
        ("The fee is $40.", "In May the fee is $40 for all.", Standing.AMID),
        ("The fee is $40.", "In May the fee is $40, which is due at once.", Standing.PART),
        ("The fee is $40.", "The rival complained that the fee is $40.", Standing.TURNED),
        ("The fee is $40.", "The inspector found that the fee is $40.", Standing.PART),
        ("The fee is $40.", "The inspector found that the fee is $40; the finding was set aside.", Standing.BOUND),
        ("The fee is $40.", "Per the complaint, the fee is $40.", Standing.BOUND),
        ("The fee is $40.", "The directors' fees are due; the fee is $40.", Standing.ALONE),
        ("The fee is $40.", "It is said that the fee is $40, critics say.", Standing.TURNED),
        ("The fee is $40.", "The fee is never $40.", Standing.ABSENT),
        ("", "The fee is $40.", Standing.ABSENT),
        ("Fee is due.", "No fee is due if fee is due; see below.", Standing.TURNED),
    ],
)
def test_how_a_sentence_holds_words(words, sentence, expected):
    assert standing(spelled(words), sentence) is expected


GIFTS = "Employees may not:\n\n- accept gifts from suppliers\n- disclose salaries to others\n"
OCCURRED = (
    "None of the following has occurred:\n\n(a) the Company has defaulted on its notes;\n\n"
    "(b) the Company is insolvent;\n\n(c) a receiver was appointed.\n"
)
IF = "The bank may terminate the loan if:\n\n- the borrower is insolvent;\n- the property is sold.\n"


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("The fund pays dividends to the holders of notes.",
         "The fund does none of the following:\n\n- The fund sells ships.\n"
         "- The fund pays dividends to the holders of notes."),
        ("The Company has defaulted on its notes.", OCCURRED),
        ("The Company is insolvent.", OCCURRED),
        ("A receiver was appointed.", OCCURRED),
        ("Employees may accept gifts from suppliers.", GIFTS),
        ("Employees accept gifts from suppliers.", GIFTS),
        ("Accept gifts from suppliers", GIFTS),
        ("Employees disclose salaries to others.", GIFTS),
        ("Revenue fell by 5% in 2020.",
         "The following statements are false:\n\n1. Revenue fell by 5% in 2020.\n2. Profit rose."),
        ("Revenue fell by 5% in 2020.",
         "The following statements are false. Revenue fell by 5% in 2020. Profit rose."),
        ("The borrower is insolvent.", IF),
        ("The property is sold.", IF),
        ("The tenant must leave the flat.", "In these cases:\n\n- the tenant must leave the flat\n- the rent falls\n"),
        ("The policy covers flood damage.", "The policy does not cover:\n\n- flood damage\n- damage by war\n"),
    ],
)  # fmt: skip
def test_an_item_of_a_list_says_nothing_without_the_head_that_turns_it(judge, text, passage, mode):
    assert verdict(judge, text, passage, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Employees may not accept gifts from suppliers.", GIFTS),
        ("Employees may not disclose salaries to others.", GIFTS),
        ("The policy does not cover damage by war.", "The policy does not cover:\n\n- flood damage\n- damage by war\n"),
        ("Cash must never be accepted.",
         "The following applies:\n\n- Gifts above $75 must be refused.\n- Cash must never be accepted.\n"),
        ("Loans above 80% require insurance.",
         "The bank lends nothing abroad. These rules apply:\n\n- Loans above 80% require insurance.\n- Fees apply.\n"),
    ],
)  # fmt: skip
def test_an_item_is_supported_where_the_claim_says_its_head_too_or_that_turns_nothing(judge, text, passage):
    assert verdict(judge, text, passage, Mode.STRICT) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("item", "passage"), [("disclose salaries to others", GIFTS), ("the Company is insolvent", OCCURRED)]
)
def test_a_copied_list_is_supported_item_by_item_under_the_same_head_and_no_other(judge, item, passage):
    chunk, head = make_chunk(passage, "Rules"), passage.partition("\n")[0]
    for under, expected in ((head, True), ("All of this is so:", False)):
        cited = replace(make_claim(item), citations=(chunk.key,), under=under)
        (judgement,) = judge.judge(claims=(cited,), chunks=(chunk,))
        decided = decide(
            claim=cited, judgement=judgement, context=(chunk,), mode=Mode.STRICT, thresholds=judge.thresholds
        )
        assert (decided.verdict is Verdict.SUPPORTED) is expected


BRIBED = "The company bribed officials in Lagos."


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    "passage",
    [
        f"'{BRIBED[:-1]}' is a headline we withdrew.",
        f"‘{BRIBED[:-1]}’ is a headline we withdrew.",
        f"«{BRIBED[:-1]}» is a headline we withdrew.",
        f"[{BRIBED[:-1]}] was struck from the record.",
        f"{BRIBED} This is false. It pays its taxes.",
        f"{BRIBED} That claim was later retracted by the paper.",
        f"- {BRIBED}\n- The plant in Oslo burned down.\n\nNone of the above has occurred.",
        f"{BRIBED} The plant in Oslo burned down. None of these events has taken place.",
        f"1. {BRIBED}\n2. The plant in Oslo burned down.\nAll of these allegations are false.",
    ],
)
def test_what_is_only_quoted_or_taken_back_is_not_supported(judge, passage, mode):
    assert verdict(judge, BRIBED, passage, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    "behind",
    [
        "None of the directors has been approved.",
        "None of the foregoing shall limit the rights of the lender.",
        "# Rumours\n\nAll of these are false.",
    ],
)
def test_what_is_said_of_others_takes_nothing_back(judge, behind):
    assert verdict(judge, BRIBED, f"{BRIBED}\n\n{behind}", Mode.STRICT) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("The loan is repaid over ten years.", "The 5\" pipe is sold, and the loan is repaid over ten years."),
        ("The company's offices are in Oslo.", "The company's offices are in Oslo, and its shops are abroad."),
        ("The directors' fees are paid in May.", "The directors' fees are paid in May."),
    ],
)  # fmt: skip
def test_an_inch_and_an_apostrophe_hold_nothing_back(judge, text, passage):
    assert verdict(judge, text, passage, Mode.STRICT) is Verdict.SUPPORTED
