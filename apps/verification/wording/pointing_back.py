"""How a sentence points back at what the one before it said, and how it widens that. Pure."""

import re

from apps.core.patterns import lazy_regex

LEADS = (
    r"\W*(?:(?:however|but|yet|still|nevertheless|nonetheless|provided(?:\s+that)?|that\s+said|and|though)\b,?\s+)*"
    r"(?:(?:as|at|for|in|on|under|with|during|until|before|after)\s[^,.;]{1,50},\s+|[A-Z]\w+ly,\s+)?"
)
RIGHT = r"(?:right|permission|entitlement|option|privilege|exemption|waiver|allowance|obligation|duty)s?"
RULE = (
    rf"(?:{RIGHT}|(?:rule|provision|clause|section|article|paragraph|requirement|prohibition|exception|regulation"
    rf"|benefit"
    r"|discount|restriction)s?)"
)
THIS = (
    rf"(?:(?:this|that|these|(?:(?:any|each|every|all)\s+)?such)(?:\s+(?:\w+\s+)?{RULE})?"
    rf"|the\s+(?:above|foregoing|preceding)(?:\s+{RULE})?)"
)
MODAL = r"(?:shall|will|should|must|may|can)"
NOT = rf"(?:(?:{MODAL}|does|do|did)\s+not|(?:has|have)\s+(?:not|never)|cannot|(?:{MODAL}\s+)?never|no\s+longer)\s+"
CONSENT = r"(?:consent|approval|permission|authori[sz]ation)s?"
ASKED = rf"(?:{CONSENT}|agreement|licen[cs]e|notice)"
WIDENS = (
    r"(?:(?:to|of)\s+)?(?:all|any|every|each|both|everyone|everybody|everything|anyone|whoever|whatever)\b|(?:also"
    r"|even|equally|likewise"
    r"|regardless|irrespective|independently|whether|without\s+(?:exception|limit\w*|regard|prejudice)|in\s+(?:all"
    r"|any|every|each"
    r"|particular|addition|full|general|principle|both|either)|at\s+(?:all|any)|(?:for|during|throughout|with|on"
    r"|by)\s+(?:all|any|every"
    r"|each|both|the\s+(?:whole|entire))|under\s+(?:all|any)|mutatis|accordingly|as\s+well|too|notwithstanding"
    r"|throughout|and|true"
    r"|by\s+(?:analogy|virtue|law|statute)|because|since|especially|particularly|above\s+all|not\s+only"
    r"|for\s+(?:example|instance)|(?:online|offline)\s+and\s+(?:online|offline|in[\s-](?:stores?|shops?|branches|person))|day\s+and\s+night"
    r"|at\s+home\s+and\s+(?:abroad|at\s+work)|(?:indoors|inside)\s+and\s+out(?:doors|side))\b"
    r"|[^.;]*\b(?:alike|too|as\s+well|likewise)\W*\Z"
)
# how what is said of it, or of the act itself, holds it back
BOUND_TO = (
    r"(?:(?:\w+ly\s+)?(?:subject\s+to(?!\s+(?:no|neither)\b)|(?:limited|restricted|reserved)\s+(?:to|for)"
    r"|conditional|conditioned|contingent|dependent|(?:only|solely|no\s+longer)\s+\w"
    r"|not\s+(?:\w+\s+)?(?:available|applicable|permitted|allowed|valid|possible)\b))"
)
ENDS = r"(?:ends?|expires?|lapses?|ceases?|terminates?|ended|expired|lapsed|ceased)\b"
# a statement or a rule by its name; ``said``: the name of what somebody may have told
# a "previous" rule may be an older one, the previous sentence stands above
_SAID = (
    r"(?:statement|claim|allegation|accusation|argument|assertion|contention|submission|finding|conclusion|assumption"
    r"|report|rumou?r|view|belief|estimate|figure|number|fact|sentence|explanation)s?|account|version|stor(?:y|ies)"
    r"|theor(?:y|ies)|decisions?|rulings?|judge?ments?|verdicts?"
)
_ANY_RULE = (
    r"(?:rule|provision|clause|section|article|paragraph|requirement|prohibition|exemption|exception|regulation|law"
    r"|practice|limit|obligation|term)s?|polic(?:y|ies)|dut(?:y|ies)"
)
NAMED = (
    rf"(?:(?:this|that|these|those|both|such)\s+(?:(?P<said>{_SAID})|{_ANY_RULE})(?:\s+above)?"
    rf"|the\s+(?:above|foregoing|preceding)\s+(?:{_SAID}|{_ANY_RULE})|the\s+(?:{_SAID}|{_ANY_RULE})\s+above"
    r"|the\s+previous\s+(?:sentence|paragraph|statement)s?)"
)


def openings(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of how a sentence begins, behind the words that lead over to it."""
    return tuple(lazy_regex(LEADS + pattern, re.IGNORECASE) for pattern in patterns)
