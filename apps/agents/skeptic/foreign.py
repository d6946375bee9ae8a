"""A text written elsewhere, without the marks by which it names its sources. Pure.

What such a text cites ([1], (Smith, 2020), a raised figure, a link) says nothing of these documents, so that it is no
part of what is judged: the Skeptic reads the text without it. Every cut is remembered, so that a place in what was read
is a place in the text as it was given. Tables, code and lists of references are passed over whole; anchors of our own
(``[cite:KEY]``) stay.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from apps.core.sentences import RAISED, split_sentences
from apps.verification.types import ClaimDraft

PART_CHARS = 4000  # of a text that are read in one go: about 30 claims, well within what a model answers in one piece

# whole lines
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_TABLE_ROW = re.compile(r"[ \t]*\||[^|\n]*\S[ \t]\|[ \t]|[ \t]*:?-{3,}:?[ \t]*\|")
_NOTE = re.compile(r"[ \t]*\[\^[^\]\n]{1,40}\]:")  # what a footnote of Markdown says
_LINK_TARGET = re.compile(r"[ \t]*\[[^\]\n]{1,100}\]:[ \t]*(?:<|https?://|/|#)\S")
_REFERENCES = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]+|\*\*|\d{1,2}\.?[ \t]+)?(?:references|bibliography|works cited|literature(?: cited)?|"
    r"list of (?:references|sources)|sources|footnotes|endnotes)[ \t]*:?(?:\*\*)?[ \t]*#*[ \t]*\Z",
    re.IGNORECASE,
)
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")
_ENTRY = re.compile(
    rf"[ \t]*(?:[{RAISED}†‡\[]|\(?\d{{1,3}}[.)\]]|[-*•][ \t])"
    r"|.{0,300}?(?:\b(?:1[89]|20)\d\d[a-z]?\b|https?://|www\.)"
)

# inside a line, most with the blanks before them; every repetition is bounded, so that no text takes long to read
_NUMBERS = r"\d{1,3}[a-z]?(?:\s?[,;–-]\s?\d{1,3}[a-z]?){0,30}"
_AT_PAGE = r"(?:,?\s(?:pp?|para|§)\.?\s?\d{1,5}(?:\s?[–-]\s?\d{1,5})?)?"
_NOTES = rf"[{RAISED}]{{1,4}}(?:[,;⁻–-]?[{RAISED}]{{1,4}}){{0,9}}"
_SQUARED = "".join(rf"(?<!(?<![^\W\d_]){unit})" for unit in ("m", "km", "cm", "mm", "dm", "ft", "yd", "mi"))
_PARTICLES = r"(?:(?:van|von|de|del|der|den|la|le|da|di|el|al|bin|ten)\s){0,3}"
_NAME = rf"{_PARTICLES}[A-Z][\w’'-]{{0,40}}\.?"
_AUTHORS = (
    rf"{_NAME}(?:\s{_NAME}){{0,5}}(?:(?:,\s?(?:&\s?|and\s)?|\s(?:&|and)\s){_NAME}(?:\s{_NAME}){{0,3}}){{0,8}}"
    r"(?:,?\set\sal\.?)?"
)
_PAGES = r"(?:\s?[,:]\s?(?:(?:pp?|para|paras|ch|sec|§)\.?\s?)?[\divxlc]{1,6}(?:\s?[–-]\s?[\divxlc]{1,6})?)?"
_WORK = (
    rf"(?:(?:see(?:\salso)?|e\.g\.,?|cf\.|as\scited\sin)\s)?{_AUTHORS},?\s"
    rf"(?:(?:1[89]|20)\d\d[a-z]?|n\.d\.){_PAGES}"
)
_MARK = re.compile(
    "|".join(
        (
            r"(?P<own>\[cite:[0-9a-f]{12}\])",  # kept; named first, so that nothing below takes it for a mark
            r"[ \t]{0,2}\[flag:[a-z_]{1,20}\]",  # of a draft of ours: see apps.verification.flags
            r"!\[[^\]\n]{0,300}\]\([^()\n]{0,2000}\)",
            r"[ \t]{0,2}\(\[[^\[\]\n]{1,100}\]\([^()\n]{0,2000}\)\)",
            rf"[ \t]{{0,2}}\[(?:\^?\[?{_NUMBERS}\]?|source|sources|link|ref)\]\([^()\n]{{0,2000}}\)",
            rf"[ \t]{{0,2}}\[(?:{_NUMBERS}{_AT_PAGE}|\^[^\]\n]{{1,40}}|-?@[^\]\n]{{1,200}}|(?:note|fn\.?)\s\d{{1,3}}|"
            r"citation needed)\](?!\()",
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
_NO_AUTHOR = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "spring",
        "summer",
        "autumn",
        "fall",
        "winter",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "fiscal",
        "fy",
        "quarter",
        "q1",
        "q2",
        "q3",
        "q4",
        "h1",
        "h2",
        "note",
        "notes",
        "form",
        "section",
        "item",
        "table",
        "figure",
        "exhibit",
        "appendix",
        "annex",
        "act",
        "acts",
        "law",
        "regulation",
        "directive",
        "since",
        "from",
        "in",
        "as",
        "of",
        "until",
        "by",
        "before",
        "after",
        "during",
        "year",
        "years",
        "ended",
        "ending",
        "through",
        "class",
        "series",
        "version",
        "restated",
        "revised",
        "unaudited",
        "audited",
        "actual",
        "budget",
        "budgeted",
        "forecast",
        "estimate",
        "estimated",
        "plan",
        "planned",
        "proposed",
        "amended",
        "effective",
        "approximately",
        "about",
        "circa",
        "page",
        "pages",
        "the",
        "a",
        "an",
        "first",
        "second",
        "third",
        "fourth",
        "early",
        "late",
        "mid",
        "between",
        "up",
        "to",
        "vs",
        "versus",
        "compared",
        "base",
        "baseline",
        "average",
        "total",
        "current",
        "prior",
        "previous",
        "next",
        "last",
    ]
)
_WORD = re.compile(r"[^\W\d_]+\d?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare:
    """What of a text is read: ``text`` is the given one without its cuts. ``passed_over`` counts the lines left out."""

    text: str
    joints: tuple[int, ...]  # where in ``text`` something was cut, in order
    gone: tuple[int, ...]  # for each of them, how many characters are cut up to there
    passed_over: int

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] stands in the text as given, marks inside it and none around it."""
        low, high = bisect_right(self.joints, start), bisect_right(self.joints, end - 1)
        return start + (self.gone[low - 1] if low else 0), end + (self.gone[high - 1] if high else 0)


def bare_of(text: str) -> Bare:
    """``text`` as it is read."""
    kept: list[str] = []
    joints: list[int] = []
    gone: list[int] = []
    at = length = passed_over = 0
    for start, end, whole_line in _cuts(text):
        if start > at:
            kept.append(text[at:start])
            length += start - at
        joints.append(length)
        gone.append((gone[-1] if gone else 0) + end - start)
        at = end
        passed_over += whole_line
    kept.append(text[at:])
    return Bare(text="".join(kept), joints=tuple(joints), gone=tuple(gone), passed_over=passed_over)


def placed(bare: Bare, claim: ClaimDraft, *, offset: int, known: Collection[str]) -> ClaimDraft:
    """A claim of the part of ``bare.text`` that begins at ``offset``, with its place in the text as given.

    Of the keys it cites those that are ``known`` are left: the others name nothing here.
    """
    start, end = bare.place(claim.start_offset + offset, claim.end_offset + offset)
    citations = tuple(key for key in claim.citations if key in known)
    return replace(claim, start_offset=start, end_offset=end, citations=citations)


def parts_of(text: str, *, chars: int = PART_CHARS) -> tuple[tuple[int, int], ...]:
    """(start, end) of stretches of about ``chars`` characters, parted where no sentence runs on; together all of it."""
    parts: list[tuple[int, int]] = []
    begun = 0
    for end in _ends(text, chars):
        if end - begun >= chars:
            parts.append((begun, end))
            begun = end
    if text[begun:].strip():
        parts.append((begun, len(text)))
    return tuple(parts)


def _ends(text: str, chars: int) -> Iterator[int]:
    """Where a part may end: between paragraphs, and between the sentences of one that is too long."""
    begun = position = 0
    for line in text.splitlines(keepends=True):
        position += len(line)
        if line.isspace() or position == len(text):
            if position - begun > 2 * chars:
                yield from (begun + span.end for span in split_sentences(text[begun:position])[:-1])
            yield position
            begun = position


def _cuts(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether it is a line that says something) of everything that is not read, in order."""
    for start, end, passed_over in _lines(text):
        if passed_over:
            if end > start:
                yield start, end, any(char.isalnum() for char in text[start:end])
        else:
            yield from ((low, high, False) for low, high in _marks(text, start, end))


def _lines(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether it is passed over) of every line, without its end."""
    fenced = listed = False
    after_blank = True
    position = 0
    for raw in text.splitlines(keepends=True):
        start, position = position, position + len(raw)
        line = raw.rstrip("\r\n")
        fence = bool(_FENCE.match(line))
        if _REFERENCES.match(line) and not fenced:
            listed = True
        elif listed and line.strip() and (_HEADING.match(line) or (after_blank and not _ENTRY.match(line))):
            listed = False
        apart = _TABLE_ROW.match(line) or _NOTE.match(line) or _LINK_TARGET.match(line)
        yield start, start + len(line), bool(fenced or fence or listed or apart)
        fenced ^= fence
        after_blank = not line.strip()


def _marks(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """(start, end) of what names a source, or only how words look, in text[low:high]."""
    for mark in _MARK.finditer(text, low, high):
        if mark["own"] or (mark["works"] and not _names_authors(mark["works"])):
            continue
        if mark["words"]:
            yield mark.span("open")
            yield from _marks(text, *mark.span("words"))
            yield mark.span("target")
        else:
            yield mark.span()


def _names_authors(works: str) -> bool:
    return not any(word.lower() in _NO_AUTHOR for word in _WORD.findall(works) if word[0].isupper())
