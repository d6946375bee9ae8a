"""Whether a sentence has another's words in their order, but for what changes nothing, and what is around them. Pure.

What stands between the words must be nothing: "Our adjusted margin rose" does not have the words of "Our margin rose".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.words import ONES, word_set
from apps.verification.numbers.date_match import dates_agree
from apps.verification.numbers.dates import TIME_PHRASE, PartialDate, find_dates
from apps.verification.wording.reporting import reports

MOST = 120  # words of a sentence; longer ones are left alone
LONGEST = 1500  # characters of a sentence; longer ones are left alone
# a time that ends in its year: "half of" of "in fiscal 2023, half of the stores" is no part of it
TIME = TIME_PHRASE + r"(?:(?<=[12]\d\d\d)|(?<=[12]\d\d\d[\s,])|(?<=[12]\d\d\d[\s,][\s,])|(?<=[12]\d\d\d\s,\s))"
_NUMBERS = tuple(ONES)[:13]
_COUNTS = frozenset(map(str, range(2, 13)))
# with its article where that is what tells: "few" is not "a few", nor "the number" "a number"
_WORD = lazy_regex(
    r"(?:(?<!\w)(?:an?|the)\s+(?:few|little|number|most)\b)|[^\W_]+|[$€£¥%()\[\]~<>≤≥≈±+/]|(?<=\d)[.,](?=\d)|[-–—]\s?(?=[$€£¥]?\d)",
    re.IGNORECASE,
)
_OWN_NAME = r"[Tt]he (?:Company|Corporation|Registrant)"
_ALIKE = tuple(
    (lazy_regex(pattern), word)
    for pattern, word in (
        (r"\s*\((?:the )?[“\"][^“”\"()]{1,60}[”\"](?:,? (?:or |and )?(?:the )?[“\"][^“”\"()]{1,60}[”\"])*\)", ""),
        (rf"\b{_OWN_NAME}['’]s(?: own)?\b|\b(?:[Oo]ur own|[Oo]urs)\b", "our"),
        (rf"\b{_OWN_NAME}\b|\b[Uu]s\b", "we"),
        (r"['’]s\b|(?<=s)['’](?=\s)", ""),
        (r"\b([Ff])iscal years?\b(?=\s+(?:19|20)\d\d)", r"\1iscal"),
        (r"\bquarter of (?=(?:the )?(?:fiscal|19|20))", "quarter "),
        (r"\b[Pp]er ?cent\b", "%"),
        (r"\ba new\b", "a"),
    )
)
_SHORT_FORM = lazy_regex(r"(?<![\w&’'-])(?P<long>(?:[\w&’'-]+\s){2,9})\((?P<short>[A-Z]{2,7})s?\)\s?")
_NUMBER = lazy_regex(rf"\b(?:{'|'.join(_NUMBERS[2:])})\b", re.IGNORECASE)
_CURRENCIES = frozenset("$€£¥")
_SKIPPED = frozenset(("a", "an", "the"))
_NOTHING = word_set("that of")
_LEADS_OVER = word_set("also additionally furthermore")
_ABOUT = word_set("approximately about")
_SYNONYMS = tuple(map(word_set, ("partly partially", "following next", "recorded recognized recognised reflected")))
_IN = word_set("in during")
_VERBS = {"has": "have", "is": "are", "was": "were", "does": "do"}
_OWNS = {"its": "our", "itself": "ourselves"}
_NAMED = lazy_regex(r"\b[A-Z]")
_BOUND_TO = lazy_regex(r"\b(?:the|our|all|both|its|their)\W*\Z", re.IGNORECASE)
_ARTICLE = lazy_regex(r"(?:\b(?:the|an?)\s)+\Z", re.IGNORECASE)
_DENIES = lazy_regex(r"\b(?:not|no|never|none|neither|nor|cannot|without)\b|n['’]t\b", re.IGNORECASE)
_TIME = lazy_regex(TIME, re.IGNORECASE)
_TIME_LAST = lazy_regex(rf"[\s,]+(?P<time>{TIME})[.;\s]*\Z", re.IGNORECASE)
_POINT = lazy_regex(r"(?:as\s+of|at)\b", re.IGNORECASE)
_FOR = lazy_regex(r"for\b", re.IGNORECASE)  # what a budget is for: it may be approved at another time
_EDGE_OF_MONTH = lazy_regex(r"at\s+the\s+(?:end|beginning)\s+of\s+(?=[a-z]+\s)", re.IGNORECASE)
_EDGES = lazy_regex(r"\b(?:end|beginning|early|late|mid|half|ended|ending|months?|quarters?|to)\b", re.IGNORECASE)
_PARTED = lazy_regex(
    r"\b(?:that|which|who|whose|whom|when|where|after|before|since|until|if|because|as|while|to)\b|[;:]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a sentence says before and behind the other's words, as it is written there."""

    before: str
    behind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    text: str
    start: int
    end: int


@lru_cache(maxsize=1024)
def spelled_alike(text: str) -> str:
    """``text`` with one spelling for what is the same: "the Company" and "we", "two" and "2"."""
    text = _SHORT_FORM.sub(_unless_short, text)
    for pattern, word in _ALIKE:
        text = pattern.sub(word, text)
    return _NUMBER.sub(lambda found: str(_NUMBERS.index(found[0].lower())), text)


def _unless_short(found: re.Match[str]) -> str:
    """What is found without its bracket where that is short for it: "Tax Cuts and Jobs Act (TCJA)"; "(GAAP)" stays."""
    initials = "".join(word[0] for word in found["long"].split() if word[0].isupper())
    return found["long"] if initials.endswith(found["short"]) else found[0]


def happened(text: str) -> bool:
    """Whether a sentence reports what happened; the month of May is no verb of it."""
    return reports(_TIME.sub(" ", text))


class Voices(Enum):
    """Which of two texts says "we" and which the company's name; that has verbs in "-s" and "its" where the other has
    "our"."""

    ALIKE = "alike"
    WE_AND_NAME = "the claim says we"
    NAME_AND_WE = "the source says we"


def around(claim: str, source: str, voices: Voices = Voices.ALIKE) -> Around | None:
    """What stands around the claim's words in ``source``; None where it does not have them. Both as ``spelled_alike``.

    A time that opens or closes the claim may close or open the source.
    """
    if max(len(claim), len(source)) > LONGEST:
        return None
    found = _fitted(claim, source, voices)
    if found is not None:
        return found
    for core, time, first in _dated(claim):
        for rest, other, also_first in _dated(source):
            if _same_time(time, other, claim) and (first == also_first or _may_move(core)):
                found = _fitted(core, rest, voices)
                if found is not None and not found.behind.strip(" .;"):
                    return found
        found = _fitted(core, source, voices) if _may_move(core) else None
        behind = found.behind.lstrip(" ,") if found else ""
        if found and (next_ := _TIME.match(behind)) and _same_time(time, next_[0], claim):
            return Around(before=found.before, behind=behind[next_.end() :])
    return None


def _dated(text: str) -> Iterator[tuple[str, str, bool]]:
    """(the sentence without the time that opens or closes it, that time, whether it opens it)."""
    if opening := _TIME.match(text):
        yield text[opening.end() :], opening[0], True
    if closing := _TIME_LAST.search(text):
        yield text[: closing.start()], closing["time"], False


def _may_move(core: str) -> bool:
    """Whether a time says the same at either end: there is one verb only that it can belong to."""
    return not _PARTED.search(core)


def _same_time(claimed: str, other: str, claim: str) -> bool:
    """Whether ``other`` is the time claimed, or the day of a month that is; others may stand beside a day on which
    something holds, where no figure is told."""
    if bool(_FOR.match(claimed)) != bool(_FOR.match(other)):
        return False
    at_edge = happened(claim) and not _POINT.match(claimed) and bool(_EDGE_OF_MONTH.match(other))
    if not at_edge and bool(_POINT.match(claimed)) != bool(_POINT.match(other)):
        return False
    wanted, there = ([one.date for one in find_dates(time)] for time in (claimed, other))
    if not wanted or not all(any(_is_within(one, date) for one in there) for date in wanted):
        return False
    more = len(there) > len(wanted) and (not _POINT.match(claimed) or re.search(r"\d", claim.replace(claimed, "", 1)))
    return not more and (at_edge or {*_edges(other)} == {*_edges(claimed)})


def _is_within(one: PartialDate, date: PartialDate) -> bool:
    """Whether ``one`` is ``date``, or a day of that month: of a year a month may not tell all."""
    if not dates_agree(date, one) or date.missing_in(one) or date.fiscal != one.fiscal:
        return False
    return set(one.missing_in(date)) <= ({"day"} if date.month else set())


def _edges(time: str) -> list[str]:
    return [word.lower().removesuffix("s") for word in _EDGES.findall(time)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """A claim and a source beside one another."""

    claim: str
    source: str
    mine: Sequence[_Word]
    theirs: Sequence[_Word]
    voices: Voices


def _fitted(claim: str, source: str, voices: Voices) -> Around | None:
    mine, theirs = _words(claim), _words(source)
    if not mine or not theirs or max(len(mine), len(theirs)) > MOST:
        return None
    words, others = ([word.text for word in side] for side in (mine, theirs))
    steps = SequenceMatcher(None, words, others, autojunk=False).get_opcodes()
    first, last = 0, len(theirs)
    if steps[0][0] == "insert":
        first = steps.pop(0)[4]
    if steps and steps[-1][0] == "insert":
        last = steps.pop()[3]
    pair = _Pair(claim=claim, source=source, mine=mine, theirs=theirs, voices=voices)
    if not steps or not all(tag == "equal" or _is_nothing(pair, *at) for tag, *at in steps):
        return None
    before = _ARTICLE.sub("", source[: theirs[first].start])
    return Around(before=before, behind=source[theirs[last - 1].end :])


def _is_nothing(pair: _Pair, i1: int, i2: int, j1: int, j2: int) -> bool:
    """Whether the words of the claim and those that the source has in their place come to the same."""
    mine, theirs = ([word.text for word in side] for side in (pair.mine[i1:i2], pair.theirs[j1:j2]))
    if mine and theirs:
        return len(mine) == len(theirs) and all(_alike(pair, i1 + at, other) for at, other in enumerate(theirs))
    if len(mine) + len(theirs) == 1 and (*mine, *theirs)[0] in _NOTHING:
        return True
    if _LEADS_OVER.issuperset((*mine, *theirs)):
        return not _DENIES.search(pair.claim)  # who has not also sold pumps sold something
    if theirs:
        return _counts(theirs, pair.mine, i1, pair.claim)
    return _ABOUT.issuperset(mine) and i2 < len(pair.mine) and _is_amount(pair.mine[i2].text)


def _is_amount(word: str) -> bool:
    return word[0].isdigit() or word in _CURRENCIES


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[_Word, ...]:
    found = (_Word(text=word[0].lower(), start=word.start(), end=word.end()) for word in _WORD.finditer(text))
    return tuple(word for word in found if word.text not in _SKIPPED)


def _alike(pair: _Pair, at: int, other: str) -> bool:
    """Whether a word of the claim and that in its place come to the same."""
    one = pair.mine[at].text
    if one == other or any({one, other} <= words for words in _SYNONYMS):
        return True
    if {one, other} <= _IN:
        return bool(_TIME.match(pair.claim, pair.mine[at].start))  # "in construction" is not "during construction"
    return pair.voices is not Voices.ALIKE and _in_voice(one, other, _spoken(pair.mine, at, pair.claim), pair.voices)


def _spoken(mine: Sequence[_Word], at: int, claim: str) -> str:
    """How a word may depend on who speaks: the verb of "we", or the company's where nobody else is named between."""
    first = next((one for one in range(at - 1, -1, -1) if mine[one].text in ("we", "our", "its")), None)
    if first is None:
        return ""
    between = [word for word in mine[first + 1 : at] if not word.text.endswith("ly")]
    if (mine[first].text == "we" and not between) or (between and between[-1].text == "and"):
        return "verb"
    return "owner" if not _NAMED.search(claim[mine[first].end : mine[at].start]) else ""


def _in_voice(mine: str, theirs: str, spoken: str, voices: Voices) -> bool:
    we, name = (mine, theirs) if voices is Voices.WE_AND_NAME else (theirs, mine)
    if _OWNS.get(name) == we:
        return spoken == "owner"
    return spoken == "verb" and (_VERBS.get(name) == we or name in (f"{we}s", f"{we}es"))


def _counts(put_in: Sequence[str], mine: Sequence[_Word], at: int, claim: str) -> bool:
    """Whether the source counts what the claim only names: "we entered into [two additional] contracts"."""
    if not at or at >= len(mine) or not happened(claim[: mine[at].start]) or _DENIES.search(claim):
        return False
    bare = not _BOUND_TO.search(claim[: mine[at].start]) and mine[at].text.isalpha()
    return bare and all(word in _COUNTS or word == "additional" for word in put_in)
