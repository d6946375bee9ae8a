"""Out of what a text is to be written: the documents at hand, which are no topic of it. Pure.

"Competition in these filings" is competition, wherever they tell of it. No passage says "in these filings".
"""

import re

from apps.core.patterns import lazy_regex
from apps.retrieval.requests.readers import OUT

_AT_HAND = (
    r"(?:attached|enclosed|uploaded|provided|supplied|given|available|retrieved|cited|following|present|underlying)"
)
_TEXTS = r"(?:documents|filings|files|sources|reports|texts|passages|materials|papers|uploads|pdfs|10-?[kq]s|8-?ks)"
_TEXT = r"(?:document|filing|file|report|text|source|pdf|10-?[kq]|8-?k)"
_COMPANIES = r"(?:companies|firms|issuers|groups|corporations)"
_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|\d+)"
_MANY = rf"(?:(?:all|each|both|every\s+one)\s+(?:of\s+)?)?(?:(?:the|these|those|my|our|your)\s+)?(?:{_COUNT}\s+)?"
_TOLD_BY = (
    r"(?:according\s+to|based\s+(?:up)?on|on\s+the\s+basis\s+of|drawing\s+on|by\s+means\s+of|as\s+(?:told|described|"
    r"disclosed|reported|set\s+out|stated)\s+in|using|in|across|throughout|within|from|between|among)"
)
_SAID = (
    r"(?:(?:described|disclosed|reported|mentioned|discussed|presented|contained|told|stated|found|set\s+out|given)\s+)"
)
_PLURAL = rf"(?:{_MANY}(?:{_AT_HAND}\s+)?(?:(?:annual|quarterly|company|source|sec|pdf)\s+){{0,2}}{_TEXTS})"
_SINGLE = rf"(?:(?:this|the\s+{_AT_HAND}|each|every)\s+(?:(?:annual|quarterly)\s+)?{_TEXT})"
_HERE = (
    rf"(?:\s+(?:{_AT_HAND}|at\s+hand|here|in\s+(?:this|the)\s+workspace|(?:that|which)\s+(?:i|we)\s+\w+(?:\s+\w+)?))?"
)
_ENDS = rf"(?=\s*(?:[,;:.?!()\[{OUT}]|\Z)|\s+(?:and|or)\s)"
_FROM_TEXTS = lazy_regex(
    rf"(?P<all>\s+(?:of|for|at)\s+{_MANY}{_COMPANIES})?\s+{_SAID}?{_TOLD_BY}\s+(?:{_PLURAL}|{_SINGLE}){_HERE}{_ENDS}",
    re.IGNORECASE,
)
_OF_ALL = lazy_regex(
    rf"\s+(?:(?:of|for|at|by|across|among)\s+(?:(?:all|each|both)\s+(?:of\s+)?(?:(?:the|these|those)\s+)?(?:{_COUNT}\s+)?"
    rf"{_COMPANIES}|(?:each|every)\s+(?:company|firm|issuer))|(?:that|which)\s+{_MANY}{_COMPANIES}\s+\w+){_ENDS}",
    re.IGNORECASE,
)


def without_sources(text: str) -> str:
    """``text`` with a mark in the place of each phrase that says only that all documents at hand are to be used.

    What is asked *about* documents stays: "the retention of files" has no preposition of a source.
    """
    return _OF_ALL.sub(OUT, _FROM_TEXTS.sub(OUT, text))
