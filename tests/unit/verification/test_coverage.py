"""What a ledger adds up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.verification.coverage import citations_per_paragraph, is_critical_gap, summary, targets, timing_targets
from apps.verification.types import Decision, Importance, Verdict


def decided(verdict: Verdict, **fields) -> Decision:
    return Decision(**({"verdict": verdict, "reason": "", "confidence": 0.9} | fields))


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


@pytest.mark.parametrize("of", [None, summary([])])
def test_a_text_without_a_claim_has_nothing_to_measure(of):
    shown = targets(of, citations=0, paragraphs=1)
    assert {one["name"] for one in shown} == {
        "evidence_coverage",
        "citations_per_paragraph",
        "contradicted_rate",
        "not_found_rate",
    }
    assert all(one["value"] is one["met"] is None for one in shown)


def test_a_text_written_elsewhere_owes_no_citation():
    shown = {
        one["name"]: one["met"] for one in targets(summary([decided(Verdict.SUPPORTED)]), citations=None, paragraphs=1)
    }
    assert (shown["citations_per_paragraph"], shown["evidence_coverage"]) == (None, True)


def test_the_gate_is_the_workspaces_own():
    of = summary([decided(Verdict.SUPPORTED), decided(Verdict.WEAK)])
    met = {gate: targets(of, citations=1, paragraphs=1, coverage_gate=gate)[0]["met"] for gate in (0.5, 0.6)}
    assert met == {0.5: True, 0.6: False}


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (
            "answer",
            {
                "first_token_overhead_ms": (500.0, False),
                "total_overhead_ms": (15_000.0, False),
                "verification_overhead_ms_per_claim": (200.0, True),
            },
        ),
        (
            "draft",
            {
                "first_token_overhead_ms": (500.0, False),
                "total_overhead_ms": (60_000.0, True),
                "verification_overhead_ms_per_claim": (200.0, True),
            },
        ),
        ("verify", {"verification_overhead_ms_per_claim": (200.0, True)}),
    ],
)
def test_timings_have_targets_by_mode_and_are_to_lie_below_them(mode, expected):
    shown = timing_targets(mode=mode, first_token_ms=500.0, total_ms=15_000.0, verification_ms=199.9)
    assert {one["name"]: (one["target"], one["met"]) for one in shown} == expected
    assert {one["comparison"] for one in shown} == {"<"}


def test_a_timing_that_was_not_measured_is_neither_met_nor_missed():
    shown = timing_targets(mode="answer", first_token_ms=None, total_ms=20.0, verification_ms=None)
    assert [one["met"] for one in shown] == [None, True, None]


def test_citations_are_counted_per_paragraph_without_headings():
    key = "[cite:aaaaaaaaaaaa]"
    assert citations_per_paragraph(f"# Title\n\nOne {key}. Two {key}.\n\nThree {key}.\n") == 1.5
    assert citations_per_paragraph("# Title\n") is None


@pytest.mark.parametrize("importance", list(Importance))
@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_critical_gap_is_a_critical_claim_not_found_or_contradicted(importance, verdict):
    gap = importance is Importance.CRITICAL and verdict in (Verdict.NOT_FOUND, Verdict.CONTRADICTED)
    assert is_critical_gap(importance.value, verdict.value) is gap
