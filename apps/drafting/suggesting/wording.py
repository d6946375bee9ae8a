"""Headings and labels of rows as they stand inside a question, or not at all. Pure.

They are taken as they are printed, so that no question needs a verb that agrees, or an article. What does not read as a
noun phrase is left out: a question that reads badly is worse than none.
"""

import re
from collections.abc import Sequence

from apps.agents.reading.words import STOPWORDS
from apps.core.patterns import lazy_regex
from apps.core.sentences import NOTE_MARKS
from apps.core.words import AUXILIARY

SHORTEST, LONGEST = 2, 7  # words of a topic; one word alone (Revenue, General) may mean anything

_NUMBER = lazy_regex(
    r"\A(?:(?:item|part|section|article|chapter|note|annex|appendix|schedule|exhibit)\s+)?"
    r"(?:\(?(?:\d{1,3}(?:\.\d{1,3})+[.):]?|\d{1,3}[A-Za-z]?[.):]|[IVXLC]{1,6}[.):]|[A-Za-z][.):])|[–—-])\s*[–—-]?\s*",
    re.IGNORECASE,
)
_NOT_A_TOPIC = lazy_regex(
    r"[?!;:|•*_<>{}\[\]\d$€£%/\\@]|\.\Z|\b(?:continued|overview|introduction|general|contents|summary|conclusions?|"
    r"miscellaneous|other|others|appendix|exhibits?|signatures?|documents|incorporated|certain|following|forward|"
    r"statements?|reconciliations?|notes?|tables?|supplementa\w+|selected|unaudited|investor\w*|contacts?|press|conference|webcast|"
    r"compan(?:y|ies)|corporation|subsidiar\w+|inc|corp|registrant\w*|basis|scope|purpose|washington|"
    r"parts?\s+[IVX]+|about|see|numbers?|amounts?|results?|months?|years?|ended|quarters?|weeks?|dollars?|millions?|thousands?)\b",
    re.IGNORECASE,
)
_CLAUSE = lazy_regex(
    rf"\b(?:{AUXILIARY}|be|been|do|does|did|"
    r"we|our|us|you|your|they|their|it|its|if|when|how|what|why|who|which|that|not|no)\b",
    re.IGNORECASE,
)
_BARE_ROW = lazy_regex(
    r"\A(?:less|plus|add|balances?|beginning|ending|at|as|per|diluted|basic|and|or|for|to|from|in|of|on|by|with|under)\b",
    re.IGNORECASE,
)
_NOTED = lazy_regex(rf"\s*{NOTE_MARKS}\Z")
_LOOSE_END = lazy_regex(
    r"(?:\b(?:of|in|by|for|on|to|from|at|and|or|with|the|an?|per|than|as|net|totals?)|[,–—-])\Z", re.I
)
_PLAIN_ROW = lazy_regex(r"[A-Za-z][A-Za-z ,&’'-]*\Z")
_PROPER = lazy_regex(r"(?:\A|-)(?:[A-Z0-9&.]{2,}|[A-Za-z]*[a-z][A-Z]\w*)(?:-|\Z)")  # GAAP, Non-GAAP, R&D, eBay
_WORDS = lazy_regex(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")


def noun_phrase(printed: str, content: str) -> str:
    """A heading or label as it stands inside a sentence; empty for what is none, or says nothing by itself."""
    text = _NUMBER.sub("", " ".join(printed.lstrip("# ").split()), count=1).strip(" .–—-")
    text = _NOTED.sub("", text)
    written = re.search(rf"[a-z,;]\s(?P<as>(?i:{re.escape(text)}))\b", content)
    words = text.split()
    telling = [word for word in words if word.casefold() not in STOPWORDS]
    if not SHORTEST <= len(words) <= LONGEST or len(telling) < SHORTEST or "(" in text or text.isupper():
        return ""
    if _NOT_A_TOPIC.search(text) or _CLAUSE.search(text) or _LOOSE_END.search(text):
        return ""
    capitals = [word for word in telling if word[0].isupper() and not _PROPER.search(word)]
    printed_large = [word for word in telling if not _PROPER.search(word)]
    if set(capitals) - {words[0]} and capitals != printed_large:
        return ""  # a line of a table's head, or a sentence cut in two
    if written and all(word[0].isupper() for word in written["as"].split() if word.casefold() not in STOPWORDS):
        return written["as"]
    return _as_title(words, content) if set(capitals) - {words[0]} else _as_sentence(words, content)


def _as_title(words: Sequence[str], content: str) -> str:
    """Without its capitals where the passage writes all of those words without them too: names keep theirs."""
    low = [word if _PROPER.search(word) else word.lower() for word in words]
    written = set(_WORDS.findall(content))
    changed = (plain for word, plain in zip(words, low, strict=True) if word != plain)
    return " ".join(low if all(plain in written for plain in changed) else words)


def _as_sentence(words: Sequence[str], content: str) -> str:
    """Without the capital that opens a line, unless the passage writes that word with one inside its sentences."""
    first = words[0]
    named = re.search(rf"[a-z,;]\s{re.escape(first)}\b", content) and first.lower() not in _WORDS.findall(content)
    return " ".join(words if _PROPER.search(first) or named else (first.lower(), *words[1:]))


def names_a_measure(label: str) -> bool:
    """Whether it says what is counted: a row of a place or a body ("Northern Region") says whose, and not what."""
    telling = [word for word in label.split() if word.casefold() not in STOPWORDS]
    named = all(word[0].isupper() and not _PROPER.search(word) for word in telling)
    return bool(_PLAIN_ROW.match(label)) and not _BARE_ROW.match(label) and "," not in label and not named
