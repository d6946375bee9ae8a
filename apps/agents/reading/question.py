"""What a question asks for. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from apps.agents.reading.words import content_words, names, plain
from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH, MONTHS


class Ask(StrEnum):
    AMOUNT = "amount"  # how much, how many, what percentage
    WHEN = "when"
    WHO = "who"
    WHERE = "where"
    WHY = "why"  # reasons and drivers
    PERMISSION = "permission"  # may, must, is one allowed to
    YES_NO = "yes_no"
    DEFINITION = "definition"
    LIST = "list"  # what are the …, which …
    OTHER = "other"


_RULES: tuple[tuple[Ask, re.Pattern[str]], ...] = tuple(
    (ask, lazy_regex(pattern, re.IGNORECASE))
    for ask, pattern in (
        (
            Ask.WHEN,
            r"\bwhen\b(?!.*\bwhat\b)|\b(?:what|which|in what|on what) (?:year|date|day|month|century|deadline)\b|"
            r"\bhow (?:long ago|soon)\b",
        ),
        (
            Ask.WHY,
            r"\bwhy\b|"
            r"\b(?:what|which)\b[^?]{0,30}\b(?:drove|caused?|led to|reasons?|drivers?|explains?|contributed)\b",
        ),
        (
            Ask.AMOUNT,
            r"\bhow (?:much|many|long|often|high|large|big|far|old|tall|wide|deep|fast)\b|"
            r"\b(?:what|which)\b[^?]{0,60}?\b(?:amount|percent(?:age)?|ratio|rate|number|total|price|cost|limit|"
            r"maximum|"
            r"minimum|score|proceeds|gain|revenue|value|size|term|period|salary|fee|threshold|average|margin|"
            r"population|"
            r"liabilities|assets|expenses?|expenditures?|income|earnings|length|height|area|temperature|share|"
            r"net\b[^?]{0,20})\b",
        ),
        (Ask.WHO, r"\b(?:who|whom|whose)\b"),
        (Ask.WHERE, r"\bwhere\b|\b(?:what|which) (?:city|country|state|place|region|location)\b"),
        (
            Ask.PERMISSION,
            r"^\W*(?:may|must|can|should|shall)\b|"
            r"\b(?:allowed|permitted|required|obliged|prohibited|forbidden|entitled|eligible)\b[^?]*\?*$|"
            r"\b(?:do|does) .{1,40} (?:need|have) to\b",
        ),
        (Ask.YES_NO, r"(?:^|[.,:;] )\W*(?:is|are|was|were|does|do|did|has|have|had|will|would|could)\b"),
        (
            Ask.DEFINITION,
            r"^\W*(?:what (?:is|are) (?:a|an|the meaning of)\b|define\b|what does .{1,60} (?:mean|stand for)\b|"
            r"what is meant)",
        ),
        (Ask.LIST, r"\b(?:what|which) (?:are|were|\w+s)\b|\blist\b|\bname (?:the|all)\b"),
    )
)
_YEAR = lazy_regex(r"\b(?:FY\s?'?|fiscal(?: year)?\s*)?((?:19|20)\d\d)\b|\bFY\s?'?(\d\d)\b", re.IGNORECASE)
_AMPERSAND = lazy_regex(r"\b[A-Z]+(?:&[A-Z]+)+\b")  # SG&A, R&D: terms, no names
# Words that say how to answer, not what about.
_TALK = frozenset(
    content_words(
        "question answer give response details shown relying primarily using information provided based judgments "
        "basis state "
        "explain assume following please tell describe according document documents report mentioned say says said "
        "applies apply equities analyst public usd million billion amount shown relevant useful metric company "
        "like ask much "
        "many long often done make made get got happen happened exist major main three"
    )
)

# at which day a figure is asked for: no words of what it is
_AT_THE_END = lazy_regex(
    r"\b(?:at|by|as of|as at) (?:the )?(?:(?:fiscal |financial )?year[- ]?end\b|"
    rf"end of (?:(?:the )?(?:fiscal |financial )?(?:year|quarter|period)\b|(?=(?:fiscal|FY|{MONTH}|(?:19|20)\d\d))))",
    re.IGNORECASE,
)

# Words that ask how figures moved, not which figures: an answer has them in its figures.
_TREND = frozenset(
    content_words(
        "improve improving improved profile trend compare compared comparison change changed increase increased "
        "decrease decreased decline declined grow grew rise rose fall fell higher lower historically consistent "
        "consistently stable fluctuate fluctuating roughly year years between end"
    )
)
_COMPARES = lazy_regex(r"\bcompared?\b|\bchanged?\b|\btrend", re.IGNORECASE)
_TIME = frozenset(
    content_words(
        f"{' '.join(MONTHS)} Q1 Q2 Q3 Q4 fiscal " + " ".join(f"FY{year:02} FY20{year:02}" for year in range(100))
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question taken apart. ``words`` are stems of what it is about, ``years`` four-digit strings."""

    text: str
    asked: str  # the part of it that asks, without what is said around it
    ask: Ask
    words: tuple[str, ...]
    names: tuple[str, ...]
    years: tuple[str, ...]
    figures: tuple[str, ...]  # other figures it mentions
    subject: str = ""  # the words of what it is about as one phrase, without names
    hints: tuple[str, ...] = ()  # stems of what is said around it: "shown in the balance sheet"
    trend: bool = False  # asks how figures moved
    percent: bool = False  # asks for a share
    money: bool = False  # asks for an amount of money


@lru_cache(maxsize=256)
def read_question(text: str) -> Question:
    """``text`` as a Question; the last sentence with a question mark decides what is asked."""
    line = plain(text)
    asked = _asking_part(line)
    years = tuple(dict.fromkeys(found[0] or f"20{found[1]}" for found in _YEAR.findall(line)))
    ask = next((ask for ask, pattern in _RULES if pattern.search(asked)), Ask.OTHER)
    dateless = _AT_THE_END.sub(" ", asked)
    words = tuple(word for word in dict.fromkeys(content_words(dateless)) if word not in _TALK and word not in _TIME)
    own_names = tuple(name for name in names(_AMPERSAND.sub(" ", asked)) if name not in _TALK and name not in _TIME)
    steady = tuple(word for word in words if word not in _TREND)
    trend = _asks_for_trend(ask, asked, words) and any(word not in own_names for word in steady)
    words = steady if trend else words
    figures = tuple(figure for figure in re.findall(r"\d[\d,.]*", _YEAR.sub(" ", line)) if figure)
    return Question(
        text=line,
        ask=ask,
        words=words or tuple(dict.fromkeys(content_words(line))),
        asked=asked,
        names=own_names,
        subject=_phrase(asked, [word for word in words if word not in own_names]),
        hints=tuple(word for word in dict.fromkeys(content_words(line)) if word not in {*content_words(asked), *_TALK}),
        trend=trend,
        years=years,
        figures=figures,
        percent=bool(re.search(r"\b(?:percent|percentage|rate|ratio|share|margin|%)", asked, re.IGNORECASE)),
        money=bool(
            re.search(
                r"how much|\b(?:amount|cost|price|proceeds|revenue|income|spend|spent|pay|expense|expenditure|capex|"
                r"earnings|usd|dollars?|fee|salary)",
                asked,
                re.IGNORECASE,
            )
        ),
    )


def _asks_for_trend(ask: Ask, asked: str, words: tuple[str, ...]) -> bool:
    moves = any(word in _TREND for word in words)
    return moves and (ask is Ask.YES_NO or (ask is Ask.OTHER and bool(_COMPARES.search(asked))))


def _phrase(asked: str, stems: list[str]) -> str:
    """The words of ``asked`` that have one of ``stems``, in order."""
    return " ".join(
        word for word in re.findall(r"[^\W_]+(?:[-&'’][^\W_]+)*", asked) if set(content_words(word)) & set(stems)
    )


def _asking_part(line: str) -> str:
    """The sentence that asks: the first with a question mark, without what introduces it; else all."""
    sentences = re.split(r"(?<=[.?!])\s+|(?<=:)\s+(?=[a-z])", line)
    asking = [sentence for sentence in sentences if sentence.endswith("?") and len(content_words(sentence)) > 1]
    return asking[0] if asking else line
