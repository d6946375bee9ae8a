"""Denials, modals, quantifiers and directions of a claim turned. Pure.

Each kind alters a claim only where exactly one such word stands in it and nothing beside it could turn the change back:
a denial, a condition, a relative clause before the verb.
"""

import random
import re
from collections.abc import Sequence

from training.made.swaps import DENIED, Swap, alone, any_of, put
from training.pairs import Target

_LONGEST_DENIED = 25  # words
_VERB = re.compile(r"\b(?:is|are|was|were|will|can|(?:has|have|had)(?=\s+(?:been|\w+ed)\b)|does|do|did)\b")
_DENIAL = re.compile(
    r"(?:(?<=\bis)|(?<=\bare)|(?<=\bwas)|(?<=\bwere)|(?<=\bdid)|(?<=\bdoes)|(?<=\bhas)|(?<=\bhave)|(?<=\bhad)|(?<=\bwill))"
    r"(?:\s+not|n['’]t|\s+never)\b(?!\s+(?:only|until|all|every|just|necessarily|yet|any|even|always|both))"
)
_UNSURE = re.compile(
    r"\b(?:because|if|unless|when|while|that|who|which|whose|where|although|though|but|some|many|most|several|any|all"
    r"|each|every|other|another|may|might|could|should|would|must|shall)\b|[?;:]|\bthere\b",
    re.IGNORECASE,
)

_Turns = dict[str, tuple[tuple[str, Target], ...]]
_NO, _OPEN = Target.CONTRADICTED, Target.UNSUPPORTED
_MODALS: _Turns = {
    "must": (("may", _OPEN), ("need not", _NO), ("must not", _NO), ("should", _OPEN)),
    "shall": (("may", _OPEN), ("shall not", _NO), ("need not", _NO)),
    "may": (("must", _OPEN), ("shall", _OPEN), ("will", _OPEN)),
    "might": (("will", _OPEN), ("must", _OPEN)),
    "could": (("will", _OPEN),),
    "can": (("cannot", _NO), ("must", _OPEN)),
    "cannot": (("can", _NO),),
    "should": (("must", _OPEN), ("should not", _NO)),
    "will": (("will not", _NO),),
    "would": (("would not", _NO),),
    "is required to": (("is not required to", _NO), ("is allowed to", _OPEN)),
    "are required to": (("are not required to", _NO), ("are allowed to", _OPEN)),
    "has to": (("does not have to", _NO), ("may", _OPEN)),
    "have to": (("do not have to", _NO), ("may", _OPEN)),
    "is allowed to": (("is not allowed to", _NO), ("is required to", _OPEN)),
    "are allowed to": (("are not allowed to", _NO), ("are required to", _OPEN)),
}
_MODAL = re.compile(  # small letters: May is a month, Will a name
    rf"\b(?:{'|'.join(sorted(_MODALS, key=len, reverse=True))})\b(?!['’]t|\s+(?:not|never)\b)"
)
_QUANTIFIERS: _Turns = {
    "some of": (("all of", _OPEN), ("none of", _NO)),
    "most of": (("all of", _OPEN), ("none of", _NO)),
    "many of": (("all of", _OPEN), ("none of", _NO)),
    "several": (("all", _OPEN),),
    "some": (("all", _OPEN),),
    "many": (("all", _OPEN),),
    "all of": (("none of", _NO), ("hardly any of", _NO)),
    "all": (("hardly any", _NO), ("only some", _NO)),
    "everyone": (("no one", _NO), ("hardly anyone", _NO)),
    "everybody": (("nobody", _NO),),
    "always": (("never", _NO), ("rarely", _NO)),
    "usually": (("always", _OPEN), ("never", _NO)),
    "often": (("always", _OPEN), ("never", _NO)),
    "sometimes": (("always", _OPEN), ("never", _NO)),
    "at least": (("at most", _OPEN),),
    "at most": (("at least", _OPEN),),
}
_QUANTIFIER = re.compile(
    r"(?<![-\w])(?<!\bat )(?<!\bafter )(?<!\babove )(?<!\bof )(?<!\bthe )(?<!\bhow )(?<!\bso )(?<!\bas )(?<!\btoo )"
    rf"(?:{'|'.join(sorted(_QUANTIFIERS, key=len, reverse=True))})\b(?![-\d]|\s+(?:other|but|right|over|\d|times?\b"
    r"|one\b|more\b|kind\b|sort\b|out\b|such\b))",
    re.IGNORECASE,
)
_DIRECTIONS = """
    increase decrease / increases decreases / increased decreased / increasing decreasing / rise fall / rises falls
    rose fell / rising falling / grew shrank / growth decline / higher lower / highest lowest / before after
    above below / over under / more less / larger smaller / largest smallest / bigger smaller / biggest smallest
    older younger / oldest youngest / longer shorter / longest shortest / earlier later / first last / won lost
    wins loses / winner loser / north south / east west / northern southern / eastern western / upper lower
    profit loss / gain loss / gained lost / maximum minimum / include exclude / includes excludes / approved rejected
    accepted rejected / allowed forbidden / permitted prohibited / better worse / best worst / faster slower
    stronger weaker / bought sold / opened closed / began ended / started ended / inside outside / early late
    male female / left right / majority minority / success failure / succeeded failed / positive negative
    internal external / domestic foreign / mother father / husband wife / brother sister / son daughter
    arrived departed / joined left / expensive cheap / warm cold / hot cold / empty full / married divorced
"""
_OPPOSITE: dict[str, str] = {}
for _pair in _DIRECTIONS.replace("\n", " / ").split("/"):
    if _pair.strip():
        _one, _other = _pair.split()
        _OPPOSITE.setdefault(_one, _other)
        _OPPOSITE.setdefault(_other, _one)
_AMBIGUOUS = {"over", "left", "right", "under", "loss", "son", "first", "last", "early", "late", "more", "less"}
_DIRECTION = any_of(sorted(set(_OPPOSITE) - _AMBIGUOUS))
_BEFORE_DIRECTION = re.compile(r"\b(?:no|not|or|and|the day|the year)\s+$", re.IGNORECASE)


def negation_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """ "not" put behind the only verb that can bear it, or taken away."""
    denied = alone(_DENIAL, claim)
    if denied and len(list(DENIED.finditer(claim))) == 1:
        new = claim[: denied.start()] + claim[denied.end() :]
        return (Swap(kind="negation", claim=new, target=_NO),)
    verb = alone(_VERB, claim)
    if verb is None or DENIED.search(claim) or _UNSURE.search(claim) or len(claim.split()) > _LONGEST_DENIED:
        return ()
    if verb[0] in ("do", "does", "did") or verb.start() == 0:
        return ()
    word = chance.choice(("not", "not", "never")) if verb[0] in ("was", "were", "has", "have", "had") else "not"
    new = put(claim, *verb.span(), "cannot" if verb[0] == "can" else f"{verb[0]} {word}")
    return (Swap(kind="negation", claim=new, target=_NO),)


def modality_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """What is asked, allowed or likely made more or less than it is; the evidence must have the very word."""
    return _turned("modality", _MODAL, _MODALS, claim, evidence, chance)


def quantifier_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """Some made all, all made hardly any, at least made at most."""
    return _turned("quantifier", _QUANTIFIER, _QUANTIFIERS, claim, evidence, chance)


def _turned(
    kind: str, pattern: re.Pattern[str], turns: _Turns, claim: str, evidence: str, chance: random.Random
) -> Sequence[Swap]:
    match = alone(pattern, claim)
    others = [one for one in DENIED.finditer(claim) if match is None or not match.start() <= one.start() < match.end()]
    if match is None or others or re.search(r"\b(?:if|whether)\b|\?", claim, re.IGNORECASE):
        return ()
    if not re.search(rf"\b{re.escape(match[0])}\b", evidence, re.IGNORECASE):
        return ()
    new, target = chance.choice(turns[match[0].lower()])
    return (Swap(kind=kind, claim=put(claim, *match.span(), new), target=target, mirrors=False),)


def direction_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """A word exchanged for its opposite, in a claim whose evidence has the word and not the opposite."""
    match = alone(_DIRECTION, claim)
    if match is None or DENIED.search(claim) or _BEFORE_DIRECTION.search(claim[: match.start()]):
        return ()
    word = match[0].lower()
    said = set(re.findall(r"[^\W\d_]+", evidence))  # as written: Rose is no rise
    if word not in said or _OPPOSITE[word] in said or match[0].isupper() or _is_name(claim, match):
        return ()
    return (Swap(kind="direction", claim=put(claim, *match.span(), _OPPOSITE[word]), target=_NO),)


def _is_name(claim: str, match: re.Match[str]) -> bool:
    """Whether the word is part of a name: "Western Australia", "the First Bank"."""
    behind = claim[match.end() :].lstrip()[:1]
    return match[0][0].isupper() and (match.start() > 0 or behind.isupper())
