"""Whether a figure is a bound ("at least 80%", "not exceeding 80%") and whether it is hedged ("about")."""

import re
from enum import StrEnum

from apps.core.patterns import lazy_regex


class Bound(StrEnum):
    """What a text says of a figure."""

    EXACT = "exact"
    AT_LEAST = "at least"
    MORE = "more than"
    AT_MOST = "at most"
    LESS = "less than"

    @property
    def direction(self) -> int:
        """1 for a lower bound, -1 for an upper bound, 0 for none."""
        return {Bound.AT_LEAST: 1, Bound.MORE: 1, Bound.AT_MOST: -1, Bound.LESS: -1}.get(self, 0)


_COMPARATIVES_UP = "more|greater|higher|larger|longer|older|later|better|bigger|further"
_COMPARATIVES_DOWN = "less|fewer|lower|smaller|shorter|younger|earlier|cheaper"
_LEAD_IN = (
    r"(?:\s+(?:of|to|by|a|an|the|about|approximately|only|than|or|equal|total|age|least|most))*\s*[(:]?\s*(?:[A-Z]{0,3}[$€£¥₹]\s*"
    r"|[A-Z]{3}\s+)?$"
)
_AT_LEAST = (
    rf"\bat least|\bno[tr]? (?:{_COMPARATIVES_DOWN}) than|\b(?:a )?minimum(?: of)?|\bmin\.?|≥|>="
    r"|\bas (?:few|little|low|early) as"
)
_AT_MOST = (
    rf"\bat (?:the )?most|\bup to|\bno[tr]? (?:{_COMPARATIVES_UP}) than|\b(?:a )?maximum(?: of)?|\bmax\.?|≤|<="
    r"|\bas (?:many|much|high|long|late) as|\bcapped at|\blimited to|\b(?:cap|ceiling|limit) of"
    r"|\bwithin(?: the(?: next| first| last| past)?)?"
)
_MORE = (
    rf"\b(?:{_COMPARATIVES_UP}) than|\bin excess of|\bexceed(?:s|ed|ing)?|\babove|\bover|\bupwards? of|\bnorth of"
    r"|\bsurpass\w*|\btopp?(?:ed|ing)|>"
)
_LESS = rf"\b(?:{_COMPARATIVES_DOWN}) than|\bbelow|\bunder|\bshort of|<"
_LEFT = [
    (bound, lazy_regex(rf"(?:{words}){_LEAD_IN}", re.IGNORECASE))
    for bound, words in (
        (Bound.AT_LEAST, _AT_LEAST),
        (Bound.AT_MOST, _AT_MOST),
        (Bound.MORE, _MORE),
        (Bound.LESS, _LESS),
    )
]
# "available under the $2 billion credit facility"
_UNDER_THE = lazy_regex(r"\bunder\s+(?:the|this|that|our|its)\s+$", re.IGNORECASE)
_MONEY = lazy_regex(r"[A-Z]{0,3}[$€£¥₹]|[A-Z]{3}\s")
_CONTRACT = lazy_regex(
    r"^[\s-]+(?:(?!(?:in|of|by|set|under|at|on|for|to|limit|threshold|ceiling|cap|deductible|excess|floor|level)s?\b)[\w-]+\s+){0,4}?"
    r"(?:facilit(?:y|ies)|program(?:me)?s?|agreements?|authori[sz]ations?|contracts?|notes|loans?|indenture|revolver)\b",
    re.IGNORECASE,
)
_PASSED = lazy_regex(r"^\s+(?:have|has|had)\s+(?:passed|elapsed|expired|gone\s+by)\b", re.IGNORECASE)
_ONCE = lazy_regex(r"\b(?:once|when)\s+(?:the\s+)?$", re.IGNORECASE)
_AFTER = lazy_regex(r"\bafter\s+(?:the\s+)?$", re.I)
_NEGATION = lazy_regex(
    r"\b(?:not|no|never|cannot|nor|without|n't|neither)\b(?:\s+(?:be|ever|to|fall|go|is|are|have"
    r"|exceed))*\s*$|n't\s*(?:\w+\s+)?$",
    re.I,
)
_RIGHT_UP = lazy_regex(
    r"^(?:[\s-]+[\w%.]+){0,3}?\s*(?:,?\s*(?:or|and)\s+(?:more|greater|higher|above|over|up|upwards?"
    r"|older|longer|later|better)\b|\+|\bplus\b|\s(?:minimum|at (?:the )?(?:least|minimum))\b)",
    re.I,
)
_RIGHT_DOWN = lazy_regex(
    r"^(?:[\s-]+[\w%.]+){0,3}?\s*(?:,?\s*(?:or|and)\s+(?:less|fewer|lower|below|under|younger"
    r"|shorter|earlier)\b|\s(?:maximum|at (?:the )?(?:most|maximum))\b)",
    re.I,
)
_ADJECTIVE = lazy_regex(r"\b(minimum|maximum|max\.?|min\.?|cap|ceiling|floor)\b(?!\s+and\b)", re.I)
_CLAUSE_END = lazy_regex(
    r"[;!?\n]|[.,:](?=\s)|\b(?:and|but|while|whereas|which|plus)\b(?!\s+(?:more|above|over|up|below|under|less))", re.I
)
_BEFORE_EVENT = lazy_regex(r"^\W*(?:[\w-]+\s+){0,2}?(?:before|prior to|ahead of|in advance)\b", re.I)
_HEDGE = lazy_regex(
    r"(?:\b(?:about|approximately|approx\.?|around|roughly|some|nearly|almost|circa|ca\.|c\."
    r"|close to|an estimated|estimated(?: at)?|"
    r"just (?:over|under)|slightly (?:more|less|over|under)(?: than)?|a little (?:over|under)"
    r"|in the (?:region|order) of|as (?:much|many) as)\s*(?:a|an|the)?|~)\s*(?:[A-Z]{0,3}[$€£¥₹]\s*|[A-Z]{3}\s+)?$",
    re.I,
)


def bound_of(text: str, start: int, end: int, *, of_time: bool = False, previous_end: int = 0) -> Bound:
    """How text[start:end], a figure with its unit, is bounded. ``previous_end``: where the figure before it ended.

    ``of_time``: a length of time, where "over two years" means "during" and "after 30 days" is a lower bound.
    """
    left = text[max(previous_end, start - 80) : start]
    found = _left_bound(left, of_time=of_time)
    right = text[end : end + 40]
    if found is Bound.LESS and _UNDER_THE.search(left) and _is_sum_of_contract(text, start, end):
        found = None
    if found is None:
        if _RIGHT_UP.match(right):
            return Bound.AT_LEAST
        if _RIGHT_DOWN.match(right):
            return Bound.AT_MOST
        found = _adjective_bound(left)
    if found is None and of_time and (_AFTER.search(left) or (_ONCE.search(left) and _PASSED.match(right))):
        found = Bound.MORE
    if found is None:
        return Bound.EXACT
    if of_time and _BEFORE_EVENT.match(right) and re.search(r"\b(?:later|earlier) than\W*$", left, re.I):
        # "no later than 30 days before" asks for at least 30 days
        return Bound.AT_LEAST if found.direction < 0 else Bound.AT_MOST
    return found


def _is_sum_of_contract(text: str, start: int, end: int) -> bool:
    """Whether an amount is told of a facility, a program or the like behind it."""
    return bool(_MONEY.match(text, start) and _CONTRACT.match(text[end : end + 80]))


def _left_bound(left: str, *, of_time: bool) -> Bound | None:
    for bound, pattern in _LEFT:
        match = pattern.search(left)
        if match is None or (of_time and match[0].lower().startswith("over")):
            continue
        if bound.direction and bound in (Bound.MORE, Bound.LESS) and _NEGATION.search(left[: match.start()]):
            return Bound.AT_MOST if bound is Bound.MORE else Bound.AT_LEAST
        return bound
    return None


def _adjective_bound(left: str) -> Bound | None:
    """ "The maximum loan-to-value ratio is 80%": the adjective stands earlier in the clause."""
    clause = _CLAUSE_END.split(left)[-1]
    words = _ADJECTIVE.findall(clause)
    if not words or len(clause.split()) > 12:
        return None
    return Bound.AT_LEAST if words[-1].lower().startswith(("min", "floor")) else Bound.AT_MOST


def is_hedged(text: str, start: int) -> bool:
    """Whether the figure at ``start`` is said to be an approximation."""
    return _HEDGE.search(text[max(0, start - 40) : start]) is not None
