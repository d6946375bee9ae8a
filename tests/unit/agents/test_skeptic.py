"""The built-in Skeptic: claims with exact offsets, and what to doubt."""

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
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


def test_what_is_said_about_the_documents_needs_no_citation():
    for text in (
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


ANCHOR = st.sampled_from([f"[cite:{A}]", f" [cite:{B}]", "[cite:nonsense]"])
PIECES = st.one_of(
    st.text(max_size=30), st.sampled_from([". ", "; and ", ", but the ", "\n\n", "## ", "• ", "is 5% ", "Dr. "]), ANCHOR
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
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
