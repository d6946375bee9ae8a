"""Who does it to whom, where claim and source name the same parties: "Acme sued Beta", "the Tenant shall pay". Pure.

Of two parties that both texts name, the words between them must be the source's: then who stands before and who behind
tells them apart. A "by" before the second one turns them round. Beside ``order``, which reads sentences of the same
words, a claim may leave out here what its source goes on to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import stem, stems_of
from apps.verification.wording.giving import TWO_WAY, is_receiver
from apps.verification.wording.parties import (
    BEFORE_NAME,
    BEFORE_VERB,
    STOPS,
    Unit,
    content_stem,
    is_same,
    side_by_side,
    verb_behind,
)
from apps.verification.wording.tense import BE, HAVE, is_past

APART = 12  # words between two parties
ADDED = 2  # words of content that the source may have between them beside the claim's

# what is the same said both ways round, and of which "with" tells nobody apart
MUTUAL = stems_of("""
    same equal identical differ different merge similar alike both together married adjacent compare versus
    between with as like agree compete cooperate collaborate partner negotiate meet and or nor join respective
    respectively each opposite
""")
DIRECTED = word_set("to from by of")
_OBJECT_FIRST = lazy_regex(r"\bwhom\s+(?:the\s+)?")
BEFORE_WHOM = word_set(
    "for to with by under of from against about on upon in after before behind among over than between without toward"
)
_GOES_ON = lazy_regex(r"\w|['’]s?\b|\s+[A-Z]")  # "Acme's lawyer", "Acme Holding"


@dataclass(frozen=True, slots=True)
class _Relation:
    """``left`` and ``right`` with the stems between them and what stands before the second: to, from, by, of, nothing.

    ``is_passive``: "was split off"; ``is_named``: a word of "be" with no participle, which says what one is.
    """

    left: Unit
    right: Unit
    between: frozenset[str]
    link: str
    is_passive: bool
    is_named: bool

    def ends(self) -> tuple[Unit, Unit]:
        """Who does it and to whom."""
        return (self.right, self.left) if self.link == "by" else (self.left, self.right)


def changed_places(claim: str, source: str) -> tuple[str, str] | None:
    """Two parties of the claim that do to each other in the source what they do here the other way round.

    "Beta, whom Acme sued" has them in another order, and says the same.
    """
    mine, theirs = side_by_side(claim, source)
    known = [one for one in _relations(theirs) if not _is_object_first(one, source)]
    for one in _relations(mine):
        if not one.between or is_same(one.left, one.right) or _is_object_first(one, claim):
            continue
        alike = [turned for other in known if (turned := _turned(one, other)) is not None]
        if alike and all(alike):
            return one.left.text, one.right.text
    return None


def _is_object_first(one: _Relation, text: str) -> bool:
    """Whether the first of the two stands before a "whom" and the second right behind it: "Beta, whom Acme sued"."""
    for found in _OBJECT_FIRST.finditer(text):
        before, behind = text[: found.start()], text[found.end() :]
        _, first, between = before.rpartition(one.left.text)
        if not first or one.right.text in between or before.split()[-1].lower() in BEFORE_WHOM:
            continue
        if behind.startswith(one.right.text) and not _GOES_ON.match(behind, len(one.right.text)):
            return True
    return False


def done_by_another(claim: str, source: str) -> tuple[str, str] | None:
    """Who does it in the claim and who in the source, where the source names both and gives the other the verb."""
    mine, theirs = side_by_side(claim, source)
    first = next((at for at, unit in enumerate(mine[:2]) if unit.names), None)
    if first is None:
        return None
    who, at, passive = mine[first], *verb_behind(mine, first)
    verb = content_stem(mine[at].text.lower()) if at < len(mine) and not mine[at].names else ""
    if not verb or not any(is_same(who, unit) for unit in theirs):
        return None
    may_receive = verb in TWO_WAY and all(unit.text.lower() != "to" for unit in mine)
    others = []
    for i, unit in enumerate(theirs):
        if not unit.names and content_stem(unit.text.lower()) == verb:
            by = next((j for j in range(i - 1, -1, -1) if theirs[j].names), -1)
            if by < 0 or verb_behind(theirs, by) != (i, passive) or _is_joined(theirs, by):
                return None
            if may_receive and is_receiver(theirs, i, who):
                return None
            others.append(theirs[by])
            if is_same(who, theirs[by]) or _behind(mine, at) != _behind(theirs, i):
                return None
    return (who.text, others[0].text) if others else None


def _is_joined(units: list[Unit], at: int) -> bool:
    """Whether the party at ``at`` acts with others."""
    return any(unit.text.lower() in ("and", "or", "nor", "with", "of") for unit in units[max(0, at - 3) : at])


def _behind(units: list[Unit], at: int) -> str:
    """The stem of the first word of content behind a verb."""
    return next((found for unit in units[at + 1 :] if (found := content_stem(unit.text.lower().split()[0]))), "")


def _turned(one: _Relation, other: _Relation) -> bool | None:
    """Whether two relations of the same words have their parties the other way round; None where they are others."""
    if not one.between <= other.between or len(other.between - one.between) > ADDED:
        return None
    if _is_other_form(one, other) or _is_other_form(other, one):
        return None
    (who, whom), (actor, patient) = one.ends(), other.ends()
    opposite = {one.link, other.link} == {"to", "from"}
    if is_same(who, actor) and is_same(whom, patient):
        return opposite
    if is_same(who, patient) and is_same(whom, actor):
        return not opposite
    return None


def _is_other_form(one: _Relation, other: _Relation) -> bool:
    """Whether one has the parties otherwise placed by its form alone: "is of Acme" and "Acme's is", "is made in"."""
    if one.is_passive and not other.is_passive and "by" not in (one.link, other.link):
        return one.link != other.link or not one.link
    return one.is_named and one.left.owns and other.is_named and other.link == "of"


def _relations(units: list[Unit]) -> Iterator[_Relation]:
    """Each two parties that stand next to each other with no sentence's end between them."""
    last = -1
    for at, unit in enumerate(units):
        if unit.text in STOPS:
            last = -1
        elif unit.names:
            if last >= 0 and 1 < at - last <= APART + 1 and "," not in (units[last + 1].text, units[at - 1].text):
                words = [one.text.lower() for one in units[last + 1 : at]]
                if MUTUAL.isdisjoint(stem(word) for word in words if word.isalpha()):
                    between = frozenset(filter(None, map(content_stem, words)))
                    passive = _is_passive(words)
                    named = not passive and not BE.isdisjoint(words)
                    yield _Relation(units[last], unit, between, _link(words), passive, named)
            last = at


def _is_passive(words: list[str]) -> bool:
    """Whether a participle stands behind a form of "be" and its adverbs."""
    behind = False
    for word in words:
        if behind and word not in BE | HAVE and is_past(word):
            return True
        behind = word in BE or (behind and (word in BEFORE_VERB or word.endswith("ly")))
    return False


def _link(words: list[str]) -> str:
    """What directly governs the second party."""
    near = next((word for word in reversed(words) if word not in BEFORE_NAME), "")
    return near if near in DIRECTED else ""
