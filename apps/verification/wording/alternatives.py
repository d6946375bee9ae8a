"""One of two conditions or duties for both, or both for one or the other: "or" for "and", "and" for "or". Pure.

Who is admitted "if she holds a degree and has worked for a year" is not if she holds one "or has worked for a year".
Who "shall pay the rent or leave" need not do both. Read only where two sentences, two verbs, or of one deed two names
stand at the joint: what may be done, what is denied, and what is said of many, of things of a kind or in several cases,
holds of one or the other as of both. Nor is a claim read that asks for two conditions where one would do.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, WORD, content_of, content_stems, stem
from apps.verification.wording.coordinated.verbs import (
    ARTICLE,
    BEHIND_VERB,
    DETERMINERS,
    FINITE,
    has_finite,
    is_object,
)
from apps.verification.wording.joined import FOR_EACH
from apps.verification.wording.reporting import reports
from apps.verification.wording.tense import is_past

_JOINT = lazy_regex(r"\b(?P<joint>and/or|and|or|nor)\b(?=(?P<behind>(?:[^\w.;:!?]+[\w’'-]+){0,8}))", re.IGNORECASE)
_ENDS = lazy_regex(r"[;:.!?](?:\s|\Z)")
_PLAIN = r"(?:if|unless|(?:provided|on\s+condition)\s+that|as\s+long\s+as|in\s+case)"
_CONDITION = lazy_regex(
    rf"\b(?:(?P<plain>{_PLAIN})|when(?:ever)?|where(?:ver)?|once|(?P<whose>that|which|who))\b", re.IGNORECASE
)
_CASES = lazy_regex(r"\b(?:cases|events|situations|circumstances|instances|each|both|either|any)\b", re.IGNORECASE)
_NEXT_CASE = lazy_regex(r"\W*(?:\(\w+\)\s*)?(?:if|when|where|those|that|who|which|in)\b", re.IGNORECASE)
_DUTY = lazy_regex(r"\b(?:must|shall|(?:has|have|needs?)\s+to|(?:is|are)\s+(?:required|obliged)\s+to)\b", re.IGNORECASE)
_DENIED = lazy_regex(
    r"\b(?:no|not|never|neither|none|nor|nobody|nothing|cannot|without|lacks?|fails?|failed|refus\w+|prohibit\w*"
    r"|forb\w+|free\s+(?:of|from)|except|other\s+than)\b|n['’]t\b",
    re.IGNORECASE,
)
_MEASURE = lazy_regex(  # "90 days or less", "a year or so", "higher and higher"
    r"\W*(?:more|less|fewer|higher|lower|above|below|over|under|later|earlier|better|worse|so|not|otherwise|both|either"
    r"|older|younger|longer|shorter|greater|smaller|another|others?|similar|equivalent|comparable|the\s+like)\b",
    re.IGNORECASE,
)
_CLAUSE = lazy_regex(rf"\W*(?:{ARTICLE}|it|he|she|they|there)\s+(?:[\w’'-]+\s+){{2}}", re.IGNORECASE)
_SUBJECTS = lazy_regex(  # behind the condition: "if the rent or the deposit is", no "in Lyon or Oslo"
    rf"\s*(?:{ARTICLE}\s+)?\w[\w’'-]*(?:\s+\w[\w’'-]*)?\s*\Z", re.IGNORECASE
)
_ONE = lazy_regex(r"\s+an?\s", re.IGNORECASE)
_NUMBERS = word_set("one two three four five six seven eight nine ten")
_OF_MANY = lazy_regex(
    r"\b(?:were|are|have|most|many|some|several|all|both|various|assigned|randomi[sz]ed|excluded|enrolled|includ\w+)\b",
    re.IGNORECASE,
)
_MOST = 20  # joints of a sentence: more are a list
_MOST_BEFORE = 3  # words without content between the joint and the first one that has some
_NEAREST = 4  # words of content before the joint, of which the other text must have one before its own


@dataclass(frozen=True)
class _Joint:
    """``word``: "and", "or", "nor", "and/or"; ``first``: the first stem of content behind it.

    ``before``, ``behind``: what the sentence says on either side, behind it eight words at most.
    """

    word: str
    first: str
    before: str
    behind: str

    @cached_property
    def words(self) -> list[str]:
        """What follows, without the mark of an item ("(2)")."""
        return WORD.findall(self.behind)

    @cached_property
    def nearest(self) -> set[str]:
        return set(content_stems(self.before)[-_NEAREST:])

    @cached_property
    def said(self) -> set[str]:
        return content_of(self.before)

    @property
    def opens_with_verb(self) -> bool:
        """Whether a verb with its object, or in a form that is nothing else, comes first."""
        first, second = (*self.words, "", "")[:2]
        if not first.islower() or first in DETERMINERS | BEHIND_VERB:
            return False
        return is_past(first) or first in FINITE or bool(second and (is_object(second) or second in _NUMBERS))

    @property
    def opens_with_one(self) -> bool:
        """Whether a single thing comes first: "a licence"."""
        return bool(_ONE.match(self.behind))

    @property
    def opens_clause(self) -> bool:
        """Whether a sentence with a subject of its own comes, as one does before."""
        return bool(_CLAUSE.match(self.behind)) and has_finite(self.before)


def other_choice(claim: str, source: str) -> tuple[str, str] | None:
    """The claim's words at a joint that the source has otherwise, and the source's there; None where none is."""
    theirs = list(islice(_joints(source), _MOST + 1))
    mine = list(islice(_joints(claim), _MOST + 1))
    if max(len(theirs), len(mine)) > _MOST:
        return None
    for one in mine:
        there = [other for other in theirs if other.first == one.first and one.nearest & other.said]
        if any(other.word in (one.word, "and/or") for other in there):
            continue
        differing = next((other for other in there if _is_other(one, other)), None)
        if differing:
            return f"{one.word} {one.behind.strip()}", f"{differing.word} {differing.behind.strip()}"
    return None


def _joints(text: str) -> Iterator[_Joint]:
    for found in _JOINT.finditer(text):
        if _MEASURE.match(text, found.end("joint")):
            continue
        words = WORD.findall(found["behind"])[: _MOST_BEFORE + 1]
        first = next((one for one in words if len(one) > 1 and one.lower() not in STOPWORDS), None)
        if first is not None:
            before = _ENDS.split(text[: found.start()])[-1]
            yield _Joint(found["joint"].lower(), stem(first), before, found["behind"])


def _is_other(mine: _Joint, theirs: _Joint) -> bool:
    if _DENIED.search(mine.before) or _DENIED.search(theirs.before):
        return False
    return _asks_less(mine, theirs) if mine.word == "or" else _asks_more(mine, theirs)


def _asks_less(mine: _Joint, theirs: _Joint) -> bool:
    """Whether the claim has one of two conditions, or duties, for both."""
    if theirs.word != "and" or _NEXT_CASE.match(theirs.behind) or _CASES.search(theirs.before):
        return False
    if _DUTY.search(mine.before) and _DUTY.search(theirs.before):
        verbs, things = (mine.opens_with_verb, theirs.opens_with_verb), (mine.opens_with_one, theirs.opens_with_one)
        if all(verbs) or all(things):
            return True
    conditions = list(_CONDITION.finditer(mine.before))
    if not conditions or not _CONDITION.search(theirs.before):
        return False
    last = conditions[-1]
    if "," in mine.before[last.end() :] and not mine.before[: last.start()].strip():
        return False  # "If it rains, the club closes or moves": the clause behind a condition that comes first
    if last["whose"]:
        return mine.opens_with_verb and theirs.opens_with_verb
    if mine.opens_with_verb or mine.opens_clause:
        return True
    return bool(last["plain"] and _SUBJECTS.match(mine.before, last.end()))


def _asks_more(mine: _Joint, theirs: _Joint) -> bool:
    """Whether the claim tells of both what the source tells of one or the other, or demands both verbs of a duty."""
    if theirs.word != "or" or mine.word != "and" or _CONDITION.search(theirs.before):
        return False
    if _DUTY.search(theirs.before) and _DUTY.search(mine.before):
        return mine.opens_with_verb and theirs.opens_with_verb
    whole = f"{theirs.before} or {theirs.behind}"
    name = (*theirs.words, "")[0]
    return name[:1].isupper() and reports(whole) and not FOR_EACH.search(theirs.before) and not _OF_MANY.search(whole)
