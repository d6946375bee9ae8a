"""Deeds that are done by deciding on them, or by the very contract that an infinitive stands behind. Pure.

"The court granted the motion to dismiss" dismissed; "amended its loan agreement to extend the maturity" extended it. A
sale that was agreed or voted on is none: see ``planned``. It is done by whoever decided: a court, not who moved for it.
"""

from collections.abc import Callable
from itertools import dropwhile, takewhile

from apps.core.words import word_set
from apps.verification.lexicon import stem, stems_of
from apps.verification.wording.tense import BE, HAVE, is_done, is_past, word_before

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
# what is extended by agreeing, where it is one that exists: to extend "a facility to" somebody is lending
_EXTENDED = stems_of("agreement contract lease term maturity date deadline period")
_EXISTING = word_set("the its their our his her this these existing current")
_ARTICLES = _EXISTING | word_set("a an")
_PREPOSITIONS = word_set("""
    of in on at for with by from to under until till through without against into over after before per and or but
""")
_CONTRACTS = word_set("agreement agreements contract lease indenture facility")
_OF_LOANS = word_set("shelf credit loan")
_ENDS = word_set("and or but so that which who to for on at in under below above until from rather instead")
# what a rate is that is set by deciding: no accident rate, no rate risk
_SET_RATES = word_set("the its their policy interest dividend key base bank funds target benchmark discount")
# then it is not yet done, or not wholly
_OPEN = word_set("""
    if unless whether subject conditional conditioned contingent pending provided upon part partly partially partial not
    never no nor against propose proposed next later principle
""")
_LATER = word_set("once after when following assuming")  # behind the verb


def is_deed_itself(words: list[str], cue: int, at: int, doer: str) -> bool:
    """Whether the verb at ``at`` was done, by ``doer``, by what governs its "to": "voted to approve"."""
    low = [word.lower() for word in words]
    if low[word_before(words, at)] != "to" or not _OPEN.isdisjoint(low) or not _LATER.isdisjoint(low[at:]):
        return False
    if cue != word_before(words, word_before(words, at)):
        return False
    decided = _decided(words, low, cue, at)
    if decided < 0 or not doer:
        return decided >= 0
    if low[cue] == "motion":
        return doer == _head(_before(words, decided))
    return doer in map(stem, _before(words, decided)) or doer not in map(stem, low)


def doer_of(words: list[str], at: int) -> str:
    """The stem of who does it by the verb at ``at``: its subject or what stands behind "by"; nothing if not said."""
    if words[max(0, word_before(words, at))].lower() not in BE:
        return _head(_before(words, at))
    low = [word.lower() for word in words[at + 1 :]]
    return _head(list(takewhile(str.isalnum, low[low.index("by") + 1 :]))) if "by" in low else ""


def _before(words: list[str], at: int) -> list[str]:
    """What stands before a verb and its auxiliaries in its clause, in small letters."""
    end = word_before(words, at)
    while end >= 0 and words[end].lower() in HAVE:
        end = word_before(words, end)
    start = next((i + 1 for i in range(end, -1, -1) if not words[i][0].isalnum()), 0)
    return [word.lower() for word in words[start : end + 1]]


def _head(low: list[str]) -> str:
    """The stem of the head of the first noun phrase: "court" of "the district court for the north of Utah"."""
    phrase = dropwhile(_PREPOSITIONS.__contains__, low)
    return stem(next(reversed(list(takewhile(lambda word: word not in _PREPOSITIONS, phrase))), ""))


def _decided(words: list[str], low: list[str], cue: int, at: int) -> int:
    """Where the verb stands that does the deed at ``at``: "voted", or "granted" of its motion; -1 where none does."""
    verb, governor = stem(low[at]), low[cue]
    if governor in _DECIDED and is_done(words, cue):
        return cue if verb in _BY_DECIDING or (verb in _SETS and _is_set(low, at)) else -1
    if governor == "motion":
        return _verb_of(words, cue, lambda word: word == "granted") if verb in _BY_A_COURT else -1
    if governor == "agreed":
        return cue if verb == "extend" and _is_extended(low, at) and is_done(words, cue) else -1
    altered = governor in _CONTRACTS and verb in _ALTERS and _is_near(low, at, _TERMS)
    return _verb_of(words, cue, _AMENDED.__contains__) if altered else -1


def _is_extended(low: list[str], at: int) -> bool:
    """Whether the object of the verb at ``at`` is a time or contract that exists: "extend its maturity to 2026"."""
    behind = list(takewhile(lambda word: word[0].isalpha() and word not in _PREPOSITIONS, low[at + 1 :]))
    return bool(behind) and behind[0] in _EXISTING and stem(behind[-1]) in _EXTENDED


def serves_as_means(words: list[str], at: int) -> bool:
    """Whether a noun only says by what means something was done: "issued debt under its shelf program to"."""
    low = words[at].lower()
    if low in ("offering", "offerings"):
        return _verb_of(words, at, lambda word: word == "made") >= 0
    before = [word.lower() for word in words[max(0, at - NEAR) : at]]
    if low not in ("program", "programme", "agreement") or "under" not in before or _OF_LOANS.isdisjoint(before[-1:]):
        return False
    under = max(i for i in range(at) if words[i].lower() == "under")
    return _verb_of(words, under, lambda word: word in ("issued", "borrowed", "sold", "drew")) >= 0


def _is_set(low: list[str], at: int) -> bool:
    """Whether the object of the verb at ``at`` is a rate or dividend that whoever decides can set."""
    behind = list(takewhile(lambda word: word[0].isalpha() and word not in _ENDS and word != "by", low[at + 1 :]))
    if not behind or stem(behind[-1]) not in _WHAT_IS_SET:
        return False
    return len(behind) == 1 or stem(behind[-1]) == stem("dividend") or behind[-2] in _SET_RATES


def _is_near(low: list[str], at: int, wanted: frozenset[str]) -> bool:
    """Whether one of these stands behind the verb before anything ends its object."""
    behind = takewhile(lambda word: word[0].isalnum() and word not in _ENDS, low[at + 1 : at + 1 + NEAR])
    return any(stem(word) in wanted for word in behind)


def _verb_of(words: list[str], at: int, is_verb: Callable[[str], bool]) -> int:
    """Where the last verb of the past before ``at`` stands if it is one of these, in the same clause; else -1."""
    for i in range(at - 1, max(-1, at - 1 - NEAR), -1):
        low = words[i].lower()
        if not low[0].isalnum() or low in _ENDS:
            return -1
        if is_verb(low):
            return i if is_done(words, i) else -1
        if is_past(low) and is_done(words, i):
            return -1
    return -1
