"""The built-in Judge: what it must support, must not support, and must not call a contradiction."""

import time
from dataclasses import replace

import pytest

from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.tables import row_sentence
from apps.verification.decide import decide
from apps.verification.quote_lock import locate
from apps.verification.types import Mode, Stance, Verdict
from tests.unit.agents.conftest import make_chunk, make_claim


def judged(judge, text, *chunks):
    (judgement,) = judge.judge(claims=(make_claim(text),), chunks=chunks)
    return judgement


def best(judgement, stance):
    return max((finding.score for finding in judgement.findings if finding.stance is stance), default=0.0)


def test_what_is_copied_is_supported(judge, policy, regulation, cash_flow):
    for chunk in (policy, regulation, cash_flow):
        for unit in read_passage(chunk.content):
            if unit.kind in (Kind.PROSE, Kind.ROW):
                text = row_sentence(unit.row) if unit.row else unit.text
                judgement = judged(judge, text, policy, regulation, cash_flow)
                assert best(judgement, Stance.SUPPORTS) >= 0.95
                assert judgement.findings[0].key == chunk.key


def test_quotes_are_found_in_their_chunk(judge, policy, regulation):
    judgement = judged(judge, "The loan-to-value ratio for investment properties is at most 75%.", policy, regulation)
    contents = {chunk.key: chunk.content for chunk in (policy, regulation)}
    assert judgement.findings
    assert all(locate(finding.quote, contents[finding.key]) for finding in judgement.findings)


@pytest.mark.parametrize(
    "text",
    [
        "The maximum loan-to-value ratio for investment properties is 57%.",
        "The maximum loan-to-value ratio is 90% for primary residences.",
        "The bank may lend to applicants with a credit score below 620.",
        "Applicants may provide proof of income for the last two years.",
        "Applicants must provide proof of income for the last five years.",
        "Loans above 80% do not require private mortgage insurance.",
        "Applicants must not provide proof of income for the last two years.",
        "Loans below 80% require private mortgage insurance.",
    ],
)
def test_an_altered_copy_is_not_supported(judge, policy, text):
    assert best(judged(judge, text, policy), Stance.SUPPORTS) <= 0.5


def test_a_figure_in_the_wrong_year_is_not_supported(judge, cash_flow):
    text = "Purchases of property, plant and equipment (PP&E): (1,373) million in 2018, (1,577) million in 2017."
    assert best(judged(judge, text, cash_flow), Stance.SUPPORTS) <= 0.5


def test_another_figure_on_the_same_subject_contradicts(judge, policy, regulation):
    text = "The maximum loan-to-value ratio for investment properties is 75%."
    judgement = judged(judge, text, policy, regulation)
    assert {(finding.key, finding.stance) for finding in judgement.findings if finding.score >= 0.5} == {
        (policy.key, Stance.SUPPORTS),
        (regulation.key, Stance.CONTRADICTS),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Loans above 80% require private mortgage insurance.",
        "The bank may not lend to applicants with a credit score below 620.",
        "Lenders must keep the records of every loan for 7 years after it was repaid.",
        "The bank has 412 branches in 17 countries.",
        "Proceeds from the sale of other assets were 262 million dollars in 2018.",
    ],
)
def test_unrelated_figures_nearby_are_no_contradiction(judge, policy, regulation, cash_flow, text):
    assert best(judged(judge, text, policy, regulation, cash_flow), Stance.CONTRADICTS) == 0


def test_other_periods_of_one_subject_are_no_contradiction(judge):
    chunk = make_chunk("Net sales were $12,861 million in 2021. Net sales were $14,544 million in 2022.", "Report")
    judgement = judged(judge, "Net sales were $14,544 million in 2022.", chunk)
    assert best(judgement, Stance.CONTRADICTS) == 0
    assert best(judgement, Stance.SUPPORTS) >= 0.95


def test_what_the_passages_do_not_speak_of_has_no_support(judge, policy, regulation):
    for text in ("The board of directors has nine members.", "Employees receive 25 days of annual leave."):
        assert best(judged(judge, text, policy, regulation), Stance.SUPPORTS) < 0.5


def test_one_judgement_per_claim_in_order(judge, policy):
    claims = tuple(
        make_claim(text) for text in ("Loans above 80% require private mortgage insurance.", "The moon is round.")
    )
    first, second = judge.judge(claims=claims, chunks=(policy,))
    assert best(first, Stance.SUPPORTS) > best(second, Stance.SUPPORTS)


def test_without_passages_there_is_nothing_to_find(judge):
    assert judged(judge, "The limit is 80%.").findings == ()


def test_nothing_is_common_knowledge_by_default(judge, policy):
    assert not judged(judge, "The maximum loan-to-value ratio is 80%.", policy).common_knowledge


def test_two_limits_on_one_subject_contradict_each_other_both_ways(judge, policy, regulation):
    for text, other in (
        ("The maximum loan-to-value ratio for investment properties is 75%.", regulation),
        ("The loan-to-value ratio for investment properties shall not exceed 70%.", policy),
    ):
        against = [f for f in judged(judge, text, policy, regulation).findings if f.stance is Stance.CONTRADICTS]
        assert [finding.key for finding in against] == [other.key]


def test_a_document_does_not_gainsay_itself_with_a_like_sentence(judge):
    quarter = make_chunk("Earnings per share increased 23.5% to $6.68 in the fourth quarter of fiscal 2021.", "Results")
    year = make_chunk("Earnings per share increased 33.5% to $24.01 in fiscal 2021.", "Results")
    judgement = judged(judge, "Earnings per share increased 33.5% to $24.01 in fiscal 2021.", quarter, year)
    assert best(judgement, Stance.CONTRADICTS) == 0


def test_reports_of_other_years_do_not_gainsay_each_other(judge):
    old = make_chunk("Net sales were $12,861 million.", "Annual report 2021")
    new = make_chunk("Net sales were $14,544 million.", "Annual report 2022")
    assert best(judged(judge, "Net sales were $14,544 million.", old, new), Stance.CONTRADICTS) == 0


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (
            "Total current liabilities: 7,244 million in 2018.",
            "(Millions) 2018 2017\nTotal current liabilities 5,466 4,586",
        ),
        ("The Company's effective tax rate was 21.0%.", "The Company's effective tax rate was 17.5%."),
        ("Net sales were $14,544 million.", "Net sales were $12,861 million."),
    ],
)
def test_what_other_companies_report_is_no_contradiction(judge, text, other):
    assert best(judged(judge, text, make_chunk(other, "Netflix")), Stance.CONTRADICTS) == 0


def test_what_the_claim_cites_or_names_may_contradict_it(judge):
    chunk = make_chunk("(Millions) 2018 2017\nTotal current liabilities 5,466 4,586", "Netflix")
    named = judged(judge, "Total current liabilities of Netflix were 7,244 million in 2018.", chunk)
    assert best(named, Stance.CONTRADICTS) > 0.5
    (cited,) = judge.judge(
        claims=(replace(make_claim("Total current liabilities were 7,244 million in 2018."), citations=(chunk.key,)),),
        chunks=(chunk,),
    )
    assert best(cited, Stance.CONTRADICTS) > 0.5


VERBATIM_PART = 0.95
PARTS = [
    (
        "Tenants may keep dogs in the building.",
        "Tenants may keep dogs in the building with the landlord's written consent.",
    ),
    ("Loans are approved within five days.", "Loans are approved within five days subject to a credit check."),
    (
        "The company dumped waste in the river.",
        "According to the complaint, the company dumped waste in the river.",
    ),
    ("The late fee is $40.", "In Texas, the late fee is $40."),
    ("Revenue rose to $318.", "Revenue rose to $318 million in 2023."),
    ("The late fee is $40", "The late fee is $40, in Texas."),
    ("The fee is 40 of the loan", "The fee is $40 of the loan."),
]


@pytest.mark.parametrize(("text", "passage"), PARTS)
def test_a_part_that_is_no_whole_clause_is_not_taken_for_the_sentence(judge, text, passage):
    assert best(judged(judge, text, make_chunk(passage, "Rules")), Stance.SUPPORTS) < VERBATIM_PART


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(("text", "passage"), PARTS[:5])
def test_what_was_cut_from_its_restriction_is_not_supported_in_the_end(judge, text, passage, mode):
    chunk = make_chunk(passage, "Rules")
    cited = replace(make_claim(text), citations=(chunk.key,))
    (judgement,) = judge.judge(claims=(cited,), chunks=(chunk,))
    decision = decide(claim=cited, judgement=judgement, context=(chunk,), mode=mode, thresholds=judge.thresholds)
    assert decision.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    "text",
    [
        "The limit is 80% for homes",
        "the fee is 20 euros a month.",
        "the term is five years and ends in May",
        "the deposit may be kept",
        "the lower value applies.",
        "A copy of the file is kept",
    ],
)
def test_a_whole_clause_beside_others_is_supported(judge, text):
    passage = (
        "4.2 The limit is 80% for homes, and the fee is 20 euros a month. However, the term is five years and ends "
        "in May; the deposit may be kept; the lower value applies. A copy of the file is kept, but the file is closed."
    )
    assert best(judged(judge, text, make_chunk(passage, "Rules")), Stance.SUPPORTS) >= VERBATIM_PART


def test_what_announces_a_list_is_supported_only_where_the_source_announces_it_so(judge):
    rules = make_chunk("Employees may not:\n- use company cars privately.\n- park on the lawn.", "Rules")
    assert best(judged(judge, "Employees may not:", rules), Stance.SUPPORTS) >= VERBATIM_PART
    assert best(judged(judge, "Employees may:", rules), Stance.SUPPORTS) < 0.5


def test_a_claim_too_long_to_be_compared_says_so_and_costs_no_time(judge, policy):
    begun = time.process_time()
    judgement = judged(judge, "may " * 125_000 + "lend loans", policy)
    assert judgement.findings == ()
    assert "too long" in judgement.notes
    assert time.process_time() - begun < 5


def test_a_claim_of_small_words_alone_finds_nothing(judge, policy):
    assert judged(judge, "It is not so.", policy).findings == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Members may vote on the budget.",
            "Members may not vote on the budget; the board denied that members may vote on the budget.",
        ),
        (
            "The bank lends to directors.",
            "The bank only lends to customers, and the rule that the bank lends to directors was repealed.",
        ),
        (
            "Employees may carry over leave.",
            "Employees may not carry over sick leave, and nobody has said that employees may carry over leave.",
        ),
        (
            "The fee is payable on closing.",
            "The fee is not payable before closing, contrary to the draft in which the fee is payable on closing.",
        ),
    ],
)
def test_words_in_a_row_are_no_statement_under_a_clause_that_turns_them(judge, text, said):
    assert best(judged(judge, text, make_chunk(said, "Minutes")), Stance.SUPPORTS) < 0.6


def test_each_half_of_a_sentence_is_held_against_its_own_half(judge):
    said = "We have not declared or paid any cash dividends, and we have no present intention of paying any."
    chunk = make_chunk(said, "Annual report")
    for half in ("We have not declared or paid any cash dividends", "we have no present intention of paying any."):
        assert best(judged(judge, half, chunk), Stance.SUPPORTS) > 0.8
    for turned in ("We have declared or paid cash dividends", "We have a present intention of paying any."):
        assert best(judged(judge, turned, chunk), Stance.SUPPORTS) < 0.5
