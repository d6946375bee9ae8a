"""What a ledger adds up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.verification.coverage import (
    Ruled,
    citations_per_paragraph,
    follow_up_questions,
    is_critical_gap,
    risk_flags,
    summary,
    targets,
)
from apps.verification.types import Check, Decision, Evidence, Importance, Stance, Verdict


def decided(verdict: Verdict, **fields) -> Decision:
    return Decision(**({"verdict": verdict, "reason": "", "confidence": 0.9} | fields))


def evidence(document: str, stance: Stance = Stance.SUPPORTS) -> Evidence:
    return Evidence(
        chunk_id="c", key="aaaaaaaaaaaa", document_id=document, page=1, page_end=1, start_offset=0, end_offset=5,
        quote="quote", stance=stance,
    )  # fmt: skip


def ruled(
    decision: Decision | None, importance: Importance = Importance.CRITICAL, text: str = "The limit is 80%."
) -> Ruled:
    return Ruled(claim_id="1", claim_text=text, importance=importance, decision=decision)


def test_coverage_is_supported_over_all_claims_and_unchecked_ones_count():
    total = summary(
        [decided(Verdict.SUPPORTED)] * 6
        + [decided(Verdict.WEAK), decided(Verdict.NOT_FOUND), None, decided(Verdict.CONTRADICTED)]
    )
    assert (total.total_claims, total.unchecked) == (10, 1)
    assert total.evidence_coverage == 0.6
    assert total.found_ratio == 6 / 7


def test_minor_claims_stand_outside_the_totals():
    total = summary([decided(Verdict.SUPPORTED), decided(Verdict.NOT_FOUND, minor=True)])
    assert (total.total_claims, total.not_found, total.minor_claims, total.evidence_coverage) == (1, 0, 1, 1.0)


def test_an_empty_ledger_has_no_ratios():
    total = summary([])
    assert (total.total_claims, total.evidence_coverage, total.found_ratio) == (0, None, None)
    assert summary([decided(Verdict.WEAK)]).found_ratio is None


@given(st.lists(st.one_of(st.none(), st.builds(decided, st.sampled_from(Verdict), minor=st.booleans()))))
def test_counts_add_up(decisions):
    total = summary(decisions)
    parts = total.supported + total.weak + total.contradicted + total.not_found + total.unchecked
    assert total.total_claims == parts == len(decisions) - total.minor_claims


def test_targets_are_shown_met_or_not():
    of = summary([decided(Verdict.SUPPORTED)] * 17 + [decided(Verdict.CONTRADICTED)] + [decided(Verdict.NOT_FOUND)] * 2)
    shown = {
        one["name"]: (one["comparison"], one["target"], one["met"]) for one in targets(of, citations=3, paragraphs=2)
    }
    assert shown == {
        "evidence_coverage": (">=", 0.85, True),
        "citations_per_paragraph": (">=", 1.5, True),
        "contradicted_rate": ("<=", 0.02, False),
        "not_found_rate": ("<=", 0.05, False),
    }
    assert all(one["met"] is None for one in targets(summary([]), citations=0, paragraphs=0))


def test_citations_are_counted_per_paragraph_without_headings():
    key = "[cite:aaaaaaaaaaaa]"
    assert citations_per_paragraph(f"# Title\n\nOne {key}. Two {key}.\n\nThree {key}.\n") == 1.5
    assert citations_per_paragraph("# Title\n") is None


@pytest.mark.parametrize("importance", list(Importance))
@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_critical_gap_is_a_critical_claim_not_found_or_contradicted(importance, verdict):
    gap = importance is Importance.CRITICAL and verdict in (Verdict.NOT_FOUND, Verdict.CONTRADICTED)
    assert is_critical_gap(importance.value, verdict.value) is gap


@pytest.mark.parametrize(
    ("decision", "codes"),
    [
        (decided(Verdict.SUPPORTED, evidence=(evidence("a"), evidence("b"))), []),
        (decided(Verdict.SUPPORTED, evidence=(evidence("a"), evidence("a"))), ["single_source"]),
        (decided(Verdict.NOT_FOUND), ["critical_unsupported"]),
        (decided(Verdict.CONTRADICTED, reason="conflict"), ["critical_unsupported", "source_conflict"]),
        (
            decided(
                Verdict.WEAK, checks=(Check(name="number_lint", detail=""), Check(name="modality_lint", detail=""))
            ),
            ["critical_unsupported", "number_mismatch", "modality_shift"],
        ),
        (decided(Verdict.NOT_FOUND, minor=True), []),
        (None, []),
    ],
)
def test_risks_are_flagged(decision, codes):
    assert [flag.code for flag in risk_flags([ruled(decision)])] == codes


def test_a_material_claim_may_rest_on_one_source():
    assert risk_flags([ruled(decided(Verdict.SUPPORTED, evidence=(evidence("a"),)), Importance.MATERIAL)]) == ()


def test_questions_ask_for_what_is_open_the_most_important_first():
    asked = follow_up_questions(
        [
            ruled(decided(Verdict.NOT_FOUND), Importance.MINOR, "Minor thing."),
            ruled(decided(Verdict.SUPPORTED), Importance.CRITICAL, "Settled thing."),
            ruled(decided(Verdict.CONTRADICTED, reason="conflict"), Importance.CRITICAL, "Disputed thing."),
            ruled(None, Importance.CRITICAL, "Unchecked thing."),
        ]
    )
    assert len(asked) == 2
    assert "Disputed thing" in asked[0]
    assert "Minor thing" in asked[1]
