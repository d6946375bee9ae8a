"""The values verification speaks in. All frozen; all offsets count Unicode code points; all pages count from 1."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from apps.retrieval.types import ContextChunk as ContextChunk

# a head that stays apart from what is listed: "In these cases:"
ANNOUNCES = re.compile(r"\b(?:follow(?:ing|s)|these|those|cases?|events?)\b", re.IGNORECASE)
LONGEST_CLAIM = 2000  # characters of a claim that is compared; the bearing lint tells of a longer one


class Verdict(StrEnum):
    SUPPORTED = "supported"  # stated by the evidence the sentence cites, or clearly inferred from it
    WEAK = "weak"  # partial, tangential, or supported by something the sentence does not cite
    CONTRADICTED = "contradicted"  # evidence says otherwise, or the sources conflict; flagged for review
    NOT_FOUND = "not_found"  # no evidence for it


class ClaimType(StrEnum):
    FACT = "fact"
    POLICY = "policy"  # what must, may or must not be done
    NUMERIC = "numeric"  # stands or falls with a figure
    DEFINITION = "definition"  # what a term means


class Importance(StrEnum):
    CRITICAL = "critical"  # the answer is wrong without it
    MATERIAL = "material"
    MINOR = "minor"


class Mode(StrEnum):
    STRICT = "strict"  # no citation or no match: not_found with a reason
    HELPFUL = "helpful"  # close enough is supported; uncited common knowledge is a minor claim


class Stance(StrEnum):
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"


def behind(head: str, words: str) -> str:
    """An item behind the head of its list: "Employees may not: accept gifts" is one sentence."""
    return f"{head if ANNOUNCES.search(head) else head.removesuffix(':')} {words}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDraft:
    """One thing a text says. text[start_offset:end_offset] == claim_text; citation anchors lie outside that span."""

    claim_text: str
    claim_type: ClaimType
    importance: Importance
    requires_citation: bool
    start_offset: int
    end_offset: int
    citations: tuple[str, ...] = ()  # keys that the claim's sentence cites, in order
    under: str = ""  # the head of the list that it is an item of, where that turns its sense: "Employees may not:"

    @property
    def in_full(self) -> str:
        """What the text claims: behind the head of its list, if it has one."""
        return behind(self.under, self.claim_text) if self.under else self.claim_text


@dataclass(frozen=True, slots=True, kw_only=True)
class SkepticReport:
    """The text taken apart. Objections, missing information and contradictions are sentences for the reader."""

    claims: tuple[ClaimDraft, ...]
    objections: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A passage a Judge holds to speak for or against a claim.

    ``quote`` should be a substring of the chunk's content (up to whitespace and Unicode form); the quote lock decides.
    ``score``: 0 … 1, how surely the quote supports (or contradicts) the claim.
    """

    key: str
    quote: str
    stance: Stance
    score: float
    partial: bool = False  # a clause of the claim is borne out and another is not: never more than weak
    sentence: int = 0  # of ``Judgement.sentences``, if there are any
    read: bool = False  # the Judge read what the source says around the quote, and holds the claim for borne out there


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a Judge, built-in or model, thinks of one claim before the deterministic checks.

    ``sentences``: those of the claim where each was held against the passages by itself.
    """

    findings: tuple[Finding, ...]
    sentences: tuple[str, ...] = ()
    notes: str = ""
    common_knowledge: bool = False  # needs no source (only heeded in helpful mode)
    judge: str = "builtin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A locked quote: document text[start_offset:end_offset] == quote, lying on page … page_end."""

    chunk_id: str
    key: str
    document_id: str
    page: int | None
    page_end: int | None
    start_offset: int
    end_offset: int
    quote: str
    stance: Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A check that fired: ``allow_list``, ``quote_lock``, ``number_lint``, ``modality_lint`` or ``bearing_lint``."""

    name: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Cuts on confidence: above ``supported`` → supported, from ``weak`` on → weak (spec section 5)."""

    supported: float = 0.8
    weak: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The final word on one claim. ``minor`` marks a claim that needs no source and stands outside the totals."""

    verdict: Verdict
    reason: str  # "" or another of rules.Reason: uncited, mismatch, wrong_citation, partial, conflict, …
    confidence: float
    evidence: tuple[Evidence, ...] = ()
    checks: tuple[Check, ...] = ()
    suggested_key: str = ""  # with wrong_citation: the key that would have been right
    notes: str = ""
    minor: bool = False
    judge: str = "builtin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Counts of one ledger. total_claims = supported + weak + contradicted + not_found + unchecked."""

    total_claims: int
    supported: int
    weak: int
    contradicted: int
    not_found: int
    unchecked: int
    evidence_coverage: float | None  # supported / total_claims; None without claims
    found_ratio: float | None  # supported / (supported + not_found); None without either
    minor_claims: int = field(default=0)
