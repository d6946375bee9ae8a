"""What only hands a statement to a work of the literature: "According to Smith (2020), …". Pure.

A work is told by authors and a year in brackets, or by the number of a reference. Whoever else is said to have said
something ("according to the plaintiff") is part of what is stated, and so is a name of which the text speaks by itself:
the year behind that one may be when something was so. So is the name of a document at hand with a year that it does not
bear: "According to Acme (2020)" is no work where only Acme's report of 2023 is searched. What takes a distance ("Smith
(2020) doubts that …") stays.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType

from apps.agents.skeptic.marks import AUTHORS, IN_BRACKETS, PAGES, WORK_YEAR, names_authors
from apps.core.patterns import lazy_regex

_DATED = rf"[(\[]{WORK_YEAR}(?:\s?[,;]\s?{WORK_YEAR}){{0,5}}{PAGES}[)\]]"
_WORK = (
    rf"(?:(?P<authors>{AUTHORS})(?:['’]s?)?\s(?:{_DATED}|{IN_BRACKETS})|{IN_BRACKETS})"
    rf"(?:,?\s(?:and|&)\s{AUTHORS}\s{_DATED})?"
)
_TELLS = (
    r"(?:also\s|has\s|have\s|further\s){0,2}(?:(?:report|state|note|observe|document|record|explain|confirm|conclude|"
    r"mention|reveal|demonstrate|indicate|show|find|write|say|point\sout)(?:s|d|ed)?|points\sout|pointed\sout|found|"
    r"wrote|written|said|shown)"
)
_TOLD = (
    r"(?i:according\sto|as\s(?:reported|stated|noted|observed|documented|recorded|explained|shown|found)\s(?:by|in))"
)
_YEAR_OR_NUMBER = r"[(\[\\]{0,2}(?:(?:1[89]|20)\d\d|n\.d|(?<=\[)\d)"
_BETWEEN_AUTHORS, _WORD = lazy_regex(r",|\s(?:and|&|et)\s"), lazy_regex(r"\w+")
_PLAIN_YEAR = lazy_regex(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_NOTHING: Mapping[str, Set[str]] = MappingProxyType({})
_OF_NO_WORK = lazy_regex(
    rf"(?!\w)(?!(?:['’]s?)?(?:,?\s(?:and|&|et|al\.?|[A-Z][\w.’'-]{{0,40}})){{0,12}},?\s?{_YEAR_OR_NUMBER})"
)
_GOES_ON = r"(?:(?:However|Moreover|Furthermore|Similarly|Likewise|Also|In\saddition|And|But),?[ \t]+)?"
_OPENS = (
    r"(?:\A[ \t>]{0,20}(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]{1,8})?|"
    rf"[.!?][”\"'’)\]]{{0,3}}(?:[ \t]?{IN_BRACKETS}){{0,3}}[ \t]{{1,4}})(?P<before>{_GOES_ON})"
)
_SAYS_MORE = r"(?!(?:who|whom|whose|which|but|and|or)\b)(?=\S)"
_LEADING = [
    lazy_regex(rf"{_OPENS}(?P<cut>{frame}\s{{1,4}}){_SAYS_MORE}")
    for frame in (rf"{_TOLD}\s{_WORK},?", rf"[Aa]s\s{_WORK}\s{_TELLS},", rf"{_WORK}\s{_TELLS}(?:\sthat|:)")
]
_ENDS = r"(?:(?=[ \t]*(?:[.;!?]|\Z))|,(?=\s))"
_TRAILING = [
    lazy_regex(rf"(?P<cut>,?\s{_TOLD}\s{_WORK})(?=[ \t]*(?:[.;!?]|\Z))"),
    lazy_regex(rf"(?P<cut>,\s{_TOLD}\s{_WORK},)(?=\s)"),
    lazy_regex(rf"(?P<cut>,\sas\s{_WORK}\s{_TELLS}{_ENDS})"),
    lazy_regex(rf"(?P<cut>[ \t]{{0,2}}\({_TOLD}\s{_WORK}\))"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """text[start:end]. ``opens``: a sentence begins behind it, so that its first letter is to be a capital."""

    start: int
    end: int
    opens: bool


def attributions_in(
    text: str, lines: Iterable[tuple[int, int]], *, borne: Mapping[str, Set[str]] = _NOTHING
) -> list[list[Attribution]]:
    """Of each of the ``lines``, text[low:high], in order; none within another.

    ``borne``: words of the names of documents at hand, in lower case → the years in those names.
    """
    candidates = [
        [
            (each, first)
            for each, first in _candidates(text, low, high)
            if not _of_another_year(first, text, each, borne)
        ]
        for low, high in lines
    ]
    spoken_of = _spoken_of(text, {first for each in candidates for _, first in each if first})
    return [_apart(one for one, first in each if first not in spoken_of) for each in candidates]


def _of_another_year(first: str, text: str, each: Attribution, borne: Mapping[str, Set[str]]) -> bool:
    """Whether the author's first word names a document at hand, and the years of the work are none of its."""
    name, cited = _first_word(first).lower(), set(_PLAIN_YEAR.findall(text, each.start, each.end))
    return name in borne and bool(cited) and cited.isdisjoint(borne[name])


def _candidates(text: str, low: int, high: int) -> Iterator[tuple[Attribution, str]]:
    """What may be one, with the first of the authors that it names; empty where it has a number instead."""
    line = text[low:high]
    for patterns, opens in ((_LEADING, True), (_TRAILING, False)):
        for match in (match for pattern in patterns for match in pattern.finditer(line)):
            if match["authors"] is None or names_authors(match["authors"]):
                start, end = match.span("cut")
                one = Attribution(start=low + start, end=low + end, opens=opens and not match["before"])
                yield one, _BETWEEN_AUTHORS.split(match["authors"])[0] if match["authors"] else ""


def _apart(found: Iterable[Attribution]) -> list[Attribution]:
    kept: list[Attribution] = []
    for each in sorted(found, key=lambda each: each.start):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def _spoken_of(text: str, names: Set[str]) -> set[str]:
    """Those of the ``names`` that the text has elsewhere than before the year or the number of a work.

    In one pass, however many there are: from each word that begins one, what is as long as one of these.
    """
    lengths: dict[str, set[int]] = {}
    for name in names:
        lengths.setdefault(_first_word(name), set()).add(len(name))
    found: set[str] = set()
    for word in _WORD.finditer(text):
        for length in lengths.get(word[0], ()):
            end = word.start() + length
            name = text[word.start() : end]
            if name in names and name not in found and _OF_NO_WORK.match(text, end):
                found.add(name)
    return found


def _first_word(name: str) -> str:
    word = _WORD.match(name)
    return word[0] if word else ""
