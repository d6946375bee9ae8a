"""One of two conditions or duties for both, or both for one or the other: "or" for "and", "and" for "or". Pure.

"If the score is high and there are reserves" asks more than "if the score is high or there are reserves", and who must
hold a degree and a licence has not done with either. What may be done, what is denied, and what is said of all of a
kind holds of one or the other as of both, so there nothing is told.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import STOPWORDS, WORD, content_stems, stem
from apps.verification.wording.coordinated.verbs import ARTICLE, BEHIND_VERB, has_finite, is_present
from apps.verification.wording.joined import FOR_EACH
from apps.verification.wording.tense import reports

_JOINT = lazy_regex(r"\b(?P<joint>and/or|and|or|nor)\b(?=(?P<behind>(?:\W*\b[\w’'-]+){0,8}))", re.IGNORECASE)
_ENDS = re.compile(r"[;:.!?](?:\s|\Z)")
_CONDITION = lazy_regex(
    r"\b(?:(?P<plain>if|unless|(?:provided|on\s+condition)\s+that|as\s+long\s+as|in\s+case)|when(?:ever)?"
    r"|where(?:ver)?|once|that|which|who)\b",
    re.IGNORECASE,
)
_OPENS_CLAUSE = lazy_regex(rf"\W*(?:{ARTICLE}|it|he|she|they|there)\s+(?:[\w’'-]+\s+){{2}}", re.IGNORECASE)
_NAMES = lazy_regex(  # right before the joint: "in Lyon or", "by the tenant or"
    rf"\b(?:{'|'.join(sorted(BEHIND_VERB))})\s+(?:{ARTICLE}\s+)?(?:[\w’'-]+\s+){{0,2}}\Z", re.IGNORECASE
)
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
_MOST_BEFORE = 3  # words without content between the joint and the first one that has some
_NEAREST = 4  # words of content before the joint, of which the other text must have one before its own


@dataclass(frozen=True, slots=True)
class _Joint:
    """``word``: "and", "or"; ``first``: the stem that opens what follows; ``before``, ``behind``: the sentence."""

    word: str
    first: str
    before: str
    behind: str

    @property
    def has_clause(self) -> bool:
        """Whether a verb stands behind it, so that it joins what is said and no names of things."""
        words = WORD.findall(self.behind)
        if has_finite(self.behind) or any(is_present(words, at) for at in range(1, len(words))):
            return True
        return bool(_OPENS_CLAUSE.match(self.behind)) and has_finite(self.before)


def other_choice(claim: str, source: str) -> tuple[str, str] | None:
    """The claim's words at a joint that the source has otherwise, and the source's there; None where none is."""
    theirs = list(_joints(source))
    for mine in _joints(claim):
        there = [one for one in theirs if one.first == mine.first and _goes_with(mine, one)]
        if not there or any(one.word == mine.word or one.word == "and/or" for one in there):
            continue
        if any(_is_other(mine, one) for one in there):
            return f"{mine.word} {mine.behind.strip()}", f"{there[0].word} {there[0].behind.strip()}"
    return None


def _joints(text: str) -> Iterator[_Joint]:
    for found in _JOINT.finditer(text):
        word = found["joint"].lower()
        if _MEASURE.match(text, found.end("joint")):
            continue
        words = WORD.findall(found["behind"])[: _MOST_BEFORE + 1]
        first = next((one for one in words if len(one) > 1 and one.lower() not in STOPWORDS), None)
        if first is not None:
            before = _ENDS.split(text[: found.start()])[-1]
            yield _Joint(word, stem(first), before, _ENDS.split(text[found.end("joint") :])[0])


def _goes_with(mine: _Joint, theirs: _Joint) -> bool:
    """Whether before both joints something is the same, near the claim's."""
    return bool(set(content_stems(mine.before)[-_NEAREST:]) & set(content_stems(theirs.before)))


def _is_other(mine: _Joint, theirs: _Joint) -> bool:
    if _DENIED.search(mine.before) or _DENIED.search(theirs.before):
        return False
    return _asks_less(mine, theirs) if mine.word == "or" else _asks_more(mine, theirs)


def _asks_less(mine: _Joint, theirs: _Joint) -> bool:
    """Whether the claim has one of two conditions, or duties, for both."""
    if theirs.word != "and":
        return False
    conditions, duty = list(_CONDITION.finditer(mine.before)), _DUTY.search(mine.before)
    if conditions and mine.has_clause and theirs.has_clause:
        return True
    if conditions and conditions[-1]["plain"]:
        return not _NAMES.search(mine.before)
    return bool(duty and _DUTY.search(theirs.before)) and not _is_placed(mine.before[duty.end() :])


def _asks_more(mine: _Joint, theirs: _Joint) -> bool:
    """Whether the claim tells of both what the source tells of one or the other, or demands both."""
    if theirs.word != "or" or mine.word != "and" or _CONDITION.search(theirs.before):
        return False
    duty = _DUTY.search(theirs.before)
    if duty and _DUTY.search(mine.before):
        return not _is_placed(theirs.before[duty.end() :])
    whole = f"{theirs.before} or {theirs.behind}"
    return reports(whole) and not FOR_EACH.search(theirs.before)


def _is_placed(text: str) -> bool:
    """Whether a preposition stands there: what is due "by firms or persons", "in Lyon or Oslo", is due of each."""
    return any(word.lower() in BEHIND_VERB for word in WORD.findall(text))
