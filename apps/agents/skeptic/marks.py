"""Marks inside a line by which a text names its sources: [1], (Smith, 2020), a raised figure, a link. Pure."""

import re
from collections.abc import Iterator

from apps.core.patterns import lazy_regex
from apps.core.periods import MONTHS
from apps.core.sentences import RAISED
from apps.core.words import word_set

# most with the blanks before them; every repetition is bounded, so that no text takes long to read
_NUMBERS = r"\d{1,3}[a-z]?(?:\s?[,;–-]\s?\d{1,3}[a-z]?){0,30}"
_AT_PAGE = r"(?:,?\s(?:pp?|para|§)\.?\s?\d{1,5}(?:\s?[–-]\s?\d{1,5})?)?"
_NOTES = rf"[{RAISED}]{{1,4}}(?:[,;⁻–-]?[{RAISED}]{{1,4}}){{0,9}}"
_SQUARED = "".join(rf"(?<!(?<![^\W\d_]){unit})" for unit in ("m", "km", "cm", "mm", "dm", "ft", "yd", "mi"))
_PARTICLES = r"(?:(?:van|von|de|del|der|den|la|le|da|di|el|al|bin|ten)\s){0,3}"
_NAME = rf"{_PARTICLES}[A-Z][\w’'-]{{0,40}}\.?"
AUTHORS = (
    rf"{_NAME}(?:\s{_NAME}){{0,5}}(?:(?:,\s?(?:&\s?|and\s)?|\s(?:&|and)\s){_NAME}(?:\s{_NAME}){{0,3}}){{0,8}}"
    r"(?:,?\set\sal\.?)?"
)
PAGES = r"(?:\s?[,:]\s?(?:(?:pp?|para|paras|ch|sec|§)\.?\s?)?[\divxlc]{1,6}(?:\s?[–-]\s?[\divxlc]{1,6})?)?"
WORK_YEAR = r"(?:(?:1[89]|20)\d\d[a-z]?|n\.d\.)"
IN_BRACKETS = rf"\\?\[{_NUMBERS}{_AT_PAGE}\\?\]"  # a backslash before a bracket is Markdown's
_WORK = rf"(?:(?:see(?:\salso)?|e\.g\.,?|cf\.|as\scited\sin)\s)?{AUTHORS},?\s{WORK_YEAR}{PAGES}"
_MARK = lazy_regex(
    "|".join(
        (
            r"(?P<own>\[cite:[0-9a-f]{12}\])",  # kept; named first, so that nothing below takes it for a mark
            r"[ \t]{0,2}\[flag:[a-z_]{1,20}\]",  # of a draft of ours: see apps.verification.flags
            r"!\[[^\]\n]{0,300}\]\([^()\n]{0,2000}\)",
            r"[ \t]{0,2}\(\[[^\[\]\n]{1,100}\]\([^()\n]{0,2000}\)\)",
            rf"[ \t]{{0,2}}\[(?:\^?\[?{_NUMBERS}\]?|source|sources|link|ref)\]\([^()\n]{{0,2000}}\)",
            rf"[ \t]{{0,2}}{IN_BRACKETS}(?!\()",
            r"[ \t]{0,2}\\?\[(?:\^[^\]\n]{1,40}|-?@[^\]\n]{1,200}|(?:note|fn\.?)\s\d{1,3}|"
            r"citation needed\\?)\](?!\()",
            r"[ \t]{0,2}[(\[](?:(?:see|cf\.)\s)?(?:[Ii]bid(?:em)?|[Oo]p\.\s?cit|[Ll]oc\.\s?cit|[Ii]d(?=\.))\.?"
            r"(?:,?\s(?:at\s)?(?:pp?\.\s?)?\d{1,5}(?:\s?[–-]\s?\d{1,5})?)?[)\]]",
            # behind a year at a sentence's end another one dates nothing: "in fiscal 2021 (2020)."
            r"[ \t]{1,2}\((?P<bare>(?:1[89]|20)\d\d[a-z]?)\)(?=[ \t]*(?:[.;!?]+(?:\s|\Z)|\n|\Z))",
            r"[ \t]{0,2}<sup\b[^<>\n]{0,100}>[^<\n]{0,60}(?:<a\b[^<>\n]{0,300}>[^<\n]{0,60}</a>)?[^<\n]{0,20}</sup>",
            r"[ \t]{0,2}[(\[<](?:(?:source|see|via|from|at):?\s?)?(?:https?://|www\.)[^\s()\[\]<>]{1,2000}[)\]>]",
            r"(?P<open>\[)(?P<words>[^\[\]\n]{1,500})"
            r"(?P<target>\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)|\]\[[^\]\n]{0,100}\])",
            rf"[ \t]{{0,2}}[(\[](?P<works>{_WORK}(?:\s?;\s?{_WORK}){{0,20}})[)\]]",
            # behind a digit it is a power (10²), behind a unit too (m²); not behind a word, a stop, 1,234 or a year
            rf"(?:(?<=[^\W\d_]{{4}})|(?<=[.,;:!?)\]”’\"'%])|(?<=,\d\d\d)|(?<=\s(?:19|20)\d\d)){_NOTES}",
            rf"[ \t]{{0,2}}⁽{_NOTES}⁾",
            # several are no power, but the first may be one: 10²,³ and m²,³
            rf"(?<![\d⁺⁻{RAISED}]){_SQUARED}[{RAISED}]{{1,4}}(?:[,;][{RAISED}]{{1,4}}){{1,9}}",
            rf"(?<=[{RAISED}])(?:[,;][{RAISED}]{{1,4}}){{1,9}}",
            r"(?<=[\w.,;:)”\"%])[†‡]{1,3}",
            r"\*\*(?=\S)|(?<=\S)\*\*|(?<![\w_])__(?=\S)|(?<=\S)__(?![\w_])|`",
            r"(?<![\w*])\*(?=[^\s*][^*\n]{0,300}\*)|(?<=[\w.,;:)”\"%])\*(?![\w*])",
        )
    )
)
# before a year, these name no author: "(December 2020)", "(Fiscal Year, 2022)", "(Companies Act, 2006)"
_NO_AUTHOR = word_set(
    f"{' '.join(MONTHS).lower()} jan feb mar apr jun "
    "jul aug sep sept oct nov dec spring summer autumn fall winter monday tuesday wednesday thursday friday "
    "saturday sunday fiscal fy quarter q1 q2 q3 q4 h1 h2 note notes form section item table figure exhibit "
    "appendix annex act acts law regulation directive since from in as of until by before after during year years "
    "ended ending through class series version restated revised unaudited audited actual budget budgeted forecast "
    "estimate estimated plan planned proposed amended effective approximately about circa page pages the a an "
    "first second third fourth early late mid between up to vs versus compared base baseline average total "
    "current prior previous next last repealed superseded revoked rescinded abrogated deleted withdrawn struck"
)
_ENDS_IN_YEAR = lazy_regex(r"(?<![\w.,/-])(?:19|20)\d\d\Z")
_FIGURE_IN_BRACKETS = lazy_regex(r"\([^()\n]{0,60}\d[^()\n]{0,60}\)")
_WORD = lazy_regex(r"[^\W\d_]+\d?")


def marks_in(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """(start, end) of what names a source, or only how words look, in text[low:high]."""
    for mark in _MARK.finditer(text, low, high):
        if mark["own"] or (mark["works"] and not names_authors(mark["works"])):
            continue
        if mark["bare"] and not _dates_nothing(mark["bare"], text[low : mark.start()]):
            continue
        if mark["words"]:
            yield mark.span("open")
            yield from marks_in(text, *mark.span("words"))
            yield mark.span("target")
        else:
            yield mark.span()


def _dates_nothing(year: str, before: str) -> bool:
    """Whether a year in brackets names a work: it has a letter, or the statement ends in its own year.

    Not where another figure stands in brackets: "$5 ($4) million in 2021 (2020)" tells of both years.
    """
    sentence = re.split(r"(?<=[.!?])\s", before)[-1]
    return year[-1].isalpha() or bool(_ENDS_IN_YEAR.search(sentence) and not _FIGURE_IN_BRACKETS.search(sentence))


def names_authors(works: str) -> bool:
    """Whether none of the words before a year is a month, a period or a part of a document."""
    return not any(word.lower() in _NO_AUTHOR for word in _WORD.findall(works) if word[0].isupper())
