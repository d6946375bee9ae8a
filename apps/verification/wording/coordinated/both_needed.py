"""What a sentence says of two that "and" joins and of neither alone, told of one of them. Pure.

"May sublet but must ask first" does not simply permit, "cannot chair and audit" forbids neither by itself, a war that
united north and south did not unite the north, of two deeds "in 1990" the later one may be of another year, and what
rose beside another "in Asia" may have risen there alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.periods import DAYS_AND_MONTHS
from apps.core.words import word_set
from apps.verification.wording.coordinated.parts import FRONT
from apps.verification.wording.coordinated.verbs import ARTICLES, PLACED
from apps.verification.wording.tense import BE, MODALS

LINKS = frozenset(("and", "but"))
PERMITTING = word_set("may can could might")
# what comes of it, or goes on: "In 1961 he founded the firm and ran it for 30 years"
LASTING = word_set("ran became rose died had went reached led remained lived stayed sank wrote won held served kept")
_DEMANDING = word_set("must shall")
_DENYING = word_set("cannot can't can’t")
# done to one it is done to nobody
_TOGETHER = (
    r"(?:unit(?:e|es|ed|ing)|marr(?:y|ies|ied)|correlat\w+|contrast(?:s|ed)?|distinguish\w*|reconcil\w+|swap(?:s|ped)?"
    r"|exchang\w+|fus(?:e|es|ed)|merg\w+|combin\w+|match(?:es|ed)?|confus\w+|conflat\w+|alternat(?:e|es|ed)|separat\w+"
    r"|mix(?:es|ed)?|blend\w*|between|amid)"
)
_BEFORE_SECOND = lazy_regex(rf"(?i:\b{_TOGETHER}\s+(?:(?:the|an?|its|their|his|her)\s+)?[\w’'-]+(?:\s+[\w’'-]+)?\s*\Z)")
_BEFORE_FIRST = lazy_regex(rf"(?i:\b{_TOGETHER}\s+\Z)")
# on what both verbs of a rule may hang
_ON_CONDITION = lazy_regex(
    r"(?i:\b(?:if|unless|should\s+(?:an?|the|any|either)\s|save\s+(?:in|for|that|where|as)|provided|except|failing\s+which"
    r"|no\s+later\s+than\s+the\s+\w+\s+\w+|any\s+time\s+\w+\s+\w+)\b)"
)
# how a figure moved, or what a treatment did
_MOVED = lazy_regex(
    r"(?i:\b(?:rose|fell|grew|increased|decreased|declined|improved|reduced|lowered|cured|prolonged|shortened|inhibited"
    r"|tolerated)\b)"
)
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"  # "in May" is no limit
)
_AMONG_WHOM = lazy_regex(
    r"\s(?:in|among|within|for)\s+"
    rf"(?!(?:the\s+)?(?:\w+\s+)?(?:(?:19|20)\d\d|year|quarter|period|month|week|half)|fiscal|{_MONTH}\b"
    r"|(?:full|total|part|turn|addition)\b)"
    r"(?:[\w’'-]+\s*){1,6}\.?\s*\Z"
)
_OF = word_set("of from by with on into")  # whose the second thing is: "a deposit and a guarantee from the bank"
_BEHIND_LINK = PLACED | BE  # "and was later"
_IN_YEAR = lazy_regex(r"\b(?:in|by|since|until)\s+(?:[A-Z]\w+\s+)?(?:19|20)\d\d\b(?!\s+\w+s\b)")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """``words[start:end]``, in small letters, that a copy leaves out of a sentence, and the text around them."""

    words: Sequence[str]
    start: int
    end: int
    before: str
    between: str
    behind: str


def needs_both(one: LeftOut, claim: str) -> bool:
    """Whether what is left out is one of two of which the sentence says together what ``claim`` says of the other."""
    if one.end - one.start < 2:
        return False
    if one.words[one.start] in LINKS:
        return _needs_second(one)
    link = next(
        at for at in range(one.end - 1, one.start - 1, -1) if at == one.start or one.words[at] not in _BEHIND_LINK
    )
    return one.words[link] in LINKS and one.end < len(one.words) and _needs_first(one, link, claim)


def _needs_second(one: LeftOut) -> bool:
    words, start, end = one.words, one.start, one.end
    first = words[start + 1]
    if first in _DEMANDING and not PERMITTING.isdisjoint(words[:start]) and _DEMANDING.isdisjoint(words[:start]):
        return True
    ruled = end == len(words) and first not in MODALS and not MODALS.isdisjoint(words[:start])
    if ruled and _ON_CONDITION.search(one.between):
        return True
    if end == len(words) and _AMONG_WHOM.search(one.between) and not _AMONG_WHOM.search(one.before):
        return bool(_MOVED.search(one.before) and _MOVED.search(one.between))
    if first not in ARTICLES or words[start] != "and":
        return False
    of_second = end + 1 < len(words) and words[end] in _OF and start > 1 and words[start - 2] in ARTICLES
    timed = of_second and (words[end + 1] in DAYS_AND_MONTHS or words[end + 1][0].isdigit())
    return (of_second and not timed) or bool(_BEFORE_SECOND.search(one.before)) or _is_denied(words, start)


def _needs_first(one: LeftOut, link: int, claim: str) -> bool:
    words, start, end = one.words, one.start, one.end
    if words[start] in ARTICLES and words[end] in ARTICLES and _BEFORE_FIRST.search(one.before):
        return True
    if start and words[link] == "and" and words[start - 1] in _DENYING:
        return True
    if not FRONT.match(f"{one.before}{one.between}{one.behind}") or not FRONT.match(claim):
        return False
    later = words[end] in LASTING or not PLACED.isdisjoint(words[link : end + 2])
    return later or bool(_IN_YEAR.search(one.between))


def _is_denied(words: Sequence[str], at: int) -> bool:
    """Whether a denied permission stands before, with no other verb of its kind between."""
    denied = next((place for place in range(at - 1, -1, -1) if words[place] in _DENYING), None)
    return denied is not None and MODALS.isdisjoint(words[denied + 1 : at])
