"""What stands under "Repealed provisions" or is struck out bears out no claim; other headings hold nothing back."""

from time import process_time

import pytest

from apps.verification.types import Verdict
from apps.verification.wording.disowned import disowned_under, disowning
from apps.verification.wording.list_heads import holds_back
from tests.unit.verification.test_decide import POLICY, RULES, SUPPORTS, chunk, verdict_on

RULE = "Visitors must leave the building by six."
CLAIM = RULE


@pytest.mark.parametrize(
    "heading",
    [
        "Repealed provisions",
        "3.2 Superseded and withdrawn rules",
        "Repealed",
        "[Superseded 2019]",
        "Rules no longer in force",
        "Provisions repealed in 2020",
        "§ 4 Repealed provisions",
        "Annex A: Superseded rules",
        "Prior policy",
        "Archived rules",
        "[Intentionally deleted]",
        "Sample clause",
        "Allegations in the complaint",
        "Frequently asked myths",
        "What is strictly prohibited",
        "Old travel rules",
        "Provisions no longer applied",
        "Rules that do not apply here",
        "Rules valid to 2018",
        "Old contracts (before 2019)",
        "Handbook 2018 (superseded)",
        "Example of an invented company",
        "Draft for discussion",
        "Options not pursued",
        "What we considered and dropped",
        "Ideas for the next version",
        "Proposed changes",
        "Don’ts",
        "2. Our former house rules (2019)",
        "Previous version (2019)",
        "Section 14 [Repealed]",
        "House rules (superseded 2019)",
        "Visitor rules – deleted",
        "Visitors (withdrawn with effect from May 2020)",
        "Proposals (not adopted)",
        "Rejected amendments",
        "Common myths about visitors",
        "Hypothetical example 2",
        "Fictional sample lease",
        "A made-up contract",
        "Rules until 2019",
        "3. House rules (before May 2015)",
        "Policy in force prior to 2020",
        "The plaintiffs’ contentions",
        "Submissions of the defendant",
        "Allegations",
        "Examples of non-compliant conduct",
        "Examples of false notices",
        "Typical mistakes",
        "Common errors",
        "Often heard rumours",
        "Counterfactual",
        "For illustration only",
        "What our critics claim",
        "What competitors say about us",
        "Arguments of the opposing side",
        "Amendments that failed",
        "Motions not carried",
        "Statements since corrected",
        "Predictions that did not come true",
        "Void terms",
        "Invalid clauses:",
        "Draft – not in force",
        "Draft (for discussion)",
        "Model rules (not part of this policy)",
        "Planned for the next release",
        "House rules planned for next year",
        "What the club does not do",
        "What we don’t offer",
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
        "Frequently asked questions",
        "What is required",
        "Allegations policy",
        "Prior authorization requirements",
        "Old age pension rules",
        "Former employee policy",
        "Withdrawn deposits",
        "Contracts due to expire in 2019",
        "Handbook 2018 (third edition)",
        "Example of a large company",
        "Expired patents",
        "Obsolete inventory",
        "Prior-year comparison",
        "Rejected loads and returns",
        "Legal proceedings",
        "Changes from the previous year",
        "Claims and warranties",
        "Old Town branch",
        "Allegations Against Staff",
        "Applicant submissions",
        "Previous experience requirements",
        "Former Employees Policy",
        "Old Age Pension Rules",
        "Deleted Items Policy",
        "Rejected claims procedure",
        "Candidates – rejected",
        "Inventory – obsolete",
        "Recent Accounting Pronouncements - Not Yet Adopted",
        "Not Yet Adopted Accounting Standards",
        "Errors and omissions insurance",
        "Correction of errors",
        "Errors and refunds",
        "Error messages",
        "What the club does",
        "What will not change",
        "What you need",
        "What customers can claim",
        "What our customers say",
        "Draft horses",
        "Draft beer",
        "Void periods",
        "Examples",
        "Examples of good conduct",
        "Motions and amendments",
        "Statements of cash flows",
        "Forecasts",
        "Illustrations",
        "Arguments",
        "Supplementary information (not part of the audited statements)",
        "Planned maintenance",
        "Opposing counsel",
        "False statements",
        "Sample lease",
        "Fictitious names",
        "Fictional characters",
        "Rules on visits before noon",
        "Orders until 2019",
        "Rules as of 2024",
    ],
)
def test_a_heading_of_what_is_so_holds_nothing_back(heading):
    one = chunk(POLICY, f"{heading}\n\n{RULE}", "policy", heading_path=(heading,))
    assert verdict_on(CLAIM, (POLICY,), (POLICY, RULE, SUPPORTS, 0.99), context=(one,)).verdict is Verdict.SUPPORTED


def under(claim, text, quote, *headings):
    start = text.index(quote)
    return disowned_under(claim, headings, text, start, start + len(quote))


def test_a_later_heading_ends_what_one_disowned_and_a_smaller_one_does_not():
    assert under(CLAIM, f"Repealed provisions\n\nStay overnight.\n\nRules in force\n\n{RULE}", RULE) == ""
    assert under(CLAIM, f"Repealed provisions\n\n4.1 Visitors\n\n{RULE}", RULE) == "Repealed provisions"
    assert under(CLAIM, f"4 Repealed provisions\n\n4.1 Visitors\n\n{RULE}", RULE) == "4 Repealed provisions"


def test_it_is_asked_where_the_quote_says_the_claim_not_where_it_begins():
    text = f"Rules in force\n\nDoors are locked at nine.\n\nRepealed provisions\n\n{RULE}"
    assert under(CLAIM, text, text) == "Repealed provisions"
    assert under("Doors are locked at nine.", text, text) == ""


@pytest.mark.parametrize(
    ("claim", "heading", "held"),
    [
        ("A repealed provision said that visitors must leave the building by six.", "Repealed provisions", False),
        ("The former rule was that visitors must leave the building by six.", "Repealed provisions", False),
        ("The plaintiff submits that visitors must leave the building by six.", "The plaintiff’s submissions", False),
        ("Visitors must leave the building until six.", "Repealed provisions", True),
        ("Deleted visitors must leave the building by six.", "Repealed provisions", True),
        ("He argues that visitors must leave the building by six.", "Repealed provisions", True),
        ("If a clause is void, visitors must leave by six as the rest remains in force.", "Void clauses", False),
        ("The motion that visitors must leave the building by six failed.", "Motions that failed", False),
        ("Until 2019 visitors must leave the building by six.", "Rules until 2019", False),
        ("Error 4 means that visitors must leave the building by six.", "Common errors", False),
        ("Visitors will leave the building by six.", "Planned for the next version", False),
        ("Visitors do not leave the building by six.", "What visitors do not do", False),
        ("The house will do without it: visitors must leave by six.", "Examples of false statements", True),
        ("Visitors must leave the building by six in former times.", "The plaintiff’s submissions", True),
    ],
)
def test_a_claim_that_says_so_itself_is_not_held_back(claim, heading, held):
    assert bool(under(claim, RULE, RULE, heading)) is held


def test_a_rule_that_stands_in_force_too_is_supported():
    old = chunk(POLICY, f"Superseded rules\n\n{RULE}", "policy")
    new = chunk(RULES, f"Rules in force\n\n{RULE}", "policy")
    findings = [(key, RULE, SUPPORTS, 0.99) for key in (POLICY, RULES)]
    assert verdict_on(CLAIM, (POLICY, RULES), *findings, context=(old, new)).verdict is Verdict.SUPPORTED
    assert verdict_on(CLAIM, (POLICY,), findings[0], context=(old, new)).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "text", "struck"),
    [
        (RULE, f"~~{RULE}~~ Visitors must leave by eight.", True),
        ("The fee is $5.", "The fee is ~~$5~~ $7.", True),
        ("The fee is $7.", "The fee is ~~$5~~ $7.", False),
        ("The fee is $5.", "Fees\n~~~~~~\n\nThe fee is $5.", False),
        ("The fee is $5.", "Use ~~ to strike words out. The fee is $5. Write ~~ again.", False),
        ("The fee is $5.", "See http://x/~~user/a and ~~. The fee is $5.", False),
    ],
)
def test_struck_out_words_bear_out_nothing(claim, text, struck):
    one = chunk(POLICY, text, "policy")
    decision = verdict_on(claim, (POLICY,), (POLICY, text, SUPPORTS, 0.99), context=(one,))
    assert any("struck out" in check.detail for check in decision.checks) is struck


def test_a_long_text_of_marks_is_read_in_time_that_grows_with_it():
    def taken(count: int) -> float:
        text = "~~a " * count + RULE
        began = process_time()
        disowned_under(CLAIM, (), text, len(text) - len(RULE), len(text))
        return process_time() - began

    taken(100)
    assert taken(40_000) < 40 * max(taken(4_000), 0.002)


@pytest.mark.parametrize(
    ("head", "held"),
    [
        ("Avoid claims such as:", True),
        ("In brochures, avoid misleading statements like these:", True),
        ("To avoid delay, note the following:", False),
        ("We paid the following to avoid a trial:", False),
    ],
)
def test_what_is_to_be_avoided_is_not_said(head: str, held: bool) -> None:
    assert holds_back(head) is held
