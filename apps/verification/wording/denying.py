"""Denials and conditions that may be put in two ways, put in one: "received no complaints", "unless it is paid". Pure.

Only where what the "not" reaches is beyond doubt: the thing itself is denied, with nothing behind it that could be
denied instead ("did not deliver goods *on time*"), and the condition is of one thing alone.
"""

import re
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.verification.wording.inflection import inflected

_MODAL = r"has|have|had|will|would|shall|should|must|may|can"
_DO_NOT = lazy_regex(
    rf"\b(?:(?P<do>did|does|do)|(?P<aux>{_MODAL}))\s+not\s+(?P<verb>(?!been\b|be\b)[a-z]+)\s+(?P<any>any\s+|an?\s+|(?=[a-z]))(?P<rest>[^.;:!?]*)",
    re.I,
)
_SMALL = r"the|its?|their|his|her|our|your|my|that|this|these|those|him|them|us|me|he|she|they|we|you|there|here"
_PLACES = (
    r"of|in|on|at|by|for|from|with|about|against|between|among|under|over|during|regarding|concerning|that|which|who"
)
# the thing: one to four words, with what says more closely which it is
_THING = lazy_regex(
    rf"(?:(?!(?:{_SMALL}|{_PLACES}|to|as|if|and|or|but|nor|than|more|less|fewer|much|enough|small|little|mean|minor|slight|not|no"
    rf"|is|are|was|were|be|been|being|do|does|did|{_MODAL}|could|might|only|also|yet|so|very|too|up|out|off|into|onto|through)\b"
    rf"|\w+ly\b|\d)[\w'-]+(?:\s+|,?\Z|(?=,))){{1,4}}(?:(?P<behind>{_PLACES})\b.*|\Z|,.*)",
    re.IGNORECASE | re.DOTALL,
)
# with them the thing may have a clause or a deed of its own: "did not prove vaccines cause harm"
_TELLING = lazy_regex(
    r"(?:say|state|prove|show|see|hear|let|make|help|believe|think|rule|hold|warrant|represent|confirm|report|suggest|mean|know"
    r"|imply|claim|argue|promise|guarantee|ensure|require|allow|want|expect|ask|cause|force|find|conclude|deny|doubt|fear|hope)\Z",
    re.IGNORECASE,
)
# behind a bare noun: what the "not" cannot reach instead, where and of what it is
_WHERE = lazy_regex(r"(?:of|in|from|about)\s+(?:the|its|their|our|[A-Z]|(?:19|20)\d\d)|that\s|which\s|who\s")
# who is meant, or what else is denied, may then be another
_SWAYED = lazy_regex(
    r"\b(?:all|every|each|both|either|only|most|many|some|always|often|because|order|alone|until|unless|except|again|time|full|whole|two|three)\b",
    re.IGNORECASE,
)
_IS_NOT = lazy_regex(
    r"\b(?P<be>is|are|was|were)\s+not\s+(?:an?\s+)?(?P<what>(?:party|parties|member|members|subject)\s+(?:to|of))\s+any\s+",
    re.IGNORECASE,
)
_PARTY_TO_NO = lazy_regex(r"\b(?P<be>is|are|was|were)\s+an?\s+(?P<what>(?:party|member)\s+(?:to|of))\s+no\s+", re.I)
_IF_NOT = lazy_regex(
    r"(?P<before>(?:\w+\s+)?)\bif\s+(?P<who>(?:the|its|their|his|her|this|that)\s+(?:[\w'-]+\s+){1,3}?|(?:it|he|she|they)\s+)"
    r"(?P<do>does|did|is|was|has)\s+not\s+(?P<verb>(?!yet\b)[a-z]+)(?P<rest>[^.,;:!?]*)",
    re.IGNORECASE,
)
_WHETHER = lazy_regex(
    r"(?:ask|know|knew|see|saw|wonder|check|decid|determin|doubt|test|only|even|as|what)\w*\s\Z", re.I
)
_SEVERAL = lazy_regex(r"\b(?:and|or|nor|but|any|either|all|both|every|each|they)\b|(?<!s)s\s*\Z", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def one_denial(line: str) -> str:
    """``line`` with what a denied verb is done to denied in its stead, and "if … not" as "unless"."""
    line = _IF_NOT.sub(_unless, line)
    line = _DO_NOT.sub(_having_none, line)
    line = _IS_NOT.sub(lambda found: f"{found['be']} {found['what']} no ", line)
    return _PARTY_TO_NO.sub(lambda found: f"{found['be']} {found['what']} no ", line)


def _unless(found: re.Match[str]) -> str:
    if _WHETHER.search(found["before"]) or _SEVERAL.search(found["who"]) or _SEVERAL.search(f"{found['rest']}."):
        return found[0]
    aux = found["do"].lower()
    told = inflected(found["verb"], aux) if aux in ("do", "does", "did") else f"{found['do']} {found['verb']}"
    return f"{found['before']}unless {found['who']}{told}{found['rest']}"


def _having_none(found: re.Match[str]) -> str:
    thing = _THING.match(found["rest"])
    sure = found["any"].strip().lower() == "any"
    swayed = not sure and _SWAYED.search(found["rest"])
    if thing is None or swayed or _SWAYED.search(found.string[: found.start()]):
        return found[0]
    behind = found["rest"][thing.start("behind") :] if thing["behind"] else ""
    if behind and not sure and not _WHERE.match(behind):
        return found[0]
    if _TELLING.match(found["verb"]) and len(found["rest"][: len(found["rest"]) - len(behind)].split()) > 1:
        return found[0]
    verb = inflected(found["verb"], found["do"].lower()) if found["do"] else f"{found['aux']} {found['verb']}"
    return f"{verb} no {found['rest']}"
