"""A file whose text is verified: it is read, goes when its turn has ended, and what is wrong with it is told."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from apps.drafting.services import session_cancel, session_delete
from apps.drafting.verify_files import verify_file_keep, verify_files_remove
from apps.workspaces.services import workspace_delete
from tests.integration.answer_fixture import (
    Cast,
    answered,
    library,
    told,
)
from tests.integration.verify_fixture import ALTERED, TEXT, TRUE, docx, verify_file

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


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
