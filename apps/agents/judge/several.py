"""Claims of several sentences: each is judged by itself, and the claim by the one that is borne out least. Pure.

Held against a passage as one, such a claim shares too little with any of its sentences, and a figure of one sentence is
missed beside the others.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.agents.judge.scoring import CUTS
from apps.core.sentences import split_sentences
from apps.verification.types import Finding, Stance

MOST_SENTENCES = 6  # a claim of more is no claim but a text, and held against the passages as it is
SHORTEST = 3  # words of a sentence that says something by itself
# "he has died . his son" as texts have it whose words were parted from their marks
_PARTED_STOP = re.compile(r"(?<=[^\s.!?…] )[.!?](?= +[^\W\d_])")


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a claim; all of it where it is one, or has more than MOST_SENTENCES, or one says nothing."""
    found = []
    for span in split_sentences(text):
        sentence = text[span.start : span.end]
        cuts = [0, *(stop.end() for stop in _PARTED_STOP.finditer(sentence)), len(sentence)]
        found += [sentence[start:end].strip() for start, end in pairwise(cuts)]
    if not 1 < len(found) <= MOST_SENTENCES or any(len(one.split()) < SHORTEST for one in found):
        return (text,)
    return tuple(found)


def together(found: Sequence[Sequence[Finding]], *, cited: frozenset[str]) -> tuple[Finding, ...]:
    """What was found for each sentence as findings for the claim, the surest first.

    None supports it more than what supports its weakest sentence: in the cited passages for one in a cited passage, in
    any for the others. Where that is too little a sentence that is borne out is a part of the claim. What speaks
    against a sentence speaks against the claim.
    """
    supporting = [[one for one in own if one.stance is Stance.SUPPORTS and not one.partial] for own in found]
    anywhere = _weakest(supporting)
    in_cited = _weakest([[one for one in own if one.key in cited] for own in supporting])
    joined = [_as_part(one, in_cited if one.key in cited else anywhere) for own in supporting for one in own]
    joined += [one for own in found for one in own if one.stance is not Stance.SUPPORTS or one.partial]
    surest: dict[tuple[str, str, Stance], Finding] = {}
    for one in sorted(joined, key=lambda finding: -finding.score):
        surest.setdefault((one.key, one.quote, one.stance), one)
    return tuple(surest.values())


def _weakest(supporting: Sequence[Sequence[Finding]]) -> float:
    return min(max((one.score for one in own), default=0.0) for own in supporting)


def _as_part(finding: Finding, limit: float) -> Finding:
    """A sentence's finding as one for its claim, which is supported by no more than ``limit``."""
    if limit >= CUTS.weak:
        return replace(finding, score=min(finding.score, limit))
    return replace(finding, score=CUTS.weak, partial=True) if finding.score >= CUTS.weak else finding
