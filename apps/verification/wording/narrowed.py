"""What the next sentence says to narrow a rule: "This applies if the landlord agrees." Pure.

It must point back, and what widens narrows nothing: "This applies to all customers." What happened is not narrowed.
"""

from apps.core.patterns import lazy_regex
from apps.verification.wording.permissions import binds
from apps.verification.wording.pointing_back import ASKED, BOUND_TO, ENDS, MODAL, NAMED, NOT, THIS, WIDENS, openings
from apps.verification.wording.reporting import reports

_APPLIES = r"(?:appl(?:y|ies|ied)|holds?|held|is\s+(?:true|so|the\s+case|permitted|allowed|possible|available|valid))"
_FIGURE = lazy_regex(r"(?<![\d.,])(?!(?:19|20)\d\d\b)\d")
_MODAL_CLAIM = lazy_regex(r"\b(?:may|can|cannot|shall|must|should|will)\b")
_HOLDS_FOR = openings(rf"{THIS}\s+(?:(?:{MODAL}|does|do)\s+)?{_APPLIES}\s+(?!{WIDENS})\w")
# what was so is no more, or for some alone
_ENDED = (
    r"(?:no\s+longer|withdrawn|revoked|repealed|rescinded|abolished|deleted|struck|annulled|superseded|suspended"
    r"|replaced|set\s+aside|quashed|lifted)\b"
)
_NO_MORE = openings(
    rf"(?:{THIS}|{NAMED})\s+(?:(?:is|are|was|were|(?:has|have)\s+(?:(?:now|since|also|later)\s+)?been)"
    rf"\s+(?:(?:\w+ly|later|since|also|now|hereby)\s+){{0,2}}{_ENDED}|only\s+{_APPLIES}\b"
    rf"|{_APPLIES}\s+(?:only|until|just|solely)\b|{NOT}(?:apply|applies|holds?|stands?|extend)\b|{ENDS})",
    rf"{THIS}\s+(?:was|were|(?:has|have)\s+been)\s+(?:(?:\w+ly|the|an?|later|since|also)\s+){{0,2}}(?:old|former"
    r"|previous|earlier)\b",
)
_NARROWS = openings(
    rf"{THIS}\s+{NOT}(?:apply|applies|extend|hold|holds|stands?|cover|arise|begin|be\s+(?:available|permitted"
    rf"|allowed|applicable))\b",
    rf"{THIS}\s+(?:is|are|remains?|(?:shall|will)\s+be)\s+{BOUND_TO}",
    rf"{THIS}\s+(?:{MODAL}\s+)?(?:requires?|needs?|presupposes?)\s+(?!no\b|neither\b)(?:[\w’'-]+\s+){{0,4}}?{ASKED}\b",
    rf"{THIS}\s+(?:depends?\s+(?:up)?on|only\s+\w+|(?:comes|enters|takes)\s+(?:into\s+)?(?:force|effect)|{ENDS}"
    rf"|ha(?:s|ve)\s+(?:(?!no\b)\w+\s+)?exceptions)\b",
    rf"not\s+so\s+(?:for|in|where|when|if)\b|the\s+same\s+{NOT}(?:apply|hold)\b|we\s+no\s+longer\s+apply\s+{THIS}\b",
    rf"(?:[\w’'-]+\s+){{1,5}}(?:is|are)\s+exempt\s+from\s+{THIS}\b",
    r"(?:(?:the|an?)\s+)?(?:(?:only|following|sole|one)\s+)*exceptions?(?:\s*:(?!\s*none\b)|\s+(?:apply|applies)\b)",
    rf"(?:the|an?)\s+(?:(?:only|sole|one)\s+)?exceptions?\s+(?:is|are)\b|there\s+(?:is|are)\s+(?!(?:no|few"
    rf"|hardly)\b)(?:\w+\s+){{0,2}}exceptions?\s+to\s+{THIS}",
    # a proviso, and what stands in spite of what was just said
    r"notwithstanding\s+(?:the\s+(?:foregoing|above|preceding|previous)\b|anything\b)",
    r"provided(?:,?\s+(?:however|further|always|also))*,?\s+that\b",
    # of a whole sentence only "Permanent staff only." is left
    r"\(?(?:for\s+)?(?!(?:page|sheet|copy|column|line)s?\b)(?!(?:[\w’'-]+\s+){0,3}(?:use|purposes?|information"
    r"|reference|illustration|is|are|may|must"
    r"|shall|can|has|have)\b)(?:[\w’'-]+\s+){1,4}only\s*[.)]*\s*\Z",
)
# "it" may be a thing that is spoken of, but hardly behind what a modal says
_NARROWS_MODAL = openings(
    rf"it\s+{NOT}apply\b(?=\W*\Z|\s+(?:to|in|if|where|when|for|during|unless|until|on|at|before|after)\b)",
    rf"it\s+(?:{MODAL}\s+)?requires?\s+(?!no\b|neither\b)(?:[\w’'-]+\s+){{0,4}}?{ASKED}\b",
    rf"the\s+(?:right|permission|entitlement|obligation|duty)\s+{ENDS}",
)


def narrows(following: str, claim: str) -> bool:
    """Whether the sentence behind ``claim`` says where, when, for whom or on what condition alone it holds."""
    if reports(claim):
        # what was measured may have been so in one place only
        return bool(_FIGURE.search(claim) and _HOLDS_FOR[0].match(following))
    patterns = _HOLDS_FOR + _NO_MORE + _NARROWS
    if _MODAL_CLAIM.search(claim):
        patterns += _NARROWS_MODAL
    return any(pattern.match(following) for pattern in patterns) or binds(following, claim)
