"""The stack and two documents that disagree, so that an answer goes through every phase."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from tests.faults.stack import Stack
from tests.sharing import UNIT_OF

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


@contextmanager
def started() -> Iterator[Stack]:
    """A stack up to the end of the block."""
    made = Stack()
    try:
        yield made
    finally:
        made.end()


def with_both(stack: Stack) -> str:
    """A workspace with both documents ready; leaves the workers running."""
    stack.start_workers(2)
    workspace = stack.person().workspace()
    for name, pages in (("policy.pdf", POLICY), ("regulation.pdf", REGULATION)):
        document = stack.person().read_through(stack.person().upload(workspace, pdf(pages), name))
        assert document["status"] == "ready", document
    return workspace


@pytest.fixture(scope="package")
def shared_stack() -> Iterator[Stack]:
    """Of the modules that tests/sharing.py names."""
    with started() as made:
        yield made


@pytest.fixture(scope="package")
def shared_library(shared_stack: Stack) -> str:
    return with_both(shared_stack)


@pytest.fixture(scope="module")
def stack(request: pytest.FixtureRequest) -> Iterator[Stack]:
    """The module's own, or the shared one."""
    if request.node.nodeid in UNIT_OF:
        yield request.getfixturevalue("shared_stack")
        return
    with started() as made:
        yield made


@pytest.fixture(scope="module")
def library_of_two(request: pytest.FixtureRequest, stack: Stack) -> str:
    """A workspace with both documents ready, and workers."""
    return request.getfixturevalue("shared_library") if request.node.nodeid in UNIT_OF else with_both(stack)


@pytest.fixture
def no_marks_of_others(stack: Stack) -> None:
    """Orders that an earlier test has left, and the marks of who came to them."""
    for mark in stack.orders.iterdir():
        mark.unlink()
