"""The built-in Skeptic: claims with exact offsets, and what to doubt."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.retrieval.requests.request import KINDS
from apps.verification.types import ClaimType, Importance

A, B = "a" * 12, "b" * 12


def claims(text, query="What is the limit?"):
    return claims_of(text, read_question(query))


def words(text, query="What is the limit?"):
    return [claim.claim_text for claim in claims(text, query)]


def test_anchors_after_the_full_stop_belong_to_the_sentence_before_them():
    found = claims(f"The limit is 80%. [cite:{A}] The fee is 20 euros. [cite:{B}]")
    assert [(claim.claim_text, claim.citations) for claim in found] == [
        ("The limit is 80%.", (A,)),
        ("The fee is 20 euros.", (B,)),
    ]


def test_an_anchor_before_the_full_stop_belongs_to_its_sentence():
    (claim,) = claims(f"The limit is 80% for homes [cite:{A}].")
    assert claim.claim_text == "The limit is 80% for homes"
    assert claim.citations == (A,)


def test_a_paragraph_final_anchor_covers_only_its_own_sentence():
    first, second = claims(f"The limit is 80%. The fee is 20 euros. [cite:{A}]")
    assert first.citations == ()
    assert second.citations == (A,)


def test_anchors_inside_a_sentence_part_its_claims():
    found = claims(f"The limit is 80% for homes [cite:{A}] and 75% for investment properties [cite:{B}].")
    assert [claim.claim_text for claim in found] == ["The limit is 80% for homes", "75% for investment properties"]


def test_clauses_that_stand_alone_are_claims_of_their_own():
    assert words("The limit is 80% for homes, and the fee is 20 euros a month.") == [
        "The limit is 80% for homes",
        "the fee is 20 euros a month.",
    ]


def test_a_sentence_that_hangs_together_stays_whole():
    text = "The bank may lend more, and the fee is waived, if the borrower has insurance."
    assert words(text) == [text]


def test_headings_are_no_claims():
    assert words(f"## Limits\n\nThe limit is 80%. [cite:{A}]") == ["The limit is 80%."]


def test_the_mark_of_a_list_item_is_no_part_of_its_claim():
    assert words("These apply:\n\n- The fee is 20 euros.\n- The limit is 80%.\n2) The term is a year.") == [
        "The fee is 20 euros.",
        "The limit is 80%.",
        "The term is a year.",
    ]


def test_a_statement_marked_as_a_heading_is_a_claim():
    titles = "## 2. Fees.\n\n## Annual report of Acme Inc.\n\n## Who pays?"
    assert words(f"## The fee is 20 euros [cite:{A}]\n\n### Nobody else has to pay.\n\n{titles}") == [
        "The fee is 20 euros",
        "Nobody else has to pay.",
    ]


def test_what_is_said_about_the_documents_needs_no_citation():
    for text in (
        "The passages found do not contain information about this for Netflix.",
        "The documents do not contain information about the limit.",
        "The sources differ on this point.",
        "The documents do not contain an answer to the question “How many limits are there”.",
    ):
        (claim,) = claims(text)
        assert not claim.requires_citation
        assert claim.importance is Importance.MINOR


def test_types_and_importance():
    limit, rule, meaning, aside = claims(
        "The limit is 80%. Applicants must provide proof of income. “Lender” means any bank. The building is old."
    )
    assert (limit.claim_type, limit.importance) == (ClaimType.NUMERIC, Importance.CRITICAL)
    assert rule.claim_type is ClaimType.POLICY
    assert meaning.claim_type is ClaimType.DEFINITION
    assert (aside.claim_type, aside.importance) == (ClaimType.FACT, Importance.MATERIAL)


@pytest.mark.parametrize(
    "line",
    [
        "- The CEO resigned in March 2024 after fraud allegations",
        "- Fraud by the CEO in March 2024",
        "Revenue more than doubled to $640 million in fiscal 2023",
        "The CEO resigned after fraud allegations",
        "Revenue up 8% on the year",
        "Nobody pays but the buyer didn't know",
    ],
)
def test_a_line_without_a_full_stop_that_states_something_is_a_claim(line):
    assert words(f"Summary\n\n{line}\n\nThe building is old.") == [line.removeprefix("- "), "The building is old."]


@pytest.mark.parametrize(
    "line",
    [
        "Summary of Results",
        "Results 2023",
        "1. Fees charged by the bank",
        "- Late fees and charges",
        "Costs related to loans",
    ],
)
def test_a_line_that_states_nothing_is_none(line):
    assert words(f"{line}\n\nThe building is old.") == ["The building is old."]


def test_the_headings_that_a_text_says_it_covers_are_none():
    parts = "- Interest Income, Fees and Other Revenue in 2023\n- How the late fee is set"
    assert words(f"This memo covers:\n\n{parts}\n\nThe building is old.") == ["The building is old."]
    assert words("This memo covers:\n- The CEO resigned after fraud") == ["The CEO resigned after fraud"]
    assert words("The policy covers:\n- damage by floods") == ["The policy covers:", "damage by floods"]


def test_the_title_of_a_text_is_no_claim_though_it_ends_in_a_full_stop():
    assert words("# Explain how the late fee is set.\n\nThe building is old.") == ["The building is old."]


@pytest.mark.parametrize(
    "text",
    [
        "The insulation materials do not contain asbestos.",
        "The documents do not state a fee; however, the fee is $500.",
        "The documents do not state a fee of $500.",
        "The documents do not contain information about fees; but it is waived.",
        "The documents the board signed do not mention the loss.",
        "The auditors found that the documents do not include the contract.",
        "The report covers 12 branches.",
        "This report explains that the fee is waived.",
        "This memo describes the fund, which lost its licence.",
        "Acme's report describes the fund.",
        "The documents do not cover notice and the limit is 30%.",
        "The documents do not contain information about notice and the limit is 30%.",
        "The documents do not contain information about notice and the limit that applies is 30%.",
        "The documents do not contain information about notice and employees must pay the fee.",
        "This guide deals with overtime and the limit is high.",
        "This guide requires a licence.",
    ],
)
def test_what_states_something_besides_needs_a_citation(text):
    assert all(claim.requires_citation for claim in claims(text))


@pytest.mark.parametrize(
    "text",
    [
        "The documents do not contain information about the fee in 2023.",
        "The documents do not contain information about the limit for 12 houses.",
        "However, the provided documents do not mention this.",
        "The documents in this workspace do not state the rate.",
        "No information on the limit was in the documents.",
        "This memo covers revenue, margins and the outlook by segment.",
        "The following sections describe how loans are approved and priced.",
        "The following sections describe how loans are approved and fees are set.",
        "This memo does not deal with parking and canteens.",
    ],
)
def test_what_is_said_about_the_text_itself_needs_none(text):
    assert [claim.requires_citation for claim in claims(text)] == [False]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_of_any_kind_that_can_be_asked_for_may_say_what_it_deals_with(kind):
    assert [claim.requires_citation for claim in claims(f"This {kind} deals with overtime.")] == [False]


def test_what_turns_a_list_is_a_claim_that_cites_what_its_items_cite():
    text = f"Employees may:\n- use cars privately. [cite:{A}]\n- park here. [cite:{B}]\n\nThey pay. [cite:{B}]"
    lead, *items = claims(text)
    assert (lead.claim_text, lead.requires_citation, lead.citations) == ("Employees may:", True, (A, B))
    assert [claim.citations for claim in items] == [(A,), (B,), (B,)]
    for line in ("Prohibited:", "The plan does not include:", "Not covered are:"):
        lead, _ = claims(f"{line}\n- use of cars. [cite:{A}]")
        assert (lead.claim_text, lead.requires_citation) == (line, True)


def test_clauses_under_one_opening_stay_together():
    for text in (
        "In Texas, the late fee is $40, and the grace period is ten days.",
        "The fee is waived, and the loan is paid out, with the written consent of the board.",
    ):
        assert words(text) == [text]


@pytest.mark.parametrize("piece", ["may ", "the fee is paid, and ", "; the fee is paid", " - , ", "not, ", "a "])
def test_no_text_takes_long_to_take_apart(piece):
    text = piece * (300_000 // len(piece)) + "end"
    begun = time.process_time()
    claims(text)
    assert time.process_time() - begun < 5


ANCHOR = st.sampled_from([f"[cite:{A}]", f" [cite:{B}]", "[cite:nonsense]"])
PIECES = st.one_of(
    st.text(max_size=30), st.sampled_from([". ", "; and ", ", but the ", "\n\n", "## ", "• ", "is 5% ", "Dr. "]), ANCHOR
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
@example("- 0 :")
def test_claims_are_exact_ordered_slices_without_anchors(text):
    end = 0
    for claim in claims(text):
        assert text[claim.start_offset : claim.end_offset] == claim.claim_text
        assert claim.start_offset >= end
        assert f"[cite:{A}]" not in claim.claim_text
        assert claim.claim_text.strip() == claim.claim_text != ""
        end = claim.end_offset


def test_doubts_name_uncited_hedged_and_unitless_claims(skeptic, policy):
    text = f"The limit is probably 80%. The fee is 1,200 for loans. [cite:{policy.key}]"
    objections = skeptic.review(query="What is the limit?", text=text, chunks=(policy,)).objections
    assert any("cites no source" in objection for objection in objections)
    assert any("hedged (“probably”)" in objection for objection in objections)


def test_an_aggressive_review_also_doubts_single_sources_and_absolute_words(skeptic, policy):
    text = f"The limit is always 80%. [cite:{policy.key}]"
    light = skeptic.review(query="What is the limit?", text=text, chunks=(policy,))
    aggressive = skeptic.review(query="What is the limit?", text=text, chunks=(policy,), intensity="aggressive")
    assert not any("single source" in objection or "absolute" in objection for objection in light.objections)
    assert any("single source" in objection for objection in aggressive.objections)
    assert any("absolute" in objection for objection in aggressive.objections)


def test_what_the_question_names_and_nothing_mentions_is_missing(skeptic, policy):
    report = skeptic.review(
        query="What was the limit for houseboats in 1987?",
        text=f"The limit is 80%. [cite:{policy.key}]",
        chunks=(policy,),
    )
    assert any("1987" in missing for missing in report.missing)
    assert any("houseboats" in missing for missing in report.missing)


def test_a_full_answer_misses_nothing(skeptic, policy):
    text = f"The maximum loan-to-value ratio for investment properties is 75%. [cite:{policy.key}]"
    report = skeptic.review(
        query="What is the maximum loan-to-value ratio for investment properties?", text=text, chunks=(policy,)
    )
    assert report.missing == ()


def test_sources_that_gainsay_a_claim_are_named(skeptic, policy, regulation):
    text = f"The maximum loan-to-value ratio for investment properties is 75%. [cite:{policy.key}]"
    (contradiction,) = skeptic.review(query="What is the limit?", text=text, chunks=(policy, regulation)).contradictions
    assert "Consumer Credit Regulation" in contradiction
    assert "shall not exceed 70%" in contradiction
