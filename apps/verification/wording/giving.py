"""What is given to whom: "leases the quarry to Acme", "the notes were sold to the Bank". Pure."""

from itertools import takewhile

from apps.core.words import word_set
from apps.verification.lexicon import stems_of
from apps.verification.wording.parties import BEFORE_NAME, Unit, content_stem, is_same
from apps.verification.wording.tense import is_past

GIVEN = stems_of("sell sold assign transfer lend lent give gave given")
TWO_WAY = stems_of("lease rent license licence sublet sublease charter let")  # to and from
# "next to", and what else before "to" has nothing to do with who is given it
_PLACED = word_set("""
    next close due prior according near adjacent subject similar opposite contrary relative pursuant thanks
""")
_IN_ING = word_set("building dwelling housing parking")  # things that are leased; "belonging to" gives nothing away
# where what a verb is done with ends
_BEHIND_OBJECT = word_set("""
    , . ; : ( ) which that who whom whose where when while if as because although though unless until once after before
    since and but or nor than from by via besides beside like unlike despite per
""")
_PLACING = word_set("in at on for with within under during near through over across inside outside about into upon")
_SPANS = word_set("year years month months week weeks day days term terms season decade")


def is_receiver(units: list[Unit], verb: int, who: Unit) -> bool:
    """Whether the verb at ``verb`` gives what it is done with to a party: "leases the quarry in Utah to Acme"."""
    clause = list(takewhile(lambda unit: unit.text.lower() not in _BEHIND_OBJECT, units[verb + 1 :]))
    low = [unit.text.lower() for unit in clause]
    if "to" not in low:
        return False
    to = low.index("to")
    at = next((i for i in range(to + 1, len(low)) if low[i] not in BEFORE_NAME), to)
    named = is_same(who, clause[at]) and not clause[at].owns and not any(map(content_stem, low[at + 1 : at + 2]))
    return named and (not to or _is_object(clause[:to]))


def _is_object(units: list[Unit]) -> bool:
    """Whether these are but the object of a verb, and where or how long: "the quarry in Utah for a year"."""
    low = [unit.text.lower() for unit in units]
    last = low[-1]
    if last in _PLACED or (last.endswith("ing") and last not in _IN_ING):
        return False
    if any(is_past(word) and before not in BEFORE_NAME for before, word in zip(["", *low], low, strict=False)):
        return False
    return _PLACING.isdisjoint(low) or last in _SPANS or last[0].isdigit() or units[-1].text[0].isupper()
