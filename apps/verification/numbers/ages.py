"""Whose age a text tells: "Ann Lee, 26," and "the 26-year-old driver Ann Lee". Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import STOPWORDS

_WORD = r"[^\W\d_][\w’'-]*"
_BEHIND_NAME = lazy_regex(
    rf"(?P<who>(?:{_WORD}\s){{0,2}}{_WORD})"
    rf"(?:\s?,\s(?:aged\s)?(?P<age>\d{{1,3}})(?=\s?[,.;](?!\d))|\s\((?P<inside>\d{{1,3}})\))"
)
_BEFORE_NAME = lazy_regex(rf"\b(?P<age>\d{{1,3}})[\s-]years?[\s-]old(?P<who>(?:\s{_WORD}){{1,6}})")


def ages_in(text: str) -> frozenset[tuple[str, str]]:
    """Each age with each word, in small letters, of the name before it or behind it.

    Left out are words that have two ages, like the name of a family.
    """
    found = set()
    for one in _BEHIND_NAME.finditer(text):
        found |= {(word, one["age"] or one["inside"]) for word in _of_name(reversed(one["who"].lower().split()))}
    for one in _BEFORE_NAME.finditer(text):
        found |= {(word, one["age"]) for word in _of_name(one["who"].lower().split())}
    ages = Counter(word for word, _ in found)
    return frozenset((word, age) for word, age in found if ages[word] == 1)


def _of_name(words: Iterable[str]) -> Iterator[str]:
    """Up to the first small word."""
    return takewhile(lambda word: word not in STOPWORDS, words)
