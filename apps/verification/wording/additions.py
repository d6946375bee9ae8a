"""What stands behind a statement in its sentence: whether it only adds to it, or bounds it or takes it back. Pure.

What happened stays as it was, whatever came later; what is said to hold in general holds no further than its sentence
says: "The fee is 2% (waived in the first year)", "The tenant may sublet the flat, where the landlord agrees".
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH, MONTHS
from apps.core.words import word_set
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.asides import is_telling
from apps.verification.wording.hedges import takes_away
from apps.verification.wording.limited import is_limited, is_one_of_its_kind
from apps.verification.wording.narrowed import narrows
from apps.verification.wording.reporting import reports
from apps.verification.wording.wholes import goes_on

_UNDONE = (
    r"(?:repealed|abolished|revoked|rescinded|withdrawn|cancelled|canceled|suspended|superseded|waived|lapsed|expired|deleted"
    r"|discontinued|annulled|overruled|overturned|struck\s+(?:out|down)|set\s+aside)"
)
_AUXILIARY = r"(?:(?:was|were|is|are|has|have|had|been|since|now|later|then)\s+){1,3}"
_ONLY = r"(?<!not )(?<!the )(?<!an )(?<!a )\bonly\b(?!\s+(?:[$€£]?\d|(?:one|two|three|an?)\b))"
_ASKS = r"(?:agreed|approved|authori[sz]ed|permitted|requested)"
_CONSENT = r"(?:consent|approval|permission|authori[sz]ation|agreement)"
_NAME = r"[A-Z][\w.&’'-]*"
_PLACE = lazy_regex(
    rf"(?:\b(?:in|at|near|across|within|throughout|from|to|of)\s+(?:{_NAME},?\s+(?:and\s+)?){{0,3}}{_NAME}"
    rf"|\bin\s+the\s+(?:{_NAME}\s+){{0,3}}{_NAME}"
    r"|\b(?:countr(?:y|ies)|states?|provinces?|regions?|cit(?:y|ies)|towns?|areas?|markets?|places?|locations?|sites?|plants?"
    r"|facilit(?:y|ies)|offices?|stores?|shops?|jurisdictions?|territor(?:y|ies)|branch(?:es)?|industr(?:y|ies)|courts?))\W*\Z"
)
# of a thing that is no place by its name: "in malls, where rents are high", not "where the owner agrees"
_SPOT = lazy_regex(r"\b(?:in|at|on|into|across|throughout)\s+(?:[\w’'-]+\s+){0,2}[\w’'-]+\W*\Z")
_ALLOWED = lazy_regex(
    r"\b(?:agree|permit|allow|consent|approv|requir|applicable|possible|necessary|needed|met\b)", re.IGNORECASE
)
_IS_A = lazy_regex(r"\b(?:is|are)\s+(?:an?|the|one\s+of)\s")
_TIME = lazy_regex(
    rf"\b(?:(?:19|20)\d\d|{MONTH}|\d{{1,2}}"
    r"|years?|quarters?|months?|weeks?|days?|dates?|times?|periods?|seasons?|spring|summer|autumn|winter|maturity)\W*\Z",
    re.IGNORECASE,
)
_WHERE = lazy_regex(
    r"\W*where(?:ver)?\s+(?!(?:permitted|allowed|required|applicable|appropriate|possible|necessary|needed|agreed|provided)\b)",
    re.IGNORECASE,
)
_WHEN = lazy_regex(r"\W*(?:when|until|once|upon)\b", re.IGNORECASE)
# a condition, a term or a limit of what is said in general
_BOUNDS = lazy_regex(
    r"\W*(?:when(?:ever)?|where(?:ver)?|until|till|once|upon|pending|barring|failing|assuming|depending|subject\s+to"
    r"|(?:so|as)\s+long\s+as|(?:in\s+so|as)\s+far\s+as|insofar\s+as|to\s+the\s+extent|up\s+to(?!\s+and\s+including)|at\s+most|not\s+(?:more|over|exceeding)|maximum|(?:first|last)\s+\w+\s"
    r"|starting|beginning|commencing|ending|expiring|applies(?!\s+(?:to\s+)?(?:all|any|every|each)\b)|valid|limited\s+to"
    r"|restricted\s+to|reserved|(?:more|less|fewer|other|otherwise)\s+than|proposed|draft|planned|not\s+yet"
    r"|(?:after|from|with\s+effect\s+from)\s+[^,;]{0,20}\b(?:20\d\d|approval|consent)"
    rf"|(?:{_AUXILIARY})?{_UNDONE})\b"
    r"|,?\s+but\s+(?:(?:the|an?|its|their)\s+)?(?:[\w’'-]+\s+){1,3}?(?:can|may)\s+(?:veto|refuse|revoke|withdraw|forbid|prohibit|reject)\b"
    rf"|,?\s+(?:and|but)\s+{_AUXILIARY}{_UNDONE}\b|,\s+which\s+(?:(?:the|an?|its|our)\s+\w+\s+)?{_AUXILIARY}{_UNDONE}\b"
    rf"|,\s+which\s+(?:(?:must|shall)\s+(?:\w+\s+)?be\s+(?:\w+\s+)?{_ASKS}\b"
    rf"|(?:requires?|(?:is|are)\s+subject\s+to)\s+(?:[\w’'-]+\s+){{0,4}}?{_CONSENT}\b)"
    rf"|,?(?!\s+(?:and|but|while|whereas|because|which|who|including|compared)\b)[^,;:]*{_ONLY}",
    re.IGNORECASE,
)
# in what alone it is so: "…, in the forecasts on which the test is based", "… under the bill before parliament"
_DRAFTS = (
    r"(?:in|under)\s+(?:the|an?|our|its|their|his|her|this|that|current|these|those)\s+(?:[\w’'-]+\s+){0,2}?(?:forecasts?|scenarios?"
    r"|projections?|simulations?|assumptions?|bills?(?!\s+of\b)|proposals?|drafts?|hypothes[ie]s)\b|on\s+the\s+assumptions?\b"
)
_SUPPOSED = lazy_regex(rf"\b(?:{_DRAFTS})", re.IGNORECASE)
_SUPPOSED_AT_ONCE = lazy_regex(rf",?\s+(?:{_DRAFTS})", re.IGNORECASE)
_CLAUSE_END = lazy_regex(r";|\s(?:because|due\s+to|citing|driven|including|compared)\b", re.IGNORECASE)
# "…, which the court of appeal quashed in 2019"
_TAKEN_BACK = lazy_regex(
    r",\s+(?:which|since\s+when|though|although)\b[^;]{0,200}\b(?:quash\w*|void|revers(?:ed|al)|annul\w*|overturn\w*|set\s+aside|falsif\w*"
    r"|retract\w*|rescind\w*)\b",
    re.IGNORECASE,
)
# whom of several it holds of, beside a comma that should not stand there
_WHO = lazy_regex(
    r"\W*(?:who|whose|that)\b[^,;]*\b(?:(?:has|have)\s+\w+(?:ed|en|t|d|n)\b|(?:more|less|fewer|other)\s+than|at\s+(?:least|most)|exceed)",
    re.IGNORECASE,
)
# from when on, or until when: "From 2030 on, …"; "as of" the end of a period only tells how things stood then
_SETS_IN = lazy_regex(
    r"\W*as\s+(?:of|from)\s+(?:1(?:st)?\s+[A-Z]\w+\s+|[A-Z]\w+\s+1,?\s+|the\s+year\s+)?20\d\d\b,?\s"
    r"|\W*(?:from|until|starting|beginning|commencing|effective|with\s+effect|after|by)\s[^,;:.]{0,40}?\b(?:19|20)\d\d\b[^,;:.]{0,20},\s",
    re.IGNORECASE,
)
# "For permanent staff: …"
_FOR_SOME = lazy_regex(
    r"\W*(?:only\s+)?(?:for|in\s+(?:the\s+)?case\s+of)\s+(?!(?:example|instance|information|clarity|clarification|reference|further"
    r"|more|details?|comparison|illustration|completeness|all|every|each|any|both|the\s+(?:\w+\s+)?(?:year|quarter|period|avoidance|purposes?)"
    r"|\w+\s+purposes)\b)[^:;.,\d]{2,60}:\s+\W*",
    re.IGNORECASE,
)
_PLANS = lazy_regex(
    r",?\s+(?:and|but)\s+(?:(?:we|it|they|also|now|currently)\s+){0,2}(?:expects?|plans?|intends?|anticipates?|aims?|hopes?|will|continues?)\b",
    re.IGNORECASE,
)
_TAIL = lazy_regex(r"\s*[;:–—]\s+")
_FOLLOWS = lazy_regex(r"[;:.]\s|\s[–—]\s")
_DUTY = lazy_regex(r"\b(?:may|can|cannot|shall|must)\b")
_WISHED = lazy_regex(
    r",?\s+as\s+(?:an?\s+last\s+resort|proposed|suggested|recommended|requested|hoped|wished|agreed|approved|decided)\b",
    re.IGNORECASE,
)
# to whom, not what for: "Admission is free to residents"
_OPEN = lazy_regex(
    r"\b(?:free|open|available|accessible|closed|limited|granted|given|offered|paid|sold|shown|lent|assigned|reserved|restricted"
    r"|extended|applied|applicable|appl(?:y|ies)|admitted|entitled|known)\W*\Z",
    re.IGNORECASE,
)
_TO = lazy_regex(r"\s+to\s", re.IGNORECASE)
# "The fee is 2%, and in the second year it is 3%", where the clause itself names no time and nobody
_UNIT = (
    r"\s*(?:%|per\s?cent\b|percent\b|[A-Z]{3}\b|euros?\b|dollars\b|pounds\b|days\b|weeks\b|months\b|years\b|hours\b)"
)
_AMOUNT = rf"(?<![\d.,])(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*{_UNIT}|\b[A-Z]{{3}}\s\d[\d.,]*)"
_MOVES = (
    r"(?:(?:ris|increas|decreas|reduc)(?:es?|ing|ed)|rise|(?:grow|fall|drop|climb|step|go|rais|lower|cutt)(?:s|es|ing|ed)?"
    r"|cut)"
)
_RIVAL = lazy_regex(
    rf",?\s+(?:and|but|while|whereas)\s+(?:[\w’'-]+,?\s+){{0,6}}?(?:it|they|this|that)\s+(?:[\w’'-]+\s+){{1,3}}?{_AMOUNT}"
    rf"|,?\s+(?:(?:and|but)\s+)?(?:(?:then|later|will|may|is|are|be)\s+){{0,3}}{_MOVES}(?:\s+(?:up|down))?\s+to\s+"
    rf"(?:[\w’'-]+\s+){{0,2}}?{_AMOUNT}"
    rf"|,?\s+(?:(?:and|but)\s+)?(?:thereafter|afterwards?|subsequently|then|later|after\s+that|from\s+then\s+on),?\s+"
    rf"(?:[\w’'-]+\s+){{0,2}}?{_AMOUNT}"
)
_AMOUNTS = lazy_regex(_AMOUNT)
_AT_A_TIME = lazy_regex(r"\A\W*(?:in|for|during|from|until|at|on)\b", re.IGNORECASE)
_OF_SOME = lazy_regex(r"\b(?:in|for|during|from|until|at|on|to)\s")
_BRACKET = lazy_regex(r"\s*(?:\((?P<inside>[^()]*)\)|\[(?:\d[\d\s,;–-]{0,20}|[a-z*†])\])")
# widens what is not denied: "at any time", "too"
_WIDENS = lazy_regex(
    r"[\s,]+(?:too|also|as\s+well|freely|always|anywhere|(?:at|in|under|on)\s+(?:any|all|every|each|either)\s+(?:times?|cases?|events?"
    r"|ways?|circumstances?|conditions?|seasons?|days?|occasions?)|without\s+(?:any\s+)?(?:restrictions?|limits?|limitations?"
    r"|exceptions?|reservations?))(?=\W)",
    re.IGNORECASE,
)
DENIED = lazy_regex(r"\b(?:not|no|never|cannot|nobody|none|neither|nor|without)\b|n['’]t\b", re.IGNORECASE)
# "No jobs were lost | because of the merger": others may have been
_FOR_THAT_REASON = lazy_regex(r"\s+(?:because|due\s+to|owing\s+to|as\s+a\s+result|through)\b", re.IGNORECASE)
# "did not pay dividends in 2020"
_NARROWS_DENIED = lazy_regex(rf"[\s,]*(?:{TIME_PHRASE}|to\s)|\s+without\b", re.IGNORECASE)
_REFERENCE = lazy_regex(
    r"\W*(?:§+\s*\d.*|(?i:(?:see|refer\s+to|cf\.?)\s.*|(?:(?:sub)?(?:section|clause|article|paragraph)|note|page|pp?\.|table|figure|fig\.|exhibit"
    r"|annex|appendix|schedule|chapter|item|part)s?\s+[\w.()-]+(?:\s+(?:of|to)\s.*)?"
    r"|(?:(?:collectively|together|each),?\s+)?(?:the\s+|an?\s+)?[“\"‘'][^”\"’']*[”\"’'].*)|[A-Z][\w&.-]*[A-Z][\w&.-]*"
    r"|(?i:e\.g\.|i\.e\.|such\s+as|including|namely|also\s|formerly|continued).*|(?:[A-Z][\w&.-]*\s+){1,4}(?:Act|Code|Plan|Notes?|Agreement|Rules?))\W*",
    re.DOTALL,
)
_FIGURED = lazy_regex(r"\d|\A\W*(?:loss|income|profit|gain|net|gross|unaudited|nil)\W*\Z", re.IGNORECASE)
_BESIDE_FIGURES = word_set(f"""
    million billion thousand trillion m bn k percent per cent eur usd gbp chf jpy euro euros dollars pounds us about
    approximately approx some or and i e g ie eg prior previous last year years fiscal fy quarter
    {" ".join(MONTHS).lower()} compared with in of to total revenue sales equal
    equivalent equals shares tonnes tons kg km m2 m3 employees days hours minutes weeks months points restated unaudited
    q1 q2 q3 q4 h1 h2 ended was were a the
""")
# of a figure: on what basis it was measured
_BASIS = lazy_regex(
    r"\b(?:pro\s+forma|constant|organic|adjusted|preliminary|estimated?|excluding|before|net\s+of|like-for-like"
    r"|comparable)\b",
    re.IGNORECASE,
)
_ON_BASIS = lazy_regex(
    r"(?:\s*[,(]\s*|\s+(?=before\b))(?:net\s+of|excluding|pro\s+forma|organic(?:ally)?\b|before\s+(?:the\s+|its\s+)?(?:costs?\b|tax|interest|returns|exceptional|special|one-off|deduct|allowance)"
    r"|(?:as\s+)?(?:restated|corrected|revised)(?:\s+to)?\W+(?!(?:19|20)\d\d\b)\d"
    r"|(?:on|in|at)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,2}(?:basis|currenc(?:y|ies)|exchange\s+rates)\b)",
    re.IGNORECASE,
)
_FIGURE = lazy_regex(r"(?<![\d.,])(?!(?:19|20)\d\d\b)\d")
_BOUNDING = (
    r"(?:during|pending|barring|failing|assuming|depending|excluding|providing\s+that|starting|beginning|commencing|ending|expiring"
    r"|notwithstanding|following|lacking|according)\b"
)
_PERMITS = lazy_regex(r"\b(?:may|can)\b")
# a second verb of a rule, and what may bound both: "may enter the flat and inspect the heating with notice"
_SHARES = lazy_regex(
    r"\s+(?:and|but)\s+(?!(?:the|an?|its|their|his|her|all|any|no|not|must|shall|may|can|will|should|is|are|has|have|does|do|to|in|on"
    r"|at|for|with|by|of)\b)[a-z]+\s"
)
_REACHES = lazy_regex(
    r"\b(?:with|within|by|during|after|before|upon|should|save|given|pending|no\s+later|any\s+time|each|every|in\s+(?:case|odd|even)"
    r"|at\s+the\s+request|on\s+(?:request|demand|notice))\b|\bat\s+(?:[\w’']+\s+){1,3}request\b",
    re.IGNORECASE,
)
_BEHIND = (
    rf"[\s.!;”\"'’)]*|[\s,]*{TIME_PHRASE}[\s.]*|,?\s+(?:and|but|while|whereas)\s.*|[;:].*"
    r"|,\s+(?:which|who|whose|where|including|such as|of whom|of which|payable|compared|because|since|as|%s\w+ing"
    r"|(?:up|down)(?!\s+to)"
    r"|an?\s+(?:increase|decrease|decline|rise|gain|drop|improvement|reduction)"
    r"|(?:primarily|mainly|partly|partially|largely)\s+(?:due|offset|driven)|driven|offset)\b.*"
    r"|\s+(?:because|compared|due to|to)\b.*"
)
_ADDS_TO_EVENT = lazy_regex(_BEHIND % "when|until|", re.IGNORECASE | re.DOTALL)
_ADDS_TO_RULE = lazy_regex(_BEHIND % f"(?!{_BOUNDING})", re.IGNORECASE | re.DOTALL)


def bounds(said: str, before: str, behind: str) -> bool:
    """Whether what stands around ``said`` takes it back, or says when, where, how far or in what draft it holds."""
    if (
        goes_on(said, behind)
        or is_one_of_its_kind(said, behind)
        or (DENIED.search(said) and _FOR_THAT_REASON.match(behind))
        or _TAKEN_BACK.match(behind)
        or _is_supposed(said, behind)
        or is_limited(behind)
        or (_FIGURE.search(said) and _ON_BASIS.match(behind))
    ):
        return True
    if reports(said):
        return False
    near = _FOLLOWS.split(_past_asides(said, behind))[0]
    if (
        _SETS_IN.match(before)
        or _FOR_SOME.fullmatch(before)
        or _WHO.match(near)
        or (_BOUNDS.match(near) and not _only_names(said, near))
        or (_RIVAL.match(near) and _names_open_amount(said))
    ):
        return True
    tail = _TAIL.match(behind)
    return bool(tail and narrows(behind[tail.end() :], said))


def _is_supposed(said: str, behind: str) -> bool:
    """Whether it is so in a draft or forecast alone; of what happened the next words have to tell."""
    if reports(said):
        return bool(_SUPPOSED_AT_ONCE.match(behind))
    return bool(_SUPPOSED.search(_CLAUSE_END.split(behind)[0]))


def plans_next(said: str, behind: str) -> bool:
    """Whether behind what happened there is only what is yet to come: "… in 2022 and expect to pay more in 2023"."""
    return reports(said) and bool(_PLANS.match(behind))


def only_adds(said: str, behind: str) -> bool:
    """Whether what stands behind ``said`` adds to it, so that it says what it says alone."""
    general = not reports(said)
    behind = _past_asides(said, behind)
    if is_telling(behind) or _BRACKET.match(behind) or (DENIED.search(said) and _NARROWS_DENIED.match(behind)):
        return False
    if general and (_WISHED.match(behind) or is_for_some(said, behind) or (_TO.match(behind) and _DUTY.search(said))):
        return False
    if general and _PERMITS.search(said) and _SHARES.match(behind) and _REACHES.search(behind):
        return False
    if _WHEN.match(behind) and general:
        return _only_names(said, behind)
    return bool((_ADDS_TO_RULE if general else _ADDS_TO_EVENT).fullmatch(behind))


def is_for_some(said: str, behind: str) -> bool:
    """Whether what follows says to whom something is open, given or paid, not what for."""
    return bool(_TO.match(behind) and _OPEN.search(said))


def _past_asides(said: str, behind: str) -> str:
    """What stands behind words that only widen what is said, and behind brackets that only add to it."""
    general = not reports(said)
    if general and not DENIED.search(said) and (wider := _WIDENS.match(behind)):
        behind = behind[wider.end() :]
    while (bracket := _BRACKET.match(behind)) and _is_aside(bracket["inside"] or "1", general=general):
        behind = behind[bracket.end() :]
    return behind


def _names_open_amount(said: str) -> bool:
    """Whether it ends on an amount that it says of no time, place or person of its own."""
    amounts = list(_AMOUNTS.finditer(said))
    return bool(amounts) and not _AT_A_TIME.match(said) and not _OF_SOME.search(said, amounts[-1].end())


def _only_names(said: str, behind: str) -> bool:
    """Whether "where" and "when" go on to tell of a place or a time: "in Texas, where we own a plant"."""
    if _WHERE.match(behind):
        spot = _SPOT.search(said) and behind.startswith(",") and not _ALLOWED.search(behind)
        return bool(spot or _PLACE.search(said) or _IS_A.search(said))
    return bool(_WHEN.match(behind) and behind.lstrip().startswith(",") and _TIME.search(said))


def _is_aside(inside: str, *, general: bool) -> bool:
    """Whether a bracket holds but figures, a year, a short name or a reference; beside what happened any may stand."""
    if not general:
        return not (_BASIS.search(inside) or takes_away(inside))
    if _REFERENCE.fullmatch(inside):
        return True
    words = [word.lower() for word in re.findall(r"[^\W\d_]\w*", inside)]
    return bool(_FIGURED.search(inside)) and all(word in _BESIDE_FIGURES for word in words)
