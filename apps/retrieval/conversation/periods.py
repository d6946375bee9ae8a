"""Periods of a question ("in the fourth quarter of 2022"), and another one in their place. English, by rules. Pure."""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.periods import COUNT, ENDED, FISCAL, MONTH_OR_SHORT, ORDINAL, ORDINALS, PART_MARK, QUARTERS, WHOLE
from apps.retrieval.phrases import PREPOSITIONS, tokens_of, years_in

_FISCAL = rf"(?:{FISCAL}\s+)"
_DIGITS = r"(?:(?:19|20)\d\d|(?<=FY)\d\d|(?<=FY['’])\d\d)(?![\d,.]*\d)\b"
_YEAR = rf"\b{_FISCAL}?(?:year\s+)?(?:FY\s?['’]?)?{_DIGITS}"
_MONTH = rf"(?-i:{MONTH_OR_SHORT})\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:\b{_MONTH}\s+{_DAY}\b|\b{_DAY}\s+{_MONTH}|\b{_MONTH}(?=,?\s+(?:19|20)\d\d))(?:,?\s+(?:19|20)\d\d\b)?"
_NEAR = r"(?:last|final|previous|prior|preceding|current|latest|next|following|past|same|this)"
_UNIT = r"(?:quarter|half|month|year|week)s?\b"
_SPAN = (
    rf"\b(?:(?:the\s+)?(?:(?:{ORDINAL}|{_NEAR})\s+(?:{COUNT}\s+)?{_FISCAL}?{_UNIT}(?!['’-])|"
    rf"{WHOLE}[\s-]+{_FISCAL}?year\b|{PART_MARK}\b|"
    rf"(?:{COUNT}\s+)?{_FISCAL}?{_UNIT}\s+{ENDED}(?:\s+on)?(?=\s+{_DATE}))|"
    r"(?<!each\s)(?<!every\s)year[- ](?:end|to[- ]date)\b)"
)
_ANY = rf"(?:{_SPAN}|{_DATE}|{_YEAR})"
_ONE = rf"(?:(?:the\s+)?(?:end|beginning|start)\s+of\s+)?{_ANY}(?:,?\s+(?:of\s+|in\s+)?{_ANY})*"
_LEAD = r"as\s+of|as\s+at|at|in|for|during|over|since|by|until|on|of|throughout|after|before"
# what is a period only behind a preposition: "in May", "during the year"
_LED = rf"(?:{_MONTH}|(?:the\s+)?(?:end\s+of\s+)?the\s+{_FISCAL}?(?:year|quarter|month|half|period)\b(?!['’-]))"
_PERIOD = lazy_regex(
    rf"\b(?:(?P<range>(?:from|between)\s+{_ONE}\s+(?:to|and|through|until)\s+{_ONE})|"
    rf"(?:(?P<lead>{_LEAD})\s+)?(?P<when>{_ONE}(?:\s*(?:,\s*and|,|and|to|or|–|-)\s*{_ONE})*)|"
    rf"(?P<before>{_LEAD})\s+(?P<bare>{_LED}))",
    re.IGNORECASE,
)
_ELIDED = lazy_regex(rf"\A(?:(?:{_LEAD})\s+)?(?:the\s+)?(?P<which>{ORDINAL}|last)(?:\s+one)?\Z", re.IGNORECASE)
_NEIGHBOUR = lazy_regex(
    r"\A(?:(?:in|for|during)\s+)?(?:the\s+|a\s+)?(?:quarter\s+(?P<behind>before|earlier|prior|after|later)(?:\s+that)?|"
    r"(?P<ahead>previous|prior|preceding|following|next|subsequent)\s+quarter)\Z",
    re.IGNORECASE,
)
_SPAN_ALONE = lazy_regex(
    rf"\A(?P<lead>(?:in|for|during|over)\s+)?the\s+(?P<span>{COUNT}\s+(?:months|weeks|quarters)|{_FISCAL}?year)\Z",
    re.IGNORECASE,
)
_ENDED = lazy_regex(rf"\b(?:months|weeks|quarter|half|year)(?P<ended>\s+{ENDED}(?:\s+on)?\s+{_DATE})", re.IGNORECASE)
_EDGE_ALONE = lazy_regex(r"\A(?:(?:at|as\s+of)\s+)?the\s+(?P<edge>beginning|start|end)\Z", re.IGNORECASE)
_EDGE = lazy_regex(r"\b(?:beginning|start|end)(?=\s+of\b)", re.IGNORECASE)
_YEAR_AGO = lazy_regex(
    r"\A(?:(?:in|for|during)\s+)?(?:the\s+)?(?:an?\s+year\s+ago|(?:prior|previous|preceding|last)[-\s]year(?:['’]s)?\s+"
    r"(?:quarter|period)|year[-\s]ago\s+(?:quarter|period)|"
    r"same\s+(?:quarter|period)\s+(?:(?:of|in)\s+)?(?:the\s+)?(?:prior|previous|preceding|last)\s+year)\Z",
    re.IGNORECASE,
)
_TO_DATE = lazy_regex(r"year[- ]to[- ]date\Z", re.IGNORECASE)
_QUARTER = lazy_regex(rf"\b(?P<which>{ORDINAL})\s+{_FISCAL}?quarter\b", re.IGNORECASE)
_COUNTED = lazy_regex(rf"\b(?P<which>{ORDINAL})\s+(?P<unit>(?:{COUNT}\s+)?{_FISCAL}?{_UNIT})", re.IGNORECASE)
_WITHIN_A_YEAR = lazy_regex(rf"\b(?:quarter|half|months?|{PART_MARK})\b|{_MONTH}", re.IGNORECASE)
_MARKS = " ,;–-…()"
_WHOLE = lazy_regex(rf"\b{WHOLE}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """text[start:end] of a question with its preposition ``lead``, empty where it has none; ``when``: the period."""

    start: int
    end: int
    lead: str
    when: str


def periods_in(text: str) -> list[PeriodMention]:
    """Quarters, years, dates and ranges of them, in order."""
    return [_period(match) for match in _PERIOD.finditer(text)]


def parted(fragment: str, last: str) -> tuple[str, str]:
    """A piece without its period, and the period: "operating income", "in 2021". "The third" is one of ``last``'s."""
    if (elided := _ELIDED.match(fragment)) and (counted := _COUNTED.search(last)):
        unit = counted["unit"]
        return "", f"{fragment[: elided.end('which')]} {unit}"
    if span := _span_alone(fragment, last):
        return "", span
    if (near := _NEIGHBOUR.match(fragment)) and (other := _neighbour(near, last)):
        return "", other
    found = periods_in(fragment)
    if len(found) != 1:
        return fragment, ""
    [period] = found
    behind = tokens_of(fragment[period.end :])
    stands_apart = not behind or (period.start == 0 and behind[0].low in PREPOSITIONS | {"of"})
    if not stands_apart and not _is_year(period.when):
        return fragment, ""
    rest = f"{fragment[: period.start].rstrip(' ,')} {fragment[period.end :].lstrip(' ,')}".strip(_MARKS)
    return rest, fragment[period.start : period.end]


def year_ago(fragment: str) -> bool:
    """ "A year ago", "the prior year quarter": what was asked last of the year before."""
    return _YEAR_AGO.match(fragment.strip(" ,")) is not None


def other_edge(last: str, fragment: str) -> str | None:
    """The last question at the other end of its time: "at the beginning" after "at the end of 2022"."""
    alone, edge = _EDGE_ALONE.match(fragment), _EDGE.search(last)
    return f"{last[: edge.start()]}{alone['edge'].lower()}{last[edge.end() :]}" if alone and edge else None


def at_time(last: str, told: str) -> str:
    """``last`` with its period made ``told``: a quarter keeps the year that is not told anew, a year the quarter."""
    new, old = _whole(told), next((each for each in periods_in(last) if not _modifies(last, each)), None)
    years = {(each.style, each.year) for each in years_in(last)}
    if _is_year(new.when) and len(years) == 1:
        return _with_year(last, new.when)
    if old is None:
        if _TO_DATE.match(new.when):
            return f"{last} {new.when}"
        year = "" if years_in(new.when) or len(years) != 1 or _is_modifier_of(last) else _year_of(last)
        return f"{last} {new.lead or 'in'} {new.when}{_joined(new.when, year)}"
    of_old = last[old.start : old.end]
    if _is_year(new.when) and _WITHIN_A_YEAR.search(old.when) and not years_in(of_old):
        return f"{last[: old.end]} of {new.when}{last[old.end :]}"
    alone = len({each.year for each in years_in(of_old)}) == 1 and not _TO_DATE.match(new.when)
    year = _year_of(of_old) if alone and not years_in(new.when) and not _is_near(new.when) else ""
    bare = (
        _is_range(new.when)
        or _TO_DATE.match(new.when)
        or (_is_near(new.when) and not new.when.lower().startswith("the"))
    )
    lead = new.lead or ("" if bare else old.lead or "in")
    return f"{last[: old.start]}{lead} {new.when}{_joined(new.when, year)}{last[old.end :]}".replace("  ", " ")


def _span_alone(fragment: str, last: str) -> str | None:
    """ "The twelve months", "the year" after "the three months ended June 30, 2022": they end on the same day."""
    alone, old = _SPAN_ALONE.match(fragment), next(iter(periods_in(last)), None)
    if alone is None or old is None or not _WITHIN_A_YEAR.search(old.when):
        return None
    lead, span = alone["lead"] or "", alone["span"]
    if ended := _ENDED.search(last):
        return f"{lead}the {span}{ended['ended']}"
    return f"{lead}the full {span}" if span.lower().endswith("year") else f"{lead}the {span}"


def _period(match: re.Match[str]) -> PeriodMention:
    lead = match["lead"] or match["before"] or ""
    return PeriodMention(*match.span(), lead, match["range"] or match["when"] or match["bare"])


def _whole(told: str) -> PeriodMention:
    found = _PERIOD.fullmatch(told)
    if found:
        return _period(found)
    lead = re.match(rf"(?:{_LEAD})(?=\s)", told, re.IGNORECASE)
    return PeriodMention(0, len(told), lead[0] if lead else "", told[lead.end() :].lstrip() if lead else told)


def _is_year(when: str) -> bool:
    return re.fullmatch(_YEAR, when, re.IGNORECASE) is not None


def _is_range(when: str) -> bool:
    return re.match(r"(?:from|between)\s", when, re.IGNORECASE) is not None


def _is_near(when: str) -> bool:
    """ "Last year", "the previous quarter": told from today, and in no year that was asked about."""
    return re.match(rf"(?:the\s+)?{_NEAR}\b", when, re.IGNORECASE) is not None


def _modifies(last: str, period: PeriodMention) -> bool:
    """ "The FY2018 revenue": a noun follows, and no preposition stands before."""
    behind = tokens_of(last[period.end :])
    return not period.lead and not _is_range(period.when) and bool(behind) and behind[0].is_content


def _is_modifier_of(last: str) -> bool:
    """Whether the only period is a noun's, and so stays beside another one."""
    return any(_modifies(last, each) for each in periods_in(last))


def _year_of(text: str) -> str:
    found = re.search(_YEAR, text, re.IGNORECASE)
    return found[0] if found else ""


def _joined(when: str, year: str) -> str:
    return "" if not year else f" {year}" if _WHOLE.search(when) else f" of {year}"


def _with_year(last: str, when: str) -> str:
    [new] = years_in(when)
    for each in reversed(years_in(last)):
        last = last[: each.start] + (each.style or new.style) + new.year + last[each.end :]
    return last


def _neighbour(near: re.Match[str], last: str) -> str | None:
    """The quarter beside the last one's; over the turn of the year with the year, where that is told."""
    quarter, years = _QUARTER.search(last), years_in(last)
    if quarter is None:
        return None
    back = (near["behind"] or near["ahead"]).lower() in {"before", "earlier", "prior", "previous", "preceding"}
    over, place = divmod(ORDINALS[quarter["which"].lower()] - 1 + (-1 if back else 1), QUARTERS)
    if not over:
        return f"the {tuple(ORDINALS)[place]} quarter"
    if len({each.year for each in years}) != 1:
        return None
    [year] = {f"{each.style}{int(each.year) + over:0{len(each.year)}d}" for each in years}
    return f"the {tuple(ORDINALS)[place]} quarter of {year}"
