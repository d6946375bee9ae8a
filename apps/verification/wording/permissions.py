"""What the next sentence says to bind a permission or relax a duty, or to leave it to another's will. Pure.

Whatever is said there of it binds it ("This is a matter for the landlord."), but for what says why it is so, where it
stands, what follows from it, or that others agree.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_of, content_stems, coverage_of
from apps.verification.wording.acts import OF_A_CLASS, SAME_BEGINNING, binds_act
from apps.verification.wording.pointing_back import (
    ASKED,
    CONSENT,
    MODAL,
    NOT,
    RIGHT,
    RULE,
    THIS,
    WIDENS,
    openings,
)

_PERMITS = lazy_regex(r"\b(?:may|can|(?:is|are|be)\s+(?:allowed|permitted|entitled|free))\b(?!\s+not\b)")
_ORDERS = lazy_regex(r"\b(?:must|shall|should|cannot|(?:may|can)\s+not|(?:is|are)\s+(?:required|obliged))\b")
_ON_CONSENT = lazy_regex(
    r"\b(?:consent|approv|permission|authori[sz]|agree(?!ment)|(?:with|after|upon)\s+(?:\w+\s+){0,3}agreement)", re.I
)
_HARMLESS = (
    rf"(?:(?!only)(?:\w+ly|often|further|now)\s+)?(?:{WIDENS}|(?:permitted|allowed|granted"
    rf"|provided)\s+(?:for\s+)?by\s+(?:law|statute)|to\s|(?:because|why|how|what|where|when|so\s+that|in\s+(?:line"
    rf"|accordance|keeping|addition)|set\s+out|laid\s+down|described|explained"
    r"|regulated|governed|stated|shown|defined|discussed|recorded|documented|noted|logged|reported|entered|taxed|confirmed|based|meant|intended|designed|known|called|done|made|found"
    r"|seen|used|achieved|calculated|measured|computed)\b"
    r"|(?:very\s+)?(?:costly|expensive|time-consuming|difficult|complex|burdensome|useful|helpful|important|recommended|encouraged|welcome|common|usual|normal|standard|customary"
    r"|legal|lawful|free|different|good|popular|well\s+\w+|guaranteed|introduced|adopted|decided|added|unlimited"
    r"|unrestricted|unconditional|mandatory|compulsory|essential|necessary|enforced|checked|required\s+by"
    r"|appreciated|valued|liked|loved|praised|celebrated|protected|safeguarded|secured)\b"
    r"|(?:an?|the|our)\s+(?:right|(?:legal\s+)?(?:duty|obligation|requirement)|usual|common|normal|standard"
    r"|customary|result|reason|purpose|aim|case|same|way)\b"
    r"|(?:not\s+)?subject\s+to\s+(?:no|neither)\b|(?:not|never)\s+(?:subject|limited|restricted|conditional|tied"
    r"|only|a\s+(?:must|duty))\b)"
)
# that it leads, helps or belongs to something
_LEADS_ON = (
    r"(?:leads?|results?|follows?|stems?|serves?|relates?|refers?|helps?|comes\s+from|goes\s+back"
    r"|contributes?|happens?|allows?|comes\s+with|(?:continues?|survives?)\s+(?:after|beyond)|(?:could|might)\b|is|was|has|does)\b"
)
_SUBJECT = rf"(?:{THIS}|the\s+{RIGHT})"
_ONE = rf"(?!(?:\w+\s+)?(?:such|these|those)\s+(?!{RULE})){_SUBJECT}"  # "such changes" is no verb
_UNHARMED = (
    r"(?:affect|limit|restrict|mean|require|need|depend|preclude|prejudice|alter|change|relieve|release"
    r"|exclude|prevent|be\s+(?:excluded|restricted|limited|refused|revoked|withdrawn|denied|waived|contracted))\b"
)
# what a permission or a duty takes of whoever has it is no condition
_OF_THE_MIND = (
    r"(?:\w+\s+)?(?:discipline|patience|care|trust|efforts?|courage|diligence|attention|practice|thought|goodwill|tact)"
)
_HERE = r"(?:\W*\Z|[.;,]|\s+(?:at|in|on|by|for|with|without|if|when|where|under|during|after|before)\b)"
_ASKED_FOR = r"(?:each|every|any|such)(?:\s+an?)?\s+(?:case|request|application|wish)s?"
_ANY_OF_IT = rf"(?:{THIS}|it|{_ASKED_FOR})"
_GRANTS = (
    r"(?:allow|permit|accept|respect|tolerate|support|welcome|honou?r|grant|do|see|find|use|expect|repeat|not|help|assist"
    r"|advise|explain|show)"
)
# of what is asked for: to answer or to meet it is no decision
_RULES_ON = (
    r"(?:approve|authori[sz]e|consent\s+to|agree\s+to|decide(?:\s+(?:up)?on)?|rule\s+on|refuse|reject|deny|decline|veto"
    r"|forbid|prohibit|block|bar|stop|suspend|revoke|withdraw|cancel|limit|restrict|object\s+to|oppose|question"
    r"|contest|examine|review|assess|judge|consider|check|endorse|sign(?:\s+off(?:\s+on)?)?)"
)
# what is said of a permission or a duty that is pointed back to
_BINDS = openings(
    rf"{_SUBJECT}\s+(?:is|are|was|were|remains?|(?:has|have)\s+been|(?:{MODAL}|would)(?:\s+(?:not|never|first"
    rf"|only))*\s+be)\s+(?!{_HARMLESS})\w",
    rf"{_SUBJECT}\s+{NOT}(?!{_UNHARMED})\w",
    rf"{_SUBJECT}\s+(?:{MODAL}\s+)?(?:requires?|needs?|presupposes?|assumes?|excludes?|takes)"
    rf"\s+(?!no\b|neither\b|{_OF_THE_MIND}\W*\Z)\w",
    # a verb with no object tells where, when or with whom it rests
    rf"{_ONE}\s+(?!{_LEADS_ON})(?:{MODAL}\s+[a-z]+|[a-z]+(?<![iu])(?<!s)s|used)\s+(?:to|in|on|at|with|within|upon"
    rf"|from|until|under|for|between|after|before|if|when|where)\s+"
    rf"(?!{WIDENS})\w",
    rf"{_ONE}\s+(?:{MODAL}|[a-z]+(?<![iu])(?<!s)s)\s[^.;]{{0,80}}\b(?:only|alone|solely|exclusively)\b",
    # of a whole sentence only "Not on Sundays." is left
    rf"(?:not|never|only|except)\s+(?!(?:applicable|available|relevant|to|for|as)\b)(?:(?!(?:is|are|was|{MODAL}|has"
    rf"|have|do|does|cannot)\b)[\w’'-]+(?:[\s,]+|(?=[.!)]|\Z))){{1,8}}[.!)]*\Z",
    r"(?:[\w’'-]+,?\s+){1,5}?(?:is|are)\s+(?:excluded|excepted|an?\s+exception|exempt(?:ed)?(?=\W*\Z|\s+from"
    rf"\s+(?:{THIS}|it)\b)|not\s+(?:eligible|entitled)(?=\W*\Z|\s+to\s+do\s+so))\b",
)
_BINDS_PERMISSION = _BINDS + openings(
    rf"(?:[\w’'-]+\s+){{1,5}}?(?:may|can|could)\s+(?:\w+\s+)?(?:(?:refuse|object|veto|decline|say\s+no){_HERE}"
    rf"|(?:withhold|refuse|deny)\s+(?:\w+\s+){{0,3}}?{CONSENT})",
    r"[^.;]{2,60}\s(?:right\s+of\s+veto|final\s+(?:say|word)|veto)\b",
    r"it\s+is(?:,\s+\w+,)?\s+(?:not|never|only)\s+(?:\w+\s+)?(?:allowed|permitted|possible)\b(?!\s+to\b)",
    # another may or must decide on it, or is against it
    rf"(?!(?:you|they|one)\b)(?:[\w’'-]+\s+){{1,5}}?(?:may|can|could|must|shall|has\s+to|have\s+to"
    rf"|needs?\s+to)\s+(?:at\s+any\s+time\s+)?(?:(?!{_GRANTS}\b)(?:\w+\s+)?[a-z]+\s+(?:(?:to|on|about|of)\s+)?(?:{THIS}|it)"
    rf"|(?:\w+\s+)?{_RULES_ON}\s+{_ASKED_FOR}){_HERE}",
    rf"(?:[\w’'-]+\s+){{1,5}}?(?:(?:do|does|did|has|have)\s+(?:not|never)\s+(?:yet\s+)?(?:allow|permit|accept|approv"
    rf"|want|tolerat)\w*|(?<!not\s)(?:forbid|prohibit|refuse|exclude|reject|oppose|restrict|limit|decide|object)s?)"
    rf"\s+(?:(?:to|on|about)\s+)?{_ANY_OF_IT}{_HERE}",
    rf"(?:no|none|neither)\s+(?:[\w’'-]+\s+){{1,4}}?(?:allow|permit|accept|tolerate)s?\s+{_ANY_OF_IT}{_HERE}",
    r"(?:no|nobody|none|neither)\s+(?:[\w’'-]+\s+){0,4}?(?:is|are)\s+(?:ever\s+)?(?:allowed|permitted|entitled"
    r"|free)(?:\s+to)?\W*\Z",
    r"(?:only|no|nobody|none|neither|few|hardly)\s+[^.;]{1,60}\bdo\s+(?:so|this|that|it)\b",
)
# somebody need not do what all must, or all but nobody does
_BINDS_DUTY = _BINDS + openings(
    rf"(?:[\w’'-]+\s+){{1,5}}?(?:may|can|could)\s+(?:\w+\s+)?(?:(?:waive|lift|suspend|relax|excuse|disapply"
    rf"|(?:dispense|depart|deviate|derogate)\s+(?:with|from)|(?:grant|allow|make)\s+exceptions?\s+(?:to|from))"
    rf"\s+{_ANY_OF_IT}{_HERE}|(?:grant|allow|make)\s+exceptions?\W*\Z)",
    r"(?:in\s+(?:practice|reality|fact)\s+)?(?:(?:almost\s+)?(?:nobody|no\s+one)|none|hardly\s+any\w*|few(?:\s+\w+)?"
    r"|no\s+\w+)\s+(?:\w+ly\s+|ever\s+)?(?:do|does|did)\s+(?:so|this|that|it)\W*\Z",
)
# how it came to be, and how a duty is met
_NO_LIMIT = r"(?![^.;]*\b(?:only|not|never|until|till|for|if|unless|except|provided|subject|waived)\b)"
_AGREED = openings(
    rf"{_SUBJECT}\s+(?:(?:was|were|(?:has|have)\s+been)\s+(?:\w+ly\s+)?(?:agreed|negotiated|settled|approved)\s+(?:with|by)"
    rf"|(?:has|have)\s+been\s+(?:so|in\s+(?:place|force|effect))\s+since)\s{_NO_LIMIT}"
)
_FULFILLED = openings(
    rf"{_SUBJECT}\s+(?:(?:must|shall)\s+(?:\w+\s+)?be\s+(?!subject|limited|conditional|contingent)|(?:is|are)\s+(?:payable|due|paid)\b"
    rf"|takes\s){_NO_LIMIT}"
)
# left to the will of ``who``
_LEAVES_TO = openings(
    r"(?P<who>(?:[\w’'-]+\s+){1,5}?)(?:decides?|(?:may|must|shall|will)\s+decide)(?:\s+(?:alone|freely|at\s+its"
    r"\s+discretion))?\W*\Z",
    r"(?P<who>(?:[\w’'-]+\s+){1,5}?)(?:has|have)\s+the\s+(?:last|final)\s+(?:word|say)\b",
    r"it\s+(?:is\s+(?:\w+ly\s+)?(?:up|left)\s+to|is\s+at\s+the\s+discretion\s+of|rests\s+with|lies\s+with)\s+"
    r"(?P<who>(?:the|our|its|their|an?|each|every)\s[^.;]{1,60})",
)
_EXCEPTS = openings(
    rf"(?P<who>(?:[\w’'-]+\s+){{1,6}}?)(?P<verb>{MODAL}\s+not|cannot|need\s+not|(?:is|are)\s+not"
    r"|(?:do|does)\s+not(?:\s+have\s+to)?)(?:\s+do\s+so)?\W*\Z"
)
_OF_A_FACT = lazy_regex(r"(?:need|do|does)\b", re.IGNORECASE)
_THEY = lazy_regex(r"\b(?:he|she|it|they|you|we)\s*\Z", re.IGNORECASE)
_ASKS_CONSENT = openings(
    rf"(?!(?:no|neither)\b)(?:[\w’'-]+\s+){{0,4}}?{CONSENT}\s+(?:(?:of|by|from)\s+(?:[\w’'-]+\s+){{1,4}}?)?(?:is|are|must|shall|remains?"
    rf"|comes|lies|rests|has|have)\s+(?!(?:(?:also\s+)?(?:not|never|no)|free|un(?:limited|restricted|conditional"
    rf"|necessary))\b)\w",
    rf"(?!(?:no|neither)\b)(?:[\w’'-]+\s+){{1,4}}?(?P<asked>{ASKED})\s+(?:(?:of|by|from)\s+(?:[\w’'-]+\s+){{1,4}}?)?(?:is|are|(?:must"
    rf"|shall)\s+(?:first\s+)?be)\s+(?:(?!not\b|never\b|no\b)\w+\s+)?"
    r"(?:required|needed|necessary|obtained|given|granted|sought)\b",
    r"(?:[\w’'-]+\s+){1,3}(?:must|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:first\s+)?(?:approve|consent|agree"
    r"|authori[sz]e)"
    r"(?:\s+to)?\s*(?:this|it|such|\Z|[.;,]|(?:in\s+(?:writing|advance)|beforehand|first|before)\b|(?:each|every)\s+(?P<act>\w+))",
)
_TERM = lazy_regex(r"\b[\w-]+\s+(?:\w+\s+)?(?:day|week|month|year)s?\b", re.IGNORECASE)
_ACT = lazy_regex(r"(?:[aiu]tion|ment|ing)s?\Z")


def binds(following: str, claim: str) -> bool:
    """Whether the sentence behind ``claim`` binds what it permits or orders; False for any other claim."""
    if _PERMITS.search(claim):
        found = any(pattern.match(following) for pattern in _BINDS_PERMISSION) and not _AGREED[0].match(following)
        found = found or _asks_consent(following, claim) or binds_act(following, claim)
        return found or _leaves_to_another(following, claim) or _excepts(following, claim, permits=True)
    if not _ORDERS.search(claim):
        return False
    relaxed = any(pattern.match(following) for pattern in _BINDS_DUTY) and not _FULFILLED[0].match(following)
    return relaxed or binds_act(following, claim) or _excepts(following, claim, permits=False)


def _leaves_to_another(following: str, claim: str) -> bool:
    """Whether somebody decides on it whom the claim does not name."""
    found = next(filter(None, (pattern.match(following) for pattern in _LEAVES_TO)), None)
    return bool(found and content_of(found["who"]) - content_of(claim))


def _excepts(following: str, claim: str, *, permits: bool) -> bool:
    """Whether it says of some, or of some time, that they may not, or need not: "Interns may not." """
    found = _EXCEPTS[0].match(following)
    # that somebody does not do what is permitted denies no permission
    if not found or (permits and _OF_A_FACT.match(found["verb"])):
        return False
    return bool(_THEY.search(found["who"]) or OF_A_CLASS.match(claim))


def _asks_consent(following: str, claim: str) -> bool:
    """Whether it asks for a consent that the claim does not speak of, and not for another act than the claim's."""
    asks = next(filter(None, (pattern.match(following) for pattern in _ASKS_CONSENT)), None)
    if asks is None or _ON_CONSENT.search(claim):
        return False
    parts = asks.groupdict()
    if parts.get("asked") and coverage_of(parts["asked"], claim) and not _TERM.search(following):
        return False  # how the notice is given that the claim speaks of
    act = parts.get("act") or ""
    named = {stem[:SAME_BEGINNING] for stem in content_stems(claim)}
    return not _ACT.search(act) or act[:SAME_BEGINNING].lower() in named
