"""What a sentence states of a measure or a company: of what, which way, by and to how much, when. Pure.

"Net sales rose 12% to $3.2 million in 2022, compared to $2.9 million in 2021, due to …" is net sales, up, 12%, 3.2
million, 2022, beside 2.9 million of 2021. What may be meant otherwise (conditions, plans, quotations) is not read.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from apps.agents.judge.periods import LEADING, only_period, period_of
from apps.core.patterns import lazy_regex
from apps.core.periods import Period
from apps.core.words import word_set
from apps.verification.lexicon import stem
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.wording.clauses import EXCEPTION

SELF = "we"  # the company that speaks
BOUNDARY = ","  # between clauses or items
FIGURE = "#"
LONGEST = 600  # characters; longer sentences are left alone
_UP = word_set("""
    increase increases increased increasing rise rises rose risen grow grows grew grown growth climb climbed gained
    jumped surged up higher improved expanded
""")
_DOWN = word_set("""
    decrease decreases decreased decreasing decline declines declined fall falls fell fallen drop drops dropped down
    lower shrank shrunk contracted reduced reduction slipped slid plunged
""")
_GAINS, _LOSSES = word_set("income profit profits earnings gain"), word_set("loss losses deficit")
_CAUSE = lazy_regex(
    r",?\s*\b(?:(?:primarily|mainly|mostly|partly|partially|largely|which|and)\s+)*(?:due\b|driven\s+by|reflecting|resulting"
    r"|because|as\s+a\s+result|attributable|offset\s+by|including|was\s+impacted|were\s+impacted)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_COMPARED = lazy_regex(
    r",?\s*\b(?:(?:up|down)\s+)?(?:(?:(?:as\s+)?compared|relative)\s+(?:to|with)|versus|vs\.?|against|after(?=\s+an?\s+(?:increase|decrease|rise|decline))"
    r"|from(?=\s+(?:an?\s|the\s|approximately\s)?(?:increase|decrease|[$€£¥]?\s?\d|prior|year)))\s",
    re.IGNORECASE,
)
_AMOUNT = (
    r"(?:approximately\s+|about\s+)?[$€£¥]?\s?\d[\d,.]*(?<=\d)\s?%?(?:\s+(?:million|billion|thousand|percent|per\s+cent))?"
    r"(?:\s+(?:in|for|at\s+the\s+end\s+of)\s+(?:fiscal\s+)?(?:19|20)\d\d)?"
)
_FROM_TO = lazy_regex(rf"\bfrom\s+(?P<before>{_AMOUNT})\s+to\s+(?P<now>{_AMOUNT})(?![\w%])", re.IGNORECASE)
_BACK = lazy_regex(r",\s+(?=(?:an?\s+(?:increase|decrease|decline|rise|drop|gain|fall)|up|down)\b)", re.IGNORECASE)
_SHARE = lazy_regex(r",\s+or\s+[\d.,()%]+\s?%?\s+of\s+(?:[a-z]+\s?){1,3},?", re.IGNORECASE)
_BRACKETS = lazy_regex(r"\([^()]*\)|⁽[^⁾]*⁾")
_FOOTNOTE = lazy_regex(r"[(⁽](?:[\W\d_]|\b[a-z]\b|\b(?:million|billion|thousand)\b)*[)⁾]")
# a cause that says nothing of what is counted
_PLAIN_CAUSE = lazy_regex(
    r",?\s*(?:(?:primarily|mainly|mostly|partly|partially|largely|which|and|was|were|is|are)\s+)*"
    r"(?:due\s+to|driven\s+by|as\s+a\s+result\s+of|resulting\s+from|attributable\s+to)\b",
    re.IGNORECASE,
)
_NARROWING = lazy_regex(
    r"\b(?:alone|just|solely|exclu\w*|adjust\w*|segments?|divisions?|units?|regions?|subsidiar\w*|pro\s+forma|before|restate\w*)\b",
    re.IGNORECASE,
)
_NAME = lazy_regex(r"(?<=\s)[A-Z][a-z]")
_ANOTHER_TIME = lazy_regex(
    r"\b(?:prior|previous|preceding|earlier|year[- ]ago|past|last|next|following|coming|former|recent|other)"
    r"\s+(?:\w+\s+)?(?:quarter|year|period|month|half|season)s?\b|\b(?:historically|formerly|previously|earlier)\b",
    re.IGNORECASE,
)
_OTHERS = lazy_regex(r"\b(?:it|its|they|their|theirs|he|she|his|hers?)\b", re.IGNORECASE)
_AT_COMPARED = word_set("in for at of ago last same") | frozenset(
    map(stem, ("year", "quarter", "period", "end", "ended"))
)
_UNCERTAIN = lazy_regex(
    r"\b(?:if|whether|may|might|could|would|should|must|shall|will|can|cannot|expect\w*|plan\w*|project\w*|target\w*|intend\w*"
    r"|forecast\w*|anticipat\w*|estimat\w*|believ\w*|alleg\w*|claim(?:s|ed)|reportedly|pro\s+forma|hypothetical\w*|only|all|every"
    r"|until|never|no|none|without|fail\w*|almost|nearly|said|says|not\s+only|n['’]t)\b|[?“”\"]",
    re.IGNORECASE,
)
_NOT = lazy_regex(
    r"\b(?:(?:did|does|do)\s+not|(?<=\bwas\s)not|(?<=\bwere\s)not|(?<=\bhas\s)not|(?<=\bhave\s)not)\s", re.I
)
_RELATIVE = lazy_regex(
    rf"\b{LEADING}(?:current|prior|previous|same|preceding|year-ago)(?=\s+(?:year|fiscal|quarter|period)\b)(?:\s+(?:year|fiscal))*(?:\s+(?:quarter|period|year))?\b",
    re.IGNORECASE,
)
_FULL = lazy_regex(r"\bfor\s+the\s+full\s+year(?:\s+of)?\b", re.IGNORECASE)
_LEADING = lazy_regex(rf"(?<!\w){LEADING}\Z", re.IGNORECASE)
_TOKEN = lazy_regex(r"[^\W_]+(?:['’&-][^\W_]+)*|[,;]")
_PARTS = lazy_regex(r"[,;]\s")
_BOUNDARIES = word_set(", ; and totaling totalling totals representing")
_DROPPED = word_set("a an the by it its our their also approximately about have has had did do does of")
_LINKING = word_set("by of approximately about an a")  # between a word and its figure
_LEVELS = word_set("to was were is are totaled totalled at")
_SAME_WORD = {"were": "was", "are": "is", "totaled": "was", "totalled": "was"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure and what it tells: "change", "level", or what else stands before it."""

    role: str
    quantity: Quantity

    @property
    def digits(self) -> int:
        """How many digits it is written with but for zeros on either side."""
        return len(re.sub(r"\D", "", self.quantity.text).strip("0"))

    @property
    def place(self) -> tuple[str, Kind, str, str]:
        one = self.quantity
        return self.role, one.kind, one.unit, one.noun

    @property
    def value(self) -> Decimal:
        return self.quantity.base


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a sentence says; ``whole`` where it has no cause, bracket or share besides.

    ``plain``: what it has besides does not bear on what is counted; ``qualified``: a bracket with words may do so.
    ``words``: stems, FIGURE and BOUNDARY in order; ``way``: 1 up, -1 down, 0 neither.
    """

    whole: bool
    plain: bool
    qualified: bool
    of_another: bool  # of "its" or "their" measures, and the company that speaks is not named
    words: tuple[str, ...]
    way: int
    ways: frozenset[int]  # all that it names, of what it compares with too
    result: int  # 1 an income, -1 a loss, 0 neither
    results: frozenset[str]  # the words for it
    denied: bool
    period: Period | None
    periods: frozenset[Period | None]  # all that it names, None for one that cannot be read
    figures: tuple[Figure, ...]
    beside: tuple[Figure, ...]  # what it is compared with
    before: Period | None  # the time of that
    usual: bool  # it is compared with figures and times alone

    @property
    def subject(self) -> frozenset[str]:
        """What it speaks of."""
        return frozenset(self.words) - {BOUNDARY, FIGURE}


@lru_cache(maxsize=20_000)
def statement_of(text: str) -> Statement | None:
    """What a sentence states; None where it states nothing plainly. The company that speaks stands there as "we"."""
    if len(text) > 4 * LONGEST:
        return None
    said = " ".join(text.split()).strip(" •–—-*\t").rstrip(" .;")
    said = _FROM_TO.sub(lambda found: f"to {found['now']} from {found['before']}", said)
    line = _SHARE.sub("", _CAUSE.sub("", _BRACKETS.sub(" ", said)))
    whole = line == said
    denied = bool(_NOT.search(line))
    line = _NOT.sub("", line)
    if len(line) > LONGEST or _UNCERTAIN.search(line) or EXCEPTION.search(line) or re.search(r"\bnot\b", line):
        return None
    main, beside = _parted(line)
    figures, ways = _figures(main), [[_way(word) for word in _TOKEN.findall(part)] for part in _PARTS.split(main)]
    told = {way for part in ways for way in part} - {0}
    results = {stem(word[0].lower()): _result(main, word) for word in _TOKEN.finditer(main) if _result(main, word)}
    twice = any(sum(map(bool, part)) > 1 for part in ways)  # growth that rises
    if twice or len(told) > 1 or len(set(results.values())) > 1 or _bounded(figures) or _ANOTHER_TIME.search(main):
        return None
    words, compared = _words(main, figures), _figures(beside)
    qualified = any(not _FOOTNOTE.fullmatch(bracket) for bracket in _BRACKETS.findall(_CAUSE.sub("", said)))
    return Statement(
        whole=whole,
        plain=not qualified and _plain(said),
        qualified=qualified,
        of_another=bool(_OTHERS.search(main)) and SELF not in words,
        words=words,
        way=next(iter(told), 0),
        ways=frozenset(_way(word) for word in _TOKEN.findall(line)) - {0},
        result=next(iter(results.values()), 0),
        results=frozenset(results),
        denied=denied,
        period=_period(main),
        periods=_periods(main),
        figures=figures,
        beside=compared,
        before=_period(beside),
        usual=not set(_words(beside, compared)) - {FIGURE, BOUNDARY} - _AT_COMPARED,
    )


def _plain(said: str) -> bool:
    """Whether what is left out of a sentence is a cause, and one that names no place, part or exception."""
    if _UNCERTAIN.search(said) or EXCEPTION.search(said):
        return False
    cause = _CAUSE.search(_BRACKETS.sub(" ", said))
    if cause is None:
        return True
    opening = _PLAIN_CAUSE.match(cause[0])
    rest = cause[0][opening.end() :] if opening else ""
    return bool(opening) and not (_NARROWING.search(rest) or _NAME.search(rest))


def told_by(text: str) -> str:
    """What a sentence states, without its causes, brackets and what it compares with."""
    if len(text) > 4 * LONGEST:
        return text
    return _parted(_SHARE.sub("", _CAUSE.sub("", _BRACKETS.sub(" ", text))))[0]


def _parted(line: str) -> tuple[str, str]:
    """What is stated, and what it is compared with."""
    compared = _COMPARED.search(line)
    if compared is None:
        return line, ""
    back = _BACK.search(line, compared.end())
    again = _COMPARED.search(line, back.end()) if back else None
    behind = line[back.start() : again.start() if again else len(line)] if back else ""
    return line[: compared.start()] + behind, line[compared.end() : back.start() if back else len(line)]


def _bounded(figures: tuple[Figure, ...]) -> bool:
    """Whether a figure is a limit, or one of the ends of a range; "19% to $4 million" is none."""
    limits = [one.quantity for one in figures if one.quantity.bound is not Bound.EXACT]
    return (
        len(limits) != 2 * len({one.kind for one in limits} & {Kind.PERCENT}) or len({one.kind for one in limits}) == 1
    )


def _period(text: str) -> Period | None:
    return only_period(text, [one for one in parse_quantities(text) if one.date is not None])


def _periods(text: str) -> frozenset[Period | None]:
    """The times that a text names, None for one that cannot be read."""
    return frozenset(period_of(one.date, text[: one.start]) for one in parse_quantities(text) if one.date is not None)


def _way(word: str) -> int:
    low = word.lower()
    return 1 if low in _UP else -1 if low in _DOWN else 0


def _result(text: str, word: re.Match[str]) -> int:
    low = word[0].lower()
    if low in _GAINS and not re.match(r"\s+tax", text[word.end() :], re.IGNORECASE):
        return 1
    return -1 if low in _LOSSES else 0


def _figures(text: str) -> tuple[Figure, ...]:
    """The figures of a text but for its dates."""
    found: list[Figure] = []
    for one in parse_quantities(text):
        if one.date is not None or one.kind is Kind.ORDINAL or (found and one.start < found[-1].quantity.end):
            continue
        joined = found and re.fullmatch(r",?\s+or\s+", text[found[-1].quantity.end : one.start])
        found.append(Figure(role=found[-1].role if joined else _role(text[: one.start]), quantity=one))
    return tuple(found)


def _role(before: str) -> str:
    """What a figure behind these words tells."""
    words = [word.lower() for word in _TOKEN.findall(before)][-4:]
    last = words[-1] if words else ""
    while words and words[-1] in _LINKING:
        last = words.pop()
    if words and _way(words[-1]):
        return "change"
    return "level" if not words or last == "of" or words[-1] in _LEVELS else ""


def _words(text: str, figures: tuple[Figure, ...]) -> tuple[str, ...]:
    """Stems in order among figures; times, directions, gains and losses, and small words are left out."""
    marks = [(one.quantity.start, one.quantity.end, " §§ ") for one in figures]
    for one in parse_quantities(text):
        if one.date is not None:
            lead = _LEADING.search(text[: one.start])
            marks.append((lead.start() if lead else one.start, one.end, " "))
    for start, end, put in sorted(marks, reverse=True):
        text = text[:start] + put + text[end:]
    text = _FULL.sub(" ", _RELATIVE.sub(" ", text))
    found: list[str] = []
    for match in re.finditer(rf"§§|{_TOKEN.pattern}", text):
        low = match[0].lower().replace("’", "'")
        low = SELF if match[0] == "us" else _SAME_WORD.get(low, low)  # "US" is a country
        if low == "§§":
            found.append(FIGURE)
        elif low in _BOUNDARIES:
            found += [BOUNDARY] if found and found[-1] != BOUNDARY else []
        elif low in _GAINS | _LOSSES and _result(text, match):
            found.append("result")
        elif low not in _DROPPED and not _way(low):
            found.append(low if low in (SELF, "was", "is") else stem(low))
    return tuple(found[:-1] if found[-1:] == [BOUNDARY] else found)
