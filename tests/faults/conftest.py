"""The stack and two documents that disagree, so that an answer goes through every phase."""

import io
from collections.abc import Iterator

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from tests.faults.stack import Stack

POLICY = (
    ("Lending Policy", "This policy sets the terms on which Northfield Bank lends against property."),
    (
        "Loan-to-value ratio",
        "The maximum loan-to-value ratio for an investment property is 75% of the appraised value.",
    ),
    ("Fees", "An application fee of $450 must be paid before an appraisal is ordered."),
)
REGULATION = (
    ("Housing Credit Regulation", "This regulation applies to every lender that secures credit on housing."),
    (
        "Loan-to-value ratio",
        "The maximum loan-to-value ratio for an investment property is 70% of the appraised value.",
    ),
)
QUESTION = "What is the maximum loan-to-value ratio for an investment property?"


def pdf(pages: tuple[tuple[str, str], ...]) -> bytes:
    """A page per (heading, sentence)."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=True)
    for heading, sentence in pages:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 760, heading)
        canvas.setFont("Helvetica", 11)
        words, line, height = sentence.split(), "", 720
        for word in words:
            if len(line) + len(word) > 80:
                canvas.drawString(72, height, line)
                line, height = "", height - 16
            line = f"{line} {word}".strip()
        canvas.drawString(72, height, line)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    made = Stack()
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def library_of_two(stack: Stack) -> str:
    """A workspace with both documents ready; leaves the workers running."""
    stack.start_workers(2)
    workspace = stack.person().workspace()
    for name, pages in (("policy.pdf", POLICY), ("regulation.pdf", REGULATION)):
        document = stack.person().read_through(stack.person().upload(workspace, pdf(pages), name))
        assert document["status"] == "ready", document
    return workspace
