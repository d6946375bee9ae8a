"""What a reader may say of a session, and the bounds on it."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

LONGEST_COMMENT = 10_000  # characters
LONGEST_EXPLANATION = 4_000
MOST_CORRECTIONS = 100
MOST_CHUNKS = 50  # that one correction may name


class FeedbackType(StrEnum):
    HELPFUL = "helpful"
    INCORRECT = "incorrect"  # it says what is not so, or its verdicts do
    MISSING_CITATION = "missing_citation"  # something in it has no source


class Issue(StrEnum):
    WRONG_VERDICT = "wrong_verdict"  # the Judge should have ruled otherwise
    WRONG_EVIDENCE = "wrong_evidence"  # other passages are what the claim stands or falls with
    MISSING_CLAIM = "missing_claim"  # the text says something that the ledger does not list


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a reader would have the ledger say instead."""

    issue: Issue
    claim_id: UUID | None = None  # None with a missing claim
    expected_verdict: str = ""  # a Verdict; "" when none is named
    correct_chunk_ids: tuple[UUID, ...] = ()
    explanation: str = ""
