"""A text's sentences as claims. Pure; offsets count into the text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from apps.agents.reading.about_text import about_the_text
from apps.agents.reading.cited import CitedSentence, read_cited
from apps.agents.reading.clauses import clauses_in
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words
from apps.core.patterns import lazy_regex
from apps.verification.types import ClaimDraft, ClaimType, Importance
from apps.verification.wording.lists import head_text

_FIGURE = lazy_regex(r"\d")
_DEFINITION = lazy_regex(
    r"[“\"][^”\"]{1,80}[”\"]\s+(?:means|refers to|is defined|shall mean)\b|\b(?:means|is defined as|refers to|"
    r"stands for|is the term for)\b",
    re.IGNORECASE,
)
_POLICY = lazy_regex(
    r"\b(?:must|shall|may(?!\s+\d)|should|need(?:s)? to|required to|requires?|prohibited|forbidden|permitted|"
    r"allowed|entitled|eligible|obliged|"
    r"not exceed|has to|have to|cannot)\b",
    re.IGNORECASE,
)
_NUMBER_WORD = lazy_regex(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|"
    r"hundred|thousand|million|billion|"
    r"half|third|quarter|percent|twice|double)\b",
    re.IGNORECASE,
)
# what turns the sense of a list by standing over it
_TURNS_A_LIST = lazy_regex(
    r"\b(?:may|must|shall|should|can|cannot|will|not|no|never|none|without|except|only|unless|allow\w*|permit\w*|"
    r"prohibit\w*|forbid\w*|forbade|bans?|banned|entitled|(?:in)?eligible|requir\w*|exclud\w*|includ\w*|exempt\w*|cover\w*|"
    r"deni\w*|refus\w*|accept\w*|reject\w*|un\w+ed)\b|n['’]t\b",
    re.IGNORECASE,
)
_ITEM = lazy_regex(r"[ \t]*(?:[-*+•]|\(?\d{1,3}[.)])\s")
MOST_ITEMS = 100  # of a list, whose citations what announces it takes
_TRANSITION = lazy_regex(
    r"\A(?:in summary|in short|overall|to summari[sz]e|for example|as follows|the following)\b", re.IGNORECASE
)


def claims_of(text: str, question: Question) -> tuple[ClaimDraft, ...]:
    """Every claim of ``text`` in order: text[start_offset:end_offset] == claim_text, without an anchor inside."""
    claims = []
    for sentence in _with_keys_of_items(text, read_cited(text)):
        if sentence.heading:
            continue
        for low, high in sentence.bodies:
            for start, end in clauses_in(text[low:high]):
                claims.append(_claim(text, low + start, low + end, sentence, question))
    return tuple(claims)


def _with_keys_of_items(text: str, sentences: tuple[CitedSentence, ...]) -> Iterator[CitedSentence]:
    """The sentences; one without a citation that announces a list cites what the items cite."""
    for number, sentence in enumerate(sentences):
        if not _announces_list(text, sentence):
            yield sentence
            continue
        items = takewhile(lambda one: _ITEM.match(text, one.start), sentences[number + 1 : number + 1 + MOST_ITEMS])
        yield replace(sentence, keys=tuple(dict.fromkeys(key for item in items for key in item.keys)))


def open_list(text: str, end: int) -> int:
    """Where the list is announced that text[:end] ends in, which may still go on; ``end`` if it ends in none."""
    for sentence in reversed(read_cited(text)):
        if sentence.start < end and not _ITEM.match(text, sentence.start):
            return sentence.start if _announces_list(text, sentence) else end
    return end


def _announces_list(text: str, sentence: CitedSentence) -> bool:
    return not sentence.keys and not sentence.heading and text[sentence.start : sentence.end].endswith(":")


def _claim(text: str, start: int, end: int, sentence: CitedSentence, question: Question) -> ClaimDraft:
    words = text[start:end]
    kind = claim_type(words)
    needs_source = not about_the_text(words) and not words.rstrip().endswith("?") and not _announces(words)
    return ClaimDraft(
        claim_text=words,
        claim_type=kind,
        importance=_importance(words, kind, question, needs_source=needs_source),
        requires_citation=needs_source,
        start_offset=start,
        end_offset=end,
        citations=sentence.keys,
        under=head_text(text, start),
    )


def _announces(words: str) -> bool:
    """Whether a sentence only announces a list: "The following applies:", and not "Employees may not:"."""
    return (
        words.endswith(":")
        and not _FIGURE.search(words)
        and not _TURNS_A_LIST.search(words)
        and len(content_words(words)) <= 5
    )


def claim_type(words: str) -> ClaimType:
    """numeric where a figure is stated, else definition, policy or fact; a rule with a figure is numeric."""
    if _DEFINITION.search(words):
        return ClaimType.DEFINITION
    if _FIGURE.search(words) or _NUMBER_WORD.search(words):
        return ClaimType.NUMERIC
    return ClaimType.POLICY if _POLICY.search(words) else ClaimType.FACT


_WANTED = {
    Ask.AMOUNT: frozenset({ClaimType.NUMERIC}),
    Ask.WHEN: frozenset({ClaimType.NUMERIC}),
    Ask.PERMISSION: frozenset({ClaimType.POLICY, ClaimType.NUMERIC}),
    Ask.DEFINITION: frozenset({ClaimType.DEFINITION, ClaimType.FACT}),
}


def _importance(words: str, kind: ClaimType, question: Question, *, needs_source: bool) -> Importance:
    """Critical where it carries what the question asks for, minor where it carries nothing."""
    if not needs_source or _TRANSITION.match(words):
        return Importance.MINOR
    stems = set(content_words(words))
    shared = len(stems & set(question.words)) / max(1, len(question.words))
    wanted = _WANTED.get(question.ask)
    answers = (kind in wanted and shared >= 0.3) if wanted is not None else shared >= 0.5
    return Importance.CRITICAL if answers else Importance.MATERIAL
