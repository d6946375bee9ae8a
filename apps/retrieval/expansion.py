"""What a word means that no passage in question has, read from the corpus itself and from no list of ours. Pure.

It is looked for in the passages found without it: as an abbreviation they define ("selling, general and administrative
(SG&A)"), as the initials of a phrase they use (PPNE: property, plant and equipment), as two words written as one
(cashflow) or as the beginnings of two (capex: capital expenditures). The phrase found most often takes its place.

Relevance feedback (the words that set the best passages apart, Lavrenko and Croft 2001) was tried beside it and lost 3
to 9 points on the filing questions: what sets the passages of one filing apart is the filing, not what was asked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from apps.retrieval.question import Word

LENGTHS = range(3, 25)  # letters of a word that is looked up
INITIALS = range(2, 7)  # letters of an abbreviation
MOST_LOOKED_UP = 4  # words of a question: each is sought in the text of every passage
OFTEN = 3  # a phrase that only its beginnings point to must be found so often

_GAP = r"[\s,&–—-]+"
_SMALL = rf"(?:(?:and|of|the|for|in|on|to|or){_GAP})?"


def is_abbreviation(word: str) -> bool:
    """Two capitals or more and hardly anything else: PPNE, SG&A, JnJ."""
    letters = _letters(word)
    return len(letters) in INITIALS and sum(letter.isupper() for letter in word) >= 2


def definition_of(word: str, texts: Sequence[str]) -> str | None:
    """What ``texts`` write out before the abbreviation ``word`` in brackets, in lower case, or None."""
    if not is_abbreviation(word):
        return None
    pattern = rf"\b({_initials(_letters(word))})(?:\s\w+)?[\s,]*\(\s*[\"“”'‘’]?{re.escape(word)}[\"“”'‘’]?\s*\)"
    return _most_frequent(pattern, texts, least=1)


def meaning_of(word: str, texts: Sequence[str]) -> str | None:
    """The phrase of ``texts`` that ``word``, which none of them has, stands for, in lower case, or None."""
    letters = _letters(word)
    if len(letters) not in LENGTHS or len(letters) < len(word) - 2:
        return None
    if is_abbreviation(word):
        return definition_of(word, texts) or _most_frequent(rf"\b({_initials(letters)})\b", texts, least=1)
    cuts = [(letters[:cut], letters[cut:]) for cut in range(2, len(letters) - 1)]
    apart = "|".join(rf"{first}\s{second}" for first, second in cuts)
    begun = "|".join(rf"{first}[a-z]*\s{second}[a-z]+" for first, second in cuts)
    return _most_frequent(rf"\b({apart})s?\b", texts, least=1) or _most_frequent(rf"\b({begun})\b", texts, least=OFTEN)


def in_their_words(text: str, words: Iterable[Word], texts: Sequence[str]) -> str:
    """``text`` with what ``texts`` say in place of those of its ``words``, in order, that it explains."""
    for word in reversed([*islice(words, MOST_LOOKED_UP)]):
        meaning = meaning_of(word.text, texts)
        if meaning:
            text = text[: word.start] + meaning + text[word.end :]
    return text


def _most_frequent(pattern: str, texts: Sequence[str], *, least: int) -> str | None:
    """The match found most often, the first in the alphabet among equals; None below ``least``."""
    compiled = re.compile(pattern, re.IGNORECASE)
    found = Counter(" ".join(match.lower().split()) for text in texts for match in compiled.findall(text))
    best = max(sorted(found), key=found.__getitem__, default=None)
    return best if best is not None and found[best] >= least else None


def _letters(word: str) -> str:
    return re.sub(r"[^a-z]", "", word.lower())


def _initials(letters: str) -> str:
    """A phrase whose words begin with ``letters``; n and a may stand for and, small words between do not count."""
    words = []
    for place, letter in enumerate(letters):
        inner = 0 < place < len(letters) - 1
        words.append(rf"(?:{letter}[a-z]+|and)" if inner and letter in "na" else rf"{letter}[a-z]+")
    return (_GAP + _SMALL).join(words)
