"""Words that several rooms look for, and sets of words written as a line or several."""

import re

AUXILIARY = "is|are|was|were|has|have|had|may|might|could|would|will|must|shall|should|can|cannot"  # as alternatives


def counted(words: str, *, start: int = 0, step: int = 1) -> dict[str, int]:
    """word → value of consecutive number words."""
    return {word: value * step for value, word in enumerate(words.split(), start=start)}


ONES = counted(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS = counted("twenty thirty forty fifty sixty seventy eighty ninety", start=2, step=10)


_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d)")
# "10 000", as much of Europe groups figures: with a blank of its own kind, or behind a word that such a figure follows
_SPACED = re.compile(
    r"(?<![\d.,])(?<!\d\s)\d{1,3}(?:(?:[\u2009\u202f]\d{3})+(?!\d)|(?:\u00a0\d{3})+(?=\s?(?:[^\W\d_]|[€£$%])))"
    r"|(?:(?<=\bof )|(?<=\bto )|(?<=\bthan )|(?<=\bpaid )|(?<=\babout )|(?<=\bexceed )|(?<=\bleast )|(?<=\bmost ))"
    r"\d{1,3}(?: \d{3})+(?=\s(?:euros?|EUR|CHF|SEK|NOK|DKK|PLN|CZK|francs|kron(?:or|er)|r(?:ou|u)bles)\b)"
)
# not a quotation that such a letter opens: "the 'm word'"
_CLITIC = re.compile(r"(?<=\w)[ \t]+(?=n['’]t\b|['’](?:s|re|ve|ll|d|m)\b(?![^'’]*['’](?!\w)))")


def figures_as_in(like: str, text: str) -> str:
    """``text`` with "30, 000" written as the "30,000" that stands in ``like``: read from a page it may come parted.

    Not one of several: "pages 30, 000 and 100".
    """
    for figure in dict.fromkeys(_GROUPED.findall(like)):
        parted = r",\s?".join(figure.split(","))
        text = re.sub(rf"(?<![\d.,]){parted}(?!\d|,?\s(?:and|or)\s\d|,\s\d)", figure, text)
    return text


def grouped(text: str) -> str:
    """``text``, as long as it was, with "10 000" written as "10,000" where that is one figure and no row of several."""
    return _SPACED.sub(lambda found: re.sub(r"\s", ",", found[0]), text)


def rejoined(text: str) -> str:
    """``text`` with "has n't" and "Kerr 's" as they are written where words were not parted for a program to count."""
    return _CLITIC.sub("", text) if "'" in text or "’" in text else text


def word_set(*lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(" ".join(lines).split())
