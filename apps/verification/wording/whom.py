"""Whom it is done to, where a claim tells it before the doer: "Beta, whom Acme sued". Pure.

``roles`` compares parties that stand in the order of doer and done to, and skips what stands round a "whom".
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

# what the other then often does too, though no source says both; and verbs of many senses
_UNSAID = stems_of("""
    admire battle beat befriend box contradict date debate defeat divorce draw embrace encounter face fight hate hug
    insult kiss know loathe love oppose outbid play race resemble rival tie tied trust wed wrestle
    ask bring call get give have keep leave make put say set show take tell turn
""")
_UNPLAIN = word_set("""
    not never no nor neither nobody hardly falsely if mutual mutually versa return turn same likewise countersuit
    countersued each other another
""")  # a denial, or a return told in other words
_ELSE = BEFORE_VERB | word_set(
    "to as up down off away back"
)  # behind a verb: "said had lied", "hired to sue", "turned down"


def done_to_the_doer(claim: str, source: str) -> tuple[str, str] | None:
    """Doer and whom it is done to in "Beta, whom Acme sued" or "Beta is a firm whom Acme sued" of "Beta sued Acme".

    In plain cases alone: the source has the doer and the verb once, the verb right between the two, at the head of a
    clause, and neither text has a word by which it may be otherwise.
    """
    mine, theirs = side_by_side(claim, source)
    if not _UNPLAIN.isdisjoint(unit.text.lower() for unit in (*mine, *theirs)):
        return None
    for at, unit in enumerate(mine):
        right = _behind_article(mine, at + 1)
        left = _before_whom(mine, at) if unit.text.lower() == "whom" and _is_party(mine, right) else -1
        if left >= 0 and not is_same(mine[left], mine[right]) and _is_told(mine, left, right, theirs):
            return mine[right].text, mine[left].text
    return None


def _is_told(mine: list[Unit], left: int, right: int, theirs: list[Unit]) -> bool:
    """Whether the source has it that the one at ``left`` does it to the one at ``right``."""
    verb = _plain_verb(mine, right)
    again = [at for at, unit in enumerate(theirs) if unit.names and is_same(unit, mine[right])]
    for at, unit in enumerate(theirs):
        if verb and unit.names and _is_one(unit, mine[left]) and _plain_verb(theirs, at) == verb:
            behind = _behind_article(theirs, verb_behind(theirs, at)[0] + 1)
            if _is_head(theirs, at) and again == [behind] and _is_party(theirs, behind):
                return _is_one(theirs[behind], mine[right]) and not is_same(unit, mine[right])
    return False


def _is_one(one: Unit, other: Unit) -> bool:
    """Whether the name of one is that of the other or a part of it: "Lund" and "Anna Lund"."""
    return is_same(one, other) and (one.names <= other.names or other.names <= one.names)


def _is_party(units: list[Unit], at: int) -> bool:
    return at < len(units) and bool(units[at].names) and not units[at].owns


def _behind_article(units: list[Unit], at: int) -> int:
    return at + (at < len(units) and units[at].text.lower() in BEFORE_NAME)


def _is_head(units: list[Unit], at: int) -> bool:
    """Whether the party at ``at`` begins a clause: nothing, a mark or a figure stands before it and its article."""
    before = [unit.text for unit in units[:at]]
    if before and before[-1].lower() in BEFORE_NAME:
        before.pop()
    return not before or not before[-1][0].isalpha()


def _before_whom(units: list[Unit], at: int) -> int:
    """The party right before ", whom", or told to be "a firm whom"; -1 where it may be another."""
    left = next((i for i in range(at - 1, -1, -1) if units[i].names), -1)
    between = [unit.text.lower() for unit in units[left + 1 : at]]
    is_named = not BE.isdisjoint(between[:1]) and not BEFORE_NAME.isdisjoint(between[1:2]) and len(between) == 3
    is_plain = left >= 0 and (between == [","] or is_named) and _is_head(units, left)
    return left if is_plain and not units[left].owns else -1


def _plain_verb(units: list[Unit], at: int) -> str:
    """The stem of an active verb right behind a party, alone of its stem, of one sense; or nothing."""
    verb_at, is_passive = verb_behind(units, at)
    if is_passive or verb_at >= len(units) or units[verb_at].names:
        return ""
    verb = content_stem(units[verb_at].text.lower())
    words = [unit.text.lower() for unit in units[verb_at + 1 :]]
    clause = words[: next((i for i, word in enumerate(words) if not word[0].isalnum()), len(words))]
    is_whole = (BEFORE_WHOM | DIRECTED).isdisjoint(clause[-1:]) and _ELSE.isdisjoint(clause[:1])
    is_only = sum(content_stem(one.text.lower()) == verb for one in units if not one.names) == 1
    return verb if is_whole and is_only and verb not in MUTUAL | _UNSAID else ""
