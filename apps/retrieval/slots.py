"""The places of a question that another phrase can take, and which of them a phrase takes. English, by rules. Pure.

A phrase takes the place of one of its own kind: of what is called the same, of a measure or a person where it is one,
of what is as definite, of as many; and where several are alike, of what was asked for. Periods and names are none of
these places: see apps.retrieval.periods and ``other_name`` in apps.retrieval.fragments.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from apps.retrieval.periods import Period, periods_in
from apps.retrieval.phrases import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    PREPOSITIONS,
    Phrase,
    Token,
    calls_for_verb,
    names_in,
    noun_phrases,
    singular,
    tokens_of,
    words,
)

# heads of what is counted or valued, and so is told of something else: revenue *from* subscriptions
_MEASURES = words(
    "amount balance capital capitalization cash cost debt deficit earning ebitda ebitdar eps equity expenditure "
    "expense flow gain growth income interest liability asset goodwill inventory loss margin number percentage "
    "price profit rate ratio result return revenue sale saving share spending surplus tax total turnover value volume "
    "yield"
)
_DOERS = re.compile(r"(?:[^aeiou]er|or|ee|ant|ist|lord|man|woman|person|people|ive)\Z")
_NO_DOERS = words("number order letter quarter paper matter power water floor door factor error debtor")
_OWNER = re.compile(r"\A(?P<owner>.+?(?:['’]s|(?<=s)['’]))\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Slot:
    """text[start:end] of a question, a thing without its owner; ``rank``: 0 for what was asked for.

    ``preposition``: of a condition, else empty. ``manner``: definite, indefinite, mass, or owned.
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
    periods, tokens = periods_in(last), tokens_of(last)
    named = {token.start for token in names_in(last, names) if not token.text.isupper() or token.low in names}
    found: list[Slot] = []
    free = 0
    for phrase in noun_phrases(last, joined_by_of=False):
        if (shown := _shown(last, phrase, tokens, periods)) is None:
            continue
        start, end, owner = shown
        before = next((token for token in reversed(tokens) if token.end <= phrase.start), None)
        governed = before.low if before and before.low in PREPOSITIONS | {"of"} else ""
        if not governed:
            free += 1
        if not owner and any(phrase.start <= at < end for at in named):
            continue
        rank = 3 if governed == "of" else 2 if governed else free - 1
        found.append(_slot(last[start:end], start, rank, governed, "owned" if owner else phrase.determiner))
    return _objects_first(last, found)


def slot_for(fragment: str, slots: list[Slot]) -> Slot | None:
    """The place that a phrase without a preposition takes."""
    thing = thing_of(fragment)
    if not slots or thing is None:
        return None
    return max(slots, key=lambda slot: _likeness(slot, thing))


def thing_of(fragment: str) -> Slot | None:
    """A phrase as it stands by itself, to be compared with places."""
    phrase = next(iter(noun_phrases(fragment, joined_by_of=False) or noun_phrases(f"the {fragment}")), None)
    return None if phrase is None else _slot(fragment, 0, 0, "", phrase.determiner, phrase.text)


def is_alike(fragment: str, slot: Slot) -> bool:
    """Whether both tell of a measure, of a person, or of neither."""
    thing = thing_of(fragment)
    return thing is not None and _kind(thing.head) == _kind(slot.head)


def _likeness(slot: Slot, thing: Slot) -> tuple[bool, bool, bool, bool, bool, int]:
    return (
        slot.head == thing.head and slot.text.casefold() != thing.text.casefold(),
        not slot.text[:1].isupper() or thing.text[:1].isupper(),
        _kind(slot.head) == _kind(thing.head),
        slot.manner in {thing.manner, "owned"},
        slot.plural == thing.plural,
        -slot.rank,
    )


def _kind(head: str) -> str:
    if head in _MEASURES:
        return "measure"
    return "doer" if _DOERS.search(head) and head not in _NO_DOERS else ""


def _slot(text: str, start: int, rank: int, preposition: str, determiner: str, phrase: str = "") -> Slot:
    nouns = tokens_of(phrase or text)
    of = next((at for at, token in enumerate(nouns) if at and token.low in {"of", "per"}), len(nouns))
    head = nouns[of - 1]
    plural = head.low != singular(head.text)
    if determiner == "owned":
        manner = "owned"
    elif determiner in {"the", "our", "my", "your", "both"}:
        manner = "definite"
    elif determiner or plural:
        manner = "indefinite"
    else:
        manner = "mass"
    return Slot(text, start, start + len(text), rank, preposition, determiner, manner, plural, singular(head.text))


def _shown(last: str, phrase: Phrase, tokens: list[Token], periods: list[Period]) -> tuple[int, int, str] | None:
    """Where a phrase begins and ends without its owner, a period at its end, and the verb of its clause."""
    end = phrase.end
    for period in periods:
        if period.start <= phrase.start and phrase.start < period.end:
            return None
        if phrase.start < period.start < end <= period.end:
            end = phrase.start + len(last[phrase.start : period.start].rstrip())
    end = _without_verb(last, phrase.start, end, tokens, periods)
    owner = _OWNER.match(last[phrase.start : end])
    start = phrase.start + (owner.end() if owner else 0)
    return start, end, owner["owner"] if owner else ""


def _without_verb(last: str, start: int, end: int, tokens: list[Token], periods: list[Period]) -> int:
    """Without the verb that "how did net sales …" calls for, where the phrase has it at its end."""
    before = [token for token in tokens if token.end <= start]
    inside = [token for token in tokens if start <= token.start and token.end <= end]
    dated = {token for token in tokens for period in periods if period.start <= token.start < period.end}
    behind = next((token for token in tokens if token.start >= end and token not in dated), None)
    owner = _OWNER.match(last[start:end])
    least = 2 + (len(tokens_of(owner["owner"])) if owner else inside[0].low in DETERMINERS)
    followed = behind is not None and (behind.is_content or behind.low in BE | {"have"})
    called = calls_for_verb(before) and len(inside) >= least and not followed
    return inside[-2].end if called and not re.search(r"(?<!s)s\Z", inside[-1].low) else end


def _objects_first(last: str, slots: list[Slot]) -> list[Slot]:
    """In a question for yes or no, what is done to comes before who does it."""
    opening = tokens_of(last)[0].low
    if opening not in AUXILIARIES - BE:
        return slots
    if not {slot.rank for slot in slots} >= {0, 1}:
        return slots
    return [replace(slot, rank=1 - slot.rank) if slot.rank < 2 else slot for slot in slots]
