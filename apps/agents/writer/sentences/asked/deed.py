"""Whether a sentence tells who does what a question asks about, of somebody else or of something else. Pure.

"May the landlord assign the lease?" is not answered by "The Tenant may not assign this lease", nor "Does the landlord
insure the contents?" by "The Landlord insures the building". In doubt a sentence answers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Context, Place
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words, stem
from apps.agents.writer.sentences.selection import ANSWERABLE, Ranked
from apps.core.patterns import lazy_regex
from apps.inference.memory import SentenceMemory

ALIKE = 0.45  # cosine between two things, below which they are not the same by another name
LONGEST = 2000  # characters of a sentence that are read: what is longer is none
_MODAL = r"may|might|must|can|could|shall|should|will|would"
_TOO = r"(?:\w+ly|also|not|never|only|then|each|both)"
_THE = r"(?:the|an?|each|either|neither|every|any|no|our)"
_PARTIES = (  # one, or several that are joined: "the Buyer, the Agent and the Lender"
    rf"(?P<parties>(?:{_THE}\s+\w+(?:\s\w+)?(?:,\s+{_THE}\s+\w+(?:\s\w+)?)*,?\s+(?:and|or|nor)\s+)?{_THE}\s+\w+)"
)
_BEHIND = r"(?:\s+(?P<object>[^?.,;:]*))?"
_ASKED = lazy_regex(
    rf"\b(?:(?:does|do|did|{_MODAL})\s+(?:the|an?|our|each|every)\s+(?P<party>\w+)\s+(?:(?:have|need|has)\s+to\s+)?|"
    r"(?:is|are)\s+(?:the|an?|our|each|every)\s+(?P<bound>\w+)\s+(?:required|allowed|permitted|entitled|obliged)\s+to\s+|"
    rf"\Awho\s+(?:(?:{_MODAL}|has\s+to)\s+)?)(?P<verb>[a-z]{{2,}})\b{_BEHIND}",
    re.IGNORECASE,
)
_SUBJECT = lazy_regex(
    r"(?:\A|[,;:]\s+|\b(?:and|but|or|if|that|whether|unless)\s+)(?:(?:either|neither|both)\s+(?=the\b))?"
    rf"{_PARTIES}\s+(?=(?:{_MODAL}|is|are|has|have|does|do|{_TOO}|[a-z]+s)\b)",
    re.IGNORECASE,
)
_DOES = lazy_regex(
    rf"(?:\b(?:{_MODAL}|or|and|(?:required|allowed|permitted|entitled|obliged|has|have|needs?|agrees)\s+to)|,)\s+(?:{_TOO}\s+)*\Z",
    re.IGNORECASE,
)
_DONE = lazy_regex(rf"\b(?:be|been|is|are|was|were)\s+(?:{_TOO}\s+)*\Z", re.IGNORECASE)
_BY = lazy_regex(rf"[^.;:]*?\bby\s+(?:(?:either|both)\s+(?=the\b))?{_PARTIES}", re.IGNORECASE)
_JOINT = lazy_regex(r",\s+(?:(?:and|or|nor)\s+)?|\s+(?:and|or|nor)\s+", re.IGNORECASE)
_ENDS = lazy_regex(
    r"\b(?:or|and|before|after|in|on|at|for|with|without|to|by|within|if|unless|when|from|each|every|as|under|until|"
    r"against|during|because|through)\b.*|[.,;:].*",
    re.IGNORECASE | re.DOTALL,
)
_WORD = lazy_regex(r"[^\W\d_]+")
_IN_FRONT = lazy_regex(  # "what insurance must the tenant carry?"
    rf"\A(?:what|which)\s+(?P<object>(?:[\w'’-]+\s+){{1,4}}?)(?:does|do|did|{_MODAL})\s[^?]*?\b(?P<verb>\w+)\W*\Z",
    re.IGNORECASE,
)
_PARTICLE = lazy_regex(r"\s+(?:out|over|on|off|up|down|back)\b", re.IGNORECASE)  # to "carry out" is not to carry
_ANYBODY = frozenset(map(stem, ("party", "parties", "person", "one", "other", "others", "who", "which", "both")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Who does what: stems of the party, if one is named, and of the verb; the thing in its words."""

    party: str
    verb: str
    thing: str


def without_others(
    question: Question, ranked: Sequence[Ranked], context: Context, memory: SentenceMemory
) -> tuple[Sequence[Ranked], Place | None]:
    """``ranked`` without what tells the deed of another party or of another thing, and the best of that which is near.

    Where there is such, only what is on the thing can be the answer; where the thing is another's, only that deed.
    """
    asked = deed_asked(question)
    ranked = [one for one in ranked if not _tells_other_verb(question, one.place)]
    may_answer = [one for one in ranked if one.answers >= ANSWERABLE]
    others = [one for one in may_answer if asked and _is_other(asked, question, one.place, context, memory)]
    if asked is None or not others:
        return ranked, None
    things = frozenset(content_words(asked.thing))
    near = [one.place for one in others if things & one.place.words or not things]
    rest = [
        one for one in ranked
        if one not in others
        and (asked.verb in one.place.words or not near)
        and (not things or things & one.place.words or (not near and _are_alike(asked.thing, one.place.text, memory)))
    ]  # fmt: skip
    same = [one.place for one in others if not asked.party or asked.party in one.place.words]
    return rest, next(iter((*near, *same)), None)


def deed_asked(question: Question) -> Deed | None:
    """What a question asks whether, when or by whom it is done."""
    found = _ASKED.search(question.asked)
    if found is None or not content_words(found["verb"]):
        return None
    party, behind = found["party"] or found["bound"] or "", found["object"] or ""
    return Deed(party=stem(party) if party else "", verb=stem(found["verb"]), thing=_thing(behind) or behind)


def deeds_in(text: str, verb: str) -> Iterator[Deed]:
    """Each time that a sentence says of somebody that it does, or may do, what ``verb`` (a stem) says.

    Where several do it together, or one or the other, it is a deed of each of them.
    """
    text = text[:LONGEST]
    for word in _WORD.finditer(text):
        if stem(word[0]) != verb:
            continue
        before, behind = text[: word.start()], text[word.end() :]
        subject = next(reversed(list(_SUBJECT.finditer(text, 0, word.end()))), None)
        if _DONE.search(before):
            if by := _BY.match(behind):
                yield from (Deed(party=party, verb=verb, thing="") for party in _each_of(by["parties"]))
        elif subject and subject.end() <= word.start() and (subject.end() == word.start() or _DOES.search(before)):
            thing = _thing(behind)
            yield from (Deed(party=party, verb=verb, thing=thing) for party in _each_of(subject["parties"]))


def _each_of(parties: str) -> list[str]:
    """The stems of the last word of each: "the Buyer or the Managing Agent"."""
    return [stem(party.split()[-1]) for party in _JOINT.split(parties)]


def _thing(words: str) -> str:
    return _ENDS.sub("", words).strip()


def _tells_other_verb(question: Question, place: Place) -> bool:
    """Whether a sentence has the verb behind what is asked for only with a particle, and not what is asked for."""
    front = _IN_FRONT.match(question.asked)
    if front is None or place.unit.row is not None or not content_words(front["object"]):
        return False
    if set(content_words(front["object"])) & place.words:
        return False
    behind = [place.text[word.end() :] for word in _WORD.finditer(place.text) if stem(word[0]) == stem(front["verb"])]
    return bool(behind) and all(_PARTICLE.match(rest) for rest in behind)


def _is_other(asked: Deed, question: Question, place: Place, context: Context, memory: SentenceMemory) -> bool:
    if place.unit.row is not None:
        return False
    told = [deed for deed in deeds_in(place.text, asked.verb) if deed.party not in _ANYBODY]
    if not told:
        return False
    if asked.party and all(_are_two(asked.party, deed.party, question, context) for deed in told):
        return True
    mine = [deed for deed in told if not asked.party or deed.party == asked.party]
    return bool(mine) and all(_are_apart(asked.thing, deed.thing, place, memory) for deed in mine)


def _are_two(party: str, other: str, question: Question, context: Context) -> bool:
    """Whether the passages tell the one from the other: a sentence has both, and the question not the other."""
    return other not in (party, *question.words) and any({party, other} <= place.words for place in context.places)


def _are_apart(asked: str, told: str, place: Place, memory: SentenceMemory) -> bool:
    """Whether no passage around has a word of what is asked for, nor does it mean what is told."""
    wanted = set(content_words(asked))
    if not wanted or not content_words(told) or wanted & (place.chunk_words | place.above):
        return False
    return not _are_alike(asked, told, memory)


def _are_alike(one: str, other: str, memory: SentenceMemory) -> bool:
    vectors = memory.vectors([one, other])
    return float(vectors[0] @ vectors[1]) >= ALIKE
