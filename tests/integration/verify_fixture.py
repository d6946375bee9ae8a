"""A text written elsewhere, and what the tests of verifying do with it."""

import io
from typing import Any

import docx as python_docx
from django.core.files.base import ContentFile

from apps.documents.models import Document
from apps.drafting.models import Session
from apps.drafting.verifying import Wanted, file_verify, text_verify
from apps.runs.models import Run

TRUE = "The maximum loan-to-value ratio for an investment property is 75% of the appraised value [1]."
ALTERED = "An application fee of $850 must be paid before an appraisal is ordered (Smith, 2020)."
ELSEWHERE = "The football club of Northfield won the championship in the autumn of 1998."
TEXT = f"# Lending\n\n{TRUE} {ALTERED}\n\n{ELSEWHERE}\n"


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
