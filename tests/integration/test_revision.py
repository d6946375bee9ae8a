"""Drafts mended by the built-in Writer: what it changes holds, and the coverage of a text never falls by it."""

from typing import Any

import pytest

from tests.integration.answer_fixture import PASSAGES, Cast, answered, library_of_one
from tests.integration.test_common_knowledge import MendsBuiltin
from tests.integration.test_draft import GOOD, draft

CAP, FEE = PASSAGES
LIMIT = "The loan-to-value ratio for an investment property shall not exceed 70% of the appraised value."
WEAK = "The applicant must pay a fee of $450 before the appraisal is ordered."

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


def coverages(shown: dict[str, Any]) -> list[float]:
    return [cycle["summary"]["evidence_coverage"] for cycle in shown["cycles"]]


def reasons(shown: dict[str, Any]) -> dict[str, str]:
    """Claim text → the reason of its verdict."""
    texts = {claim["id"]: claim["claim_text"] for claim in shown["claims"]}
    return {texts[entry["claim_id"]]: entry["reason"] for entry in shown["ledger"]["entries"]}


def test_a_claim_that_its_source_bears_out_in_part_becomes_what_the_source_says(workspace, document):
    writer = MendsBuiltin(*GOOD[:2], f"{WEAK} {{FEE}}", GOOD[3])
    shown = answered(*draft(workspace), Cast(writer=writer))

    mended = [(problem.claim_text, problem.reason) for task in writer.revisions for problem in task.problems]
    assert mended == [(WEAK, "partial")]
    assert WEAK not in shown["response"]
    assert FEE in shown["response"]
    before, after = coverages(shown)
    assert before < after == 1.0


def test_where_documents_differ_the_reader_of_a_mended_draft_sees_both(workspace, document):
    library_of_one(workspace, [LIMIT])
    shown = answered(*draft(workspace), Cast(writer=MendsBuiltin(*GOOD)))

    told = f"The sources differ on this point. Another source says: {LIMIT}"
    assert f"{CAP} [cite:" in shown["response"]
    assert told in shown["response"]
    assert reasons(shown)[CAP] == "conflict"
    assert reasons(shown)[f"Another source says: {LIMIT}"] == "conflict"
    before, *after = coverages(shown)
    assert after
    assert all(before <= coverage for coverage in after)
    assert {citation["quote"] for citation in shown["citations"]} >= {CAP, LIMIT}
