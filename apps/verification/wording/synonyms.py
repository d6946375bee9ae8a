"""Words that mean the same, or are one word in two spellings, so that a near copy may exchange them. Pure."""

import re

from apps.verification.lexicon import stem
from apps.verification.wording.opposites import OPPOSITES

_SYNONYMS = """
    mainly primarily mostly chiefly principally largely predominantly | almost nearly | about roughly approximately
    firm company business | pupil student | construct build built | connect link | plan intend | staff employee worker
    help assist | movie film | car automobile | attorney lawyer counsel | shop store | yearly annual annually
    big large | quick fast rapid | receive get obtain | need require | show indicate demonstrate
    color colour | center centre | program programme | airplane aeroplane | labor labour | judgment judgement
    licence license | defence defense | favor favour | behavior behaviour | honor honour | harbor harbour
    neighbor neighbour | theater theatre | meter metre | fiber fibre | traveler traveller | gray grey | tire tyre
"""
_FIRST_OF = {stem(word): stem(group.split()[0]) for group in re.split(r"[|\n]", _SYNONYMS) for word in group.split()}
_IZE = re.compile(r"is(?=\Z|at)")
_MEASURES = frozenset(map(stem, ("profit", "surplus", "income", "loss", "deficit")))  # each a figure of its own


def meaning_of(stemmed: str) -> str:
    """What stems share that mean the same: those on one side of a pair of opposites too, and "organis", "organiz"."""
    if stemmed in _MEASURES:
        return stemmed
    base, sign = OPPOSITES.get(stemmed, ("", 0))
    return f"{base} {sign}" if base else _FIRST_OF.get(stemmed, _IZE.sub("iz", stemmed))
