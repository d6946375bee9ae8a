"""How long a request asks a text to be. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum

from apps.core.patterns import lazy_regex
from apps.core.words import ONES, TENS
from apps.retrieval.requests.readers import KINDS, LETTERS, ON, OUT, POLITELY, TO_WRITE

PAGE_WORDS = 500  # a page of A4 or Letter, single-spaced at 12 points without tables, as business letters and memos are
# set (https://blog.reedsy.com/how-many-pages-is-1000-words: "1,000 words is usually just 2 pages"); double-spaced: 250


class Unit(StrEnum):
    WORDS = "words"
    PAGES = "pages"  # of PAGE_WORDS
    PARAGRAPHS = "paragraphs"
    SENTENCES = "sentences"
    TIMES = "times"  # as long as a text is that no length is asked for


class Bound(StrEnum):
    ABOUT = "about"  # as near to it as whole sentences come
    JUST = "just"  # as much of it as the documents have something to say for, and no more than it
    AT_MOST = "at most"  # no more than it, and no more than usual
    AT_LEAST = "at least"  # as far as the documents have something to say


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """A length that is asked for: "about 300 words", "at most 2 pages", "at least 2 times" the usual."""

    unit: Unit
    count: float
    bound: Bound

    @property
    def words(self) -> int | None:
        """The count in words; None for what words do not measure."""
        each = {Unit.WORDS: 1, Unit.PAGES: PAGE_WORDS}.get(self.unit)
        return round(each * self.count) if each else None

    def __str__(self) -> str:
        """As one would ask for it: "at most 2 paragraphs", "half a page"."""
        if self.unit is Unit.TIMES:
            return "more detailed than usual"
        unit = self.unit.value.removesuffix("s") if self.count <= 1 else self.unit.value
        count = "half a" if self.count == 0.5 else f"{self.count:g}"
        return f"{count} {unit}" if self.bound is Bound.JUST else f"{self.bound.value} {count} {unit}"


SHORT = Length(unit=Unit.PAGES, count=1, bound=Bound.AT_MOST)  # "a short memo"
DETAILED = Length(unit=Unit.TIMES, count=2, bound=Bound.AT_LEAST)  # "a detailed report"

_MOST_WORDS = 100_000  # of a length; beyond it is none
_VALUES = {
    **ONES,
    **TENS,
    "a": 1,
    "an": 1,
    "single": 1,
    "couple": 2,
    "few": 3,
    "several": 3,
}
_SCALES = {"hundred": 100, "thousand": 1000}
_NUMERAL = rf"(?:{'|'.join(sorted((*_VALUES, *_SCALES), key=len, reverse=True))})"
_ONE = (
    r"(?:(?<![\d.,])\d{1,3}(?:[, ]\d{3}){1,2}(?![\d,])|(?<![\d.])\d{1,7}(?![\d])(?:\.\d{1,3})?|"
    r"(?:an?\s+|one[\s-])?half(?:\s+an?)?|"
    rf"{_NUMERAL}(?:[\s-]+(?:(?:and|of)\s+)?{_NUMERAL}\b){{0,6}}(?:\s+(?:and\s+a\s+half|of))?)"
)
_COUNT = (
    rf"(?P<below>(?<=\s)[-−–](?=\d))?(?P<count>{_ONE})(?:\s*(?:[–-]|\bto\b|\bor\b|\band\b)\s*(?P<count_to>{_ONE}))?"
)
_UNIT = r"(?P<unit>pages?|words?|paragraphs?|sentences?|slides?)"
_LESS = (
    r"(?:no|not)\s+(?:longer|more)\s+than|(?:not\s+)?exceed(?:ing)?|at\s+(?:the\s+)?most|up\s+to|"
    r"(?:less|fewer|shorter)\s+than|under|below|within|(?:(?:with\s+)?an?\s+)?max(?:imum|\.)?(?:\s+of)?|limit(?:ed)?\b(?:\s+\w+){0,3}?\s+to"
)
_MORE = (
    r"at\s+least|(?:no|not)\s+(?:less|fewer|shorter)\s+than|(?:an?\s+)?min(?:imum|\.)?(?:\s+of)?|(?:more|longer)\s+than"
)
_AT_MOST = (
    rf"(?:{_LESS}|{_MORE}|about|around|roughly|approximately|approx\.|some|between|from|just|only|length\s*:|"
    r"in|of|on|to)"
)
_BEHIND = r"at\s+most|or\s+(?:less|fewer|more)|long|max(?:imum)?|in\s+length|in\s+total|tops|at\s+least|minimum"
_MUST_BE = r"(?:(?:and|that|which)\s+(?:it\s+)?(?:is|should|must|shall|may)\s+(?:(?:not|be|have|exceed)\s+)*)"
_ENDS = (
    rf"(?=\s*(?:[,;:.?!(){OUT}]|\Z)|\s+(?:[–—-]\s|(?:and|{ON}|describing|summari[sz]ing|"
    r"explaining|comparing|with|using|that|which)\b))"
)
# "no longer than two pages": its place is that of what is no topic
GOVERNED = lazy_regex(
    rf"(?:(?P<joint>[,;(]|\s[–—-](?!\d)|\A)\s*|\s+(?={_AT_MOST}\s|{_MUST_BE}|[-−]\d))(?P<must>{_MUST_BE})?(?P<bound>(?:{_AT_MOST}\s+){{0,3}})"
    rf"{_COUNT}[\s-]+{_UNIT}(?P<behind>\s+(?:{_BEHIND}))?{_ENDS}",
    re.IGNORECASE,
)
# "a two-page memo": what it says of a kind of document
OF_KIND = lazy_regex(
    rf"(?P<article>\ban?\s+)?(?<!\w){_COUNT}[\s-](?P<unit>page|word|paragraph|sentence|slide)\s+"
    rf"(?=(?:[\w-]+\s+){{0,3}}(?:{'|'.join((*KINDS, *LETTERS))})\b)",
    re.IGNORECASE,
)
_VERB = rf"(?:{TO_WRITE}|compare|contrast|cover|tell|show|need|want|like|get|have)"
_POLITE = rf"\A\W*(?:(?:{POLITELY}|i|we|would|to)\s+)*"
# "write two paragraphs on rent": the document itself
OBJECT = lazy_regex(
    rf"(?P<verb>{_POLITE}{_VERB}\s+(?:(?:me|us)\s+)?)(?P<bound>(?:{_AT_MOST}\s+){{0,3}})(?:{_COUNT}[\s-]+"
    rf"{_UNIT}|(?:an?\s+)?(?P<pager>one|two)[\s-]pagers?)\s+(?=(?:{ON}|of|(?P<doing>"
    r"describing|summari[sz]ing|explaining|comparing))\b)",
    re.IGNORECASE,
)
_FIGURE_OF = lazy_regex(
    rf"(?P<bound>\b(?:{_AT_MOST}|maximum|cap(?:ped)?(?:\s+at)?)\s+){_COUNT}[\s-]+"
    rf"{_UNIT}(?P<behind>\s+(?:{_BEHIND}))?(?!\s+(?:each|per|for\s+each|for\s+every)\b)",
    re.IGNORECASE,
)
# "two sentences per topic", "write a paragraph on each of": of each section, not of the whole
EACH = lazy_regex(
    rf"(?P<joint>[,;(]|\s[–—-](?!\d)|\A|(?<=[\w)]))\s*(?P<lead>(?:(?:please\s+)?(?:and\s+)?(?:use|write|give|spend|with|using|"
    rf"in|of)\s+)?)(?P<bound>(?:(?!(?:in|of|on|to)\s){_AT_MOST}\s+){{0,3}})\b{_COUNT}[\s-]+{_UNIT}\s+(?:(?:per|(?:for|on|about|to)\s+"
    r"(?:each|every))\s+(?:topic|section|point|item|heading|subject|part|theme|issue|area|one|of\s+(?:them|these|"
    r"those))\b|(?:each|apiece)(?=\s*(?:[,;:.?!()]|\Z)|\s+(?:on|about)\b)|on\s+each\s+of\b)(?:\s+(?=on\s|about\s))?",
    re.IGNORECASE,
)
_SAYS_HOW = lazy_regex(
    rf"\A\W*(?:please\s+)?(?:(?:keep|make|write|limit|restrict|cap)\s+(?:it|this|yourself|the\s+\w+|your\s+\w+)|"
    rf"use|stay|do\s+not\s+exceed|don['’]t\s+exceed|not\s+more|no\s+more|at\s+most|max|length|"
    rf"(?:it|this|the\s+(?:text|answer|{'|'.join(KINDS)}))\s+(?:should|must|shall|needs?\s+to|has\s+to|is\s+to|may))\b",
    re.IGNORECASE,
)
_BRIEF = r"(?:short|brief|concise|succinct|crisp|terse|quick|compact)"
_FULL = r"(?:detailed|long|lengthy|comprehensive|thorough|in-depth|extensive|exhaustive|elaborate)"
_OTHER_KINDS = r"answer|text|version|description|explanation|account|statement|discussion|piece|article|essay"
_NOT_TERM = r"(?![\s-]*(?:term|run|range|haul|lived|dated|tail|sales?|sellers?|selling|interest|positions?|than)\b)"
_NO_TOPIC = rf"(?:{ON}|of|concerning|with|that|which|whether|how|what|why|for|and|or)"
_SUCH_KIND = lazy_regex(
    rf"\A(?:(?!\b(?:{ON}|of|concerning|that|which|whether|how|what|why)\b)[^.:;\n]){{0,80}}?"
    rf"(?:\A\W*|\b(?:an?|one|{_VERB}|me|us)\s+)(?:(?:very|quite|fairly|rather|more)\s+)?"
    rf"(?:(?P<brief>{_BRIEF})|{_FULL})\b{_NOT_TERM}(?:,?\s+(?!{_NO_TOPIC}\b)[\w-]+){{0,3}}?\s+"
    rf"(?:{'|'.join(KINDS)}|{_OTHER_KINDS})\b",
    re.IGNORECASE,
)
_SUCH_TEXT = lazy_regex(
    rf"\b(?:be|keep\s+(?:it|this|the\s+\w+|your\s+\w+)|make\s+(?:it|this|the\s+\w+))\s+"
    rf"(?:(?:very|quite|rather|as|more|nice\s+and)\s+)?(?:(?!not\b)[\w-]+\s+(?:and|but)\s+)?"
    rf"(?:(?P<brief>{_BRIEF})|{_FULL})\b{_NOT_TERM}",
    re.IGNORECASE,
)
# "short, concise": of two such words the first, which no kind of document follows
ONE_OF_TWO = lazy_regex(
    rf"\b(?:very\s+)?(?:{_BRIEF}|{_FULL})(?:,|,?\s+(?:and|but|yet))\s+(?=(?:very\s+)?(?:{_BRIEF}|{_FULL}|clear)\b"
    rf"(?:\s+[\w-]+){{0,2}}?\s+(?:{'|'.join(KINDS)})\b)",
    re.IGNORECASE,
)
# "give a brief description of": as good as a note on it
SUCH_TELLING = lazy_regex(
    rf"(?P<verb>{_POLITE}{_VERB}\s+(?:(?:me|us)\s+)?)an?\s+(?:very\s+)?(?:{_BRIEF}|{_FULL})\s+(?:{_OTHER_KINDS})\s+"
    r"(?=(?:of|on|about)\b)",
    re.IGNORECASE,
)
_BRIEFLY = r"(?:briefly|concisely|succinctly|in\s+brief|in\s+short|in\s+a\s+nutshell)"
_FULLY = r"(?:thoroughly|comprehensively|extensively|in\s+(?:(?:great|full|more|some)\s+)?(?:detail|depth)|at\s+length)"
# "briefly describe", "describe briefly", "describe rent in detail"
ADVERB = lazy_regex(
    rf"(?:(?P<before>{_POLITE})(?:(?P<brief>{_BRIEFLY})|{_FULLY})\s*,?\s+(?={_VERB}\b)|"
    rf"(?P<verb>{_POLITE}{_VERB})\s+(?:(?P<brief2>{_BRIEFLY})|{_FULLY})(?=\s+\w)|"
    rf"(?P<all>{_POLITE}{_VERB}\b[^.?!\n]*?)[\s,]+(?:(?P<brief3>{_BRIEFLY})|{_FULLY})(?=\s*[.?!]*\s*\Z))",
    re.IGNORECASE,
)
_BOUNDS = (  # the first that is said: "no more than" before "more than"
    (lazy_regex(r"\b(?:no|not)\s+(?:longer|more)\b", re.IGNORECASE), Bound.AT_MOST),
    (lazy_regex(rf"{_MORE}|\bor\s+more\b", re.IGNORECASE), Bound.AT_LEAST),
    (lazy_regex(rf"{_LESS}|\bor\s+(?:less|fewer)\b|\btops\b", re.IGNORECASE), Bound.AT_MOST),
)
_QUESTION = lazy_regex(
    r"\A\W*(?:which|what|whose|who|whom|when|where|why|how|is|are|was|were|does|do(?!\s+not\b)|did|has|have|must|may|shall|should|"
    r"(?:can|could|would|will)(?!\s+you\b))\b",
    re.IGNORECASE,
)
_RULE_THAT = lazy_regex(
    r"\b(?:rules?|requirements?|provisions?|clauses?|conditions?|fact|policy|limits?)\s+that\b", re.IGNORECASE
)
_OF_THE_ANSWER = lazy_regex(r"\s*(?:[,(–—-]\s*)?(?:in|within|using)\s", re.IGNORECASE)
_THE = lazy_regex(r"\bthe\s+\Z", re.IGNORECASE)  # what it is the length of is there already
_THOUSANDS = lazy_regex(r"(?<=\d)[., ](?=\d{3}(?!\d))")
_NEARLY = lazy_regex(r"about|around|roughly|approx|some\b", re.IGNORECASE)


def length_in(sentence: str) -> Length | None:
    """The length that a sentence of a request asks for: a figure before what says it in a word; None without one."""
    sentence = EACH.sub(" ", sentence)
    patterns = [OBJECT, OF_KIND, GOVERNED, *([_FIGURE_OF] if _SAYS_HOW.match(sentence) else [])]
    for pattern in patterns:
        for match in pattern.finditer(sentence):
            length = _counted(match) if asks_for(match) and not _THE.search(sentence[: match.start()]) else None
            if length:
                return length
    for pattern in (_SUCH_KIND, _SUCH_TEXT, ADVERB):
        match = pattern.search(sentence)
        if match and not (pattern is not ADVERB and _QUESTION.match(sentence)):
            return SHORT if any(match[name] for name in match.groupdict() if name.startswith("brief")) else DETAILED
    return None


def each_in(sentence: str) -> Length | None:
    """The length that a sentence of a request asks of each section; None without one."""
    match = EACH.search(sentence)
    return _counted(match) if match and asks_for(match) else None


def asks_for(match: re.Match[str]) -> bool:
    """Whether a length asks for one of the text: what a question or a rule is about has no length of ours.

    "Which form has at most two pages?" asks for none, "What is due, in two sentences?" does.
    """
    before = match.string[: match.start()]
    if _RULE_THAT.search(before):
        return False
    return not _QUESTION.match(match.string) or bool(_OF_THE_ANSWER.match(match[0]))


def _counted(match: re.Match[str]) -> Length | None:
    """The length that a match names; None for a unit that no text of ours is measured in."""
    found = match.groupdict()
    if found.get("pager"):
        return Length(unit=Unit.PAGES, count=_number(found["pager"] or ""), bound=Bound.JUST)
    unit = next((one for one in Unit if (found["unit"] or "").lower().rstrip("s") == one.value.rstrip("s")), None)
    if unit is None:
        return None
    if found.get("below"):
        return None  # "-1 pages"
    first, last = (_number(found.get(name) or "", whole=unit is Unit.WORDS) for name in ("count", "count_to"))
    count = max(first, last) if unit in (Unit.WORDS, Unit.PAGES) else float(round(max(first, last)))
    said = (
        match.string
        if match.re is _FIGURE_OF
        else " ".join(found.get(name) or "" for name in ("must", "bound", "behind"))
    )
    bound = next((bound for pattern, bound in _BOUNDS if pattern.search(said)), None)
    if bound is None and last:
        bound = Bound.JUST
    if bound is None:  # more pages, paragraphs or sentences than the figure are seen, unlike a few words
        bound = Bound.ABOUT if unit is Unit.WORDS or _NEARLY.search(said) else Bound.JUST
    length = Length(unit=unit, count=count, bound=bound)
    return length if 0 < (length.words or count) <= _MOST_WORDS else None


def _number(text: str, *, whole: bool = False) -> float:
    """The value of a numeral in digits or words; 0 for none. ``whole``: "1.000" is no 1, but 1,000."""
    plain = _THOUSANDS.sub(lambda match: match[0] if match[0] == "." and not whole else "", text.lower().strip())
    if not plain:
        return 0.0
    if plain[0].isdigit():
        return float(plain)
    half = 0.5 * ("half" in plain)
    words = [word for word in re.findall(r"[a-z]+", plain) if word in _VALUES or word in _SCALES]
    if half and words[:1] in (["a"], ["one"]) and not plain.endswith("and a half"):
        words = words[1:]  # "a half", "one half"
    total, part = 0, 0
    for word in words:
        if word in _SCALES:
            part = max(part, 1) * _SCALES[word]
            total, part = (total + part, 0) if word == "thousand" else (total, part)
        elif word not in ("a", "an") or len(words) == 1:
            part += _VALUES[word]
    return total + part + half
