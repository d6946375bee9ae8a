"""From findings to the verdict: no Judge, however sure, gets past the allow-list, the quote lock and the lints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.verification.decide import decide
from apps.verification.types import (
    ClaimDraft,
    ClaimType,
    ContextChunk,
    Decision,
    Finding,
    Importance,
    Judgement,
    Mode,
    Stance,
    Thresholds,
    Verdict,
)

SUPPORTS, CONTRADICTS = Stance.SUPPORTS, Stance.CONTRADICTS
POLICY, RULES, TABLE, FOREIGN = "aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc", "dddddddddddd"


def chunk(key: str, content: str, document: str, **fields) -> ContextChunk:
    values = {"page": 4, "start_offset": 700, "end_offset": 700 + len(content)} | fields
    return ContextChunk(
        chunk_id=f"chunk-{key[0]}", key=key, document_id=document, title="", filename="f.pdf", content=content, **values
    )


CONTEXT = (
    chunk(
        POLICY,
        "The maximum loan-to-value ratio is 80%. The lender may not charge a fee. Staff may work remotely.",
        "policy",
    ),
    chunk(RULES, "The maximum loan-to-value ratio is 75%. Applicants must be at least 21 years old.", "rules"),
    chunk(TABLE, "Cash flows (in millions)\n2022 2021\nCapital expenditure $1,577 $1,373\n", "report"),
)
LTV = "The maximum loan-to-value ratio is 80%."


def verdict_on(
    text: str,
    cites: tuple[str, ...],
    *findings: tuple,
    mode=Mode.STRICT,
    requires=True,
    known=False,
    context=CONTEXT,
    **more,
) -> Decision:
    claim = ClaimDraft(
        claim_text=text, claim_type=ClaimType.FACT, importance=Importance.MATERIAL, requires_citation=requires,
        start_offset=0, end_offset=len(text), citations=cites,
    )  # fmt: skip
    judgement = Judgement(
        findings=tuple(
            Finding(key=key, quote=quote, stance=stance, score=score) for key, quote, stance, score in findings
        ),
        common_knowledge=known,
        judge="test",
    )
    return decide(claim=claim, judgement=judgement, context=context, mode=mode, thresholds=Thresholds(), **more)


def outcome(decision: Decision) -> tuple[str, str]:
    return decision.verdict.value, decision.reason


def checks(decision: Decision) -> set[str]:
    return {check.name for check in decision.checks}


def test_a_quoted_and_cited_claim_is_supported_with_its_exact_place():
    decision = verdict_on(LTV, (POLICY,), (POLICY, LTV, SUPPORTS, 0.95))
    assert outcome(decision) == ("supported", "")
    assert (decision.confidence, decision.judge, decision.checks) == (0.95, "test", ())
    (held,) = decision.evidence
    assert (held.start_offset, held.end_offset, held.page, held.quote) == (700, 700 + len(LTV), 4, LTV)


@pytest.mark.parametrize("score", [0.80004, 0.8, 0.79996])
def test_what_reads_as_the_cut_is_not_above_it(score: float):
    decision = verdict_on(LTV, (POLICY,), (POLICY, LTV, SUPPORTS, score))
    assert (decision.verdict, decision.confidence) == (Verdict.WEAK, 0.8)


def test_without_an_exact_quote_nothing_is_supported():
    decision = verdict_on(LTV, (POLICY,), (POLICY, "The maximum ratio of loan to value is 80%.", SUPPORTS, 0.99))
    assert outcome(decision) == ("not_found", "mismatch")
    assert checks(decision) == {"quote_lock"}
    assert (decision.confidence, decision.evidence) == (0.0, ())


def test_a_quote_of_a_passage_that_was_not_retrieved_does_not_count():
    decision = verdict_on(LTV, (POLICY,), (FOREIGN, LTV, SUPPORTS, 0.99))
    assert outcome(decision) == ("not_found", "mismatch")
    assert checks(decision) == {"quote_lock"}


def test_a_citation_outside_the_context_counts_as_none():
    decision = verdict_on(LTV, (FOREIGN,), (POLICY, LTV, SUPPORTS, 0.99))
    assert outcome(decision) == ("not_found", "uncited")
    assert checks(decision) == {"allow_list"}
    assert decision.suggested_key == POLICY


def test_support_elsewhere_suggests_the_right_key():
    decision = verdict_on(LTV, (TABLE,), (POLICY, LTV, SUPPORTS, 0.95))
    assert outcome(decision) == ("weak", "wrong_citation")
    assert decision.suggested_key == POLICY
    assert 0.5 <= decision.confidence <= 0.8
    assert [held.key for held in decision.evidence] == [POLICY]


def test_in_verify_mode_every_passage_counts_as_cited():
    decision = verdict_on(LTV, (), (POLICY, LTV, SUPPORTS, 0.95), cited_counts_all=True)
    assert outcome(decision) == ("supported", "")


def test_two_sources_in_conflict_are_shown_both():
    decision = verdict_on(
        LTV,
        (POLICY,),
        (POLICY, LTV, SUPPORTS, 0.95),
        (RULES, "The maximum loan-to-value ratio is 75%.", CONTRADICTS, 0.9),
    )
    assert outcome(decision) == ("contradicted", "conflict")
    assert [(held.key, held.stance) for held in decision.evidence] == [(RULES, CONTRADICTS), (POLICY, SUPPORTS)]


def test_a_judge_that_overlooks_another_figure_is_overruled():
    decision = verdict_on("The maximum loan-to-value ratio is 90%.", (POLICY,), (POLICY, LTV, SUPPORTS, 0.99))
    assert outcome(decision) == ("contradicted", "number_mismatch")
    assert checks(decision) == {"number_lint"}
    assert decision.evidence[0].stance is CONTRADICTS
    assert "90%" in decision.notes


def test_a_judge_that_overlooks_a_conflict_of_figures_is_overruled():
    decision = verdict_on(
        LTV,
        (POLICY, RULES),
        (POLICY, LTV, SUPPORTS, 0.95),
        (RULES, "The maximum loan-to-value ratio is 75%.", SUPPORTS, 0.9),
    )
    assert outcome(decision) == ("contradicted", "conflict")


def test_a_figure_that_the_quote_lacks_makes_a_claim_weak():
    decision = verdict_on(
        "Employees across all 14 offices may work remotely two days a week.",
        (POLICY,),
        (POLICY, "Staff may work remotely.", SUPPORTS, 0.95),
    )
    assert outcome(decision) == ("weak", "number_mismatch")
    assert checks(decision) == {"number_lint"}


def test_last_years_figure_is_no_conflict():
    context = (
        chunk(POLICY, "In 2022 revenue was $10 million.", "report-2022"),
        chunk(RULES, "In 2021 revenue was $9 million.", "report-2021"),
    )
    found = [
        (POLICY, "In 2022 revenue was $10 million.", SUPPORTS, 0.95),
        (RULES, "In 2021 revenue was $9 million.", SUPPORTS, 0.9),
    ]
    decision = verdict_on("In 2022 revenue was $10 million.", (POLICY,), *found, context=context)
    assert outcome(decision) == ("supported", "")


def test_a_rule_for_others_is_no_conflict():
    full = "Full-time staff may carry over five days of annual leave."
    part = "Part-time staff may not carry over five days of annual leave."
    context = (chunk(POLICY, full, "handbook"), chunk(RULES, part, "annex"))
    decision = verdict_on(
        full, (POLICY,), (POLICY, full, SUPPORTS, 0.95), (RULES, part, SUPPORTS, 0.9), context=context
    )
    assert decision.reason != "conflict"


def test_a_permission_for_a_ban_is_contradicted():
    decision = verdict_on(
        "The lender may charge a fee.", (POLICY,), (POLICY, "The lender may not charge a fee.", SUPPORTS, 0.95)
    )
    assert outcome(decision) == ("contradicted", "modality_shift")


def test_a_cut_quote_cannot_hide_a_not():
    decision = verdict_on("The lender may charge a fee.", (POLICY,), (POLICY, "charge a fee", SUPPORTS, 0.95))
    assert decision.verdict is Verdict.CONTRADICTED
    assert checks(decision) == {"modality_lint"}


def test_must_for_may_makes_a_claim_weak():
    decision = verdict_on("Staff must work remotely.", (POLICY,), (POLICY, "Staff may work remotely.", SUPPORTS, 0.95))
    assert outcome(decision) == ("weak", "modality_shift")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Capital expenditure was $1,577 million in 2022.", "supported"),
        ("Capital expenditure was $1.577 billion in 2022.", "supported"),
        ("Capital expenditure was $1,577 million in 2021.", "contradicted"),
        ("Capital expenditure was $1,577 thousand in 2022.", "contradicted"),
        ("Capital expenditure was $1.6 billion in 2022.", "weak"),
    ],
)
def test_a_table_row_is_held_against_its_header(text, expected):
    decision = verdict_on(text, (TABLE,), (TABLE, "Capital expenditure $1,577 $1,373", SUPPORTS, 0.95))
    assert decision.verdict.value == expected


def test_strict_rejects_what_helpful_accepts_as_close_enough():
    finding = (POLICY, "Staff may work remotely.", SUPPORTS, 0.6)
    assert outcome(verdict_on("Staff may work from home.", (POLICY,), finding)) == ("weak", "partial")
    assert outcome(verdict_on("Staff may work from home.", (POLICY,), finding, mode=Mode.HELPFUL)) == ("supported", "")


def test_common_knowledge_is_a_minor_claim_in_helpful_mode_only():
    helpful = verdict_on("Water is wet.", (), mode=Mode.HELPFUL, known=True)
    assert (helpful.minor, helpful.reason) == (True, "minor")
    assert not verdict_on("Water is wet.", (), known=True).minor


def test_a_sentence_that_claims_nothing_needs_no_source():
    decision = verdict_on("The documents do not contain this.", (), requires=False)
    assert decision.minor
    assert not verdict_on("The documents do not contain this.", (POLICY,), requires=False).minor


def test_of_one_quote_with_both_stances_the_surer_stays():
    decision = verdict_on(LTV, (POLICY,), (POLICY, LTV, SUPPORTS, 0.95), (POLICY, LTV, CONTRADICTS, 0.85))
    assert decision.verdict is Verdict.SUPPORTED


def test_scores_below_the_lower_cut_are_no_evidence():
    decision = verdict_on(LTV, (POLICY,), (POLICY, LTV, SUPPORTS, 0.3), (POLICY, "not there at all", SUPPORTS, 0.2))
    assert outcome(decision) == ("not_found", "mismatch")
    assert decision.checks == ()


def test_a_score_that_is_no_number_is_no_evidence():
    assert outcome(verdict_on(LTV, (POLICY,), (POLICY, LTV, SUPPORTS, float("nan")))) == ("not_found", "mismatch")


quotes = st.sampled_from(
    [
        LTV,
        "The maximum loan-to-value ratio is 75%.",
        "charge a fee",
        "Staff may work remotely.",
        "nowhere to be found",
        "",
    ]
)
findings = st.lists(
    st.tuples(st.sampled_from([POLICY, RULES, TABLE, FOREIGN]), quotes, st.sampled_from(Stance), st.floats(0, 1)),
    max_size=5,
)
claims = st.sampled_from(
    [LTV, "The lender may charge a fee.", "Staff must work remotely.", "It was $1,577 million in 2022."]
)


@given(claims, st.sets(st.sampled_from([POLICY, RULES, FOREIGN])), findings, st.sampled_from(Mode), st.booleans())
def test_whatever_a_judge_finds_the_decision_is_sound(text, cites, found, mode, known):
    decision = verdict_on(text, tuple(sorted(cites)), *found, mode=mode, known=known)
    by_key = {one.key: one for one in CONTEXT}
    for held in decision.evidence:
        source = by_key[held.key]
        assert source.content[held.start_offset - 700 : held.end_offset - 700] == held.quote
    if decision.verdict is Verdict.SUPPORTED:
        assert decision.evidence
        assert {held.key for held in decision.evidence} <= cites
        assert not checks(decision) & {"number_lint", "modality_lint"}
        assert decision.confidence > 0.8 or mode is Mode.HELPFUL
    if decision.verdict is Verdict.NOT_FOUND:
        assert (decision.confidence, decision.evidence) == (0.0, ())
    if decision.verdict is Verdict.WEAK:
        assert 0.5 <= decision.confidence <= 0.8
    assert decision.notes


def test_a_hard_wrapped_line_hides_no_bound_from_the_lints():
    wrapped = "The maximum loan-to-value ratio for\ninvestment  properties is 75%."
    context = (chunk(POLICY, f"4.2 Limits\n{wrapped}\nFees are due at once.", "policy"),)
    claim = "The loan-to-value ratio for investment properties is at least 75%."
    one_line = (chunk(POLICY, " ".join(wrapped.split()), "policy"),)
    flat = verdict_on(claim, (POLICY,), (POLICY, one_line[0].content, SUPPORTS, 0.95), context=one_line)
    decision = verdict_on(claim, (POLICY,), (POLICY, wrapped, SUPPORTS, 0.95), context=context)
    assert outcome(decision) == outcome(flat)
    assert outcome(decision)[0] != "supported"
    assert "number_lint" in checks(decision)


def test_rows_of_a_quoted_table_stay_apart_for_the_lints():
    context = (chunk(TABLE, "Key figures\n2022 2021\nMargin 31%\nCapital ratio 14%\n", "report"),)
    quote = "Margin 31%\nCapital ratio 14%"
    decision = verdict_on("The capital ratio is 14%.", (TABLE,), (TABLE, quote, SUPPORTS, 0.9), context=context)
    assert outcome(decision) == ("supported", "")


@pytest.mark.parametrize("score", [float("inf"), float("-inf"), 7, 95, -1, None, "0.9"])
def test_a_score_that_is_no_probability_is_no_evidence_and_said(score):
    decision = verdict_on(LTV, (POLICY,), (POLICY, LTV, SUPPORTS, score))
    assert outcome(decision) == ("not_found", "mismatch")
    assert str(score) in decision.checks[0].detail


def test_a_score_that_is_no_number_does_not_disturb_the_order_of_the_others():
    broken = (POLICY, LTV, SUPPORTS, float("nan"))
    for place in range(3):
        found = [(POLICY, LTV, SUPPORTS, 0.6), (POLICY, "The maximum loan-to-value ratio", SUPPORTS, 0.9)]
        decision = verdict_on(LTV, (POLICY,), *found[:place], broken, *found[place:])
        assert (decision.verdict, decision.confidence) == (Verdict.SUPPORTED, 0.9)
        assert decision.evidence[0].quote == "The maximum loan-to-value ratio"


@pytest.mark.parametrize("stances", [(SUPPORTS, CONTRADICTS), (CONTRADICTS, SUPPORTS)])
def test_one_quote_held_for_and_against_as_surely_speaks_against(stances):
    decision = verdict_on(LTV, (POLICY,), *((POLICY, LTV, stance, 0.9) for stance in stances))
    assert outcome(decision) == ("contradicted", "")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The board did approve the merger.", "The board did n\u200bot approve the merger."),
        ("The board may sell shares.", "The board may n\u00adot sell shares."),
        ("The board is able to sell.", "The board is un\u00adable to sell."),
        ("The board is able to sell.", "The board is un-\nable to sell."),
        ("The fee is $450.", "The fee is $\u202e400\u202c."),
        (
            "The maximum for investment property is 80%.",
            "The maximum for homes is 80%. For investment property it is 75%.",
        ),
        ("The appraisal fee is $450.", "The application fee is $450. The appraisal fee is $600."),
        ("Revenue was $1,373 million in 2022.", "(in millions)\n2022 2021\nRevenue $1,577 $1,373"),
    ],
)
def test_a_sure_judge_does_not_get_past_what_a_reader_of_the_quote_would_see(claim, source):
    context = (chunk(POLICY, source, "policy"),)
    decision = verdict_on(claim, (POLICY,), (POLICY, source, SUPPORTS, 0.99), context=context)
    assert decision.verdict is not Verdict.SUPPORTED
    assert checks(decision) & {"number_lint", "modality_lint"}


def test_a_sentence_that_a_line_parts_does_not_gainsay_itself():
    text = "The increase in cash came from our Blue\nHarbour shops, partly offset by a decrease in cash for rents."
    whole = " ".join(text.split())
    one = chunk(POLICY, f"Cash was in line.\n\n{text} Further words follow.", "policy")
    decision = verdict_on(whole, (POLICY,), (POLICY, text, SUPPORTS, 0.9), context=(one,))
    assert outcome(decision) == ("supported", "")
    turned = whole.replace("came", "did not come")
    assert verdict_on(turned, (POLICY,), (POLICY, text, SUPPORTS, 0.9), context=(one,)).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The old dam had cracked.",
         "Engineers feared the old dam had cracked, but found no damage."),
        ("The lender may charge a fee.", ""),
        ("Staff may work from home.", ""),
    ],
)  # fmt: skip
def test_words_that_a_passage_has_and_does_not_state_are_told_of(text, told):
    passage = "It rained. Engineers feared the old dam had cracked, but found no damage. Staff may work in the yard."
    quote = told or "Staff may work in the yard."
    key = "eeeeeeeeeeee"
    decision = verdict_on(text, (key,), (key, quote, SUPPORTS, 0.49), context=(*CONTEXT, chunk(key, passage, "news")))
    assert (decision.verdict, decision.evidence) == (Verdict.NOT_FOUND, ())
    assert decision.notes.startswith("No cited passage says this.")
    assert (told in decision.notes and "does not state them" in decision.notes) is bool(told)
