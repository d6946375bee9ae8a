"""A question made ready for searching. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from apps.core.patterns import lazy_regex

MAX_CHARS = 8000  # of a question are read; a longer one is a text, not a question
MAX_SENTENCES = 12

_CONTROL = lazy_regex(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_SENTENCE_END = lazy_regex(r"(?<=[.?!:;])\s+|\n+")
_WORD = lazy_regex(r"[^\W_]+(?:[&'’.-][^\W_]+)*")
_POSSESSIVE = lazy_regex(r"['’]s?$", re.IGNORECASE)
_YEAR = lazy_regex(r"\b(?:FY\s?['’]?(\d{2}|\d{4})|((?:19|20)\d\d))\b", re.IGNORECASE)
# "as of FY2022", "in fiscal 2018 and": the year with the words that only lead to it
_YEAR_PHRASE = lazy_regex(
    r"\b(?:(?:as of|at the end of|for|in|of|between|from|during|since|and|to)\s+)?(?:the\s+)?"
    r"(?:(?:fiscal|financial|calendar)?\s*(?:year\s+)?(?:FY\s?['’]?\d{2,4}|(?:19|20)\d\d))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """text[start:end] of a question: a word without its possessive."""

    text: str
    start: int
    end: int
    opens: bool  # the first of its sentence, where a capital says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question in one spelling, its sentences and its words in order."""

    text: str
    sentences: tuple[str, ...]
    words: tuple[Word, ...]
    years: tuple[str, ...]  # four digits each


def ask(text: str) -> Question:
    """Normalise ``text``: compatibility characters, control characters and white space; at most MAX_CHARS of it."""
    clean = _CONTROL.sub(" ", unicodedata.normalize("NFKC", text[:MAX_CHARS]))
    sentences = tuple(part.strip() for part in _SENTENCE_END.split(clean) if part.strip())[:MAX_SENTENCES]
    joined = " ".join(" ".join(sentence.split()) for sentence in sentences)
    return Question(text=joined, sentences=tuple(sentences), words=_words(joined), years=_years(joined))


def without_names(question: Question, named: Sequence[Word]) -> tuple[str, ...]:
    """The sentences with the words that name a document, and all years, taken out: what is asked about it."""
    text = question.text
    for word in sorted(named, key=lambda word: -word.start):
        text = text[: word.start] + re.sub(r"^['’]s?\b", "", text[word.end :])
    text = " ".join(_YEAR_PHRASE.sub(" ", text).split())
    return tuple(part for part in _SENTENCE_END.split(text) if _WORD.search(part))


def _words(text: str) -> tuple[Word, ...]:
    words = []
    for match in _WORD.finditer(text):
        bare = _POSSESSIVE.sub("", match[0])
        opens = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1] in ".?!:;"
        words.append(Word(bare, match.start(), match.start() + len(bare), opens))
    return tuple(words)


def _years(text: str) -> tuple[str, ...]:
    found = (short or long for short, long in _YEAR.findall(text))
    return tuple(dict.fromkeys(year if len(year) == 4 else f"20{year}" for year in found))
