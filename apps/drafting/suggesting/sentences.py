"""Questions that a sentence answers by the way it is built: why a figure moved, what a condition leads to, how long or
how much something is. Pure.

Each is put together from words of the sentence in their order, so that it can be answered by that very sentence. What
cannot be understood without the sentence before it, or speaks of "we" and "it", asks nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from apps.agents.reading.words import STOPWORDS
from apps.core.patterns import lazy_regex


class Kind(IntEnum):
    """What a question asks for; the order is that in which they are told."""

    CAUSE = 0  # why a figure moved
    CHANGE = 1  # how a row's figures moved
    CONDITION = 2  # what happens if something is so
    FIGURE = 3  # how long, how much
    MEANING = 4  # of a defined term
    TOPIC = 5  # what is said under a heading


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a sentence answers: ``opens`` [whose] ``what`` ``closes``. ``owned``: somebody can stand before ``what``."""

    kind: Kind
    opens: str
    what: str
    closes: str
    owned: bool = False

    def of(self, whose: str) -> str:
        """The question; ``whose``: a name with its "'s", or nothing."""
        what = f"{whose} {_bare(self.what)}" if whose and self.owned else self.what
        return " ".join(filter(None, (self.opens, what, self.closes))) + "?"


LONGEST_SUBJECT, LONGEST_CONDITION, SHORTEST_CONDITION = 8, 20, 4  # words

_YEAR = r"(?:19|20)\d\d"
_PERIOD = lazy_regex(
    rf"\b(?:in|during|for)\s+(?:the\s+)?(?P<period>(?P<fiscal>fiscal\s+)?(?:(?:year|quarter)s?\s+)?(?:ended\s+[A-Z]\w+\s+\d{{1,2}},\s+)?"
    rf"{_YEAR})\b",
    re.IGNORECASE,
)
_COMPARED = lazy_regex(r"\b(?:compared\s+(?:to|with)|versus)\b.*", re.IGNORECASE | re.DOTALL)
_LEAD = lazy_regex(r"(?:In|During|For|As of|At)\s[^,.;]{3,40}(?:,\s\d{4})?,\s+")
_BASE = {
    "increased": "increase", "decreased": "decrease", "declined": "decline", "grew": "grow", "rose": "rise",
    "fell": "fall", "improved": "improve", "dropped": "drop",
}  # fmt: skip
_MOVED = lazy_regex(
    rf"\A(?P<what>[^,;:()]+?)\s+(?:(?:also\s+)?(?P<verb>{'|'.join(_BASE)}))(?P<rest>(?:,|\s+(?:by|in|during|for|to|from|at|approximately|"
    r"primarily|mainly|slightly|significantly|largely|partly|partially|due|driven|because|as|compared|[$€£¥]?\d)).*)\Z",
    re.DOTALL,
)
_CAUSED = lazy_regex(
    r"\b(?:due to|driven by|because|as a result of|result(?:ed|ing) from|attribut(?:ed|able) to|caused by|"
    r"from (?:higher|lower|increases?|decreases?)\b)",
    re.IGNORECASE,
)
_AMOUNT_BEHIND = lazy_regex(
    r"\s+of\s+(?:approximately\s+)?[$€£¥]?\s?\d[\d.,]*\s*(?:%|percent|thousand|million|billion)?\Z", re.IGNORECASE
)
_POINTS = lazy_regex(
    r"\b(?:we|us|our|ours|i|you|your|he|she|it|its|they|them|their|theirs|this|that|these|those|such|there|who|which|"
    r"whose|former|latter|foregoing|following|above|below|otherwise|so|same|other|another|each|both|either|neither|"
    r"described|defined|discussed|set forth|section|article|note|item)\b",
    re.IGNORECASE,
)
_POINTS_FREE = lazy_regex(
    r"\b(?:its|their|our|it|they|we|this|that|these|those|such|which|who|following|above|below)\b", re.I
)
_FIRST = lazy_regex(
    r"\A(?P<word>If|When)\s+(?P<condition>[^,;:()“”\"]{10,140}),\s+(?:then\s+)?(?P<main>[^;:]{12,})\.\Z"
)
_LAST = lazy_regex(r"\A(?P<main>[^;:]{12,}?),?\s+(?P<word>if)\s+(?P<condition>[^,;:()“”\"]{10,140})\.\Z")
_NARROWS = lazy_regex(r"(?:\b(?:only|even|as|and|or|particularly|especially|except|unless)|,)\s*\Z", re.IGNORECASE)
_FINITE = lazy_regex(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|may|must|shall|will|can|cannot|remains?|becomes?|\w{3,}s|fails?|\w{3,}ed)\b"
)
_SUPPOSES = lazy_regex(r"\b(?:could|might|would)\b", re.IGNORECASE)
_NUMBER = (
    r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|"
    r"sixty|ninety)"
)
_MEASURED = lazy_regex(
    r"\A(?P<what>[A-Z][^,;:()]*?)\s+(?P<be>is|are|was|were)\s+(?:(?:approximately|about|at least|at most|up to)\s+)?"
    rf"(?:(?P<time>{_NUMBER}(?:\s\(\d+\))?\s+(?:calendar\s|business\s|working\s)?(?:hours?|days?|weeks?|months?|years?)\b)|"
    r"(?P<money>[$€£¥]\s?\d)|(?P<share>\d[\d.,]*\s?(?:%|percent)))(?P<rest>.*)\Z",
    re.DOTALL,
)
_ARTICLE = lazy_regex(r"\A(?:the|an?|our|its)\s+", re.IGNORECASE)
_OUR = lazy_regex(r"\Aour\s+", re.IGNORECASE)
_LOOSE_END = lazy_regex(
    r"\b(?:of|in|by|for|on|to|from|at|and|or|with|the|an?|per|than|as|net|which|that)\Z", re.IGNORECASE
)
_VERB = lazy_regex(
    r"\b(?:is|are|was|were|be|been|has|have|had|must|may|shall|will|can|could|should|would|might|do|does|did|"
    r"expects?|believes?|\w+(?:ed|ing)\s+(?:by|to))\b",
    re.IGNORECASE,
)


def asked_by(sentence: str, *, period: bool) -> Iterator[Asked]:
    """What ``sentence`` answers. ``period``: of a report, whose figures are asked for with their year."""
    yield from _cause(sentence)
    if not period:  # of a report a condition tells how something is accounted for
        yield from _condition(sentence)
    yield from _figure(sentence, period=period)


def _cause(sentence: str) -> Iterator[Asked]:
    lead = _LEAD.match(sentence)
    found = _MOVED.match(sentence[lead.end() :] if lead else sentence)
    if not found or not _CAUSED.search(found["rest"]):
        return
    what, when = _subject(_AMOUNT_BEHIND.sub("", found["what"])), _when(sentence)
    if what and when:
        yield Asked(
            kind=Kind.CAUSE, opens="Why did", what=what, closes=f"{_BASE[found['verb']]} {when}", owned=True
        )  # fmt: skip


def _condition(sentence: str) -> Iterator[Asked]:
    found = _FIRST.match(sentence) or _LAST.match(sentence)
    if not found or _SUPPOSES.search(sentence) or _NARROWS.search(found["main"]):
        return
    condition, words = found["condition"], found["condition"].split()
    if (
        words[0].endswith("ing")
        or not SHORTEST_CONDITION <= len(words) <= LONGEST_CONDITION
        or not _FINITE.search(condition)
    ):
        return
    if _POINTS.search(condition) or re.search(r"\b(?:we|our|us)\b", sentence, re.IGNORECASE):
        return
    yield Asked(kind=Kind.CONDITION, opens=f"What happens {found['word'].lower()}", what=condition, closes="")


def _figure(sentence: str, *, period: bool) -> Iterator[Asked]:
    lead = _LEAD.match(sentence)
    found = _MEASURED.match(_capital(sentence[lead.end() :]) if lead else sentence)
    if not found or re.search(r"\band\b.*\brespectively\b", sentence):
        return
    what, when = _subject(found["what"]), _when(sentence)
    if not what or (period and not when):
        return
    asks = "How long" if found["time"] else "How much" if found["money"] else "What"
    yield Asked(kind=Kind.FIGURE, opens=f"{asks} {found['be']}", what=what, closes=when, owned=True)


def _subject(printed: str) -> str:
    """A subject as it stands inside a question; empty for what is no plain noun phrase."""
    what = " ".join(printed.split())
    words = what.split()
    if not 0 < len(words) <= LONGEST_SUBJECT or (words[0].lower() in STOPWORDS and not _ARTICLE.match(what)):
        return ""
    rest = _ARTICLE.sub("", what)
    if not rest or _POINTS_FREE.search(rest) or _VERB.search(rest) or _LOOSE_END.search(rest) or re.search(r"\d", rest):
        return ""
    named = len(words) > 1 and words[1][:1].isupper() and words[1].lower() not in STOPWORDS
    kept = words[0] if named or re.search(r"[A-Z].*[A-Z]|&", words[0]) else words[0].lower()
    return _OUR.sub("the ", " ".join((kept, *words[1:])))


def _when(sentence: str) -> str:
    """The period that a sentence is of: none that it only compares with."""
    found = _PERIOD.search(_COMPARED.sub("", sentence))
    return f"in {'the ' if 'ended' in found['period'] else ''}{found['period']}" if found else ""


def _bare(what: str) -> str:
    return _ARTICLE.sub("", what)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
