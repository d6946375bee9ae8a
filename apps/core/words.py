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
# not a quotation that such a letter opens: "the 'm word'"
_CLITIC = re.compile(r"(?<=\w)[ \t]+(?=n['’]t\b|['’](?:s|re|ve|ll|d|m)\b(?![^'’]*['’](?!\w)))")
# "7pm", "7:00 P.M.", "9.30 a.m."; of "on May 7 A.M. Best affirmed" it is no hour
_HOUR = re.compile(
    r"(?<![\d.,:/])(?P<hour>0?[1-9]|1[0-2])(?:[:.](?P<minute>[0-5]\d))?[ \t]?(?P<half>[ap])"
    r"(?:m|\.[ \t]?m(?!\.?\s+Best\b)(?P<stop>\.?))(?!\w)",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\s*\Z|\s+[A-Z“\"]")


def figures_as_in(like: str, text: str) -> str:
    """``text`` with "30, 000" written as the "30,000" that stands in ``like``: read from a page it may come parted.

    Not one of several: "pages 30, 000 and 100".
    """
    for figure in dict.fromkeys(_GROUPED.findall(like)):
        parted = r",\s?".join(figure.split(","))
        text = re.sub(rf"(?<![\d.,]){parted}(?!\d|,?\s(?:and|or)\s\d|,\s\d)", figure, text)
    return text


def rejoined(text: str) -> str:
    """``text`` with "has n't" and "Kerr 's" as they are written where words were not parted for a program to count.

    And with hours of the day written in one way: "7 pm", "9:30 am".
    """
    line = _CLITIC.sub("", text) if "'" in text or "’" in text else text
    return _HOUR.sub(_hour, line)


def _hour(found: re.Match[str]) -> str:
    minute = "" if found["minute"] in (None, "00") else f":{found['minute']}"
    stop = found["stop"] if found["stop"] and _ENDS.match(found.string, found.end()) else ""
    return f"{int(found['hour'])}{minute} {found['half'].lower()}m{stop}"


def word_set(*lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(" ".join(lines).split())
