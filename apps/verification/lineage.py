"""Which claim of a revised text is which claim of the text before it, and what became of it. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.verification.lexicon import content_stems
from apps.verification.numbers.reading import parse_quantities
from apps.verification.wording.modals import Force, modals_of

ALIKE = 0.5  # Dice coefficient over content words and figures from which two claims may be one, revised


class Change(StrEnum):
    """What a revision did to a claim."""

    KEPT = "kept"  # word for word, with the same citations
    RECITED = "recited"  # the same words with other citations
    SOFTENED = "softened"  # claims less: hedged, or allowed where it was required
    STRENGTHENED = "strengthened"
    CORRECTED = "corrected"  # another figure or date
    REWORDED = "reworded"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A claim as one version of the text has it."""

    claim_text: str
    citations: tuple[str, ...]
    under: str = ""  # the head of its list, where that turns its sense


def kept_from(earlier: Sequence[Version], later: Sequence[Version]) -> tuple[int | None, ...]:
    """For each later claim the place of the earlier one with the same words and citations; each is taken once."""
    places: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for place, version in enumerate(earlier):
        places.setdefault(_identity(version), []).append(place)
    waiting = {identity: iter(found) for identity, found in places.items()}
    return tuple(next(waiting.get(_identity(version), iter(())), None) for version in later)


def heirs(earlier: Sequence[Version], later: Sequence[Version]) -> tuple[int | None, ...]:
    """For each later claim the place of its ancestor, None for a new one: kept ones first, then the most alike."""
    ancestors = list(kept_from(earlier, later))
    taken = {place for place in ancestors if place is not None}
    for _, after, before in _pairs(earlier, later, ancestors, taken):
        if ancestors[after] is None and before not in taken:
            ancestors[after] = before
            taken.add(before)
    return tuple(ancestors)


def change_between(before: Version, after: Version) -> Change:
    """What was done to a claim, by what weighs most: its figures, its force, its words, its citations."""
    if _plain(before.claim_text) == _plain(after.claim_text):
        return Change.KEPT if before.citations == after.citations else Change.RECITED
    if _figures(before.claim_text) != _figures(after.claim_text):
        return Change.CORRECTED
    stronger = force_of(after.claim_text) - force_of(before.claim_text)
    if stronger:
        return Change.STRENGTHENED if stronger > 0 else Change.SOFTENED
    return Change.REWORDED


_DEMANDS = {Force.MUST: 3, Force.WILL: 1, Force.SHOULD: 0, Force.NONE: 0, Force.MAY: -2}
_HEDGES = re.compile(
    r"\b(?:about|approximately|around|roughly|some|certain|several|generally|typically|usually|often|sometimes|partly|"
    r"in part|likely|possibly|perhaps|apparently|reportedly|appears?|seems?|suggests?|indicates?|according to|"
    r"is said to|up to|in most cases|in some cases)\b",
    re.IGNORECASE,
)
_ABSOLUTES = re.compile(
    r"\b(?:all|always|any|every|entirely|exclusively|fully|never|no|none|only|solely|in all cases|without exception)\b",
    re.IGNORECASE,
)


def force_of(text: str) -> int:
    """How much a sentence claims, only to be compared with another wording: demands, absolutes, hedges."""
    demands = sum(_DEMANDS[modal.force] for modal in modals_of(text))
    return demands + len(_ABSOLUTES.findall(text)) - len(_HEDGES.findall(text))


def _pairs(
    earlier: Sequence[Version], later: Sequence[Version], ancestors: Sequence[int | None], taken: set[int]
) -> list[tuple[float, int, int]]:
    """Pairs of claims that are still alone and alike enough, the most alike first, then in the order of the text."""
    old = {place: _words(version) for place, version in enumerate(earlier) if place not in taken}
    new = {number: _words(later[number]) for number, place in enumerate(ancestors) if place is None}
    found = [(alike, after, before) for after, mine in new.items() for before, theirs in old.items()
             if (alike := _dice(mine, theirs)) >= ALIKE]  # fmt: skip
    return sorted(found, key=lambda pair: (-pair[0], pair[1], pair[2]))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    """Dice's coefficient of two sets (Dice 1945): 2|A∩B| / (|A|+|B|)."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def _words(version: Version) -> frozenset[str]:
    return frozenset(content_stems(version.claim_text)) | frozenset(_figures(version.claim_text))


def _figures(text: str) -> tuple[str, ...]:
    return tuple(sorted(_plain(quantity.text) for quantity in parse_quantities(text)))


def _identity(version: Version) -> tuple[str, tuple[str, ...]]:
    return _plain(f"{version.under} {version.claim_text}"), version.citations


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".")
