"""What to look at before relying on a text. Pure: from claims, decisions and what is known of the documents.

One flag per kind of risk, with all the claims it concerns. Minor and unchecked claims raise none: the first need no
source, of the others nothing is known, which a warning says.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from apps.verification.rules import Reason
from apps.verification.types import Decision, Importance, Stance, Verdict

CLAIMS_TOLD = 3  # claims that a message quotes; the flag names them all
CLAIM_CHARS = 120  # of each


class Risk(StrEnum):
    """The kinds there are, the gravest first."""

    CRITICAL_UNSUPPORTED = "critical_unsupported"  # a critical claim was judged and is not supported
    SOURCES_CONFLICT = "sources_conflict"  # one passage supports a claim, another speaks against it
    NUMBER_MISMATCH = "number_mismatch"  # the number lint fired: a figure, date or unit is not the source's
    MODALITY_SHIFT = "modality_shift"  # the modality lint fired: must for may, all for some, a lost "not"
    STALE_SOURCE = "stale_source"  # a later document of the same series is at hand and was not cited (staleness.py)
    SINGLE_SOURCE = "single_source"  # borne out by one document, though passages of others came up as well


class Severity(StrEnum):
    HIGH = "high"  # what the text says may be wrong
    MEDIUM = "medium"  # it may be out of date, or wrong in something that matters less
    LOW = "low"  # it holds, but rests on little


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A claim and what was decided on it; ``decision`` is None while it is unchecked."""

    claim_id: str
    claim_text: str
    importance: Importance
    decision: Decision | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskFlag:
    """One kind of risk and the claims that it concerns, in the order of the text."""

    code: Risk
    severity: Severity
    claim_ids: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """What is known of the documents beside the evidence itself; all empty where nothing is.

    ``consulted``: documents of which passages came up for this text. ``meant``: those that its reader asked about.
    ``newer``: claim id → (document cited, later one of its series), names for the reader, where the cited one is stale.
    """

    consulted: Collection[str] = ()
    meant: Collection[str] = ()
    newer: Mapping[str, tuple[str, str]] | None = None


def risk_flags(ruled: Iterable[Ruled], *, library: Library) -> tuple[RiskFlag, ...]:
    """The flags of a ledger, the gravest kind first."""
    found: dict[Risk, list[Ruled]] = {}
    for one in ruled:
        if one.decision is not None and not one.decision.minor:
            for risk in _risks(one, one.decision, library):
                found.setdefault(risk, []).append(one)
    return tuple(_flag(risk, found[risk], library) for risk in Risk if risk in found)


def _risks(one: Ruled, decision: Decision, library: Library) -> list[Risk]:
    checks = {check.name for check in decision.checks}
    holds = decision.verdict is Verdict.SUPPORTED
    applies = {
        Risk.CRITICAL_UNSUPPORTED: one.importance is Importance.CRITICAL and not holds,
        Risk.SOURCES_CONFLICT: decision.reason == Reason.CONFLICT,
        Risk.NUMBER_MISMATCH: "number_lint" in checks,
        Risk.MODALITY_SHIFT: "modality_lint" in checks,
        Risk.STALE_SOURCE: one.claim_id in (library.newer or {}),
        Risk.SINGLE_SOURCE: holds and one.importance is not Importance.MINOR and _alone(decision, library),
    }
    return [risk for risk, fires in applies.items() if fires]


def supporting(decision: Decision) -> frozenset[str]:
    """The documents whose quotes bear a claim out."""
    return frozenset(held.document_id for held in decision.evidence if held.stance is Stance.SUPPORTS)


def _alone(decision: Decision, library: Library) -> bool:
    """Whether one document bears a claim out although others were consulted and it is not the one asked about."""
    sources = supporting(decision)
    return len(sources) == 1 and len({*library.consulted} | sources) > 1 and not sources <= {*library.meant}


def _flag(risk: Risk, claims: list[Ruled], library: Library) -> RiskFlag:
    critical = any(one.importance is Importance.CRITICAL for one in claims)
    return RiskFlag(
        code=risk,
        severity=_severity(risk, critical=critical),
        claim_ids=tuple(one.claim_id for one in claims),
        message=f"{_told(risk, claims, library)}: {_quoted(claims)}",
    )


def _severity(risk: Risk, *, critical: bool) -> Severity:
    if risk in (Risk.CRITICAL_UNSUPPORTED, Risk.SOURCES_CONFLICT):
        return Severity.HIGH
    if risk in (Risk.NUMBER_MISMATCH, Risk.MODALITY_SHIFT):
        return Severity.HIGH if critical else Severity.MEDIUM
    return Severity.MEDIUM if risk is Risk.STALE_SOURCE else Severity.LOW


def _told(risk: Risk, claims: list[Ruled], library: Library) -> str:
    count, one = len(claims), len(claims) == 1
    match risk:
        case Risk.CRITICAL_UNSUPPORTED:
            return f"{count} critical claim{' is' if one else 's are'} not supported by the evidence"
        case Risk.SOURCES_CONFLICT:
            return f"The documents contradict each other on {count} claim{'' if one else 's'}"
        case Risk.NUMBER_MISMATCH:
            return f"A figure, date or unit differs from the source in {count} claim{'' if one else 's'}"
        case Risk.MODALITY_SHIFT:
            return f"The source puts {count} claim{'' if one else 's'} more or less strictly, or denies it"
        case Risk.STALE_SOURCE:
            pairs = dict.fromkeys((library.newer or {})[claim.claim_id] for claim in claims)
            told = "; ".join(f"{cited} is cited although {later} is later" for cited, later in pairs)
            return f"A later document is at hand ({told}) for {count} claim{'' if one else 's'}"
        case Risk.SINGLE_SOURCE:
            return f"Only one document bears out {count} claim{'' if one else 's'}"


def _quoted(claims: list[Ruled]) -> str:
    told = "; ".join(f"“{_shortened(one.claim_text)}”" for one in claims[:CLAIMS_TOLD])
    more = len(claims) - CLAIMS_TOLD
    return f"{told}; and {more} more." if more > 0 else f"{told}."


def _shortened(text: str) -> str:
    plain = " ".join(text.split()).rstrip(".?!")
    return plain if len(plain) <= CLAIM_CHARS else plain[: CLAIM_CHARS - 1].rsplit(" ", 1)[0] + "…"
