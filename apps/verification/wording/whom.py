"""Whom it is done to, where a claim tells it before the doer: "Beta, whom Acme sued". Pure.

``roles`` compares parties that stand in the order of doer and done to, and leaves these out.
"""

from apps.core.words import word_set
from apps.verification.lexicon import stems_of
from apps.verification.wording.parties import (
    BEFORE_NAME,
    BEFORE_VERB,
    Unit,
    content_stem,
    is_same,
    side_by_side,
    verb_behind,
)
from apps.verification.wording.roles import BEFORE_WHOM, DIRECTED, MUTUAL
from apps.verification.wording.tense import BE

_EITHER_WAY = stems_of("""
    battle befriend box contradict date debate divorce encounter face fight kiss know love oppose play resemble rival
    trust wed
""")  # what one does to another is then often done by the other too, though no source says both
_DENIALS = word_set("not never no nor neither nobody hardly")


def done_to_the_doer(claim: str, source: str) -> tuple[str, str] | None:
    """Doer and whom it is done to in "Beta, whom Acme sued" or "Beta is a firm whom Acme sued" of "Beta sued Acme".

    In plain cases alone: the source has the verb once, right between the two; nothing denies it.
    """
    mine, theirs = side_by_side(claim, source)
    if not _DENIALS.isdisjoint(unit.text.lower() for unit in (*mine, *theirs)):
        return None
    for at, unit in enumerate(mine[:-1]):
        right = at + 1 + (mine[at + 1].text.lower() in BEFORE_NAME)
        left = _before_whom(mine, at) if unit.text.lower() == "whom" and right < len(mine) else -1
        if left < 0 or not mine[right].names or mine[right].owns:
            continue
        verb = _only_verb(mine, right)
        found = [i for i, one in enumerate(theirs) if one.names and is_same(one, mine[left]) and not one.owns]
        if verb and any(_only_verb(theirs, i) == verb and _does_to(theirs, i, mine[right]) for i in found):
            return mine[right].text, mine[left].text
    return None


def _before_whom(units: list[Unit], at: int) -> int:
    """The party that a "whom" stands for, right before its comma or told to be "a firm"; -1 where it may be another."""
    left = next((i for i in range(at - 1, -1, -1) if units[i].names), -1)
    between = [unit.text.lower() for unit in units[left + 1 : at]]
    is_told = between[:1] != [","] and not BE.isdisjoint(between[:1]) and not BEFORE_NAME.isdisjoint(between[1:2])
    is_plain = between == [","] or (is_told and "," not in between and (BEFORE_WHOM | DIRECTED).isdisjoint(between))
    before = (unit.text.lower() for unit in units[max(0, left - 4) : max(0, left)])
    return left if left >= 0 and is_plain and DIRECTED.isdisjoint(before) and not units[left].owns else -1


def _only_verb(units: list[Unit], at: int) -> str:
    """The stem of the active verb right behind a party, the only word of its stem; none if it strands a preposition."""
    verb_at, is_passive = verb_behind(units, at)
    if is_passive or verb_at >= len(units) or units[verb_at].names:
        return ""
    verb = content_stem(units[verb_at].text.lower())
    words = [unit.text.lower() for unit in units[verb_at + 1 :]]
    clause = words[: next((i for i, word in enumerate(words) if not word[0].isalnum()), len(words))]
    is_whole = (BEFORE_WHOM | DIRECTED).isdisjoint(clause[-1:]) and (BEFORE_VERB | {"to", "as"}).isdisjoint(clause[:1])
    is_only = sum(content_stem(one.text.lower()) == verb for one in units if not one.names) == 1
    return verb if is_whole and is_only and verb not in MUTUAL | _EITHER_WAY else ""


def _does_to(units: list[Unit], at: int, whom: Unit) -> bool:
    """Whether what stands right behind the verb of the party at ``at`` is the party ``whom``."""
    behind = verb_behind(units, at)[0] + 1
    behind += behind < len(units) and units[behind].text.lower() in BEFORE_NAME
    return behind < len(units) and bool(units[behind].names) and is_same(units[behind], whom) and not units[behind].owns
