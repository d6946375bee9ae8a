"""Who does it to whom, where claim and source name the same parties: "Acme sued Beta", "the Tenant shall pay". Pure.

Of two parties that both texts name, the words between them must be the source's: then who stands before and who behind
tells them apart. A "by" before the second one turns them round. Beside ``order``, which reads sentences of the same
words, a claim may leave out here what its source goes on to say.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem, stems_of
from apps.verification.wording.tense import BE, HAVE, MODALS, is_past

LONGEST = 160  # words of a sentence that are read
APART = 12  # words between two parties
ADDED = 2  # words of content that the source may have between them beside the claim's

_TOKEN = re.compile(r"[^\W\d_]+(?:[.&-][^\W\d_]+)*(?:'s|(?<=s)'(?=\s))?|[;:.,()]|\d[\d.,]*")
_STOPS = frozenset(";:()")
_AGENT = re.compile(
    r"(?:(?<=\w{3})(?:or|ee|er|ist|iff|lord|ant)|\A(?:bank|company|board|court|employer|committee))s?\Z"
)
_NO_AGENT = word_set("""
    number quarter order matter paper offer transfer other either neither another further rather whether never after
    under over however later greater higher lower fewer larger smaller longer shorter earlier water power error
    factor floor minor major prior center computer former latter letter chapter fee guarantee degree significant
    relevant important constant tenor honor favor labor harbor sector corridor summer winter september october
    november december register answer remainder per ever together proper cover tender deliver consider remember
    enter exceed agree three free coffee
""")
_TIMES = word_set("""
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday
""")
_FORMS = word_set("inc corp corporation ltd limited plc llc llp lp ag gmbh se sa nv co company group holdings")
_GIVEN = stems_of("sell sold assign transfer lend lent give gave given")
_LIGHT = STOPWORDS | word_set("ought cannot shall whereby thereby hereby")
# what is the same said both ways round, and of which "with" tells nobody apart
_MUTUAL = stems_of("""
    same equal identical differ different merge similar alike both together married adjacent compare versus
    between with as like agree compete cooperate collaborate partner negotiate meet and or nor join respective
    respectively each opposite
""")
_TWO_WAY = stems_of("lease rent license licence sublet sublease charter let")  # to and from
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
_DIRECTED = word_set("to from by of")
_BEFORE_NAME = word_set("a an the its their our your my his her")
_THINGS = word_set("agreement lease contract section article act clause premises notes plan term")
_BEFORE_VERB = MODALS | BE | HAVE | word_set("do does did not never also only")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A party, or a word between parties; ``names`` are its words, none where it is no party. ``owns``: "Acme's"."""

    text: str
    names: frozenset[str]
    owns: bool = False


@dataclass(frozen=True, slots=True)
class _Relation:
    """``left`` and ``right`` with the stems between them and what stands before the second: to, from, by, of, nothing.

    ``is_passive``: "was split off"; ``is_named``: a word of "be" with no participle, which says what one is.
    """

    left: _Unit
    right: _Unit
    between: frozenset[str]
    link: str
    is_passive: bool
    is_named: bool

    def ends(self) -> tuple[_Unit, _Unit]:
        """Who does it and to whom."""
        return (self.right, self.left) if self.link == "by" else (self.left, self.right)


def changed_places(claim: str, source: str) -> tuple[str, str] | None:
    """Two parties of the claim that do to each other in the source what they do here the other way round."""
    mine, theirs = _side_by_side(claim, source)
    known = list(_relations(theirs))
    for one in _relations(mine):
        if not one.between or _same(one.left, one.right):
            continue
        alike = [turned for other in known if (turned := _turned(one, other)) is not None]
        if alike and all(alike):
            return one.left.text, one.right.text
    return None


def done_by_another(claim: str, source: str) -> tuple[str, str] | None:
    """Who does it in the claim and who in the source, where the source names both and gives the other the verb."""
    mine, theirs = _side_by_side(claim, source)
    first = next((at for at, unit in enumerate(mine[:2]) if unit.names), None)
    if first is None:
        return None
    who, at, passive = mine[first], *_verb_behind(mine, first)
    verb = _content(mine[at].text.lower()) if at < len(mine) and not mine[at].names else ""
    if not verb or not any(_same(who, unit) for unit in theirs):
        return None
    may_receive = verb in _TWO_WAY and all(unit.text.lower() != "to" for unit in mine)
    others = []
    for i, unit in enumerate(theirs):
        if not unit.names and _content(unit.text.lower()) == verb:
            by = next((j for j in range(i - 1, -1, -1) if theirs[j].names), -1)
            if by < 0 or _verb_behind(theirs, by) != (i, passive) or _is_joined(theirs, by):
                return None
            if may_receive and _is_receiver(theirs, i, who):
                return None
            others.append(theirs[by])
            if _same(who, theirs[by]) or _behind(mine, at) != _behind(theirs, i):
                return None
    return (who.text, others[0].text) if others else None


def _is_receiver(units: list[_Unit], verb: int, who: _Unit) -> bool:
    """Whether the verb at ``verb`` gives what it is done with to a party: "leases the quarry in Utah to Acme"."""
    clause = list(takewhile(lambda unit: unit.text.lower() not in _BEHIND_OBJECT, units[verb + 1 :]))
    low = [unit.text.lower() for unit in clause]
    if "to" not in low:
        return False
    to = low.index("to")
    at = next((i for i in range(to + 1, len(low)) if low[i] not in _BEFORE_NAME), to)
    named = _same(who, clause[at]) and not clause[at].owns and not any(map(_content, low[at + 1 : at + 2]))
    return named and (not to or _is_object(clause[:to]))


def _is_object(units: list[_Unit]) -> bool:
    """Whether these are but the object of a verb, and where or how long: "the quarry in Utah for a year"."""
    low = [unit.text.lower() for unit in units]
    last = low[-1]
    if last in _PLACED or (last.endswith("ing") and last not in _IN_ING):
        return False
    if any(is_past(word) and before not in _BEFORE_NAME for before, word in zip(["", *low], low, strict=False)):
        return False
    return _PLACING.isdisjoint(low) or last in _SPANS or last[0].isdigit() or units[-1].text[0].isupper()


def _verb_behind(units: list[_Unit], at: int) -> tuple[int, bool]:
    """Where the first word behind a party and its auxiliaries stands, and whether "be" stands between."""
    passive, at = False, at + 1
    while at < len(units) and (
        units[at].text.lower() in _BEFORE_VERB or (units[at].text.endswith("ly") and len(units[at].text) > 4)
    ):
        passive = passive or units[at].text.lower() in BE
        at += 1
    return at, passive


def _is_joined(units: list[_Unit], at: int) -> bool:
    """Whether the party at ``at`` acts with others."""
    return any(unit.text.lower() in ("and", "or", "nor", "with", "of") for unit in units[max(0, at - 3) : at])


def _behind(units: list[_Unit], at: int) -> str:
    """The stem of the first word of content behind a verb."""
    return next((found for unit in units[at + 1 :] if (found := _content(unit.text.lower().split()[0]))), "")


def _side_by_side(claim: str, source: str) -> tuple[list[_Unit], list[_Unit]]:
    """The units of both, none where one is too long; what the other has in small letters is no name."""
    mine, theirs = _units(claim), _units(source)
    if max(len(mine), len(theirs)) > LONGEST:
        return [], []
    small = {unit.text for unit in (*mine, *theirs) if not unit.names} | _THINGS
    return _known(mine, small), _known(theirs, small)


def _known(units: list[_Unit], small: set[str]) -> list[_Unit]:
    return [_Unit(unit.text, frozenset(), unit.owns) if unit.text.lower() in small else unit for unit in units]


def _turned(one: _Relation, other: _Relation) -> bool | None:
    """Whether two relations of the same words have their parties the other way round; None where they are others."""
    if not one.between <= other.between or len(other.between - one.between) > ADDED:
        return None
    if _is_other_form(one, other) or _is_other_form(other, one):
        return None
    (who, whom), (actor, patient) = one.ends(), other.ends()
    opposite = {one.link, other.link} == {"to", "from"}
    if _same(who, actor) and _same(whom, patient):
        return opposite
    if _same(who, patient) and _same(whom, actor):
        return not opposite
    return None


def _is_other_form(one: _Relation, other: _Relation) -> bool:
    """Whether one has the parties otherwise placed by its form alone: "is of Acme" and "Acme's is", "is made in"."""
    if one.is_passive and not other.is_passive and "by" not in (one.link, other.link):
        if one.link == "to" and _same(one.right, other.left) and not one.between.isdisjoint(_GIVEN):
            return False  # who gives a thing away is not given it
        return one.link != other.link or not one.link
    return one.is_named and one.left.owns and other.is_named and other.link == "of"


def _same(one: _Unit, other: _Unit) -> bool:
    return bool(one.names & other.names)


def _relations(units: list[_Unit]) -> Iterator[_Relation]:
    """Each two parties that stand next to each other with no sentence's end between them."""
    last = -1
    for at, unit in enumerate(units):
        if unit.text in _STOPS:
            last = -1
        elif unit.names:
            if last >= 0 and 1 < at - last <= APART + 1 and "," not in (units[last + 1].text, units[at - 1].text):
                words = [one.text.lower() for one in units[last + 1 : at]]
                if _MUTUAL.isdisjoint(stem(word) for word in words if word.isalpha()):
                    between = frozenset(filter(None, map(_content, words)))
                    passive = _is_passive(words)
                    named = not passive and not BE.isdisjoint(words)
                    yield _Relation(units[last], unit, between, _link(words), passive, named)
            last = at


def _content(word: str) -> str:
    adverb = word.endswith("ly") and len(word) > 4
    return "" if not word[0].isalpha() or word in _LIGHT or adverb else stem(word)


def _is_passive(words: list[str]) -> bool:
    """Whether a participle stands behind a form of "be" and its adverbs."""
    behind = False
    for word in words:
        if behind and word not in BE | HAVE and is_past(word):
            return True
        behind = word in BE or (behind and (word in _BEFORE_VERB or word.endswith("ly")))
    return False


def _link(words: list[str]) -> str:
    """What directly governs the second party."""
    near = next((word for word in reversed(words) if word not in _BEFORE_NAME), "")
    return near if near in _DIRECTED else ""


def _units(text: str) -> list[_Unit]:
    """The words of a text in order, those of a name as one."""
    units: list[_Unit] = []
    named: list[str] = []
    owns = False
    for found in [*_TOKEN.findall(text.replace("’", "'")), "."]:
        word = found.removesuffix("'s").removesuffix("'")
        low = word.lower()
        if word[0].isupper() and low not in STOPWORDS | _TIMES:
            named.append(word)
            owns = found != word
            continue
        if named:
            units.append(_Unit(" ".join(named), _names_in(named), owns))
            named = []
        units.append(_Unit(word, frozenset((stem(low),)) if _is_agent(low) else frozenset(), found != word))
    return units


def _names_in(words: list[str]) -> frozenset[str]:
    kept = frozenset(stem(word.lower().strip(".")) for word in words if word.lower().strip(".") not in _FORMS)
    return kept or frozenset(stem(word.lower()) for word in words)


def _is_agent(low: str) -> bool:
    return bool(_AGENT.search(low)) and low.removesuffix("s") not in _NO_AGENT and low not in STOPWORDS | _NO_AGENT
