"""A claim that goes further than its source by words of its own: "entirely", "whether or not", "it is proven". Pure.

"Due entirely to prices" of what is due to them primarily, "consist of" of what includes them, "the first gift" of one
of the first, "regardless of age" of a rule for adults: each is its source's sentence but for how far it goes.
"""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_of, coverage_of
from apps.verification.wording.faults import ModalityFault, ModalityFinding

_SUPERLATIVE = (
    r"(?:first|last|most|least|best|worst|leading|main|(?:larg|bigg|small|high|low|old|new|earli|lat|long|short|great|rich|poor"
    r"|strong|weak|fin|fast|deep|wid|hard|heavi|busi)est)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Further:
    """``says``: the claim's words; ``less``: those of a source that does not go as far; ``alike``: of one that does."""

    says: re.Pattern[str]
    less: re.Pattern[str] | None
    alike: re.Pattern[str]
    covered: float  # share of the claim's content that the source's sentence has


_IS_SUPERLATIVE = lazy_regex(_SUPERLATIVE, re.IGNORECASE)
_WHOLLY = lazy_regex(
    r"\b(?:entirely|wholly|exclusively|solely|purely|sole|alone|nothing\s+but|only\s+(?:because|due|by|from|to|of|for|in))\b",
    re.IGNORECASE,
)
_CERTAIN = lazy_regex(
    r"\b(?:proven|confirmed|established\s+that|known\s+(?:to|that)|definitely|certainly|undoubtedly|conclusively)\b",
    re.IGNORECASE,
)
_CONSISTS = lazy_regex(
    r"\b(?:consist(?:s|ed|ing)?\s+(?:\w+ly\s+)?of(?!\s+(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b)"
    r"|(?:is|are|was|were)\s+(?:limited|restricted|confined)\s+to|made\s+up\s+of)\b",
    re.IGNORECASE,
)
_FURTHER = (
    _Further(
        says=_WHOLLY,
        less=lazy_regex(
            r"\b(?:partly|partially|primarily|mainly|largely|mostly|principally|chiefly|predominantly|in\s+(?:large\s+)?part"
            r"|for\s+the\s+most\s+part|among\s+others?)\b",
            re.IGNORECASE,
        ),
        alike=lazy_regex(rf"{_WHOLLY.pattern}|\b(?:all|whole|every)\b", re.IGNORECASE),
        covered=0.6,
    ),
    _Further(
        says=lazy_regex(
            r"\bwhether\s+or\s+not\b|,\s+whether\b[^;.]{1,200}?\bor\b|\bwhether\b[^,;.]{1,200}?\bor\s+not\b"
            r"|\b(?:regardless|irrespective)\s+of\b|\bno\s+matter\b|\beven\s+(?:if|when|where|an?)\b",
            re.IGNORECASE,
        ),
        less=None,
        alike=lazy_regex(
            r"\b(?:whether|if|regardless|irrespective|no\s+matter|even|either|both|any|all|every|each|or|despite|although"
            r"|whatever|whichever|notwithstanding|too|also|as\s+well)\b",
            re.IGNORECASE,
        ),
        covered=0.5,
    ),
    _Further(
        says=_CERTAIN,
        less=lazy_regex(
            r"\b(?:may|might|could|perhaps|possibly|possible|probably|likely|believed|thought|theor(?:y|ies)|hypothes[ei]s"
            r"|suggest(?:s|ed|ing)?|appears?|seems?|allegedly|reportedly|suspected|presumably|unclear|unknown)\b",
            re.IGNORECASE,
        ),
        alike=lazy_regex(
            r"\b(?:prov(?:en?|es|ed)|confirm\w*|verif\w+|establish\w*|shows?|showed|shown|demonstrat\w+|known|definitely|certainly)\b",
            re.IGNORECASE,
        ),
        covered=0.5,
    ),
    _Further(
        says=_CONSISTS,
        less=lazy_regex(
            r"\b(?:such\s+as|includ(?:e|es|ed|ing)|for\s+(?:example|instance)|inter\s+alia)\b|\be\.g\.", re.IGNORECASE
        ),
        alike=lazy_regex(r"\b(?:consist|compris|compos|limited|restricted|confined|made\s+up)", re.IGNORECASE),
        covered=0.6,
    ),
    _Further(
        says=lazy_regex(rf"\bthe\s+(?:very\s+)?{_SUPERLATIVE}\b", re.IGNORECASE),
        less=lazy_regex(
            rf"\b(?:(?:one|some|two|three|four|five|several|many|part)\s+of|among)\s+(?:the|its|his|her|their|our)\s+{_SUPERLATIVE}\b",
            re.IGNORECASE,
        ),
        alike=lazy_regex(rf"(?<!of )(?<!among )\bthe\s+(?:very\s+)?{_SUPERLATIVE}\b", re.IGNORECASE),
        covered=0.5,
    ),
)  # fmt: skip
_NEAR = 12  # words of a source behind what makes it say less


def overstated(claim: str, source: str) -> list[ModalityFinding]:
    """How far the claim goes beyond a sentence that says the rest of it."""
    for one in _FURTHER:
        mine = one.says.search(claim)
        if mine is None or one.alike.search(source) or coverage_of(claim, source) < one.covered:
            continue
        theirs = one.less and _said_less(claim, source, mine, one.less)
        if one.less and (theirs is None or one.less.search(claim)):
            continue
        less = theirs[0] if theirs else "no such words"
        return [ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine[0], source=less)]
    return []


def _said_less(claim: str, source: str, further: re.Match[str], less: re.Pattern[str]) -> re.Match[str] | None:
    """Where the source says less of what the claim says: before words of it, and by the same superlative."""
    said = content_of(claim) | {word for word in claim.split() if word[0].isdigit()}
    superlative = further[0].lower().split()[-1]
    for found in less.finditer(source):
        last = found[0].lower().split()[-1]
        if _IS_SUPERLATIVE.fullmatch(last) and last != superlative:
            continue
        behind = source[found.end() :].split()[:_NEAR]
        if said & (content_of(" ".join(behind)) | set(behind)):
            return found
    return None
