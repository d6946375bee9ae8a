"""What stands behind a statement and says of which of its kind, in which cases or on what basis it is so. Pure."""

import re

from apps.core.patterns import lazy_regex

# "the only vessel on the lake | to be fired with wood"; no forest, no conquest
_THE_ONLY = lazy_regex(
    r"\bthe\s+(?:only|sole|first|last|(?!(?:in|inter|fo|con|har|pro|requ|arr|conqu|bequ|manif|dig)\w?est\b)\w{3,}est"
    r"|most\s+\w+)\b(?!.*\b(?:to|that|who|which)\b)",
    re.IGNORECASE,
)
_WHICH = lazy_regex(
    r"\s+(?:to\s+(?:be|have|do)|that(?!\s+(?:day|night|evening|morning|week|month|year)\b)|who|which)\b", re.IGNORECASE
)
# "returned to profit, ignoring the legacy"
_LEFT_ASIDE = r"(?:ignoring|disregarding|stripping\s+out|adjusting\s+for|leaving\s+aside)\b"
# "received a bonus, where the targets were met", "reduced mortality when given early"
_ASKED = r"(?:allowed|permitted|possible|needed|required"
_WHERE_MET = (
    rf"where(?:ver)?\s[^,;]{{0,60}}\b{_ASKED}|asked|any|met|given|wanted)\b"
    rf"|(?<=,\s)when(?:ever)?\s[^,;]{{0,60}}\b{_ASKED}|(?:was|were)\s+(?:asked|met|wanted|any))\b"
    r"|when(?:ever)?\s+(?:\w+ly\s+)?(?:given|taken|\w{3,}ed)\s"
)
_LIMITS = lazy_regex(rf",?\s+(?:{_LEFT_ASIDE}|{_WHERE_MET})", re.IGNORECASE)


def is_one_of_its_kind(said: str, behind: str) -> bool:
    """Whether it is the only or the largest of its kind, and what follows goes on to say of which kind."""
    return bool(_THE_ONLY.search(said) and _WHICH.match(behind))


def is_limited(behind: str) -> bool:
    """Whether what follows says in which cases, or on what basis, it is or was so."""
    return bool(_LIMITS.match(behind))
