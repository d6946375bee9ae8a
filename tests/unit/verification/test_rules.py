"""The verdict rules over every combination of signals: what must hold whatever the scores, and the table."""

from itertools import product

import pytest

from apps.verification.rules import Reason, Ruling, Signals, effective_thresholds, rule
from apps.verification.types import Mode, Thresholds, Verdict

SUPPORTED, WEAK, CONTRADICTED, NOT_FOUND = Verdict.SUPPORTED, Verdict.WEAK, Verdict.CONTRADICTED, Verdict.NOT_FOUND
STRICT, HELPFUL = Mode.STRICT, Mode.HELPFUL
CUTS = Thresholds(supported=0.8, weak=0.5)
# none, below the lower cut, exactly on it, between, exactly on the upper cut, above it
SCORES = (0.0, 0.49, 0.5, 0.7, 0.8, 0.81)

EVERY = [
    Signals(
        cited=cited, support=support if cited else 0.0, elsewhere=elsewhere, contradiction=contradiction, lint=lint,
        requires_citation=requires, common_knowledge=known, mode=mode, thresholds=CUTS,
    )
    for cited, support, elsewhere, contradiction, lint, requires, known, mode in product(
        (True, False), SCORES, SCORES, SCORES, (Reason.NONE, Reason.NUMBER_MISMATCH, Reason.MODALITY_SHIFT),
        (True, False), (True, False), Mode,
    )
]  # fmt: skip


def expected(s: Signals) -> tuple[Verdict, Reason]:
    """The table of the spec, written the long way round: by outcome, not by order of rules."""
    best = max(s.support, s.elsewhere)
    against = s.contradiction >= 0.5
    conflict = against and best >= 0.5 and (s.contradiction > best or s.contradiction > 0.8)
    if conflict:
        return CONTRADICTED, Reason.CONFLICT
    if against and s.contradiction > best:
        return CONTRADICTED, Reason.NONE
    if not s.cited:
        if not s.requires_citation or (s.mode is HELPFUL and s.common_knowledge):
            return NOT_FOUND, Reason.MINOR
        if s.mode is HELPFUL and s.elsewhere >= 0.5:
            return WEAK, Reason.WRONG_CITATION
        return NOT_FOUND, Reason.UNCITED
    if s.support < 0.5:
        return (WEAK, Reason.WRONG_CITATION) if s.elsewhere >= 0.5 else (NOT_FOUND, Reason.MISMATCH)
    if s.lint:
        return WEAK, s.lint
    if against:
        return WEAK, Reason.DISPUTED
    if s.support > 0.8 or s.mode is HELPFUL:
        return SUPPORTED, Reason.NONE
    return WEAK, Reason.PARTIAL


def test_every_combination_of_signals_has_the_verdict_of_the_table():
    wrong = [s for s in EVERY if (rule(s).verdict, rule(s).reason) != expected(s)]
    assert len(EVERY) == 2 * 6**3 * 3 * 2 * 2 * 2
    assert wrong == []


def holds(condition, outcome) -> bool:
    return all(outcome(rule(s), s) for s in EVERY if condition(s))


def test_confidence_lies_in_the_band_of_its_verdict():
    def in_band(ruling: Ruling, s: Signals) -> bool:
        cuts = effective_thresholds(s.mode, CUTS)
        if ruling.verdict is SUPPORTED:
            return ruling.confidence > 0.8 or (s.mode is HELPFUL and ruling.confidence >= cuts.supported)
        if ruling.verdict is WEAK:
            return 0.5 <= ruling.confidence <= 0.8
        return ruling.confidence == 0 if ruling.verdict is NOT_FOUND else ruling.confidence >= 0.5

    assert holds(lambda s: True, in_band)


def test_only_cited_passages_make_a_claim_supported():
    assert holds(lambda s: not s.cited or s.support < 0.5, lambda ruling, s: ruling.verdict is not SUPPORTED)


def test_a_check_that_fired_keeps_a_claim_from_being_supported():
    assert holds(lambda s: s.lint, lambda ruling, s: ruling.verdict is not SUPPORTED)


def test_contradicted_stands_above_everything():
    assert holds(lambda s: s.contradiction > 0.8, lambda ruling, s: ruling.verdict is CONTRADICTED)
    assert holds(lambda s: s.contradiction >= 0.5, lambda ruling, s: ruling.verdict is not SUPPORTED)


def test_strict_mode_rejects_what_is_not_cited():
    assert holds(
        lambda s: s.mode is STRICT and not s.cited and s.contradiction < 0.5,
        lambda ruling, s: ruling.verdict is NOT_FOUND and ruling.confidence == 0,
    )


def test_minor_claims_are_uncited_and_uncontradicted():
    assert holds(lambda s: s.cited or s.contradiction > 0.8, lambda ruling, s: not ruling.minor)
    assert holds(
        lambda s: s.mode is STRICT and s.common_knowledge and s.requires_citation, lambda ruling, s: not ruling.minor
    )


def test_helpful_mode_is_never_the_stricter_one():
    rank = [NOT_FOUND, WEAK, SUPPORTED]
    for s in EVERY:
        if s.mode is STRICT:
            other = Signals(**{**{name: getattr(s, name) for name in s.__slots__}, "mode": HELPFUL})
            one, two = rule(s), rule(other)
            if CONTRADICTED not in (one.verdict, two.verdict) and not two.minor:
                assert rank.index(two.verdict) >= rank.index(one.verdict)


@pytest.mark.parametrize(
    ("signals", "verdict", "reason"),
    [
        ({"cited": True, "support": 0.95}, SUPPORTED, Reason.NONE),
        ({"cited": True, "support": 0.8}, WEAK, Reason.PARTIAL),
        ({"cited": True, "support": 0.6}, WEAK, Reason.PARTIAL),
        ({"cited": True, "support": 0.6, "mode": HELPFUL}, SUPPORTED, Reason.NONE),
        ({"cited": True, "support": 0.4}, NOT_FOUND, Reason.MISMATCH),
        ({"cited": True, "elsewhere": 0.95}, WEAK, Reason.WRONG_CITATION),
        ({"cited": False, "elsewhere": 0.95}, NOT_FOUND, Reason.UNCITED),
        ({"cited": False, "elsewhere": 0.95, "mode": HELPFUL}, WEAK, Reason.WRONG_CITATION),
        ({"cited": False, "common_knowledge": True}, NOT_FOUND, Reason.UNCITED),
        ({"cited": False, "common_knowledge": True, "mode": HELPFUL}, NOT_FOUND, Reason.MINOR),
        ({"cited": False, "requires_citation": False}, NOT_FOUND, Reason.MINOR),
        ({"cited": True, "contradiction": 0.9}, CONTRADICTED, Reason.NONE),
        ({"cited": True, "support": 0.95, "contradiction": 0.9}, CONTRADICTED, Reason.CONFLICT),
        ({"cited": True, "support": 0.95, "contradiction": 0.6}, WEAK, Reason.DISPUTED),
        ({"cited": False, "requires_citation": False, "contradiction": 0.9}, CONTRADICTED, Reason.NONE),
        ({"cited": True, "support": 0.95, "lint": Reason.MODALITY_SHIFT}, WEAK, Reason.MODALITY_SHIFT),
        (
            {"cited": True, "contradiction": 0.9, "contradicted_by": Reason.NUMBER_MISMATCH},
            CONTRADICTED,
            Reason.NUMBER_MISMATCH,
        ),
    ],
)
def test_the_rules_by_example(signals, verdict, reason):
    ruling = rule(Signals(**signals))
    assert (ruling.verdict, ruling.reason) == (verdict, reason)


def test_a_judge_may_bring_its_own_cuts():
    own = Thresholds(supported=0.6, weak=0.3)
    assert rule(Signals(cited=True, support=0.7, thresholds=own)).verdict is SUPPORTED
    assert rule(Signals(cited=True, support=0.4, thresholds=own)).verdict is WEAK


def test_helpful_mode_reports_the_cuts_it_uses():
    assert effective_thresholds(HELPFUL, CUTS) == Thresholds(supported=0.5, weak=0.5)
    assert effective_thresholds(STRICT, CUTS) == CUTS
