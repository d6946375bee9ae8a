"""Sentences that a label runs into: "Capital expenditures: As of June 30 …". Pure."""

import re
from dataclasses import replace

from apps.agents.reading.context import Place
from apps.agents.reading.words import stem
from apps.core.patterns import lazy_regex

_RUN_IN = lazy_regex(
    r"\A(?!(?:we|our|the|it|they|each|these|this)\b)[A-Z][\w’'&/()-]*(?:[ ,]+[\w’'&/()-]+){0,4}:\s+"
    r"(?=(?:The|As|In|We|Our|A|An|For|During|At|On|[A-Z][\w’]+ (?:is|are|was|were|has|have|had)\b|"
    r"\w+ expenditures) )",
    re.IGNORECASE,
)
_BEFORE_DASH = lazy_regex(r"\A[A-Z][\w ,’'&/()-]{3,70} — (?=[A-Z])")
_WORD = lazy_regex(r"[^\W_]+")
_GLUE = frozenset(["a", "an", "the", "of", "and"])


def without_label(place: Place, topic: str) -> Place:
    """A sentence without the heading that runs into it where that says ``topic`` or its own words once more.

    "Capital expenditures: As of June 30 …". Any other label says of whom or when the sentence holds, and stays:
    "Contractors: The notice period is 30 days."
    """
    label = _label(place.text) if place.unit.row is None else ""
    stems, rest = _all_stems(label), place.text[len(label) :]
    said_again = stems and (stems == _all_stems(topic) or stems <= _all_stems(rest))
    return replace(place, text=rest) if said_again else place


def unlabelled(text: str) -> str:
    """A sentence without the label that it begins with."""
    return text[len(_label(text)) :]


def _label(text: str) -> str:
    match = _RUN_IN.match(text) or _BEFORE_DASH.match(text)
    return match[0] if match else ""


def _all_stems(line: str) -> frozenset[str]:
    """Stems of all words but articles and the like: "before" and "not" count."""
    return frozenset(stem(word) for word in _WORD.findall(line) if word.lower() not in _GLUE)
