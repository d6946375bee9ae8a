"""What is given to whom: "leases the quarry to Acme", "the notes were sold to the Bank". Pure."""

from itertools import takewhile

from apps.core.words import word_set
from apps.verification.lexicon import stems_of
from apps.verification.wording.parties import BEFORE_NAME, Unit, content_stem, is_same, side_by_side, verb_behind
from apps.verification.wording.tense import BE, MODALS, is_past

GIVEN = stems_of("""
    sell sold assign transfer lend lent give gave given convey grant deliver issue pay paid license licence lease rent
    sublease charter award cede send sent
""")
_PREPOSITIONS = word_set("of on by with in for to from at under against")
_ITS_VERB = word_set("is are was were has have had") | MODALS
_OF_A_KIND = word_set("a an any each every no")
MOST_THINGS = 2  # words behind a name that it says more of: "Customer data"
# behind the verb: "dividends paid in 2022 were …", "took it from", "granted each other"
_TURNS = BE | MODALS | word_set("from each itself themselves")
_TO_A_PERSON = stems_of("lend lent give gave given pay paid grant award")  # "the bank was lent", who gets it
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


def got_by_the_giver(claim: str, source: str) -> tuple[str, str] | None:
    """A party that is given something in the claim and in the source gives it: "was sold to Acme", "Acme sold"."""
    mine, theirs = side_by_side(claim, source)
    for at, unit in enumerate(mine):
        verb = content_stem(unit.text.lower())
        if unit.names or verb not in GIVEN or not is_past(unit.text.lower()):
            continue
        getting = _getter(mine, at, verb)
        if getting is not None and _only_gives(theirs, verb, getting):
            return getting.text, f"{getting.text} {unit.text}"
    return None


def _getter(units: list[Unit], at: int, verb: str) -> Unit | None:
    """Who is given something by the verb at ``at``, if that is passive."""
    first = next((i for i in range(at) if verb_behind(units, i) == (at, True)), -1)
    if first < 0:
        return None
    to = _behind_to(units[at + 1 :])
    if to is not None:
        return to if to.names and not to.owns else None
    subject = units[first]
    before = next((one.text.lower() for one in reversed(units[:first]) if one.text.lower() not in BEFORE_NAME), "")
    whole = before not in _PREPOSITIONS and not subject.owns
    return subject if verb in _TO_A_PERSON and subject.names and whole else None


def _behind_to(units: list[Unit]) -> Unit | None:
    """What stands behind the first "to" of a clause."""
    clause = _clause(units)
    to = next((i for i, unit in enumerate(clause) if unit.text.lower() == "to"), len(clause))
    return next((one for one in clause[to + 1 :] if one.text.lower() not in BEFORE_NAME), None)


def _clause(units: list[Unit]) -> list[Unit]:
    """What stands behind a verb up to the end of its clause."""
    return list(takewhile(lambda unit: unit.text.lower() not in _BEHIND_OBJECT - _PREPOSITIONS, units))


def _only_gives(units: list[Unit], verb: str, who: Unit) -> bool:
    """Whether a party is the subject of every such verb, and stands behind none of them."""
    places = [i for i, unit in enumerate(units) if not unit.names and content_stem(unit.text.lower()) == verb]
    for place in places:
        by = next((i for i in range(place - 1, -1, -1) if units[i].names), -1)
        if by < 0 or not is_same(units[by], who) or verb_behind(units, by) != (place, False):
            return False
        if _says_which(units, by, place):
            return False
        behind = units[place + 1 :]
        to = _behind_to(behind)
        if any(is_same(unit, who) for unit in behind):
            return False
        if (to is None or not to.names) and any(unit.text in _TURNS for unit in _clause(behind)):
            return False
        if verb in TWO_WAY and (to is None or not to.names):
            return False  # who "leases" it may have it from another
    return bool(places)


def _says_which(units: list[Unit], who: int, verb: int) -> bool:
    """Whether a verb says but which of a kind is meant: "an employee granted access to Customer data is bound".

    They begin the sentence, and their own verb stands right behind what they are given access to.
    """
    if not is_past(units[verb].text.lower()) or not _is_of_a_kind(units[: who + 1]):
        return False
    clause = _clause(units[verb + 1 :])
    to = next((i for i, unit in enumerate(clause) if unit.text.lower() == "to"), 0)
    at = next((i for i in range(to + 1, len(clause)) if clause[i].text.lower() not in BEFORE_NAME), 0)
    if not to or not at or not clause[at].names:
        return False
    behind = clause[at + 1 : at + 2 + MOST_THINGS]
    end = next((i for i, unit in enumerate(behind) if unit.text in _ITS_VERB), len(behind))
    return end < len(behind) and all(not unit.names and content_stem(unit.text) for unit in behind[:end])


def _is_of_a_kind(units: list[Unit]) -> bool:
    """Whether the words up to a party call it by its kind: "any employee", "the employee", "Employees", not "Orla"."""
    *before, party = (unit.text for unit in units)
    if not before:
        return party.endswith("s") and " " not in party
    return len(before) == 1 and (before[0].lower() in _OF_A_KIND or (before[0] == "The" and party.islower()))
