"""Whether a sentence or row counts the things whose number a question asks for: how many employees? Pure."""

import re
from dataclasses import dataclass

from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words, stem
from apps.agents.writer.sentences.asked.often import deeds_in, says_how_often
from apps.agents.writer.sentences.asked.owner import asks_ahead
from apps.agents.writer.sentences.ranking import COUNT_WORD, TIME, dangling
from apps.core.patterns import lazy_regex
from apps.core.periods import COUNT, MONTH, ORDINAL
from apps.core.words import word_set

MOST_WORDS = 4  # of what is counted
FAR, NEAR = 10, 6  # words before and behind a figure, among which stands what it counts
LOOK_BACK = 400  # characters before a figure, among which stands the subject of its verb
_HOW_MANY = lazy_regex(
    r"\bhow many (?:of (?:the|its|their) )?(?P<what>[\w'’ -]+?)(?= (?:do|does|did|has|have|had|is|are|was|were|will|"
    r"would|can|could|may|must|shall|should|in|at|on|of|from|for|under|per|with|to)\b|\W*\Z)",
    re.IGNORECASE,
)
# all up to the first nouns in the plural: "people work", "boats sank", "sales offices closed"
_PLURAL = r"(?:people|men|women|children|(?!(?:less|various)\b)[\w-]{2,}[^\W\dsui]s)\b(?!['’])"
_MANY = lazy_regex(rf"\A(?:.*?\b{_PLURAL}(?!\s+{_PLURAL})|.*\Z)", re.IGNORECASE)
_MEASURED = frozenset(content_words("dollars euros pounds percent percentage points basis dollar euro"))
_MOVES = r"(?:increas|decreas|declin|r[io]s|fell|fall|grew|grow|drop|up|(?<!shut )down)\w*"
# figures that count no things: money, shares, dates, references, clauses, and by how much a number moved
_NO_COUNT = lazy_regex(
    r"[$€£¥]\s?\(?[\d.,]+\)?(?:\s?(?:million|billion|thousand|trillion)\b)?|\d[\d.,]*\)?\s?(?:%|per\s?cent\b)|"
    rf"\b{MONTH}\s+\d{{1,2}}\b(?:\s?,\s*\d{{4}})?|\b(?:1[5-9]|20)\d\d\b|"
    r"\b(?:notes?|no\.|items?|form|section|part|article|exhibit)\s+[\w-]*\d[\w().-]*|\b[A-Z]-\d+\b|"
    r"\A\d+(?:(?:\.\d+)+[.)]?|[.)])\s|"
    rf"\b{_MOVES}\s+(?:by\s+)?(?:approximately\s+|about\s+)?\d[\d.,]*",
    re.IGNORECASE,
)


_HEADS = lazy_regex(  # the next things in the plural: "47 new stores"
    rf"\s+(?:million\s+|thousand\s+)?(?:[\w-]+\s+){{0,2}}?(?!(?:people|persons)\b){_PLURAL}(?!\s+{_PLURAL})"
    rf"(?:\s+(?:and|or)\s+(?:[\w-]+\s+)?{_PLURAL})?",
    re.IGNORECASE,
)
_BEFORE = lazy_regex(r"(?:(?!and\b)[\w'’-]+\s+){0,4}\Z", re.IGNORECASE)
_NOUN = lazy_regex(
    r"(?!(?:at|of|in|as|for|by|on|per|to|with|from|and|or|during|end|total)\b)[a-z’'-]{3,}", re.IGNORECASE
)
_OCCASION = stem("times")
_TIMES = frozenset(content_words("hours days weeks months quarters years"))
_LASTS = lazy_regex(  # "14 full months", "the third fiscal quarter"
    rf"\b(?:\d[\d.,]*|{COUNT}|{ORDINAL})[\s-]+{TIME}", re.IGNORECASE
)
# in small letters: "May" is none
_AUXILIARY = r"(?-i:is|are|was|were|has|have|had|do|does|did|will|would|shall|should|may|might|must|can|could)"
_PLAN = r"\b(?:expect|plan|intend|anticipate|aim)(?:s|d|ed|ned)?\s+to\b"
_PLANNED = lazy_regex(_PLAN, re.IGNORECASE)
_SUBJECT = r"(?:it|they|we|he|she|(?:the\s+)?(?-i:[A-Z])[\w&.’'-]*(?:\s+(?-i:[A-Z])[\w&.’'-]*){0,3})"
_LINK = r"(?:,?\s+(?:and|but|while|whereas|although|though)|;)"
_PLANNED_PART = lazy_regex(  # of a sentence that says something else before: "runs 120 mills, and plans to"
    rf"(?:,?\s+(?:and|but)|{_LINK}\s+{_SUBJECT}|,\s+of\s+wh(?:ich|om)\s+{_SUBJECT})"
    rf"(?:\s+(?:also|now|still|further|[a-z]+ly))*\s+{_PLAN}",
    re.IGNORECASE,
)
_BEHIND_PLAN = lazy_regex(
    rf"{_LINK}\s+(?=(?:it|they|we|he|she)\s+(?!(?:(?:will|would|shall|should|may|might|can|could)\b|{_PLAN})))",
    re.IGNORECASE,
)
_YEAR = lazy_regex(r"\b(?:19|20)\d\d\b")
_NOTE = lazy_regex(r"(?:includ|exclud)(?:es?|ing)\b", re.IGNORECASE)  # of what, stands elsewhere
_NUMBER = lazy_regex(r"(?<![\w.])(?<![^\W\d_]-)\d[\d,.]*(?![A-Za-z])")
_COUNTS = lazy_regex(r"\A[^%$]*[0-9][^%$]*\Z")  # in a cell
_ONE = lazy_regex(r"\bone((?:\s+[\w’'-]+){1,3})", re.IGNORECASE)
_CHANGES = lazy_regex(  # deeds that change how many there are
    r"\b(?:(?:do|does|did|will|would|may|must|can|could|shall|should)\s(?:(?!have\b)[^?])*?\b(?P<deed>close|open|sell)|"
    r"(?P<past>closed|opened|sold))\b",
    re.IGNORECASE,
)
_SAYS = {  # by the stem of the deed: what says that it is done
    "close": lazy_regex(r"\b(?:clos(?:ed?|es|ing|ures?)\b|shut|exit|ceas|discontinu)", re.IGNORECASE),
    "open": lazy_regex(
        r"\b(?:open(?:ed|s|ing|ings)?\b|new\b|add(?:ed|s|ing)?\b|addition|launch|inaugurat)", re.IGNORECASE
    ),
    "sell": lazy_regex(
        r"\b(?:s(?:ell|old|ale)|ship|deliver|offer|carr(?:y|ie)|divest|dispos|transfer|buy|bought)", re.IGNORECASE
    ),
}

# "the total number of", where a clause begins with it
_NUMBER_OF = lazy_regex(
    r"(?:\A\W*(?:(?:in|on|at|as\s+of|during|since)\s+)?|[,;:(]\s*|\b(?:and|but|that|while|whereas)\s+)"
    r"(?:(?:the|our|its|their)\s+)?(?:(?!(?:at|of|in|as|for|by|on|per|to|with|from|and|or|than)\b)[a-z-]+\s+){0,2}?"
    r"number\s+of\s+",
    re.IGNORECASE,
)
_IS = lazy_regex(  # the verb before a figure: "shall be not less than"
    rf"\b(?:{_AUXILIARY}\s+(?:not\s+)?)*(?:is|are|was|were|be|been|stood\s+at|amount(?:s|ed)\s+to|total(?:s|l?ed)|"
    r"equal(?:s|l?ed)|reached|exceed(?:s|ed))(?:\s+(?:fixed|set|limited)\s+(?:at|to))?"
    r"(?:[\s,]+(?:[a-z]+ly|about|around|almost|some|not|no|less|fewer|more|than|least|most|over|up|at|to|in|excess|of|"
    r"total|again|still|now|then))*\s*\Z"
)
_FINITE = lazy_regex(
    rf"\b(?:{_AUXILIARY}(?:\s+(?:not|be|been|being|has|have))*|rose|fell|grew|(?:increas|decreas|declin|dropp)ed)\b"
)
# what is said of the things: that they are all, or which of them are meant: "employees who left"
_WHOLE = lazy_regex(
    rf"\A\s+(?:(?:which|that|who)\s+(?:{_AUXILIARY}\s+)*(?:make\s+up|constitute|compose)|"
    r"(?:constitut|compos|mak)ing(?:\s+up)?)\s+"
    r"(?=the\s+(?:whole|entire|full)\s+(?:of\s+the\s+)?(?P<whole>[\w-]+)(?![\w-])"
    r"(?!\s+(?!(?:of|in|at|on|as|for|from|across|throughout|worldwide)\b)[\w-]))"  # no "whole audit committee"
)
_BOARD = frozenset(content_words("board"))
_PARTICIPLE = lazy_regex(
    r"(?<![\w-])(?!includ|exclud|during\b)"
    r"(?:[a-z]+(?:ed|ing)|held|sold|bought|paid|made|laid|left|lost|kept|given|taken|known|built|let|set|shut|won|due)\b(?!-)(?P<by>\s+by\b)?"
)
_SOME = lazy_regex(
    r"\b(?:which|that|who|whom|whose|where|per|with|without|under|eligible|subject|other\s+than|to\s+be)\b"
)
_BESIDE_NOUN = lazy_regex(  # before a participle that is none of the things': "its combined yards", "an annual meeting"
    r"\b(?:the|an?|its|our|their|of|in|at|on|across|throughout|within|years?|quarters?|periods?|months?|weeks?|"
    r"annual|special|general)\s+\Z"
)
_OF_ALL = lazy_regex(r"\W*(?:(?:of|in|at|on|as\s+(?:of|at)|across|throughout|within|around|worldwide)\b|\Z)")
# another subject of that verb: "means the fee was", "…, the fee was"
_DETERMINED = lazy_regex(r"([\w’'-]+)\s+(?:the|an?|its|our|their|it|they|we|he|she)\b")
_OTHER_SUBJECT = lazy_regex(r",\s+(?:the|an?|its|our|their|it|they|we|he|she)\b[^,]*\Z")
_BEFORE_NOUN = word_set("""
    of in at on for by with from to and or as per under during around throughout across within over including excluding
    each all both than between among through before after since until upon
""")
_ALSO = lazy_regex(r"\b(?:and|but)\s*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The stems of what is counted, the noun last, and of the rest that is asked, and the years; whether it is to come.

    ``deeds``: what of the rest may be a deed. ``says``: what a sentence says that tells of the deed asked for, where
    that changes the number.
    """

    what: tuple[str, ...]
    rest: frozenset[str]
    deeds: frozenset[str]
    years: tuple[str, ...]
    ahead: bool
    says: re.Pattern[str] | None


def counted_in(question: Question) -> Counted | None:
    """What a question asks the number of; None of one that asks for no number, or for money and the like."""
    found = _HOW_MANY.search(question.asked)
    what = content_words(_MANY.match(found["what"])[0]) if found else ()
    if not what or len(what) > MOST_WORDS or what[-1] in _MEASURED or question.trend:
        return None
    rest = frozenset(question.words) - set(what) - set(question.names)
    deed = _CHANGES.search(question.asked)
    says = _SAYS[stem(deed["deed"] or deed["past"])] if deed else None
    return Counted(
        what=what,
        rest=rest,
        deeds=rest & deeds_in(question.asked),
        years=question.years,
        ahead=asks_ahead(question.text),
        says=says,
    )


def counts_others(counted: Counted | None, place: Place) -> bool:
    """Whether a place gives no number of what is ``counted``: it has neither that nor all else asked, or no number."""
    if counted is None:
        return False
    row = place.unit.row
    if counted.says and not counted.says.search(" ".join((place.text, *place.headings, *(row.columns if row else ())))):
        return True
    if row is not None:
        said = place.words | place.above | frozenset(content_words(" ".join((place.unit.heading, *row.columns))))
        other = not any(_COUNTS.search(cell) for cell in row.cells) or _is_beside(counted.what[-1], row.label)
        label = frozenset(content_words(row.label))
        return other or not (counted.what[-1] in said or (label and label <= counted.rest))
    done = place.text if counted.ahead else _without_plan(place.text)
    if _NOTE.match(place.text) or not (done == place.text or _is_told(counted, place, done)):
        return True
    words = place.words if done == place.text else frozenset(content_words(done))
    leans = place.unit.kind is Kind.PROSE and dangling(place.text)
    said = words | place.beside if leans else words
    text = _NO_COUNT.sub(" ", done if _TIMES & set(counted.what) else _LASTS.sub(" ", done))
    return not (_speaks_of(counted, said) and _has_number(counted, text))


def _without_plan(text: str) -> str:
    """What a sentence says beside what somebody plans to do: "Acme runs 12 mills" and plans to close one of them."""
    plan = _PLANNED.search(text)
    if plan is None:
        return text
    part, behind = _PLANNED_PART.search(text), _BEHIND_PLAN.search(text, plan.end())
    before = text[: part.start()] if part and part.end() == plan.end() else ""
    rest = f"{before}; {text[behind.end() :] if behind else ''}"
    return "" if _PLANNED.search(rest) else rest


def _is_told(counted: Counted, place: Place, done: str) -> bool:
    """Whether what a place says beside a plan tells all that it tells of what is asked."""
    asked = counted.rest | {counted.what[-1]}
    told = set(_YEAR.findall(done))
    if counted.years and told.isdisjoint(counted.years) and (told or any(one in place.text for one in counted.years)):
        return False
    return asked & place.words <= set(content_words(done)) and not (counted.says and not counted.says.search(done))


def _speaks_of(counted: Counted, said: frozenset[str]) -> bool:
    return counted.what[-1] in said or (bool(counted.rest) and counted.rest <= said)


def _is_beside(noun: str, label: str) -> bool:
    """Whether a label has a noun only beside another, of which it says more: "employee stock options"."""
    words = re.findall(r"[\w'’-]+|[^\w\s]", label)
    behind = [after for word, after in zip(words, [*words[1:], ""], strict=True) if stem(word) == noun]
    return bool(behind) and all(_NOUN.fullmatch(word) for word in behind)


def _has_number(counted: Counted, text: str) -> bool:
    noun = counted.what[-1]
    one = any(noun in content_words(found[1]) for found in _ONE.finditer(text))
    often = noun == _OCCASION and says_how_often(counted.deeds, text)
    figures = [*_NUMBER.finditer(text), *COUNT_WORD.finditer(text)]
    if one or often or (figures and noun not in content_words(text)):
        return True
    return not all(_is_of_others(counted, text, found) for found in figures)


def _is_of_others(counted: Counted, text: str, figure: re.Match[str]) -> bool:
    """Whether a figure counts others than the things asked for, or is far from them: "47 new stores, and brands"."""
    things = _HEADS.match(text, figure.end())
    before = text[max(0, figure.start() - LOOK_BACK) : figure.start()]
    if things is None:
        around = (*before.split()[-FAR:], *text[figure.end() : figure.end() + LOOK_BACK].split()[:NEAR])
        near = counted.what[-1] in content_words(" ".join(around))
        return not near and not _is_number_of(counted, text, figure.start())
    return counted.what[-1] not in content_words(f"{_BEFORE.search(before)[0]} {things[0]}")


def _is_number_of(counted: Counted, text: str, end: int) -> bool:
    """Whether the subject of the verb before a figure is the number of things: "the number of boats in May was"."""
    start = max(0, end - LOOK_BACK)
    verb = _IS.search(text, start, end)
    starts = [*_NUMBER_OF.finditer(text, start, verb.start())] if verb else []
    if not starts:
        return False
    behind = text[starts[-1].end() : verb.start()]
    things = _MANY.match(behind)[0]
    if content_words(things)[-1:] != counted.what[-1:] or not all(map(_NOUN.fullmatch, things.split())):
        return False
    rest = behind[len(things) :]
    whole = _WHOLE.match(rest)
    if whole and (not counted.rest or counted.rest | _BOARD >= set(content_words(whole["whole"]))):
        rest = f" of {rest[whole.end() :]}"
    if _OTHER_SUBJECT.search(rest) or not _BEFORE_NOUN.issuperset(_DETERMINED.findall(f"{things} {rest}".lower())):
        return False
    verbs = [*_FINITE.finditer(rest)]
    if len(verbs) > 1 or (verbs and not _ALSO.search(rest)):
        return False
    return _is_of_all(counted, rest[: verbs[0].start()] if verbs else rest)


def _is_of_all(counted: Counted, said: str) -> bool:
    """Whether what is said of the things behind "the number of" leaves none out: no "stores closed", no "per store"."""
    asked = counted.rest | {counted.what[-1]}
    of = _PARTICIPLE.sub(
        lambda found: " of " if asked & set(content_words(found[0])) and not found["by"] else found[0], said
    )
    if not _OF_ALL.match(of) or _SOME.search(of):
        return False
    return all(_BESIDE_NOUN.search(of, 0, found.start()) for found in _PARTICIPLE.finditer(of))
