"""What the next sentence says to narrow a rule: "This applies if the landlord agrees." Pure.

It must point back, and what widens narrows nothing: "This applies to all customers." What happened is not narrowed.
A permission is bound by whatever is said of it there, but for what says why or where it stands, or that others agree.
"""

import re

from apps.verification.lexicon import content_stems
from apps.verification.wording.tense import reports

SAME_BEGINNING = 4  # letters from which an act is taken for the one that the claim names ("subletting", "sublet")

_LEADS = (
    r"\W*(?:(?:however|but|yet|still|nevertheless|nonetheless|provided(?:\s+that)?|and|though)\b,?\s+)*"
    r"(?:(?:as|at|for|in|on|under|with|during|until|before|after)\s[^,.;]{1,50},\s+|[A-Z]\w+ly,\s+)?"
)
_RIGHT = r"(?:right|permission|entitlement|option|privilege|exemption|waiver|allowance|obligation|duty)s?"
_RULE = (
    rf"(?:{_RIGHT}|(?:rule|provision|clause|section|article|paragraph|requirement|prohibition|exception|regulation|benefit"
    r"|discount|restriction)s?)"
)
_THIS = rf"(?:(?:this|that|these|such)(?:\s+(?:\w+\s+)?{_RULE})?|the\s+(?:above|foregoing|preceding)(?:\s+{_RULE})?)"
_MODAL = r"(?:shall|will|should|must|may|can)"
_NOT = rf"(?:(?:{_MODAL}|does|do|did)\s+not|cannot|(?:{_MODAL}\s+)?never|no\s+longer)\s+"
_CONSENT = r"(?:consent|approval|permission|authori[sz]ation)s?"
_ASKED = rf"(?:{_CONSENT}|agreement|licen[cs]e|notice)"
_APPLIES = r"(?:appl(?:y|ies|ied)|holds?|held|is\s+(?:true|so|the\s+case|permitted|allowed|possible|available|valid))"
_WIDENS = (
    r"(?:(?:to|of)\s+)?(?:all|any|every|each|both|everyone|everybody|everything|anyone|whoever|whatever)\b|(?:also|even|equally|likewise"
    r"|regardless|irrespective|independently|whether|without\s+(?:exception|limit\w*|regard|prejudice)|in\s+(?:all|any|every|each"
    r"|particular|addition|full|general|principle|both|either)|at\s+(?:all|any)|(?:for|during|throughout|with|on|by)\s+(?:all|any|every"
    r"|each|both|the\s+(?:whole|entire))|under\s+(?:all|any)|mutatis|accordingly|as\s+well|too|notwithstanding|throughout|and|true"
    r"|by\s+(?:analogy|virtue)|because|since|especially|particularly|above\s+all|not\s+only|for\s+(?:example|instance))\b"
    r"|[^.;]*\b(?:alike|too|as\s+well|likewise)\W*\Z"
)
_ENDS = r"(?:ends?|expires?|lapses?|ceases?|terminates?|ended|expired|lapsed|ceased)\b"
_FIGURE = re.compile(r"(?<![\d.,])(?!(?:19|20)\d\d\b)\d")
_PERMITS = re.compile(r"\b(?:may|can|(?:is|are)\s+(?:allowed|permitted|entitled|free))\b(?!\s+not\b)")
_MODAL_CLAIM = re.compile(r"\b(?:may|can|cannot|shall|must|should|will)\b")
_ON_CONSENT = re.compile(
    r"\b(?:consent|approv|permission|authori[sz]|agree(?!ment)|(?:with|after|upon)\s+(?:\w+\s+){0,3}agreement)", re.I
)


def _openings(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_LEADS + pattern, re.IGNORECASE) for pattern in patterns)


_HOLDS_FOR = _openings(rf"{_THIS}\s+(?:(?:{_MODAL}|does|do)\s+)?{_APPLIES}\s+(?!{_WIDENS})\w")
_NARROWS = _HOLDS_FOR + _openings(
    rf"{_THIS}\s+{_NOT}(?:apply|applies|extend|hold|holds|stands?|cover|arise|begin|be\s+(?:available|permitted|allowed|applicable))\b",
    rf"{_THIS}\s+(?:is|are|remains?|(?:shall|will)\s+be)\s+(?:\w+ly\s+)?(?:subject\s+to(?!\s+(?:no|neither)\b)|(?:limited|restricted|reserved)"
    r"\s+(?:to|for)|conditional|contingent|dependent|(?:only|solely|no\s+longer)\s+\w"
    r"|not\s+(?:\w+\s+)?(?:available|applicable|permitted|allowed|valid|possible)\b)",
    rf"{_THIS}\s+(?:{_MODAL}\s+)?(?:requires?|needs?|presupposes?)\s+(?!no\b|neither\b)(?:[\w’'-]+\s+){{0,4}}?{_ASKED}\b",
    rf"{_THIS}\s+(?:depends?\s+(?:up)?on|only\s+\w+|(?:comes|enters|takes)\s+(?:into\s+)?(?:force|effect)|{_ENDS}|ha(?:s|ve)\s+(?:\w+\s+)?exceptions)\b",
    # what was so is no more
    rf"{_THIS}\s+(?:was|were|(?:has|have)\s+been)\s+(?:(?:\w+ly|the|an?|later|since|also)\s+){{0,2}}(?:old|former|previous|earlier|no\s+longer|withdrawn"
    r"|revoked|repealed|rescinded|abolished|deleted|struck|annulled|superseded|suspended|replaced|set\s+aside|quashed|lifted)\b",
    rf"not\s+so\s+(?:for|in|where|when|if)\b|the\s+same\s+{_NOT}(?:apply|hold)\b|we\s+no\s+longer\s+apply\s+{_THIS}\b",
    rf"(?:[\w’'-]+\s+){{1,5}}(?:is|are)\s+exempt\s+from\s+{_THIS}\b",
    r"(?:(?:the|an?)\s+)?(?:(?:only|following|sole|one)\s+)*exceptions?(?:\s*:(?!\s*none\b)|\s+(?:apply|applies)\b)",
    rf"(?:the|an?)\s+(?:(?:only|sole|one)\s+)?exceptions?\s+(?:is|are)\b|there\s+(?:is|are)\s+(?!(?:no|few|hardly)\b)(?:\w+\s+){{0,2}}exceptions?\s+to\s+{_THIS}",
    # of a whole sentence only "Permanent staff only." is left
    r"\(?(?:for\s+)?(?!(?:page|sheet|copy|column|line)s?\b)(?!(?:[\w’'-]+\s+){0,3}(?:use|purposes?|information|reference|illustration|is|are|may|must"
    r"|shall|can|has|have)\b)(?:[\w’'-]+\s+){1,4}only\s*[.)]*\s*\Z",
)
# "it" may be a thing that is spoken of, but hardly behind what a modal says
_NARROWS_MODAL = _openings(
    rf"it\s+{_NOT}apply\b(?=\W*\Z|\s+(?:to|in|if|where|when|for|during|unless|until|on|at|before|after)\b)",
    rf"it\s+(?:{_MODAL}\s+)?requires?\s+(?!no\b|neither\b)(?:[\w’'-]+\s+){{0,4}}?{_ASKED}\b",
    rf"the\s+(?:right|permission|entitlement|obligation|duty)\s+{_ENDS}",
)
_HARMLESS = (
    rf"(?:{_WIDENS}|because|why|how|what|where|when|to\s|so\s+that|in\s+(?:line|accordance|keeping|addition)\b|set\s+out|laid\s+down|described|explained"
    r"|regulated|governed|stated|shown|defined|confirmed|based|meant|intended|designed|known|called|done|made|found|seen|used|achieved"
    r"|(?:very\s+)?(?:useful|helpful|important|recommended|encouraged|welcome|common|usual|normal|standard|customary|legal|lawful|free|different)"
    r"|(?:an?|the|our)\s+(?:usual|common|normal|standard|customary|result|reason|purpose|aim|case|same|way)\b"
    r"|(?:not\s+)?subject\s+to\s+(?:no|neither)\b|(?:not|never)\s+(?:subject|limited|restricted|conditional|tied|only|a\s+(?:must|duty))\b)"
)
_UNHARMED = (
    r"(?:affect|limit|restrict|mean|require|need|depend|preclude|prejudice|alter|change|relieve|release"
    r"|exclude|prevent)\b"
)
_HERE = r"(?:\W*\Z|[.;,]|\s+(?:at|in|on|by|for|with|without|if|when|where|under|during|after|before)\b)"
_ANY_OF_IT = rf"(?:{_THIS}|it|(?:each|every|any|such)(?:\s+an?)?\s+(?:case|request|application|wish)s?)"
_GRANTS = r"(?:allow|permit|accept|respect|tolerate|support|welcome|honou?r|grant|do|see|find|use|expect|repeat|not)"
# what is said of a permission that is pointed back to
_BINDS_PERMISSION = _openings(
    rf"(?:{_THIS}|the\s+{_RIGHT})\s+(?:is|are|was|were|remains?|(?:has|have)\s+been|{_MODAL}(?:\s+(?:not|never|first|only))*\s+be)\s+(?!{_HARMLESS})\w",
    rf"(?:{_THIS}|the\s+{_RIGHT})\s+{_NOT}(?!{_UNHARMED})\w",
    rf"{_THIS}\s+(?:{_MODAL}\s+)?(?:requires?|needs?|presupposes?|assumes?|excludes?)\s+(?!no\b|neither\b)\w",
    r"it\s+is(?:,\s+\w+,)?\s+(?:not|never|only)\s+(?:\w+\s+)?(?:allowed|permitted|possible)\b(?!\s+to\b)",
    # another may or must decide on it, or is against it
    rf"(?!(?:you|they|one)\b)(?:[\w’'-]+\s+){{1,5}}?(?:may|can|could|must|shall|has\s+to|have\s+to|needs?\s+to)\s+(?!{_GRANTS}\b)(?:\w+\s+)?"
    rf"[a-z]+\s+(?:(?:to|on|about|of)\s+)?{_ANY_OF_IT}{_HERE}",
    rf"(?:[\w’'-]+\s+){{1,5}}?(?:(?:do|does)\s+not\s+(?:allow|permit|accept|want|tolerate)|(?<!not\s)(?:forbid|prohibit|refuse|exclude|reject|oppose|restrict|limit|decide|object)s?)"
    rf"\s+(?:(?:to|on|about)\s+)?{_ANY_OF_IT}{_HERE}",
    rf"(?:no|none|neither)\s+(?:[\w’'-]+\s+){{1,4}}?(?:allow|permit|accept|tolerate)s?\s+{_ANY_OF_IT}{_HERE}",
)
_ASKS_CONSENT = _openings(
    rf"(?:[\w’'-]+\s+){{0,4}}?{_CONSENT}\s+(?:(?:of|by|from)\s+(?:[\w’'-]+\s+){{1,4}}?)?(?:is|are|must|shall|remains?|has|have)\s+(?!(?:also\s+)?(?:not|never|no)\b)\w",
    rf"(?:[\w’'-]+\s+){{1,4}}?{_ASKED}\s+(?:(?:of|by|from)\s+(?:[\w’'-]+\s+){{1,4}}?)?(?:is|are|(?:must|shall)\s+(?:first\s+)?be)\s+(?:\w+\s+)?"
    r"(?:required|needed|necessary|obtained|given|granted|sought)\b",
    r"(?:[\w’'-]+\s+){1,3}(?:must|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:first\s+)?(?:approve|consent|agree|authori[sz]e)"
    r"(?:\s+to)?\s*(?:this|it|such|\Z|[.;,]|(?:each|every)\s+(?P<act>\w+))",
)
_ACT = re.compile(r"(?:[aiu]tion|ment|ing)s?\Z")


def narrows(following: str, claim: str) -> bool:
    """Whether the sentence behind ``claim`` says where, when, for whom or on what condition alone it holds."""
    if reports(claim):
        # what was measured may have been so in one place only
        return bool(_FIGURE.search(claim) and _HOLDS_FOR[0].match(following))
    patterns = _NARROWS
    if _MODAL_CLAIM.search(claim):
        patterns += _NARROWS_MODAL
    permits = bool(_PERMITS.search(claim))
    if permits:
        patterns += _BINDS_PERMISSION
    return any(pattern.match(following) for pattern in patterns) or (permits and _asks_consent(following, claim))


def _asks_consent(following: str, claim: str) -> bool:
    """Whether it asks for a consent that the claim does not speak of, and not for another act than the claim's."""
    asks = next(filter(None, (pattern.match(following) for pattern in _ASKS_CONSENT)), None)
    if asks is None or _ON_CONSENT.search(claim):
        return False
    act = asks.groupdict().get("act") or ""
    named = {stem[:SAME_BEGINNING] for stem in content_stems(claim)}
    return not _ACT.search(act) or act[:SAME_BEGINNING].lower() in named
