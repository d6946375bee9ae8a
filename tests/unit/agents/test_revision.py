"""The built-in Writer's revisions: weak claims put as the source puts them, and both sides where sources differ."""

from apps.agents.contracts import Problem, RevisionTask
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
