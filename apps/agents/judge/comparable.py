"""Whether two documents speak of the same thing, so that one can gainsay the other. Pure.

"Net income was $5 million" in two companies' reports is two truths; "the limit is 75%" in a policy and "70%" in a law
is a conflict.
"""

import re

from apps.agents.judge.evidence import Window
from apps.agents.reading.words import content_words, names

_RULE = re.compile(
    r"\b(?:must|shall|may not|may only|may be|cannot|exceed|at least|at most|maximum|minimum|limit(?:ed)?|required|"
    r"requires?|no (?:more|less|later|fewer) than|permitted|allowed|prohibited|forbidden|entitled|eligible|"
    r"need(?:s)? to)\b",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(content_words("Company Group Corporation Registrant Fund Issuer Board Section Article Note"))
_OF_ITSELF = re.compile(
    r"\b(?:we|our|us|ours|the (?:company|group|corporation|registrant|fund|issuer))\b", re.IGNORECASE
)
_REPORTED = re.compile(
    r"[$€£¥]\s?\(?\d|\d\s?%|\b(?:19|20)\d\d\b|\b(?:fiscal|quarter|year ended|compared (?:to|with)|increased|decreased|"
    r"totall?ed|million|billion|thousand)\b",
    re.IGNORECASE,
)


def may_gainsay(claim: str, window: Window) -> bool:
    """Whether ``window``, of a document the claim does not cite, may gainsay it: both state a rule or name the same
    thing, or neither reports figures of its own."""
    other = window.text
    if _RULE.search(claim) and _RULE.search(other):
        return True
    shared = set(names(claim)) & (set(names(other)) | window.places[0].title) - _NO_NAMES
    if shared:
        return True
    own_affairs = any(pattern.search(text) for pattern in (_OF_ITSELF, _REPORTED) for text in (claim, other))
    return not own_affairs and not any(place.unit.row for place in window.places)
