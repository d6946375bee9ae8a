"""Wordings that mean the same, put in one: denials, conditions, shares, bounds, units and demands. Pure.

"Received no complaints" is "did not receive any complaints", two weeks are 14 days, "one or more" is "at least one". A
source is told besides in words that say less: "most of the directors" of "seven of the nine directors".
"""

import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.core.words import ONES, TENS
from apps.verification.lexicon import IRREGULAR
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.dates import MONTHS, PartialDate
from apps.verification.numbers.patterns import JOIN, SAME_LENGTH
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.units import UNITS
from apps.verification.wording.denying import one_denial
from apps.verification.wording.inflection import plural

LONGEST = 600  # characters of a sentence; longer ones are left as they are
_DAY, _HOUR = Decimal(86400), Decimal(3600)  # seconds
_FIGURE = (
    r"(?:(?:[$€£¥]|(?-i:(?<![A-Za-z])[A-Z]{3}))\s?)?\d[\d.,]*(?<=\d)%?"
    r"(?:\s(?:months|mass|percentage-points|hours|days))?"
)
_BY = rf"(?=\s+(?:(?:by|from|to)\s+{_FIGURE}|\d[\d.,]*%))"
_ENDS = r"(?=\s*(?:[,.;]|\Z))"
_LENGTHS = "hour|day|week|month|quarter|year|night"
# before "up to" and "a maximum of" that are a bound: not where something rose to
_BEFORE_BOUND = (
    r"of|for|in|within|with|by|be|is|are|or|and|has|have|(?:take|last|hold|allow|permit|cost|lend|grant|pay|claim|borrow|seat|store"
    r"|need|require|accept|cover|offer|serve|house)s?|carr(?:y|ies)|taking|holding|having|expects?"
)


def _rules(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((lazy_regex(pattern, re.IGNORECASE), put) for pattern, put in pairs)


# before figures are read
_NUMBER_WORD = "|".join((*list(ONES)[1:], *TENS))
_QUANTITY = rf"(?:\d[\d,.]*%?|{_NUMBER_WORD})"
_FIRST = _rules(
    (
        rf"\b(?P<many>{_QUANTITY})\s+or\s+(?P<way>more|fewer|less)\s+(?P<of>(?:{_LENGTHS})s?)\b",
        r"\g<many> \g<of> or \g<way>",
    ),
    (r"\bcannot\b", "can not"),
    (r"(?<=\w)n['’]t\b", " not"),
    (r"(?<=\d)\s*per\s?cent\b", "%"),
    (r"\bhalf\s+a\s+(?:percentage|per\s?cent)\s+point\b", "0.5 percentage points"),
    (r"\b(?:the\s+)?(?P<year>(?:19|20)\d\d)\s+(?:fiscal|financial)\s+year\b", r"fiscal \g<year>"),
    (r"\ba\s+quarter\s+of\s+a\s+(?:percentage|per\s?cent)\s+point\b", "0.25 percentage points"),
)
_THEN = _rules(
    # shares, and who alone
    (r"\A(?:(?:more\s+than|over)\s+half|(?:the|a)\s+majority|most)\s+of\s+the\s+(?=[a-z])", "most of the "),
    (r"\b(?:one|1)\s+or\s+more\b", "at least one"),
    (r"\Anot\s+many\b", "few"),
    (r"(?<=\bof\s)the\s+(?=\d)|(?<=\d%\sof\s)the\s+", ""),
    (r"\A(?:nobody|no\s+one)\s+(?:but|except(?:\s+for)?)\s+(?=[a-z])", "only "),
    # bounds
    (r"\b(?:no|not)\s+(?:fewer|less)\s+than\b", "at least"),
    (r"\b(?:no|not)\s+more\s+than\b", "at most"),
    (r"\bfewer\s+than\b", "less than"),
    (rf"\bin\s+excess\s+of\s+(?={_FIGURE})", "more than "),
    (rf"\b(?P<before>{_BEFORE_BOUND})\s+(?:a\s+)?minimum\s+of\s+(?={_FIGURE})", r"\g<before> at least "),
    (rf"\b(?P<before>{_BEFORE_BOUND})\s+(?:(?:a\s+)?maximum\s+of|up\s+to)\s+(?={_FIGURE})", r"\g<before> at most "),
    (rf"\bnot\s+exceeding\s+(?={_FIGURE})", "at most "),
    (rf"(?P<figure>{_FIGURE})\s+or\s+more\b", r"at least \g<figure>"),
    (rf"(?P<figure>{_FIGURE})\s+or\s+(?:less|fewer)\b", r"at most \g<figure>"),
    # rates and dates
    (rf"(?<=[\d%])\s*(?:/\s?|(?:per|an?|each|every)\s+)(?P<length>{_LENGTHS})\b", r" per \g<length>"),
    (r"(?<=[\d%])\s+(?:per\s+annum\b|p\.a\.|annually\b)", " per year"),
    (rf"\bthe\s+(?=[QH][1-4]\b|\d{{1,2}}\s(?:{'|'.join(MONTHS)})\b)", ""),
    # what rose or fell
    (rf"\b(?:increased|grew|climbed|went\s+up)\b{_BY}", "rose"),
    (rf"\b(?:decreased|declined|dropped|went\s+down)\b{_BY}", "fell"),
    (rf"(?<=\b(?:rose|fell)\s)by\s+(?={_FIGURE})", ""),
    # demands
    (r"(?<!\bwe\s)\bshall\b", "must"),
    (r"\b(?:is|are)\s+not\s+(?:allowed|permitted)\s+to\b", "must not"),
)
_PAST = rf"(?:is|are|was|were|has|have|had|did|[a-z]+ed|{'|'.join(IRREGULAR)})"
_OF_FIRST = lazy_regex(
    rf"\AOf\s+(?P<of>(?:the\s+)?[^,.;:]{{2,60}}?),?\s+(?P<many>{_QUANTITY})\s+(?={_PAST}\b)", re.IGNORECASE
)
_CHANGED_FROM = lazy_regex(
    rf"\b(?:was|were|stood\s+at|came\s+to|totall?ed|amounted\s+to)\s+(?P<now>{_FIGURE}),?\s+(?P<way>up|down)\s+from\s+"
    rf"(?P<before>{_FIGURE})(?:\s+in\s+the\s+(?:(?:prior|previous|preceding)\s+(?:year|quarter|period)"
    rf"|(?:year|quarter|period)\s+before)|\s+(?:a|one|12)\s+(?:year|months)\s+(?:earlier|before|ago))?{_ENDS}",
    re.IGNORECASE,
)
_TO_FROM = lazy_regex(rf"\b(?P<way>rose|fell)\s+to\s+(?P<now>{_FIGURE})\s+from\s+(?P<before>{_FIGURE}){_ENDS}", re.I)
_OF_SHARES = lazy_regex(r"percentage|basis|bps?\b", re.IGNORECASE)
_FRACTION = lazy_regex(r"hal(?:f|ves)|quarter", re.IGNORECASE)  # "three quarters of growth" are no 75%
_NOON = lazy_regex(r"[ap]\.?\s?m\b", re.IGNORECASE)
_BETWEEN, _FROM = lazy_regex(r"\bbetween\s+\Z", re.IGNORECASE), lazy_regex(r"\bfrom\s+\Z", re.IGNORECASE)

# what says less
_CONDITION = lazy_regex(
    r"\bprovid(?:ed|ing)\s+(?:that\s|(?=(?:the|an?|it|they|all|no|its|their)\s))|\bon\s+condition\s+that\s", re.I
)
_DEMANDED = _rules(
    (r"\bmust\s+not\b", "may not"),
    (r"\b(?:is|are)\s+(?:allowed|permitted)\s+to\b", "may"),
    (rf"\bmust\s+have\s+(?=(?:at\s+least\s+)?{_FIGURE})", "need "),
)
_NOUN = r"(?P<which>(?:[a-z-]+\s+){0,2}?)(?P<noun>[a-z]{3,})"
_FOR_ANYONE = lazy_regex(rf"\A(?:each|every|any)\s+{_NOUN}(?=\s+(?:must|may|can)\b(?!\s+not))", re.I)
_FOR_ONE = lazy_regex(rf"(?<=\bfor\s)an?\s+{_NOUN}(?=\s+(?:is|are|must|may|can)\b|{_ENDS[3:-1]})", re.I)
_OF_A_KIND = lazy_regex(r"\b(?:must|may|can|maximum|minimum)\b", re.IGNORECASE)
_MULTIPLIED = lazy_regex(rf"\b(?:doubled|tripled|trebled|quadrupled)\b(?=\s+from\s+{_FIGURE}\s+to\s+{_FIGURE})", re.I)
_HALVED = lazy_regex(rf"\bhalved\b(?=\s+from\s+{_FIGURE}\s+to\s+{_FIGURE})", re.I)
_PART_OF = lazy_regex(
    rf"\A(?P<part>{_QUANTITY})\s+of\s+(?:its\s+|their\s+)?(?P<all>{_QUANTITY})\s+(?P<what>(?:[a-z-]+\s+){{0,2}}?[a-z-]+s\s+)(?={_PAST}\b)",
    re.IGNORECASE,
)
_BY_FIGURE = lazy_regex(
    rf"\b(?:{_FIGURE}|much|far|slightly|considerably|significantly)\s+(?=(?:more|less|fewer|[a-z]+er)\s)", re.I
)
# what is weaker may be more there: "if seven of the nine agree"
_DOWNWARD = lazy_regex(
    r"\b(?:not|no|never|none|nobody|nothing|nor|neither|without|unless|if|whether|only|every|each|all|any|few|hardly|less\s+than"
    r"|at\s+(?:most|least)|more\s+than|until|before|after|when|where|once|while|as\s+soon|event|case|assuming|supposing|should"
    r"|must|may|can|could|will|would|might|target\w*|goal\w*|aim\w*|plan\w*|fail\w*|refus\w*|prevent\w*|deni\w*|condition\w*)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def one_wording(text: str) -> str:
    """``text`` with what may be put in several ways put in one; on one line."""
    line = " ".join(text.split())
    if len(line) > LONGEST:
        return line
    line = _with_base_units(_put(_FIRST, line))
    line = _OF_FIRST.sub(lambda found: f"{found['many']} of {found['of'].removeprefix('the ')} ", _put(_THEN, line))
    line = _CHANGED_FROM.sub(_moved, one_denial(line))
    return _TO_FROM.sub(lambda found: f"{found['way']} from {found['before']} to {found['now']}", line)


@lru_cache(maxsize=20_000)
def told_by(sentence: str) -> tuple[str, ...]:
    """A source's sentence in one wording, as it is and with less said in one place each."""
    line = one_wording(sentence)
    freely = () if _DOWNWARD.search(line) else _WEAKER_FREELY
    weaker = (one_wording(rule(line)) for rule in (*_WEAKER, *freely))
    return tuple(dict.fromkeys((line, *weaker)))


def _put(rules: tuple[tuple[re.Pattern[str], str], ...], line: str) -> str:
    for pattern, put in rules:
        line = pattern.sub(put, line)
    return line


def _moved(found: re.Match[str]) -> str:
    return f"{'rose' if found['way'].lower() == 'up' else 'fell'} from {found['before']} to {found['now']}"


def _with_base_units(line: str) -> str:
    """Measures in one unit, amounts of money in full, all other figures and dates in one form, ranges as "A to B"."""
    figures = parse_quantities(line)
    ranges = {two.start: one for one, two in pairwise(figures) if _is_range(one, two, line)}
    firsts = {one.start for one in ranges.values()}
    several = Counter(one.start for one in figures)  # the two years of "fiscal 2019/20"
    for one in sorted(figures, key=lambda found: -found.start):
        if one.start in firsts or several[one.start] > 1:
            continue
        put, start = _in_one_form(one), one.start
        if first := ranges.get(one.start):
            put = f"{_in_one_form(first) or first.text} to {put or one.text}"
            start = first.start
            if between := _BETWEEN.search(line[:start]):
                start = between.start()
        line = line[:start] + put + line[one.end :] if put else line
    return line


def _is_range(one: Quantity, two: Quantity, line: str) -> bool:
    """Whether two figures are the ends of a range; what changed "from 5 to 10" is none."""
    bounded = (one.bound, two.bound) == (Bound.AT_LEAST, Bound.AT_MOST)
    joined = bounded and one.kind is two.kind and JOIN.match(line[one.end : two.start].translate(SAME_LENGTH))
    return bool(joined) and not _FROM.search(line[: one.start])


def _in_one_form(one: Quantity) -> str:
    """A figure or date as it is put whatever it was written like; nothing where it stays as it is."""
    if one.date is not None:
        return _date_in_one_form(one.date, one.text)
    if one.kind is Kind.SHARE and one.value == one.value.to_integral_value() and not _FRACTION.search(one.text):
        return f"{_plain(one.value)}%"
    return "" if one.hedged else _in_base_unit(one)


def _date_in_one_form(date: PartialDate, text: str) -> str:
    """It as "12 May 2021", "Q2 2021", "FY2021" or "7:30 pm"; nothing of a bare year, of 3/4/2023 or of a bare 7:30."""
    bare = date.minutes is not None and 60 <= date.minutes < 780 and not _NOON.search(text)
    if date.swappable or bare:
        return ""
    if date.minutes is not None:
        hour, minute = divmod(date.minutes, 60)
        return f"{(hour - 1) % 12 + 1}:{minute:02} {'am' if hour < 12 else 'pm'}"
    year = "" if date.year is None else f" FY{date.year}" if date.fiscal else f" {date.year}"
    if date.quarter or date.half:
        part = f"Q{date.quarter}" if date.quarter else f"H{date.half}"
        return f"fiscal {part}" if date.fiscal and not year else part + year
    if date.decade:
        return f"{date.decade}s"
    if date.month and (date.day or date.year):
        return f"{f'{date.day} ' if date.day else ''}{MONTHS[date.month - 1]}{year}"
    return year.strip() if date.fiscal else ""


def _in_base_unit(one: Quantity) -> str:
    """A figure so that equals are written alike; nothing where it stays as it is.

    What lasts two days takes no 48 hours of work, and a day on which something is due ends late.
    """
    unit = UNITS.get(one.unit)
    if one.kind is Kind.MEASURE and unit and unit.name != "night":
        if unit.dimension != "time":
            return f"{_plain(one.base)} {unit.dimension.replace(' ', '-')}"
        days = unit.factor >= _DAY
        return f"{_plain(one.base / _DAY)} days" if days else f"{_plain(one.base / _HOUR)} hours"
    if one.kind is Kind.POINTS and _OF_SHARES.search(one.text):
        return f"{_plain(one.base)} percentage-points"
    if one.kind is Kind.MONEY:
        return f"{'$' if one.unit == 'USD' else one.unit} {_plain(one.base)}"
    if one.kind is Kind.PERCENT:
        return f"{_plain(one.value)}%"
    if one.kind is Kind.ORDINAL:
        # "a twenty-second delay"
        return f"{_plain(one.value)}th" if one.value > 10 and not one.text.lower().endswith("second") else ""
    return _plain(one.base) if one.kind is Kind.COUNT else ""


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _of_many(line: str) -> str:
    """Of what a rule demands of every employee: of employees. Not of "an employee", who may be any one of them."""
    line = _FOR_ANYONE.sub(_plural, line)
    return _FOR_ONE.sub(_plural, line) if _OF_A_KIND.search(line) else line


def _plural(found: re.Match[str]) -> str:
    return found["which"] + plural(found["noun"].lower())


def _most(line: str) -> str:
    """Of "seven of the nine directors": most of them, where it is more than half."""
    return _PART_OF.sub(
        lambda found: f"most of the {found['what']}" if _share(found) > Fraction(1, 2) else found[0], line
    )


def _share(found: re.Match[str]) -> Fraction:
    part, whole = (_number(found[name]) for name in ("part", "all"))
    return Fraction(part, whole) if part and whole and part < whole else Fraction(0)


def _number(text: str) -> int:
    plain = text.replace(",", "").lower()
    return int(plain) if plain.isdecimal() else ONES.get(plain, TENS.get(plain, 0))


_WEAKER: tuple[Callable[[str], str], ...] = (
    lambda line: _CONDITION.sub("if ", line),
    lambda line: _put(_DEMANDED, line),
    _of_many,
)
_WEAKER_FREELY: tuple[Callable[[str], str], ...] = (
    lambda line: _HALVED.sub("fell", _MULTIPLIED.sub("rose", line)),
    _most,
    lambda line: _BY_FIGURE.sub("", line),
)
