"""Whether a sentence or row counts the things whose number a question asks for: how many employees? Pure."""

import re
from dataclasses import dataclass

from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words, stem
from apps.agents.writer.sentences.asked.owner import asks_ahead
from apps.agents.writer.sentences.ranking import COUNT_WORD, TIME, dangling
from apps.core.periods import COUNT, MONTH, ORDINAL

MOST_WORDS = 4  # of what is counted
FAR, NEAR = 10, 6  # words before and behind a figure, among which stands what it counts
_HOW_MANY = re.compile(
    r"\bhow many (?:of (?:the|its|their) )?(?P<what>[\w'’ -]+?)(?= (?:do|does|did|has|have|had|is|are|was|were|will|"
    r"would|can|could|may|must|shall|should|in|at|on|of|from|for|under|per|with|to)\b|\W*\Z)",
    re.IGNORECASE,
)
# all up to the first nouns in the plural: "people work", "boats sank", "sales offices closed"
_PLURAL = r"(?:people|men|women|children|(?!(?:less|various)\b)[\w-]{2,}[^\W\dsui]s)\b(?!['’])"
_MANY = re.compile(rf"\A(?:.*?\b{_PLURAL}(?!\s+{_PLURAL})|.*\Z)", re.IGNORECASE)
_MEASURED = frozenset(content_words("dollars euros pounds percent percentage points basis dollar euro"))
_MOVES = r"(?:increas|decreas|declin|r[io]s|fell|fall|grew|grow|drop|up|(?<!shut )down)\w*"
# figures that count no things: money, shares, dates, references, clauses, and by how much a number moved
_NO_COUNT = re.compile(
    r"[$€£¥]\s?\(?[\d.,]+\)?(?:\s?(?:million|billion|thousand|trillion)\b)?|\d[\d.,]*\)?\s?(?:%|per\s?cent\b)|"
    rf"\b{MONTH}\s+\d{{1,2}}(?:\s?,\s*\d{{4}})?|\b(?:1[5-9]|20)\d\d\b|"
    r"\b(?:notes?|no\.|items?|form|section|part|article|exhibit)\s+[\w-]*\d[\w().-]*|\b[A-Z]-\d+\b|"
    r"\A\d+(?:(?:\.\d+)+[.)]?|[.)])\s|"
    rf"\b{_MOVES}\s+(?:by\s+)?(?:approximately\s+|about\s+)?\d[\d.,]*",
    re.IGNORECASE,
)


_HEADS = re.compile(  # the next things in the plural: "47 new stores"
    rf"\s+(?:million\s+|thousand\s+)?(?:[\w-]+\s+){{0,2}}?(?!(?:people|persons)\b){_PLURAL}(?!\s+{_PLURAL})"
    rf"(?:\s+(?:and|or)\s+(?:[\w-]+\s+)?{_PLURAL})?",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?:(?!and\b)[\w'’-]+\s+){0,4}\Z", re.IGNORECASE)
_NOUN = re.compile(
    r"(?!(?:at|of|in|as|for|by|on|per|to|with|from|and|or|during|end|total)\b)[a-z’'-]{3,}", re.IGNORECASE
)
_OCCASION = stem("times")
_TIMES = frozenset(content_words("hours days weeks months quarters years"))
_LASTS = re.compile(  # "14 full months", "the third fiscal quarter"
    rf"\b(?:\d[\d.,]*|{COUNT}|{ORDINAL})[\s-]+{TIME}", re.IGNORECASE
)
_PLANNED = re.compile(r"\b(?:expect|plan|intend|anticipate|aim)(?:s|d|ed|ned)?\s+to\b", re.IGNORECASE)
_NOTE = re.compile(r"(?:includ|exclud)(?:es?|ing)\b", re.IGNORECASE)  # of what, stands elsewhere
_NUMBER = re.compile(r"(?<![\w.])(?<![^\W\d_]-)\d[\d,.]*(?![A-Za-z])")
_COUNTS = re.compile(r"\A[^%$]*[0-9][^%$]*\Z")  # in a cell
_ONE = re.compile(r"\bone((?:\s+[\w’'-]+){1,3})", re.IGNORECASE)
_OFTEN = re.compile(  # before a clause "once" says when
    r"(?<!\bat )(?<!\A)(?<!, )\bonce\b(?=\s*(?:[.,;:?!)]|\Z)|\s+(?:and|or|only|more|again|every|each|per|in|on|by|for|"
    rf"during|within|to|from|at|an?\s+{TIME})\b)|\bthrice\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(  # deeds that change how many there are
    r"\b(?:(?:do|does|did|will|would|may|must|can|could|shall|should)\s(?:(?!have\b)[^?])*?\b(?P<deed>close|open|sell)|"
    r"(?P<past>closed|opened|sold))\b",
    re.IGNORECASE,
)
_SAYS = {  # by the stem of the deed: what says that it is done
    "close": re.compile(r"\b(?:clos(?:ed?|es|ing|ures?)\b|shut|exit|ceas|discontinu)", re.IGNORECASE),
    "open": re.compile(
        r"\b(?:open(?:ed|s|ing|ings)?\b|new\b|add(?:ed|s|ing)?\b|addition|launch|inaugurat)", re.IGNORECASE
    ),
    "sell": re.compile(
        r"\b(?:s(?:ell|old|ale)|ship|deliver|offer|carr(?:y|ie)|divest|dispos|buy|bought)", re.IGNORECASE
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The stems of what is counted, the noun last, and of the rest that is asked; whether that is to come.

    ``says``: what a sentence says that tells of the deed asked for, where that changes the number.
    """

    what: tuple[str, ...]
    rest: frozenset[str]
    ahead: bool
    says: re.Pattern[str] | None


def counted_in(question: Question) -> Counted | None:
    """What a question asks the number of; None of one that asks for no number, or for money and the like."""
    found = _HOW_MANY.search(question.asked)
    what = content_words(_MANY.match(found["what"])[0]) if found else ()
    if not what or len(what) > MOST_WORDS or what[-1] in _MEASURED or question.trend:
        return None
    rest = frozenset(question.words) - set(what) - set(question.names)
    deed = _CHANGES.search(question.asked)
    says = _SAYS[stem(deed["deed"] or deed["past"])] if deed else None
    return Counted(what=what, rest=rest, ahead=asks_ahead(question.text), says=says)


def counts_others(counted: Counted | None, place: Place) -> bool:
    """Whether a place gives no number of what is ``counted``: it has neither that nor all else asked, or no number."""
    if counted is None:
        return False
    row = place.unit.row
    if counted.says and not counted.says.search(" ".join((place.text, *place.headings, *(row.columns if row else ())))):
        return True
    if row is not None:
        said = place.words | place.above | frozenset(content_words(" ".join((place.unit.heading, *row.columns))))
        other = not any(_COUNTS.search(cell) for cell in row.cells) or _is_beside(counted.what[-1], row.label)
        label = frozenset(content_words(row.label))
        return other or not (counted.what[-1] in said or (label and label <= counted.rest))
    if _NOTE.match(place.text) or (_PLANNED.search(place.text) and not counted.ahead):
        return True
    leans = place.unit.kind is Kind.PROSE and dangling(place.text)
    said = place.words | place.beside if leans else place.words
    text = _NO_COUNT.sub(" ", place.text if _TIMES & set(counted.what) else _LASTS.sub(" ", place.text))
    return not (_speaks_of(counted, said) and _has_number(counted, text))


def _speaks_of(counted: Counted, said: frozenset[str]) -> bool:
    return counted.what[-1] in said or (bool(counted.rest) and counted.rest <= said)


def _is_beside(noun: str, label: str) -> bool:
    """Whether a label has a noun only beside another, of which it says more: "employee stock options"."""
    words = re.findall(r"[\w'’-]+|[^\w\s]", label)
    behind = [after for word, after in zip(words, [*words[1:], ""], strict=True) if stem(word) == noun]
    return bool(behind) and all(_NOUN.fullmatch(word) for word in behind)


def _has_number(counted: Counted, text: str) -> bool:
    one = any(counted.what[-1] in content_words(found[1]) for found in _ONE.finditer(text))
    often = counted.what[-1] == _OCCASION and _OFTEN.search(text)
    figures = [*_NUMBER.finditer(text), *COUNT_WORD.finditer(text)]
    return one or bool(often) or not all(_is_of_others(counted, text, found) for found in figures)


def _is_of_others(counted: Counted, text: str, figure: re.Match[str]) -> bool:
    """Whether a figure counts others than the things asked for, or is far from them: "47 new stores, and brands"."""
    things = _HEADS.match(text, figure.end())
    if counted.what[-1] not in content_words(text):
        return False
    if things is None:
        around = (*text[: figure.start()].split()[-FAR:], *text[figure.end() :].split()[:NEAR])
        return counted.what[-1] not in content_words(" ".join(around))
    before = _BEFORE.search(text[: figure.start()])[0]
    return counted.what[-1] not in content_words(f"{before} {things[0]}")
