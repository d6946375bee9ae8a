"""A text written elsewhere is verified: its claims are found in it, searched for one by one, and judged."""

import pytest

from apps.runs.models import Artifact
from tests.integration.answer_fixture import (
    PASSAGES,
    Cast,
    answered,
    codes,
    told,
)
from tests.integration.verify_fixture import ALTERED, ELSEWHERE, TEXT, TRUE, text_document, verdicts, verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


def test_what_the_documents_say_is_supported_and_what_they_do_not_is_not(workspace, document):
    shown = answered(*verify(workspace), Cast())

    assert (shown["mode"], shown["status"], shown["errors"]) == ("verify", "completed", [])
    assert shown["response"] == TEXT
    found = verdicts(shown)
    assert found["The maximum loan-to-value ratio for an investment property is 75% of the appraised value."] == (
        "supported",
        "",
    )
    assert found["An application fee of $850 must be paid before an appraisal is ordered."] == (
        "contradicted",
        "",
    )
    assert found[ELSEWHERE] == ("not_found", "mismatch")
    assert [citation["quote"] for citation in shown["citations"]] == list(PASSAGES)


def test_a_claim_stands_in_the_text_with_its_marks_and_is_judged_without_them(workspace, document):
    shown = answered(*verify(workspace), Cast())

    spans = [shown["response"][claim["start_offset"] : claim["end_offset"]] for claim in shown["claims"]]
    assert spans == [TRUE, ALTERED, ELSEWHERE]
    assert not [claim for claim in shown["claims"] if "[1]" in claim["claim_text"] or "Smith" in claim["claim_text"]]


def test_a_report_of_another_year_than_the_one_at_hand_is_not_taken_for_it(workspace, document):
    document.filename, document.title = "NORTHFIELD_2023.pdf", "Northfield"
    document.save(update_fields=["filename", "title"])
    rule = TRUE.removesuffix(" [1].")
    shown = answered(
        *verify(workspace, f"According to Northfield (2023), {rule}. As noted by Northfield (2019), {rule}."), Cast()
    )

    assert list(verdicts(shown)) == [f"{rule}.", f"As noted by Northfield (2019), {rule}."]
    (own, _), (of_another_year, _) = verdicts(shown).values()
    assert (own, of_another_year) == ("supported", "not_found")


def test_each_claim_counts_as_citing_what_was_found_for_it_alone(workspace, document):
    session, run = verify(workspace)
    shown = answered(session, run, Cast())

    batch = Artifact.objects.get(run=run, name="search").data["claims"]
    found = {each["claim_id"]: [chunk["key"] for chunk in each["chunks"]] for each in batch}
    assert {claim["id"]: claim["citations"] for claim in shown["claims"]} == found
    assert all(each["searched"]["documents"] == 1 and each["searched"]["queries"] for each in batch)
    told_of = [event["payload"] for event in told(session) if event["type"] == "retrieval_complete"]
    assert [payload["claim_id"] for payload in told_of] == list(found)


@pytest.mark.parametrize("mode", ["strict", "helpful"])
def test_a_text_that_cites_nothing_is_not_held_to_have_no_citation(workspace, document, mode):
    shown = answered(*verify(workspace, verification=mode), Cast())

    assert shown["verification"] == mode
    assert "uncited" not in {entry["reason"] for entry in shown["ledger"]["entries"]}
    assert shown["ledger"]["summary"]["total_claims"] == 3


def test_a_question_in_the_text_needs_no_source_and_is_not_searched_for(workspace, document):
    session, run = verify(workspace, "What is the fee?\n\nThe fee is $450.")
    shown = answered(session, run, Cast())

    assert [claim["requires_citation"] for claim in shown["claims"]] == [False, True]
    assert shown["ledger"]["summary"]["minor_claims"] == 1
    asked, _ = Artifact.objects.get(run=run, name="search").data["claims"]
    assert (asked["chunks"], asked["searched"]) == ([], None)


def test_where_nothing_is_found_for_any_claim_the_reader_is_told(workspace):
    shown = answered(*verify(workspace, ELSEWHERE), Cast())

    assert codes(shown) == {"NO_MATCHES"}
    assert verdicts(shown) == {ELSEWHERE: ("not_found", "mismatch")}


def test_only_the_named_documents_are_held_against_a_text(workspace, document):
    other = text_document(workspace)
    shown = answered(*verify(workspace, document_ids=[str(other.id)]), Cast())

    assert {entry["verdict"] for entry in shown["ledger"]["entries"]} == {"not_found"}


def test_a_citation_of_ours_is_used_and_one_that_names_nothing_is_told_and_ignored(workspace, document):
    key = document.chunks.get(chunk_index=1).key
    text = f"The invoice comes to $450 [cite:{key}]. The invoice is due at once [cite:ffffffffffff]."
    shown = answered(*verify(workspace, text), Cast())

    assert shown["response"] == text
    assert shown["claims"][0]["citations"][0] == key
    assert "ffffffffffff" not in shown["claims"][1]["citations"]
    assert "UNKNOWN_CITATIONS" in codes(shown)
    assert shown["citations"][0]["key"] == key


def test_what_is_no_statement_is_passed_over_and_said_to_be(workspace, document):
    shown = answered(*verify(workspace, f"{TRUE}\n\n| Fee | Limit |\n|---|---|\n| $1 | 2% |\n"), Cast())

    assert len(shown["claims"]) == 1
    assert codes(shown) == {"PARTS_NOT_JUDGED"}


# files
