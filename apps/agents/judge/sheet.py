"""A batch of claims and what was answered about each: what can be used, what has to be asked again. Pure.

An answer that says "nothing found" for a claim is an answer. One that is missing, or cannot be used, is none: its claim
stays open, and nothing is concluded from it. Of two usable answers about one claim the first stands.
"""

from collections.abc import Mapping
from typing import Any

from apps.verification.types import Finding, Judgement, Stance

LONGEST_NOTE = 600  # characters
_STANCES = {
    "supports": Stance.SUPPORTS,
    "support": Stance.SUPPORTS,
    "supported": Stance.SUPPORTS,
    "contradicts": Stance.CONTRADICTS,
    "contradict": Stance.CONTRADICTS,
    "contradicted": Stance.CONTRADICTS,
    "refutes": Stance.CONTRADICTS,
}
_NO_STANCE = frozenset(("neutral", "none", "irrelevant", "unrelated"))  # neither evidence for nor against


class Unusable(ValueError):
    """Why an answer about a claim cannot be used, in our words alone: they go into the next request."""


class Sheet:
    """Answers about claims numbered from 1."""

    def __init__(self, count: int, *, judge: str) -> None:
        self._judge = judge
        self._faults = dict.fromkeys(range(1, count + 1), "there was no object for it")
        self._judgements: dict[int, Judgement] = {}

    def put(self, answer: Mapping[str, Any]) -> None:
        """Take one object of the answer; one about a claim that was not asked about, or is decided, is passed over."""
        number = _number(answer.get("claim"))
        if number not in self._faults:
            return
        try:
            self._judgements[number] = judgement_of(answer, judge=self._judge)
            del self._faults[number]
        except Unusable as fault:
            self._faults[number] = str(fault)

    def get(self, number: int) -> Judgement | None:
        """What was decided about a claim; None while nothing usable was answered."""
        return self._judgements.get(number)

    def open(self) -> dict[int, str]:
        """Claims without a usable answer, in order, and what was wrong."""
        return dict(self._faults)


def judgement_of(answer: Mapping[str, Any], *, judge: str) -> Judgement:
    """The Judgement an object holds. Raises Unusable.

    Keys and quotes go through as they are: whether they are true is for the deterministic checks. A finding that cannot
    be read makes the whole object unusable: it may have been the one that speaks against the claim.
    """
    found = answer.get("findings")
    if not isinstance(found, list):
        raise Unusable("its findings are not a list")
    findings = tuple(finding for one in found if (finding := _finding(one)))
    notes = answer.get("notes")
    return Judgement(
        findings=findings,
        notes=" ".join(notes.split())[:LONGEST_NOTE] if isinstance(notes, str) else "",
        common_knowledge=answer.get("common_knowledge") is True,
        judge=judge,
    )


def _finding(one: object) -> Finding | None:
    """A finding; None for one that takes no stance."""
    if not isinstance(one, dict):
        raise Unusable("a finding is not an object")
    stance = one.get("stance")
    word = stance.strip().lower() if isinstance(stance, str) else ""
    if word in _NO_STANCE:
        return None
    key, quote, score = one.get("key"), one.get("quote"), one.get("score")
    if word not in _STANCES:
        raise Unusable("a stance is neither supports nor contradicts")
    if not isinstance(score, int | float) or isinstance(score, bool) or not 0 <= score <= 1:
        raise Unusable("a score is not a number from 0 to 1")
    if not isinstance(key, str) or not isinstance(quote, str):
        raise Unusable("a finding's key or quote is not a string")
    return Finding(key=_bare(key), quote=quote, stance=_STANCES[word], score=float(score))


def _bare(key: str) -> str:
    """The key of "[cite:KEY]" or "passage KEY", which models write for KEY."""
    return key.strip().removeprefix("[cite:").removeprefix("passage ").removesuffix("]").strip()


def _number(value: object) -> int:
    """The claim's number, 0 for none; a number in a string is one."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 6:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
