"""Whether a sentence tells who or where that is which a question asks for, and not only speaks of it. Pure.

'Halden Ltd. (the "Landlord")' says who the landlord is, and no duty of the landlord does. Who holds an office says the
sentence that has the office. What is said of another name in its own clause, "Polar, which is based in Oslo", is not
said of whom the question names. In doubt a sentence tells.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from apps.agents.reading.context import Place
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words, stem
from apps.agents.writer.sentences.ranking import dangling
from apps.agents.writer.sentences.selection import ANSWERABLE, Ranked
from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.phrases import AUXILIARIES, CLAUSES, DETERMINERS, JOINING, PREPOSITIONS

_IS = lazy_regex(
    r"\b(?:who|where)\s+(?:is|are|was|were)\s+(?:the\s+|our\s+|an?\s+)?(?P<what>[^?]+?)(?:['’]s?)?\s*\?*\s*\Z",
    re.IGNORECASE,
)
_OFFICES = word_set("ceo cfo coo cto officer president chairman chairwoman chair director secretary treasurer")
_CALLED = lazy_regex(r"\A(?:.*['’]s?\s+)?(?P<as>[^'’]+?)(?:\s+(?:of|at|for|in|under)\s.*)?\Z", re.IGNORECASE)
_OF_ANOTHER = lazy_regex(r"(?<!\b[Tt]he )(?P<name>\b[A-Z][\w*&-]*),\s+which\s[^;:.]*")
_FOUNDED = lazy_regex(r"\b(?:co-?)?found(?:ed|ers?|ing)\b", re.IGNORECASE)
_LOCATES = lazy_regex(
    r"\b(?:headquarter\w*|located|domiciled|based in|(?:principal|main|head) (?:\w+ )?offices?)\b", re.IGNORECASE
)
_ASKS_SEAT = lazy_regex(r"\bwhere\b.*\bheadquarter(?:ed|s)\W*\Z", re.IGNORECASE)
_ALL_WITH = lazy_regex(
    r"\bincluding\s+(?:our|its|their|the)\s+[^;.]*?(?=,?\s(?:are|is|must|shall|may|will|have|has|own)\b|[;.]|\Z)"
)
_FOUND = lazy_regex(r"\bfound\b", re.IGNORECASE)
_CERTIFIES = lazy_regex(r"\bI,\s+the\s+undersigned\b|\bcertif(?:y|ies)\b", re.IGNORECASE)
_NAME = lazy_regex(r"\b[A-Z][a-z]+(?:\s+[A-Z]\.)*\s+[A-Z][a-z]\w+")
_BORNE = lazy_regex(  # who pays for a thing, up to where or when that is
    r"\A(?:who|which\s+party)\s+(?:(?:must|should|shall|will|would|has\s+to)\s+)?(?:pays?\s+(?:the\s+costs?\s+of|for)|"
    r"(?:bears?|covers?)\s+(?:the\s+)?(?:costs?|expenses?)\s+(?:of|for)|(?:is|be)\s+(?:responsible|liable)\s+for)\s+"
    r"(?P<thing>.+?)(?:\s+(?:under|in|at|during|if|when|after|before|as|according|pursuant)\s.*)?\W*\Z",
    re.IGNORECASE,
)
_CLAUSE = lazy_regex(
    r"[,;:]\s+|\s(?=(?:if|unless|when|before|after|until|which|who|whose|that|less|plus|including|except)\s)",
    re.IGNORECASE,
)
_ASIDE = lazy_regex(r"(?:if|unless|when|before|after|until|less|plus|including|except)\s", re.IGNORECASE)
_SAYS = lazy_regex(r"\b(?:shall|must|may|will|can|should|would|is|are|was|were|has|have|pays?|bears?)\b", re.IGNORECASE)
_NO_NOUN = AUXILIARIES | CLAUSES | DETERMINERS | JOINING | PREPOSITIONS | {"of", "which", "that", "costs", "expenses"}
_NO_NAMES = _OFFICES | word_set("chief executive financial operating technology vice senior board managing principal")


def telling_who(question: Question, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
    """``ranked`` without what only speaks of whom or what the question asks for; what defines it is told alone."""
    if _FOUNDED.search(question.asked):
        ranked = [one for one in ranked if _FOUNDED.search(one.place.text) or not _FOUND.search(one.place.text)]
    if borne := _BORNE.match(question.asked):
        return _on_thing(borne["thing"], ranked)
    if question.ask not in (Ask.WHO, Ask.WHERE):
        return ranked
    if question.ask is Ask.WHERE:
        ranked = [one for one in ranked if not _is_of_another(question, one.place)]
    if _ASKS_SEAT.search(question.asked):
        ranked = [one for one in ranked if _LOCATES.search(one.place.text)]
    asked = _IS.search(question.asked)
    called = _CALLED.match(asked["what"]) if asked else None
    if called is None:
        return ranked
    if defining := [one for one in ranked if _defines(called["as"], one.place.text)]:
        return defining
    if question.ask is not Ask.WHO or called["as"].lower().split()[-1] not in _OFFICES:
        return ranked
    held = [one for one in ranked if _has_office(called["as"], one.place)]
    certified = [one for one in held if _CERTIFIES.search(one.place.text)]
    named = [one for one in held if one not in certified and one.answers >= ANSWERABLE and _names(question, one.place)]
    return [one for one in held if one not in certified] if named else held


def _on_thing(thing: str, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
    """What is said of a thing, then what else has it; all of ``ranked`` where nothing that may answer is said of it."""
    said = [one for one in ranked if one.place.unit.row is None and _is_said_of(thing, one.place.text)]
    if not any(one.answers >= ANSWERABLE for one in said):
        return ranked
    words = set(content_words(thing))
    having = [
        one for one in ranked if words <= one.place.words or (dangling(one.place.text) and words <= one.place.beside)
    ]
    return [*said, *(one for one in having if one not in said)]


def _is_said_of(thing: str, text: str) -> bool:
    """Whether a clause of its own, and no aside, has the thing: "repairs", but not "repair shops"."""
    words = content_words(thing)
    for number, clause in enumerate(_CLAUSE.split(text)):
        if (
            _ASIDE.match(clause)
            or (number and not _SAYS.search(clause))
            or not set(words) <= set(content_words(clause))
        ):
            continue
        told = [*re.findall(r"[\w'’-]+|[^\w\s]", clause.lower()), "."]
        if any(
            words[-1] in content_words(word) and (behind in _NO_NOUN or not behind[0].isalnum())
            for word, behind in pairwise(told)
        ):
            return True
    return False


def _defines(what: str, text: str) -> bool:
    """Whether a sentence calls somebody or something by that name: 'Halden Ltd. (the "Landlord")'."""
    return bool(re.search(rf"\([^()]*[\"“”]{re.escape(what)}[\"“”][^()]*\)", text, re.IGNORECASE))


def _has_office(office: str, place: Place) -> bool:
    """Whether a sentence has the office, or the words that its letters stand for."""
    letters = r"\s+".join(rf"{letter}\w+" for letter in office)
    text = _ALL_WITH.sub(" ", place.text)  # "all employees, including our Chief …" names nobody
    return set(content_words(office)) <= set(content_words(text)) or (
        office.isupper() and bool(re.search(letters, text))
    )


def _names(question: Question, place: Place) -> bool:
    """Whether a sentence has somebody's name: words with capitals that are neither offices nor in the question."""
    groups = [found[0].split() for found in _NAME.finditer(place.text)]
    return any(not any(word.lower() in _NO_NAMES or stem(word) in question.words for word in group) for group in groups)


def _is_of_another(question: Question, place: Place) -> bool:
    """Whether all that is asked stands in the clause of a name that the question does not have."""
    wanted = set(question.words) - set(question.names)
    clauses = [one for one in _OF_ANOTHER.finditer(place.text) if stem(one["name"]) not in question.words]
    if not clauses or not wanted & place.words or place.unit.row is not None:
        return False
    rest = place.text
    for clause in reversed(clauses):
        rest = rest[: clause.end("name")] + rest[clause.end() :]
    return wanted.isdisjoint(content_words(rest))
