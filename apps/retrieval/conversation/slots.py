"""The places of a question that another phrase can take, and which of them a phrase takes. English, by rules. Pure.

A phrase takes the place of one of its own kind: of what is called the same, of a measure or a person where it is one,
of what is as definite, of as many; and where several are alike, of what was asked for. Periods and names are none of
these places: see apps.retrieval.conversation.periods and apps.retrieval.conversation.other_names.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from apps.core.words import word_set
from apps.retrieval.conversation.periods import periods_in
from apps.retrieval.conversation.references import is_common, names_of_documents
from apps.retrieval.conversation.things import things_in
from apps.retrieval.phrases import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    PREPOSITIONS,
    Phrase,
    Token,
    names_in,
    noun_phrases,
    singular,
    tokens_of,
    years_in,
)

# heads of what is counted or valued, and so is told of something else: revenue *from* subscriptions
_MEASURES = word_set(
    "proceed amount asset balance bonus capital capitalization cash cost deadline debt deficit deposit duration "
    "earning ebitda ebitdar eps equity equivalent expenditure expense fee flow gain goodwill growth income interest "
    "inventory length liability limit loss margin maturity number penalty percentage period premium price "
    "profit rate ratio rent result return revenue salary sale saving share size spending surplus tax term "
    "total turnover value volume wage yield"
)
_DOERS = re.compile(r"(?:[^aeiou]er|or|ee|ant|ist|lord|man|woman|person|people|ive)\Z")
_COUNTING = word_set("what which whose much")
_SAYS = re.compile(
    r"\s+(?:say|tell|state|write|report|disclose|explain)\s(?:us\s)?(?:about|on|regarding)\s", re.IGNORECASE
)
_AND = re.compile(r"(?:,|(?:,\s*)?(?:and|or)(?:/or)?|&|/)\Z")
_NO_DOERS = word_set("number order letter quarter paper matter power water floor door factor error debtor")


@dataclass(frozen=True, slots=True)
class Slot:
    """text[start:end] of a question, a thing without its owner; ``rank``: 0 for what was asked for.

    ``preposition``: of a condition, else empty. ``manner``: definite, indefinite, mass, or open to each, as what has an
    owner or stands behind "which".
    """

    text: str
    start: int
    end: int
    rank: int
    preposition: str
    determiner: str
    manner: str
    plural: bool
    head: str


def slots_of(last: str, names: Collection[str]) -> list[Slot]:
    """The places for things in order; what is named and what tells a period is left out."""
    tokens = tokens_of(last)
    named = [name for name in names_in(last, names) if not is_called(last, name, names)]
    found: list[Slot] = []
    free = 0
    for thing in things_in(last):
        before = [token for token in tokens if token.end <= thing.phrase]
        governed = before[-1].low if before and before[-1].low in PREPOSITIONS | {"of"} else ""
        if governed == "to" and len(before) > 1 and before[-2].low in AUXILIARIES:
            continue  # "who has to pay"
        if not governed and _SAYS.match(last[thing.end :]):
            continue  # "what does the lease say about": of it is asked, whatever is asked
        if not governed and found and not thing.owned and _is_joined(last, found[-1].end, thing.phrase, thing.end):
            found[-1] = _coordinated(last, found[-1], thing.end)
            continue
        if not governed:
            free += 1
        start, owned = thing.start, thing.owned or (bool(before) and before[-1].low in _COUNTING)
        if name := next((name for name in named if thing.start <= name.start < thing.end), None):
            behind = last[name.end : thing.end].lstrip()
            if name.start > thing.start or not behind[:1].islower():
                continue
            start, owned = thing.end - len(behind), True  # "Borealis net sales"
        rank = 3 if governed == "of" else 2 if governed else free - 1
        found.append(_slot(last[start : thing.end], start, rank, governed, "open" if owned else thing.determiner))
    return _objects_first(last, found)


def slot_for(fragment: str, slots: list[Slot]) -> Slot | None:
    """The place that a phrase without a preposition takes."""
    thing = thing_of(fragment)
    if not slots or thing is None:
        return None
    return max(slots, key=lambda slot: _likeness(slot, thing))


def thing_of(fragment: str) -> Slot | None:
    """A phrase as it stands by itself, to be compared with places."""
    if not (phrases := noun_phrases(fragment, joined_by_of=False)):
        phrase = next(iter(noun_phrases(f"the {fragment}")), None)
        return None if phrase is None else _slot(fragment, 0, 0, "", phrase.determiner, phrase.text)
    said = fragment[phrases[0].start : _end_of_joined(fragment, phrases[0].end, phrases[1:])]
    return _slot(fragment, 0, 0, "", phrases[0].determiner, said)


def _is_joined(text: str, end: int, start: int, behind: int) -> bool:
    """Whether nothing but "and", or a comma without article, parts two things; a word before an article is a verb."""
    after = next(iter(tokens_of(text[behind:])), None)
    verb = after is not None and after.low in DETERMINERS and text[behind : behind + after.start].isspace()
    between = text[end:start].strip()
    apart = between == "," and tokens_of(text[start:behind])[0].low in DETERMINERS
    return _AND.match(between) is not None and not (verb or apart)


def _end_of_joined(text: str, end: int, phrases: Sequence[Phrase]) -> int:
    """Where the last of the things ends that stand joined behind the one that ends at ``end``."""
    for phrase in phrases:
        if not _is_joined(text, end, phrase.start, phrase.end):
            break
        end = phrase.end
    return end


def _coordinated(last: str, slot: Slot, end: int) -> Slot:
    """The place of several things that are asked for as one: "research and development"."""
    text = last[slot.start : end]
    manner = "open" if slot.manner == "open" else slot.determiner
    return _slot(text, slot.start, slot.rank, slot.preposition, manner)


def is_called(text: str, name: Token, names: Collection[str]) -> bool:
    """Whether a thing or an office is called so, and nobody: EPS, "the Chief … of", "the lease"."""
    if is_common(text, name):
        return True
    if names_of_documents(name.text, names):
        return False
    before, behind = tokens_of(text[: name.start])[-1:], text[name.end :]
    if before and before[0].low in DETERMINERS and re.match(r"\s+of\s", behind):
        return True
    return tokens_of(name.text)[-1].text.isupper()


def is_alike(fragment: str, slot: Slot) -> bool:
    """Whether both tell of a measure, of a person, or of neither."""
    thing = thing_of(fragment)
    return thing is not None and _kind(thing.head) == _kind(slot.head)


def _likeness(slot: Slot, thing: Slot) -> tuple[bool, bool, bool, bool, bool, int]:
    return (
        slot.head == thing.head and slot.text.casefold() != thing.text.casefold(),
        not slot.text[:1].isupper() or thing.text[:1].isupper(),
        _kind(slot.head) == _kind(thing.head),
        slot.manner in {thing.manner, "open"},
        slot.plural == thing.plural,
        -slot.rank,
    )


def is_measure(noun: str) -> bool:
    """Whether what is called so is counted or valued."""
    return _kind(singular(noun)) == "measure"


def _kind(head: str) -> str:
    if head in _MEASURES:
        return "measure"
    return "doer" if _DOERS.search(head) and head not in _NO_DOERS else ""


def _slot(text: str, start: int, rank: int, preposition: str, determiner: str, phrase: str = "") -> Slot:
    nouns = tokens_of(phrase or text)
    of = next((at for at, token in enumerate(nouns) if at and token.low in {"of", "per"}), len(nouns))
    head = nouns[of - 1]
    plural = head.low != singular(head.text)
    if determiner == "open":
        manner = "open"
    elif determiner in {"the", "our", "my", "your", "both"}:
        manner = "definite"
    elif determiner or plural:
        manner = "indefinite"
    else:
        manner = "mass"
    return Slot(text, start, start + len(text), rank, preposition, determiner, manner, plural, singular(head.text))


def _objects_first(last: str, slots: list[Slot]) -> list[Slot]:
    """In a question for yes or no, what is done to comes before who does it."""
    opening = tokens_of(last)[0].low
    if opening not in AUXILIARIES - BE:
        return slots
    if not {slot.rank for slot in slots} >= {0, 1}:
        return slots
    return [replace(slot, rank=1 - slot.rank) if slot.rank < 2 else slot for slot in slots]


def with_preposition(last: str, preposition: str) -> tuple[int, int] | None:
    """Where the last "for …" of the question stands, with its noun phrase; a period is none: see at_time."""
    periods = periods_in(last)
    for token in reversed(tokens_of(last)):
        behind = last[token.end :]
        phrase, *others = noun_phrases(behind) or [None]
        dated = bool(phrase and years_in(phrase.text)) or any(p.start <= token.start < p.end for p in periods)
        if token.low == preposition and phrase and not dated and not _between(behind[: phrase.start]):
            end = token.end + _end_of_joined(behind, phrase.end, others)
            ends = [p.start for p in periods if token.end < p.start < end]
            return token.start, len(last[: min(ends)].rstrip()) if ends else end
    return None


def _between(text: str) -> bool:
    """Whether there is more than the rest of a preposition of two words: "up to"."""
    return any(token.low != "to" for token in tokens_of(text))
