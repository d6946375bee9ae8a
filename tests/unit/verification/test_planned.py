"""What a source only plans, agrees to or allows is not done, though a claim may tell it so."""

import pytest

from apps.verification.decide import decide
from apps.verification.types import Finding, Judgement, Mode, Stance, Thresholds, Verdict
from apps.verification.wording.framing import frame_of
from apps.verification.wording.planned import told_as_done
from tests.unit.agents.conftest import make_chunk, make_claim

TOLD_AS_DONE = [
    ("Nine shops were shut in 2021.", "Nine shops are expected to be shut in 2021."),
    ("Orla sold its quarry to Penn.", "Orla has agreed to sell its quarry to Penn."),
    (
        "Orla sold its quarry for $30 million.",
        "In May Orla made an agreement with Penn to sell its quarry for $30 million.",
    ),
    ("Orla bought Penn Foods.", "Orla offered to buy Penn Foods for $12 a share."),
    ("Orla built a kiln in Utah.", "Orla sought approval to build a kiln in Utah."),
    ("Orla built a kiln in Utah in 2024.", "Orla will build a kiln in Utah in 2024."),
    ("Orla has built a kiln.", "Orla will have built a kiln by May."),
    ("Orla redeemed its notes.", "The trustees have authorized Orla to redeem its notes."),
    ("Orla redeemed notes of $9 million.", "The trustees authorized the redemption of notes of $9 million."),
    ("Sales grew by 4% in 2024.", "We expect sales to grow by 4% in 2024."),
    ("Waste was halved by Orla.", "Our target is to halve waste at Orla by 2030."),
    ("The lease was approved by the owners.", "The lease is to be approved by the owners."),
    ("Orla opened 12 shops.", "Orla agreed to shut 40 shops and open 12 shops."),
    ("The tenant paid a deposit of $400.", "The tenant shall pay a deposit of $400."),
    ("The sale closed in June.", "The sale is scheduled to close in June."),
    (
        "Orla gave $4 million to its plan in 2023.",
        "Orla gave $6 million to its plan in 2022 and will give $4 million in 2023.",
    ),
    ("Orla bought Penn for $40 million.", "Orla considered the possibility of buying Penn for $40 million."),
    ("Orla acquired Penn for $40 million.", "The proposed acquisition of Penn for $40 million was announced in May."),
    ("Orla sold its quarry.", "Orla has the option to sell its quarry."),
    ("Orla decided to sell its quarry and sold it.", "Orla decided to sell its quarry."),
    ("Orla sold pumps in Peru.", "Orla expects to continue to sell pumps in Peru."),
    ("Orla found a trace of lead.", "Orla was unable to find a trace of lead."),
    ("No longer listed, Orla found a trace of lead.", "No longer listed, Orla was unable to find a trace of lead."),
    ("Orla, not Penn, found a trace of lead.", "Orla was unable to find a trace of lead."),
    ("Orla sold its quarry.", "Orla has executed an agreement to sell its quarry."),
    ("Orla sold its quarry.", "Orla completed talks on the agreement to sell its quarry."),
    ("Orla closed 40 shops.", "Orla completed half of its plan to close 40 shops."),
    ("Orla closed 40 shops.", "Orla implemented steps intended to close 40 shops."),
    ("Orla closed 40 shops.", "Orla completed a study and plans to close 40 shops."),
    ("Orla closed 40 shops.", "Orla partly completed its plan to close 40 shops."),
    ("Orla closed 40 shops.", "Orla has not completed its plan to close 40 shops."),
    ("Orla closed 40 shops.", "Orla expects to have completed its plan to close 40 shops by May."),
    ("Orla closed 40 shops.", "Orla finished a draft of its plan to close 40 shops."),
    ("Orla closed 40 shops.", "Orla completed its plan to close 40 shops by 2030."),
    ("Orla sold its quarry.", "The trustees voted to sell its quarry to Orla."),
    ("Orla closed 40 shops.", "Orla resolved to close 40 shops."),
    ("Orla paid $5 million.", "Orla agreed to pay $5 million."),
    ("Orla raised $5 million.", "The trustees voted to raise $5 million."),
    ("The trustees approved the merger.", "The trustees will vote to approve the merger."),
    ("The trustees approved the merger.", "The trustees planned to vote to approve the merger."),
    ("The trustees approved the merger.", "The trustees have not voted to approve the merger."),
    ("The trustees approved the merger.", "The trustees voted not to approve the merger."),
    ("Orla reduced its interest rate risk.", "Orla decided to reduce its exposure to interest rate risk."),
    ("Orla reduced costs.", "Orla decided to reduce costs and keep the dividend."),
    ("Orla cut jobs.", "Orla decided to cut jobs but keep the dividend."),
    ("Orla raised debt.", "Orla decided to raise debt at low rates."),
    ("Orla reduced its accident rate.", "Orla decided to reduce its accident rate."),
    ("Orla reduced its interest rate risk.", "Orla decided to reduce its interest rate risk."),
    ("The trustees approved the merger.", "The trustees voted to approve the merger after the audit."),
    ("The parties extended the term.", "The parties agreed to extend the term once the fee is paid."),
    ("The trustees approved the merger.", "If asked, the trustees resolved to approve the merger."),
    ("The trustees approved the merger.", "The trustees agreed to approve the merger."),
    ("The court dismissed the claim.", "The court denied the motion to dismiss the claim."),
    ("The court dismissed the claim.", "Orla filed a motion to dismiss the claim."),
    ("The court dismissed the claim.", "The court granted a delay, and heard the motion to dismiss the claim."),
    ("The court dismissed the claim.", "The court granted in part the motion to dismiss the claim."),
    ("The court dismissed the claim.", "The court granted leave to file a motion to dismiss the claim."),
    ("Orla sold the quarry.", "The court granted the motion to sell the quarry."),
    ("Orla dismissed the claim.", "The court granted Orla's motion to dismiss the claim."),
    ("The plaintiff dismissed the claim.", "The court granted the motion to dismiss the claim."),
    ("The plaintiff dismissed the claim.", "The court granted the plaintiff's motion to dismiss."),
    ("Orla sold its quarry.", "In May Orla agreed to sell."),
    ("The claim was dismissed by Orla.", "The court granted Orla's motion to dismiss the claim."),
    ("Orla has stayed the case.", "Orla said the court granted its motion to stay the case."),
    ("Penn approved the merger.", "The trustees of Orla voted to approve the merger with Penn."),
    ("The merger was approved by Penn.", "The trustees of Orla voted to approve the merger with Penn."),
    ("Penn extended the lease.", "Orla agreed to extend the lease of its shop in the hall of Penn."),
    ("Orla extended a loan facility of $5 million.", "Orla agreed to extend a loan facility of $5 million."),
    ("Orla extended a loan facility to Penn.", "Orla agreed to extend a loan facility to Penn."),
    ("Orla extended a lease to Penn.", "Orla agreed to extend a lease to Penn."),
    ("Orla extended payment terms to its customers.", "Orla agreed to extend payment terms to its customers."),
    ("Orla extended its pier.", "Orla agreed to extend its pier under its lease."),
    ("The lease was extended to 2025.", "The parties agreed to extend the lease to 2025, subject to consent."),
    ("The lease was extended to 2025.", "The parties have offered to extend the lease to 2025."),
    ("Orla adopted the standard.", "Orla decided to adopt the standard."),
    ("The lease was extended to 2025.", "The parties agreed in principle to extend the lease to 2025."),
    ("Orla extended its railway.", "Orla agreed to extend its railway."),
    ("Orla sold its quarry.", "Orla amended its agreement to sell its quarry."),
    ("Orla reduced its waste.", "Orla amended its agreement to reduce its waste."),
    ("The maturity was extended.", "Orla will amend its agreement to extend the maturity."),
    ("The maturity was extended.", "Orla signed an agreement to extend the maturity."),
    ("Orla bought Penn.", "Orla made an offer to buy Penn."),
    ("Orla funded the purchase.", "Orla announced an offering of notes to fund the purchase."),
    ("Orla closed 40 shops.", "Orla dismissed 30 clerks under its program to close 40 shops."),
    ("Orla funded the purchase.", "Orla may use notes under its shelf program to fund the purchase."),
]
DONE = [
    ("Orla closed 12 shops in 2022.", "Orla closed 12 shops in 2022 and will close 40 shops in 2023."),
    ("Orla gave $6 million to its plan.", "Orla gave $6 million to its plan in 2022 and will give $4 million in 2023."),
    ("Orla redeemed two notes.", "Orla used the cash to redeem two notes."),
    ("Orla reduced its debt.", "Orla managed to reduce its debt."),
    ("Orla reduced its debt.", "Orla was able to reduce its debt."),
    ("Orla reduced its debt.", "Lower rents allowed Orla to reduce its debt."),
    ("Orla sold pumps in Peru.", "Orla continued to sell pumps in Peru."),
    ("Orla bought six ships.", "Orla exercised its option to buy six ships."),
    ("Orla planned to close 40 shops.", "Orla plans to close 40 shops."),
    ("Orla agreed to sell its quarry in May.", "In May Orla agreed to sell its quarry."),
    ("Orla paid $5 million to Penn.", "Orla agreed to pay $5 million to Penn, which it paid in June."),
    ("Orla acquired Penn in May.", "In May Orla agreed to acquire Penn and completed the acquisition in July."),
    ("The loan is secured by a mortgage.", "The loan shall be secured by a mortgage."),
    ("The deposit is returned within a month.", "The deposit is required to be returned within a month."),
    ("Two clerks were moved.", "Two clerks who tried to stop Orla, in May, have been moved."),
    ("Patients give written informed consent.", "Patients must be informed and must sign."),
    ("Orla borrowed $4 million to build a kiln.", "To build a kiln, Orla borrowed $4 million."),
    ("Orla closed 12 of its shops.", "Orla shut 12 of its shops and will close the rest."),
    ("It was noted by Orla.", "Orla chose not to move."),
    ("Orla found no trace of lead.", "Orla was unable to find a trace of lead."),
    ("No trace of lead was found.", "Orla was unable to find a trace of lead."),
    ("Orla closed 40 shops.", "Orla has since completed its earlier plan to close 40 shops."),
    ("Orla closed 40 shops.", "Orla carried out its plan to close 40 shops."),
    ("The trustees approved the merger.", "The trustees unanimously voted to approve the merger."),
    ("The merger was approved by the trustees.", "The trustees voted to approve the merger."),
    ("The trustees named Reed.", "The trustees resolved to appoint Reed."),
    ("The trustees appointed Reed.", "The trustees resolved to appoint Reed as clerk."),
    ("The jury awarded $5 million to Orla.", "The jury decided to award Orla $5 million."),
    (
        "The court dismissed the complaint.",
        "In May 2022, the district court for the north of Utah granted the firm's motion to dismiss the complaint.",
    ),
    (
        "The court dismissed the claim.",
        "The superior court of the state of Utah granted the motion to dismiss the claim.",
    ),
    ("The trustees approved the merger.", "After a long debate, the trustees voted to approve the merger."),
    ("The bank raised its policy rate.", "When it met in March, the central bank decided to raise its policy rate."),
    ("Orla cut its quarterly dividend.", "Orla decided to cut its quarterly dividend by half."),
    ("The bank raised rates by 25 points.", "The central bank voted to raise rates by 25 points."),
    ("The court dismissed the claim.", "The court granted the motion to dismiss the claim."),
    ("The court dismissed the claim.", "In May the court granted Orla's motion to dismiss the claim."),
    ("The claim was dismissed by the court.", "The court of Utah granted Orla's motion to dismiss the claim."),
    ("The court in Utah has dismissed the claim.", "In May the court granted Orla's motion to dismiss the claim."),
    ("Judge Reed dismissed the claim.", "On June 4, Judge Reed granted the motion to dismiss the claim."),
    ("The claim was dismissed.", "The court granted the motion to dismiss."),
    ("Orla sold its quarry.", "Orla sold its quarry, as it had planned to sell."),
    ("Orla sold its quarry.", "Penn plans to sell."),
    ("The claim was dismissed with costs.", "The court granted the motion to dismiss the claim with costs."),
    (
        "The trustees of Orla approved the merger.",
        "In May, the trustees of Orla voted to approve the merger with Penn.",
    ),
    ("Orla approved the merger.", "The trustees of Orla voted to approve the merger with Penn."),
    ("Orla and Penn extended the lease.", "Orla and Penn agreed to extend the lease to 2025."),
    ("The maturity of the loan was extended.", "The lender agreed to extend the maturity of the loan by a year."),
    ("The lease was extended until 2025.", "The parties agreed to extend the lease until 2025."),
    ("The maturity date was extended to 2026.", "Orla amended its loan agreement to extend the maturity date to 2026."),
    ("The facility was increased to $9 million.", "Orla amended its agreement to increase the facility to $9 million."),
    ("Orla funded the purchase with notes.", "Orla made an offering of $2 million of notes to fund the purchase."),
    ("Orla financed the purchase with debt.", "Orla issued debt under its shelf program to finance the purchase."),
    ("The proposed sale was announced.", "The proposed sale was announced in May."),
]


@pytest.mark.parametrize(("claim", "source"), TOLD_AS_DONE)
def test_what_is_only_planned_is_not_told_as_done(claim, source):
    assert told_as_done(claim, source) is not None


@pytest.mark.parametrize(("claim", "source"), DONE)
def test_what_was_done_beside_plans_is_left_alone(claim, source):
    assert told_as_done(claim, source) is None


@pytest.mark.parametrize(("claim", "source"), TOLD_AS_DONE)
def test_no_judge_however_sure_makes_a_plan_a_deed(claim, source):
    chunk, draft = make_chunk(source, "Report"), make_claim(claim)
    finding = Finding(key=chunk.key, quote=source, stance=Stance.SUPPORTS, score=0.99)
    decision = decide(
        claim=draft,
        judgement=Judgement(findings=(finding,), judge="sure"),
        context=(chunk,),
        mode=Mode.HELPFUL,
        thresholds=Thresholds(),
        cited_counts_all=True,
    )
    assert decision.verdict is not Verdict.SUPPORTED


def test_a_plan_that_was_carried_out_is_no_plan_any_more():
    assert frame_of("Orla closed 40 shops.", "In May Orla completed its plan to close 40 shops.") is None
    assert frame_of("Orla closed 40 shops.", "Orla has not completed its plan to close 40 shops.") is not None
    assert frame_of("Orla closed 40 shops.", "Orla completed half of its plan to close 40 shops.") is not None
    assert frame_of("Orla closed 40 shops.", "Orla carried out a study and plans to close 40 shops.") is not None


def test_a_sentence_of_many_plans_is_read_in_little_time():
    source = "We plan to sell and " * 30 + "to buy 40 shops."
    assert told_as_done("We bought 40 shops.", source) is not None
    assert told_as_done("We bought 40 shops.", source * 20) is None
