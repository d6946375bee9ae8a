"""What a request asks of somebody that no document is of: his alone, and told of nobody else. Pure."""

import re
from collections.abc import Callable, Sequence

from apps.agents.reading.words import STOPWORDS
from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH

_NAMES = r"[A-Z][\w&.’-]*(?:\s+[A-Z0-9][\w&.’-]*){0,3}"
# with a capital behind it the whole is one term: Veterans' Day
_WHOSE = lazy_regex(
    rf"\A(?:(?:on|about|regarding|also)\s+)*(?:the\s+)?(?P<name>{_NAMES}?)(?:['’]s|(?<=s)['’])\s+(?P<what>[^\sA-Z].*)\Z"
)
# of capitals alone may be any term ("costs of LED"), unless something is at it
_AT_WHOM = lazy_regex(rf"\A[^A-Z]+?\s+(?:at|(?:of|by)(?=\s+[A-Z]\S*[a-z]))\s+(?P<name>{_NAMES})(?:['’]s?)?\Z")
_TIME = lazy_regex(
    rf"(?:{MONTH}|q[1-4]|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter)s?\b",
    re.IGNORECASE,
)
_ITS_OWN = lazy_regex(r"\A(?!(?:the|an?)\s)[^A-Z]+\Z")  # "pricing", "its stores": of whom was named last
_BEFORE_NAME = lazy_regex(r"\A[^A-Z]+\Z")


def asked_of_strangers(phrases: Sequence[str], is_stranger: Callable[[str], bool]) -> list[tuple[int, int]]:
    """Spans of neighbouring ``phrases`` that are asked of one that ``is_stranger``: [first, last).

    "Acme's stock, pricing", where all behind the name is of it too; "stock, pricing at Acme", where all before it is.
    """
    spans: list[tuple[int, int]] = []
    for number, phrase in enumerate(phrases):
        whose, at_whom = _WHOSE.match(phrase), _AT_WHOM.match(phrase)
        if spans and number < spans[-1][1]:
            continue
        if whose and _is_name(whose["name"]) and is_stranger(whose["name"]):
            last = number + 1
            while last < len(phrases) and _ITS_OWN.match(phrases[last]):
                last += 1
            spans.append((number, last))
        elif at_whom and _is_name(at_whom["name"]) and is_stranger(at_whom["name"]):
            first, least = number, spans[-1][1] if spans else 0
            while first > least and _BEFORE_NAME.match(phrases[first - 1]):
                first -= 1
            spans.append((first, number + 1))
    return spans


def owners_by_topic(
    phrases: Sequence[str], names: Sequence[Sequence[str]], topics: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Topic → whom it is asked of, where each is asked of somebody and not all of the same; else nothing.

    ``names``: those that each phrase names, ``topics``: what is left of it. "Acme's rent, debt and Corax's fees": what
    names nobody is of whom was named last, or before "at Acme" of whom is named next. A name alone shares with others
    what it stands beside: "rent of Acme and Corax".
    """
    if not all(topic or not named for named, topic in zip(names, topics, strict=True)):
        return {}
    whose: list[Sequence[str]] = list(names)
    for number, phrase in enumerate(phrases):
        if whose[number] or not _ITS_OWN.match(phrase):
            continue
        before = next((at for at in range(number - 1, -1, -1) if names[at]), None)
        behind = next((at for at in range(number + 1, len(phrases)) if names[at]), None)
        if before is not None and owned_by(phrases[before])[0]:
            whose[number] = names[before]
        elif behind is not None and not owned_by(phrases[behind])[0]:
            whose[number] = names[behind]
    owners: dict[str, tuple[str, ...]] = {}
    for topic, named in zip(topics, whose, strict=True):
        if topic:
            owners[topic] = tuple(dict.fromkeys((*owners.get(topic, ()), *named)))
    return owners if all(owners.values()) and len(set(owners.values())) > 1 else {}


def owned_by(phrase: str) -> tuple[str, str]:
    """Whose a phrase says something is, and what; both empty where it names nobody."""
    whose = _WHOSE.match(phrase)
    return (whose["name"], whose["what"]) if whose and _is_name(whose["name"]) else ("", "")


def _is_name(words: str) -> bool:
    return words.lower() not in STOPWORDS and not _TIME.match(words)
