"""A text written elsewhere is verified: its claims are found in it, searched for one by one, and judged."""

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import docx as python_docx
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from apps.documents.models import Document
from apps.documents.services import document_delete
from apps.drafting.models import Session
from apps.drafting.services import session_cancel, session_delete
from apps.drafting.verify_files import verify_file_keep, verify_files_remove
from apps.drafting.verifying import Wanted, file_verify, text_verify
from apps.inference.contracts import ModelError
from apps.runs.models import Artifact, Event, Run
from apps.verification.models import Claim, Ledger
from apps.verification.types import Finding, Judgement, Stance
from apps.workspaces.services import workspace_delete
from tests.integration.answer_fixture import (
    PASSAGES,
    Broken,
    Cast,
    FindsNothing,
    answered,
    codes,
    library,
    told,
    work_until,
)

TRUE = "The maximum loan-to-value ratio for an investment property is 75% of the appraised value [1]."
ALTERED = "An application fee of $850 must be paid before an appraisal is ordered (Smith, 2020)."
ELSEWHERE = "The football club of Northfield won the championship in the autumn of 1998."
TEXT = f"# Lending\n\n{TRUE} {ALTERED}\n\n{ELSEWHERE}\n"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


def verify(workspace: Any, text: str = TEXT, **wanted: Any) -> tuple[Session, Run]:
    session = text_verify(workspace=workspace, author=None, text=text, wanted=Wanted(**wanted))
    return session, Run.objects.get(session_id=session.id)


def verify_file(workspace: Any, content: bytes, name: str) -> tuple[Session, Run]:
    file = ContentFile(content, name=name)
    session = file_verify(workspace=workspace, author=None, file=file, filename=name, wanted=Wanted())
    return session, Run.objects.get(session_id=session.id)


def docx(paragraphs: list[tuple[str, str | None]]) -> bytes:
    """A DOCX of (text, style) paragraphs."""
    made, buffer = python_docx.Document(), io.BytesIO()
    for text, style in paragraphs:
        made.add_paragraph(text, style=style)
    made.save(buffer)
    return buffer.getvalue()


def text_document(workspace: Any) -> Document:
    """A second document, without a passage."""
    document = Document(workspace=workspace, title="Another", filename="another.txt", media_type="text/plain")
    document.sha256, document.size, document.status = "1" * 64, 7, "ready"
    document.file.save("another.txt", ContentFile(b"nothing"), save=True)
    return document


def verdicts(shown: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Claim text → (verdict, reason)."""
    entries = {entry["claim_id"]: entry for entry in shown["ledger"]["entries"]}
    found = {claim["claim_text"]: entries.get(claim["id"]) for claim in shown["claims"]}
    return {text: (entry["verdict"], entry["reason"]) if entry else ("unchecked", "") for text, entry in found.items()}


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


def test_a_markdown_file_is_verified_as_it_is(workspace, document):
    shown = answered(*verify_file(workspace, TEXT.encode(), "report.md"), Cast())

    assert (shown["query"], shown["status"]) == ("report.md", "completed")
    assert shown["response"] == TEXT.strip("\n")
    assert shown["ledger"]["summary"]["supported"] == 1


def test_a_docx_file_is_verified_with_its_headings_marked(workspace, document):
    content = docx([("Lending", "Heading 1"), (TRUE, None), (ALTERED, None)])
    shown = answered(*verify_file(workspace, content, "report.docx"), Cast())

    assert shown["response"] == f"# Lending\n\n{TRUE}\n\n{ALTERED}"
    assert (shown["ledger"]["summary"]["supported"], shown["ledger"]["summary"]["total_claims"]) == (1, 2)


@pytest.mark.parametrize("how", ["done", "broken", "cancelled", "deleted", "workspace deleted", "too long"])
def test_the_file_goes_when_its_turn_has_ended_however_that_was(workspace, document, how, settings, tmp_path):
    settings.MAX_VERIFY_CHARS = 10 if how == "too long" else 500_000
    content = b"%PDF-1.7 broken" if how == "broken" else TEXT.encode()
    session, run = verify_file(workspace, content, "report.pdf" if how == "broken" else "report.md")
    folder = library().files / "verify"
    assert [path for path in folder.rglob("*") if path.is_file()]

    if how == "cancelled":
        session_cancel(session=session, by=None)
    elif how == "deleted":
        session_delete(session=session)
    elif how == "workspace deleted":
        workspace_delete(workspace=workspace)
    else:
        shown = answered(session, run, Cast())
        assert shown["status"] == ("completed" if how == "done" else "error")

    assert not [path for path in folder.rglob("*") if path.is_file()]


def test_a_file_that_cannot_be_read_ends_the_turn_with_the_reason(workspace):
    session, run = verify_file(workspace, b"%PDF-1.7 broken", "report.pdf")
    shown = answered(session, run, Cast())

    assert (shown["status"], shown["response"]) == ("error", "")
    assert shown["errors"][-1]["phase"] == "read:0:0"
    assert shown["errors"][-1]["message"]
    last = told(session)[-1]
    assert (last["type"], last["payload"]["message"]) == ("error", shown["errors"][-1]["message"])


def test_a_file_that_was_lost_ends_the_turn_with_the_reason(workspace):
    session, run = verify_file(workspace, TEXT.encode(), "report.md")
    for path in (library().files / "verify").rglob("*"):
        if path.is_file():
            path.unlink()
    shown = answered(session, run, Cast())

    assert (shown["status"], shown["errors"][-1]["code"]) == ("error", "file_missing")


def test_upkeep_removes_a_file_that_no_run_is_to_read_and_no_other(workspace):
    session, _ = verify_file(workspace, TEXT.encode(), "report.md")
    name = verify_file_keep(workspace_id=workspace.pk, turn_id=uuid4(), file=ContentFile(b"left over"))

    assert verify_files_remove() == 0, "one that is young may be of a request under way"
    assert verify_files_remove(older_than=timedelta(seconds=-60)) == 1
    assert not default_storage.exists(name)
    assert default_storage.exists(f"verify/{workspace.pk}/{session.turns.get().pk}")


# degradation


def test_a_skeptic_that_fails_is_skipped(workspace, document):
    shown = answered(*verify(workspace), Cast(skeptic=Broken()))

    assert (shown["status"], codes(shown)) == ("completed", {"SKEPTIC_SKIPPED"})
    assert shown["ledger"]["summary"]["total_claims"] == 3


def test_without_skeptic_and_claim_reader_nothing_is_verified_and_that_is_said(workspace, document):
    shown = answered(*verify(workspace), Cast(skeptic=Broken(), claim_reader=Broken()))

    assert (shown["status"], shown["claims"]) == ("completed", [])
    assert codes(shown) >= {"SKEPTIC_SKIPPED", "LEDGER_PARTIAL"}


def test_a_skeptic_that_fails_half_way_is_gone_on_for(workspace, document):
    parts = "\n\n".join(f"{filler} The fee of unit {unit} is $450." for unit in range(9))
    real = Cast().skeptic()

    class FailsLater:
        name = "tires"
        prompts: dict[str, str] = {}
        calls = 0

        def review(self, **asked: Any) -> Any:
            self.calls += 1
            if self.calls > 1:
                raise RuntimeError("out of order")
            return real.review(**asked)

    session, run = verify(workspace, parts)
    shown = answered(session, run, Cast(skeptic=FailsLater()))

    whole = answered(*verify(workspace, parts), Cast())
    assert [claim["claim_text"] for claim in shown["claims"]] == [claim["claim_text"] for claim in whole["claims"]]
    assert len(shown["claims"]) == 18
    extracted = [event for event in told(session) if event["type"] == "claim_extracted"]
    assert len(extracted) == 18, "none is told twice"
    assert codes(shown) >= {"SKEPTIC_SKIPPED"}


filler = "The committee of the bank " + "and its many members " * 60 + "met."


def test_claims_that_a_failing_judge_did_not_reach_are_unchecked(workspace, document):
    shown = answered(*verify(workspace), Cast(judge=Broken(Cast().judge(), before=1)))

    assert (shown["status"], codes(shown)) == ("completed", {"LEDGER_PARTIAL"})
    summary = shown["ledger"]["summary"]
    assert summary["total_claims"] == summary["unchecked"] + len(shown["ledger"]["entries"])
    assert summary["unchecked"] == 1, "each attempt goes on after the last verdict"


def test_claims_that_could_not_be_searched_for_are_unchecked(workspace, document, monkeypatch):
    def away(**asked: Any) -> Any:
        raise ModelError("unavailable", "The endpoint does not answer.", retryable=False)

    monkeypatch.setattr("workers.phases.search.retrieve_context", away)
    shown = answered(*verify(workspace), Cast())

    assert (shown["status"], shown["ledger"]["summary"]["unchecked"]) == ("completed", 3)
    assert "The search failed" in next(
        each["message"] for each in shown["warnings"] if each["code"] == "LEDGER_PARTIAL"
    )


def test_a_judge_that_finds_nothing_rejects_every_claim(workspace, document):
    shown = answered(*verify(workspace), Cast(judge=FindsNothing()))

    assert {entry["verdict"] for entry in shown["ledger"]["entries"]} == {"not_found"}


def test_what_a_judge_finds_in_a_passage_of_another_claim_does_not_count(workspace, document):
    class NamesThemAll:
        """Holds every passage it is shown to bear out every claim."""

        name = "generous"
        prompts: dict[str, str] = {}
        together = 8

        def judge(self, *, claims: Any, chunks: Any) -> Any:
            findings = [Finding(key=c.key, quote=c.content, stance=Stance.SUPPORTS, score=0.95) for c in chunks]
            return iter([Judgement(findings=tuple(findings)) for _ in claims])

    session, run = verify(workspace)
    shown = answered(session, run, Cast(judge=NamesThemAll()))

    cited = {claim["id"]: set(claim["citations"]) for claim in shown["claims"]}
    for entry in shown["ledger"]["entries"]:
        assert {held["key"] for held in entry["evidence"]} <= cited[entry["claim_id"]]
        assert not [check for check in entry["checks"] if check["name"] == "quote_lock"]


@pytest.mark.parametrize("phase", ["skeptic", "search", "judge", "finalize"])
def test_a_session_deleted_before_a_phase_leaves_nothing(workspace, document, phase):
    session, run = verify(workspace)
    assert work_until(run, phase, Cast())
    session_delete(session=session)

    for model in (Session, Run, Ledger, Claim, Artifact):
        assert not model.objects.exists(), model
    assert not Event.objects.filter(session_id=session.id).exists()


@pytest.mark.parametrize("phase", ["search", "judge", "finalize"])
def test_a_document_deleted_before_a_phase_ends_the_session_sensibly(workspace, document, phase):
    session, run = verify(workspace)
    assert work_until(run, phase, Cast())
    shown = answered(session, run, Cast(), meanwhile=lambda: document_delete(document=document))

    assert (shown["status"], shown["errors"]) == ("completed", [])
    assert codes(shown) & {"NO_MATCHES", "SOURCES_DELETED"}
