"""A small lending policy and a regulation that contradicts it in one place, and the cast with the real embedder."""

import hashlib

import pytest

from apps.agents.registry import judge_for, skeptic_for, writer_for
from apps.inference.embedders import get_embedder
from apps.verification.types import ClaimDraft, ClaimType, ContextChunk, Importance

POLICY = """4.2 Loan-to-value limits
The maximum loan-to-value ratio (LTV) is 80% for primary residences. The maximum loan-to-value ratio for
investment properties is 75%. Loans above 80% require private mortgage insurance. The bank may not lend to
applicants with a credit score below 620. Applicants must provide proof of income for the last two years.
Page 7 of 12
"""
REGULATION = """## Article 9
The loan-to-value ratio for investment properties shall not exceed 70%.

## Article 11
Lenders must keep the records of every loan for 7 years after it was repaid."""
CASH_FLOW = """Consolidated Statement of Cash Flows
Years ended December 31
(Millions) 2018 2017 2016
Cash Flows from Investing Activities
Purchases of property, plant and equipment (PP&E) (1,577) (1,373) (1,420)
Proceeds from sale of PP&E and other assets 262 49 58
Acquisitions, net of cash acquired 13 (2,023) (16)
60"""


def make_claim(text: str, citations: tuple[str, ...] = ()) -> ClaimDraft:
    """A material fact, which is all that its text says."""
    return ClaimDraft(
        claim_text=text,
        claim_type=ClaimType.FACT,
        importance=Importance.MATERIAL,
        requires_citation=True,
        start_offset=0,
        end_offset=len(text),
        citations=citations,
    )


def make_chunk(content: str, title: str, **fields: object) -> ContextChunk:
    """A passage of a document called ``title``."""
    digest = hashlib.sha256(content.encode()).hexdigest()
    values = {
        "document_id": title,
        "filename": f"{title}.pdf",
        "page": 1,
        "page_end": 1,
        "context_line": title,
        **fields,
    }
    return ContextChunk(chunk_id=digest, key=digest[:12], title=title, content=content, **values)


@pytest.fixture
def policy() -> ContextChunk:
    return make_chunk(POLICY, "Residential Lending Policy")


@pytest.fixture
def regulation() -> ContextChunk:
    return make_chunk(REGULATION, "Consumer Credit Regulation")


@pytest.fixture
def cash_flow() -> ContextChunk:
    return make_chunk(CASH_FLOW, "3M 2018 10K")


@pytest.fixture(scope="session")
def writer():
    return writer_for("builtin", embedder=get_embedder("builtin"))


@pytest.fixture(scope="session")
def skeptic():
    return skeptic_for("builtin", embedder=get_embedder("builtin"))


@pytest.fixture(scope="session")
def judge():
    return judge_for("builtin", embedder=get_embedder("builtin"))
