"""Headings by which a document disowns what stands under them, and what a claim says that tells as much. Pure.

Each kind of them is read as a whole line: "Void clauses" is one, "Void periods" is none.
"""

import re

from apps.core.patterns import lazy_regex

_TEXTS = (
    r"(?:provisions?|rules?|sections?|clauses?|articles?|paragraphs?|texts?|wordings?|versions?|polic(?:y|ies)|"
    r"regulations?|laws?|terms|guidance|guidelines?|procedures?|requirements?|standards?|proposals?|amendments?|"
    r"statements?|chapters?|codes?|bylaws?)"
)
_WORKS = (
    r"(?:examples?|cases?|scenarios?|facts|leases?|contracts?|agreements?|letters?|handbooks?"
    r"|manuals?|documents?|reports?|deeds?|forms?)"
)
GONE = (
    r"(?:(?:intentionally\s+)?deleted|repealed|superseded|rescinded|revoked|abolished|withdrawn|discarded|rejected|obsolete|annulled|"
    r"no\s+longer\s+(?:in\s+(?:force|effect|use)|valid|applicable)|not\s+(?:yet\s+)?(?:adopted|in\s+force|in\s+effect|enacted)|"
    r"struck\s+(?:out|down))"
)
_PAST = r"(?:archived|former|previous|prior|old|earlier|historical|superseded|outdated)"
# where the texts are named further ("old travel rules"); "prior authorization requirements" are of the authorization
_OUTWORN = r"(?:old(?!\s+age)|outdated|superseded|repealed|(?:the|our)\s+(?:former|previous|old|earlier))"
SINCE = r"(?:,?\s+(?:in|on|by|as\s+of|since|with\s+effect\s+from)\s[^\[\]()]{1,40}|,?\s+(?:19|20)\d\d)"
_NUMBER = (
    r"[\s#*_]*(?:§+\s*)?(?:(?:part|section|article|clause|chapter|annex|appendix)\s+(?=[\dA-Z]))?"
    r"(?:(?:\d+(?:\.\d+)*|[IVX]+|[A-Z](?=[.):]))[.):]?\s+)?"
)
_DASH = r"[\[(–—:,-]"
_PARTY = (
    r"(?:plaintiff|claimant|appellant|applicant|petitioner|complainant|defendant|respondent|prosecution|opponent|"
    r"opposing\s+(?:party|side|counsel)|other\s+side|critic)"
)
_CASE = r"(?:cases?|arguments?|submissions?|contentions?|allegations?|positions?|version)"
_NO_LONGER = lazy_regex(
    rf"(?!.*\b(?:accounting|pronouncements?)\b){_NUMBER}(?:"
    rf"\[?{GONE}{SINCE}?\]?"
    rf"|(?:the\s+)?(?:{GONE}|{_PAST})(?:\s+(?:and|or)\s+(?:{GONE}|{_PAST}))*\s+{_TEXTS}(?:\s+\([^()]*\))?"
    rf"|{_OUTWORN}\s+(?:[\w’'-]+\s+){{1,2}}{_TEXTS}(?:\s+\([^()]*\))?"
    rf"|(?:[\w’'-]+\s+){{0,5}}{_TEXTS}\s+(?:now\s+)?[\[(–—-]?\s*{GONE}{SINCE}?\s*[\])]?"
    rf"|{_TEXTS}\s+(?:(?:that|which)\s+)?(?:no\s+longer\s+appl(?:y|ies|ied)|(?:do|does)\s+not\s+apply)(?:\s+(?:here|to\s+us))?"
    rf"|(?:part|section|article|clause|chapter)\s+[\dA-Z.]+\s+[\[(–—-]?\s*{GONE}{SINCE}?\s*[\])]?"
    rf"|(?:[\w’'-]+\s+){{1,6}}[\[(–—-]\s*{GONE}{SINCE}\s*[\])]?"
    rf"|(?:[\w’'-]+\s+){{1,6}}[\[(]\s*{GONE}\s*[\])]"
    r")[\s*_:.]*",
    re.IGNORECASE,
)
# what holds up to a year alone
_IN_FORCE = r"(?:in\s+(?:force|effect|use)|valid|applicable|applied)"
_BINDING = r"(?:contracts?|agreements?|leases?|handbooks?|manuals?)"
_UP_TO_A_YEAR = lazy_regex(
    rf"(?!.*\baccounting\b){_NUMBER}(?:[\w’'-]+\s+){{0,3}}(?:{_TEXTS}|{_BINDING})\s+[\[(–—-]?\s*(?:(?:{_IN_FORCE}\s+)?"
    rf"(?:until|till|before|prior\s+to|up\s+to)|{_IN_FORCE}\s+to)\s+[^\[\]()]{{0,20}}\b(?:19|20)\d\d[\])\s*_:.]*",
    re.IGNORECASE,
)
_SAID_BY_A_PARTY = lazy_regex(
    rf"{_NUMBER}(?:(?:the\s+)?{_PARTY}(?:s?['’]|['’]s)\s+(?:\w+\s+)?{_CASE}|{_CASE}\s+of\s+the\s+{_PARTY}s?"
    r"|(?:the\s+)?allegations(?:\s+(?:in|of|made\s+in)\s+(?:the|this)\s+(?:\w+\s+)?(?:complaints?|petition|lawsuit|suit|claim|writ))?)[\s*_:.]*",
    re.IGNORECASE,
)
_OFTEN = (
    r"(?:common|popular|frequent|typical|widespread|persistent|frequently\s+asked"
    r"|(?:frequently|often|commonly)\s+(?:heard|made|seen))"
)
_MADE_UP = lazy_regex(
    rf"{_NUMBER}(?:(?:{_OFTEN}\s+)?(?:myths|misconceptions|fallacies|rumou?rs)(?:\s+(?:about|on)\s.+)?"
    rf"|(?:an?\s+|the\s+)?(?:(?:fictional|imaginary|invented|made-up)\s+(?:[\w-]+\s+){{0,2}}?|(?:hypothetical|fictitious)\s+)"
    rf"(?:{_TEXTS}|{_WORKS})(?:\s+\w+)?"
    r"|(?:an?\s+|the\s+)?examples?\s+of\s+(?:an?\s+)?(?:fictional|imaginary|invented|made-up|hypothetical|fictitious)"
    r"(?:\s+[\w-]+){1,2}"
    r"|(?:the\s+)?counterfactuals?(?:\s+(?:examples?|cases?|scenarios?))?"
    r"|(?:for\s+)?illustration(?:\s+purposes)?\s+only"
    r")[\s*_:.]*",
    re.IGNORECASE,
)
# what the document shows as wrong
_WRONG = lazy_regex(
    rf"{_NUMBER}(?:do\s?n['’]?ts|{_OFTEN}\s+(?:errors|mistakes|misunderstandings)"
    r"|(?:counter-?examples?|(?:bad|wrong|negative)\s+examples?)"
    r"|examples?\s+of\s+(?:[\w-]+\s+)?(?:false|untrue|wrong|incorrect|inaccurate|misleading|bad|poor|improper|unacceptable"
    r"|inappropriate|non-?compliant|non-?compliance|non-?conforming|prohibited|forbidden|unlawful|illegal|fraudulent"
    r"|unsafe|violations?|breaches|misconduct)(?:\s+[\w’'-]+){0,3})[\s*_:.]*",
    re.IGNORECASE,
)
_OTHERS = (
    r"(?:critics|competitors|rivals|opponents|detractors|sceptics|skeptics|the\s+other\s+side|the\s+press|the\s+media)"
)
_SAID_BY_OTHERS = lazy_regex(
    rf"{_NUMBER}what\s+(?:(?:our|the|its|their|some|many|other)\s+)?{_OTHERS}\s+(?:may\s+|might\s+)?"
    r"(?:say|says|claim|claims|argue|argues|allege|alleges|think|thinks|believe|believes|assert|asserts|contend|contends)"
    r"(?:\s+about\s.+)?[\s*_:.?]*",
    re.IGNORECASE,
)
_MOVED = r"(?:motions?|proposals?|amendments?|resolutions?|bills?|bids?|petitions?)"
_LOST = r"(?:failed|rejected|defeated|lost|withdrawn|denied|not\s+(?:carried|passed|adopted|approved|accepted))"
_SAID = r"(?:statements?|claims|assertions|reports|forecasts?|predictions?|announcements?|remarks)"
_CAME_TO_NOTHING = lazy_regex(
    rf"{_NUMBER}(?:{_MOVED}\s+(?:(?:that|which)\s+(?:(?:was|were|have\s+been)\s+)?)?(?:{_LOST}|did\s+not\s+(?:pass|carry))"
    rf"|(?:failed|rejected|defeated|lost|unsuccessful)\s+{_MOVED}"
    r"|(?:options|alternatives|ideas)\s+(?:that\s+were\s+)?(?:not\s+(?:pursued|taken|chosen|adopted)|rejected|dropped|discarded)"
    r"|what\s+we\s+(?:considered|discussed)\s+and\s+(?:dropped|rejected|discarded)"
    rf"|{_SAID}\s+(?:(?:that|which)\s+(?:were|have\s+been)\s+)?(?:(?:later|since|subsequently)\s+)?"
    r"(?:corrected|retracted|withdrawn|disproved|refuted)"
    rf"|{_SAID}\s+(?:that|which)\s+(?:did\s+not\s+(?:come\s+true|materiali[sz]e)|(?:proved|turned\s+out)\s+(?:to\s+be\s+)?"
    r"(?:false|wrong|incorrect|untrue)))[\s*_:.]*",
    re.IGNORECASE,
)
_VOID = lazy_regex(
    rf"{_NUMBER}(?:(?:null\s+and\s+)?void|invalid)\s+(?:provisions|clauses|terms|rules|sections|articles|paragraphs)[\s*_:.]*",
    re.IGNORECASE,
)
_NO_PART = lazy_regex(
    rf"{_NUMBER}(?:(?:[\w’'-]+\s+){{1,6}}{_DASH}\s*not\s+(?:a\s+)?part\s+of\s+(?:this|the|our|your)\s+(?:\w+\s+)?"
    r"(?:agreement|contract|policy|terms|rules|lease|treaty|law|act|offer|statutes)"
    r"|(?:sample|specimen)\s+(?:clauses?|provisions?|wordings?|texts?)"
    rf"|drafts?\s*{_DASH}?\s*(?:{GONE}|for\s+(?:comment|discussion|consultation)(?:\s+only)?)|draft\s+only)"
    r"[\s*_:.\])]*",
    re.IGNORECASE,
)
_PLANNED = lazy_regex(
    rf"{_NUMBER}(?:(?:proposed|planned)\s+(?:changes|amendments)|(?:[\w’'-]+\s+){{0,4}}(?:planned|ideas)\s+for\s+(?:(?:the|a)\s+)?(?:next|future|later|coming|upcoming|version|release|20\d\d)"
    r"\b[\w\s.]{0,30}):?[\s*_]*",
    re.IGNORECASE,
)
_NOT_DONE = lazy_regex(
    rf"{_NUMBER}what\s+(?:(?:is|are)\s+(?:\w+ly\s+)?(?:prohibited|forbidden|banned|excluded)"
    r"|(?:[\w’'-]+\s+){0,5}?(?:(?:do|does|did|is|are|was|were|will|may|must|shall|should|can)(?:\s+not|n['’]t)|cannot"
    r"|never)\s+(?:be\s+)?(?:do|done|cover|covered|include|included|offer|offered|collect|provide|provided|permitted|allowed"
    r"|happen|accept|accepted|finance|financed|sell|invest\s+in|pay\s+for|promise|guarantee))[\s*_:.?]*",
    re.IGNORECASE,
)
# each with what a claim says that tells as much
DISOWNING = (
    (
        _NO_LONGER,
        lazy_regex(
            r"\b(?:repealed|superseded|rescinded|revoked|abolished|formerly|previously|used\s+to|no\s+longer|at\s+that\s+time|"
            rf"{_PAST}\s+(?:\w+\s+)?{_TEXTS}|(?:was|were|been|is|are)\s+(?:\w+\s+)?{GONE})\b",
            re.IGNORECASE,
        ),
    ),
    (
        _UP_TO_A_YEAR,
        lazy_regex(r"\b(?:until|till|before|prior|up\s+to|formerly|previously|(?:19|20)\d\d)\b", re.IGNORECASE),
    ),
    (
        _SAID_BY_A_PARTY,
        lazy_regex(
            rf"\b(?:alleg\w+|contend\w*|submits?|submitted|asserts?|asserted|maintain(?:s|ed)|according\s+to|den(?:y|ies|ied)|"
            rf"(?:argu|claim|say|said|stat)\w*\s+that|{_PARTY}s?['’]?s?\s+{_CASE})\b",
            re.IGNORECASE,
        ),
    ),
    (
        _MADE_UP,
        lazy_regex(
            r"\b(?:hypothetical\w*|fictitious|fictional|invented|imaginary|myths?|misconceptions?|rumou?rs?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        _WRONG,
        lazy_regex(
            r"\b(?:errors?|mistakes?|wrong(?:ly)?|false(?:ly)?|incorrect(?:ly)?|messages?|avoid|prohibited"
            r"|forbidden|violat\w+|breach\w*|unacceptable|non-?compliant|mislead\w*|examples?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        _SAID_BY_OTHERS,
        lazy_regex(rf"\b(?:{_OTHERS}|according\s+to|alleg\w+|(?:argu|claim|say|said)\w*\s+that)\b", re.IGNORECASE),
    ),
    (
        _CAME_TO_NOTHING,
        lazy_regex(
            r"\b(?:fail\w*|reject\w*|defeat\w*|withdr[ae]w\w*|denied|mov(?:ed|es)|motions?|propos\w+|correct\w*"
            r"|retract\w*|forecast\w*|predict\w*|expect\w*|petition\w*|bids?)\b",
            re.IGNORECASE,
        ),
    ),
    # the heading of what says that the rest stays in force, too
    (
        _VOID,
        lazy_regex(
            r"\b(?:void|invalid\w*|unenforceable|sever\w*|provisions?|clauses?|remain\w*|agreement)\b", re.IGNORECASE
        ),
    ),
    (
        _NO_PART,
        lazy_regex(r"\b(?:drafts?|sample|specimen|not\s+(?:part|in\s+force|yet)|model|propos\w+)\b", re.IGNORECASE),
    ),
    (
        _PLANNED,
        lazy_regex(r"\b(?:will|shall|would|plan(?:s|ned)?|propos\w+|intend\w*|next|future|expect\w*)\b", re.IGNORECASE),
    ),
    (
        _NOT_DONE,
        lazy_regex(
            r"\b(?:not|no|never|nor|neither|none|nothing|cannot|without|exclu\w+|except\w*|unless|only|forb\w+|prohibit\w*|bann\w+"
            r"|refus\w*|outside)\b|n['’]t\b",
            re.IGNORECASE,
        ),
    ),
)
