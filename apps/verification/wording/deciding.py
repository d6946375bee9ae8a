"""Deeds that are done by deciding on them, or by the very contract that an infinitive stands behind. Pure.

"The court granted the motion to dismiss" dismissed; "amended its loan agreement to extend the maturity" extended it. A
sale that was agreed or voted on is none: see ``planned``.
"""

from collections.abc import Callable
from itertools import takewhile

from apps.core.words import word_set
from apps.verification.lexicon import stem, stems_of
from apps.verification.wording.tense import is_done, is_past, word_before

NEAR = 5  # words between a verb and its noun


_DECIDED = word_set("voted resolved decided")
_AMENDED = word_set("amended renegotiated restated modified revised")
_BY_DECIDING = stems_of("approve dismiss award appoint declare grant ratify acquit convict reject")
_BY_A_COURT = stems_of("dismiss strike vacate remand stay seal")
_SETS = stems_of("raise lower increase reduce cut keep hold")
_WHAT_IS_SET = stems_of("rate rates dividend dividends")
_ALTERS = stems_of("extend increase reduce lower raise change shorten waive remove replace adjust postpone")
_TERMS = stems_of("""
    agreement contract lease term maturity date deadline period facility commitment margin rate fee limit covenant
    covenants threshold
""")
_CONTRACTS = word_set("agreement agreements contract lease indenture facility")
_OF_LOANS = word_set("shelf credit loan")
_ENDS = word_set("and or that which who to for on")
# then it is not yet done, or not wholly
_OPEN = word_set("""
    if unless whether subject conditional conditioned contingent pending provided upon part partly partially partial not
    never no nor against propose proposed next later principle once after when
""")


def is_deed_itself(words: list[str], cue: int, at: int) -> bool:
    """Whether the verb at ``at`` was done by what governs its "to": "voted to approve"."""
    low = [word.lower() for word in words]
    if low[word_before(words, at)] != "to" or not _OPEN.isdisjoint(low):
        return False
    verb, governor = stem(low[at]), low[cue]
    direct = cue == word_before(words, word_before(words, at))
    if not direct:
        return False
    if governor in _DECIDED and is_done(words, cue):
        return verb in _BY_DECIDING or (verb in _SETS and _is_near(low, at, _WHAT_IS_SET))
    if governor == "motion":
        return verb in _BY_A_COURT and _is_object(words, cue, lambda word: word == "granted")
    altered = verb in _ALTERS and _is_near(low, at, _TERMS)
    if governor == "agreed":
        return verb == "extend" and altered and is_done(words, cue)
    return governor in _CONTRACTS and altered and _is_object(words, cue, _AMENDED.__contains__)


def serves_as_means(words: list[str], at: int) -> bool:
    """Whether a noun only says by what means something was done: "issued debt under its shelf program to"."""
    low = words[at].lower()
    if low in ("offering", "offerings"):
        return _is_object(words, at, lambda word: word == "made")
    before = [word.lower() for word in words[max(0, at - NEAR) : at]]
    if low not in ("program", "programme", "agreement") or "under" not in before or _OF_LOANS.isdisjoint(before[-1:]):
        return False
    under = max(i for i in range(at) if words[i].lower() == "under")
    return _is_object(words, under, lambda word: word in ("issued", "borrowed", "sold", "drew"))


def _is_near(low: list[str], at: int, wanted: frozenset[str]) -> bool:
    """Whether one of these stands behind the verb before anything ends its object."""
    behind = takewhile(lambda word: word[0].isalnum() and word not in _ENDS, low[at + 1 : at + 1 + NEAR])
    return any(stem(word) in wanted for word in behind)


def _is_object(words: list[str], at: int, is_verb: Callable[[str], bool]) -> bool:
    """Whether the last verb of the past before ``at`` is one of these, with nothing that ends its clause between."""
    for i in range(at - 1, max(-1, at - 1 - NEAR), -1):
        low = words[i].lower()
        if not low[0].isalnum() or low in _ENDS:
            return False
        if is_verb(low):
            return is_done(words, i)
        if is_past(low) and is_done(words, i):
            return False
    return False
