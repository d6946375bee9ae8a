"""Whom a document is asked for: its readers, who are no topic of it. Pure.

"For the board" modifies a memo or the verb of writing. After a noun of what somebody is given or bound by it says whom,
and stays: the insurance for a director.
"""

import re

from apps.core.patterns import lazy_regex

KINDS = (  # of documents that can be asked for
    "memorandum", "memo", "report", "briefing", "brief", "overview", "summary", "comparison", "note", "paper",
    "analysis", "review", "profile", "guide", "document", "draft", "assessment", "outline", "checklist", "fact sheet",
    "talking points",
)  # fmt: skip
LETTERS = ("letter", "email", "e-mail", "notice", "presentation", "opinion")  # are asked for as "a letter on …" alone
OUT = "\x01"  # where something was taken out

# the words of a request, as alternatives of a pattern that is read without case
TO_WRITE = (
    r"write|draft|prepare|produce|create|compile|give|provide|make|generate|summari[sz]e|describe|explain|outline|"
    r"discuss|review|assess|evaluate|analy[sz]e"
)
CAN_YOU = r"(?:can|could|would|will)\s+you"
POLITELY = rf"please|kindly|{CAN_YOU}"
ON = "on|about|regarding|covering"  # leads to what a text is on

_KIND = "|".join((*KINDS, *LETTERS))
_ROLE = (
    r"(?:c[a-z]{1,2}o|board(?:\s+(?:of\s+directors|members?))?|committee|council|management|leadership|managers?|"
    r"directors?|executives?|investors?|analysts?|underwriters?|auditors?|regulators?|lenders?|bankers?|lawyers?|"
    r"counsels?|clients?|colleagues?|boss|chair(?:man|woman|person)?|president|treasurer|controller|partners?|readers?|"
    r"audience|team|supervisors?|officers?|secretary|shareholders?|lay(?:man|men|person|people)|advis[eo]rs?|"
    r"consultants?|stakeholders?|beginners?|newcomers?|students?|members?|staff|public|press)"
    r"(?:['’]s?)?(?:\s+(?:meetings?|pack|discussion))?\b"
)
_NO_JOINT = r"(?!(?:on|about|of|and|or|in|with|to|for)\b)"
_READER = rf"(?:the|an?|our|my|your|its|their|all)\s+(?:{_NO_JOINT}[\w’'-]+\s+){{0,3}}?{_ROLE}"
_READERS = rf"{_READER}(?:\s+(?:and|or)\s+(?:{_READER}|{_ROLE}))?"
_PLURAL = rf"(?:{_NO_JOINT}[\w-]+\s+){{0,2}}?{_ROLE}"
_MEANT = r"(?:aimed|addressed|directed|tailored|intended|meant|written|suitable|ready)\s+(?:at|to|for)"
_ENDS = rf"(?=\s*(?:[,;:.?!(){OUT}]|\Z)|\s+(?:[–—-]\s|(?:{ON}|that|which)\b))"
_FOR_READERS = lazy_regex(
    rf"(?P<joint>\A|[,;(]|\s[–—-])?\s*(?<![\w-])(?:{_MEANT}|for|(?P<to>to))\s+"
    rf"(?:{_READERS}|(?P<whose>[\w&.-]+(?:\s+[\w&.-]+){{0,2}})['’]s?\s+{_ROLE}|(?P<bare>{_PLURAL})){_ENDS}",
    re.IGNORECASE,
)
_GOES_ON = lazy_regex(rf"\s+(?:{ON}|of|that|which)\b", re.IGNORECASE)
_OF_KIND = lazy_regex(rf"\b(?:{_KIND})\s*\Z", re.IGNORECASE)
_TOLD_TO = lazy_regex(
    r"\A\W*(?P<verb>(?:please\s+)?(?:(?:explain|describe|summari[sz]e|outline|report)(?=\s+(?:to|for)\s)|"
    r"(?:give|write|prepare|send|show|tell)(?=\s+(?:the|an?|our|my)\s)|brief(?=\s+[\w\s]+\son\s)))\s+"
    rf"(?:(?:to|for)\s+)?{_READERS}\s+(?=(?:an?|the|on|about|how|what|why|which)\s)",
    re.IGNORECASE,
)
_WRITING = lazy_regex(
    rf"\A\W*(?:(?:{POLITELY}|i\s+(?:need|want|would\s+like))\s+)*"
    rf"(?:(?:{TO_WRITE}|compare|contrast|report)\b|(?:[\w’'-]+\s+){{0,5}}?(?:{_KIND})\b)",
    re.IGNORECASE,
)
_GIVING = lazy_regex(r"\A\W*(?:(?:please|kindly)\s+)?(?:provide|present|submit|send|give|deliver)\b", re.IGNORECASE)
_TO_WHOM = lazy_regex(
    r"\b(?:report(?:s|ing)?|payments?|loans?|grants?|awards?|access|notices?|dut(?:y|ies)|paid|made|granted|obligations?|"
    r"dividends?|answers?|related|due|owed|given|remuneration|compensation)\s*\Z",
    re.IGNORECASE,
)
# nouns of what somebody is given, owed or bound by
_FOR_WHOM = lazy_regex(
    r"\b(?:insurance|cover(?:age)?|benefits?|bonus(?:es)?|pay|payments?|plans?|severance|compensation|remuneration|"
    r"allowances?|provisions?|awards?|options?|incentives?|salar(?:y|ies)|pensions?|fees?|rules?|polic(?:y|ies)|"
    r"requirements?|rights?|dut(?:y|ies)|obligations?|training|limits?|codes?|protections?|indemnit(?:y|ies)|"
    r"indemnification|liabilit(?:y|ies)|guid(?:ance|elines?)|contracts?|agreements?|grants?|leave|loans?|perquisites|"
    r"targets?|succession|consequences|implications|risks?|criteria|standards?|responsibilit(?:y|ies)|procedures?|"
    r"elections?|dividends?|costs?|deadlines?|support|services?|search|expenses?|packages?|stock|shares?|"
    r"case|arguments?|nominees?|candidates?|charter|process|particular|particularly|especially|it|means?|is|are|was|were|paid|granted|made|held|bought)\s*\Z",
    re.IGNORECASE,
)


def without_readers(text: str) -> str:
    """``text`` with a mark in the place of each phrase that says for whom it is written.

    Of "for Acme's treasurer" Acme stays, as whose matters are told.
    """
    written = bool(_WRITING.match(text))

    def taken_out(match: re.Match[str]) -> str:
        before = text[: match.start()]
        of_kind = bool(_OF_KIND.search(before))
        if match["to"] or match["bare"]:
            given = bool(match["to"] and _GIVING.match(text)) and not _TO_WHOM.search(before)
            attached = written and (of_kind or given)
        else:
            attached = written and not _FOR_WHOM.search(before)
        if of_kind and not match["whose"] and _GOES_ON.match(text, match.end()):
            return match[0]  # "memo for the board on fees": of the kind, and in the title
        joint, whose = match["joint"], f" of {match['whose']}" if match["whose"] else ""
        return f"{joint or ''}{OUT}{whose}" if joint is not None or attached else match[0]

    return _FOR_READERS.sub(taken_out, _TOLD_TO.sub(lambda match: f"{match['verb']} ", text))
