"""Words as the built-in cast compares them. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log

import snowballstemmer

from apps.core.patterns import lazy_regex
from apps.core.sentences import RAISED
from apps.core.words import grouped, rejoined, word_set
from apps.verification import lexicon

_STEMMER = snowballstemmer.stemmer("english")
_FRACTIONS = "¼-¾⅐-⅞↉"  # inside the brackets of a pattern
# a figure above the line is no letter of a word, nor is a fraction; one below it only behind a letter: CO₂
_LETTERS = rf"[^\W_{RAISED}₀-₉{_FRACTIONS}]+"
_TOKEN = lazy_regex(rf"{_LETTERS}(?:['’]{_LETTERS})*(?:&{_LETTERS})*")
_ANY_OFF_THE_LINE = lazy_regex(rf"[{RAISED}⁺⁻⁽⁾₀-₉{_FRACTIONS}]")
_OFF_THE_LINE = lazy_regex(rf"([{RAISED}⁺⁻⁽⁾{_FRACTIONS}]+|(?<![^\W\d_])[₀-₉]+)")
_CODE = lazy_regex(r"\d+[A-Z]")
_FIGURE = lazy_regex(r"\d+(?:st|nd|rd|th)?", re.IGNORECASE)
_HYPHEN_AT_LINE_END = lazy_regex("[\ufffe\u00ad]\\s*")

STOPWORDS = (lexicon.STOPWORDS - word_set("after am before done it's she there's which's")) | word_set("""
    against because billion billions either etc every hence hers however inc itself ltd million millions neither
    onto per s t therefore thousand thousands through thus until upon via vs why within
""")
# Nouns and verbs of one family that a suffix stemmer keeps apart.
_FAMILIES = {
    word: family
    for family, members in {
        "acquir": "acquisition acquisitions acquirer",
        "reduc": "reduction reductions",
        "grow": "growth grew grown",
        "decid": "decision decisions",
        "sell": "sold sale sales",
        "buy": "bought",
        "pay": "paid payment payments payable",
        "spend": "spent",
        "rise": "rose risen",
        "fall": "fell fallen",
        "lead": "led",
        "hold": "held",
        "begin": "began begun",
        "win": "won",
        "lose": "lost loss losses",
        "choos": "chose chosen choice",
        "produc": "production productions",
        "analysi": "analyses analysed analyzed analyse analyze",
        "die": "death died dies",
        "bear": "born birth",
        "found": "founded founder founding foundation",
        "permit": "permission permitted",
        "approv": "approval approvals",
        "receiv": "receipt receipts",
        "employ": "employee employees",
        "member": "membership memberships",
        "day": "daily",
        "year": "yearly annual annually annum",
        "month": "monthly",
        "percent": "percentage percentages",
        "repay": "repayment repayments repaid prepay prepayment prepayments prepaid",
    }.items()
    for word in members.split()
}


def plain(text: str) -> str:
    """One line of text: NFKC, hyphenation at line ends and a parted "has n't" undone, whitespace runs as one blank.

    Figures above the line stay there, and so do those below it but behind a letter: 1,355⁵ is not 1,3555. A
    fraction stays one character: 70½ is not 701⁄2.
    """
    joined = grouped(_HYPHEN_AT_LINE_END.sub("", text))
    line = unicodedata.normalize("NFKC", joined)
    if line != joined and _ANY_OFF_THE_LINE.search(joined):
        pieces = _OFF_THE_LINE.split(joined)  # every other one is off the line
        pieces[::2] = [unicodedata.normalize("NFKC", piece) for piece in pieces[::2]]
        line = "".join(pieces)
    return rejoined(" ".join(line.split()))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of one word, families of irregular nouns and verbs together."""
    low = word.lower().replace("’", "'").replace("&", "")
    low = low[:-2] if low.endswith("'s") else low
    return _FAMILIES.get(low) or str(_STEMMER.stemWord(low))


@lru_cache(maxsize=20_000)
def content_words(text: str) -> tuple[str, ...]:
    """Stems in order of appearance, without stop words and without bare figures."""
    tokens = _TOKEN.findall(plain(text))
    return tuple(
        stem(token)
        for token in tokens
        if token.lower() not in STOPWORDS and not _FIGURE.fullmatch(token) and (len(token) > 1 or token.isupper())
    )


@lru_cache(maxsize=20_000)
def names(text: str) -> tuple[str, ...]:
    """Stems of words that look like names: capitalised inside a sentence, or capitals and digits throughout."""
    found = []
    line = plain(text)
    for match in _TOKEN.finditer(line):
        token = match[0]
        if token.lower() in STOPWORDS or len(token) < 2 or not (token[0].isupper() or _CODE.match(token)):
            continue
        before = line[: match.start()].rstrip(" \"'“‘([")
        opens = not before or before[-1] in ".!?:;•|"
        if token.isupper() or any(letter.isupper() for letter in token[1:]) or not opens:
            found.append(stem(token))
    return tuple(dict.fromkeys(found))


def weights_in(texts: Iterable[Iterable[str]]) -> dict[str, float]:
    """How telling each stem is among the texts: ln(1 + n / texts that have it), an idf that is never negative."""
    counts: dict[str, int] = {}
    total = 0
    for words in texts:
        total += 1
        for word in set(words):
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + total / count) for word, count in counts.items()}


def coverage(wanted: Iterable[str], have: Iterable[str], weights: Mapping[str, float], *, default: float) -> float:
    """The weighted share of ``wanted`` that is among ``have``: 0 … 1, and 1 when nothing is wanted."""
    pool = have if isinstance(have, (set, frozenset)) else set(have)
    total = found = 0.0
    for word in dict.fromkeys(wanted):
        weight = weights.get(word, default)
        total += weight
        if word in pool:
            found += weight
    return found / total if total else 1.0
