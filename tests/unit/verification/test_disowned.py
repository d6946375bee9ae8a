"""What stands under "Repealed provisions" or is struck out bears out no claim; other headings hold nothing back."""

import pytest

from apps.verification.disowned import disowned_under, disowning
from apps.verification.types import Verdict
from tests.unit.verification.test_decide import POLICY, SUPPORTS, chunk, verdict_on

RULE = "Visitors must leave the building by six."
CLAIM = RULE


@pytest.mark.parametrize(
    "heading",
    [
        "Repealed provisions",
        "3.2 Superseded and withdrawn rules",
        "Former travel policy",
        "Previous version (2019)",
        "Section 14 [Repealed]",
        "Visitors – deleted",
        "Visitors (withdrawn with effect from May 2020)",
        "Proposals (not adopted)",
        "Rejected amendments",
        "Common myths about visitors",
        "Hypothetical example 2",
        "The plaintiffs’ contentions",
        "Allegations against the warden",
    ],
)
def test_what_a_heading_disowns_is_not_supported(heading):
    assert disowning(heading)
    under = chunk(POLICY, f"{heading}\n\n{RULE}", "policy")
    beneath = chunk(POLICY, RULE, "policy", heading_path=("House rules", heading))
    for one in (under, beneath):
        decision = verdict_on(CLAIM, (POLICY,), (POLICY, RULE, SUPPORTS, 0.99), context=(one,))
        assert decision.verdict is not Verdict.SUPPORTED
        assert any(heading in check.detail for check in decision.checks)


@pytest.mark.parametrize(
    "heading",
    [
        "Visitors",
        "Former officers",
        "Withdrawn deposits",
        "Expired patents",
        "Obsolete inventory",
        "Prior-year comparison",
        "Rejected loads and returns",
        "Legal proceedings",
        "Changes from the previous year",
        "Claims and warranties",
        "Old Town branch",
    ],
)
def test_a_heading_of_what_is_so_holds_nothing_back(heading):
    one = chunk(POLICY, f"{heading}\n\n{RULE}", "policy", heading_path=(heading,))
    assert verdict_on(CLAIM, (POLICY,), (POLICY, RULE, SUPPORTS, 0.99), context=(one,)).verdict is Verdict.SUPPORTED


def test_a_later_heading_ends_what_one_disowned():
    text = f"Repealed provisions\n\nVisitors may stay overnight.\n\nRules in force\n\n{RULE}"
    assert disowned_under(CLAIM, (), text, text.index(RULE)) == ""


def test_a_claim_that_says_so_itself_is_not_held_back():
    claim = "A repealed provision said that visitors must leave the building by six."
    assert disowned_under(claim, ("Repealed provisions",), RULE, 0) == ""


def test_struck_out_words_bear_out_nothing():
    one = chunk(POLICY, f"~~{RULE}~~ Visitors must leave by eight.", "policy")
    assert verdict_on(CLAIM, (POLICY,), (POLICY, RULE, SUPPORTS, 0.99), context=(one,)).verdict is not Verdict.SUPPORTED
