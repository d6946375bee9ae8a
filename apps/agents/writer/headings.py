"""Headings of documents and words of requests, made fit to head a section. Pure."""

import re
from collections.abc import Iterable

from apps.agents.reading.words import content_words, plain
from apps.core.headings import unnumbered
from apps.core.patterns import lazy_regex
from apps.core.words import AUXILIARY

LONGEST = 9  # words: what is longer is a sentence that was taken for a heading
SAME = 0.75  # share of the shorter heading's stems in the longer, from which both head the same

_MARK = lazy_regex(r"\[\s*(?:cite|flag)\s*:\s*(?:[^\[\]\n]{0,200}\]|[\w-]*)", re.IGNORECASE)
_BEFORE_STOP = lazy_regex(r"\s+([.,;:!?])(?=\s|\Z)")
_STOP = lazy_regex(r"(?<!\.\w)[\s.!?:;,–—-]+\Z")  # but for that of "U.S."
_ASIDE = lazy_regex(r"\s*\((?:continued|unaudited|in millions|non-gaap measures?|cont[’']?d\.?)[^)]*\)", re.IGNORECASE)
_DISCLOSED = lazy_regex(r"\b(?:quantitative and qualitative )?disclosures? (?:about|of|on) ", re.IGNORECASE)
_SHORT_FORM = lazy_regex(r"\s*\([“\"][^)]*\)")
_SPLIT_OFF = lazy_regex(r"\b([A-Za-z]{2,})\s([A-Za-z]{1,2})(?=\b)")
_AFTER_DASH = lazy_regex(r"\s+[—–]\s.*\Z|(?<=\w)—.*\Z|\s+-\s.*\Z|:\s.*\Z")
_VERB = lazy_regex(rf"\b(?:{AUXILIARY})\b")
SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "per",
        "the",
        "to",
        "with",
        "versus",
        "vs",
    ]
)
_GRAPH = lazy_regex(r"\b(?:performance graph|(?:stock|share)holders?[’']? return performance)\b", re.IGNORECASE)
_SAYS_NOTHING = frozenset(
    content_words(
        "management discussion analysis financial condition results operations statements supplementary data form part "
        "item note notes consolidated business overview general introduction summary description schedule exhibits "
        "exhibit index table contents background other matters information additional purpose scope appendix annex "
        "report annual company corporation registrant united states securities exchange commission total year years "
        "ended month forward looking statements cautionary note "
        # what a report says of itself and of those who checked it
        "opinion independent registered public accounting firm auditor audit critical matter significant policies "
        "estimates documents incorporated reference available signatures certification certifications"
    )
)


def unmarked(line: str) -> str:
    """``line`` without citations and flags, whole or broken: no request and no heading sets them."""
    return _BEFORE_STOP.sub(r"\1", " ".join(_MARK.sub(" ", line).split()))


def as_heading(line: str) -> str:
    """``line`` as a title or heading is written: unmarked, and without the stop of a sentence."""
    return _STOP.sub("", unmarked(line))


def clean_heading(raw: str, known: frozenset[str] = frozenset()) -> str:
    """``raw`` without numbers and asides, in title case; empty where it heads nothing.

    ``known``: words of the passages in lower case, by which a word that the layout parted (LIQUIDI TY) is made whole.
    """
    line = _DISCLOSED.sub("", _ASIDE.sub("", unmarked(plain(raw)))).strip(" .:*#|–—-")
    line = _AFTER_DASH.sub("", unnumbered(line)).strip(" .:,;–—-")
    line = _SHORT_FORM.sub("", line)
    line = _SPLIT_OFF.sub(lambda parts: _whole(parts, known), line)
    words = line.split()
    if not 0 < len(words) <= LONGEST or line[-1:] in ".,;" or not words[0][:1].isupper():
        return ""
    if _VERB.search(line) or words[-1].lower() in SMALL or sum(letter.isalpha() for letter in line) < 4:
        return ""
    if any(letter.isdigit() for letter in line) or line.count("(") != line.count(")"):
        return ""
    return "" if _in_pieces(line, known) else title_case(line)


def _in_pieces(line: str, known: frozenset[str]) -> bool:
    """Whether the layout parted a word: a short piece that is no word of the passages (Dif Erentiated)."""
    pieces = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) <= 3]
    return bool(known) and any(
        word.lower() not in known and not (word.isupper() and not line.isupper()) for word in pieces
    )


def says_something(heading: str) -> bool:
    """Whether a heading tells one part of a document from another: not "General" and not "Financial Statements".

    Nor does that of a chart of a share's price, which every annual report has.
    """
    return not _GRAPH.search(heading) and any(word not in _SAYS_NOTHING for word in content_words(heading))


def title_case(line: str) -> str:
    """Each word with a capital, small ones apart; short forms keep theirs unless the whole line is in capitals."""
    shouted = (line.isupper() and len(line.split()) > 1) or (line.isupper() and len(line) > 5)
    return " ".join(_cased(word, number, shouted=shouted) for number, word in enumerate(line.split()))


def same_heading(one: str, other: str) -> bool:
    """Whether two headings would read as one said twice."""
    stems, others = set(content_words(one)), set(content_words(other))
    shortest = min(len(stems), len(others))
    return one.lower() == other.lower() or (bool(shortest) and len(stems & others) >= SAME * shortest)


def distinct(headings: Iterable[str]) -> tuple[str, ...]:
    """``headings`` in order without those that say an earlier one again."""
    kept: list[str] = []
    for heading in headings:
        if heading and not any(same_heading(heading, other) for other in kept):
            kept.append(heading)
    return tuple(kept)


def _cased(word: str, number: int, *, shouted: bool) -> str:
    bare = word.strip("(“\"'’”),.")
    if number and bare.lower() in SMALL:
        return word.lower()
    if shouted:
        word = word.lower()
    elif any(letter.isupper() for letter in bare[1:]) or any(letter.isdigit() for letter in bare):
        return word
    parts = word.split("-")
    return "-".join(part if place and part in SMALL else _capital(part) for place, part in enumerate(parts))


def _capital(part: str) -> str:
    at = next((place for place, letter in enumerate(part) if letter.isalpha()), 0)
    return part[:at] + part[at : at + 1].upper() + part[at + 1 :]


def _whole(parts: re.Match[str], known: frozenset[str]) -> str:
    joined = parts[1] + parts[2]
    return joined if joined.lower() in known and parts[2].lower() not in SMALL else parts[0]
