"""Wordings that say the same, written one way: denials, conditions, shares, bounds, units and demands. Pure.

"Received no complaints" is "did not receive any complaints", "two days" are "48 hours", "one or more" is "at least
one". Rewritten is what means the same wherever it stands; what stands around it is left as it is. A source is told
besides in words that say less: "most directors" of "seven of the nine directors".
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from apps.core.words import ONES, TENS
from apps.verification.lexicon import IRREGULAR
from apps.verification.numbers.quantities import Kind
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.units import UNITS

LONGEST = 600  # characters of a sentence; longer ones are left as they are
_PASTS = {base: past for past, base in reversed(IRREGULAR.items())}  # the form named first
# a denied verb that is followed by what it is done to, as a bare noun or behind "any"
_NO_OBJECT = (
    r"(?!(?:the|its?|their|his|her|our|your|my|that|this|these|those|to|of|in|on|at|by|for|from|with|without|within|as|if"
    r"|until|when|where|while|because|before|after|during|and|or|but|nor|than|more|less|fewer|most|only|all|every|each|both|some"
    r"|many|much|been|be|being|so|very|too|yet|also|either|exceed\w*|always|again|further|he|she|they|we|it|you|him|them|us|me"
    r"|not|no|merely|simply|solely|just|about|under|over|up|out|down|off|into|onto|through|across|against|between|among"
    r"|upon|per|via|well|there|here)\b|\w+ly\b|[$€£¥]?\d)(?=[a-z])"
)
_ANY = r"(?:\s+(?:any|an?|a\s+single))?\s+"
_DO_NOT = re.compile(rf"\b(?P<do>did|does|do)\s+not\s+(?P<verb>[a-z]+){_ANY}{_NO_OBJECT}", re.I)
_AUX_NOT = re.compile(
    r"\b(?P<aux>has|have|had|will|would|shall|should|must|may|can)\s+not\s+(?P<verb>(?!been\b|be\b)[a-z]+)"
    + _ANY
    + _NO_OBJECT,
    re.I,
)
_IS_NOT = re.compile(
    r"\b(?P<be>is|are|was|were)\s+not\s+(?:an?\s+)?(?P<what>(?:party|parties|subject|entitled|liable|obliged|aware|member|members)\s+(?:to|of|for))\s+any\s+",
    re.I,
)
_PARTY_TO_NO = re.compile(r"\b(?P<be>is|are|was|were)\s+(?:an?\s+)(?P<what>(?:party|member)\s+(?:to|of))\s+no\s+", re.I)
_IF_NOT = re.compile(
    r"\bif\s+(?P<who>(?:(?:the|an?|its|their|no)\s+)?(?:[\w'-]+\s+){1,4}?)(?P<do>does|do|did|is|are|was|were|has|have|had)\s+not\s+(?P<verb>[a-z]+)",
    re.I,
)
_FIGURE = r"(?:(?:[$€£¥]|[A-Z]{3})\s?)?\d[\d.,]*(?<=\d)%?(?:\s(?:months|mass|points))?"


def _rules(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), put) for pattern, put in pairs)


# before figures are read
_FIRST = _rules(
    (r"\bcannot\b", "can not"),
    (r"(?<=\w)n['’]t\b", " not"),
    (r"(?<=\d)\s*per\s?cent\b", "%"),
    (r"\bhalf\s+a\s+(?:percentage|per\s?cent)\s+point\b", "0.5 percentage points"),
    (r"\ba\s+quarter\s+of\s+a\s+(?:percentage|per\s?cent)\s+point\b", "0.25 percentage points"),
)
_THEN = _rules(
    # shares
    (
        r"(?<!the\s)(?<!at\s)\b(?:(?:more|over)\s+(?:than\s+)?half|(?:the|a)\s+majority|most)\s+(?:of\s+(?:the\s+)?)?(?=[a-z])",
        "most ",
    ),
    (r"\b(?:one|1)\s+or\s+more\b", "at least one"),
    (r"\bnot\s+many\b", "few"),
    (r"(?<=\bof\s)the\s+(?=\d)", ""),
    (r"(?<=\d%\sof\s)the\s+", ""),
    # who alone
    (r"\b(?:nobody|no\s+one|none)\s+(?:but|except(?:\s+for)?|other\s+than|save)\s+(?=[a-z])", "only "),
    # bounds
    (r"\b(?:no|not)\s+(?:fewer|less)\s+than\b|\ba\s+minimum\s+of\b", "at least"),
    (r"\b(?:no|not)\s+more\s+than\b|\ba\s+maximum\s+of\b", "at most"),
    (r"\bfewer\s+than\b", "less than"),
    (rf"\b(?:over|in\s+excess\s+of)\s+(?={_FIGURE})(?![\d.]+\s(?:months|time|business))", "more than "),
    # what rose or fell
    (rf"\b(?:increased|grew|climbed|went\s+up)\b(?=\s+(?:(?:by|from|to)\s+)?{_FIGURE})", "rose"),
    (rf"\b(?:decreased|declined|dropped|went\s+down)\b(?=\s+(?:(?:by|from|to)\s+)?{_FIGURE})", "fell"),
    (rf"(?<=\brose\s)by\s+(?={_FIGURE})|(?<=\bfell\s)by\s+(?={_FIGURE})", ""),
    # demands
    (r"\b(?:is|are)\s+not\s+(?:allowed|permitted)\s+to\b", "may not"),
    (r"\bshall\s+not\b", "must not"),
    (rf"\bneeds?\s+(?=(?:at\s+(?:least|most)\s+)?{_FIGURE})", "must have "),
    (r"\b(?:(?:is|are)\s+(?:required|obliged|obligated)\s+to|(?<!not\s)(?:has|have)\s+to|shall)\b", "must"),
    (r"\b(?:is|are)\s+(?:allowed|permitted)\s+to\b", "may"),
)
_NUMBER_WORD = "|".join((*list(ONES)[1:], *TENS))
_QUANTITY = rf"(?:\d[\d,.]*%?|{_NUMBER_WORD})"
_VERB = rf"(?:is|are|was|were|has|have|had|did|do|may|must|[a-z]+ed|{'|'.join(IRREGULAR)})"
_OF_FIRST = re.compile(
    rf"(?:\A|(?<=[.;]\s)|(?<=,\sand\s))Of\s+(?P<of>(?:the\s+)?[^,.;:]{{2,60}}?)(?:,\s+|\s+)(?P<many>{_QUANTITY})\s+(?={_VERB}\b)",
    re.IGNORECASE,
)
_PROVIDED = re.compile(
    r"\bprovid(?:ed|ing)\s+(?:that\s|(?=(?:the|an?|it|they|all|no|its|their)\s))|\b(?:on\s+condition\s+that|as\s+long\s+as|so\s+long\s+as)\s",
    re.I,
)
_MUST_NOT = re.compile(r"\bmust\s+not\b", re.IGNORECASE)
_MULTIPLIED = re.compile(rf"\b(?:doubled|tripled|trebled|quadrupled)\b(?=\s+(?:from|to)\s+[$€£¥]?{_QUANTITY})", re.I)
_HALVED = re.compile(rf"\bhalved\b(?=\s+(?:from|to)\s+[$€£¥]?{_QUANTITY})", re.I)
_PART_OF = re.compile(rf"\b(?P<part>{_QUANTITY})\s+of\s+(?:the\s+|its\s+)?(?P<all>{_QUANTITY})\s+(?=[a-z])", re.I)
# of whomever a rule is for: "an employee must" is "employees must"; who is not among each and every one is not told
_NOUN = r"(?P<which>(?:[a-z-]+\s+){0,2}?)(?P<noun>[a-z]{3,})"
_BEGINS = r"(?:\A|(?<=[.;]\s))"
_FOR_ANYONE = (
    re.compile(rf"{_BEGINS}an?\s+{_NOUN}(?=\s+(?:must|may|can|will)\b)", re.I),
    re.compile(rf"{_BEGINS}(?:each|every|any)\s+{_NOUN}(?=\s+(?:must|may|can|will)\b(?!\s+not))", re.I),
)
_FOR_ONE = re.compile(rf"(?<=\bfor\s)an?\s+{_NOUN}(?=\s*(?:[,.;]|\Z|\b(?:is|are|must|may|can|will)\b))", re.I)
_OF_A_KIND = re.compile(r"\b(?:must|may|can|maximum|minimum)\b", re.IGNORECASE)
_PLURALS = {"person": "people", "child": "children", "man": "men", "woman": "women"}
# what is weaker may be more there: "if seven of the nine agree"
_DOWNWARD = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|nor|neither|without|unless|if|whether|only|every|each|all|any|few|hardly|less\s+than"
    r"|at\s+(?:most|least)|more\s+than|until|before|when)\b",
    re.IGNORECASE,
)
_BY_FIGURE = re.compile(
    rf"\b(?:{_QUANTITY}(?:\s+(?:times|percentage\s+points|points))?|much|far|slightly|considerably|significantly)\s+(?=(?:more|less|fewer|[a-z]+er)\s)",
    re.I,
)
_CHANGED_FROM = re.compile(
    rf"\b(?:was|were|stood\s+at|came\s+to|totall?ed|amounted\s+to)\s+(?P<now>{_FIGURE}),?\s+(?P<way>up|down)\s+from\s+(?P<before>{_FIGURE})"
    r"(?:\s+(?:in\s+the\s+(?:(?:prior|previous|preceding)\s+(?:year|quarter|period)|(?:year|quarter|period)\s+before)|(?:a|one|12)\s+(?:year|months)\s+(?:earlier|before|ago)))?",
    re.IGNORECASE,
)
_TO_FROM = re.compile(rf"\b(?P<way>rose|fell)\s+to\s+(?P<now>{_FIGURE})\s+from\s+(?P<before>{_FIGURE})", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def one_wording(text: str) -> str:
    """``text`` with what may be put in several ways put in one; on one line."""
    line = " ".join(text.split())
    if len(line) > LONGEST:
        return line
    for pattern, put in _FIRST:
        line = pattern.sub(put, line)
    line = _with_base_units(line)
    for pattern, put in _THEN:
        line = pattern.sub(put, line)
    for pattern in _FOR_ANYONE:
        line = pattern.sub(_plural, line)
    if _OF_A_KIND.search(line):
        line = _FOR_ONE.sub(_plural, line)
    line = _OF_FIRST.sub(lambda found: f"{found['many']} of {found['of'].removeprefix('the ')} ", line)
    line = one_denial(line)
    line = _CHANGED_FROM.sub(_moved, line)
    return _TO_FROM.sub(lambda found: f"{found['way']} from {found['before']} to {found['now']}", line)


@lru_cache(maxsize=20_000)
def one_denial(line: str) -> str:
    """``line`` with what it denies of a verb denied of what is done: "received no complaints"."""
    line = _IF_NOT.sub(_unless, line)
    for pattern in (_DO_NOT, _AUX_NOT):
        line = pattern.sub(_having_none, line)
    line = _IS_NOT.sub(lambda found: f"{found['be']} {found['what']} no ", line)
    return _PARTY_TO_NO.sub(lambda found: f"{found['be']} {found['what']} no ", line)


@lru_cache(maxsize=20_000)
def told_by(sentence: str) -> tuple[str, ...]:
    """A source's sentence in one wording, as it is and with less said in one place each."""
    line = one_wording(sentence)
    freely = () if _DOWNWARD.search(line) else _WEAKENING
    weaker = (one_wording(rule(line)) for rule in (_as_condition, _unpermitted, *freely))
    return tuple(dict.fromkeys((line, *weaker)))


def _unless(found: re.Match[str]) -> str:
    verb, aux = found["verb"], found["do"].lower()
    told = inflected(verb, aux) if aux in ("do", "does", "did") else f"{found['do']} {verb}"
    return f"unless {found['who']}{told}"


def _having_none(found: re.Match[str]) -> str:
    groups = found.groupdict()
    verb = inflected(found["verb"], groups["do"].lower()) if groups.get("do") else f"{found['aux']} {found['verb']}"
    return f"{verb} no "


def _plural(found: re.Match[str]) -> str:
    noun = found["noun"].lower()
    return found["which"] + (_PLURALS.get(noun) or inflected(noun, "does"))


def inflected(verb: str, aux: str) -> str:
    """The form of a verb that needs no auxiliary ("do", "does", "did"): "did … pay" is "paid"."""
    if aux == "do":
        return verb
    if aux == "does":
        return {"have": "has"}.get(verb) or re.sub(r"(?<=[^aeiou])y\Z", "ie", verb) + _s_behind(verb)
    return {"have": "had"}.get(verb) or _PASTS.get(verb) or _regular_past(verb)


def bases_of(participle: str) -> list[str]:
    """What a past participle may be of: "planned" of "plan" or "plann", "paid" of "pay"."""
    if participle in IRREGULAR:
        return [IRREGULAR[participle]]
    bare = participle.removesuffix("ed")
    if bare == participle:
        return [participle]
    found = [f"{bare[:-1]}y"] if bare.endswith("i") else [bare, f"{bare}e"]
    return [*found, bare[:-1]] if len(bare) > 2 and bare[-1] == bare[-2] else found


def _s_behind(verb: str) -> str:
    return "es" if re.search(r"(?:s|x|z|ch|sh|o)\Z", verb) else "s"


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y\Z", verb):
        return f"{verb[:-1]}ied"
    doubled = verb[-1] if re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]|\w+(?:mit|fer|cur)", verb) else ""
    return f"{verb}{doubled}ed"


def _with_base_units(line: str) -> str:
    """Measures in the base unit of their dimension, amounts of money in full, points and counts as plain figures."""
    for one in sorted(parse_quantities(line), key=lambda found: -found.start):
        unit = UNITS.get(one.unit)
        put = None
        if one.hedged or one.date is not None:
            continue
        if one.kind is Kind.MEASURE and unit:
            put = f"{_plain(one.base)} {unit.dimension.replace(' ', '-')}"
        elif one.kind is Kind.POINTS:
            put = f"{_plain(one.base)} points"
        elif one.kind is Kind.MONEY:
            put = f"{one.unit} {_plain(one.base)}"
        elif one.kind is Kind.COUNT:
            put = _plain(one.base)
        if put is not None:
            line = line[: one.start] + put + line[one.end :]
    return line


def _plain(value: object) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _as_condition(line: str) -> str:
    return _PROVIDED.sub("if ", line)


def _unpermitted(line: str) -> str:
    return _MUST_NOT.sub("may not", line)


def _most(line: str) -> str:
    """Of "seven of the nine directors": most of them, where it is more than half."""
    return _PART_OF.sub(lambda found: "most " if _share(found) > Fraction(1, 2) else found[0], line)


def _share(found: re.Match[str]) -> Fraction:
    part, whole = (_number(found[name]) for name in ("part", "all"))
    return Fraction(part, whole) if part and whole and part < whole else Fraction(0)


def _number(text: str) -> int:
    plain = text.replace(",", "").lower()
    return int(plain) if plain.isdecimal() else ONES.get(plain, TENS.get(plain, 0))


def _moved(found: re.Match[str]) -> str:
    return f"{'rose' if found['way'].lower() == 'up' else 'fell'} from {found['before']} to {found['now']}"


_WEAKENING: tuple[Callable[[str], str], ...] = (
    lambda line: _HALVED.sub("fell", _MULTIPLIED.sub("rose", line)),
    _most,
    lambda line: _BY_FIGURE.sub("", line),
)
