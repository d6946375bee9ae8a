"""What a claim denies and its source asserts, or the other way round, and words of opposite meaning. Pure."""

import re
from itertools import product

from apps.verification.numbers.neighbours import clauses_with_figures_of
from apps.verification.wording.clauses import Term, Token, prefixed_opposites, terms_of, tokens_of
from apps.verification.wording.coordinated.verbs import FINITE
from apps.verification.wording.faults import ModalityFault, ModalityFinding
from apps.verification.wording.opposites import OPPOSITES
from apps.verification.wording.tense import is_past

_PUNCTUATION = re.compile(r"[,;:()]")


def opposed_findings(claimed: str, told: str) -> list[ModalityFinding]:
    """Words that one text denies and the other does not, in the places that fit each other best."""
    claim, source = tokens_of(claimed), tokens_of(told)
    prefixed = prefixed_opposites(claim, source)
    mine, theirs = terms_of(claim, prefixed), terms_of(source, prefixed)
    turned = _turned_round(mine, theirs, claim, source)
    found = []
    known: dict[tuple[str, int], int] = {}
    for term in (one for one in mine if one.base not in turned):
        alike = (term.base, term.sign)
        if alike not in known:
            known[alike] = _at_figures(term, theirs, claimed, told)
        at_figures = known[alike]
        other = _opposed(term, mine, theirs, at_figures)
        if other is None or (not at_figures and _fit(term, other) == 0 and len(claim) > 4):
            continue
        if term.base.startswith("buy/") and _of_the_other_side(term, other, claim, source):
            continue
        if _is_object_of_it(term, other, claim, source) or _is_compared_to(term, other, claim, source):
            continue
        by_cue = bool(term.cue) != bool(other.cue)
        if not (by_cue or at_figures or _same_thing(term, other, claim, source)):
            continue
        fault = _fault_of(term, by_cue=by_cue)
        found.append(ModalityFinding(fault=fault, claimed=_shown(claim, term), source=_shown(source, other)))
    return found


def _opposed(term: Term, mine: list[Term], theirs: list[Term], at_figures: int) -> Term | None:
    """Where the source says the opposite of ``term``, if that place fits it better than any that agrees with it.

    ``at_figures``: 1 or -1 where a source that says both says ``term`` or its opposite with the claim's figures.
    """
    rivals = [other for other in theirs if other.base == term.base]
    against = [other for other in rivals if other.sign != term.sign and not _both_in_scope(term, other)]
    both_there = len(against) < len(rivals)
    if not against or (both_there and any(one.base == term.base and one.sign != term.sign for one in mine)):
        return None
    best = max(against, key=lambda other: _fit(term, other))
    if at_figures:
        return best if at_figures < 0 else None
    agreeing = max((_fit(term, other) for other in rivals if other not in against), default=-1)
    return best if _fit(term, best) > agreeing else None


def _at_figures(term: Term, theirs: list[Term], claim: str, source: str) -> int:
    """1 where a source that has both says ``term`` around the claim's figures, -1 its opposite right before each."""
    if len({one.sign for one in theirs if one.base == term.base}) < 2:
        return 0
    shares = clauses_with_figures_of(
        claim, source, but={word for word, (base, _) in OPPOSITES.items() if base == term.base}
    )
    around = [{one.sign for one in terms_of(tokens_of(share.text)) if one.base == term.base} for share in shares]
    if not shares or not all(len(signs) == 1 for signs in around):
        return 0
    if all(term.sign in signs for signs in around):
        return 1
    led = [[one for one in tokens_of(_PUNCTUATION.split(share.before)[-1]) if one.content] for share in shares]
    right_before = all(one and OPPOSITES.get(one[-1].stem, ("", 0))[0] == term.base for one in led)
    return -1 if right_before and not any(term.sign in signs for signs in around) else 0


def _both_in_scope(term: Term, other: Term) -> bool:
    """Both stand under a negation, only one of them as its first word: "no legal or agreed definition"."""
    return bool(term.cue) != bool(other.cue) and term.in_scope and other.in_scope


def _same_thing(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Whether two opposite words are said of the same: their neighbours agree, or what follows before and after."""
    if term.base.split("/")[0] in ("befor", "abov"):
        return _following(claim, term.index) == _following(source, other.index) != ""
    return _fit(term, other) >= 2 or len(term.near) <= 2


def _of_the_other_side(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Whether who buys in the claim is who it is sold to in the source."""
    if term.cue or other.cue or claim[term.index].stem == source[other.index].stem:
        return False
    who = {token.stem for token in claim[: term.index] if token.content}
    if not who or not who.isdisjoint(token.stem for token in source[: other.index]):
        return False
    behind = source[other.index + 1 :]
    sides = [at for at, token in enumerate(behind) if token.text.lower() in ("to", "from")]
    named = ([token.stem for token in behind[at + 1 :] if token.content][: len(who)] for at in sides)
    return any(who == set(one) for one in named)


def _is_object_of_it(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Both texts begin with the word, and its opposite is the object of the first of two verbs of it.

    "The landlord may evict the tenant and must repair the roof."
    """
    mine, theirs = (next((token.stem for token in side if token.content), "") for side in (claim, source))
    before, behind = source[: other.index], [token.text.lower() for token in source[other.index + 1 : other.index + 3]]
    joined = len(behind) == 2 and behind[0] in ("and", "but") and (behind[1] in FINITE or is_past(behind[1]))
    plain = {"and", ",", ";"}.isdisjoint(token.text.lower() for token in before)
    return joined and plain and claim[term.index].stem == mine == theirs


def _is_compared_to(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Both texts begin with the word, and it is only compared to its opposite.

    "The female, slightly larger than the male, lays four eggs."
    """
    own, first = (next((at for at, token in enumerate(side) if token.content), -1) for side in (claim, source))
    begins = own == term.index and source[first].stem == claim[own].stem
    return begins and "than" in (token.text for token in source[max(0, other.index - 2) : other.index])


def _turned_round(mine: list[Term], theirs: list[Term], claim: list[Token], source: list[Token]) -> set[str]:
    """Bases of the words that say the same of a comparison from its other side; none where it is no such.

    "The new pumps use less power than the old ones": "The old pumps use more power than the new ones." What the texts
    compare with differs, and stands on the other side in the other text.
    """
    before, behind = zip(_sides(claim), _sides(source), strict=True)
    apart = behind[0] - behind[1], behind[1] - behind[0]
    if not all(apart) or not (apart[0] <= before[1] and apart[1] <= before[0]) or apart[0] & before[0]:
        return set()
    grades = {term.base for term, other in product(mine, theirs) if _are_opposite_grades(term, other, claim, source)}
    named = {term.base for term in mine if claim[term.index].text.lower() in apart[0] | apart[1]}
    return grades | named if len(grades) == 1 else set()


def _sides(tokens: list[Token]) -> tuple[set[str], set[str]]:
    """The words before the only "than", and those behind it; two empty sets where there is none."""
    words = [token.text.lower() for token in tokens]
    if words.count("than") != 1:
        return set(), set()
    return set(words[: words.index("than")]), set(words[words.index("than") + 1 :])


def _are_opposite_grades(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Whether one text says "more" or "higher" before its "than", the other "less" or "lower", none of it denied."""
    graded = all(
        token.text.lower().endswith("er") or token.text.lower() in ("more", "less", "better", "worse")
        for token in (claim[term.index], source[other.index])
    )
    before = all(
        "than" in (token.text.lower() for token in tokens[one.index :])
        for tokens, one in ((claim, term), (source, other))
    )
    return graded and before and term.base == other.base and term.sign != other.sign and not (term.cue or other.cue)


def _fit(term: Term, other: Term) -> int:
    return len(term.near & other.near)


def _fault_of(term: Term, *, by_cue: bool) -> ModalityFault:
    if term.base.startswith("allow/"):
        return ModalityFault.PERMISSION
    return ModalityFault.NEGATION if by_cue else ModalityFault.DIRECTION


def _following(tokens: list[Token], at: int) -> str:
    return next((token.stem for token in tokens[at + 1 : at + 5] if token.content), "")


def _shown(tokens: list[Token], term: Term) -> str:
    word = tokens[term.index].text
    return f"{term.cue} … {word}" if term.cue else word
