"""The built-in Writer's revisions: weak claims put as the source puts them, and both sides where sources differ."""

from dataclasses import replace

import pytest

from apps.agents.contracts import Problem, RevisionTask
from apps.agents.writer.revision import without_gaps
from tests.unit.agents.conftest import make_chunk

HANDBOOK = """3.1 Sick leave
Employees who are unable to work because of illness must inform their line manager before 9 a.m. on the first day
of absence. A medical certificate is required from the fourth calendar day of absence. The bank continues to pay the
full salary for up to six weeks of illness.

3.2 Overtime
Overtime must be approved in advance by the line manager and is compensated by time off.
"""
CAP = "The maximum loan-to-value ratio for investment properties is 75%."
LIMIT = "The loan-to-value ratio for investment properties shall not exceed 70%."
DIFFER = "The sources differ on this point. Another source says:"


def problem(text, words, reason, *, verdict="weak", **fields):
    start = text.index(words)
    return Problem(
        claim_text=words, start_offset=start, end_offset=start + len(words), verdict=verdict, reason=reason, **fields
    )


def conflict(text, words):
    return problem(text, words, "conflict", verdict="contradicted")


def revised(writer, text, problems, *chunks, **fields):
    task = RevisionTask(query="What applies?", text=text, problems=tuple(problems), chunks=chunks, **fields)
    return "".join(writer.revise(task))


def test_a_claim_that_its_source_bears_out_in_part_is_put_as_the_source_puts_it(writer):
    handbook = make_chunk(HANDBOOK, "Staff handbook")
    cite = f"[cite:{handbook.key}]"
    weak = "A medical certificate from a specialist is required from the fourth calendar day of absence."
    text = f"Overtime is compensated by time off. {cite} {weak} {cite}"
    assert revised(writer, text, [problem(text, weak, "partial")], handbook) == (
        f"Overtime is compensated by time off. {cite} "
        f"A medical certificate is required from the fourth calendar day of absence. {cite}"
    )


def test_a_disputed_claim_is_put_as_its_source_puts_it(writer, policy):
    text = f"Investment properties have a maximum loan-to-value ratio of around 75%. [cite:{policy.key}]"
    weak = problem(text, text.split(" [")[0], "disputed")
    assert revised(writer, text, [weak], policy) == f"{CAP} [cite:{policy.key}]"


@pytest.mark.parametrize("reason", ["", "number_mismatch", "modality_shift"])
def test_a_claim_that_its_source_contradicts_is_put_as_the_source_puts_it(writer, policy, reason):
    text = f"Investment properties have no maximum loan-to-value ratio. [cite:{policy.key}]"
    wrong = problem(text, text.split(" [")[0], reason, verdict="contradicted")
    assert revised(writer, text, [wrong], policy) == f"{CAP} [cite:{policy.key}]"


def test_an_item_of_a_list_stays_one(writer, policy):
    cite = f"[cite:{policy.key}]"
    weak = "Private mortgage insurance from a large insurer is required for loans above 80%."
    text = f"The following applies:\n\n- {weak} {cite}\n- {CAP} {cite}"
    assert revised(writer, text, [problem(text, weak, "partial")], policy) == (
        f"The following applies:\n\n- Loans above 80% require private mortgage insurance. {cite}\n- {CAP} {cite}"
    )


def test_a_weak_claim_stays_where_the_text_tells_its_source_already(writer, policy):
    weak = "The ratio for investment properties is at most 75% at the maximum loan-to-value."
    text = f"{CAP} [cite:{policy.key}] {weak} [cite:{policy.key}]"
    assert revised(writer, text, [problem(text, weak, "partial")], policy) == text


def test_a_weak_claim_stays_where_no_cited_passage_says_anything_like_it(writer, policy, regulation):
    text = f"Branches open at nine in the morning and close at five. [cite:{regulation.key}]"
    weak = problem(text, text.split(" [")[0], "partial")
    assert revised(writer, text, [weak], policy, regulation) == text


def test_a_weak_clause_does_not_cost_the_other_one_its_place(writer, policy):
    weak = "the maximum loan-to-value ratio for investment properties in cities is 75%."
    text = f"Loans above 80% require private mortgage insurance, and {weak} [cite:{policy.key}]"
    assert revised(writer, text, [problem(text, weak, "partial")], policy) == text


def test_where_the_sources_differ_the_other_one_is_heard_too(writer, policy, regulation):
    text = f"{CAP} [cite:{policy.key}] Loans above 80% require private mortgage insurance. [cite:{policy.key}]"
    mended = revised(writer, text, [conflict(text, CAP)], policy, regulation)
    assert mended == text.replace("] Loans", f"] {DIFFER} {LIMIT} [cite:{regulation.key}] Loans")
    assert revised(writer, mended, [conflict(mended, CAP)], policy, regulation) == mended, "and told once"


def test_a_disputed_claim_in_the_words_of_its_source_is_told_beside_what_another_says(writer, policy, regulation):
    text = f"{CAP} [cite:{policy.key}]"
    mended = revised(writer, text, [problem(text, CAP, "disputed")], policy, regulation)
    assert mended == f"{text} {DIFFER} {LIMIT} [cite:{regulation.key}]"


def test_what_the_skeptic_quoted_against_a_claim_is_told_before_what_is_alike(writer, policy):
    circular = make_chunk(f"{LIMIT} Buy-to-let lending ends at seven tenths of the value.", "Circular")
    text = f"{CAP} [cite:{policy.key}]"
    line = f"“{CAP}” is at odds with Circular: “Buy-to-let lending ends at seven tenths of the value.”"
    mended = revised(writer, text, [conflict(text, CAP)], policy, circular, contradictions=(line,))
    assert mended == f"{text} {DIFFER} Buy-to-let lending ends at seven tenths of the value. [cite:{circular.key}]"


def test_a_quotation_that_no_passage_has_is_not_told(writer, policy):
    invented = "Investment properties may be financed in full."
    text = f"{CAP} [cite:{policy.key}]"
    line = f"“{CAP}” is at odds with Circular: “{invented}”"
    circular = make_chunk("The branch in Northfield is open on Saturdays until noon.", "Circular")
    assert revised(writer, text, [conflict(text, CAP)], policy, circular, contradictions=(line,)) == text


def test_a_sentence_of_the_same_document_or_on_another_subject_is_no_other_side(writer, policy, cash_flow):
    text = f"{CAP} [cite:{policy.key}]"
    assert revised(writer, text, [conflict(text, CAP)], policy, cash_flow) == text


SAME = "The maximum loan-to-value ratio for investment properties is 75%."
ODDS = f"“{CAP}” is at odds with Circular: “{LIMIT}”"


@pytest.mark.parametrize("turned", [False, True])
def test_the_other_side_is_the_one_quoted_and_never_a_passage_that_says_the_same(writer, policy, regulation, turned):
    same = make_chunk(f"Underwriting manual. {SAME}", "Underwriting manual")
    others = (regulation, same) if turned else (same, regulation)
    text = f"{CAP} [cite:{policy.key}]"
    mended = revised(writer, text, [conflict(text, CAP)], policy, *others, contradictions=(ODDS,))
    assert mended == f"{text} {DIFFER} {LIMIT} [cite:{regulation.key}]"


@pytest.mark.parametrize(
    "said",
    [
        "Before 2010 the loan-to-value ratio for investment properties was not to exceed 90%.",
        "Until 31 December 2009 the maximum loan-to-value ratio for investment properties is 90%.",
        "The maximum loan-to-value ratio for investment properties was formerly 90%.",
    ],
)
@pytest.mark.parametrize("quoted", [False, True])
def test_what_was_so_in_the_past_is_no_other_side_of_what_is_so_today(writer, policy, said, quoted):
    old = make_chunk(f"{said}\n\nThe records of every loan are kept.", "Circular")
    text = f"{CAP} [cite:{policy.key}]"
    lines = (f"“{CAP}” is at odds with Circular: “{said}”",) if quoted else ()
    assert revised(writer, text, [conflict(text, CAP)], policy, old, contradictions=lines) == text


def test_the_other_side_is_heard_where_another_clause_of_the_sentence_is_taken_out(writer, policy, regulation):
    claim, wrong = CAP.rstrip("."), "the bank was founded in 1802."
    text = f"{claim}, and {wrong} [cite:{policy.key}]"
    problems = [conflict(text, claim), problem(text, wrong, "mismatch", verdict="not_found")]
    expected = f"{CAP} [cite:{policy.key}] {DIFFER} {LIMIT} [cite:{regulation.key}]"
    for order in (problems, problems[::-1]):
        assert revised(writer, text, order, policy, regulation) == expected


def test_the_other_side_of_a_clause_that_is_gone_is_left_for_the_next_sentence_that_tells_it(
    writer, policy, regulation
):
    claim = f"the {CAP[4:]}"
    gone = f"The bank was founded in 1802, and {claim} [cite:{policy.key}]"
    text = f"{gone} {CAP} [cite:{policy.key}]"
    founded = problem(text, "The bank was founded in 1802", "mismatch", verdict="not_found")
    second = problem(text[len(gone) :], CAP, "conflict", verdict="contradicted")
    second = replace(second, start_offset=second.start_offset + len(gone), end_offset=second.end_offset + len(gone))
    mended = revised(writer, text, [conflict(text, claim), founded, second], policy, regulation)
    assert mended == f"{CAP} [cite:{policy.key}] {DIFFER} {LIMIT} [cite:{regulation.key}]"


@pytest.mark.parametrize("gap", [" ", "\n\n"])
@pytest.mark.parametrize("by", ["Another source says: ", "Another  source says:  ", ""])
def test_that_sources_differ_is_not_said_of_a_sentence_alone(writer, policy, regulation, gap, by):
    text = f"{CAP} [cite:{policy.key}]{gap}The sources differ on this point. {by}{LIMIT} [cite:{regulation.key}]"
    first, other = (problem(text, words, "mismatch", verdict="not_found") for words in (CAP, by + LIMIT))
    assert revised(writer, text, [first], policy, regulation) == f"{LIMIT} [cite:{regulation.key}]"
    assert revised(writer, text, [other], policy, regulation) == f"{CAP} [cite:{policy.key}]"
    assert revised(writer, text, [], policy, regulation) == text


def test_a_weak_claim_of_another_source_stays_one_however_it_is_spaced(writer, policy):
    text = f"Another  source\nsays: Investment properties have a maximum ratio of around 75%. [cite:{policy.key}]"
    weak = problem(text, text.split(" [")[0], "disputed")
    assert revised(writer, text, [weak], policy) == f"Another source says: {CAP} [cite:{policy.key}]"


@pytest.mark.parametrize(
    "said",
    [
        "The loan-to-value ratio for investment properties used to set the limit shall not exceed 70%.",
        "For a term of no longer than 30 years the loan-to-value ratio for investment properties shall not exceed 70%.",
        "Unless previously approved, the loan-to-value ratio for investment properties shall not exceed 70%.",
    ],
)
def test_words_that_only_look_like_the_past_do_not_hide_the_other_side(writer, policy, said):
    circular = make_chunk(f"{said}\n\nThe records of every loan are kept.", "Circular")
    text = f"{CAP} [cite:{policy.key}]"
    lines = (f"“{CAP}” is at odds with Circular: “{said}”",)
    mended = revised(writer, text, [conflict(text, CAP)], policy, circular, contradictions=lines)
    assert mended == f"{text} {DIFFER} {said} [cite:{circular.key}]"


OVERTIME = "Overtime must be approved in advance by the line manager and is compensated by time off."
UNTOLD = ("No section on “overtime” says anything.",)


@pytest.mark.parametrize(
    "gap",
    [
        "The documents do not contain information about overtime.",
        "The documents do not contain further information about overtime.",
        "The provided sources do not mention anything on “Overtime”.",
    ],
)
def test_what_is_told_after_all_takes_the_place_of_the_sentence_that_nothing_was_found(writer, gap):
    handbook = make_chunk(HANDBOOK, "Staff handbook")
    task = RevisionTask(query="Overtime", text=gap, problems=(), chunks=(handbook,), missing=UNTOLD)
    assert "".join(writer.revise(task)) == f"{OVERTIME} [cite:{handbook.key}]"


def test_a_gap_that_no_passage_fills_stays(writer, policy):
    gap = "The documents do not contain information about overtime."
    task = RevisionTask(query="Overtime", text=gap, problems=(), chunks=(policy,), missing=UNTOLD)
    assert "".join(writer.revise(task)) == gap


def test_only_the_gap_that_is_filled_goes(writer):
    handbook = make_chunk(HANDBOOK, "Staff handbook")
    pensions = "The documents do not contain information about pensions."
    text = f"The documents do not contain information about overtime. {pensions}"
    task = RevisionTask(query="Overtime", text=text, problems=(), chunks=(handbook,), missing=UNTOLD)
    assert "".join(writer.revise(task)) == f"{pensions}\n\n{OVERTIME} [cite:{handbook.key}]"


def test_a_section_of_which_nothing_holds_tells_what_was_missing(writer):
    handbook = make_chunk(HANDBOOK, "Staff handbook")
    text = f"Overtime is paid double. [cite:{handbook.key}]"
    wrong = problem(text, "Overtime is paid double.", "mismatch", verdict="not_found")
    task = RevisionTask(query="Overtime", text=text, problems=(wrong,), chunks=(handbook,), missing=UNTOLD)
    assert "".join(writer.revise(task)) == f"{OVERTIME} [cite:{handbook.key}]"


def test_what_another_section_tells_is_added_only_where_a_gap_would_be_false_beside_it(writer):
    handbook = make_chunk(HANDBOOK, "Staff handbook")
    section = f"A medical certificate is required from the fourth calendar day of absence. [cite:{handbook.key}]"
    beside = RevisionTask(
        query="Overtime",
        text=section,
        problems=(),
        chunks=(handbook,),
        missing=UNTOLD,
        elsewhere=f"## Hours\n\n{OVERTIME} [cite:{handbook.key}]",
    )
    assert "".join(writer.revise(beside)) == section
    assert OVERTIME in "".join(writer.revise(replace(beside, elsewhere="## Hours\n\nNothing on it.")))

    gap = "The documents do not contain information about overtime."
    assert "".join(writer.revise(replace(beside, text=gap))) == f"{OVERTIME} [cite:{handbook.key}]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{CAP} [cite:{'a' * 12}]\n\n### Open Points\n\nThe documents do not cover overtime.",
         f"{CAP} [cite:{'a' * 12}]"),
        ("The documents do not cover overtime.", ""),
        ("The documents do not cover overtime and pensions.", "The documents do not cover pensions."),
    ],
)  # fmt: skip
def test_a_closing_no_longer_calls_open_what_a_section_tells(text, left):
    assert without_gaps(text, ["Overtime"]) == left
    assert without_gaps(text, ["Company Cars"]) == text


def test_a_gap_that_is_filled_leaves_the_others_and_all_else_as_they_are():
    table = "| Fee | Amount |\n|---|---|\n| Late | $5 |"
    told = f"Staff get 20 days. [cite:0123456789ab]\n\n{table}"
    open_points = "### Open Points\n\nThe documents do not cover overtime, sick pay and company cars."
    text = f"{told}\n\n{open_points}"
    left = open_points.replace("overtime, sick pay", "sick pay")
    assert without_gaps(text, ["Overtime"]) == f"{told}\n\n{left}"
    assert without_gaps(text, ["Overtime", "Sick Pay", "Company Cars"]) == told
    assert without_gaps(text, ["Who We Are", "Other"]) == text


@pytest.mark.parametrize("label", ["Dock revenue % change", "Dock revenue as a % of all revenue"])
def test_no_share_and_no_change_takes_the_place_of_an_amount(writer, label):
    docks = make_chunk(f"(in millions) 2023 2022\n{label} 3.9% 5.9%", "Halden 2023 report")
    for claim, expected in (("Dock revenue: $1,795 in 2023.", False), ("Dock revenue change: 4% in 2023.", True)):
        text = f"{claim} [cite:{docks.key}]"
        wrong = problem(text, claim, "number_mismatch", verdict="contradicted")
        assert ("3.9%" in revised(writer, text, [wrong], docks)) is expected
