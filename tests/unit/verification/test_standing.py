"""How a sentence holds the words of a claim: as a statement of its own, or beside what turns or restricts it."""

import pytest

from apps.verification.decide import decide
from apps.verification.types import (
    ClaimDraft,
    ClaimType,
    ContextChunk,
    Finding,
    Importance,
    Judgement,
    Mode,
    Stance,
    Thresholds,
    Verdict,
)
from apps.verification.wording.standing import Standing, spelled, standing

SUBLET = "The tenant may sublet the flat."
BONUS = "Employees receive a bonus of 2% of salary."
FEE = "The fee is 2%."
SALES = "In 2019 sales rose to $40 million."
HOME = "Staff may work from home two days a week."


def held(claim: str, sentence: str) -> Standing:
    return standing(spelled(claim), sentence)


def with_behind(claim: str, behind: str) -> Standing:
    return held(claim, f"{claim.rstrip('.')}{behind}")


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (SUBLET, ", where the landlord agrees."),
        (SUBLET, ", where permitted by law."),
        ("Net sales increased 8%.", " (pro forma)."),
        ("Net sales increased 8%.", ", net of returns."),
        ("Net sales increased 8%.", ", at constant exchange rates."),
        ("Net sales increased 8%.", ", on a comparable basis."),
        (SUBLET, ", insofar as the landlord agrees."),
        ("Staff may smoke in the yard.", ", where the manager allows it."),
        (SUBLET, " (from 1 January 2027)."),
        (SUBLET, ", until 31 December 2019."),
        (SUBLET, " (only to relatives)."),
        (BONUS, ", when targets are met."),
        (BONUS, " (once the board has approved it)."),
        (BONUS, " (proposed)."),
        (BONUS, " (repealed in 2020)."),
        (BONUS, ", since repealed."),
        (BONUS, ", which the board has since cancelled."),
        (BONUS, " and was abolished in 2021."),
        (BONUS, ", starting in 2027."),
        (BONUS, " (applies to managers only)."),
        (FEE, " (waived in the first year)."),
        (FEE, " (maximum EUR 500)."),
        ("The insurer pays for water damage.", ", up to EUR 5,000."),
        ("The bank shall not lend to directors.", ", who own more than 5% of its shares."),
        (HOME, ", which must be agreed with the manager."),
        (HOME, "; managers must approve each day."),
        (HOME, ": this must be approved in advance."),
        (HOME, " – permanent staff only."),
        (HOME, " [permanent staff only]."),
        ("The bank shall not lend to directors.", " more than EUR 50,000."),
        ("The bank shall not lend to directors.", " otherwise than on market terms."),
        ("The tenant may sublet the flat.", ", but the landlord can veto this."),
        ("The fee is 2%.", "; this no longer holds."),
        ("The fee is 2%.", "; that was repealed."),
        (FEE, ", and in the second year it is 3%."),
        (FEE, ", rising to 3% in the second year."),
        (FEE, " and rises to 3% after a year."),
        (FEE, ", going up to 3% from 2031."),
        (FEE, ", and will later be raised to 3%."),
        (FEE, ", cut to 1% in June."),
        ("The rent is $900.", ", and thereafter $950."),
        ("The rent is $900.", ", then $950."),
        ("The rent is $900.", ", but from May on it will be $950."),
        (SUBLET, " at any time, which requires the landlord's consent."),
        (SUBLET, " [1], which requires the landlord's consent."),
        ("Rents climb two percent a month.", ", ignoring the old stock."),
        ("Goods delivered late bear a fee of 2%.", ", leaving aside perishable goods."),
    ],
)
def test_what_restricts_or_takes_back_a_rule_behind_it_limits_it(claim: str, behind: str) -> None:
    assert with_behind(claim, behind) <= Standing.LIMITED


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (FEE, " (3% for students)."),
        (SUBLET, " (with consent)."),
        (BONUS, ", as proposed by the union."),
        (BONUS, ", as agreed with the works council."),
        (HOME, " to care for a child."),
        ("The bank shall not lend to directors.", " (of subsidiaries)."),
        ("The bank shall not lend to directors.", ", during an audit."),
        ("Net sales increased 8%.", " (estimated)."),
        (SALES, ", up to a limit."),
        (SUBLET, " at any time if the landlord agrees."),
        (SUBLET, " temporarily."),
        ("The tenant may not sublet the flat.", " freely."),
    ],
)
def test_what_may_restrict_is_no_mere_addition(claim: str, behind: str) -> None:
    assert with_behind(claim, behind) <= Standing.BOUND


@pytest.mark.parametrize(
    ("claim", "behind"),
    [
        (SALES, ", when the plant in Ghent opened."),
        (SALES, ", where it had been flat before."),
        (SALES, " (a record)."),
        (SALES, ", up from $38 million."),
        (SALES, ", up 3% from the year before."),
        (SALES, ", following the launch of two pumps."),
        (SALES, ", during a weak second half."),
        (FEE, " (2022: 3%)."),
        (FEE, " (the “Fee”)."),
        (FEE, " (see note 5)."),
        (FEE, ", up from 1% in 2020."),
        (FEE, ", which covers postage."),
        (FEE, ", including postage."),
        (BONUS, " (EUR 900 in 2022)."),
        (BONUS, ", as described in section 4."),
        ("We operate two plants in Texas.", ", where demand is strong."),
        ("Our stores are in malls.", ", where rents are high."),
        ("The group is a federation of firms.", ", where each firm keeps its brand."),
        ("The notes fall due in 2031.", ", when the lease ends."),
        ("The notes bear interest at 5%.", ", payable twice a year."),
        ("The firm makes pumps.", ", providing spare parts too."),
        ("The firm makes pumps.", " (e.g. for wells)."),
        ("The Company shall keep records.", ", which are open to members."),
        (FEE, ", and it is due in May."),
        (FEE, ", compared with 3% last year."),
        ("The fee is 2% in the first year.", ", and in the second year it is 3%."),
        (SUBLET, ", which is on the second floor."),
        (SUBLET, " freely."),
        (SUBLET, " at any time."),
        (SUBLET, ", too."),
        (SUBLET, " [1]."),
        (SUBLET, " (§ 540 BGB)."),
    ],
)
def test_what_only_adds_to_a_statement_leaves_it_a_part(claim: str, behind: str) -> None:
    assert with_behind(claim, behind) >= Standing.PART


@pytest.mark.parametrize(
    "sentence",
    [
        "The bank hides its losses, the indictment reads.",
        "The bank hides its losses, or so the press reports.",
        "The bank hides its losses; or so the press reports.",
        "The bank hides its losses, says the opposition.",
        "The bank hides its losses, the union maintains.",
        "As the plaintiffs see it, the bank hides its losses.",
        "In the plaintiffs' view, the bank hides its losses.",
        "In the opinion of the union, the bank hides its losses.",
        "Some believe the bank hides its losses.",
        "Example: the bank hides its losses.",
        "Draft wording for discussion: the bank hides its losses.",
        "The motion that it be recorded that the bank hides its losses was lost.",
    ],
)
def test_what_others_say_is_turned(sentence: str) -> None:
    assert held("The bank hides its losses.", sentence) is Standing.TURNED


@pytest.mark.parametrize(
    "behind",
    [", its largest claims.", ", the annual report.", ", which the company reports.", ", state and local taxes."],
)
def test_a_noun_like_a_verb_of_saying_turns_nothing(behind: str) -> None:
    assert with_behind("The firm pays taxes in Ohio.", behind) is not Standing.TURNED


@pytest.mark.parametrize(
    "before",
    [
        "In the customer's account, ",
        "In our opinion, ",
        "Proposed dividend: ",
        "Proposal 2: ",
        "For example, ",
        "As we see it, ",
    ],
)
def test_what_names_a_thing_or_the_view_of_who_speaks_turns_nothing(before: str) -> None:
    assert held("The firm pays taxes in Ohio.", f"{before}the firm pays taxes in Ohio.") is not Standing.TURNED


def test_a_denial_that_opens_a_sentence_holds_a_row_of_names_but_not_a_clause_behind_a_whole_one() -> None:
    row = "Under no circumstances may staff, officers, and directors may vote on their own pay."
    assert held("Directors may vote on their own pay.", row) is Standing.TURNED
    clause = "In no event shall the seller be liable for lost profits, and the buyer may end the contract."
    assert held("The buyer may end the contract.", clause) >= Standing.BESIDE


def test_the_time_that_opens_a_sentence_limits_the_rules_in_it_and_no_report() -> None:
    rules = "From 2030 on, interest is lower, and the late fee is waived for all customers."
    assert held("The late fee is waived for all customers.", rules) is Standing.LIMITED
    reports = "From 2015 to 2019, prices fell, and the bank closed four branches."
    assert held("The bank closed four branches.", reports) >= Standing.BESIDE


def test_the_day_from_which_a_rule_is_meant_limits_it_and_the_end_of_a_period_does_not() -> None:
    assert held(FEE, "As of 2030 the fee is 2%.") is Standing.LIMITED
    assert held(FEE, "As from 1 January 2030, the fee is 2%.") is Standing.LIMITED
    assert held("We have 40 branches.", "As of December 31, 2022, we have 40 branches.") >= Standing.PART


def test_for_whom_alone_a_rule_is_meant_limits_it() -> None:
    assert held(HOME, f"For permanent staff: {HOME}") is Standing.LIMITED
    assert held(HOME, f"For further details: {HOME}") is not Standing.LIMITED
    assert held(SALES, f"For the group: {SALES}") is not Standing.LIMITED


def test_who_denies_a_thing_turns_no_clause_beside_it() -> None:
    fine = "The company paid a fine of 5 million euros."
    assert held(fine, f"The company denied the claims, and {fine[0].lower()}{fine[1:]}") >= Standing.BESIDE
    assert held(fine, f"The press denied that it knew, and {fine[0].lower()}{fine[1:]}") <= Standing.BOUND


def test_a_plan_behind_what_happened_leaves_it_alone() -> None:
    paid = "We paid $6 million into the plan in 2022."
    assert with_behind(paid, " and expect to pay $4 million in 2023.") is Standing.BESIDE
    assert with_behind(paid, " and expect to pay more if the law allows.") <= Standing.BOUND


@pytest.mark.parametrize(
    "number", ["2.1", "A2.", "A.2", "§ 2", "(2)(a)", "2(a)", "Art. 2", "Article 2.", "Section 2.1.", "(iv)", "3."]
)
def test_a_number_over_a_statement_leaves_it_alone(number: str) -> None:
    assert held("We pay for burst pipes.", f"{number} We pay for burst pipes.") is Standing.ALONE


def verdict_of_a_sure_judge(text: str, source: str) -> Verdict:
    claim = ClaimDraft(
        claim_text=text, claim_type=ClaimType.FACT, importance=Importance.MATERIAL, requires_citation=True,
        start_offset=0, end_offset=len(text), citations=("a" * 12,),
    )  # fmt: skip
    passage = ContextChunk(
        chunk_id="one", key="a" * 12, document_id="rules", title="", filename="f.pdf", content=source,
        page=1, start_offset=0, end_offset=len(source),
    )  # fmt: skip
    judgement = Judgement(
        findings=(Finding(key="a" * 12, quote=source, stance=Stance.SUPPORTS, score=0.99),), judge="test"
    )
    decision = decide(claim=claim, judgement=judgement, context=(passage,), mode=Mode.HELPFUL, thresholds=Thresholds())
    return decision.verdict


def test_a_sure_judge_gets_past_what_may_restrict_but_not_past_what_does() -> None:
    assert (
        verdict_of_a_sure_judge(BONUS, "Employees receive a bonus of 2% of salary, when targets are met.")
        is Verdict.WEAK
    )
    assert (
        verdict_of_a_sure_judge(BONUS, "Employees receive a bonus of 2% of salary, paid in May.") is Verdict.SUPPORTED
    )
