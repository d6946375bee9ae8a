"""What the next sentence says to narrow a rule: "This applies if the landlord agrees." Pure.

It must point back, and what widens narrows nothing: "This applies to all customers." What happened is not narrowed.
"""

import re

from apps.verification.wording.tense import reports

_LEADS = r"\W*(?:(?:however|but|yet|still|nevertheless|nonetheless|provided(?:\s+that)?|and|though)\b,?\s+)*"
_RULE = (
    r"(?:rule|provision|clause|section|article|paragraph|requirement|prohibition|exemption|exception|regulation|obligation"
    r"|right|permission|entitlement|benefit|option|privilege|waiver|discount|duty|restriction)s?"
)
_RIGHT = r"(?:right|permission|entitlement|benefit|option|privilege|exemption|waiver|discount|allowance|obligation)s?"
_THIS = rf"(?:(?:this|that|these|such)(?:\s+(?:\w+\s+)?{_RULE})?|the\s+(?:above|foregoing|preceding)(?:\s+{_RULE})?)"
_MODAL = r"(?:shall|will|should|must|may)"
_CONSENT = r"(?:consent|approval|permission|authori[sz]ation|agreement|licen[cs]e|notice)"
_APPLIES = r"(?:appl(?:y|ies)|holds?|is\s+(?:true|so|the\s+case|permitted|allowed|possible|available|valid))"
_WIDENS = (
    r"(?:(?:to|of)\s+)?(?:all|any|every|each|both|everyone|everybody|everything|anyone|whoever|whatever)\b|(?:also|even|equally|likewise"
    r"|regardless|irrespective|independently|whether|without\s+(?:exception|limit\w*|regard|prejudice)|in\s+(?:all|any|every|each"
    r"|particular|addition|full|general|principle|both|either)|at\s+(?:all|any)|(?:for|during|throughout|with|on|by)\s+(?:all|any|every"
    r"|each|both|the\s+(?:whole|entire))|under\s+(?:all|any)|mutatis|accordingly|as\s+well|too|notwithstanding|throughout"
    r"|by\s+(?:analogy|virtue)|because|since|especially|particularly|above\s+all|not\s+only)\b"
)
_NARROWING = (
    r"(?:if|when(?:ever)?|where(?:ver)?|once|until|unless|from|as\s+of|with|after|before|up\s+to|for|at|subject|provided|as|so|to|except"
    r"|during|in|on|by|within|without|outside|other(?:wise)?|only|solely|just|more|less|that|who|of|\w+ed\s+by|made\s+by"
    r"|excluding|under|free)\b"
)
_LIMITED = (
    r"(?:subject\s+to(?!\s+(?:no|neither)\b)|limited\s+to|restricted\s+to|conditional|contingent|dependent|reserved\s+(?:to|for)|(?:not|only|solely)\s+(?:\w+\s+)?"
    r"(?:available|applicable|permitted|allowed|valid|possible))\b"
)
_FIGURE = re.compile(r"(?<![\d.,])(?!(?:19|20)\d\d\b)\d")
_PERMITS = re.compile(r"\b(?:may|can|(?:is|are)\s+(?:allowed|permitted|entitled|free))\b(?!\s+not\b)")
_MODAL_CLAIM = re.compile(r"\b(?:may|can|cannot|shall|must|should|will)\b")
_NARROWS = tuple(
    re.compile(_LEADS + pattern, re.IGNORECASE)
    for pattern in (
        rf"{_THIS}\s+(?:(?:{_MODAL}|does|do)\s+)?{_APPLIES}\s+(?!{_WIDENS}){_NARROWING}",
        rf"{_THIS}\s+(?:{_MODAL}|does|do|did)\s+not\s+(?:apply|extend|hold|cover|arise|begin|be\s+(?:available|permitted|allowed|applicable))\b",
        rf"{_THIS}\s+(?:is|are|remains?|(?:shall|will)\s+be)\s+(?:\w+ly\s+)?{_LIMITED}",
        rf"{_THIS}\s+(?:{_MODAL}\s+)?(?:requires?|needs?|presupposes?)\s+(?!no\b|neither\b)(?:[\w’'-]+\s+){{0,4}}?{_CONSENT}\b",
        rf"{_THIS}\s+depends?\s+(?:up)?on\b",
        rf"{_THIS}\s+(?:was|were)\s+(?:the\s+|an?\s+)?(?:old|former|previous|earlier)\b",
        rf"{_THIS}\s+(?:was|were|has\s+been|have\s+been)\s+(?:later\s+|since\s+)?(?:withdrawn|revoked|repealed|rescinded|abolished)\b",
        rf"{_THIS}\s+(?:comes|enters|takes)\s+(?:into\s+)?(?:force|effect)\b",
        rf"{_THIS}\s+no\s+longer\s+(?:applies|holds)\b|we\s+no\s+longer\s+apply\s+{_THIS}\b",
        rf"(?:(?:for|in|on|at|during|until|before|after)\s[^,.;]{{1,50}},\s+)?{_THIS}\s+(?:does|do|shall|will)\s+not\s+(?:apply|hold)\b",
        r"not\s+so\s+(?:for|in|where|when|if)\b|the\s+same\s+does\s+not\s+(?:apply|hold)\b",
        rf"(?:[\w’'-]+\s+){{1,5}}(?:is|are)\s+exempt\s+from\s+{_THIS}\b",
        rf"{_THIS}\s+(?:has|have)\s+(?:\w+\s+)?exceptions\b",
        rf"(?:this|that|such)\s+{_RIGHT}\s+(?:{_MODAL}\s+)?(?:ends?|expires?|lapses?|ceases?|terminates?)\b",
        r"(?:(?:the|an?)\s+)?(?:(?:only|following|sole|one)\s+)*exceptions?(?:\s*:(?!\s*none\b)|\s+(?:apply|applies)\b)",
        r"(?:the|an?)\s+(?:(?:only|sole|one)\s+)?exceptions?\s+(?:is|are)\b",
        rf"there\s+(?:is|are)\s+(?!(?:no|few|hardly)\b)(?:\w+\s+){{0,2}}exceptions?\s+to\s+{_THIS}",
        # of a whole sentence only "Permanent staff only." is left
        r"\(?(?:for\s+)?(?!(?:[\w’'-]+\s+){0,3}(?:use|purposes?|information|reference|illustration|is|are|may|must|shall|can|has|have)\b)"
        r"(?:[\w’'-]+\s+){1,4}only\s*[.)]*\s*\Z",
    )
)
# "it" may be a thing that is spoken of, but hardly behind what a modal says
_NARROWS_MODAL = tuple(
    re.compile(_LEADS + pattern, re.IGNORECASE)
    for pattern in (
        rf"it\s+(?:{_MODAL}|does|do)\s+not\s+apply\b(?=\W*\Z|\s+(?:to|in|if|where|when|for|during|unless|until|on|at|before|after)\b)",
        rf"it\s+(?:{_MODAL}\s+)?requires?\s+(?!no\b|neither\b)(?:[\w’'-]+\s+){{0,4}}?{_CONSENT}\b",
        r"the\s+(?:right|permission|entitlement|obligation|duty)\s+(?:ends?|expires?|lapses?|ceases?|terminates?)\b",
    )
)
_NARROWS_PERMISSION = tuple(
    re.compile(_LEADS + pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:(?:the|an?|prior|written|express|[\w’'-]+['’]s?)\s+){{1,4}}(?:{_CONSENT}|consents)\s+(?:(?:of|by|from)\s+(?:[\w’'-]+\s+){{1,4}})?(?:is|are"
        r"|(?:must|shall)\s+(?:first\s+)?be)\s+(?:\w+\s+)?(?:required|needed|necessary|obtained|given|granted|sought)\b",
        r"(?:the\s+)?(?:[\w’'-]+\s+){1,2}(?:must|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:first\s+)?(?:approve|consent|agree|authori[sz]e)"
        r"(?:\s+to)?\s*(?:this|it|each|every|such|them|\Z|[.;,])",
        rf"(?:(?:in|on|at|during|for|with|until|before|after)\s[^,.;]{{1,50}},\s+)?(?:it|{_THIS})\s+(?:is|are)\s+not\s+(?:allowed|permitted|possible)\b(?!\s+to\b)",
        rf"{_THIS}\s+(?:does|do|shall|will)\s+not\s+(?:include|concern)\b",
        rf"{_THIS}\s+(?:{_MODAL}\s+)(?:first\s+)?be\s+(?:\w+ly\s+)?(?:approved|agreed|authori[sz]ed|requested|permitted)\b",
    )
)


def narrows(following: str, claim: str) -> bool:
    """Whether the sentence behind ``claim`` says where, when, for whom or on what condition alone it holds."""
    if reports(claim):
        # what was measured may have been so in one place only
        return bool(_FIGURE.search(claim) and _NARROWS[0].match(following))
    patterns = _NARROWS
    if _MODAL_CLAIM.search(claim):
        patterns += _NARROWS_MODAL
    if _PERMITS.search(claim):
        patterns += _NARROWS_PERMISSION
    return any(pattern.match(following) for pattern in patterns)
