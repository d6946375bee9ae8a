"""Spelled-out numbers: "twenty-one", "two and a half million", "a dozen", "two-thirds", "third"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from apps.core.patterns import lazy_regex
from apps.core.words import ONES, TENS, counted

_ORDINALS = counted(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    start=1,
)
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
}
_SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "lakh": 5, "crore": 7}
_CARDINAL = "|".join(sorted([*ONES, *TENS], key=len, reverse=True))
_SCALE = "|".join(_SCALES)
_SEQUENCE = lazy_regex(
    rf"\b(?:(?:{_CARDINAL}|an?(?=\s+(?:{_SCALE}|dozen)\b)|(?<=half\s)an?(?=\s+(?:{_SCALE}|dozen)\b))\b"
    rf"(?:(?:\s+and\s+a\s+half)?(?:[\s-]+(?:and\s+)?(?:{_CARDINAL}|{_SCALE}|dozen)\b)*)(?:\s+and\s+(?:a"
    rf"|one)[\s-]half)?)",
    re.IGNORECASE,
)
_HALF_SCALE = lazy_regex(rf"\bhalf\s+an?\s+(?P<scale>{_SCALE}|dozen)\b", re.IGNORECASE)
_A_WHILE = lazy_regex(
    r"(?<![\d%.] )(?<!such )(?<!times )(?<!once )(?<!dollars )\ban?(?=\s+(?:minute|hour|day|week"
    r"|month|quarter|year|decade|century)\b(?!['’]))",
    re.IGNORECASE,
)
_FRACTION = lazy_regex(
    rf"\b(?:(?P<top>an?|{'|'.join(list(ONES)[1:10])})[\s-]+(?P<part>half|halves|third|quarter"
    rf"|fourth|fifth|sixth|eighth|tenth)s?\b"
    rf"(?!\s+(?:of\s+)?(?:fiscal|20\d\d)|\s+(?:ended|ending|year|time|party|parties|country|countries|person)\b)"
    r"|(?P<alone>half)(?=\s+(?:of|the|its|their|all|an?\s+(?!million|billion|thousand|hundred|trillion|dozen))))",
    re.IGNORECASE,
)
_ORDINAL = lazy_regex(
    rf"(?<!\d-)\b(?P<word>(?:(?:{'|'.join(TENS)})[\s-])?(?:{'|'.join(_ORDINALS)}))\b|(?<![\d.,/])\b(?P<digits>\d+)\s?(?:st"
    rf"|nd|rd|th)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpelledNumber:
    """A number written in words at text[start:end]. ``step`` is the weight of its last significant digit."""

    value: Decimal
    step: Decimal
    scaled: bool
    start: int
    end: int


def find_spelled(text: str) -> Iterator[SpelledNumber]:
    """Cardinals in words, in order of kind, not of place; the caller masks what it has taken."""
    for match in _HALF_SCALE.finditer(text):
        value = (
            Decimal(6)
            if match["scale"].lower() == "dozen"
            else Decimal(5) * 10 ** (_SCALES[match["scale"].lower()] - 1)
        )
        yield SpelledNumber(value=value, step=value / 5, scaled=True, start=match.start(), end=match.end())
    for match in _A_WHILE.finditer(text):
        yield SpelledNumber(value=Decimal(1), step=Decimal(1), scaled=False, start=match.start(), end=match.end())
    for match in _SEQUENCE.finditer(text):
        for start, end in _apart(match[0]):
            words = re.findall(r"[a-z]+", match[0][start:end].lower())
            value = cardinal(words)
            if value is not None:
                scales = [10 ** _SCALES[word] for word in words if word in _SCALES]
                yield SpelledNumber(
                    value=value,
                    step=Decimal(scales[-1] if scales and words[-1] in _SCALES else 1) / (10 if "half" in words else 1),
                    scaled=bool(scales),
                    start=match.start() + start,
                    end=match.start() + end,
                )


def _apart(sequence: str) -> Iterator[tuple[int, int]]:
    """Where each number of "five and ten" stands; "one hundred and ten" is one."""
    words = list(re.finditer(r"[a-z]+", sequence, re.IGNORECASE))
    small = [word[0].lower() in ONES or word[0].lower() in TENS for word in words]
    start = 0
    for place in range(1, len(words) - 1):
        if words[place][0].lower() == "and" and small[place - 1] and small[place + 1]:
            yield start, words[place - 1].end()
            start = words[place + 1].start()
    yield start, len(sequence)


def cardinal(words: list[str]) -> Decimal | None:
    """The value of number words ("two", "and", "a", "half", "million"); None when they make no number."""
    total = Decimal(0)
    group = Decimal(0)
    seen = False
    for i, word in enumerate(words):
        if word in ONES or word in TENS:
            group += ONES.get(word, TENS.get(word, 0))
            seen = True
        elif word == "half":
            group += Decimal("0.5")
        elif word == "dozen":
            group = (group or 1) * 12
            seen = True
        elif word in _SCALES and _SCALES[word] == 2:
            group = (group or 1) * 100
            seen = True
        elif word in _SCALES:
            total += (group or 1) * 10 ** _SCALES[word]
            group = Decimal(0)
            seen = True
        elif word not in ("and", "a", "an", "one") or (word == "one" and i == 0):
            return None
    return total + group if seen else None


def find_fractions(text: str) -> Iterator[tuple[int, int, Decimal]]:
    """(start, end, value 0 … 1) of fractions in words."""
    for match in _FRACTION.finditer(text):
        if match["alone"]:
            yield match.start(), match.end(), Decimal("0.5")
            continue
        top = ONES.get(match["top"].lower(), 1)
        bottom = _PARTS[match["part"].lower()]
        following = text[match.end() : match.end() + 4].lower()
        # "a third party", "a quarter ended": only "a third of", "one-third" and "two thirds" are shares
        if match["top"].lower() in ("a", "an") and not following.startswith(" of "):
            continue
        if top <= bottom and not (
            bottom == 4 and match["top"].lower() in ("a", "an") and "year" in text[match.end() : match.end() + 14]
        ):
            yield match.start(), match.end(), Decimal(top) / Decimal(bottom)


def find_ordinals(text: str) -> Iterator[tuple[int, int, int]]:
    """(start, end, rank) of ordinals in words or digits."""
    for match in _ORDINAL.finditer(text):
        if match["digits"]:
            yield match.start(), match.end(), int(match["digits"])
            continue
        words = re.findall(r"[a-z]+", match["word"].lower())
        tens = TENS[words[0]] if len(words) == 2 else 0
        yield match.start(), match.end(), tens + _ORDINALS[words[-1]]
