"""What a sentence says of two that "and" joins and of neither alone, told of one of them. Pure.

"May sublet but must ask first" does not simply permit, "cannot hold the chair and the treasury" forbids neither by
itself, a war that united north and south did not unite the north, of two deeds "in 1990" the later one may be of
another year, and what rose 5% beside another "in Asia" may have risen there alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.periods import DAYS_AND_MONTHS, MONTH
from apps.core.words import word_set
from apps.verification.wording.coordinated.parts import FRONT
from apps.verification.wording.coordinated.verbs import (
    ARTICLE,
    ARTICLES,
    BEHIND_VERB,
    FINITE,
    LINKS,
    PLACED,
    has_finite,
    has_verb,
)
from apps.verification.wording.tense import BE, MODALS

_FOLLOWED = word_set("became rose died had went remained lived stayed ran sank")  # perhaps in another year
_DENYING = word_set("cannot can't not never nobody")
_NO_BARE_VERB = ARTICLES | PLACED | word_set("it he she they we this that these those no not never all any each")
_NAMED = lazy_regex(r"and\s+[A-Z]")
_BEHIND_LINK = PLACED | BE  # "and was later"
_MOST_WORDS = 5  # of a thing with "and" and its article
_MOST_WORDS_EXCEPTED = 4  # "but children under six"
_MAY = lazy_regex(r"\b(?:may|can|could|might)\b(?!\s+\d)")
_DEMANDS = r"(?:must|shall|(?:has|have|needs?)\s+to|(?:is|are)\s+required\s+to)\b"
_BUT_MUST = lazy_regex(rf"but\s+(?:(?:it|he|she|they|an?\s+\w+)\s+)?{_DEMANDS}(?!\s+not\b)")
# … to do it at all
_AND_MUST = lazy_regex(
    rf"and\s+{_DEMANDS}.*\b(?:first\W*\Z|beforehand|consent|permission|approval|permit|licen[cs]e|authori[sz]ation)\b"
)
# on what both verbs of a rule may hang
_ON_CONDITION = lazy_regex(
    r"(?i:\b(?:if|unless|should\s+(?:an?|the|any|either)\s|save\s+(?:in|for|that|where|as)|except|failing\s+which"
    r"|provided\s+(?:that|the|an?|it|he|she|they)|any\s+time\s+\w+\s+\w+)\b)"
)
# within these all is a condition of what stands beside them, or says of whom that is said
_CONDITION = lazy_regex(
    r"(?i:\b(?:if|when|where|unless|provided\s+that|(?:as|so)\s+long\s+as"
    r"|once\s+(?!a\s+(?:day|week|month|quarter|year)\b)(?:the|an?|it|he|she|they|all))\b[^,;.]*\Z)"
)
_SUBJECTS = ARTICLES | word_set("it he she they this that these those no all any each every")
_WHEN = word_set("if when where once unless")
_BY_DOING = lazy_regex(r"\b(?:by|without|after|before)\s+[a-z]+ing\b[^,;.]*\Z")
_OF_WHOM = lazy_regex(r"\b(?:who|which|that)\s[^,;.]*\Z")
_LIMITS = lazy_regex(r"but\s+(?:no\s+(?:more|fewer|less|later|longer)|not|only|never|at\s+most|up\s+to|needs)\b")
_EXCEPTED = lazy_regex(r"but\s+those\s+(?:in|with|who|without|under|over|of|\w+ing|\w+ed)\b")
_ALL = lazy_regex(r"(?i:\b(?:all|any|every|each|everyone|everybody|everything|anyone|anybody)\b)")
# all that is named behind them has to be there, or to have a part in it
_WITH_ALL = lazy_regex(
    rf"\b(?i:(?:after|upon|on|against|following|subject\s+to)\s+{ARTICLE}"
    r"|(?:belong(?:s|ed)?|pass(?:es|ed)|owned|kept|held|signatures?|consent|approval|permission|agreement)"
    rf"\s+(?:to|of|by)\s+{ARTICLE})\s+(?:[\w’'-]+\s+)?[\w’'-]+\s*\Z"
)
# done to one it is done to nobody
_TOGETHER = (
    r"(?:unit(?:e|es|ed|ing)|marr(?:y|ies|ied)|correlat\w+|contrast(?:s|ed)?|distinguish\w*|reconcil\w+|swap(?:s|ped)?"
    r"|exchang\w+|fus(?:e|es|ed)|merg\w+|combin(?:es|ed)|match(?:es|ed)?|confus\w+|conflat\w+"
    r"|alternat(?:e|es|ed)|separat(?:es|ed)|mix(?:es|ed)?|blend\w*|link(?:s|ed)|connect(?:s|ed)|between|amid"
    r"|(?:alloy|mixture|combination|union)\s+of)"
)
_BEFORE_SECOND = lazy_regex(rf"\b(?i:{_TOGETHER})\s+(?:(?i:{ARTICLE})\s+[\w’'-]+(?:\s+[\w’'-]+)?|[A-Z][\w’'-]+)\s*\Z")
_BEFORE_FIRST = lazy_regex(rf"(?i:\b{_TOGETHER}\s+\Z)")
# how a figure moved, and what a treatment did
_MOVED = lazy_regex(
    r"(?i:\b(?:rose|fell|grew|increased|decreased|declined|dropped|climbed|widened|narrowed|slipped|jumped|improved"
    r"|doubled|tripled|halved)\b)"
)
_TREATED = lazy_regex(
    r"(?i:\b(?:reduced|lowered|improved|cured|prolonged|shortened|inhibited|tolerated|raised|increased|decreased)\b)"
)
_OWN = lazy_regex(
    r"[$€£%].*\bin\b.*[$€£%]|\b(?:its|our|their|his|her)\b|\b(?:stake|investment|interest|spending|share)s?\s+in\b"
)
_SOMEWHERE = lazy_regex(r"\b(?:in|at|among|within|across|for)\s+(?!(?:19|20)\d\d\b)")
_THERE = lazy_regex(
    r"\s(?:in|among|within|across)\s+(?!(?:full|total|part|turn|addition|line|response|accordance|order|constant|an?\s+row)\b)"
)
_TIME = lazy_regex(
    rf"(?:\b(?:19|20)\d\d\b|\b{MONTH}\b|(?i:\b(?:year|quarter|month|week|half|century|decade|period|day|hour|morning"
    r"|afternoon|evening|night|spring|summer|autumn|winter)s?\b))"
)
# whose the second thing is: "a deposit and a guarantee from the bank"
_WRITTEN = word_set("guarantee letter certificate opinion statement confirmation reference consent report licence")
_IN_YEAR = lazy_regex(r"\b(?:in|by|since|until)\s+(?:[A-Z]\w+\s+)?(?:19|20)\d\d\b(?!\s+\w+s\b)")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """``words[start:end]``, in small letters, that ``claim`` leaves out of ``source``, and the text before and of them.

    ``rule``: the claim says what holds, and reports nothing.
    """

    words: Sequence[str]
    start: int
    end: int
    before: str
    between: str
    source: str
    claim: str
    rule: bool


def needs_both(one: LeftOut) -> bool:
    """Whether what is left out is one of two of which the sentence says together what the claim says of the other."""
    words, start, end = one.words, one.start, one.end
    if end - start < 2:
        return False
    if words[start] in LINKS:
        return _needs_second(one) or _is_of_condition(one)
    link = next(at for at in range(end - 1, start - 1, -1) if at == start or words[at] not in _BEHIND_LINK)
    return words[link] in LINKS and end < len(words) and (_needs_first(one, link) or _is_of_condition(one))


def _is_of_condition(one: LeftOut) -> bool:
    """Whether what is left out is a part of a rule's condition, of its means, or of what says of whom it holds."""
    own, last = one.words[one.start : one.end], one.end == len(one.words)
    if not one.rule or "and" not in (own[0], own[-1]):
        return False
    if _CONDITION.search(one.before):
        # not "opens when the ferry arrives and closes at five": of the subject of all again
        return (not last or own[1] in _SUBJECTS) and MODALS.isdisjoint(own) and _WHEN.isdisjoint(own)
    if last:  # "may end the lease by giving notice and paying what is due"
        means = own[1].endswith("ing") and _BY_DOING.search(one.before)
        return bool(means) and not MODALS.isdisjoint(one.words[: one.start])
    verb = one.words[one.end]
    return (verb in FINITE or verb.endswith("s")) and bool(_OF_WHOM.search(one.before))


def _needs_second(one: LeftOut) -> bool:
    words, start, end = one.words, one.start, one.end
    if _MAY.search(one.before) and (_BUT_MUST.match(one.between) or _AND_MUST.match(one.between)):
        return True
    modal = not MODALS.isdisjoint(words[:start])
    if words[start] == "but":
        return bool(modal and _LIMITS.match(one.between)) or _is_exception(one)
    first = words[start + 1]
    ruled = modal and first not in FINITE
    if end == len(words) and ((ruled and _ON_CONDITION.search(one.between)) or _is_of_place(one)):
        return True
    # "must not drink and drive"
    bare = ruled and first not in _NO_BARE_VERB and (end - start == 2 or words[start + 2] in ARTICLES | BEHIND_VERB)
    if bare and FINITE.isdisjoint(words[start:end]) and _is_denied(one):
        return True
    if one.rule and first in ARTICLES and _WITH_ALL.search(one.before):
        return True
    thing = (first in ARTICLES or _NAMED.match(one.between)) and _is_thing(one)
    return bool(thing and (_is_of_second(one) or _BEFORE_SECOND.search(one.before) or _is_denied(one)))


def _is_exception(one: LeftOut) -> bool:
    """Whether what stands behind "but" is not among all of whom it is said: "all boats but those in dry dock"."""
    many = one.end - one.start
    few = many < _MOST_WORDS_EXCEPTED or (
        many == _MOST_WORDS_EXCEPTED and not BEHIND_VERB.isdisjoint(one.words[one.start : one.end])
    )
    named = few and not has_finite(one.between) and not has_verb(one.between)
    return bool(_EXCEPTED.match(one.between) or (named and _ALL.search(one.before)))


def _needs_first(one: LeftOut, link: int) -> bool:
    words, start, end = one.words, one.start, one.end
    if words[start] in ARTICLES and words[end] in ARTICLES and _BEFORE_FIRST.search(one.before):
        return True
    if start and words[link] == "and" and words[start - 1] in _DENYING:
        return True
    front = FRONT.match(one.source)
    if not front or not FRONT.match(one.claim):
        return False
    followed = words[end] in _FOLLOWED and front[0][:2] == "In"
    return followed or not PLACED.isdisjoint(words[link : end + 2]) or bool(_IN_YEAR.search(one.between))


def _is_of_place(one: LeftOut) -> bool:
    """Whether the second of two that moved ends with where or among whom, as the first may be meant to.

    Of one subject only patients are: "He rose at dawn and fell asleep in his chair".
    """
    there = list(_THERE.finditer(one.between))
    if not there or _TIME.search(one.between, there[-1].end()) or _SOMEWHERE.search(one.before):
        return False
    if _OWN.search(one.between):
        return False
    second = _MOVED.search(one.between)
    clause = second and second.start() > len("and ") and _MOVED.search(one.before)
    return bool(clause or (_TREATED.search(one.before) and _TREATED.search(one.between)))


def _is_thing(one: LeftOut) -> bool:
    """Whether what is left out is a thing and no clause: "and the crowd left", "and a guide watches"."""
    behind_article = one.words[one.start + 2 : one.end]
    if len(behind_article) > 1 and any(word.endswith("s") for word in behind_article):
        return False
    return one.end - one.start <= _MOST_WORDS and not has_verb(one.between) and not has_finite(one.between)


def _is_of_second(one: LeftOut) -> bool:
    """Whether what stands behind it is the second thing's own: "a deposit and a guarantee from the bank"."""
    words, start, end = one.words, one.start, one.end
    if start < 2 or words[start - 2] not in ("a", "an") or end + 1 >= len(words) or words[max(0, start - 3)] in BE:
        return False
    own = words[end] == "of" or (words[end] == "from" and words[end - 1] in _WRITTEN)
    return own and words[end + 1] not in DAYS_AND_MONTHS and not words[end + 1][0].isdigit()


def _is_denied(one: LeftOut) -> bool:
    """Whether a denial stands before, with no comma before and no modal verb between but that of "nobody may"."""
    before = one.words[: one.start]
    denied = next((at for at in range(len(before) - 1, -1, -1) if before[at] in _DENYING), None)
    return denied is not None and "," not in one.before and MODALS.isdisjoint(before[denied + 2 :])
