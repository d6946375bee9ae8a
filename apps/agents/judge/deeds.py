"""Whether a sentence has the words of a claim's deed, but denies it, or tells it where the claim demands it. Pure.

"We do not anticipate paying any dividends" bears out neither "The company pays dividends" nor that it must; "we have
not borrowed" is no word on whether it may.
"""

from collections.abc import Sequence
from itertools import takewhile

from apps.core.words import word_set
from apps.verification.lexicon import content_of
from apps.verification.wording.clauses import Token, denials_of, tokens_of
from apps.verification.wording.modals import Force, modals_of

_CUES = word_set("not never no nor neither nobody none")
# behind "no" or "not" they deny nothing
_BOUNDS = word_set(
    "only just merely simply solely later earlier more less fewer longer all every each always necessarily"
)
_SAVE = word_set("than until before besides beyond")  # what follows them is not denied
# what stands between a denial and the deed
_MEANT = frozenset(content_of("plan intend anticipate expect propose intention present currently amounts"))
_COMPANY = frozenset(content_of("company corporation registrant"))
_PERFECT = word_set("have has had")
_NEAR = 4  # words between "have" and its verb


def speaks_not_for(claim: str, source: str) -> bool:
    """Whether ``source`` denies the deed of a claim, or only tells what was done of what must or may not be done."""
    return _denies(claim, source) or _only_tells(claim, source)


def _denies(claim: str, source: str) -> bool:
    mine = tokens_of(claim)
    said = {one.stem for one in mine if one.content} - _MEANT - _COMPANY
    if len(said) < 2 or denials_of(mine) or any(one.force is Force.MAY for one in modals_of(claim)):
        return False
    tokens = tokens_of(source)
    for at, one in enumerate(tokens):
        behind = takewhile(lambda other: other.text not in _CUES, tokens[at + 1 :])
        denied = [other for other in behind if other.clause == one.clause]
        if one.text in _CUES and not denials_of(denied) and _is_of(denied, said):
            return True
    return False


def _is_of(denied: Sequence[Token], said: set[str]) -> bool:
    """Whether all that is ``said`` stands behind a denial, which is of that first, or of that and another deed."""
    if not said <= {one.stem for one in denied if one.content} or denied[0].text in _BOUNDS:
        return False
    if any(one.text in _SAVE for one in denied):
        return False
    at = next(place for place, one in enumerate(denied) if one.content and one.stem not in _MEANT)
    joined = len(denied) > at + 2 and denied[at + 1].text == "or" and denied[at + 2].stem in said
    return denied[at].stem in said or joined


def _only_tells(claim: str, source: str) -> bool:
    heads = {one.head for one in modals_of(claim) if one.denied or one.force is Force.MUST} - {""}
    if not heads or modals_of(source):
        return False
    tokens = tokens_of(source)
    places = [at for at, one in enumerate(tokens) if one.stem in heads]
    return bool(places) and all(
        _PERFECT.intersection(one.text for one in tokens[max(0, at - _NEAR) : at]) for at in places
    )
